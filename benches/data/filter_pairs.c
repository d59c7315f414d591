/* For libFuzzer: any bytes are safe for compiled and interpreted filters. For a valid message, both give the same answer, and
 * for its beginnings this answer or STUBC_TRUNCATED. */
#include "compiled.h"
#include "interpreted.h"
#include "stubs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILTERS THE_FILTERS

typedef int filter(const uint8_t *input, size_t length);

static const struct pair {
    filter *compiled, *interpreted;
} pairs[] = {
#define X(number) {compiled_##number, interpreted_##number},
    FILTERS
#undef X
};

/* Asks a filter about a copy without a byte to spare. */
static int ask(filter *decide, const uint8_t *data, size_t size)
{
    uint8_t *const copy = size ? (uint8_t *)malloc(size) : NULL;
    int answer;
    if (size) {
        memcpy(copy, data, size);
    }
    answer = decide(copy, size);
    free(copy);
    return answer;
}

static void expect(bool holds, size_t number, int one, int other)
{
    if (!holds) {
        fprintf(stderr, "filter %u: the answers %d and %d differ\n", (unsigned)number, one, other);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t memory[1 << 15];
    static THE_TYPE value;
    stubc_context context = stubc_context_over(memory, sizeof memory);
    const stubc_result length = THE_STEM_decode(&value, data, size, &context, NULL);
    const bool is_valid = length >= 0;
    size_t at;
    for (at = 0; at < sizeof pairs / sizeof pairs[0]; at++) {
        const size_t cut = is_valid ? (size_t)length * at / (sizeof pairs / sizeof pairs[0]) : size / 2;
        filter *const both[] = {pairs[at].compiled, pairs[at].interpreted};
        const int one = ask(both[0], data, size);
        size_t form;
        for (form = 0; form < 2; form++) {
            const int answer = ask(both[form], data, size), beginning = ask(both[form], data, cut);
            expect(answer == 0 || answer == 1 || answer == STUBC_TRUNCATED || answer == STUBC_OTHER, at, answer, answer);
            if (is_valid) {
                expect(answer == one && answer != STUBC_TRUNCATED, at, one, answer);
                expect(beginning == answer || beginning == STUBC_TRUNCATED, at, answer, beginning);
            }
        }
    }
    return 0;
}
