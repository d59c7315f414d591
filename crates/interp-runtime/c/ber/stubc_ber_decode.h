/* ---- Decoders: their state, and what procedures and commands call ---- */
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
#if defined STUBC_CALLS_PASS_ALL && defined STUBC_SPEED
const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next);
#endif
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
#if defined STUBC_CALLS_SKIP || defined STUBC_CALLS_PASS_ALL || defined STUBC_USE_ARRAY || \
    defined STUBC_USE_ORDERED || defined STUBC_USE_SKIP || \
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
