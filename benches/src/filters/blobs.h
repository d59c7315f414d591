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
