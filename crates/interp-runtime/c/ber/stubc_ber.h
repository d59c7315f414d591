/* The compiler's option for size (-Os) removes the shortcuts for the common case. So does a plan with a small runtime,
 * and a cap (STUBC_COMPACT) where everything is interpreted: who wants speed for bytes gets procedures first. */
#if !defined __OPTIMIZE_SIZE__ && !defined STUBC_SMALL_RUNTIME && (defined STUBC_FAST || !defined STUBC_COMPACT)
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

/* Under a cap, and with a small runtime: a function that is compiled for size at any level. */
#if defined __GNUC__ && (defined STUBC_COMPACT || defined STUBC_SMALL_RUNTIME) && !defined __OPTIMIZE_SIZE__
#define STUBC_SMALL __attribute__((cold))
#else
#define STUBC_SMALL
#endif

/* For size, and under a cap: a function with so many callers that inlining it would take more bytes. */
#if defined __GNUC__ && (!defined STUBC_SPEED || defined STUBC_COMPACT)
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
