/* ---- PER: state, tables and commands ---- */
#if defined(__GNUC__)
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#define STUBC_APART __attribute__((noinline, unused))
#else
#define STUBC_MAYBE_UNUSED
#define STUBC_APART
#endif

/* Numbers of messages: as wide as the widest one of the specification. */
#ifdef STUBC_WIDE
typedef uint64_t stubc_word;
#define STUBC_WORD_BITS 64u
#else
typedef uint32_t stubc_word;
#define STUBC_WORD_BITS 32u
#endif

#ifdef STUBC_BY_UNIT
typedef struct stubc_unit stubc_unit;
#endif

/* The bits that are read: a message, or the contents of an open type. */
typedef struct stubc_input {
    const uint8_t *base;
    size_t start; /* the first bit of the complete encoding, after base */
    size_t at;    /* the next bit */
    size_t end;   /* after the last bit */
    size_t place; /* in the message: of the first bit of base, or of all bits unless is_whole */
#ifdef STUBC_COMPILED_DECODE
    size_t whole;  /* after the last bit that base has */
    uint64_t tail; /* the bits before it: 64, or all */
#endif
    bool is_whole;
    bool is_inside; /* contents: they end where their length says */
    bool is_joined; /* in the arena, beside the bytes around them */
} stubc_input;

/* The state of decoding. */
typedef struct stubc_decoder {
    stubc_input in;
    size_t construct; /* place of the first bit of the innermost construct; after an error, of the failed one */
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
#ifdef STUBC_COMPILED_DECODE
    bool is_plain; /* no procedure is called, because one has left */
#endif
#ifdef STUBC_TAKE_EXTENDED
    bool is_own; /* the next value has a procedure, which is not called */
#endif
} stubc_decoder;

/* The state of encoding. */
typedef struct stubc_encoder {
    uint8_t *base;
    size_t start; /* the first bit of the complete encoding */
    size_t at;    /* the next bit */
    size_t end;   /* bits of the buffer */
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
#ifdef STUBC_COMPILED_ENCODE
    bool is_plain; /* no procedure is called, because one has found an error */
#endif
#ifdef STUBC_PUT_EXTENDED
    bool is_own; /* the next value has a procedure, which is not called */
#endif
} stubc_encoder;

#ifdef STUBC_COMPILED_DECODE
/* A procedure: it decodes the value at a bit, and returns the bit after it. */
typedef size_t stubc_decode_fn(stubc_decoder *d, size_t at, void *value);
#endif
#ifdef STUBC_COMPILED_ENCODE
/* A procedure: it encodes a value from a bit on, and returns the bit after it. */
typedef size_t stubc_encode_fn(stubc_encoder *c, size_t at, const void *value);
#endif

/* A message type: its program. */
typedef struct stubc_root {
#ifdef STUBC_ERROR_PATHS
    const char *name;
#endif
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
    STUBC_ROOT_CELL node;
} stubc_root;

/* A default that is no number and no string: its constant, and the function that compares a value with it. */
typedef struct stubc_default {
    const void *value;
    size_t size;
    bool (*is_same)(const void *value);
} stubc_default;

/* A hop on the path from a structure to a governor, and then to the open types that it resolves. */
typedef struct stubc_hop {
    uint32_t offset; /* in the structure, or in the element of the innermost array */
    uint32_t value;  /* TEST: the byte; ITEMS: size of an element; OPEN: the program; a governor: offset of its keys */
    uint8_t op;
} stubc_hop;

enum {
    STUBC_HOP_TEST,   /* continue only if a presence flag or a union's kind has the value */
    STUBC_HOP_KIND,   /* as TEST, for a kind of 16 bits */
    STUBC_HOP_ITEMS,  /* each element of an array */
    STUBC_HOP_OPEN,   /* the open type; the last hop */
    STUBC_HOP_OCTETS, /* a governor that is a slice */
    STUBC_HOP_PARTS,  /* a governor that is a structure; value: the number of the function that compares it */
    STUBC_HOP_NUMBER  /* a governor that is an integer; plus its repr */
};

/* The first byte of a program: an operation and flags. docs/design/per.md of stubc has the format. */
enum {
    STUBC_OP_NULL,
    STUBC_OP_BOOLEAN,
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
    STUBC_OP = 0x1f,
    STUBC_EXTENSIBLE = 0x20, /* an extension bit comes first */
    STUBC_LIMITED = 0x40,    /* of a string or array: there is an upper size */
    STUBC_GOVERNS = 0x80     /* of a sequence: after its steps, the first hop and the number of its relations */
};

