/* ---- The command interpreter ---- */
#ifdef STUBC_INTERPRET

/* Steps are unpacked in registers for speed. */
#ifdef STUBC_SPEED
#define STUBC_UNPACK STUBC_INLINE
#else
#define STUBC_UNPACK static
#endif

#if defined STUBC_USE_OPEN || defined STUBC_USE_NULL || defined STUBC_USE_OCTETS || defined STUBC_USE_REAL || \
    defined STUBC_USE_BYTES || defined STUBC_USE_BITS || defined STUBC_USE_OID
#define STUBC_USE_OTHERS
#endif

/* A step, unpacked. */
typedef struct step {
    unsigned op;
    unsigned arg;
    unsigned size;
    uint32_t tag;
    size_t offset;
} step;

#ifdef STUBC_USE_WIDE
static const stubc_wide *wide(const uint8_t *pc)
{
    return &stubc_wides[pc[2] | pc[3] << 8];
}
#endif

/* The step at pc. */
STUBC_UNPACK step unpack(const uint8_t *pc)
{
    step s;
    s.op = pc[0] & STUBC_OP;
#ifdef STUBC_USE_WIDE
    if (s.op == STUBC_OP_WIDE) {
        s.op = wide(pc)->op;
        s.arg = wide(pc)->arg;
        s.size = wide(pc)->size;
        s.tag = wide(pc)->tag;
        s.offset = wide(pc)->offset;
        return s;
    }
#endif
    s.arg = pc[3];
    s.size = 0;
    s.tag = STUBC_TAG(pc[1]);
    s.offset = pc[2];
    s.offset <<= s.op < STUBC_OP_U8 ? 2 : 0xa4u >> (s.op & 3) * 2 & 3; /* 0, 1, 2, 2 for widths of 1, 2, 4, 8 */
    if (pc[0] & STUBC_EXPLICIT)
        s.tag = s.op == STUBC_OP_CALL            ? 0
                : s.op == STUBC_OP_CALL_SEQUENCE ? 0x30
                : s.op == STUBC_OP_CALL_SET      ? 0x31
                                                 : s.arg;
    return s;
}

#ifdef STUBC_STEP_CHECKS
/* Whether the value of the step at pc is one that its constraints permit. */
static bool permits(const uint8_t *pc, const uint8_t *value)
{
    const stubc_wide *w;
    if ((pc[0] & STUBC_OP) != STUBC_OP_WIDE || !wide(pc)->check)
        return true;
    w = wide(pc);
    value += w->offset;
    if (w->size)
        memcpy(&value, value, sizeof(void *));
    return !value || stubc_permits(&stubc_checks[w->check - 1], value);
}
#endif

#ifdef STUBC_STEP_KEEPS
/* Where the value of the step at pc keeps its octets as received; NULL: nowhere. */
static const uint8_t *kept(const uint8_t *pc, const uint8_t *value)
{
    const stubc_wide *w;
    if ((pc[0] & STUBC_OP) != STUBC_OP_WIDE || !wide(pc)->around)
        return NULL;
    w = wide(pc);
    value += w->offset;
    if (w->size)
        memcpy(&value, value, sizeof(void *));
    return value ? value + w->keep : NULL;
}
#endif

#ifdef STUBC_USE_EXPLICIT
/* The explicit tag of a step at this level, 0 the outermost; 0: none. */
static uint32_t outer(const uint8_t *pc, unsigned level)
{
#ifdef STUBC_USE_WIDE
    if ((pc[0] & STUBC_OP) == STUBC_OP_WIDE)
        return wide(pc)->outer[level];
#endif
    return level ? 0 : STUBC_TAG(pc[1]);
}
#endif

#if defined STUBC_USE_INTEGER && \
    (defined STUBC_INTERPRET_ENCODE || defined STUBC_USE_TYPED || (defined STUBC_DER && defined STUBC_DEFAULT_INTEGERS))
/* The integer at in, of representation repr, extended to 64 bits. */
static int64_t load(const uint8_t *in, unsigned repr)
{
    switch (repr) {
#ifdef STUBC_USE_U8
    case 0:
        return *in;
#endif
#ifdef STUBC_USE_U16
    case 1:
        return *(const uint16_t *)(const void *)in;
#endif
#ifdef STUBC_USE_U32
    case 2:
        return *(const uint32_t *)(const void *)in;
#endif
#ifdef STUBC_USE_I8
    case 4:
        return *(const int8_t *)in;
#endif
#ifdef STUBC_USE_I16
    case 5:
        return *(const int16_t *)(const void *)in;
#endif
#ifdef STUBC_USE_I32
    case 6:
        return *(const int32_t *)(const void *)in;
#endif
    default:
        return *(const int64_t *)(const void *)in;
    }
}
#endif

#if defined STUBC_USE_DEFAULT && (defined STUBC_INTERPRET_ENCODE || defined STUBC_DER)
/* Whether the field holds its default. */
static bool is_default(const uint8_t *pc, const uint8_t *in)
{
    const step s = unpack(pc);
    size_t count;
    in += s.offset;
#ifdef STUBC_USE_BOOLEAN
    if (s.op == STUBC_OP_BOOLEAN)
        return *in == s.arg;
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    if (s.op >= STUBC_OP_U8)
        return load(in, s.op - STUBC_OP_U8) == stubc_default_integers[s.arg];
#endif
#ifdef STUBC_DEFAULT_SLICES
    if (s.op >= STUBC_OP_OPEN)
        return stubc_same(in, &stubc_default_slices[s.arg], s.op == STUBC_OP_BITS || s.op == STUBC_OP_NAMED_BITS);
#endif
    memcpy(&count, in + sizeof(void *), sizeof count);
    return count == 0;
}
#endif
#endif
