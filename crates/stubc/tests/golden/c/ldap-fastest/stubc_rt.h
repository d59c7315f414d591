/* Runtime of ldap, made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique inlined
 */
/* SPDX-License-Identifier: 0BSD
 * The stubc runtime for BER and DER (X.690): first what an application uses, then what generated code uses.
 * C99, freestanding but for memcpy, memmove, memset and memcmp; no globals that are written.
 */
#ifndef STUBC_RT_H
#define STUBC_RT_H
#define STUBC_FOR_ldap

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
    STUBC_CONSTRAINT = -12    /* the specification's constraints exclude the value (--check-constraints) */
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

/* Features of this runtime: CALLS_LEAVE CALLS_PUT_BOOLEAN CALLS_PUT_INTEGER CALLS_SKIP DECODE ENCODE ENTRIES FAST
 * PUT_OCTETS USE_ARENA USE_ARRAY USE_BOOLEAN USE_I32 USE_INTEGER USE_NULL USE_OCTETS USE_OPEN USE_U32 USE_U8. */
#define STUBC_ALIGN sizeof(uint64_t)

/* The compiler's option for size (-Os) removes the shortcuts for the common case. */
#ifndef __OPTIMIZE_SIZE__
#define STUBC_SPEED
#endif

#ifdef __GNUC__
#define STUBC_INLINE static inline __attribute__((always_inline))
#else
#define STUBC_INLINE static inline
#endif

#ifdef __GNUC__
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#else
#define STUBC_MAYBE_UNUSED
#endif

/* For size: a function with so many callers that inlining it would take more bytes. */
#if defined __GNUC__ && !defined STUBC_SPEED
#define STUBC_SHARED __attribute__((noinline))
#else
#define STUBC_SHARED
#endif

/* A small function that only the runtime calls if every type is interpreted: the compiler removes it after inlining all
 * its calls. */
#define STUBC_LOCAL

/* A larger function: for size, gcc must not inline it, so that the planner can count its bytes. */
#if defined __clang__ || defined STUBC_SPEED
#define STUBC_OWN STUBC_LOCAL
#else
#define STUBC_OWN
#endif

/* For speed: a function that is not inlined, so that its callers need no stack frame. */
#if defined __GNUC__ && defined STUBC_SPEED
#define STUBC_APART __attribute__((noinline))
#else
#define STUBC_APART
#endif

/* The kinds of scalars: opcodes of commands, and arguments of primitives. */
enum {
    STUBC_OP_SCALAR = 6, /* from here on: scalars and open types */
    STUBC_OP_OPEN = 6, /* byte 3, if a governor resolves it: the number of its node, plus 1 */
    STUBC_OP_NULL = 7,
    STUBC_OP_OCTETS = 8, /* BER may segment this and the next two kinds */
    STUBC_OP_BITS = 9,
    STUBC_OP_NAMED_BITS = 10,
    STUBC_OP_U8 = 16, /* plus the binary logarithm of the width in two bits, plus 4 if signed */
    STUBC_OP_U32 = 18,
    STUBC_OP_U64 = 19,
    STUBC_OP_I8 = 20,
    STUBC_OP_I32 = 22,
    STUBC_OP_I64 = 23,
    STUBC_OP_BOOLEAN = 24
};

/* The index of the byte with this weight (0: least significant) in an integer of width bytes. */
#if defined __BYTE_ORDER__ && defined __ORDER_LITTLE_ENDIAN__
#define STUBC_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define STUBC_LITTLE (*(const uint8_t *)&(const uint16_t){1})
#endif
#define STUBC_OCTET(weight, width) (STUBC_LITTLE ? (weight) : (width)-1 - (weight))

typedef struct stubc_decoder {
    const uint8_t *contents; /* start of the contents of the element whose header was read last */
    const uint8_t *end;      /* end of those contents */
    const uint8_t *next;     /* end of that element, after any end-of-contents octets */
    const uint8_t *at;       /* start of the innermost construct that failed */
    stubc_context *context;  /* the caller's arena and limits; NULL: none */
    size_t missing;          /* the least number of octets by which the input is too short */
    unsigned depth;          /* levels of recursion that are left */
    int code;
} stubc_decoder;

/* Whether to check the constraints of the value just decoded. */
#define STUBC_CHECKED(d) (!(d)->code)

