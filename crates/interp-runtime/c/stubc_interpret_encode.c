/* ---- The command interpreter: encoding ---- */
#ifdef STUBC_INTERPRET_ENCODE
#if STUBC_ENCODERS
#define STUBC_IS_ENCODER(node) ((unsigned)(node) - STUBC_ENCODERS_FROM < STUBC_ENCODERS)
#else
#define STUBC_IS_ENCODER(node) false
#endif

#if STUBC_ENCODERS
static uint8_t *encode_call(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned node)
{
    if (STUBC_IS_ENCODER(node))
        return stubc_encoders[node - STUBC_ENCODERS_FROM](c, q, tag, value);
    return stubc_interpret_encode(c, q, tag, value, node);
}
#else
#define encode_call stubc_interpret_encode
#endif

#ifdef STUBC_USE_RECUR
/* Encodes a node one deeper. */
STUBC_APART static uint8_t *encode_recur(stubc_encoder *c, uint8_t *q, const uint8_t *in, const uint8_t *pc)
{
    const step s = unpack(pc);
    if (!c->depth)
        return stubc_refuse(c, q, STUBC_DEPTH);
    if (s.size) {
        const void *box;
        memcpy(&box, in, sizeof box);
        if (!box)
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        in = (const uint8_t *)box;
    }
    c->depth--;
    q = encode_call(c, q, s.tag, in, s.arg);
    c->depth++;
    return q;
}
#endif

#ifdef STUBC_USE_OTHERS
/* The primitives by their opcodes, from STUBC_OP_OPEN; the others have commands of their own. */
static stubc_put_fn *const putters[] = {
#ifdef STUBC_USE_OPEN
    [STUBC_OP_OPEN - STUBC_OP_OPEN] = stubc_put_open,
#endif
#ifdef STUBC_USE_NULL
    [STUBC_OP_NULL - STUBC_OP_OPEN] = stubc_put_null,
#endif
#ifdef STUBC_USE_OCTETS
    [STUBC_OP_OCTETS - STUBC_OP_OPEN] = stubc_put_octets,
#endif
#ifdef STUBC_USE_REAL
    [STUBC_OP_REAL - STUBC_OP_OPEN] = stubc_put_real,
#endif
#ifdef STUBC_USE_BYTES
    [STUBC_OP_BYTES - STUBC_OP_OPEN] = stubc_put_bytes,
#endif
#ifdef STUBC_USE_BITS
    [STUBC_OP_BITS - STUBC_OP_OPEN] = stubc_put_bits,
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    [STUBC_OP_NAMED_BITS - STUBC_OP_OPEN] = stubc_put_named_bits,
#endif
#ifdef STUBC_USE_OID
    [STUBC_OP_OID - STUBC_OP_OPEN] = stubc_put_oid,
#endif
#ifdef STUBC_USE_TIME
    [STUBC_OP_UTC_TIME - STUBC_OP_OPEN] = stubc_put_time,
    [STUBC_OP_GENERALIZED_TIME - STUBC_OP_OPEN] = stubc_put_time,
#endif
};
#endif

/* Encodes the element of the step at pc without its explicit tags. */
STUBC_UNPACK uint8_t *encode_inner(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    const step s = unpack(pc);
    in += s.offset;
#ifdef STUBC_USE_RECUR
    if (s.op == STUBC_OP_RECUR)
        return encode_recur(c, q, in, pc);
#endif
#ifdef STUBC_USE_BOOLEAN
    if (s.op == STUBC_OP_BOOLEAN)
        return stubc_put_boolean(c, q, s.tag, *(const bool *)in);
#endif
#ifdef STUBC_USE_UNSIGNED
    if (s.op == STUBC_OP_U64)
        return stubc_put_unsigned(c, q, s.tag, *(const uint64_t *)(const void *)in);
#endif
#ifdef STUBC_USE_INTEGER
    if (s.op >= STUBC_OP_U8)
        return stubc_put_integer(c, q, s.tag, load(in, s.op - STUBC_OP_U8));
#endif
#ifdef STUBC_USE_TYPED
    if (s.op == STUBC_OP_OPEN && s.arg && !(pc[0] & STUBC_DEFAULT))
        return encode_call(c, q, 0, in, s.arg - 1);
#endif
#ifdef STUBC_USE_OTHERS
    if (s.op >= STUBC_OP_OPEN)
        return putters[s.op - STUBC_OP_OPEN](c, q, s.tag, in, s.op);
#endif
    return encode_call(c, q, s.tag, in, s.arg);
}