/* The second byte of the program of a number. */
enum {
    STUBC_REPR = 7, /* binary logarithm of the width in bytes, plus 4 if signed */
    STUBC_LOW = 8,  /* has a lower bound */
    STUBC_HIGH = 16, /* has an upper bound; with a lower one, their difference */
    STUBC_NEGATIVE = 32, /* the first bound is negative */
    STUBC_MAPPED = 64 /* an enumeration has other numbers than its indices; characters are sent as indices */
};

/* The lowest two bits of a step: whether its field may be absent. The program follows above them. */
enum {
    STUBC_MANDATORY,
    STUBC_FLAGGED,   /* the struct has a flag, the encoding has none */
    STUBC_OPTIONAL,  /* both have a flag */
    STUBC_DEFAULT    /* the encoding has a flag, except of a single addition; then the default */
};

/* The lowest two bits of a default. */
enum { STUBC_KNOWN_NUMBER, STUBC_KNOWN_NEGATIVE, STUBC_KNOWN_SLICE, STUBC_KNOWN_VALUE };

/* Numbers of programs: groups of seven bits, the highest first; bit 7 is set in all but the last. A value that does not
 * fit makes an array's size negative, which is a compile error. */
#define STUBC_FITS(value, condition) ((uint8_t)((value) + 0 * sizeof(char[(condition) ? 1 : -1])))
#define STUBC_ONE(value) STUBC_FITS(value, (value) < 0x80)
#define STUBC_TWO(value) STUBC_FITS((value) >> 7 | 0x80, (value) < 0x4000), STUBC_FITS((value) & 0x7f, true)
#define STUBC_FOUR(value)                                                                                             \
    STUBC_FITS((uint32_t)(value) >> 21 | 0x80, (uint32_t)(value) < 0x10000000),                                       \
        STUBC_FITS(((uint32_t)(value) >> 14 & 0x7f) | 0x80, true), STUBC_FITS(((value) >> 7 & 0x7f) | 0x80, true),    \
        STUBC_FITS((value) & 0x7f, true)

#ifdef STUBC_COUNT_COMMANDS
#define STUBC_COUNT(state) ((state)->commands++)
#else
#define STUBC_COUNT(state) ((void)0)
#endif

#ifdef STUBC_DEFAULT_SLICES
bool stubc_same(const void *value, const stubc_slice *known, unsigned op);
#endif
#if defined STUBC_USE_HOPS && defined STUBC_DECODE
unsigned stubc_select(const uint8_t *keys, const uint8_t *data, size_t length);
unsigned stubc_select_number(const uint8_t *keys, uint64_t x, bool negative);
#endif

#ifdef STUBC_BY_UNIT
struct stubc_unit {
    const uint8_t *programs;
    const STUBC_PROGRAM_OFFSET *nodes;
#ifdef STUBC_COMPILED_DECODE
    stubc_decode_fn *const *decoders;
#endif
#ifdef STUBC_COMPILED_ENCODE
    stubc_encode_fn *const *encoders;
#endif
#ifdef STUBC_USE_HOPS
    const stubc_hop *hops;
    const uint8_t *keys;
#endif
#ifdef STUBC_USE_PARTS
    unsigned (*const *choosers)(const void *);
#endif
#ifdef STUBC_DEFAULT_SLICES
    const stubc_slice *default_slices;
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    const stubc_default *constructed_defaults;
#endif
};
#else
extern const uint8_t stubc_programs[];
extern const STUBC_PROGRAM_OFFSET stubc_nodes[];
#ifdef STUBC_COMPILED_DECODE
extern stubc_decode_fn *const stubc_decoders[];
#endif
#ifdef STUBC_COMPILED_ENCODE
extern stubc_encode_fn *const stubc_encoders[];
#endif
#ifdef STUBC_USE_HOPS
extern const stubc_hop stubc_hops[];
extern const uint8_t stubc_keys[];
#endif
#ifdef STUBC_USE_PARTS
extern unsigned (*const stubc_choosers[])(const void *);
#endif
#ifdef STUBC_DEFAULT_SLICES
extern const stubc_slice stubc_default_slices[];
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
extern const stubc_default stubc_constructed_defaults[];
#endif
#endif
