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

/* Features of this runtime: CALLS_PASS_ALL CALLS_PUT_BOOLEAN CALLS_PUT_INTEGER CALLS_TAKE CALLS_TAKE_BOOLEAN
 * CALLS_TAKE_INTEGER CALLS_TAKE_OCTETS COMPILED_DECODE COMPILED_ENCODE DECODE ENCODE ENTRIES FAST INTERPRET
 * INTERPRET_DECODE PUT_OCTETS USE_ABSENT USE_ARENA USE_ARRAY USE_BOOLEAN USE_DEFAULT USE_EXPLICIT USE_FLAGS
 * USE_I32 USE_INTEGER USE_NULL USE_OCTETS USE_OPEN USE_RECUR USE_SKIP USE_U32 USE_U8 USE_UNION USE_UNKNOWN_ARM
 * USE_WIDE. */
#define STUBC_ALIGN sizeof(uint64_t)
#define STUBC_PROGRAM_OFFSET uint16_t
#define STUBC_DECODERS 0
#define STUBC_ENCODERS 0
#define STUBC_ENCODERS_FROM 0
#define STUBC_SET_WORDS 1
#define STUBC_TAG_CELL uint16_t
#define STUBC_TAG(octet) (octet)

/* The compiler's option for size (-Os) removes the shortcuts for the common case. So does a plan with a small runtime,
 * and a cap (STUBC_COMPACT) where everything is interpreted: who wants speed for bytes gets procedures first. */
#ifndef __OPTIMIZE_SIZE__
#define STUBC_SPEED
#endif

/* For speed, and where the target reads and writes words at any address: a few octets are moved as words. */
#if defined STUBC_SPEED && defined __GNUC__ && (defined __x86_64__ || defined __i386__ || defined __aarch64__ || \
    defined __ARM_FEATURE_UNALIGNED)
#define STUBC_WORDS
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

/* Under a cap, and with a small runtime: a function that is compiled for size at any level. */
#define STUBC_SMALL

/* For size, and under a cap: a function with so many callers that inlining it would take more bytes. */
#if defined __GNUC__ && !defined STUBC_SPEED
#define STUBC_SHARED __attribute__((noinline)) STUBC_SMALL
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

/* For speed: a condition that nearly always holds. */
#if defined __GNUC__ && defined STUBC_SPEED
#define STUBC_USUAL(condition) __builtin_expect((condition) != 0, 1)
#else
#define STUBC_USUAL(condition) (condition)
#endif

/* For speed: a function that is not inlined, so that its callers need no stack frame. */
#if defined __GNUC__ && defined STUBC_SPEED
#define STUBC_APART __attribute__((noinline))
#else
#define STUBC_APART STUBC_SMALL
#endif

/* Beside procedures, the interpreter decodes rare types and unusual messages only: it is small, not fast. */
#ifdef STUBC_SPEED
#define STUBC_ENCODE_SPEED
#endif

/* A function of that interpreter: compilers keep it small and apart from hot code. */
#if defined __GNUC__ && defined STUBC_SPEED
#define STUBC_COLD __attribute__((cold))
#else
#define STUBC_COLD STUBC_SMALL
#endif

/* A function of the decoding interpreter that its callers do not inline. */
#define STUBC_REMOTE STUBC_COLD

/* The same of the encoding interpreter. */
#ifdef STUBC_ENCODE_SPEED
#define STUBC_REMOTE_ENCODE STUBC_APART
#else
#define STUBC_REMOTE_ENCODE STUBC_SMALL
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

/* A number, an offset or a size in tables. */
typedef uint16_t stubc_number;

/* ---- Decoders: their state, and what procedures and commands call ---- */
typedef struct stubc_decoder {
    const uint8_t *contents; /* start of the contents of the element whose header was read last */
    const uint8_t *end;      /* end of those contents */
    const uint8_t *next;     /* end of that element, after any end-of-contents octets */
    const uint8_t *at;       /* start of the innermost construct that failed */
    stubc_context *context;  /* the caller's arena and limits; NULL: none */
    size_t missing;          /* the least number of octets by which the input is too short */
    unsigned depth;          /* levels of recursion that are left */
    int code;
    bool plain; /* no command calls a procedure, because one has left */
} stubc_decoder;

