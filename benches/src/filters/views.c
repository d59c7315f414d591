/* Runs views over messages, their beginnings and damaged copies, each in a buffer of its own. */
#include "input.h"
#include "views.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
    long (*show)(const uint8_t *input, size_t length);
    uint32_t root;
};

static int is_silent;

static void show(const char *format, ...)
{
    char text[40];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!is_silent) {
        fputs(text, stdout);
    }
}

static void show_bytes(const uint8_t *p, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        show("%02x", p[i]);
    }
}

static void show_bits(const uint8_t *p, size_t bits)
{
    size_t i;
    for (i = 0; i < bits; i++) {
        show("%d", p[i / 8] >> (7 - i % 8) & 1);
    }
}

/* views */

/* Asks a view about a copy of a message without a byte to spare. Shows the members behind the answer if that succeeds. */
static long ask(const struct view *view, const uint8_t *message, size_t length, int shows)
{
    uint8_t *const copy = malloc(length);
    long answer;
    if (length > 0) {
        memcpy(copy, message, length);
    }
    is_silent = 1;
    answer = view->show(copy, length);
    if (shows && answer >= 0) {
        printf("%ld:", answer);
        is_silent = 0;
        view->show(copy, length);
    }
    free(copy);
    if (answer != STUBC_TRUNCATED && answer != STUBC_OTHER && (answer < 0 || (unsigned long)answer > length)) {
        printf("unknown answer %ld\n", answer);
        exit(1);
    }
    return answer;
}

/* A beginning gets the answer of the whole message, or STUBC_TRUNCATED and then never again. */
static void try_beginnings(const struct view *view, const uint8_t *message, size_t length, long whole)
{
    const size_t step = length > 2000 ? length / 1000 : 1;
    long before = STUBC_TRUNCATED;
    size_t n;
    for (n = 0; n < length; n += step) {
        const long answer = ask(view, message, n, 0);
        if ((answer != whole && answer != STUBC_TRUNCATED) || (before != STUBC_TRUNCATED && answer != before)) {
            printf("the first %lu of %lu bytes get %ld, all get %ld\n", (unsigned long)n, (unsigned long)length,
                   answer, whole);
            exit(1);
        }
        before = answer;
    }
}

static void try_damage(const struct view *view, uint8_t *message, size_t length)
{
    int n;
    for (n = 0; n < 200 && length > 0; n++) {
        uint8_t *const at = message + next_random() % (n < 100 && length > 40 ? 40 : length);
        const uint8_t old = *at;
        *at = (uint8_t)next_random();
        ask(view, message, length, 0);
        *at = old;
    }
}

int main(int count, char **arguments)
{
    const long every = count > 1 ? atol(arguments[1]) : 1;
    uint32_t root, length;
    long number = 0;
    (void)show_bytes;
    (void)show_bits;
    while (read_number(&root) && read_number(&length)) {
        uint8_t *const message = malloc(length + 1);
        size_t i;
        if (fread(message, 1, length, stdin) != length) {
            return 1;
        }
        for (i = 0; i < sizeof views / sizeof views[0]; i++) {
            long answer;
            if (views[i].root != root) {
                continue;
            }
            answer = ask(&views[i], message, length, 1);
            fputs(answer >= 0 ? "|" : answer == STUBC_TRUNCATED ? "T|" : "O|", stdout);
            if (number % every == 0) {
                try_beginnings(&views[i], message, length, answer);
                try_damage(&views[i], message, length);
            }
        }
        putchar('\n');
        free(message);
        number++;
    }
    return 0;
}
