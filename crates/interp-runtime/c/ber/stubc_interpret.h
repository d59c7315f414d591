/* ---- Commands: four octets a step; ARCHITECTURE.md has the format ---- */
#ifdef STUBC_INTERPRET
enum {
    STUBC_OP_WIDE,        /* octets 2 and 3 index stubc_wides, which holds the step */
    STUBC_OP_SKIP,        /* unknown extension additions may stand here */
    STUBC_OP_CALL,        /* a union, or a node under its own tag */
    STUBC_OP_CALL_SEQUENCE,
    STUBC_OP_CALL_SET,
    STUBC_OP_RECUR,       /* a node one deeper; behind a pointer when the step has a size */
    STUBC_OP = 0x1f,
    STUBC_LOOK = 0x20,     /* of an arm: octet 1 alone does not tell whether it is this one */
    STUBC_OPTIONAL = 0x20, /* has a presence flag: the next of those at the start of the struct */
    STUBC_EXPLICIT = 0x40, /* octet 1 is an explicit tag; the one inside is octet 3, or follows from the call */
    STUBC_DEFAULT = 0x80   /* when absent: the default that octet 3 names */
};

enum { STUBC_SEQUENCE, STUBC_SET, STUBC_UNION, STUBC_ARRAY, STUBC_KIND = 3, STUBC_EXTENSIBLE = 4, STUBC_SORTED = 8,
       STUBC_GOVERNS = 16, /* behind the steps: where its relations start in stubc_hops, and how many there are */
       STUBC_TYPED = 32 }; /* an open type; behind the steps: sizes of what it may hold, in units of 8 octets */

/* A step with what does not fit into four octets; its tags are octets, as those of steps, where the dictionary is
 * small. */
#ifdef STUBC_LONG_DICTIONARY
typedef uint32_t stubc_wide_tag;
#define STUBC_WIDE_TAG(unit, tag) (tag)
#define STUBC_STEP_TAG(unit, octet) STUBC_TAG(unit, octet)
#else
typedef uint8_t stubc_wide_tag;
#define STUBC_WIDE_TAG(unit, octet) STUBC_TAG(unit, octet)
#define STUBC_STEP_TAG(unit, octet) (octet)
#endif
#ifdef STUBC_PREDICATES_FROM
#ifdef STUBC_BOUNDS
#define STUBC_PASSES(check, value, coder)                                                                            \
    ((check) > STUBC_PREDICATES_FROM                                                                                 \
         ? stubc_predicates[(check)-1 - STUBC_PREDICATES_FROM]((value)STUBC_WORK(coder))                             \
         : stubc_permits(&stubc_checks[(check)-1], value))
#else
#define STUBC_PASSES(check, value, coder) stubc_predicates[(check)-1]((value)STUBC_WORK(coder))
#endif
#else
#define STUBC_PASSES(check, value, coder) stubc_permits(&stubc_checks[(check)-1], value)
#endif
typedef struct stubc_wide {
    uint16_t offset;
    uint16_t arg;
    uint16_t size; /* of what RECUR takes from the arena */
    stubc_wide_tag outer; /* an explicit tag; 0: none */
    stubc_wide_tag inner; /* an explicit tag inside of that */
    stubc_wide_tag tag;
    uint8_t op;
#ifdef STUBC_CHECKS
    uint16_t check; /* one more than the index of what is checked; 0: nothing */
#endif
#ifdef STUBC_USE_KEEP
    uint16_t keep;  /* where the value keeps its octets as received */
    uint8_t around; /* one more than the number of explicit tags around them; 0: it does not */
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    uint16_t known; /* one more than the index of its constructed default; 0: it has none */
#endif
} stubc_wide;

#ifdef STUBC_CONSTRUCTED_DEFAULTS
/* A default that is more than a scalar: the octets that it is decoded from, and whether a value is the same. */
typedef struct stubc_constructed {
#ifdef STUBC_INTERPRET_DECODE
    const stubc_slice *octets;
#endif
#ifdef STUBC_INTERPRET_ENCODE
    bool (*is_same)(const void *value);
#endif
} stubc_constructed;
#ifndef STUBC_SEVERAL
extern const stubc_constructed c->unit->constructed_defaults[];
#endif
#endif