/* Whether to check the constraints of the value just decoded. */
#define STUBC_CHECKED(d) (!(d)->code)

/* Decodes the element at p, inside contents that end at e, into value. tag: its identifier; 0 for a union, and for an
 * open type the number of its arm. Returns where the next element starts. A procedure returns NULL if it leaves. All
 * others set d->code after an error and return e: callers may check d->code late, because no element follows e. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value);

/* A constant error code without its sign takes shorter instructions. */
#define stubc_fail(d, code, e) stubc_fail_unsigned(d, -(code), e)
STUBC_OWN const uint8_t *stubc_fail_unsigned(stubc_decoder *d, int code, const uint8_t *e);
STUBC_OWN const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e);
STUBC_OWN const uint8_t *stubc_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag);
/* Decoders for procedures: as those of the interpreter, but they return NULL for errors and constructed strings. */
const uint8_t *stubc_take_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag);
#ifdef STUBC_SPEED
const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next);
#endif
const uint8_t *stubc_take_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, bool *value);
const uint8_t *stubc_take_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                  unsigned op);
const uint8_t *stubc_take_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                 stubc_slice *value);
const uint8_t *stubc_take(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value, unsigned op);
STUBC_OWN const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e);
STUBC_OWN void *stubc_alloc(stubc_decoder *d, size_t size);
STUBC_OWN void *stubc_array(stubc_decoder *d, const uint8_t *p, const uint8_t *e, size_t size, size_t *count);

/* A decoder of primitives: as stubc_decode_fn. arg: the repr of an integer, the kind of a time, the number of a node;
 * else unused. */
typedef const uint8_t *stubc_get_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                    unsigned arg);
STUBC_OWN stubc_get_fn stubc_interpret_decode;
/* For size: one function decodes all primitives, and the opcode selects. */
#define STUBC_GET STUBC_COLD
stubc_get_fn stubc_get;
#define stubc_get_boolean(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_BOOLEAN)
#define stubc_get_integer(d, p, e, tag, to, repr) stubc_get(d, p, e, tag, to, STUBC_OP_U8 + (repr))
#define stubc_get_octets(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OCTETS)
#define stubc_get_null(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_NULL)
#define stubc_get_open(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OPEN)
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
#define STUBC_ENTER stubc_header

/* Decodes an integer whose contents are one to four octets in the shortest form. Returns its end, NULL for any other
 * element. The end after one octet is a constant away: a processor that foresees the branch need not wait for the
 * length. Else loads the four octets that end with the contents: the header before them keeps the load inside the
 * input. */
STUBC_INLINE const uint8_t *stubc_small(const uint8_t *p, const uint8_t *e, uint32_t tag, int32_t *value)
{
    const ptrdiff_t length = stubc_short(p, e, tag);
    uint32_t word;
    if (length == 1) {
        *value = (int8_t)p[2];
        return p + 3;
    }
    if (length < 2 || length > 4) {
        return NULL;
    }
    p += length - 2;
    word = ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]) << (32 - 8 * length);
    *value = (int32_t)word >> (32 - 8 * length);
    return ((word >> 23) + 1) & 0x1fe ? p + 4 : NULL;
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

/* ---- Encoders: their state, and what procedures and commands call ---- */
/* The code for the common case writes at most so many octets after one comparison with ample: an element with 16
 * contents octets. */
#define STUBC_AMPLE 18

typedef struct stubc_encoder {
    uint8_t *begin; /* start of the buffer; the encoder writes backwards, never before it */
    const uint8_t *ample; /* behind it, STUBC_AMPLE octets or more are left in the buffer */
    unsigned depth;
    int code; /* the first error; the output is invalid after it */
} stubc_encoder;

/* Encodes value as an element that ends at q; returns where it starts. Errors stay in c->code. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse_unsigned(stubc_encoder *c, uint8_t *q, int code);
#define stubc_refuse(c, q, code) stubc_refuse_unsigned(c, q, -(code)) /* see stubc_fail */
STUBC_OWN uint8_t *stubc_put_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag);
STUBC_OWN uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value);
uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value);

