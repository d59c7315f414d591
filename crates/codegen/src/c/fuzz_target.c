#include "THE_HEADER"

#include <stdio.h>
#include <stdlib.h>

/* Bytes for what one message decodes to. */
#ifndef STUBC_HARNESS_ARENA
#define STUBC_HARNESS_ARENA ((size_t)1 << 18)
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
uint64_t stubc_harness_digest(const uint8_t *data, size_t size);

/* Stops as a crash does, so that a fuzzer keeps the message. */
static void stubc_harness_expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "THE_TYPE: %s\n", what);
        abort();
    }
}

/* A copy on the heap of exactly this size: a sanitizer sees each access beyond its ends. No bytes need no memory. */
static uint8_t *stubc_harness_copy(const uint8_t *data, size_t size)
{
    uint8_t *const copy = size ? (uint8_t *)malloc(size) : NULL;
    stubc_harness_expect(copy || !size, "there is no memory");
    if (copy && data) {
        memcpy(copy, data, size);
    }
    return copy;
}

/* A context over the first or second arena. */
static stubc_context stubc_harness_context(bool second)
{
    static uint64_t memory[2][STUBC_HARNESS_ARENA / sizeof(uint64_t)];
    return stubc_context_over(memory[second], sizeof memory[second]);
}

/* The value of an earlier message must not look like one of this message. */
static void stubc_harness_forget(THE_TYPE *value, const stubc_context *context)
{
    memset(value, 0xa5, sizeof *value);
    memset(context->arena, 0xa5, context->arena_used);
}

/* FNV-1a over a number. */
static uint64_t stubc_harness_mix(uint64_t digest, long long number)
{
    unsigned i;
    for (i = 0; i < 8; i++) {
        digest = (digest ^ ((unsigned long long)number >> 8 * i & 0xff)) * 0x100000001b3u;
    }
    return digest;
}

/* The encoding decodes whole, and its value has the same encoding again. */
static void stubc_harness_again(const uint8_t *encoded, size_t size)
{
    static THE_TYPE value;
    stubc_context context = stubc_harness_context(true);
    stubc_error error;
    uint8_t *const buffer = stubc_harness_copy(NULL, size);
    stubc_result result;
    context.max_work = SIZE_MAX;
    memset(&value, 0xa5, sizeof value);
    result = THE_STEM_decode_exact(&value, encoded, size, &context, &error);
    stubc_harness_expect(result == (stubc_result)size, "the decoder refuses what the encoder sent");
    result = THE_STEM_encode(&value, buffer, size, &context, &error);
    stubc_harness_expect(result == (stubc_result)size, "the second encoding has another size, or is refused");
    stubc_harness_expect(!size || memcmp(buffer, encoded, size) == 0, "the second encoding has other bytes");
    stubc_harness_forget(&value, &context);
    free(buffer);
}

/* Encodes into a buffer with room, one of the exact size, and one that is too small; then decodes the encoding again. */
static uint64_t stubc_harness_encoded(uint64_t digest, const THE_TYPE *value, stubc_context *context, size_t room)
{
    uint8_t *const buffer = stubc_harness_copy(NULL, room), *start = NULL, *exact;
    stubc_error error;
    stubc_result i, size = THE_STEM_encode_tail(value, buffer, room, context, &error, &start);
    digest = stubc_harness_mix(digest, size);
    stubc_harness_expect(size != STUBC_NO_SPACE, "the encoding is much longer than the message");
    stubc_harness_expect(size >= 0 || error.code == size, "the result of the encoder differs from its error");
    if (size >= 0) {
        exact = stubc_harness_copy(NULL, (size_t)size);
        stubc_harness_expect(start == buffer + room - size, "the encoding does not end at the end of the buffer");
        stubc_harness_expect(THE_STEM_encode(value, exact, (size_t)size, context, &error) == size,
                             "a buffer of the exact size is refused");
        stubc_harness_expect(!size || memcmp(exact, start, (size_t)size) == 0, "two encodings of one value differ");
        for (i = 0; i < size; i++) {
            digest = (digest ^ exact[i]) * 0x100000001b3u;
        }
        stubc_harness_again(exact, (size_t)size);
        stubc_harness_expect(!size || THE_STEM_encode(value, exact, (size_t)size - 1, context, &error) == STUBC_NO_SPACE,
                             "a buffer that is too small is accepted");
        free(exact);
    }
    free(buffer);
    return digest;
}

/* Decodes the message, and encodes its value, with a limit that the digest chooses. An arena of few bytes holds more on
 * targets with small pointers, so that its results are not part of the digest. */
