/* Compares decoders and encoders with a shape (no prefix) and without one (prefix g_), on the same memory. */
#include "NAME.h"
#include "g_NAME.h"
#ifdef HAS_TABLES
#include "engine.c"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA = 1 << 14, ROOM = 1 << 13 };

static uint8_t arena[ARENA], copy_of_arena[ARENA], buffers[3][ROOM];
static TYPE value, copy_of_value;
static unsigned long inputs, hits, sent, varied;
static size_t start_of_arena;
static unsigned depth = STUBC_MAX_DEPTH;

static void differ(const char *what, const uint8_t *input, size_t length)
{
    size_t i;
    fprintf(stderr, "%s differs:", what);
    for (i = 0; i < length; i++) {
        fprintf(stderr, " %02x", input[i]);
    }
    fprintf(stderr, "\n");
#ifdef STUBC_FUZZ
    abort();
#else
    exit(1);
#endif
}

static size_t first_difference(const uint8_t *one, const uint8_t *other, size_t length)
{
    size_t at = 0;
    while (at < length && one[at] == other[at]) {
        at++;
    }
    return at;
}

#ifdef HAS_TABLES
/* The engine of tables decides as the compiled shape does, and finds the same holes. */
static const uint8_t blob[] = {BLOB};

#define SAME_NUMBER(at, member) is_same = is_same && (uint64_t)(member) == (uint64_t)holes[at].number
#define SAME_SLICE(at, member) \
    is_same = is_same && (member).data == holes[at].octets && (member).length == holes[at].length
#define SAME_BITS(at, member) \
    is_same = is_same && (member).data == holes[at].octets + 1 && (member).length == (uint64_t)holes[at].number

#define LENGTHEN(member) (member).length += (member).length > 1 && (member).length < 120

static void compare_table(const uint8_t *input, size_t length, const SHAPE *flat, stubc_result flat_result)
{
    stubc_hole holes[ENGINE_HOLES];
    int is_same = 1;
    if (sizeof blob == 1) {
        return; /* the shape has no table */
    }
    if (!engine_check(blob, sizeof blob)) {
        differ("the checker's answer to the table", blob, sizeof blob);
    }
    if (engine_run(blob, holes, input, length) != (flat_result < 0 ? 0 : (size_t)flat_result)) {
        differ("the answer of the table", input, length);
    }
    if (flat_result >= 0) {
        COMPARE_HOLES
        if (!is_same) {
            differ("a hole of the table", input, length);
        }
    }
    (void)flat;
}
#endif

static uint64_t state = 88172645463325252u;

static uint64_t any_number(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> (state & 63);
}

#define VARY_NUMBER(member) (member) = (__typeof__(member))any_number()
#define VARY_BOOLEAN(member) (member) = any_number() & 1
#define VARY_OCTETS(member) memset(member, (int)any_number(), sizeof(member))

/* Puts other numbers into the holes. What is sent of them is what the encoder without the shape sends. */
static void vary(const SHAPE *holes)
{
    SHAPE flat = *holes;
    stubc_result size;
    g_stubc_context general = g_stubc_context_over(copy_of_arena, ARENA);
    switch (any_number() % (HOLES + 1)) {
        VARY_HOLES
    default:
        break;
    }
    size = SHAPE_encode(&flat, buffers[0], ROOM);
    if (size == STUBC_OTHER) {
        return;
    }
    varied++;
    if (g_STEM_decode((g_TYPE *)(void *)&copy_of_value, buffers[0], (size_t)size, &general, NULL) != size ||
        g_STEM_encode((g_TYPE *)(void *)&copy_of_value, buffers[1], ROOM, NULL, NULL) != size ||
        memcmp(buffers[0], buffers[1], (size_t)size) != 0) {
        differ("the encoding of other holes", buffers[0], (size_t)size);
    }
    if (SHAPE_decode(&flat, buffers[0], (size_t)size) != size || SHAPE_encode(&flat, buffers[2], ROOM) != size ||
        memcmp(buffers[0], buffers[2], (size_t)size) != 0) {
        differ("the decoding of other holes", buffers[0], (size_t)size);
    }
}

