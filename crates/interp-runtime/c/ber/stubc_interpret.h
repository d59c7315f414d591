/* ---- Commands: four bytes per step; docs/design/ber.md of stubc has the format ---- */
#ifdef STUBC_INTERPRET
enum {
    STUBC_OP_WIDE,        /* bytes 2 and 3 index stubc_wides, which holds the step */
    STUBC_OP_SKIP,        /* skip unknown extension additions at this place */
    STUBC_OP_CALL,        /* a union, or a node under its own tag */
    STUBC_OP_CALL_SEQUENCE,
    STUBC_OP_CALL_SET,
    /* A node, one level deeper; the field is a pointer to it if the step has a size. */
#ifdef STUBC_USE_ISO_TIME
    STUBC_OP_RECUR = STUBC_OP_SKIP, /* only in stubc_wides, where SKIP is not; its own number is ISO_TIME */
#else
    STUBC_OP_RECUR,
#endif
    STUBC_OP = 0x1f,
    STUBC_LOOK = 0x20,     /* of an arm: byte 1 alone does not decide whether it matches */
    STUBC_OPTIONAL = 0x20, /* has a presence flag; the flags are at the start of the struct, in order */
    STUBC_EXPLICIT = 0x40, /* byte 1 is an explicit tag; the inner tag is byte 3, or follows from the call */
    STUBC_DEFAULT = 0x80   /* when absent: the default with the number in byte 3 */
};

enum { STUBC_SEQUENCE, STUBC_SET, STUBC_UNION, STUBC_ARRAY, STUBC_KIND = 3, STUBC_EXTENSIBLE = 4, STUBC_SORTED = 8,
       STUBC_GOVERNS = 16, /* after the steps: index of its relations in stubc_hops, and their number */
       STUBC_TYPED = 32 }; /* an open type; after the steps: the sizes of its kinds, in units of 8 bytes */

/* The parts of a program: a head of one byte and two numbers, the steps, and the tail. */
#ifdef STUBC_LARGE
/* Returns a number of a head or a tail. It takes three bytes, because some count exceeds 255 or some size 16 bits. The
 * size of a kind takes four, and byte 1 of a wide step belongs to its index. */
STUBC_INLINE unsigned stubc_number_at(const uint8_t *pc)
{
    return (unsigned)(pc[0] | (uint32_t)pc[1] << 8 | (uint32_t)pc[2] << 16);
}
#define STUBC_NUMBER(n) (n) & 0xff, (n) >> 8 & 0xff, (n) >> 16
#define STUBC_HEAD 7
#define STUBC_STEPS(pc) stubc_number_at((pc) + 1)
#define STUBC_FLAGS(pc) stubc_number_at((pc) + 4)
#define STUBC_ITEM_SIZE(pc) ((size_t)(STUBC_STEPS(pc) | (uint32_t)STUBC_FLAGS(pc) << 24))
#define STUBC_TAIL(pc) ((pc) + STUBC_HEAD + 4 * (size_t)STUBC_STEPS(pc))
#define STUBC_UNITS_AT(at) (stubc_number_at(at) | (uint32_t)(at)[3] << 24)
#define STUBC_KIND_UNITS(pc, kind) STUBC_UNITS_AT(STUBC_TAIL(pc) + 4 * (size_t)(kind)-4)
#define STUBC_FIRST_HOP(tail) stubc_number_at(tail)
#define STUBC_RELATIONS(tail) stubc_number_at((tail) + 3)
#define STUBC_WIDE_INDEX(pc) stubc_number_at((pc) + 1)
#define STUBC_ARM_TAG(unit, pc) ((pc)[0] & STUBC_OP ? STUBC_TAG(unit, (pc)[1]) : 0)
#else
#define STUBC_HEAD 3
#define STUBC_STEPS(pc) (pc)[1]
#define STUBC_FLAGS(pc) (pc)[2]
#define STUBC_ITEM_SIZE(pc) ((pc)[1] | (size_t)(pc)[2] << 8)
#define STUBC_TAIL(pc) ((pc) + STUBC_HEAD + 4 * (size_t)STUBC_STEPS(pc))
#define STUBC_KIND_UNITS(pc, kind) (pc)[STUBC_HEAD - 1 + 4 * (size_t)STUBC_STEPS(pc) + (kind)]
#define STUBC_FIRST_HOP(tail) ((tail)[0] | (tail)[1] << 8)
#define STUBC_RELATIONS(tail) (tail)[2]
#define STUBC_WIDE_INDEX(pc) ((pc)[2] | (pc)[3] << 8)
#define STUBC_ARM_TAG(unit, pc) STUBC_TAG(unit, (pc)[1])
#endif

