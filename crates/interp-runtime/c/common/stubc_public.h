#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if !defined __STDC_HOSTED__ || __STDC_HOSTED__
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined __STDC_HOSTED__ && !__STDC_HOSTED__
/* A freestanding compiler has no <string.h>, but its own code calls these functions too. */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int octet, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* Bytes read or written, or a negative error code. */
typedef ptrdiff_t stubc_result;

/* Headers of filters define these two. */
#undef STUBC_TRUNCATED
#undef STUBC_OTHER

enum {
    STUBC_TRUNCATED = -1,     /* the input ends before the message does: send more */
    STUBC_BAD_TAG = -2,       /* an element is missing, unexpected or repeated */
    STUBC_BAD_LENGTH = -3,    /* malformed length octets, or a length beyond the enclosing element */
    STUBC_BAD_VALUE = -4,     /* the contents octets are not a value of the type */
    STUBC_RANGE = -5,         /* the value does not fit the C type; integer = "bytes" fits any */
    STUBC_NOT_CANONICAL = -6, /* valid BER, but not DER */
    STUBC_DEPTH = -7,         /* recursion deeper than the context allows */
    STUBC_LIMIT = -8,         /* more bytes, array elements or work for checks than the context allows */
    STUBC_NO_MEMORY = -9,     /* the arena is exhausted */
    STUBC_NO_SPACE = -10,     /* the output buffer is too small */
    STUBC_TRAILING = -11,     /* bytes follow the message (T_decode_exact) */
    STUBC_CONSTRAINT = -12,   /* the specification's constraints exclude the value (--check-constraints) */
    STUBC_OTHER = -13         /* a filter leaves the message undecided: decode it */
};

/* Bytes. After decoding they point into the input, or into the arena if segments were joined. */
typedef struct stubc_slice {
    const uint8_t *data;
    size_t length;
} stubc_slice;

/* Bits. The first is the most significant bit of data[0]; length counts bits. */
typedef struct stubc_bits {
    const uint8_t *data;
    size_t length;
} stubc_bits;

/* The memory and the limits of a call. Set arena_used to 0 to reuse the arena. */
typedef struct stubc_context {
    uint8_t *arena; /* memory for arrays, recursive values and joined strings */
    size_t arena_size;
    size_t arena_used;
    size_t max_elements; /* elements of one array */
    unsigned max_depth;  /* nesting of recursive types */
    size_t max_work;     /* bytes that --check-constraints may decode inside strings; 0: 64 times the message */
    size_t max_bytes;    /* length of one message to decode; 0: no limit */
#ifdef STUBC_COUNT_COMMANDS
    unsigned long commands; /* interpreter calls so far */
    unsigned long idle;     /* those of them that convert no byte of the message, such as absent fields */
#endif
#ifdef STUBC_PROFILE
    uint32_t *profile; /* STUBC_PROFILE_SIZE counters; NULL: nothing is counted */
#endif
} stubc_context;

#define STUBC_MAX_DEPTH 64u

/* Returns a context with the default limits; its arena is size bytes at memory. */
static inline stubc_context stubc_context_over(void *memory, size_t size)
{
    stubc_context context;
    memset(&context, 0, sizeof context);
    context.arena = (uint8_t *)memory;
    context.arena_size = size;
    context.max_elements = SIZE_MAX;
    context.max_depth = STUBC_MAX_DEPTH;
    return context;
}

/* Why and where a call failed. offset: the start of the innermost structure, union or array element that failed. */
typedef struct stubc_error {
    int code;
    size_t offset;
#ifdef STUBC_PACKED
    unsigned bit; /* packed encoding rules: the first bit of that element in its byte, 0 for the most significant */
#endif
    size_t needed; /* for STUBC_TRUNCATED: the least length of the message, more than the input had */
#ifdef STUBC_ERROR_PATHS
#define STUBC_PATH_LENGTH 128
    const char *root;                 /* the message's type */
    unsigned fields;                  /* nested fields in the path */
    uint32_t path[STUBC_PATH_LENGTH]; /* the fields, the innermost first: see stubc_error_path */
#endif
} stubc_error;

#ifdef STUBC_ERROR_PATHS
/* Writes the path of the field that failed, such as `Type.field.field[3].field`, as snprintf does: at most size bytes
 * with a zero at the end. Returns the length of the whole path. */
size_t stubc_error_path(const stubc_error *error, char *text, size_t size);
#endif

/* Entry points are inline functions. Compile NAME.c with an empty STUBC_ENTRY to get them as external functions, for
 * callers in other languages. */
#ifndef STUBC_ENTRY
#define STUBC_ENTRY static inline
#endif
