/* ---- The command interpreter ---- */
#ifdef STUBC_INTERPRET

#ifdef STUBC_SPEED
#if defined STUBC_USE_OPEN || defined STUBC_USE_NULL || defined STUBC_USE_OCTETS || defined STUBC_USE_REAL || \
    defined STUBC_USE_BYTES || defined STUBC_USE_BITS || defined STUBC_USE_OID
#define STUBC_USE_OTHERS
#endif
#endif

/* Converts the offset byte of a step to bytes. Its unit depends on the opcode: 1 for booleans; 1, 2, 4 and 4 for
 * integers of 1, 2, 4 and 8 bytes; 4 for other fields. But no unit exceeds the target's alignment. */
#if STUBC_ALIGNMENT == 1
#define STUBC_SCALED(octet, op) ((size_t)(octet))
#elif STUBC_ALIGNMENT == 2
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 || (op) & 3 ? 1 : 0))
#elif defined STUBC_SPEED
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 ? 2 : 0xa4u >> ((op) & 3) * 2 & 3))
#else /* the same in fewer bytes */
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 || ((op) & 3) == 3 ? 2 : (op) & 3))
#endif

/* unpack is inline for speed, and where steps are simple to unpack. */
#if defined STUBC_DECODE_SPEED || !(defined STUBC_USE_WIDE || defined STUBC_USE_EXPLICIT)
#define STUBC_UNPACK STUBC_INLINE
#else
#define STUBC_UNPACK static
#endif

/* Returns the step at pc at full width: the table's entry for a wide step, else own, which it fills. */
STUBC_MAYBE_UNUSED STUBC_UNPACK const stubc_wide *unpack(const stubc_unit *unit, const uint8_t *pc, stubc_wide *own)
{
    const unsigned flags = pc[0], op = flags & STUBC_OP, arg = pc[3];
    const uint32_t tag = STUBC_STEP_TAG(unit, pc[1]);
    (void)unit;
#ifdef STUBC_USE_WIDE
    if (op == STUBC_OP_WIDE) {
        return &unit->wides[STUBC_WIDE_INDEX(pc)];
    }
#endif
    own->op = (uint8_t)op;
    own->size = 0;
    own->outer = 0;
#ifdef STUBC_USE_TWO_TAGS
    own->inner = 0;
#endif
#ifdef STUBC_CHECKS
    own->check = 0;
#endif
#ifdef STUBC_USE_KEEP
    own->around = 0;
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    own->known = 0;
#endif
    own->arg = (stubc_number)arg;
    own->tag = (stubc_wide_tag)tag;
    own->offset = (stubc_number)STUBC_SCALED(pc[2], op);
#ifdef STUBC_USE_EXPLICIT
    if (flags & STUBC_EXPLICIT) {
        own->outer = (stubc_wide_tag)tag;
        own->tag = (stubc_wide_tag)(op >= STUBC_OP_SCALAR && op != STUBC_OP_OPEN ? STUBC_STEP_TAG(unit, arg)
                                    : op - STUBC_OP_CALL_SEQUENCE < 2 ? op - STUBC_OP_CALL_SEQUENCE + 0x30
                                                                      : 0); /* for OPEN, byte 3 is not a tag */
    }
#endif
    return own;
}

#if (defined STUBC_DECODE_SPEED || defined STUBC_ENCODE_SPEED) && defined STUBC_USE_EXPLICIT
/* Returns the tag inside the explicit tag of a step that is not wide; 0: its node has one, or none. */
STUBC_MAYBE_UNUSED STUBC_INLINE uint32_t inside_tag(const stubc_unit *unit, const uint8_t *pc)
{
    const unsigned op = pc[0] & STUBC_OP;
    (void)unit;
    if (op >= STUBC_OP_SCALAR && op != STUBC_OP_OPEN) {
        return STUBC_TAG(unit, pc[3]);
    }
    return op == STUBC_OP_CALL_SEQUENCE ? 0x30 : op == STUBC_OP_CALL_SET ? 0x31 : 0;
}
#endif

#ifdef STUBC_USE_MANY_TAGS
/* Returns the entry of a step itself, behind those of its explicit tags. */
static const stubc_wide *behind_tags(const stubc_wide *s)
{
    while (s->op == STUBC_OP_WIDE) {
        s++;
    }
    return s;
}
#endif

#if defined STUBC_USE_INTEGER &&                                                                                    \
    ((defined STUBC_INTERPRET_ENCODE && defined STUBC_ENCODE_SPEED) || \
     (defined STUBC_INTERPRET_DECODE && defined STUBC_USE_HOPS))