/* Decodes one input with and without the shape; encodes what both give. */
static void compare(const uint8_t *message, size_t length, size_t room, size_t elements)
{
    stubc_context context;
    g_stubc_context general;
    stubc_error error;
    g_stubc_error general_error;
    stubc_result one, other, flat_result;
    SHAPE flat;
    uint8_t *const input = malloc(length ? length : 1); /* the sanitizer sees reads behind it */
    memcpy(input, message, length);
    inputs++;
    memset(&value, 0xa5, sizeof value);
    memset(arena, 0xa5, ARENA);
    memset(&error, 0, sizeof error);
    memset(&general_error, 0, sizeof general_error);
    general = g_stubc_context_over(arena, room);
    general.arena_used = start_of_arena;
    general.max_elements = elements;
    general.max_depth = depth;
    other = g_STEM_decode((g_TYPE *)(void *)&value, input, length, &general, &general_error);
    copy_of_value = value;
    memcpy(copy_of_arena, arena, ARENA);
    memset(&value, 0xa5, sizeof value);
    memset(arena, 0xa5, ARENA);
    context = stubc_context_over(arena, room);
    context.arena_used = start_of_arena;
    context.max_elements = elements;
    context.max_depth = depth;
    one = STEM_decode(&value, input, length, &context, &error);
    if (one != other || context.arena_used != general.arena_used) {
        differ("the result or the arena", input, length);
    }
    if (one < 0) {
        if (error.code != general_error.code || error.offset != general_error.offset ||
            error.needed != general_error.needed) {
            differ("the error", input, length);
        }
    } else {
        size_t at = first_difference((const uint8_t *)&value, (const uint8_t *)&copy_of_value, sizeof value);
        if (at < sizeof value) {
            fprintf(stderr, "byte %u of the struct: ", (unsigned)at);
            differ("the value", input, length);
        }
        at = first_difference(arena, copy_of_arena, context.arena_used);
        if (at < context.arena_used) {
            fprintf(stderr, "byte %u of the arena: ", (unsigned)at);
            differ("the value", input, length);
        }
    }
    memset(&flat, 0xa5, sizeof flat);
    flat_result = SHAPE_decode(&flat, input, length);
#ifdef HAS_TABLES
    compare_table(input, length, &flat, flat_result);
#endif
    if (flat_result != STUBC_OTHER) {
        stubc_result size, flat_size;
        general = g_stubc_context_over(copy_of_arena, ARENA);
        if (flat_result != g_STEM_decode((g_TYPE *)(void *)&copy_of_value, input, length, &general, NULL)) {
            differ("the length of a hit", input, length);
        }
        hits++;
        size = g_STEM_encode((g_TYPE *)(void *)&copy_of_value, buffers[0], ROOM, NULL, NULL);
        flat_size = SHAPE_encode(&flat, buffers[1], ROOM);
        if (flat_size != STUBC_OTHER) {
            sent++;
            if (flat_size != size || memcmp(buffers[0], buffers[1], (size_t)size) != 0) {
                differ("the encoding of the holes", input, length);
            }
            {
                uint8_t *const exact = malloc((size_t)size);
                if (SHAPE_encode(&flat, exact, (size_t)size) != size || memcmp(exact, buffers[0], (size_t)size) != 0 ||
                    SHAPE_encode(&flat, exact, (size_t)size - 1) != STUBC_OTHER) {
                    differ("the use of the buffer", input, length);
                }
                free(exact);
            }
        }
        vary(&flat);
        vary(&flat);
        vary(&flat);
    }
    if (room == ARENA && start_of_arena == 0) {
        /* Without a context there is no memory. */
        other = g_STEM_decode((g_TYPE *)(void *)&copy_of_value, input, length, NULL, NULL);
        if (STEM_decode(&value, input, length, NULL, NULL) != other) {
            differ("the result without a context", input, length);
        }
    }
    free(input);
}

