#ifdef STUBC_BOUNDS
/* A constraint by bounds on a value of this kind: pairs of bounds, first those of its number or size, then those of its
   characters. A bound of an integer in octets has several words, the highest first. */
typedef struct stubc_check {
    const int64_t *bounds;
    uint16_t numbers;
    uint16_t characters; /* pairs for characters; of integers in octets: words per bound */
    uint8_t kind;
} stubc_check;

enum {
    STUBC_CHECK_U8, /* this and the next follow the order of repr: see stubc_get_integer */
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
/* Constraints other than bounds: functions of generated code. Commands number them after the bounds. */
#ifdef STUBC_USE_CONTAINED
typedef bool stubc_predicate_fn(const void *value, stubc_work *work);
#else
typedef bool stubc_predicate_fn(const void *value);
#endif
extern stubc_predicate_fn *const stubc_predicates[];
#endif
#ifdef STUBC_USE_MATCH
/* A pattern, as an automaton: next[state * columns + class of the UTF-8 octet] is the next state. */
typedef struct stubc_pattern {
    const uint8_t *classes;
    const uint16_t *next;
    uint16_t octets; /* length of classes */
    uint16_t columns;
    uint16_t start;
    uint16_t accepting; /* the first accepting state; all after it accept */
    uint8_t rest;       /* the class of the octets beyond classes */
} stubc_pattern;
bool stubc_matches(const stubc_pattern *pattern, const stubc_slice *value, unsigned width);
#endif
#ifdef STUBC_USE_REAL_RANGES
/* A bound of real numbers, in binary and in decimal. */
typedef struct stubc_real {
    const uint8_t *bits;         /* bits of its absolute value, from the first that is 1 */
    const uint8_t *digits;       /* all its decimal digits, from the first that is not 0, in ASCII */
    uint64_t remainder, divisor; /* this quotient, below 1, gives the bits after those */
    int32_t exponent;            /* 0.bits times 2 to this power */
    int32_t point;               /* 0.digits times 10 to this power */
    uint16_t octets;             /* length of bits, in bytes */
    uint16_t length;             /* length of digits */
    int8_t rank;                 /* -2: minus infinity, -1: negative, 0: zero, 1: positive, 2: plus infinity */
} stubc_real;
bool stubc_is_real_between(const stubc_slice *value, const stubc_real *low, bool low_open, const stubc_real *high,
                           bool high_open);
#endif
#ifdef STUBC_USE_REAL_COMPONENTS
/* The components that a real number may have: pairs of the least value (INT64_MIN: no bound) and the greatest value
 * (INT64_MAX: no bound). */
typedef struct stubc_components {
    const int64_t *mantissa;
    const int64_t *exponent;
    uint8_t mantissas; /* number of pairs */
    uint8_t exponents;
    bool two; /* whether the base may be 2 */
    bool ten;
} stubc_components;
bool stubc_has_components(const stubc_slice *value, const stubc_components *set);
#endif
#ifdef STUBC_USE_SAME_BITS
bool stubc_same_bits(const stubc_bits *value, const uint8_t *known, size_t length, bool named);
#endif