/* Copies length bytes; returns to. For speed, up to 32 bytes in line: those of the two ends, which may overlap. */
STUBC_MAYBE_UNUSED STUBC_INLINE uint8_t *stubc_copy(uint8_t *to, const uint8_t *from, size_t length)
{
#ifdef STUBC_WORDS
    if (length <= 16) {
        if (length >= 8) {
            memcpy(to, from, 8);
            memcpy(to + length - 8, from + length - 8, 8);
        } else if (length >= 4) {
            memcpy(to, from, 4);
            memcpy(to + length - 4, from + length - 4, 4);
        } else if (length) {
            to[0] = from[0];
            to[length / 2] = from[length / 2];
            to[length - 1] = from[length - 1];
        }
        return to;
    }
    if (length <= 32) {
        memcpy(to, from, 16);
        memcpy(to + length - 16, from + length - 16, 16);
        return to;
    }
#endif
    if (length) {
        memcpy(to, from, length);
    }
    return to;
}

/* Whether stubc_put_small encodes this integer: for speed one of up to four contents octets, else one of one. */
#ifdef STUBC_WORDS
#define STUBC_IS_SMALL(value) ((value) == (int32_t)(value))
#else
#define STUBC_IS_SMALL(value) ((value) == (int8_t)(value))
#endif

/* Encodes a small integer under a tag of one octet so that it ends at q, behind c->ample. */
STUBC_MAYBE_UNUSED STUBC_INLINE uint8_t *stubc_put_small(uint8_t *q, uint32_t tag, int64_t value)
{
#ifdef STUBC_WORDS
    const uint32_t x = (uint32_t)value;
    const uint32_t bits = (value < 0 ? ~x : x) << 1 | 1; /* without the copies of the sign */
    const unsigned more = (31u - (unsigned)__builtin_clz(bits)) / 8;
    q[-1] = (uint8_t)x;
    q[-2] = (uint8_t)(x >> 8);
    q[-3] = (uint8_t)(x >> 16);
    q[-4] = (uint8_t)(x >> 24);
    q -= more + 3;
    q[1] = (uint8_t)(more + 1);
#else
    q[-1] = (uint8_t)value;
    q[-2] = 1;
    q -= 3;
#endif
    q[0] = (uint8_t)tag;
    return q;
}

/* As stubc_put_header; inline for a header of two octets. */
STUBC_INLINE uint8_t *stubc_fast_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag)
{
    const ptrdiff_t length = end - q;
    if (STUBC_USUAL(tag - 1 < 0xff && length < 0x80 && q > c->ample)) {
        q[-1] = (uint8_t)length;
        q[-2] = (uint8_t)tag;
        return q - 2;
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
/* An encoder of an element with these contents octets; of an open type without a tag. */
typedef uint8_t *stubc_put_contents_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length);
stubc_put_contents_fn stubc_put_string;
STUBC_OWN stubc_put_contents_fn stubc_put_whole;
#endif
#ifdef STUBC_ENCODE_SPEED
#define STUBC_PUT STUBC_MAYBE_UNUSED STUBC_INLINE
stubc_put_fn stubc_put_octets;
stubc_put_fn stubc_put_null;
stubc_put_fn stubc_put_open;
#else
#define STUBC_PUT STUBC_SMALL
stubc_put_fn stubc_put;
#define stubc_put_octets(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OCTETS)
#define stubc_put_null(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_NULL)
#define stubc_put_open(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OPEN)
#endif

/* ---- Message types ---- */
/* A message type: the step that interprets it, and its procedures; a direction without one is interpreted. */
typedef struct stubc_root {
    uint8_t step[4];
    uint32_t decode_tag;
    stubc_decode_fn *decode;
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
/* Whether length octets that begin with first are the shortest for their length; one octet counts from 0x80. */
#define STUBC_SHORTEST(length, least) true

/* ---- Inline functions of compiled procedures: the common case inline, the general case by a call ---- */
/* The decoders of procedures. They take what valid messages usually contain. For anything else they return NULL, and so
 * does the procedure: it leaves, and the interpreter decodes the message from its beginning. */

/* Enters the element at p, which must have the identifier tag. Sets e to the end of its contents and next to the end of
 * the element. Returns where its contents start. */
STUBC_INLINE const uint8_t *stubc_enter(stubc_decoder *d, const uint8_t *p, const uint8_t **e, uint32_t tag,
                                        const uint8_t **next)
{
    p = stubc_take_header(d, p, *e, tag);
    *e = d->end;
    *next = d->next;
    return p;
}

/* As stubc_enter, in line for the usual lengths. */
STUBC_INLINE const uint8_t *stubc_quick_enter(stubc_decoder *d, const uint8_t *p, const uint8_t **e, uint32_t tag,
                                              const uint8_t **next)
{
    const size_t room = (size_t)(*e - p);
    if (room >= 2 && p[0] == tag) {
        size_t length = p[1];
        if (length < 0x80) {
            if (length > room - 2) {
                return NULL;
            }
            p += 2;
            *e = *next = p + length;
            return p;
        }
#ifdef STUBC_SPEED
        if (length == 0x82 && room >= 4) {
            length = (size_t)p[2] << 8 | p[3];
            if (length > room - 4 || !STUBC_SHORTEST(length, 0x100)) {
                return NULL;
            }
            p += 4;
            *e = *next = p + length;
            return p;
        }
#endif
    }
    else {
        return NULL;
    }
    return stubc_enter(d, p, e, tag, next);
}

/* As stubc_take_boolean, in line. */
STUBC_INLINE const uint8_t *stubc_quick_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                               bool *value)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p || e - p != 1 || !STUBC_CANONICAL_BOOLEAN(*p)) {
        return NULL;
    }
    *value = *p != 0;
    return next;
}