#ifdef STUBC_FUZZ
/* For libFuzzer: a message, whole and with a limit that its bytes choose. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t chosen = size ? data[size - 1] : 0;
    if (size <= ROOM / 2) {
        compare(data, size, ARENA, SIZE_MAX);
        compare(data, size, chosen * 8, chosen % 20);
    }
    return 0;
}
#else

/* Changes each octet of a message to each other value, of so many changes one. */
static void mutants(uint8_t *message, size_t length, unsigned long stride)
{
    unsigned long number = 0;
    size_t at;
    for (at = 0; at < length; at++) {
        unsigned change;
        for (change = 1; change < 256; change++) {
            if (number++ % stride == 0) {
                message[at] = (uint8_t)(message[at] ^ change);
                compare(message, length, ARENA, SIZE_MAX);
                message[at] = (uint8_t)(message[at] ^ change);
            }
        }
    }
}

/* Repeats one operation on a message. */
static stubc_result repeat(const char *operation, const uint8_t *message, size_t length, unsigned long passes)
{
    static const char *const names[] = {"decode", "encode", "flat-decode", "flat-encode", "table-decode", "table-longer"};
    static SHAPE flat;
    stubc_context context = stubc_context_over(arena, ARENA);
#ifdef HAS_TABLES
    stubc_hole holes[ENGINE_HOLES];
#endif
    stubc_result result = 0;
    size_t which = 0;
    STEM_decode(&value, message, length, &context, NULL);
    SHAPE_decode(&flat, message, length);
    while (strcmp(operation, names[which]) != 0) {
        which++;
    }
    if (which == 5) {
        /* The strings that are holes get other lengths. */
        LENGTHEN_HOLES
        result = SHAPE_encode(&flat, buffers[0], ROOM);
        message = buffers[0];
        length = (size_t)result;
    }
    for (; passes && result >= 0; passes--) {
        switch (which) {
        case 0:
            context.arena_used = 0;
            result = STEM_decode(&copy_of_value, message, length, &context, NULL);
            break;
        case 1:
            result = STEM_encode(&value, buffers[0], ROOM, NULL, NULL);
            break;
        case 2:
            result = SHAPE_decode(&flat, message, length);
            break;
        case 3:
            result = SHAPE_encode(&flat, buffers[0], ROOM);
            break;
        default:
#ifdef HAS_TABLES
            result = (stubc_result)engine_run(blob, holes, message, length) - 1; /* 0 is an error */
#endif
            break;
        }
    }
    return result;
}

/* Reads records from standard input: a length in four octets, and a message. Compares each, whole or, with `cut`, every
 * beginning, every size of the arena, and some limits; with a stride, its mutants. `bench` repeats an operation. */
int main(int count, char **arguments)
{
    static uint8_t message[ROOM];
    uint8_t head[4];
    const unsigned long stride = count > 2 ? strtoul(arguments[2], NULL, 10) : 1;
    while (fread(head, 1, 4, stdin) == 4) {
        const size_t length = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16;
        size_t i;
        if (length > ROOM || fread(message, 1, length, stdin) != length) {
            return 2;
        }
        if (strcmp(arguments[1], "bench") == 0) {
            return repeat(arguments[3], message, length, stride) < 0;
        }
        if (strcmp(arguments[1], "mutants") == 0) {
            mutants(message, length, stride);
        }
        compare(message, length, ARENA, SIZE_MAX);
        if (strcmp(arguments[1], "cut") == 0) {
            for (i = 0; i < length; i++) {
                compare(message, i, ARENA, SIZE_MAX);
            }
            for (i = 0; i < 2048; i += 8) {
                compare(message, length, i, SIZE_MAX);
            }
            for (i = 0; i < 20; i++) {
                compare(message, length, ARENA, i);
                depth = (unsigned)i;
                compare(message, length, ARENA, SIZE_MAX);
                depth = STUBC_MAX_DEPTH;
                start_of_arena = i;
                compare(message, length, ARENA, SIZE_MAX);
                start_of_arena = 0;
            }
        }
    }
    printf("%lu inputs, %lu hits, %lu sent, %lu varied\n", inputs, hits, sent, varied);
    return 0;
}
#endif