/* Decodes the element at p, inside contents that end at e, into value. tag: its identifier; 0 for a union or open
 * type, which has none. Returns where the next element starts. After an error it returns e and sets d->code: callers
 * may check d->code late, because no element follows e. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value);

STUBC_OWN const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *e);
STUBC_OWN const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e);
STUBC_OWN const uint8_t *stubc_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag);
STUBC_OWN const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e);
STUBC_OWN void *stubc_alloc(stubc_decoder *d, size_t size);
STUBC_OWN void *stubc_array(stubc_decoder *d, const uint8_t *p, const uint8_t *e, size_t size, size_t *count);

/* A decoder of primitives: as stubc_decode_fn. arg: the repr of an integer, the kind of a time, the number of a node;
 * else unused. */
typedef const uint8_t *stubc_get_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                    unsigned arg);
#ifdef STUBC_SPEED
#define STUBC_GET STUBC_MAYBE_UNUSED STUBC_INLINE
stubc_get_fn stubc_get_boolean;
stubc_get_fn stubc_get_integer;
stubc_get_fn stubc_get_octets;
stubc_get_fn stubc_get_null;
stubc_get_fn stubc_get_open;
#else
/* For size: one function decodes all primitives, and the opcode selects. */
#define STUBC_GET
stubc_get_fn stubc_get;
#define stubc_get_boolean(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_BOOLEAN)
#define stubc_get_integer(d, p, e, tag, to, repr) stubc_get(d, p, e, tag, to, STUBC_OP_U8 + (repr))
#define stubc_get_octets(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OCTETS)
#define stubc_get_null(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_NULL)
#define stubc_get_open(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OPEN)
#endif
/* Returns the length of the contents if the element at p has the one-octet identifier tag, one length octet, and ends
 * at most at e; else -1. */
STUBC_INLINE ptrdiff_t stubc_short(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    return e - p >= 2 && p[0] == tag && p[1] < 0x80 && p[1] <= e - p - 2 ? (ptrdiff_t)p[1] : -1;
}

/* As stubc_header; inline for a header of two octets. */
STUBC_INLINE const uint8_t *stubc_fast_enter(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    ptrdiff_t length = stubc_short(p, e, tag);
    if (length < 0) {
        return stubc_header(d, p, e, tag);
    }
    d->end = d->next = p + 2 + length;
    return p + 2;
}

/* The function with which the runtime itself enters an element. */
#ifdef STUBC_SPEED
#define STUBC_ENTER stubc_fast_enter
#else
#define STUBC_ENTER stubc_header
#endif

/* Decodes an integer whose contents are one to four octets in the shortest form; returns false for any other element.
 * Loads the four octets that end with the contents: the header before them keeps the load inside the input. */
STUBC_INLINE bool stubc_small(const uint8_t *p, const uint8_t *e, uint32_t tag, int32_t *value)
{
    const ptrdiff_t length = stubc_short(p, e, tag);
    uint32_t word;
    if (length == 1) {
        *value = (int8_t)p[2];
        return true;
    }
    if (length < 2 || length > 4) {
        return false;
    }
    p += length - 2;
    word = ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]) << (32 - 8 * length);
    *value = (int32_t)word >> (32 - 8 * length);
    return (((word >> 23) + 1) & 0x1fe) != 0;
}

#define stubc_found(p, e, tag) ((p) < (e) && *(p) == (tag))

/* As stubc_found; inline for an identifier of one octet. */
STUBC_INLINE bool stubc_at(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    return tag < 0x100 ? p < e && *p == tag : stubc_found(p, e, tag);
}

/* As stubc_at for a one-octet identifier of a string, in either form, because BER may segment it (X.690 8.7). */
STUBC_INLINE bool stubc_at_string(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    return p < e && (*p | 0x20) == (tag | 0x20);
}

typedef struct stubc_encoder {
    uint8_t *begin; /* start of the buffer; the encoder writes backwards, never before it */
    unsigned depth;
    int code; /* the first error; the output is invalid after it */
} stubc_encoder;

