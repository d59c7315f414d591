/* ---- The command interpreter: encoding ---- */
#ifdef STUBC_INTERPRET_ENCODE
#if STUBC_ENCODERS
#define STUBC_IS_ENCODER(unit, node) ((unsigned)(node) - unit->encoders_from < unit->encoder_count)
#else
#define STUBC_IS_ENCODER(unit, node) false
#endif

#if STUBC_ENCODERS
/* Encodes a node: calls its procedure if it has one, else executes its commands. */
static uint8_t *encode_call(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned node)
{
    if (STUBC_IS_ENCODER(c->unit, node)) {
        return c->unit->encoders[node - c->unit->encoders_from](c, q, tag, value);
    }
    return stubc_interpret_encode(c, q, tag, value, node);
}
#else
#define encode_call stubc_interpret_encode
#endif

#if defined STUBC_USE_OTHERS && defined STUBC_ENCODE_SPEED
/* The encoders of primitives, by opcode from STUBC_OP_SCALAR. encode_plain handles booleans and integers itself. */
static stubc_put_fn *const putters[] = {
#ifdef STUBC_USE_OPEN
    [STUBC_OP_OPEN - STUBC_OP_SCALAR] = stubc_put_open,
#endif
#ifdef STUBC_USE_NULL
    [STUBC_OP_NULL - STUBC_OP_SCALAR] = stubc_put_null,
#endif
#ifdef STUBC_USE_OCTETS
    [STUBC_OP_OCTETS - STUBC_OP_SCALAR] = stubc_put_octets,
#endif
#ifdef STUBC_USE_REAL
    [STUBC_OP_REAL - STUBC_OP_SCALAR] = stubc_put_real,
#endif
#ifdef STUBC_USE_BYTES
    [STUBC_OP_BYTES - STUBC_OP_SCALAR] = stubc_put_bytes,
#endif
#ifdef STUBC_USE_BITS
    [STUBC_OP_BITS - STUBC_OP_SCALAR] = stubc_put_bits,
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    [STUBC_OP_NAMED_BITS - STUBC_OP_SCALAR] = stubc_put_named_bits,
#endif
#ifdef STUBC_USE_OID
    [STUBC_OP_OID - STUBC_OP_SCALAR] = stubc_put_oid,
#endif
#ifdef STUBC_USE_ISO_TIME
    [STUBC_OP_ISO_TIME - STUBC_OP_SCALAR] = stubc_put_iso_time,
#endif
#ifdef STUBC_USE_TIME
    [STUBC_OP_UTC_TIME - STUBC_OP_SCALAR] = stubc_put_time,
    [STUBC_OP_GENERALIZED_TIME - STUBC_OP_SCALAR] = stubc_put_time,
#endif
};
#endif

#ifdef STUBC_USE_KEEP
#ifdef STUBC_USE_MANY_TAGS
/* As encode_kept, for a step whose explicit tags have the entries from tags on. */
static uint8_t *encode_kept_within(stubc_encoder *c, uint8_t *q, const stubc_wide *tags, const stubc_wide *s,
                                   const stubc_slice *raw)
{
    const uint8_t *const end = q;
    const stubc_wide *first = tags + (s->around - 1);
    q = stubc_put_kept(c, q, STUBC_WIDE_TAG(c->unit, first < s ? first->outer : s->tag), raw);
    while (first > tags) {
        first--;
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, first->outer));
    }
    return q;
}
#endif

/* Writes the element of a step from the octets that its value has kept, under its explicit tags. */
static uint8_t *encode_kept(stubc_encoder *c, uint8_t *q, const stubc_wide *s, const stubc_slice *raw)
{
    const uint8_t *const end = q;
    const stubc_wide_tag first = s->around == 1 ? s->outer : s->around == 2 ? s->inner : 0;
    q = stubc_put_kept(c, q, STUBC_WIDE_TAG(c->unit, first ? first : s->tag), raw);
    if (s->around > 2) {
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, s->inner));
    }
    if (s->around > 1) {
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, s->outer));
    }
    return q;
}
#endif

#if !defined STUBC_ENCODE_SPEED || defined STUBC_USE_WIDE || defined STUBC_USE_EXPLICIT || defined STUBC_USE_DEFAULT
/* Encodes the field of any step so that its element ends at q; pc: the step, in: the structure. Returns where the
 * element starts; a field equal to its DEFAULT takes no octets. c->depth bounds the recursion. */
