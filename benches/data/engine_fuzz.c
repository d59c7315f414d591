/* For libFuzzer: any blob of a filter is refused by the checker, or safe to run on any message. The input is the length of
 * the blob without its header in two bytes, the blob, and the message. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 10u

/* Returns a copy without a byte to spare. */
static uint8_t *copy(const uint8_t *data, size_t size)
{
    uint8_t *const made = (uint8_t *)malloc(size ? size : 1);
    if (size) {
        memcpy(made, data, size);
    }
    return made;
}

static void ask(const uint8_t *blob, const uint8_t *data, size_t size)
{
    uint8_t *const message = copy(data, size);
    const int answer = engine_run(blob, message, size);
    free(message);
    if (answer != 0 && answer != 1 && answer != STUBC_TRUNCATED && answer != STUBC_OTHER) {
        fprintf(stderr, "the answer %d differs from the four that there are\n", answer);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length;
    uint8_t *blob;
    if (size < 2) {
        return 0;
    }
    length = data[0] | (size_t)data[1] << 8;
    data += 2;
    size -= 2;
    length = length < size ? length : size;
    blob = (uint8_t *)malloc(HEADER + length);
    memcpy(blob, engine_header, HEADER);
    memcpy(blob + HEADER, data, length);
    if (engine_check(blob, HEADER + length)) {
        ask(blob, data + length, size - length);
        ask(blob, data + length, (size - length) / 2);
    }
    free(blob);
    return 0;
}
