/* Runtime of mount, made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: mount.x
 * Options: --technique inlined
 */
/* SPDX-License-Identifier: 0BSD
 * The stubc runtime for XDR (RFC 4506): first what an application uses, then what generated code uses.
 * C99, freestanding but for memcpy, memmove, memset and memcmp; no globals that are written.
 */
#ifndef STUBC_RT_H
#define STUBC_RT_H
#define STUBC_FOR_mount

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
    size_t needed; /* for STUBC_TRUNCATED: the least length of the message, more than the input had */
} stubc_error;

/* Entry points are inline functions. Compile NAME.c with an empty STUBC_ENTRY to get them as external functions, for
 * callers in other languages. */
#ifndef STUBC_ENTRY
#define STUBC_ENTRY static inline
#endif

/* ---- What follows is for generated code. ---- */

/* Features of this runtime: DECODE ENCODE ENTRIES USE_ARENA USE_ARRAY USE_COUNTED USE_SWAP32. */
#define STUBC_ALIGN sizeof(uint64_t)
#define STUBC_ROOT_CELL uint16_t

/* The compiler's option for size (-Os) removes the shortcuts for speed. */
#ifndef __OPTIMIZE_SIZE__
#define STUBC_SPEED
#endif

#ifdef __GNUC__
#define STUBC_INLINE static inline __attribute__((always_inline))
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#else
#define STUBC_INLINE static inline
#define STUBC_MAYBE_UNUSED
#endif

/* A function that only the runtime calls if every type is interpreted: the compiler removes it after inlining all its
 * calls. */
#define STUBC_LOCAL

/* The target is little-endian and loads and stores words at any address. Elsewhere bytes are moved one by one. */
#if defined __GNUC__ && defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    (defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __ARM_FEATURE_UNALIGNED)
#define STUBC_WORDS_ANYWHERE
#endif

/* Returns the big-endian word at p (RFC 4506 4.2). The caller has checked that four bytes are there. */
STUBC_INLINE uint32_t stubc_word(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Writes a word at q, big-endian (RFC 4506 4.2). The caller has checked that there is space for four bytes. */
STUBC_INLINE void stubc_put_word(uint8_t *q, uint32_t word)
{
    /* Some compilers vectorize the four bytes first and do not combine them. */
#ifdef STUBC_WORDS_ANYWHERE
    word = __builtin_bswap32(word);
    memcpy(q, &word, sizeof word);
#else
    q[0] = (uint8_t)(word >> 24);
    q[1] = (uint8_t)(word >> 16);
    q[2] = (uint8_t)(word >> 8);
    q[3] = (uint8_t)word;
#endif
}

/* The lead of a type is a number of bytes with which each of its values begins. The caller of a procedure checks that
 * the input or the buffer has the lead; the procedure does not check it again. */

typedef struct stubc_decoder {
    const uint8_t *end; /* end of the input */
    const uint8_t *at;  /* start of the innermost construct that failed */
    uint8_t *arena;
    uint8_t *arena_end;
    size_t max_elements;
    unsigned depth; /* levels of recursion that are left */
    int code;
} stubc_decoder;

/* Decodes a value at p; returns where it ends, or NULL after an error, which is in d->code and d->at. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, void *value);
/* Decodes a value of static size that has no invalid encodings. The caller has checked the length. */
typedef void stubc_read_fn(const uint8_t *p, void *value);

#ifndef STUBC_FAIL
#define STUBC_FAIL STUBC_LOCAL
#endif
STUBC_FAIL const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at);
STUBC_LOCAL void *stubc_alloc(stubc_decoder *d, const uint8_t *at, size_t size);
STUBC_LOCAL const uint8_t *stubc_get_counted(stubc_decoder *d, const uint8_t *p, const uint8_t *at, uint32_t most,
                                             stubc_slice *value);
STUBC_LOCAL void *stubc_get_array(stubc_decoder *d, const uint8_t *p, uint32_t most, size_t lead, size_t size,
                                  size_t *count);

