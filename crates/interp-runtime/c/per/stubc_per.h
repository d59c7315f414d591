/* ---- PER: state and commands ---- */
#if defined(__GNUC__)
#define STUBC_ALWAYS static inline __attribute__((always_inline, unused))
#else
#define STUBC_ALWAYS static inline
#endif

/* Whether registers have 64 bits, and words may begin at any address, the least significant byte first: then the
 * interpreter takes bytes for speed. It does not if a cap leaves no room for procedures (STUBC_COMPACT), or if the plan
 * has a small runtime. */
#if (!defined STUBC_COMPACT || defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE) && \
    !defined STUBC_SMALL_RUNTIME
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                      \
    (defined(__x86_64__) || defined(__aarch64__))
#define STUBC_WORDS_OF_64
#endif
#endif
#if defined STUBC_COMPILED_DECODE || defined STUBC_WORDS_OF_64
#define STUBC_SEE_TAIL
#endif

/* A function that large targets have wherever it is called, and small ones once; and one that large targets keep out of
 * the function that calls it. */
#ifdef STUBC_WORDS_OF_64
#define STUBC_OFTEN STUBC_ALWAYS
#define STUBC_RARE STUBC_APART
#else
#define STUBC_OFTEN static STUBC_APART
#define STUBC_RARE STUBC_APART
#endif

/* Whether a state encodes: the walk over commands is the same in both directions. */
#if defined STUBC_USE_UNKNOWN || (defined STUBC_DECODE && defined STUBC_ENCODE)
#define STUBC_ENCODES(c) ((c)->is_encoder)
#elif defined STUBC_DECODE
#define STUBC_ENCODES(c) ((void)(c), false)
#else
#define STUBC_ENCODES(c) ((void)(c), true)
#endif

/* Numbers of programs, and the program with a number. */
typedef uint32_t stubc_number;
#define STUBC_PROGRAM(d, number) program_at(d, number, d->unit->programs)

/* Bounds of an INTEGER: the first one, and the distance to the other one. */
#ifdef STUBC_WIDE_BOUNDS
typedef uint64_t stubc_bound;
#else
typedef uint32_t stubc_bound;
#endif

/* Numbers of an ENUMERATED. */
#ifdef STUBC_WIDE_ITEMS
typedef uint64_t stubc_item;
#else
typedef uint32_t stubc_item;
#endif

/* The bits that are read or written: a message, or the contents of an open type. */
typedef struct stubc_input {
    uint8_t *base; /* decoders do not write to it */
    size_t start;  /* the first bit of the complete encoding, after base */
    size_t at;     /* the next bit */
    size_t end;    /* after the last bit */
    size_t place;  /* in the message: of the first bit of base, or of all bits unless is_whole */
#ifdef STUBC_SEE_TAIL
    size_t whole;  /* after the last bit that base has */
    uint64_t tail; /* the bits before it: 64, or all */
#endif
    bool is_whole;
    bool is_inside; /* contents: they end where their length says */
    bool is_joined; /* in the arena, beside the bytes around them */
} stubc_input;

/* The state of decoding or encoding. */
typedef struct stubc_coder {
    const uint8_t *pc; /* the next command */
    bool is_encoder;
    bool is_any; /* an encoder found a field that it sends */
    stubc_input in;
    uint8_t *flag;    /* the next flag of the innermost structure */
    size_t construct; /* place of the first bit of the innermost construct */
    size_t failed;    /* after an error: that of the construct that failed */
    size_t needed;    /* after TRUNCATED: the least length of the message */
    size_t empty;     /* elements and characters without bits so far */
    stubc_context *context;
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
    unsigned depth;
    int code;
#ifdef STUBC_USE_CONTAINED
    stubc_work work;
#endif
#ifdef STUBC_USE_KEEP_UNKNOWN
    const stubc_unknown *unknown; /* where the next additions keep unknown ones, or those to send; or NULL */
#endif
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    bool is_plain; /* no procedure is called, because one has left */
#endif
#if defined STUBC_TAKE_EXTENDED || defined STUBC_PUT_EXTENDED
    bool is_own; /* the next value has a procedure, which is not called */
#endif
} stubc_coder;

typedef stubc_coder stubc_decoder;
typedef stubc_coder stubc_encoder;

/* The next bit. */
#define STUBC_NEXT(c) ((c)->in.at)

#ifdef STUBC_COMPILED_DECODE
/* The place of a bit in the input. */
typedef size_t stubc_source;

/* What a decoder returns if it leaves: then the interpreter decodes the message. */
#define STUBC_GONE SIZE_MAX

/* The bits that are left from a place on. */
#define STUBC_LEFT(d, from) ((d)->in.end - (from))

/* A procedure: it decodes the value at a bit, and returns the bit after it. */
typedef size_t stubc_decode_fn(stubc_decoder *d, size_t at, void *value);
#endif
#ifdef STUBC_COMPILED_ENCODE
/* The place of a bit in the buffer. */
typedef size_t stubc_target;

/* A procedure: it encodes a value from a bit on, and returns the bit after it. */
typedef size_t stubc_encode_fn(stubc_encoder *c, size_t at, const void *value);
#endif

/* The first byte of a program: an operation and flags. docs/design/per.md of stubc has the format. */
enum {
    STUBC_OP_NULL,
    STUBC_OP_FIELD, /* a number of known width, at most 31 bits */
    STUBC_OP_INTEGER,
    STUBC_OP_BYTES, /* an integer as bytes */
    STUBC_OP_ENUMERATED,
    STUBC_OP_REAL,
    STUBC_OP_OID,
    STUBC_OP_CONTENTS, /* bytes after a length */
    STUBC_OP_OPEN,
    STUBC_OP_OCTETS,
    STUBC_OP_BITS,
    STUBC_OP_NAMED_BITS,
    STUBC_OP_CHARACTERS,
    STUBC_OP_SEQUENCE,
    STUBC_OP_CHOICE,
    STUBC_OP_ARRAY,
    STUBC_OP_TYPED, /* an open type that a governor resolves */
    STUBC_OP_RECUR, /* a program, one level deeper */
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    STUBC_OP_PROCEDURE, /* before the program of a type with procedures: the number of each, or 0 */
#endif
#ifdef STUBC_CHECKS
    STUBC_OP_CHECKED, /* the number of a check, and the program of the value that it checks */
    STUBC_BOXED = 0x20, /* of a check: the value is a pointer */
#endif
    STUBC_OP = 0x1f,
    STUBC_EXTENSIBLE = 0x20, /* an extension bit comes first */
    STUBC_LIMITED = 0x40,    /* of a string or array: there is an upper size */
    STUBC_KEEPS = 0x40,      /* of a sequence: before its additions, the offset of the member for unknown ones */
    STUBC_GOVERNS = 0x80,    /* of a sequence: after its steps, the first hop and the number of its relations */
    STUBC_PADDED = 0x20,     /* of a field: it begins on a byte boundary */
    STUBC_PARTIAL = 0x40,    /* of a field: not all of its numbers are values; the greatest one follows */
    STUBC_BASED = 0x80       /* of a field: the value of 0 follows, with its sign in the lowest bit */
};

/* The second byte of the program of a number. That of a field has the width above the representation. */
enum {
    STUBC_REPR = 7, /* binary logarithm of the width in bytes, plus 4 if signed */
    STUBC_LOW = 8,  /* has a lower bound */
    STUBC_HIGH = 16, /* has an upper bound; with a lower one, their difference */
    STUBC_NEGATIVE = 32, /* the first bound is negative */
    STUBC_MAPPED = 64 /* an enumeration has other numbers than its indices; characters are sent as indices */
};