/* Encodes value as an element that ends at q; returns where it starts. Errors stay in c->code. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse(stubc_encoder *c, uint8_t *q, int code);
STUBC_OWN uint8_t *stubc_put_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag);
STUBC_OWN uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value);
uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value);

/* As stubc_put_header; inline for a header of two octets. */
STUBC_INLINE uint8_t *stubc_fast_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag)
{
    if (tag - 1 < 0xff && end - q < 0x80 && q - c->begin >= 2) {
        q -= 2;
        q[1] = (uint8_t)(end - q - 2);
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_header(c, q, end, tag);
}

/* The function with which the runtime itself writes a header. */
#ifdef STUBC_SPEED
#define STUBC_CLOSE stubc_fast_header
#else
#define STUBC_CLOSE stubc_put_header
#endif

/* An encoder of primitives: as stubc_encode_fn. arg: the kind of a time, the number of a node; else unused. */
typedef uint8_t *stubc_put_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned arg);
#ifdef STUBC_SPEED
#define STUBC_PUT STUBC_MAYBE_UNUSED STUBC_INLINE
stubc_put_fn stubc_put_octets;
stubc_put_fn stubc_put_null;
stubc_put_fn stubc_put_open;
#else
#define STUBC_PUT
stubc_put_fn stubc_put;
#define stubc_put_octets(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OCTETS)
#define stubc_put_null(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_NULL)
#define stubc_put_open(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OPEN)
#endif

/* A message type: its step if every type is interpreted; else its procedures. For an interpreted message these are the
 * interpreter's entries, and the tag is the offset of its command. */
typedef struct stubc_root {
    stubc_decode_fn *decode;
    uint32_t decode_tag;
    uint32_t encode_tag;
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

/* ---- Defaults and constraints ---- */
#define STUBC_CANONICAL_BOOLEAN(octet) true

/* ---- Inline functions of compiled procedures: the common case inline, the general case by a call ---- */

/* Decodes a boolean. */
STUBC_INLINE const uint8_t *stubc_fast_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                               bool *value)
{
    if (tag < 0x100 && e - p >= 3 && p[0] == tag && p[1] == 1 && STUBC_CANONICAL_BOOLEAN(p[2])) {
        *value = p[2] != 0;
        return p + 3;
    }
    return stubc_get_boolean(d, p, e, tag, value, 0);
}

/* Defines a decoder of one integer type. FITS: whether the value x fits the type. */
#define STUBC_FAST_INTEGER(NAME, TYPE, REPR, FITS)                                                                  \
    STUBC_INLINE const uint8_t *stubc_fast_##NAME(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, \
                                                  TYPE *value)                                                      \
    {                                                                                                               \
        int32_t x;                                                                                                  \
        if (stubc_small(p, e, tag, &x) && (FITS)) {                                                              \
            *value = (TYPE)x;                                                                                       \
            return p + 2 + p[1];                                                                                    \
        }                                                                                                           \
        return stubc_get_integer(d, p, e, tag, value, REPR);                                                        \
    }
STUBC_FAST_INTEGER(u8, uint8_t, 0, x >= 0 && x <= 0xff)
STUBC_FAST_INTEGER(u32, uint32_t, 2, x >= 0)
STUBC_FAST_INTEGER(i32, int32_t, 6, true)

/* Decodes an octet string: a slice of the input. */
STUBC_INLINE const uint8_t *stubc_fast_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                              stubc_slice *value)
{
    ptrdiff_t length = stubc_short(p, e, tag);
    if (length >= 0) {
        value->data = p + 2;
        value->length = (size_t)length;
        return p + 2 + length;
    }
    return stubc_get_octets(d, p, e, tag, value, 0);
}

/* Encodes a boolean. */
STUBC_INLINE uint8_t *stubc_fast_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    if (tag < 0x100 && q - c->begin >= 3) {
        q -= 3;
        q[2] = value ? 0xff : 0;
        q[1] = 1;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_boolean(c, q, tag, value);
}

/* Encodes an integer; one of a single contents octet inline. */
STUBC_INLINE uint8_t *stubc_fast_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    if (tag < 0x100 && q - c->begin >= 3 && value == (int8_t)value) {
        q -= 3;
        q[2] = (uint8_t)value;
        q[1] = 1;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_integer(c, q, tag, value);
}

/* Encodes an octet string; one of 1 to 127 octets inline. */
STUBC_INLINE uint8_t *stubc_fast_put_octets(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *value)
{
    size_t length = value->length;
    if (tag < 0x100 && length - 1 < 0x7f && (size_t)(q - c->begin) >= length + 2) {
        q -= length;
        memcpy(q, value->data, length);
        q -= 2;
        q[1] = (uint8_t)length;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_octets(c, q, tag, value, 0);
}

#ifdef __cplusplus
}
#endif
#endif