/* As stubc_get_array; inline for the usual case, where the compiler knows lead and size. */
#ifdef STUBC_SPEED
STUBC_INLINE void *stubc_quick_array(stubc_decoder *d, const uint8_t *p, uint32_t most, size_t lead, size_t size,
                                     size_t *count)
{
    size_t n = stubc_word(p), pad = (size_t)(0u - (uintptr_t)d->arena) & (STUBC_ALIGN - 1);
    size_t left = (size_t)(d->arena_end - d->arena);
    uint8_t *taken;
    if (n - 1 >= most || n > d->max_elements || n > (size_t)(d->end - p - 4) / lead || left < pad ||
        n > (left - pad) / size) {
        return stubc_get_array(d, p, most, lead, size, count);
    }
    taken = d->arena + pad;
    d->arena = taken + n * size;
    *count = n;
    return taken;
}
#else
#define stubc_quick_array stubc_get_array
#endif

/* Returns the big-endian 64-bit number at p (RFC 4506 4.5). */
STUBC_INLINE uint64_t stubc_hyper(const uint8_t *p)
{
    return (uint64_t)stubc_word(p) << 32 | stubc_word(p + 4);
}

/* Returns the float at p (RFC 4506 4.6). */
STUBC_INLINE float stubc_float(const uint8_t *p)
{
    uint32_t word = stubc_word(p);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Returns the double at p (RFC 4506 4.7). */
STUBC_INLINE double stubc_double(const uint8_t *p)
{
    uint64_t hyper = stubc_hyper(p);
    double value;
    memcpy(&value, &hyper, sizeof value);
    return value;
}

typedef struct stubc_encoder {
    const uint8_t *end; /* end of the buffer */
    unsigned depth;
    int code;
} stubc_encoder;

/* Encodes a value at q; returns where it ends, or NULL after an error, which is in c->code. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, const void *value);
/* Encodes a value of static size. The caller has checked the space. */
typedef void stubc_write_fn(uint8_t *q, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse(stubc_encoder *c, int code);
STUBC_LOCAL uint8_t *stubc_put_counted(stubc_encoder *c, uint8_t *q, uint32_t most, const stubc_slice *value);
STUBC_LOCAL uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count);

/* As stubc_put_count; inline for the usual case, where the compiler knows the lead. */
#ifdef STUBC_SPEED
STUBC_INLINE uint8_t *stubc_quick_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count)
{
    if (count > most || count > (size_t)(c->end - q - 4) / lead) {
        return stubc_put_count(c, q, most, lead, count);
    }
    stubc_put_word(q, (uint32_t)count);
    return q + 4;
}
#else
#define stubc_quick_count stubc_put_count
#endif

/* Writes a 64-bit number at q, big-endian (RFC 4506 4.5). */
STUBC_INLINE void stubc_put_hyper(uint8_t *q, uint64_t hyper)
{
    stubc_put_word(q, (uint32_t)(hyper >> 32));
    stubc_put_word(q + 4, (uint32_t)hyper);
}

/* Writes a float at q (RFC 4506 4.6). */
STUBC_INLINE void stubc_put_float(uint8_t *q, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    stubc_put_word(q, word);
}

/* Writes a double at q (RFC 4506 4.7). */
STUBC_INLINE void stubc_put_double(uint8_t *q, double value)
{
    uint64_t hyper;
    memcpy(&hyper, &value, sizeof hyper);
    stubc_put_hyper(q, hyper);
}

/* Copy count numbers of 32 or 64 bits, and convert them between the machine's byte order and that of XDR, in either
 * direction. The caller has checked both lengths. */
STUBC_LOCAL void stubc_swap32(void *to, const void *from, size_t count);

/* A message type: its lead, and its procedures; if any type is interpreted, its node instead of procedures. */
typedef struct stubc_root {
    STUBC_ROOT_CELL lead;
    stubc_decode_fn *decode;
    stubc_encode_fn *encode;
} stubc_root;

/* The functions that the entry points call. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root);
stubc_result stubc_decode_exactly(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root);
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root);
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root);

#ifdef __cplusplus
}
#endif
#endif