/* Defines a decoder of one integer type, in line for contents of one to four octets. FITS: whether the value x fits. */
#define STUBC_QUICK_INTEGER(NAME, TYPE, OP, FITS)                                                                     \
    STUBC_INLINE const uint8_t *stubc_quick_##NAME(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, \
                                                   TYPE *value)                                                       \
    {                                                                                                                 \
        int32_t x;                                                                                                    \
        const uint8_t *const next = stubc_small(p, e, tag, &x);                                                       \
        if (next && (FITS)) {                                                                                         \
            *value = (TYPE)x;                                                                                         \
            return next;                                                                                              \
        }                                                                                                             \
        return stubc_take_integer(d, p, e, tag, value, OP);                                                           \
    }
STUBC_QUICK_INTEGER(u8, uint8_t, STUBC_OP_U8, x >= 0 && x <= 0xff)
STUBC_QUICK_INTEGER(u32, uint32_t, STUBC_OP_U32, x >= 0)
STUBC_QUICK_INTEGER(i32, int32_t, STUBC_OP_I32, true)

/* As stubc_take_octets, in line. */
STUBC_INLINE const uint8_t *stubc_quick_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                              stubc_slice *value)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(e - p);
    return next;
}

/* Decodes a null. */
STUBC_INLINE const uint8_t *stubc_quick_null(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    return p && p == e ? next : NULL;
}

/* Decodes an open type: a slice of the input. */
STUBC_INLINE const uint8_t *stubc_quick_open(stubc_decoder *d, const uint8_t *p, const uint8_t *e, stubc_slice *value)
{
    if (e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2) {
        value->data = p;
        value->length = 2 + (size_t)p[1];
        return p + value->length;
    }
    return stubc_take(d, p, e, 0, value, STUBC_OP_OPEN);
}

/* Returns the result p of a decoder that may have failed. */
STUBC_INLINE const uint8_t *stubc_unless_failed(const stubc_decoder *d, const uint8_t *p)
{
    return d->code ? NULL : p;
}

/* Skips any element at p. */
STUBC_INLINE const uint8_t *stubc_pass(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    return stubc_unless_failed(d, stubc_skip(d, p, e));
}

#ifndef STUBC_SPEED
/* Skips the unknown elements from p to e, with which a SEQUENCE ends; there are some, or p is NULL. Returns next, the
 * end of the SEQUENCE; NULL if p is. */
STUBC_INLINE const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next)
{
    if (!p) {
        return NULL;
    }
    do {
        p = stubc_skip(d, p, e); /* e after an error */
    } while (p < e);
    return d->code ? NULL : next;
}
#endif

/* Returns the arena's next free byte that is aligned for any member, and sets room to the number of bytes from there
 * on. Returns NULL if there are none. */