#ifdef STUBC_NEVER
/* The same where there is no explicit tag. */
STUBC_APART static uint8_t *encode_plain(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    STUBC_NEVER(pc[0] & STUBC_EXPLICIT);
    return encode_inner(c, q, pc, in);
}
#else
#define encode_plain encode_inner
#endif

#if defined STUBC_USE_EXPLICIT || defined STUBC_USE_DEFAULT
/* The same with explicit tags, or with a default, which is left out. */
STUBC_APART static uint8_t *encode_special(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    const uint8_t *end = q;
#ifdef STUBC_USE_DEFAULT
    if (pc[0] & STUBC_DEFAULT && is_default(pc, in))
        return q;
#endif
    q = encode_inner(c, q, pc, in);
#ifdef STUBC_USE_EXPLICIT
    if (pc[0] & STUBC_EXPLICIT) {
        if (outer(pc, 1))
            q = STUBC_CLOSE(c, q, end, outer(pc, 1));
        q = STUBC_CLOSE(c, q, end, outer(pc, 0));
    }
#endif
    (void)end;
    return q;
}
#endif

#ifdef STUBC_STEP_KEEPS
/* Writes the element of the step at pc with what its value has kept. */
static uint8_t *encode_kept(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const stubc_slice *raw)
{
    uint32_t first = 0;
#ifdef STUBC_USE_EXPLICIT
    const uint8_t *const end = q;
    unsigned around = wide(pc)->around - 1u;
    if (around < 2)
        first = outer(pc, around);
#endif
    q = stubc_put_kept(c, q, first ? first : wide(pc)->tag, raw);
#ifdef STUBC_USE_EXPLICIT
    while (around--)
        q = STUBC_CLOSE(c, q, end, outer(pc, around));
#endif
    return q;
}
#endif

#ifdef STUBC_ERROR_PATHS
#define encode_step encode_unnoted
#endif
/* Encodes the element of the step at pc. */
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    STUBC_COUNT(c);
#ifdef STUBC_STEP_CHECKS
    if (!permits(pc, in))
        return stubc_refuse(c, q, STUBC_CONSTRAINT);
#endif
#ifdef STUBC_STEP_KEEPS
    if (kept(pc, in)) {
        const stubc_slice *raw = (const stubc_slice *)(const void *)kept(pc, in);
        if (raw->length)
            return encode_kept(c, q, pc, raw);
    }
#endif
#if defined STUBC_USE_EXPLICIT || defined STUBC_USE_DEFAULT
    if (pc[0] & (STUBC_EXPLICIT | STUBC_DEFAULT))
        return encode_special(c, q, pc, in);
#endif
    return encode_plain(c, q, pc, in);
}

#ifdef STUBC_ERROR_PATHS
#undef encode_step
/* The same, and what field was at fault. */
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    if (c->code)
        return q;
    q = encode_unnoted(c, q, pc, in);
    if (c->code)
        stubc_note_step(c->error, (uint32_t)(pc - stubc_programs));
    return q;
}
#endif