/* Returns the integer that is this number of units behind in, extended to 64 bits. repr: its width and sign. */
static int64_t load(const uint8_t *in, size_t units, unsigned repr)
{
    switch (repr) {
#ifdef STUBC_USE_U8
    case 0:
        return in[units];
#endif
#ifdef STUBC_USE_U16
    case 1:
        return *(const uint16_t *)(const void *)(in + STUBC_UNIT(2) * units);
#endif
#ifdef STUBC_USE_U32
    case 2:
        return *(const uint32_t *)(const void *)(in + STUBC_UNIT(4) * units);
#endif
#ifdef STUBC_USE_I8
    case 4:
        return (int8_t)in[units];
#endif
#ifdef STUBC_USE_I16
    case 5:
        return *(const int16_t *)(const void *)(in + STUBC_UNIT(2) * units);
#endif
#ifdef STUBC_USE_I32
    case 6:
        return *(const int32_t *)(const void *)(in + STUBC_UNIT(4) * units);
#endif
    default:
        return *(const int64_t *)(const void *)(in + STUBC_UNIT(4) * units);
    }
}
#endif

#ifdef STUBC_CONSTRUCTED_DEFAULTS
#define STUBC_IS_SCALAR_DEFAULT(s) !(s)->known
#else
#define STUBC_IS_SCALAR_DEFAULT(s) true
#endif
/* Whether the argument of an open type is its node, not the number of its default. */
#define STUBC_IS_TYPED(pc, s) (!((pc)[0] & STUBC_DEFAULT) || !STUBC_IS_SCALAR_DEFAULT(s))

#ifdef STUBC_USE_DEFAULT
#if defined STUBC_INTERPRET_DECODE || defined STUBC_DEFAULT_INTEGERS
/* Stores the default number arg of a field with opcode op at out. */
static void fill(const stubc_unit *unit, unsigned op, unsigned arg, uint8_t *out)
{
    (void)unit;
#if !defined STUBC_USE_BOOLEAN && !defined STUBC_DEFAULT_INTEGERS && !defined STUBC_DEFAULT_SLICES
    (void)op;
    (void)arg;
#endif
#ifdef STUBC_DEFAULT_NULLS
    if (op == STUBC_OP_NULL) {
        return;
    }
#endif
#ifdef STUBC_USE_BOOLEAN
    if (op == STUBC_OP_BOOLEAN) {
        *(bool *)out = arg != 0;
        return;
    }
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    if (op >= STUBC_OP_U8) {
        const unsigned width = 1u << (op & 3);
        stubc_default_integer x = unit->default_integers[arg];
        unsigned i;
        for (i = 0; i < width; i++, x >>= 8) {
            out[STUBC_OCTET(i, width)] = (uint8_t)x;
        }
        return;
    }
#endif
#ifdef STUBC_DEFAULT_SLICES
    if (op >= STUBC_OP_SCALAR) {
        memcpy(out, &unit->default_slices[arg], sizeof(stubc_slice));
        return;
    }
#endif
    memset(out, 0, sizeof(void *) + sizeof(size_t));
}
#endif

#if defined STUBC_INTERPRET_ENCODE || defined STUBC_DER
/* Returns whether the field at in equals its default number arg; op: its opcode. */
static bool is_default(const stubc_unit *unit, unsigned op, unsigned arg, const uint8_t *in)
{
    size_t count;
    (void)unit;
#if !defined STUBC_USE_BOOLEAN && !defined STUBC_DEFAULT_INTEGERS && !defined STUBC_DEFAULT_SLICES
    (void)op;
    (void)arg;
#endif
#ifdef STUBC_DEFAULT_NULLS
    if (op == STUBC_OP_NULL) {
        return true;
    }
#endif
#ifdef STUBC_USE_BOOLEAN
    if (op == STUBC_OP_BOOLEAN) {
        return *in == arg;
    }
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    if (op >= STUBC_OP_U8) {
        uint8_t known[8];
        fill(unit, op, arg, known);
        return memcmp(in, known, (size_t)1 << (op & 3)) == 0;
    }
#endif
#ifdef STUBC_DEFAULT_SLICES
    if (op >= STUBC_OP_SCALAR) {
        return stubc_same(in, &unit->default_slices[arg], op);
    }
#endif
    memcpy(&count, in + sizeof(void *), sizeof count);
    return count == 0;
}
#endif
#endif
#endif
