/* The compiler's option for size (-Os) removes the shortcuts for the common case. So does a cap (STUBC_COMPACT) where
 * everything is interpreted: who wants speed for bytes gets procedures. */
#if !defined __OPTIMIZE_SIZE__ && (defined STUBC_FAST || !defined STUBC_COMPACT)
#define STUBC_SPEED
#endif

/* For speed, and where the target reads and writes words at any address: a few octets are moved as words. */
#if defined STUBC_SPEED && defined __GNUC__ && \
    (defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __ARM_FEATURE_UNALIGNED)
#define STUBC_WORDS
#endif

#if defined(__GNUC__)
#define STUBC_INLINE static inline __attribute__((always_inline))
#else
#define STUBC_INLINE static inline
#endif

#if defined(__GNUC__)
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#else
#define STUBC_MAYBE_UNUSED
#endif

/* Under a cap: a function that is compiled for size at any level. */
#if defined __GNUC__ && defined STUBC_COMPACT && !defined __OPTIMIZE_SIZE__
#define STUBC_SMALL __attribute__((cold))
#else
#define STUBC_SMALL
#endif

/* For size: a function with so many callers that inlining it would take more bytes. */
#if defined __GNUC__ && !defined STUBC_SPEED
#define STUBC_SHARED __attribute__((noinline)) STUBC_SMALL
#else
#define STUBC_SHARED
#endif

/* A small function that only the runtime calls if every type is interpreted: the compiler removes it after inlining all
 * its calls. */
#if defined STUBC_ALONE && defined __GNUC__
#define STUBC_LOCAL static __attribute__((unused))
#else
#define STUBC_LOCAL
#endif

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
#if defined STUBC_SPEED && !defined STUBC_COMPILED_DECODE && !defined STUBC_COMPACT
#define STUBC_DECODE_SPEED
#endif
#if defined STUBC_SPEED && !defined STUBC_COMPACT
#define STUBC_ENCODE_SPEED
#endif

/* A function of that interpreter: compilers keep it small and apart from hot code. */
#if defined __GNUC__ && defined STUBC_SPEED && !defined STUBC_DECODE_SPEED
#define STUBC_COLD __attribute__((cold))
#else
#define STUBC_COLD STUBC_SMALL
#endif

/* A function of the decoding interpreter that its callers do not inline. */
#ifdef STUBC_DECODE_SPEED
#define STUBC_REMOTE STUBC_APART
#else
#define STUBC_REMOTE STUBC_COLD
#endif

/* The same of the encoding interpreter. */
#ifdef STUBC_ENCODE_SPEED
#define STUBC_REMOTE_ENCODE STUBC_APART
#else
#define STUBC_REMOTE_ENCODE STUBC_SMALL
#endif

#ifdef STUBC_USE_KEEP
/* The number of identifier octets in tag. A tag packs one to four octets, the first in the most significant byte. */
#ifdef STUBC_LONG_TAGS
#define STUBC_TAG_OCTETS(tag) ((tag) < 0x100 ? 1 : (tag) < 0x10000 ? 2 : (tag) < 0x1000000 ? 3 : 4)
#else
#define STUBC_TAG_OCTETS(tag) 1
#endif
#endif

/* The kinds of scalars: opcodes of commands, and arguments of primitives. */
enum {
#ifdef STUBC_USE_ISO_TIME
    STUBC_OP_SCALAR = 5, /* from here on: scalars and open types */
    STUBC_OP_ISO_TIME = 5,
#else
    STUBC_OP_SCALAR = 6, /* from here on: scalars and open types */
#endif
    STUBC_OP_OPEN = 6, /* byte 3, if a governor resolves it: the number of its node, plus 1 */
#ifdef STUBC_USE_NULL
    STUBC_OP_NULL = 7,
#endif
    STUBC_OP_OCTETS = 8, /* BER may segment this and the next two kinds */
    STUBC_OP_BITS = 9,
    STUBC_OP_NAMED_BITS = 10,
#ifdef STUBC_USE_BYTES
    STUBC_OP_BYTES = 11,
#endif
#ifdef STUBC_USE_REAL
    STUBC_OP_REAL = 12,
#endif
#ifdef STUBC_USE_OID
    STUBC_OP_OID = 13,
#endif
#ifdef STUBC_USE_TIME
    STUBC_OP_UTC_TIME = 14, /* even, the next one odd: see is_time */
    STUBC_OP_GENERALIZED_TIME = 15,
#endif
    STUBC_OP_U8 = 16, /* plus the binary logarithm of the width in two bits, plus 4 if signed */
#ifdef STUBC_USE_INTEGER
#ifdef STUBC_USE_U16
    STUBC_OP_U16 = 17,
#endif
#ifdef STUBC_USE_U32
    STUBC_OP_U32 = 18,
#endif
    STUBC_OP_U64 = 19,
    STUBC_OP_I8 = 20,
#ifdef STUBC_USE_I16
    STUBC_OP_I16 = 21,
#endif
#ifdef STUBC_USE_I32
    STUBC_OP_I32 = 22,
#endif
    STUBC_OP_I64 = 23,
#endif
    STUBC_OP_BOOLEAN = 24
};