static uint64_t stubc_harness_limited(uint64_t digest, const uint8_t *data, size_t size)
{
    static THE_TYPE value;
    stubc_context context = stubc_harness_context(false);
    const unsigned chosen = (unsigned)(digest >> 16 & 0xff) % 5, limit = (unsigned)(digest >> 24) & 0xff;
    stubc_error error;
    stubc_result result;
    uint8_t *buffer;
    if (chosen == 0) {
        context.max_depth = limit % 6;
    } else if (chosen == 1) {
        context.max_elements = 1 + limit % 6;
    } else if (chosen == 2) {
        context.max_bytes = 1 + limit;
    } else if (chosen == 3) {
        context.arena_size = limit * 2;
    }
    memset(&value, 0xa5, sizeof value);
    result = THE_STEM_decode_exact(&value, data, size, chosen == 4 ? NULL : &context, &error);
    stubc_harness_expect(context.arena_used <= context.arena_size, "more of the arena is used than there is");
    stubc_harness_expect(result >= 0 || error.code == result, "the result of the decoder differs from its error");
    if (result >= 0) {
        /* Few levels, or a buffer that is much too small. */
        const size_t room = chosen == 0 ? 4 * size + 4096 : limit % 8;
        context.max_depth = chosen == 0 ? limit / 6 % 6 : context.max_depth;
        buffer = stubc_harness_copy(NULL, room);
        result = THE_STEM_encode(&value, buffer, room, &context, &error);
        stubc_harness_expect(result >= 0 || error.code == result, "the result of the encoder differs from its error");
        free(buffer);
    }
    stubc_harness_forget(&value, &context);
    return chosen == 3 ? digest : stubc_harness_mix(digest, result);
}

/* Decodes a message; if it is valid, encodes its value and decodes that. Returns a digest of the results: lengths, codes
 * and offsets of errors, and encoded bytes. It is the same for every technique, cap and target. */
uint64_t stubc_harness_digest(const uint8_t *data, size_t size)
{
    static THE_TYPE value;
    stubc_context context = stubc_harness_context(false);
    stubc_error error;
    uint8_t *const input = stubc_harness_copy(data, size);
    uint64_t digest = 0xcbf29ce484222325u;
    stubc_result result;
    memset(&value, 0xa5, sizeof value);
    result = THE_STEM_decode(&value, input, size, &context, &error);
    digest = stubc_harness_mix(digest, result);
    stubc_harness_expect(context.arena_used <= context.arena_size, "more of the arena is used than there is");
    if (result < 0) {
        digest = stubc_harness_mix(digest, (long long)error.offset);
        stubc_harness_expect(error.code == result, "the result of the decoder differs from its error");
        stubc_harness_expect(error.offset <= size, "an error is behind the message");
        stubc_harness_expect(result != STUBC_TRUNCATED || error.needed > size, "a cut message needs no more bytes");
    } else {
        stubc_harness_expect((size_t)result <= size, "the message is longer than the input");
        digest = stubc_harness_encoded(digest, &value, &context, 4 * size + 4096);
    }
    stubc_harness_forget(&value, &context);
    digest = stubc_harness_limited(digest, input, size);
    free(input);
    return digest;
}

#ifndef STUBC_HARNESS_PART
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stubc_harness_digest(data, size);
    return 0;
}
#endif

/* Fuzzers bring their own main. */
#ifdef STUBC_HARNESS_MAIN
/* Runs one file, and prints its digest. */
static int stubc_harness_run(FILE *file, const char *name)
{
    size_t size = 0, room = 1 << 12, got;
    uint8_t *data = (uint8_t *)malloc(room), *larger;
    while (data && file && (got = fread(data + size, 1, room - size, file)) > 0) {
        size += got;
        if (size == room) {
            room *= 2;
            larger = (uint8_t *)realloc(data, room);
            if (!larger) {
                free(data);
            }
            data = larger;
        }
    }
    if (!data || !file || ferror(file)) {
        fprintf(stderr, "cannot read %s\n", name);
        free(data);
        return 1;
    }
    printf("%016llx %s\n", (unsigned long long)stubc_harness_digest(data, size), name);
    free(data);
    return 0;
}

/* Runs each file, or standard input. */
int main(int count, char **names)
{
    int at, failed = 0;
    if (count < 2) {
        return stubc_harness_run(stdin, "standard input");
    }
    for (at = 1; at < count; at++) {
        FILE *const file = fopen(names[at], "rb");
        failed |= stubc_harness_run(file, names[at]);
        if (file) {
            fclose(file);
        }
    }
    return failed;
}
#endif
