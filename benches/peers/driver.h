/* The program around a codec: `run WAY PASSES FILE...`. A codec is a file that includes this one and defines peer_decode,
 * peer_free and peer_encode for the message that -DTYPE=... names.
 *   check PASSES    decodes each file and encodes it again; exits with 1 if a message comes out otherwise
 *   decode PASSES   decodes each file so often, and frees the value each time
 *   encode PASSES   decodes each file once, and encodes the value so often
 *   decode-ns, encode-ns: prints the nanoseconds of one message, the best of some rounds of PASSES
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DRIVER_ROOM = 1 << 16, DRIVER_ROUNDS = 15 };
#define DRIVER_PASTE(a, b) a##b
#define DRIVER_JOIN(a, b) DRIVER_PASTE(a, b)
#define DRIVER_TEXT_OF(a) #a
#define DRIVER_TEXT(a) DRIVER_TEXT_OF(a)

/* Decodes a message and keeps its value; returns 0 if it is refused. */
static int peer_decode(const uint8_t *octets, size_t length);
/* Frees that value. */
static void peer_free(void);
/* Encodes that value; returns the length, 0 after an error, and sets *octets to where the encoding stands. */
static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets);

static uint8_t driver_room[DRIVER_ROOM];

static double driver_now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

/* Repeats one way of a message; returns 0 after an error. */
static int driver_repeat(char way, unsigned long passes, const uint8_t *octets, size_t length)
{
    const uint8_t *again;
    while (passes-- > 0) {
        if (way == 'e') {
            if (!peer_encode(driver_room, sizeof driver_room, &again)) {
                return 0;
            }
        } else {
            if (!peer_decode(octets, length)) {
                return 0;
            }
            peer_free();
        }
    }
    return 1;
}

/* Runs one file; returns 0 after an error, and adds the time of a message. */
static int driver_run(const char *way, unsigned long passes, const uint8_t *octets, size_t length, double *ns)
{
    const uint8_t *again = NULL;
    double best = 1e30;
    int round, good = 1;
    if (way[0] != 'd') {
        if (!peer_decode(octets, length)) {
            return 0;
        }
    }
    if (way[0] == 'c') {
        good = peer_encode(driver_room, sizeof driver_room, &again) == length && !memcmp(again, octets, length);
    } else {
        for (round = 0; good && round < (strchr(way, '-') ? DRIVER_ROUNDS : 1); round++) {
            const double begun = driver_now();
            good = driver_repeat(way[0], passes, octets, length);
            if (driver_now() - begun < best) {
                best = driver_now() - begun;
            }
        }
        *ns += best / (double)passes;
    }
    if (way[0] != 'd') {
        peer_free();
    }
    return good;
}

int main(int count, char **argument)
{
    static uint8_t message[DRIVER_ROOM];
    const unsigned long passes = count > 3 ? strtoul(argument[2], NULL, 10) : 0;
    double ns = 0;
    int at;
    for (at = 3; at < count; at++) {
        FILE *const file = fopen(argument[at], "rb");
        const size_t length = file ? fread(message, 1, sizeof message, file) : 0;
        if (!length || !driver_run(argument[1], passes, message, length, &ns)) {
            fprintf(stderr, "%s: %s failed\n", argument[at], argument[1]);
            return 1;
        }
        fclose(file);
    }
    if (count > 3 && strchr(argument[1], '-')) {
        printf("%.1f\n", ns / (count - 3));
    }
    return count <= 3;
}