STUBC_INLINE void *stubc_rest(const stubc_decoder *d, size_t *room)
{
    const stubc_context *const context = d->context;
    *room = 0;
    if (context) {
        const size_t used = context->arena_used, left = context->arena_size - used;
        const size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
        if (left > pad) {
            *room = left - pad;
            return context->arena + used + pad;
        }
    }
    return NULL;
}

/* Allocates size bytes at items, the start of stubc_rest. Returns items. */
STUBC_INLINE void *stubc_claim(const stubc_decoder *d, void *items, size_t size)
{
    d->context->arena_used = (size_t)((uint8_t *)items - d->context->arena) + size;
    return items;
}

/* Encodes a boolean. */
STUBC_INLINE uint8_t *stubc_fast_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    if (STUBC_USUAL(tag < 0x100 && q > c->ample)) {
        q[-1] = value ? 0xff : 0;
        q[-2] = 1;
        q[-3] = (uint8_t)tag;
        return q - 3;
    }
    return stubc_put_boolean(c, q, tag, value);
}

/* Encodes an integer; a small one inline. */
STUBC_INLINE uint8_t *stubc_fast_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    if (STUBC_USUAL(tag < 0x100 && q > c->ample && STUBC_IS_SMALL(value))) {
        return stubc_put_small(q, tag, value);
    }
    return stubc_put_integer(c, q, tag, value);
}

/* Encodes an octet string; for size, one of 1 to 127 octets inline. */
STUBC_INLINE uint8_t *stubc_fast_put_octets(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *value)
{
#ifdef STUBC_SPEED
    return stubc_put_string(c, q, tag, value->data, value->length);
#else
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
#endif
}

/* Encodes an open type. */
STUBC_INLINE uint8_t *stubc_fast_put_open(stubc_encoder *c, uint8_t *q, const stubc_slice *value)
{
#ifdef STUBC_SPEED
    return stubc_put_whole(c, q, 0, value->data, value->length);
#else
    return stubc_put_open(c, q, 0, value, 0);
#endif
}

/* ---- Commands: four bytes per step; docs/design/ber.md of stubc has the format ---- */
enum {
    STUBC_OP_WIDE,        /* bytes 2 and 3 index stubc_wides, which holds the step */
    STUBC_OP_SKIP,        /* skip unknown extension additions at this place */
    STUBC_OP_CALL,        /* a union, or a node under its own tag */
    STUBC_OP_CALL_SEQUENCE,
    STUBC_OP_CALL_SET,
    /* A node, one level deeper; the field is a pointer to it if the step has a size. */
    STUBC_OP_RECUR,
    STUBC_OP = 0x1f,
    STUBC_LOOK = 0x20,     /* of an arm: byte 1 alone does not decide whether it matches */
    STUBC_OPTIONAL = 0x20, /* has a presence flag; the flags are at the start of the struct, in order */
    STUBC_EXPLICIT = 0x40, /* byte 1 is an explicit tag; the inner tag is byte 3, or follows from the call */
    STUBC_DEFAULT = 0x80   /* when absent: the default with the number in byte 3 */
};

enum { STUBC_SEQUENCE, STUBC_SET, STUBC_UNION, STUBC_ARRAY, STUBC_KIND = 3, STUBC_EXTENSIBLE = 4, STUBC_SORTED = 8,
       STUBC_GOVERNS = 16, /* after the steps: index of its relations in stubc_hops, and their number */
       STUBC_TYPED = 32 }; /* an open type; after the steps: the sizes of its kinds, in units of 8 bytes */

/* The parts of a program: a head of one byte and two numbers, the steps, and the tail. */
#define STUBC_HEAD 3
#define STUBC_STEPS(pc) (pc)[1]
#define STUBC_FLAGS(pc) (pc)[2]
#define STUBC_ITEM_SIZE(pc) ((pc)[1] | (size_t)(pc)[2] << 8)
#define STUBC_TAIL(pc) ((pc) + STUBC_HEAD + 4 * (size_t)STUBC_STEPS(pc))
#define STUBC_KIND_UNITS(pc, kind) (pc)[STUBC_HEAD - 1 + 4 * (size_t)STUBC_STEPS(pc) + (kind)]
#define STUBC_FIRST_HOP(tail) ((tail)[0] | (tail)[1] << 8)
#define STUBC_RELATIONS(tail) (tail)[2]
#define STUBC_WIDE_INDEX(pc) ((pc)[2] | (pc)[3] << 8)
#define STUBC_ARM_TAG(pc) STUBC_TAG((pc)[1])

