/* ---- Packed rules: numbers of messages ---- */
#if defined(__GNUC__)
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#define STUBC_APART __attribute__((noinline, unused))
#else
#define STUBC_MAYBE_UNUSED
#define STUBC_APART
#endif

#ifdef STUBC_CHECKS
#define STUBC_SHARED STUBC_APART
#define STUBC_LOCAL
#endif

/* Numbers of messages: as wide as the widest one of the specification. */
#ifdef STUBC_WIDE
typedef uint64_t stubc_word;
#define STUBC_WORD_BITS 64u
#else
typedef uint32_t stubc_word;
#define STUBC_WORD_BITS 32u
#endif

#ifdef STUBC_USE_KEEP_UNKNOWN
/* Extension additions that the specification does not know, as received. Encoders send them again unless present.length
 * is 0. */
typedef struct stubc_unknown {
    stubc_bits present;   /* a bit for each addition: first those of the struct, then unknown ones */
    stubc_slice contents; /* the unknown ones that are present: a length and contents each */
} stubc_unknown;
#endif

#ifdef STUBC_BY_UNIT
typedef struct stubc_unit stubc_unit;
#endif

#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE || defined STUBC_SHAPES
#if defined(__GNUC__)
#define STUBC_INLINE static inline __attribute__((always_inline, unused))
#else
#define STUBC_INLINE static inline
#endif
#endif