/* The index of the byte with this weight (0: least significant) in an integer of width bytes. */
#if defined __BYTE_ORDER__ && defined __ORDER_LITTLE_ENDIAN__
#define STUBC_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define STUBC_LITTLE (*(const uint8_t *)&(const uint16_t){1})
#endif
#define STUBC_OCTET(weight, width) (STUBC_LITTLE ? (weight) : (width)-1 - (weight))

#ifdef STUBC_USE_TYPED
/* The size of the contents of an open type in units of 8 bytes, in which commands count it. */
#define STUBC_UNITS(type) ((sizeof(type) + 7) / 8)
#endif

#ifdef STUBC_USE_RANK
STUBC_LOCAL uint32_t stubc_tag_rank(const uint8_t *p, const uint8_t *e);
#endif

#ifdef STUBC_USE_CONTAINED
/* The work limit for checks that decode the contents of strings (CONTAINING). */
typedef struct stubc_work {
    const stubc_context *context; /* the caller's; inside such a string a copy with less depth */
    size_t left;                  /* bytes that may still be decoded */
    bool by_string;               /* no limit for the message: each string gets its own */
    bool spent;                   /* a check needed more than was left */
} stubc_work;
#define STUBC_WORK(coder) , &(coder)->work
#define STUBC_EXCLUDED(coder) ((coder)->work.spent ? STUBC_LIMIT : STUBC_CONSTRAINT)
#elif defined STUBC_CHECKS
#define STUBC_WORK(coder)
#define STUBC_EXCLUDED(coder) STUBC_CONSTRAINT
#endif

#ifdef STUBC_INTERPRET
/* A number, an offset or a size in tables. */
#ifdef STUBC_LARGE
typedef uint32_t stubc_number;
#else
typedef uint16_t stubc_number;
#endif
#ifdef STUBC_DEFAULT_INTEGERS
/* The DEFAULT of an INTEGER. */
#ifdef STUBC_LONG_DEFAULTS
typedef int64_t stubc_default_integer;
#else
typedef int32_t stubc_default_integer;
#endif
#endif
#endif

#ifdef STUBC_BY_UNIT
/* The tables of one specification; several specifications share the runtime. */
typedef struct stubc_unit stubc_unit;
#endif

#ifdef STUBC_DECODE
#if defined STUBC_CHECKS && defined STUBC_ENCODED_DEFAULTS
#define STUBC_FILLS
#endif
typedef struct stubc_decoder {
    const uint8_t *contents; /* start of the contents of the element whose header was read last */
    const uint8_t *end;      /* end of those contents */
    const uint8_t *next;     /* end of that element, after any end-of-contents octets */
    const uint8_t *at;       /* start of the innermost construct that failed */
    stubc_context *context;  /* the caller's arena and limits; NULL: none */
    size_t missing;          /* the least number of octets by which the input is too short */
    unsigned depth;          /* levels of recursion that are left */
    int code;
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_USE_CONTAINED
    stubc_work work;
#endif
#ifdef STUBC_FILLS
    bool filling; /* a default is being decoded: its constraints are not checked */
#endif
#ifdef STUBC_COMPILED_DECODE
    bool plain; /* no command calls a procedure, because one has left */
#endif
#ifdef STUBC_ERROR_PATHS
    stubc_error *error;
#endif
#ifdef STUBC_COUNT_COMMANDS
    unsigned long commands;
    unsigned long idle;
#endif
} stubc_decoder;