/* Whether unions without a tag, one in the other, are gone through at once: their names are noted one by one. */
#ifdef STUBC_ERROR_PATHS
#define STUBC_DESCENDS 0
#else
#define STUBC_DESCENDS 1
#endif

/* A step on the way from a structure to a governor, and from there to the open types that it resolves. */
typedef struct stubc_hop {
    uint16_t offset; /* in the structure, or in the element of the innermost array */
    uint16_t value;  /* TEST: the octet; ITEMS: size of an element; OPEN: the node; a governor: where its keys are */
    uint8_t op;
} stubc_hop;

enum {
    STUBC_HOP_TEST,   /* of a presence flag or of a union's kind */
    STUBC_HOP_ITEMS,  /* each element of an array */
    STUBC_HOP_OPEN,   /* the open type: the end */
    STUBC_HOP_OCTETS, /* a governor that is a slice */
    STUBC_HOP_PARTS,  /* one that is a structure: the number of the function that compares it */
    STUBC_HOP_NUMBER  /* and on in the order of repr: see stubc_get_integer */
};

/* No unit of an offset is larger than what the target aligns to. */
#if defined __BIGGEST_ALIGNMENT__ && __BIGGEST_ALIGNMENT__ < 4
#define STUBC_ALIGNMENT __BIGGEST_ALIGNMENT__
#else
#define STUBC_ALIGNMENT 4
#endif
#define STUBC_UNIT(scale) ((scale) < STUBC_ALIGNMENT ? (scale) : STUBC_ALIGNMENT)

/* A step whose offset may be beyond 255 units where these are small: there it is a wide one, of those behind the
 * STUBC_WIDES others. */
#ifdef STUBC_WIDES
#if STUBC_ALIGNMENT < 4
#ifndef STUBC_USE_WIDE
#define STUBC_USE_WIDE
#endif
#define STUBC_FAR(index, flags, op, tag, offset, arg)                                                                \
    STUBC_OP_WIDE flags, 0, (STUBC_WIDES + (index)) & 0xff, (STUBC_WIDES + (index)) >> 8
#else
#define STUBC_FAR(index, flags, op, tag, offset, arg) op flags, tag, offset, arg
#endif
#endif

/* Octets of a table: an offset in units of scale, a size in two octets; the array is negative when it does not fit. */
#define STUBC_FITS(value, condition) ((uint8_t)(((value) & 0xff) + 0 * sizeof(char[(condition) ? 1 : -1])))
#define STUBC_OFFSET(type, member, scale)                                                                           \
    STUBC_FITS(offsetof(type, member) / STUBC_UNIT(scale),                                                          \
               offsetof(type, member) % STUBC_UNIT(scale) == 0 && offsetof(type, member) / STUBC_UNIT(scale) <= 0xff)
#define STUBC_SIZE(type) STUBC_FITS(sizeof(type), sizeof(type) <= 0xffff), STUBC_FITS(sizeof(type) >> 8, true)

#define STUBC_SIZE_IN_UNITS(type) STUBC_FITS(STUBC_UNITS(type), STUBC_UNITS(type) <= 0xff)

#ifdef STUBC_COUNT_COMMANDS
#define STUBC_COUNT(state) ((state)->commands++)
#else
#define STUBC_COUNT(state) ((void)0)
#endif

#ifndef STUBC_SEVERAL
extern const uint8_t stubc_programs[];
extern const STUBC_PROGRAM_OFFSET stubc_nodes[];
extern const stubc_wide stubc_wides[];
extern const stubc_hop stubc_hops[];
#ifdef STUBC_USE_PARTS
extern unsigned (*const stubc_choosers[])(const void *);
#endif
extern const STUBC_TAG_CELL stubc_tags[];
extern const int32_t stubc_default_integers[];
#ifdef STUBC_DECODE
extern stubc_decode_fn *const stubc_decoders[];
#endif
#ifdef STUBC_ENCODE
extern stubc_encode_fn *const stubc_encoders[];
#endif
#endif
#ifdef STUBC_DECODE
stubc_decode_fn stubc_interpret_decode_root;
#endif
#ifdef STUBC_ENCODE
stubc_encode_fn stubc_interpret_encode_root;
#endif
#endif