#ifdef STUBC_USE_UNION
/* A union, and unions without a tag in it. */
STUBC_APART static uint8_t *encode_union(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    for (;;) {
        unsigned arm = in[0];
        const uint8_t *step = pc + 4 * arm - 1;
        in += pc[2];
#ifdef STUBC_USE_UNKNOWN_ARM
        if (arm == 0 && pc[0] & STUBC_EXTENSIBLE)
            return stubc_put_open(c, q, 0, in, 0);
#endif
        if (arm - 1 >= pc[1])
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
#ifdef STUBC_SPEED
        if (STUBC_DESCENDS && step[0] == (STUBC_OP_CALL | STUBC_LOOK) && !STUBC_IS_ENCODER(step[3])) {
            STUBC_COUNT(c);
            pc = stubc_programs + stubc_nodes[step[3]];
            continue;
        }
#endif
        return encode_step(c, q, step, in);
    }
}
#endif

#ifdef STUBC_USE_TYPED
/* What an open type holds: as received, or behind a pointer. */
STUBC_APART static uint8_t *encode_typed(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    unsigned kind = *(const uint16_t *)(const void *)(in + sizeof(stubc_slice));
    const uint8_t *arm = pc + 4 * (size_t)kind - 1;
    if (kind == 0)
        return stubc_put_open(c, q, 0, in, 0);
    if (kind > pc[1])
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    if (!c->depth)
        return stubc_refuse(c, q, STUBC_DEPTH);
    if (pc[2 + 4 * (size_t)pc[1] + kind]) {
        memcpy(&in, in + pc[2], sizeof in);
        if (!in)
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
    }
    c->depth--;
    q = encode_step(c, q, arm, in);
    c->depth++;
    return q;
}
#endif

/* A node under its tag. */
STUBC_APART static uint8_t *encode_tagged(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *in, const uint8_t *pc)
{
    uint8_t *end = q;
    const unsigned kind = pc[0];
    unsigned n;
    (void)kind;
#ifdef STUBC_USE_ARRAY
    if ((kind & STUBC_KIND) == STUBC_ARRAY) {
        size_t size = pc[1] | (size_t)pc[2] << 8, count;
        const uint8_t *item;
        memcpy(&item, in, sizeof item);
        memcpy(&count, in + sizeof item, sizeof count);
        for (; count && !c->code; count--) {
            q = encode_step(c, q, pc + 3, item + (count - 1) * size);
#ifdef STUBC_ERROR_PATHS
            if (c->code)
                stubc_note(c->error, STUBC_INDEX | (uint32_t)(count - 1));
#endif
        }
    } else
#endif
    {
        const uint8_t *flag = in + pc[2];
        n = pc[1];
        for (pc += 3 + 4 * n; n; n--) {
            pc -= 4;
            if (pc[0] == STUBC_OP_SKIP || (pc[0] & STUBC_OPTIONAL && !*--flag)) {
                STUBC_COUNT(c);
                continue;
            }
            q = encode_step(c, q, pc, in);
        }
    }
#ifdef STUBC_USE_SORT
    if (kind & STUBC_SORTED)
        q = stubc_sort(c, q, end, (kind & STUBC_KIND) == STUBC_SET);
#endif
    return STUBC_CLOSE(c, q, end, tag);
}

/* Encodes a node by its commands. */
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned node)
{
    const uint8_t *pc = stubc_programs + stubc_nodes[node];
#ifdef STUBC_USE_UNION
    if ((pc[0] & STUBC_KIND) == STUBC_UNION)
        return encode_union(c, q, pc, (const uint8_t *)value);
#endif
#ifdef STUBC_USE_TYPED
    if (pc[0] & STUBC_TYPED)
        return encode_typed(c, q, pc, (const uint8_t *)value);
#endif
    return encode_tagged(c, q, tag, (const uint8_t *)value, pc);
}

#ifdef STUBC_INTERPRET_ENCODE_ROOT
/* Encodes a root by the command at this offset. */
uint8_t *stubc_interpret_encode_root(stubc_encoder *c, uint8_t *q, uint32_t offset, const void *value)
{
    return encode_step(c, q, stubc_programs + offset, (const uint8_t *)value);
}
#endif
#endif