/* A step that does not fit into four bytes. If the tag dictionary is short, its tags are bytes, as in other steps; else
 * they are identifiers. More than two explicit tags stand in entries of their own before it, with the opcode WIDE: the
 * outermost first, each as its outer. */
typedef uint8_t stubc_wide_tag;
#define STUBC_WIDE_TAG(octet) STUBC_TAG(octet)
#define STUBC_STEP_TAG(octet) (octet)
#define STUBC_PASSES(check, value, coder) stubc_permits(&stubc_checks[(check)-1], value)
typedef struct stubc_wide {
    stubc_number offset;
    stubc_number arg;
    stubc_number size; /* bytes that RECUR allocates in the arena */
    stubc_wide_tag outer; /* an explicit tag; 0: none */
    stubc_wide_tag inner; /* an explicit tag inside of that */
    stubc_wide_tag tag;
    uint8_t op;
} stubc_wide;

/* Whether one loop handles nested unions without a tag. With error paths it does not, because each union notes its
 * name. */
#define STUBC_DESCENDS 1

/* A hop on the path from a structure to a governor, and then to the open types that it resolves. */
typedef struct stubc_hop {
    stubc_number offset; /* in the structure, or in the element of the innermost array */
    stubc_number value;  /* TEST: the byte; ITEMS: size of an element; OPEN: the node; a governor: offset of its keys */
    uint8_t op;
} stubc_hop;

enum {
    STUBC_HOP_TEST,   /* continue only if a presence flag or a union's kind has the value */
    STUBC_HOP_ITEMS,  /* each element of an array */
    STUBC_HOP_OPEN,   /* the open type; the last hop */
    STUBC_HOP_OCTETS, /* a governor that is a slice */
    STUBC_HOP_PARTS,  /* a governor that is a structure; value: the number of the function that compares it */
    STUBC_HOP_NUMBER  /* a governor that is an integer; plus its repr: see stubc_get_integer */
};

/* The largest unit of an offset: the target's alignment, at most 4. */
#if defined __BIGGEST_ALIGNMENT__ && __BIGGEST_ALIGNMENT__ < 4
#define STUBC_ALIGNMENT __BIGGEST_ALIGNMENT__
#else
#define STUBC_ALIGNMENT 4
#endif
#define STUBC_UNIT(scale) ((scale) < STUBC_ALIGNMENT ? (scale) : STUBC_ALIGNMENT)

/* A step whose offset exceeds 255 units only on targets with small units. There it is a wide step, after the
 * STUBC_WIDES others in the table. */

/* Bytes of a table: an offset in units of scale; a size in two bytes. A value that does not fit makes the array's size
 * negative, which is a compile error. */
#define STUBC_FITS(value, condition) ((uint8_t)(((value) & 0xff) + 0 * sizeof(char[(condition) ? 1 : -1])))
#define STUBC_OFFSET(type, member, scale)                                                                           \
    STUBC_FITS(offsetof(type, member) / STUBC_UNIT(scale),                                                          \
               offsetof(type, member) % STUBC_UNIT(scale) == 0 && offsetof(type, member) / STUBC_UNIT(scale) <= 0xff)
#define STUBC_SIZE(type) STUBC_FITS(sizeof(type), sizeof(type) <= 0xffff), STUBC_FITS(sizeof(type) >> 8, true)
#define STUBC_SIZE_IN_UNITS(type) STUBC_FITS(STUBC_UNITS(type), STUBC_UNITS(type) <= 0xff)

#define STUBC_COUNT(state) ((void)0)

extern const uint8_t stubc_programs[];
extern const STUBC_PROGRAM_OFFSET stubc_nodes[];
extern const stubc_wide stubc_wides[];
extern const stubc_hop stubc_hops[];
extern const STUBC_TAG_CELL stubc_tags[];
extern stubc_decode_fn *const stubc_decoders[];
extern stubc_encode_fn *const stubc_encoders[];

#ifdef __cplusplus
}
#endif
#endif