STUBC_REMOTE_ENCODE static uint8_t *encode_any(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    stubc_wide own;
#ifdef STUBC_USE_MANY_TAGS
    const stubc_wide *const tags = unpack(c->unit, pc, &own);
    const stubc_wide *const s = behind_tags(tags), *around = s;
#else
    const stubc_wide *const s = unpack(c->unit, pc, &own);
#endif
    const uint32_t tag = STUBC_WIDE_TAG(c->unit, s->tag);
#ifdef STUBC_USE_EXPLICIT
    const uint8_t *const end = q;
#endif
    in += s->offset;
#ifdef STUBC_USE_DEFAULT
    if (pc[0] & STUBC_DEFAULT && STUBC_IS_SCALAR_DEFAULT(s) && is_default(c->unit, s->op, s->arg, in)) {
#ifdef STUBC_COUNT_COMMANDS
        c->idle++;
#endif
        return q;
    }
#endif
#ifdef STUBC_USE_RECUR
    if (s->size) {
        memcpy(&in, in, sizeof(void *));
    }
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    if (s->known && in && c->unit->constructed_defaults[s->known - 1].is_same(in)) {
#ifdef STUBC_COUNT_COMMANDS
        c->idle++;
#endif
        return q;
    }
#endif
#ifdef STUBC_CHECKS
    if (s->check && in && !STUBC_PASSES(s->check, in, c)) {
        return stubc_refuse(c, q, STUBC_EXCLUDED(c));
    }
#endif
#ifdef STUBC_USE_KEEP
    if (s->around && in && ((const stubc_slice *)(const void *)(in + s->keep))->length) {
        const stubc_slice *const raw = (const stubc_slice *)(const void *)(in + s->keep);
#ifdef STUBC_USE_MANY_TAGS
        if (tags < s) {
            return encode_kept_within(c, q, tags, s, raw);
        }
#endif
        return encode_kept(c, q, s, raw);
    }
#endif
#ifdef STUBC_USE_RECUR
    if (s->op == STUBC_OP_RECUR) {
        if (!c->depth) {
            return stubc_refuse(c, q, STUBC_DEPTH);
        }
        if (!in) {
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
        c->depth--;
    }
#endif
#ifdef STUBC_USE_TYPED
    if (s->op == STUBC_OP_OPEN && s->arg && STUBC_IS_TYPED(pc, s)) {
        q = encode_call(c, q, 0, in, s->arg - 1);
    } else {
        q = s->op >= STUBC_OP_SCALAR ? stubc_put(c, q, tag, in, s->op) : encode_call(c, q, tag, in, s->arg);
    }
#else
    q = s->op >= STUBC_OP_SCALAR ? stubc_put(c, q, tag, in, s->op) : encode_call(c, q, tag, in, s->arg);
#endif
#ifdef STUBC_USE_RECUR
    c->depth += s->op == STUBC_OP_RECUR;
#endif
#ifdef STUBC_USE_EXPLICIT
#ifdef STUBC_USE_TWO_TAGS
    if (s->inner) {
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, s->inner));
    }
#endif
    if (s->outer) {
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, s->outer));
    }
#ifdef STUBC_USE_MANY_TAGS
    while (around > tags) {
        around--;
        q = STUBC_CLOSE(c, q, end, STUBC_WIDE_TAG(c->unit, around->outer));
    }
#endif
#endif
    return q;
}
#endif

#ifdef STUBC_ENCODE_SPEED
#ifdef STUBC_USE_INTEGER
/* Encodes the integer of a step with this opcode under the tag. */
STUBC_INLINE uint8_t *encode_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value, unsigned op)
{
    (void)op;
#ifdef STUBC_USE_UNSIGNED
    if (op == STUBC_OP_U64) {
        return stubc_put_unsigned(c, q, tag, (uint64_t)value);
    }
#endif
    if (STUBC_USUAL(tag - 1 < 0xff && q > c->ample && STUBC_IS_SMALL(value))) {
        return stubc_put_small(q, tag, value);
    }
    return stubc_put_integer(c, q, tag, value);
}
#endif

