/* ---- OER: state and commands ---- */
/* Numbers of programs, and the program with a number. */
typedef stubc_word stubc_number;
#define STUBC_PROGRAM(d, number) (d->unit->programs + d->unit->nodes[number])

/* The state of decoding. */
typedef struct stubc_decoder {
    const uint8_t *pc;        /* the next byte of the program */
    const uint8_t *at;        /* the next byte */
    const uint8_t *end;       /* of the message, or of the contents of an open type */
    const uint8_t *base;      /* the message */
    stubc_slice found;        /* the bytes that were taken last */
    uint8_t *flag;            /* the next presence flag of the innermost struct */
    const uint8_t *construct; /* the first byte of the innermost construct; after an error, of the failed one */
    size_t needed;            /* after TRUNCATED: the least length of the message */
    size_t empty;             /* elements without bytes so far */
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
#ifdef STUBC_USE_KEEP_UNKNOWN
    stubc_unknown *unknown; /* where the next additions keep unknown ones, or NULL */
#endif
    unsigned depth;
    int code;
#ifdef STUBC_USE_CONTAINED
    stubc_work work;
#endif
    unsigned inside; /* open types around the next byte: they end where their length says */
#ifdef STUBC_COMPILED_DECODE
    bool is_plain; /* no procedure is called, because one has left */
#endif
#ifdef STUBC_TAKE_EXTENDED
    bool is_own; /* the next value has a procedure, which is not called */
#endif
} stubc_decoder;

/* The state of encoding. */
typedef struct stubc_encoder {
    const uint8_t *pc;   /* the next byte of the program */
    uint8_t *at;         /* the next byte */
    uint8_t *end;        /* of the buffer */
    const uint8_t *flag; /* the next presence flag of the innermost struct */
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
#ifdef STUBC_USE_KEEP_UNKNOWN
    const stubc_unknown *unknown; /* unknown ones to send with the next additions, or NULL */
#endif
    unsigned depth;
    int code;
#ifdef STUBC_USE_CONTAINED
    stubc_work work;
#endif
#ifdef STUBC_COMPILED_ENCODE
    bool is_plain; /* no procedure is called, because one has found an error */
#endif
#ifdef STUBC_PUT_EXTENDED
    bool is_own; /* the next value has a procedure, which is not called */
#endif
} stubc_encoder;

/* The next byte. */
#define STUBC_NEXT(d) ((d)->at)

#ifdef STUBC_COMPILED_DECODE
/* A place in the input. */
typedef const uint8_t *stubc_source;

/* What a decoder returns if it leaves: then the interpreter decodes the message. */
#define STUBC_GONE NULL

/* The bytes that are left from a place on. */
#define STUBC_LEFT(d, from) ((size_t)((d)->end - (from)))

/* A procedure: it decodes the value at a byte, and returns the byte after it. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *at, void *value);
#endif
#ifdef STUBC_COMPILED_ENCODE
/* A place in the buffer. */
typedef uint8_t *stubc_target;

/* A procedure: it encodes a value from a byte on, and returns the byte after it. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *at, const void *value);
#endif

/* The first byte of a program: an operation and flags. docs/design/oer.md of stubc has the format. */
enum {
    STUBC_OP_NULL,
    STUBC_OP_BOOLEAN,
    STUBC_OP_INTEGER,
    STUBC_OP_BYTES, /* an integer as bytes */
    STUBC_OP_ENUMERATED,
    STUBC_OP_REAL,
    STUBC_OP_FLOAT, /* a real number of IEEE 754 */
    STUBC_OP_OID,
    STUBC_OP_OCTETS,
    STUBC_OP_CHARACTERS, /* of two or four bytes */
    STUBC_OP_BITS,
    STUBC_OP_NAMED_BITS,
    STUBC_OP_SEQUENCE,
    STUBC_OP_CHOICE,
    STUBC_OP_ARRAY,
    STUBC_OP_TYPED, /* an open type that a governor resolves */
    STUBC_OP_RECUR, /* a program, one level deeper */
#ifdef STUBC_USE_KEEP
    STUBC_OP_KEPT, /* before the program of a type that keeps its bytes: the offset of their member */
#endif
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    STUBC_OP_PROCEDURE, /* before the program of a type with procedures: the number of each, or 0 */
#endif
#ifdef STUBC_CHECKS
    STUBC_OP_CHECKED, /* the number of a check, and the program of the value that it checks */
    STUBC_BOXED = 0x20, /* of a check: the value is a pointer */
#endif
    STUBC_OP = 0x1f,
    STUBC_EXTENSIBLE = 0x20, /* of a sequence or choice: there is an extension marker */
    STUBC_FIXED = 0x40,      /* of a string: it has one size */
    STUBC_KEEPS = 0x40,      /* of a sequence: before its additions, the offset of the member for unknown ones */
    STUBC_TAGGED = 0x40,     /* of a choice: its tags are not those of AUTOMATIC TAGS, and follow each arm */
    STUBC_GOVERNS = 0x80     /* of a sequence: after its steps, the first hop and the number of its relations */
};

/* The second byte of the program of a number. */
enum {
    STUBC_REPR = 7,    /* binary logarithm of the width in bytes, plus 4 if signed */
    STUBC_WIDTH = 3,   /* shift of the width in the encoding: its binary logarithm plus 1; 0: a length comes first */
    STUBC_SIGNED = 64  /* in two's complement */
};
