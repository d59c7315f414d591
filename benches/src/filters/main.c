/* Runs filters over messages, their beginnings and damaged copies, each in a buffer of its own. */
#include "filters.h"
#include "input.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct filter {
    int (*decide)(const uint8_t *input, size_t length);
    uint32_t root;
};

/* filters */

/* Asks a filter about a copy of a message without a byte to spare. */
static int ask(const struct filter *filter, const uint8_t *message, size_t length)
{
    uint8_t *const copy = malloc(length);
    int answer;
    if (length > 0) {
        memcpy(copy, message, length);
    }
    answer = filter->decide(copy, length);
    free(copy);
    if (answer != 1 && answer != 0 && answer != STUBC_TRUNCATED && answer != STUBC_OTHER) {
        printf("unknown answer %d\n", answer);
        exit(1);
    }
    return answer;
}

/* A beginning gets the answer of the whole message, or STUBC_TRUNCATED and then never again. */
static void try_beginnings(const struct filter *filter, const uint8_t *message, size_t length, int whole)
{
    const size_t step = length > 2000 ? length / 1000 : 1;
    int before = STUBC_TRUNCATED;
    size_t n;
    for (n = 0; n < length; n += step) {
        const int answer = ask(filter, message, n);
        if ((answer != whole && answer != STUBC_TRUNCATED) || (before != STUBC_TRUNCATED && answer != before)) {
            printf("the first %lu of %lu bytes get %d, all get %d\n", (unsigned long)n, (unsigned long)length, answer,
                   whole);
            exit(1);
        }
        before = answer;
    }
}

static void try_damage(const struct filter *filter, uint8_t *message, size_t length)
{
    int n;
    for (n = 0; n < 200 && length > 0; n++) {
        uint8_t *const at = message + next_random() % (n < 100 && length > 40 ? 40 : length);
        const uint8_t old = *at;
        *at = (uint8_t)next_random();
        ask(filter, message, length);
        *at = old;
    }
}

int main(int count, char **arguments)
{
    const long every = count > 1 ? atol(arguments[1]) : 1;
    uint32_t root, length;
    long number = 0;
    while (read_number(&root) && read_number(&length)) {
        uint8_t *const message = malloc(length + 1);
        size_t i;
        if (fread(message, 1, length, stdin) != length) {
            return 1;
        }
        for (i = 0; i < sizeof filters / sizeof filters[0]; i++) {
            int answer;
            if (filters[i].root != root) {
                continue;
            }
            answer = ask(&filters[i], message, length);
            putchar(answer == 1 ? '1' : answer == 0 ? '0' : answer == STUBC_TRUNCATED ? 'T' : 'O');
            if (number % every == 0) {
                try_beginnings(&filters[i], message, length, answer);
                try_damage(&filters[i], message, length);
            }
        }
        putchar('\n');
        free(message);
        number++;
    }
    return 0;
}