/* Whether to check the constraints of the value just decoded. */
#ifdef STUBC_FILLS
#define STUBC_CHECKED(d) (!(d)->code && !(d)->filling)
#else
#define STUBC_CHECKED(d) (!(d)->code)
#endif

/* Decodes the element at p, inside contents that end at e, into value. tag: its identifier; 0 for a union, and for an
 * open type the number of its arm. Returns where the next element starts. A procedure returns NULL if it leaves. All
 * others set d->code after an error and return e: callers may check d->code late, because no element follows e. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value);

/* A constant error code without its sign takes shorter instructions. */
#define stubc_fail(d, code, e) stubc_fail_unsigned(d, -(code), e)
STUBC_OWN const uint8_t *stubc_fail_unsigned(stubc_decoder *d, int code, const uint8_t *e);
#ifdef STUBC_INTERPRET_DECODE
STUBC_OWN const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e);
#endif
STUBC_OWN const uint8_t *stubc_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag);
#ifdef STUBC_COMPILED_DECODE
/* Decoders for procedures: as those of the interpreter, but they return NULL for errors and constructed strings. */
const uint8_t *stubc_take_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag);
#ifdef STUBC_CALLS_TAKE_BOOLEAN
const uint8_t *stubc_take_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, bool *value);
#endif
#ifdef STUBC_CALLS_TAKE_INTEGER
const uint8_t *stubc_take_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                  unsigned op);
#endif
#ifdef STUBC_CALLS_TAKE_OCTETS
const uint8_t *stubc_take_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                 stubc_slice *value);
#endif
#ifdef STUBC_CALLS_TAKE_OID
const uint8_t *stubc_take_oid(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, stubc_slice *value);
#endif
#ifdef STUBC_CALLS_TAKE
const uint8_t *stubc_take(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value, unsigned op);
#endif
#endif
#if defined STUBC_CALLS_SKIP || defined STUBC_USE_ARRAY || defined STUBC_USE_ORDERED || defined STUBC_USE_SKIP || \
    (defined STUBC_USE_SET && defined STUBC_INTERPRET_DECODE) || (defined STUBC_DECODE_SPEED && defined STUBC_USE_OPEN)
#define STUBC_SKIPS
STUBC_OWN const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e);
#endif
#ifdef STUBC_LONG_TAGS
STUBC_LOCAL uint32_t stubc_identifier(const uint8_t *p, const uint8_t *e);
#endif
#ifdef STUBC_USE_ARENA
STUBC_OWN void *stubc_alloc(stubc_decoder *d, size_t size);
#endif
#ifdef STUBC_USE_ARRAY
STUBC_OWN void *stubc_array(stubc_decoder *d, const uint8_t *p, const uint8_t *e, size_t size, size_t *count);
#endif

/* A decoder of primitives: as stubc_decode_fn. arg: the repr of an integer, the kind of a time, the number of a node;
 * else unused. */
