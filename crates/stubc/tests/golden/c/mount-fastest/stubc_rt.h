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
/* A freestanding compiler has no <string.h>, but calls these by itself, too. */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int octet, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* Octets consumed or written, or a negative error code. */
typedef ptrdiff_t stubc_result;

enum {
    STUBC_TRUNCATED = -1,     /* the input ends before the message does: send more */
    STUBC_BAD_TAG = -2,       /* an element is missing, unexpected or repeated */
    STUBC_BAD_LENGTH = -3,    /* malformed length octets, or a length beyond the enclosing element */
    STUBC_BAD_VALUE = -4,     /* contents octets are no value of the type */
    STUBC_RANGE = -5,         /* the value does not fit the C type: integer = "bytes" takes any */
    STUBC_NOT_CANONICAL = -6, /* valid BER, but not DER */
    STUBC_DEPTH = -7,         /* recursion deeper than the context allows */
    STUBC_LIMIT = -8,         /* more bytes, array elements or work for checks than the context allows */
    STUBC_NO_MEMORY = -9,     /* the arena is exhausted */
    STUBC_NO_SPACE = -10,     /* the output buffer is too small */
    STUBC_TRAILING = -11,     /* octets follow the message (T_decode_exact) */
    STUBC_CONSTRAINT = -12    /* a value that the specification's constraints exclude (--check-constraints) */
};

/* Octets: of the input after decoding, or joined in the arena. */
typedef struct stubc_slice {
    const uint8_t *data;
    size_t length;
} stubc_slice;

/* Bits, the first in the most significant place of data[0]; length counts bits. */
typedef struct stubc_bits {
    const uint8_t *data;
    size_t length;
} stubc_bits;

/* What a call may use. Set arena_used to 0 to use the arena anew. */
typedef struct stubc_context {
    uint8_t *arena; /* arrays, recursive values and joined strings are put here */
    size_t arena_size;
    size_t arena_used;
    size_t max_elements; /* of one array */
    unsigned max_depth;  /* of recursive types */
    size_t max_work;     /* bytes that --check-constraints may decode inside strings; 0: 64 times the message */
    size_t max_bytes;    /* of one message that is decoded; 0: any number */
} stubc_context;

#define STUBC_MAX_DEPTH 64u

/* A context with safe limits over size octets of memory. */
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

/* Where and why a message was refused: offset is that of the innermost structure, union or array element. */
typedef struct stubc_error {
    int code;
    size_t offset;
    size_t needed; /* of STUBC_TRUNCATED: the message has at least so many bytes, more than there were */
} stubc_error;

/* Entry points are made in line, where they are called. NAME.c has them as functions when it is compiled with an empty
 * STUBC_ENTRY: for callers that do not read C. */
#ifndef STUBC_ENTRY
#define STUBC_ENTRY static inline
#endif

/* ---- What follows is for generated code. ---- */

/* Features of this runtime: DECODE ENCODE ENTRIES USE_ARENA USE_ARRAY USE_COUNTED USE_SWAP32. */
#define STUBC_ALIGN sizeof(uint64_t)
#define STUBC_ROOT_CELL uint16_t

/* Shortcuts for speed are left out where the compiler is asked for size. */
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

/* A function that only the runtime calls where all is interpreted: once it is in line everywhere, nothing is left of
 * it. */
#define STUBC_LOCAL

STUBC_INLINE uint32_t stubc_word(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

STUBC_INLINE void stubc_put_word(uint8_t *q, uint32_t word)
{
    /* Where a word may lie anywhere it is stored as one: compilers that make vectors of its octets first do not see
     * that. */
#if defined __GNUC__ && defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    (defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __ARM_FEATURE_UNALIGNED)
    word = __builtin_bswap32(word);
    memcpy(q, &word, sizeof word);
#else
    q[0] = (uint8_t)(word >> 24);
    q[1] = (uint8_t)(word >> 16);
    q[2] = (uint8_t)(word >> 8);
    q[3] = (uint8_t)word;
#endif
}

/* What every value of a type begins with at the same place, its lead, has been checked by whoever calls. */

typedef struct stubc_decoder {
    const uint8_t *end; /* of the input */
    const uint8_t *at;  /* start of the innermost construct that failed */
    uint8_t *arena;
    uint8_t *arena_end;
    size_t max_elements;
    unsigned depth; /* how many recursive fields may still be entered */
    int code;
} stubc_decoder;

/* Decodes a value at p; returns where it ends, or NULL with d->code and d->at set. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, void *value);
/* The same where the size is static and nothing can be wrong: there is nothing to return. */
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

/* The same, the usual case in place, where the compiler sees lead and size. */
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

STUBC_INLINE uint64_t stubc_hyper(const uint8_t *p)
{
    return (uint64_t)stubc_word(p) << 32 | stubc_word(p + 4);
}

STUBC_INLINE float stubc_float(const uint8_t *p)
{
    uint32_t word = stubc_word(p);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

STUBC_INLINE double stubc_double(const uint8_t *p)
{
    uint64_t hyper = stubc_hyper(p);
    double value;
    memcpy(&value, &hyper, sizeof value);
    return value;
}

typedef struct stubc_encoder {
    const uint8_t *end; /* of the buffer */
    unsigned depth;
    int code;
} stubc_encoder;

/* Encodes a value at q; returns where it ends, or NULL with c->code set. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, const void *value);
/* The same where the size is static: the room has been checked, and there is nothing to return. */
typedef void stubc_write_fn(uint8_t *q, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse(stubc_encoder *c, int code);
STUBC_LOCAL uint8_t *stubc_put_counted(stubc_encoder *c, uint8_t *q, uint32_t most, const stubc_slice *value);
STUBC_LOCAL uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count);

/* The same, the usual case in place, where the compiler sees the lead. */
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

STUBC_INLINE void stubc_put_hyper(uint8_t *q, uint64_t hyper)
{
    stubc_put_word(q, (uint32_t)(hyper >> 32));
    stubc_put_word(q + 4, (uint32_t)hyper);
}

STUBC_INLINE void stubc_put_float(uint8_t *q, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    stubc_put_word(q, word);
}

STUBC_INLINE void stubc_put_double(uint8_t *q, double value)
{
    uint64_t hyper;
    memcpy(&hyper, &value, sizeof hyper);
    stubc_put_hyper(q, hyper);
}

/* Converts so many numbers of 32 or 64 bits between the machine's order of octets and that of XDR, either way. */
STUBC_LOCAL void stubc_swap32(void *to, const void *from, size_t count);

/* A message type: its lead, and its procedures; its number where any are interpreted. */
typedef struct stubc_root {
    STUBC_ROOT_CELL lead;
    stubc_decode_fn *decode;
    stubc_encode_fn *encode;
} stubc_root;

/* What the entry points call. */
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
