/* ---- Defaults, and what constraints exclude ---- */
#ifdef STUBC_MIXED
#define STUBC_CANONICAL_BOOLEAN(octet) (!d->unit->is_der || (octet) == 0 || (octet) == 0xff)
#elif defined STUBC_DER
#define STUBC_CANONICAL_BOOLEAN(octet) ((octet) == 0 || (octet) == 0xff)
#else
#define STUBC_CANONICAL_BOOLEAN(octet) true
#endif

#ifdef STUBC_DEFAULT_SLICES
/* Values of DEFAULT fields; a string of bits has its length in bits. */
#ifndef STUBC_SEVERAL
extern const stubc_slice stubc_default_slices[];
#endif
#ifdef STUBC_CALLS_SAME
/* Generated code calls it, too. */
bool stubc_same(const void *value, const stubc_slice *known, unsigned op);
#elif defined STUBC_ENCODE || defined STUBC_DER || defined STUBC_PROFILE
STUBC_LOCAL bool stubc_same(const void *value, const stubc_slice *known, unsigned op);
#endif
#endif

#ifdef STUBC_BOUNDS
/* What a constraint permits of a value of this kind: pairs of bounds, those of its number or size first. Bounds of
   integers in octets are of several words each, the highest first. */
typedef struct stubc_check {
    const int64_t *bounds;
    uint16_t numbers;
    uint16_t characters; /* of integers in octets: the words of a bound */
    uint8_t kind;
} stubc_check;

enum {
    STUBC_CHECK_U8, /* and on in the order of repr: see stubc_get_integer */
    STUBC_CHECK_U16,
    STUBC_CHECK_U32,
    STUBC_CHECK_U64,
    STUBC_CHECK_I8,
    STUBC_CHECK_I16,
    STUBC_CHECK_I32,
    STUBC_CHECK_I64,
    STUBC_CHECK_BOOLEAN,
    STUBC_CHECK_LENGTH,
    STUBC_CHECK_COUNT,
    STUBC_CHECK_CHARACTERS1,
    STUBC_CHECK_CHARACTERS2,
    STUBC_CHECK_CHARACTERS4,
    STUBC_CHECK_UTF8,
    STUBC_CHECK_BYTES
};

extern const stubc_check stubc_checks[];
#ifdef STUBC_PREDICATES_FROM
bool stubc_permits(const stubc_check *check, const void *value);
#else
STUBC_LOCAL bool stubc_permits(const stubc_check *check, const void *value);
#endif
#endif

#ifdef STUBC_PREDICATES_FROM
/* What constraints say beside bounds: functions of generated code, which commands know by numbers behind those of
 * bounds. */
#ifdef STUBC_USE_CONTAINED
typedef bool stubc_predicate_fn(const void *value, stubc_work *work);
#else
typedef bool stubc_predicate_fn(const void *value);
#endif
extern stubc_predicate_fn *const stubc_predicates[];
#endif
#ifdef STUBC_USE_CONTAINED
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, stubc_decode_fn *decode, void *value);
#endif
#ifdef STUBC_USE_MATCH
/* A pattern: by state and class of an octet in UTF-8, the state behind it. */
typedef struct stubc_pattern {
    const uint8_t *classes;
    const uint16_t *next;
    uint16_t octets; /* the classes of so many are listed */
    uint16_t columns;
    uint16_t start;
    uint16_t accepting; /* states from this on are those of texts that match */
    uint8_t rest;       /* the class of all other octets */
} stubc_pattern;
bool stubc_matches(const stubc_pattern *pattern, const stubc_slice *value, unsigned width);
#endif
#ifdef STUBC_USE_REAL_RANGES
/* A number that others are compared with, in binary and in decimal. */
typedef struct stubc_real {
    const uint8_t *bits;         /* of its absolute value, from the first that is 1 */
    const uint8_t *digits;       /* all of it, from the first that is not 0, in ASCII */
    uint64_t remainder, divisor; /* the bits behind are those of this quotient, which is below 1 */
    int32_t exponent;            /* 0.bits times 2 to this power */
    int32_t point;               /* 0.digits times 10 to this power */
    uint16_t octets;             /* of bits */
    uint16_t length;             /* of digits */
    int8_t rank;                 /* -2: minus infinity, -1: below zero, 0, 1, 2 */
} stubc_real;
bool stubc_is_real_between(const stubc_slice *value, const stubc_real *low, bool low_open, const stubc_real *high,
                           bool high_open);
#endif
#ifdef STUBC_USE_REAL_COMPONENTS
/* What a number may be made of: pairs of ends, the first the least or INT64_MIN, the second the greatest or
 * INT64_MAX. */
typedef struct stubc_components {
    const int64_t *mantissa;
    const int64_t *exponent;
    uint8_t mantissas; /* how many pairs there are */
    uint8_t exponents;
    bool two; /* whether the base may be 2 */
    bool ten;
} stubc_components;
bool stubc_has_components(const stubc_slice *value, const stubc_components *set);
#endif
#ifdef STUBC_USE_SAME_BITS
bool stubc_same_bits(const stubc_bits *value, const uint8_t *known, size_t length, bool named);
#endif

#ifdef STUBC_ENCODED_DEFAULTS
#ifdef STUBC_DECODE
#ifdef STUBC_DER
/* Whether these octets are those of a constructed default. */
STUBC_LOCAL bool stubc_is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e);
#endif
/* What a decoder was about when it turned to a default. */
typedef struct stubc_filling {
    size_t max_elements;
    unsigned depth;
#ifdef STUBC_FILLS
    bool filling;
#endif
} stubc_filling;

STUBC_LOCAL const uint8_t *stubc_fill(stubc_decoder *d, stubc_filling *before, const stubc_slice *known,
                                      const uint8_t **e);
STUBC_LOCAL void stubc_filled(stubc_decoder *d, const stubc_filling *before);
#endif
#endif