typedef const uint8_t *stubc_get_fn(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                    unsigned arg);
#ifdef STUBC_INTERPRET_DECODE
STUBC_OWN stubc_get_fn stubc_interpret_decode;
#endif
#ifdef STUBC_DECODE_SPEED
#define STUBC_GET STUBC_MAYBE_UNUSED STUBC_INLINE
#ifdef STUBC_USE_BOOLEAN
stubc_get_fn stubc_get_boolean;
#endif
#ifdef STUBC_USE_INTEGER
stubc_get_fn stubc_get_integer;
#endif
#ifdef STUBC_USE_OCTETS
stubc_get_fn stubc_get_octets;
#endif
#ifdef STUBC_USE_BYTES
stubc_get_fn stubc_get_bytes;
#endif
#ifdef STUBC_USE_BITS
stubc_get_fn stubc_get_bits;
#endif
#ifdef STUBC_USE_NAMED_BITS
stubc_get_fn stubc_get_named_bits;
#endif
#ifdef STUBC_USE_OID
stubc_get_fn stubc_get_oid;
#endif
#ifdef STUBC_USE_NULL
stubc_get_fn stubc_get_null;
#endif
#ifdef STUBC_USE_OPEN
stubc_get_fn stubc_get_open;
#endif
#ifdef STUBC_USE_REAL
stubc_get_fn stubc_get_real;
#endif
#ifdef STUBC_USE_TIME
stubc_get_fn stubc_get_time;
#endif
#ifdef STUBC_USE_ISO_TIME
stubc_get_fn stubc_get_iso_time;
#endif
#else
/* For size: one function decodes all primitives, and the opcode selects. */
#define STUBC_GET STUBC_COLD
stubc_get_fn stubc_get;
#ifdef STUBC_USE_BOOLEAN
#define stubc_get_boolean(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_BOOLEAN)
#endif
#ifdef STUBC_USE_INTEGER
#define stubc_get_integer(d, p, e, tag, to, repr) stubc_get(d, p, e, tag, to, STUBC_OP_U8 + (repr))
#endif
#ifdef STUBC_USE_OCTETS
#define stubc_get_octets(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OCTETS)
#endif
#ifdef STUBC_USE_BYTES
#define stubc_get_bytes(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_BYTES)
#endif
#ifdef STUBC_USE_BITS
#define stubc_get_bits(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_BITS)
#endif
#ifdef STUBC_USE_NAMED_BITS
#define stubc_get_named_bits(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_NAMED_BITS)
#endif
#ifdef STUBC_USE_OID
#define stubc_get_oid(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OID)
#endif
#ifdef STUBC_USE_NULL
#define stubc_get_null(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_NULL)
#endif
#ifdef STUBC_USE_OPEN
#define stubc_get_open(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_OPEN)
#endif
#ifdef STUBC_USE_REAL
#define stubc_get_real(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_REAL)
#endif
#ifdef STUBC_USE_TIME
#define stubc_get_time(d, p, e, tag, to, kind) stubc_get(d, p, e, tag, to, STUBC_OP_UTC_TIME + (kind))
#endif
#ifdef STUBC_USE_ISO_TIME
#define stubc_get_iso_time(d, p, e, tag, to, arg) stubc_get(d, p, e, tag, to, STUBC_OP_ISO_TIME)
#endif
#endif
#ifdef STUBC_USE_TYPED
/* An open type that a governor resolves begins with its octets (a stubc_slice) and the number of its kind. */
STUBC_OWN stubc_get_fn stubc_get_typed;
#ifndef STUBC_SEVERAL
extern const uint8_t stubc_keys[];
#endif
STUBC_LOCAL unsigned stubc_select(const uint8_t *keys, const uint8_t *data, size_t length);
STUBC_LOCAL unsigned stubc_select_number(const uint8_t *keys, uint64_t x, bool negative);
STUBC_OWN void stubc_resolve(stubc_decoder *d, void *value, unsigned kind, stubc_decode_fn *decode, unsigned node);
#endif
#ifdef STUBC_USE_ORDERED
STUBC_OWN const uint8_t *stubc_ordered(stubc_decoder *d, const uint8_t *before, const uint8_t *p, const uint8_t *e);
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
#ifdef STUBC_DECODE_SPEED
#define STUBC_ENTER stubc_fast_enter
#else
#define STUBC_ENTER stubc_header
#endif

#ifdef STUBC_USE_INTEGER
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
#endif

#ifdef STUBC_USE_KEEP
STUBC_LOCAL void stubc_keep(stubc_decoder *d, stubc_slice *raw, const uint8_t *p, const uint8_t *next, unsigned around);
#endif

#ifdef STUBC_LONG_TAGS
STUBC_LOCAL bool stubc_found(const uint8_t *p, const uint8_t *e, uint32_t tag);
#ifdef STUBC_CALLS_FOUND_STRING
bool stubc_found_string(const uint8_t *p, const uint8_t *e, uint32_t tag);
#endif
#else
#define stubc_found(p, e, tag) ((p) < (e) && *(p) == (tag))
#endif

#ifndef STUBC_ALONE
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
#endif
#endif

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

/* A message type: the step that interprets it, and its procedures; a direction without one is interpreted. */
#if defined STUBC_DECODE || defined STUBC_ENCODE
typedef struct stubc_root {
#ifdef STUBC_ERROR_PATHS
    const char *name;
#endif
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_LONG_ROOTS
    const uint32_t *begun; /* the proper prefixes of its identifiers, then 0; 0 alone: any prefix */
#endif
#ifdef STUBC_INTERPRET
    uint8_t step[4];
#endif
#ifdef STUBC_COMPILED_DECODE
    uint32_t decode_tag;
    stubc_decode_fn *decode;
#endif
#ifdef STUBC_COMPILED_ENCODE
    uint32_t encode_tag;
    stubc_encode_fn *encode;
#endif
} stubc_root;
#endif
