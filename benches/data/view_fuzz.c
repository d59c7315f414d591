/* For libFuzzer: any bytes are safe for views. For a valid message, a view gives the length of the message or leaves it to a
 * decoder, and for its beginnings the same answer or STUBC_TRUNCATED. */
#include "stubs.h"
#include "views.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
    long (*look)(const uint8_t *input, size_t length);
    uint32_t root;
};

static volatile uint8_t seen;

/* What views show is read, so that the sanitizers see each byte. */
#define show(...) ((void)0)

static void show_bytes(const uint8_t *p, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        seen = (uint8_t)(seen ^ p[i]);
    }
}

static void show_bits(const uint8_t *p, size_t bits)
{
    show_bytes(p, bits / 8 + (bits % 8 != 0));
}

/* views */

/* Asks a view about a copy without a byte to spare. */
static long ask(size_t number, const uint8_t *data, size_t size)
{
    uint8_t *const copy = size ? (uint8_t *)malloc(size) : NULL;
    long answer;
    if (size) {
        memcpy(copy, data, size);
    }
    answer = views[number].look(copy, size);
    free(copy);
    return answer;
}

static void expect(bool holds, size_t number, long one, long other)
{
    if (!holds) {
        fprintf(stderr, "view %u: the answers %ld and %ld differ\n", (unsigned)number, one, other);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t memory[1 << 15];
    static THE_TYPE value;
    const size_t count = sizeof views / sizeof views[0];
    stubc_context context = stubc_context_over(memory, sizeof memory);
    const stubc_result length = THE_STEM_decode(&value, data, size, &context, NULL);
    size_t at;
    (void)show_bytes, (void)show_bits;
    for (at = 0; at < count; at++) {
        const size_t cut = length >= 0 ? (size_t)length * at / count : size / 2;
        const long answer = ask(at, data, size), beginning = ask(at, data, cut);
        expect(answer == STUBC_TRUNCATED || answer == STUBC_OTHER || (answer >= 0 && (size_t)answer <= size), at, answer, 0);
        if (length >= 0) {
            expect(answer == STUBC_OTHER || answer == (long)length, at, answer, (long)length);
            expect(beginning == answer || beginning == STUBC_TRUNCATED, at, answer, beginning);
        }
    }
    return 0;
}
