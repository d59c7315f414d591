/* What the fuzzers of blobs share: good blobs and messages from files, memory that ends where octets end, and chance. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct part {
    uint8_t *octets;
    size_t length;
} part;

static part blobs[256], messages[1024];
static size_t blob_count, message_count;
static uint64_t state;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state >> 11) % limit);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* Returns a copy in memory that ends where the octets end. */
static part copy(const uint8_t *octets, size_t length)
{
    part made;
    made.octets = malloc(length > 0 ? length : 1);
    made.length = length;
    if (made.octets == NULL) {
        fail("no memory");
    }
    memcpy(made.octets, octets, length);
    return made;
}

static size_t read_all(const char *name, part *parts, size_t most)
{
    static uint8_t octets[1 << 20];
    FILE *const file = fopen(name, "rb");
    uint8_t head[4];
    size_t count = 0;
    while (file != NULL && count < most && fread(head, 1, 4, file) == 4) {
        const size_t length = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16;
        if (length > sizeof octets || fread(octets, 1, length, file) != length) {
            fail("a file is cut off");
        }
        parts[count++] = copy(octets, length);
    }
    return count;
}

/* Reads the seed and the files. Returns how many blobs to try. */
static unsigned long long begin(int count, char **arguments)
{
    if (count != 3) {
        fail("blobs COUNT SEED");
    }
    state = strtoull(arguments[2], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    blob_count = read_all("blobs", blobs, 256);
    message_count = read_all("messages", messages, 1024);
    if (blob_count == 0 || message_count == 0) {
        fail("there is nothing to begin with");
    }
    return strtoull(arguments[1], NULL, 10);
}

/* Makes and tries so many blobs, and prints how many there were and how many the checker accepted. */
static void try_all(unsigned long long tries, size_t make(uint8_t *blob), int try(const uint8_t *octets, size_t length))
{
    static uint8_t blob[2 * ENGINE_MOST];
    unsigned long long accepted = 0, n;
    for (n = 0; n < tries; n++) {
        size_t length;
        if (n % 4096 == 0) {
            /* An engine that does not end is ended. */
            (void)alarm(60);
        }
        length = make(blob);
        accepted += (unsigned)try(blob, length);
    }
    printf("%llu %llu\n", tries, accepted);
}
