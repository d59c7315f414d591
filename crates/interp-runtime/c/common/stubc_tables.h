/* ---- Packed rules: tables, and steps of commands ---- */
/* A message type: its program. */
typedef struct stubc_root {
#ifdef STUBC_ERROR_PATHS
    const char *name;
#endif
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
    STUBC_ROOT_CELL node;
#ifdef STUBC_TRY_SHAPES
#ifdef STUBC_CHECK_SHAPES
    size_t size; /* of the value */
#endif
    /* Decodes a message of some shapes; else it returns STUBC_OTHER, and nothing has changed. */
    stubc_result (*shape)(void *value, const uint8_t *input, size_t length, stubc_context *context);
#endif
} stubc_root;

/* A default that is no number and no string: its constant, and the function that compares a value with it. */
typedef struct stubc_default {
    const void *value;
    size_t size;
    bool (*is_same)(const void *value);
} stubc_default;

/* A hop on the path from a structure to a governor, and then to the open types that it resolves. */
typedef struct stubc_hop {
    STUBC_HOP_CELL offset; /* in the structure, or in the element of the innermost array */
    STUBC_HOP_CELL value;  /* TEST: the byte; ITEMS: size of an element; OPEN: the program; a governor: its keys */
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

/* Whether the kind of a union with so many arms has 16 bits. */
#ifdef STUBC_USE_LARGE
#define STUBC_IS_LARGE(arms) ((arms) > 255)
#else
#define STUBC_IS_LARGE(arms) ((void)(arms), false)
#endif

#ifdef STUBC_COUNT_COMMANDS
#define STUBC_COUNT(state) ((state)->commands++)
#else
#define STUBC_COUNT(state) ((void)0)
#endif

#ifdef STUBC_USE_CONTAINED
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, unsigned program, void *value);
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
    unsigned numbered; /* programs with a place in nodes */
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