/* Encodes the contents of a step that is not wide, under the tag. */
STUBC_INLINE uint8_t *encode_element(stubc_encoder *c, uint8_t *q, const uint8_t *pc, uint32_t tag, const uint8_t *in)
{
    const unsigned op = pc[0] & STUBC_OP;
#if defined STUBC_USE_BOOLEAN || defined STUBC_USE_INTEGER
    if (op >= STUBC_OP_U8) {
#ifdef STUBC_USE_BOOLEAN
        if (op == STUBC_OP_BOOLEAN) {
            return stubc_put_boolean(c, q, tag, *(const bool *)(in + pc[2]));
        }
#endif
#ifdef STUBC_USE_INTEGER
        return encode_integer(c, q, tag, load(in, pc[2], op - STUBC_OP_U8), op);
#endif
    }
#endif
    in += STUBC_SCALED(pc[2], op);
#ifdef STUBC_USE_OTHERS
    if (op >= STUBC_OP_SCALAR) {
#ifdef STUBC_USE_TYPED
        if (op == STUBC_OP_OPEN && pc[3]) {
            return encode_call(c, q, 0, in, pc[3] - 1u);
        }
#endif
#if defined STUBC_USE_OCTETS && defined STUBC_PUT_OCTETS
        if (op == STUBC_OP_OCTETS) {
            const stubc_slice *const value = (const stubc_slice *)(const void *)in;
            return stubc_put_string(c, q, tag, value->data, value->length);
        }
#endif
        return putters[op - STUBC_OP_SCALAR](c, q, tag, in, op);
    }
#endif
    return encode_call(c, q, tag, in, pc[3]);
}

/* As encode_any, for a step without an explicit tag and without a default. */
STUBC_REMOTE_ENCODE static uint8_t *encode_plain(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
#ifdef STUBC_USE_WIDE
    if ((pc[0] & STUBC_OP) == STUBC_OP_WIDE) {
        return encode_any(c, q, pc, in);
    }
#endif
    return encode_element(c, q, pc, STUBC_TAG(c->unit, pc[1]), in);
}

#ifdef STUBC_USE_EXPLICIT
/* As encode_any, for a step that is not wide, with an explicit tag and without a default. */
STUBC_REMOTE_ENCODE static uint8_t *encode_inside(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    const uint8_t *const end = q;
    q = encode_element(c, q, pc, inside_tag(c->unit, pc), in);
    return STUBC_CLOSE(c, q, end, STUBC_TAG(c->unit, pc[1]));
}
#endif
#endif

#ifdef STUBC_ERROR_PATHS
#define encode_step encode_unnoted
#endif
/* Encodes the element of the step at pc. */
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    STUBC_COUNT(c);
#if defined STUBC_ENCODE_SPEED && !defined STUBC_USE_EXPLICIT && !defined STUBC_USE_DEFAULT
    return encode_plain(c, q, pc, in);
#else
#ifdef STUBC_ENCODE_SPEED
    if (!(pc[0] & (STUBC_EXPLICIT | STUBC_DEFAULT))) {
        return encode_plain(c, q, pc, in);
    }
#ifdef STUBC_USE_EXPLICIT
    if (!(pc[0] & STUBC_DEFAULT) && pc[0] & STUBC_OP) {
        return encode_inside(c, q, pc, in);
    }
#endif
#endif
    return encode_any(c, q, pc, in);
#endif
}

#ifdef STUBC_ERROR_PATHS
#undef encode_step
/* As encode_unnoted; also notes the field for the error's path. */
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    if (c->code) {
        return q;
    }
    q = encode_unnoted(c, q, pc, in);
    if (c->code) {
        stubc_note_step(c->error, (uint32_t)(pc - c->unit->programs));
    }
    return q;
}
#endif

#ifdef STUBC_USE_UNION
/* The kind of the union at in, whose program is at pc: 16 bits if there are more than 255 arms. */
#ifdef STUBC_LARGE
#define STUBC_KIND_AT(pc, in) (STUBC_STEPS(pc) > 255 ? *(const uint16_t *)(const void *)(in) : *(in))
#else
#define STUBC_KIND_AT(pc, in) (*(in))
#endif

/* Encodes a CHOICE (X.690 8.13). The loop enters an arm that is an untagged CHOICE itself. An arm number beyond the
 * last arm is an error. */
