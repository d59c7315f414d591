#define STUBC_HARNESS_PART
#include "THE_FUZZ_FILE"

THE_MESSAGES
enum { STUBC_HARNESS_COUNT = sizeof stubc_harness_messages / sizeof stubc_harness_messages[0] };

/* The message decodes whole, and its value has the expected encoding. Returns whether that is so. */
static bool stubc_harness_converts(unsigned number)
{
    static THE_TYPE value;
    const stubc_harness_message *const message = &stubc_harness_messages[number];
    const uint8_t *const received = stubc_harness_bytes + message->received;
    const uint8_t *const expected = stubc_harness_bytes + message->sent;
    stubc_context context = stubc_harness_context(false);
    stubc_error error;
    uint8_t *const input = stubc_harness_copy(received, message->length);
    uint8_t *const buffer = stubc_harness_copy(NULL, message->size);
    stubc_result result = THE_STEM_decode_exact(&value, input, message->length, &context, &error);
    const char *what = result < 0 ? "decoding" : "encoding";
    if (result >= 0) {
        result = THE_STEM_encode(&value, buffer, message->size, &context, &error);
    }
    if (result < 0) {
        fprintf(stderr, "value %u: error %d at offset %lu in %s\n", number, error.code, (unsigned long)error.offset, what);
    } else if ((size_t)result != message->size || (result && memcmp(buffer, expected, (size_t)result) != 0)) {
        fprintf(stderr, "value %u: its encoding has other bytes than expected\n", number);
        result = -1;
    }
#ifdef THE_STEM_ARENA_MAX
    if (result >= 0 && context.arena_used > THE_STEM_ARENA_MAX) {
        fprintf(stderr, "value %u: %lu bytes of the arena, more than THE_STEM_ARENA_MAX\n", number,
                (unsigned long)context.arena_used);
        result = -1;
    }
#endif
#ifdef THE_STEM_ENCODED_MAX
    if (message->size > THE_STEM_ENCODED_MAX) {
        fprintf(stderr, "value %u: %lu bytes, more than THE_STEM_ENCODED_MAX\n", number, (unsigned long)message->size);
        result = -1;
    }
#endif
    stubc_harness_forget(&value, &context);
    free(buffer);
    free(input);
    return result >= 0;
}

/* A small generator of random numbers (splitmix64). */
static uint64_t stubc_harness_random(uint64_t *state)
{
    uint64_t bits = *state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

/* Changes up to four bytes of a random message, cuts some messages, and checks the result as a fuzzer does. */
static void stubc_harness_mutated(uint64_t *state)
{
    const stubc_harness_message *const message =
        &stubc_harness_messages[stubc_harness_random(state) % STUBC_HARNESS_COUNT];
    size_t length = message->length;
    uint8_t *const data = stubc_harness_copy(stubc_harness_bytes + message->received, length);
    uint64_t changes = 1 + stubc_harness_random(state) % 4;
    for (; length && changes; changes--) {
        const uint64_t random = stubc_harness_random(state);
        const size_t at = (size_t)(random >> 16) % length;
        if (random % 8 == 0) {
            length = at;
        } else if (random % 2) {
            data[at] = (uint8_t)(data[at] ^ 1u << (random >> 3) % 8);
        } else {
            data[at] = (uint8_t)(random >> 8);
        }
    }
    stubc_harness_digest(data, length);
    free(data);
}

/* Writes each message as received to a file of its own: the first corpus of a fuzzer. Returns whether it could. */
static bool stubc_harness_write(const char *folder)
{
    char *const path = (char *)malloc(strlen(folder) + 24);
    bool is_written = path;
    unsigned number;
    for (number = 0; number < STUBC_HARNESS_COUNT && is_written; number++) {
        const stubc_harness_message *const message = &stubc_harness_messages[number];
        FILE *file;
        sprintf(path, "%s/value-%u", folder, number);
        file = fopen(path, "wb");
        is_written = file && fwrite(stubc_harness_bytes + message->received, 1, message->length, file) == message->length;
        is_written = file && fclose(file) == 0 && is_written;
    }
    if (!is_written) {
        fprintf(stderr, "cannot write to %s\n", folder);
    }
    free(path);
    return is_written;
}

/* Arguments: a seed, and the number of mutated messages; or `write`, and a folder. */
int main(int count, char **arguments)
{
    uint64_t state = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    const unsigned long runs = count > 2 ? strtoul(arguments[2], NULL, 10) : 10000;
    unsigned long run;
    unsigned number, wrong = 0;
    if (count == 3 && strcmp(arguments[1], "write") == 0) {
        return !stubc_harness_write(arguments[2]);
    }
    for (number = 0; number < STUBC_HARNESS_COUNT; number++) {
        const stubc_harness_message *const message = &stubc_harness_messages[number];
        wrong += !stubc_harness_converts(number);
        stubc_harness_digest(stubc_harness_bytes + message->received, message->length);
    }
    for (run = 0; run < runs; run++) {
        stubc_harness_mutated(&state);
    }
    printf("THE_TYPE: %u random values, %u wrong; %lu mutated messages\n", number, wrong, runs);
    return wrong != 0;
}