/* A step that does not fit into four bytes. If the tag dictionary is short, its tags are bytes, as in other steps; else
 * they are identifiers. More than two explicit tags stand in entries of their own before it, with the opcode WIDE: the
 * outermost first, each as its outer. */
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
    stubc_number offset;
    stubc_number arg;
    stubc_number size; /* bytes that RECUR allocates in the arena */
    stubc_wide_tag outer; /* an explicit tag; 0: none */
    stubc_wide_tag inner; /* an explicit tag inside of that */
    stubc_wide_tag tag;
    uint8_t op;
#ifdef STUBC_CHECKS
    stubc_number check; /* one more than the index of the constraint; 0: none */
#endif
#ifdef STUBC_USE_KEEP
    stubc_number keep; /* offset of the slice that keeps the received octets */
    uint8_t around;    /* one more than the number of explicit tags around them; 0: no octets are kept */
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    stubc_number known; /* one more than the index of its constructed default; 0: it has none */
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
extern const stubc_constructed stubc_constructed_defaults[];
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
    stubc_number offset; /* in the structure, or in the element of the innermost array */
    stubc_number value;  /* TEST: the byte; ITEMS: size of an element; OPEN: the node; a governor: offset of its keys */
    uint8_t op;
} stubc_hop;

enum {
    STUBC_HOP_TEST,   /* continue only if a presence flag or a union's kind has the value */
#ifdef STUBC_LARGE
    STUBC_HOP_KIND,   /* as TEST, for a kind of 16 bits */
#endif
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
#ifdef STUBC_LARGE
#define STUBC_WIDE_BYTES(index) STUBC_NUMBER(index)
#else
#define STUBC_WIDE_BYTES(index) 0, (index) & 0xff, (index) >> 8
#endif
#define STUBC_FAR(index, flags, op, tag, offset, arg)                                                                \
    STUBC_OP_WIDE flags, STUBC_WIDE_BYTES(STUBC_WIDES + (index))
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
#ifdef STUBC_LARGE
#define STUBC_BYTES(n)                                                                                               \
    STUBC_FITS(n, true), STUBC_FITS((n) >> 8, true), STUBC_FITS((uint32_t)(n) >> 16, true),                           \
        STUBC_FITS((uint32_t)(n) >> 24, true)
#define STUBC_SIZE(type) STUBC_BYTES(sizeof(type)), 0, 0
#define STUBC_SIZE_IN_UNITS(type) STUBC_BYTES(STUBC_UNITS(type))
#else
#define STUBC_SIZE(type) STUBC_FITS(sizeof(type), sizeof(type) <= 0xffff), STUBC_FITS(sizeof(type) >> 8, true)
#define STUBC_SIZE_IN_UNITS(type) STUBC_FITS(STUBC_UNITS(type), STUBC_UNITS(type) <= 0xff)
#endif

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
#ifdef STUBC_DEFAULT_INTEGERS
extern const stubc_default_integer stubc_default_integers[];
#endif
#ifdef STUBC_DECODE
extern stubc_decode_fn *const stubc_decoders[];
#endif
#ifdef STUBC_ENCODE
extern stubc_encode_fn *const stubc_encoders[];
#endif
#endif
#endif