STUBC_REMOTE_ENCODE static uint8_t *encode_union(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    for (;;) {
        unsigned arm = STUBC_KIND_AT(pc, in);
        const uint8_t *step;
        in += STUBC_FLAGS(pc);
#ifdef STUBC_USE_UNKNOWN_ARM
        if (arm == 0 && pc[0] & STUBC_EXTENSIBLE) {
            return stubc_put_open(c, q, 0, in, 0);
        }
#endif
        if (arm - 1 >= STUBC_STEPS(pc)) {
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
        step = pc + 4 * arm + STUBC_HEAD - 4;
#ifdef STUBC_ENCODE_SPEED
        if (STUBC_DESCENDS && step[0] == (STUBC_OP_CALL | STUBC_LOOK) && !STUBC_IS_ENCODER(c->unit, step[3])) {
            STUBC_COUNT(c);
            pc = c->unit->programs + c->unit->nodes[step[3]];
            continue;
        }
#endif
        return encode_step(c, q, step, in);
    }
}
#endif

#ifdef STUBC_USE_TYPED
/* Encodes an open type: its octets as received if it is unresolved, else the value of its kind, to which it has a
 * pointer. */
STUBC_REMOTE_ENCODE static uint8_t *encode_typed(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    unsigned kind = *(const uint16_t *)(const void *)(in + sizeof(stubc_slice));
    if (kind == 0) {
        return stubc_put_open(c, q, 0, in, 0);
    }
    if (kind > STUBC_STEPS(pc)) {
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    }
    if (!c->depth) {
        return stubc_refuse(c, q, STUBC_DEPTH);
    }
    if (STUBC_KIND_UNITS(pc, kind)) {
        memcpy(&in, in + STUBC_FLAGS(pc), sizeof in);
        if (!in) {
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
    }
    c->depth--;
    q = encode_step(c, q, pc + 4 * (size_t)kind + STUBC_HEAD - 4, in);
    c->depth++;
    return q;
}
#endif

#ifdef STUBC_USE_SKIP
#define STUBC_IS_SKIP(pc) (pc[0] == STUBC_OP_SKIP)
#else
#define STUBC_IS_SKIP(pc) false
#endif
#ifdef STUBC_USE_FLAGS
#define STUBC_IS_ABSENT(pc, flag) (pc[0] & STUBC_OPTIONAL && !*--flag)
#else
#define STUBC_IS_ABSENT(pc, flag) false
#endif

/* Encodes the contents of a sequence, set or array, from the last field or element to the first. */
STUBC_INLINE uint8_t *encode_contents(stubc_encoder *c, uint8_t *q, const uint8_t *in, const uint8_t *pc)
{
    unsigned n;
#ifdef STUBC_USE_FLAGS
    const uint8_t *flag;
#endif
#ifdef STUBC_USE_ARRAY
    if ((pc[0] & STUBC_KIND) == STUBC_ARRAY) {
        size_t size = STUBC_ITEM_SIZE(pc), count;
        const uint8_t *item;
        memcpy(&item, in, sizeof item);
        memcpy(&count, in + sizeof item, sizeof count);
        for (; count && !c->code; count--) {
            q = encode_step(c, q, pc + STUBC_HEAD, item + (count - 1) * size);
#ifdef STUBC_ERROR_PATHS
            if (c->code) {
                stubc_note(c->error, STUBC_INDEX | (uint32_t)(count - 1));
            }
#endif
        }
        return q;
    }
#endif
#ifdef STUBC_USE_FLAGS
    flag = in + STUBC_FLAGS(pc);
#endif
    n = STUBC_STEPS(pc);
    for (pc += STUBC_HEAD + 4 * n; n; n--) {
        pc -= 4;
#if defined STUBC_USE_SKIP || defined STUBC_USE_FLAGS
        if (STUBC_IS_SKIP(pc) || STUBC_IS_ABSENT(pc, flag)) {
            STUBC_COUNT(c);
#ifdef STUBC_COUNT_COMMANDS
            c->idle++;
#endif
            continue;
        }
#endif
        q = encode_step(c, q, pc, in);
    }
    return q;
}

/* Encodes the node at pc under its tag. */
STUBC_REMOTE_ENCODE static uint8_t *encode_tagged(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *in,
                                          const uint8_t *pc)
{
    uint8_t *end = q;
    q = encode_contents(c, q, in, pc);
#ifdef STUBC_USE_SORT
    if (pc[0] & STUBC_SORTED) {
        q = stubc_sort(c, q, end, (pc[0] & STUBC_KIND) == STUBC_SET);
    }
#endif
    return STUBC_CLOSE(c, q, end, tag);
}

/* Encodes value by the commands of node so that its element ends at q; returns where the element starts. */
STUBC_SMALL uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value,
                                            unsigned node)
{
    const uint8_t *pc = c->unit->programs + c->unit->nodes[node];
#ifdef STUBC_USE_UNION
    if ((pc[0] & STUBC_KIND) == STUBC_UNION) {
        return encode_union(c, q, pc, (const uint8_t *)value);
    }
#endif
#ifdef STUBC_USE_TYPED
    if (pc[0] & STUBC_TYPED) {
        return encode_typed(c, q, pc, (const uint8_t *)value);
    }
#endif
    return encode_tagged(c, q, tag, (const uint8_t *)value, pc);
}
#endif
