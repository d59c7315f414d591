/* Arrays of every length up to 300 there and back, octet by octet, wherever they lie; what stands around them stays. */
#include "words.h"
#include <stdio.h>

static uint32_t a[300];
static uint64_t b[300];
static uint8_t memory[5000], arena[8000];

static int exchange(size_t n, size_t shift)
{
    uint8_t *const buffer = memory + 1 + shift;
    words in, out;
    stubc_context context = stubc_context_over(arena + shift, sizeof arena - shift);
    stubc_result length;
    const uint8_t *p = buffer;
    size_t i, k;
    in.a.items = a;
    in.b.items = b;
    in.a.count = in.b.count = n;
    buffer[-1] = buffer[8 + 12 * n] = 0xa5;
    length = words_encode(&in, buffer, 8 + 12 * n, NULL, NULL);
    if (length != (stubc_result)(8 + 12 * n) || buffer[-1] != 0xa5 || buffer[length] != 0xa5)
        return 1;
    for (i = 0, p += 4; i < n; i++)
        for (k = 0; k < 4; k++)
            if (*p++ != (uint8_t)(a[i] >> (24 - 8 * k)))
                return 2;
    for (i = 0, p += 4; i < n; i++)
        for (k = 0; k < 8; k++)
            if (*p++ != (uint8_t)(b[i] >> (56 - 8 * k)))
                return 3;
    if (words_decode_exact(&out, buffer, (size_t)length, &context, NULL) != length)
        return 4;
    return n && (memcmp(out.a.items, a, 4 * n) != 0 || memcmp(out.b.items, b, 8 * n) != 0) ? 5 : 0;
}

int main(void)
{
    size_t n, shift;
    for (n = 0; n < 300; n++) {
        a[n] = (uint32_t)(n + 1) * 2654435761u;
        b[n] = a[n] * 11400714819323198485u;
    }
    for (shift = 0; shift <= 33; shift++)
        for (n = 0; n <= 300; n++) {
            int wrong = exchange(n, shift);
            if (wrong)
                return printf("%d elements at %d: %d\n", (int)n, (int)shift, wrong), 1;
        }
    return 0;
}
