/* ---- Commands: four bytes per step; ARCHITECTURE.md has the format ---- */
#ifdef STUBC_INTERPRET
enum {
    STUBC_OP_WIDE,        /* bytes 2 and 3 index stubc_wides, which holds the step */
    STUBC_OP_SKIP,        /* skip unknown extension additions at this place */
    STUBC_OP_CALL,        /* a union, or a node under its own tag */
    STUBC_OP_CALL_SEQUENCE,
    STUBC_OP_CALL_SET,
    STUBC_OP_RECUR,       /* a node, one level deeper; the field is a pointer to it if the step has a size */
    STUBC_OP = 0x1f,
    STUBC_LOOK = 0x20,     /* of an arm: byte 1 alone does not decide whether it matches */
    STUBC_OPTIONAL = 0x20, /* has a presence flag; the flags are at the start of the struct, in order */
    STUBC_EXPLICIT = 0x40, /* byte 1 is an explicit tag; the inner tag is byte 3, or follows from the call */
    STUBC_DEFAULT = 0x80   /* when absent: the default with the number in byte 3 */
};

enum { STUBC_SEQUENCE, STUBC_SET, STUBC_UNION, STUBC_ARRAY, STUBC_KIND = 3, STUBC_EXTENSIBLE = 4, STUBC_SORTED = 8,
       STUBC_GOVERNS = 16, /* after the steps: index of its relations in stubc_hops, and their number */
       STUBC_TYPED = 32 }; /* an open type; after the steps: the sizes of its kinds, in units of 8 bytes */

/* A step that does not fit into four bytes. If the tag dictionary is short, its tags are bytes, as in other steps; else
 * they are identifiers. */
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
    uint16_t size; /* bytes that RECUR allocates in the arena */
    stubc_wide_tag outer; /* an explicit tag; 0: none */
    stubc_wide_tag inner; /* an explicit tag inside of that */
    stubc_wide_tag tag;
    uint8_t op;
#ifdef STUBC_CHECKS
    uint16_t check; /* one more than the index of the constraint; 0: none */
#endif
#ifdef STUBC_USE_KEEP
    uint16_t keep;  /* offset of the slice that keeps the received octets */
    uint8_t around; /* one more than the number of explicit tags around them; 0: no octets are kept */
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    uint16_t known; /* one more than the index of its constructed default; 0: it has none */
#endif
} stubc_wide;

#ifdef STUBC_CONSTRUCTED_DEFAULTS
/* A constructed default: the octets from which the decoder fills it in, and the function that compares a value with
 * it. */
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

/* Whether one loop handles nested unions without a tag. With error paths it does not, because each union notes its
 * name. */
#ifdef STUBC_ERROR_PATHS
#define STUBC_DESCENDS 0
#else
#define STUBC_DESCENDS 1
#endif

/* A hop on the path from a structure to a governor, and then to the open types that it resolves. */
typedef struct stubc_hop {
    uint16_t offset; /* in the structure, or in the element of the innermost array */
    uint16_t value;  /* TEST: the byte; ITEMS: size of an element; OPEN: the node; a governor: offset of its keys */
    uint8_t op;
} stubc_hop;

enum {
    STUBC_HOP_TEST,   /* continue only if a presence flag or a union's kind has the value */
    STUBC_HOP_ITEMS,  /* each element of an array */
    STUBC_HOP_OPEN,   /* the open type; the last hop */
    STUBC_HOP_OCTETS, /* a governor that is a slice */
    STUBC_HOP_PARTS,  /* a governor that is a structure; value: the number of the function that compares it */
    STUBC_HOP_NUMBER  /* a governor that is an integer; plus its repr: see stubc_get_integer */
};

/* The largest unit of an offset: the target's alignment, at most 4. */
#if defined __BIGGEST_ALIGNMENT__ && __BIGGEST_ALIGNMENT__ < 4
#define STUBC_ALIGNMENT __BIGGEST_ALIGNMENT__
#else
#define STUBC_ALIGNMENT 4
#endif
#define STUBC_UNIT(scale) ((scale) < STUBC_ALIGNMENT ? (scale) : STUBC_ALIGNMENT)

/* A step whose offset exceeds 255 units only on targets with small units. There it is a wide step, after the
 * STUBC_WIDES others in the table. */
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

/* Bytes of a table: an offset in units of scale; a size in two bytes. A value that does not fit makes the array's size
 * negative, which is a compile error. */
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
