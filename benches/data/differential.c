/* Feeds a message to several stubs of one type, which must give the same digest. VARIANTS lists them: X(prefix) for each.
 * For libFuzzer; with -DALONE a program of its own, `differential RUNS SEED FILE...`, that runs the files and RUNS mutations. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(prefix) uint64_t prefix##stubc_harness_digest(const uint8_t *data, size_t size);
VARIANTS
#undef X

static const struct variant {
    const char *name;
    uint64_t (*digest)(const uint8_t *data, size_t size);
} variants[] = {
#define X(prefix) {#prefix, prefix##stubc_harness_digest},
    VARIANTS
#undef X
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint64_t first = variants[0].digest(data, size);
    size_t at;
    for (at = 1; at < sizeof variants / sizeof variants[0]; at++) {
        if (variants[at].digest(data, size) != first) {
            fprintf(stderr, "%s and %s differ\n", variants[0].name, variants[at].name);
            abort();
        }
    }
    return 0;
}

#ifdef ALONE
typedef struct message {
    uint8_t *data;
    size_t size;
} message;

static uint64_t state;
static size_t chance(size_t below)
{
    uint64_t bits = state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return (size_t)((bits ^ bits >> 31) % (below ? below : 1));
}

static message read_file(const char *name)
{
    FILE *const file = fopen(name, "rb");
    message all = {NULL, 0};
    long size;
    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(1);
    }
    rewind(file);
    all.data = (uint8_t *)malloc((size_t)size + 1);
    all.size = fread(all.data, 1, (size_t)size, file);
    fclose(file);
    return all;
}

/* Bits flipped, bytes replaced, cut out, doubled, and taken from another message. */
static void mutated(const message *known, size_t count)
{
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0x81, 0x84, 0xff, 0x30, 0xa0, 0x3f};
    const message from = known[chance(count)], other = known[chance(count)];
    size_t size = from.size, changes = 1 + chance(4);
    uint8_t *const data = (uint8_t *)malloc(from.size + other.size + 64);
    memcpy(data, from.data, size);
    for (; changes && size; changes--) {
        const size_t at = chance(size), length = 1 + chance(size - at < 16 ? size - at : 16);
        switch (chance(6)) {
        case 0:
            data[at] = (uint8_t)(data[at] ^ 1u << chance(8));
            break;
        case 1:
            data[at] = odd[chance(sizeof odd)];
            break;
        case 2:
            size -= length;
            memmove(data + at, data + at + length, size - at);
            break;
        case 3:
            memmove(data + at + length, data + at, size - at);
            size += length;
            changes = size > from.size + 40 ? 1 : changes;
            break;
        case 4:
            data[at] = (uint8_t)(data[at] + 1 - chance(3));
            break;
        default:
            if (changes == 1 && other.size) {
                const size_t start = chance(other.size);
                size = at + other.size - start;
                memcpy(data + at, other.data + start, other.size - start);
            }
        }
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int count, char **arguments)
{
    size_t known = 0, at, runs;
    message *const all = (message *)malloc((size_t)count * sizeof *all);
    if (count < 4 || !all) {
        return 2;
    }
    runs = (size_t)strtoull(arguments[1], NULL, 10);
    state = strtoull(arguments[2], NULL, 10);
    for (at = 3; at < (size_t)count; at++) {
        all[known] = read_file(arguments[at]);
        LLVMFuzzerTestOneInput(all[known].data, all[known].size);
        known++;
    }
    for (at = 0; at < runs; at++) {
        mutated(all, known);
    }
    for (at = 0; at < known; at++) {
        free(all[at].data);
    }
    free(all);
    printf("%lu files, %lu mutations\n", (unsigned long)known, (unsigned long)runs);
    return 0;
}
#endif
