/* ---- Encoders: their state, and what procedures and commands call ---- */
#ifdef STUBC_ENCODE
/* The code for the common case writes at most so many octets after one comparison with ample: an element with 16
 * contents octets. */
#if defined STUBC_FAST || defined STUBC_SPEED
#define STUBC_AMPLE 18
#endif

typedef struct stubc_encoder {
#ifdef STUBC_USE_CONTAINED
    stubc_work work;
#endif
    uint8_t *begin; /* start of the buffer; the encoder writes backwards, never before it */
#if defined STUBC_FAST || defined STUBC_SPEED
    const uint8_t *ample; /* behind it, STUBC_AMPLE octets or more are left in the buffer */
#endif
    unsigned depth;
    int code; /* the first error; the output is invalid after it */
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_ERROR_PATHS
    stubc_error *error;
#endif
#ifdef STUBC_COUNT_COMMANDS
    unsigned long commands;
    unsigned long idle;
#endif
} stubc_encoder;

/* Encodes value as an element that ends at q; returns where it starts. Errors stay in c->code. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse_unsigned(stubc_encoder *c, uint8_t *q, int code);
#define stubc_refuse(c, q, code) stubc_refuse_unsigned(c, q, -(code)) /* see stubc_fail */
STUBC_OWN uint8_t *stubc_put_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag);
#if defined STUBC_SPEED || defined STUBC_FAST
#ifdef STUBC_USE_BOOLEAN
STUBC_OWN uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value);
#endif
#ifdef STUBC_USE_INTEGER
uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value);
#endif
#ifdef STUBC_USE_UNSIGNED
uint8_t *stubc_put_unsigned(stubc_encoder *c, uint8_t *q, uint32_t tag, uint64_t value);
#endif
#endif

#if defined STUBC_CALLS_HOLE_COPY || defined STUBC_USE_OPEN || defined STUBC_PUT_OCTETS || defined STUBC_USE_BITS || \
    defined STUBC_USE_KEEP
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
#endif

#if (defined STUBC_FAST || defined STUBC_SPEED) && defined STUBC_USE_INTEGER
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
#endif

#if defined STUBC_FAST || defined STUBC_SPEED
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
#endif

/* The function with which the runtime itself writes a header. */
#ifdef STUBC_SPEED
#define STUBC_CLOSE stubc_fast_header
#else
#define STUBC_CLOSE stubc_put_header
#endif

/* An encoder of primitives: as stubc_encode_fn. arg: the kind of a time, the number of a node; else unused. */
typedef uint8_t *stubc_put_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned arg);
#ifdef STUBC_INTERPRET_ENCODE
STUBC_OWN stubc_put_fn stubc_interpret_encode;
#endif
#ifdef STUBC_SPEED
/* An encoder of an element with these contents octets; of an open type without a tag. */
typedef uint8_t *stubc_put_contents_fn(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length);
#ifdef STUBC_PUT_OCTETS
stubc_put_contents_fn stubc_put_string;
#endif
#ifdef STUBC_USE_OID
STUBC_OWN stubc_put_contents_fn stubc_put_arcs;
#endif
#ifdef STUBC_USE_OPEN
STUBC_OWN stubc_put_contents_fn stubc_put_whole;
#endif
#endif
#ifdef STUBC_ENCODE_SPEED
#define STUBC_PUT STUBC_MAYBE_UNUSED STUBC_INLINE
#ifdef STUBC_PUT_OCTETS
stubc_put_fn stubc_put_octets;
#endif
#ifdef STUBC_USE_BYTES
stubc_put_fn stubc_put_bytes;
#endif
#ifdef STUBC_USE_BITS
stubc_put_fn stubc_put_bits;
#endif
#ifdef STUBC_USE_NAMED_BITS
stubc_put_fn stubc_put_named_bits;
#endif
#ifdef STUBC_USE_OID
stubc_put_fn stubc_put_oid;
#endif
#ifdef STUBC_USE_NULL
stubc_put_fn stubc_put_null;
#endif
#ifdef STUBC_USE_OPEN
stubc_put_fn stubc_put_open;
#endif
#ifdef STUBC_USE_REAL
stubc_put_fn stubc_put_real;
#endif
#ifdef STUBC_USE_TIME
stubc_put_fn stubc_put_time;
#endif
#ifdef STUBC_USE_ISO_TIME
stubc_put_fn stubc_put_iso_time;
#endif
#else
#define STUBC_PUT STUBC_SMALL
stubc_put_fn stubc_put;
#ifdef STUBC_PUT_OCTETS
#define stubc_put_octets(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OCTETS)
#endif
#ifdef STUBC_USE_BYTES
#define stubc_put_bytes(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_BYTES)
#endif
#ifdef STUBC_USE_BITS
#define stubc_put_bits(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_BITS)
#endif
#ifdef STUBC_USE_NAMED_BITS
#define stubc_put_named_bits(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_NAMED_BITS)
#endif
#ifdef STUBC_USE_OID
#define stubc_put_oid(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OID)
#endif
#ifdef STUBC_USE_NULL
#define stubc_put_null(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_NULL)
#endif
#ifdef STUBC_USE_OPEN
#define stubc_put_open(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_OPEN)
#endif
#ifdef STUBC_USE_REAL
#define stubc_put_real(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_REAL)
#endif
#ifdef STUBC_USE_TIME
#define stubc_put_time(c, q, tag, from, kind) stubc_put(c, q, tag, from, STUBC_OP_UTC_TIME + (kind))
#endif
#ifdef STUBC_USE_ISO_TIME
#define stubc_put_iso_time(c, q, tag, from, arg) stubc_put(c, q, tag, from, STUBC_OP_ISO_TIME)
#endif
#endif
#ifdef STUBC_USE_KEEP
STUBC_LOCAL uint8_t *stubc_put_kept(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *raw);
#endif
#ifdef STUBC_USE_SORT
STUBC_OWN uint8_t *stubc_sort(stubc_encoder *c, uint8_t *q, uint8_t *end, bool by_tag);
#endif
#endif
