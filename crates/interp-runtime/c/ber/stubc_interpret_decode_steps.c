/* ---- The command interpreter: decoding of one step ---- */
#ifdef STUBC_INTERPRET_DECODE
#ifdef STUBC_USE_EXPLICIT
#define STUBC_LIMIT_OF(e) limit
#else
#define STUBC_LIMIT_OF(e) e
#endif

#ifdef STUBC_LONG_TAGS
#define STUBC_IDENTIFIER(p, e) stubc_identifier(p, e)
#else
#define STUBC_IDENTIFIER(p, e) ((p) < (e) ? *(p) : 0u)
#endif

static bool begins(const stubc_unit *unit, const uint8_t *pc, uint32_t id);

/* Returns the number of the arm of the union at pc that an element with identifier id selects, from 1; 0 if none
 * matches. id is not 0. */
static unsigned arm_of(const stubc_unit *unit, const uint8_t *pc, uint32_t id)
{
    const unsigned n = STUBC_STEPS(pc);
    unsigned arm;
    pc += STUBC_HEAD;
    for (arm = 1; arm <= n; arm++, pc += 4) {
        if (STUBC_ARM_TAG(unit, pc) == id || (pc[0] & STUBC_LOOK && begins(unit, pc, id))) {
            return arm;
        }
    }
    return 0;
}

/* Returns whether an element with identifier id belongs to the step at pc. Recursion follows unions without a tag of
 * their own, so the specification bounds its depth. */
STUBC_COLD static bool begins(const stubc_unit *unit, const uint8_t *pc, uint32_t id)
{
    stubc_wide own;
    const stubc_wide *const s = unpack(unit, pc, &own);
    const uint32_t tag = STUBC_WIDE_TAG(unit, s->outer ? s->outer : s->tag);
    if (tag == id) {
        return id != 0;
    }
    if (tag == 0) {
        return s->op == STUBC_OP_OPEN || arm_of(unit, unit->programs + unit->nodes[s->arg], id);
    }
#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
    if (!unit->is_der && (s->op == STUBC_OP_OCTETS || s->op == STUBC_OP_BITS || s->op == STUBC_OP_NAMED_BITS)) {
        return tag == other_form(id) && !s->outer;
    }
#endif
    return false;
}

#if defined STUBC_DECODE_SPEED && defined STUBC_USE_UNION
#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
#ifdef STUBC_MIXED
#define STUBC_OTHER_FORM(unit, id) ((unit)->is_der ? 0u : other_form(id))
#else
#define STUBC_OTHER_FORM(unit, id) other_form(id)
#endif
#else
#define STUBC_OTHER_FORM(unit, id) 0u
#endif
#define STUBC_PATH 4

/* As arm_of; also stores in path the matching arm of each untagged union on the way, the outermost first, at most room
 * of them. other: id with the other form bit, or 0. An arm with the LOOK bit has a tag only if it is a string. */
static unsigned arms_of(const stubc_unit *unit, const uint8_t *pc, uint32_t id, uint32_t other, const uint8_t **path,
                        unsigned room)
{
    unsigned n = STUBC_STEPS(pc);
    for (pc += STUBC_HEAD; n; n--, pc += 4) {
        const uint32_t tag = STUBC_ARM_TAG(unit, pc);
        if (tag == id) {
            break;
        }
        if (!(pc[0] & STUBC_LOOK)) {
            continue;
        }
        if (tag ? tag == other
                : pc[0] == (STUBC_OP_CALL | STUBC_LOOK) && room > 1
                    ? arms_of(unit, unit->programs + unit->nodes[pc[3]], id, other, path + 1, room - 1)
                    : begins(unit, pc, id)) {
            break;
        }
    }
    *path = pc;
    return n;
}
#endif

/* The procedure that commands call for a node, or NULL: the interpreter executes the commands of the node. */
#if STUBC_DECODERS
#define STUBC_DECODER(node) \
    ((node) < d->unit->decoder_count && !d->plain ? d->unit->decoders[node] : (stubc_decode_fn *)NULL)
#else
#define STUBC_DECODER(node) ((stubc_decode_fn *)NULL)
#endif

#if STUBC_DECODERS
/* Decodes a node: calls its procedure if it has one, else executes its commands. If the procedure leaves, this fails:
 * then the interpreter decodes the message from its beginning. */
static const uint8_t *call(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                           unsigned node)
{
    stubc_decode_fn *const decode = STUBC_DECODER(node);
    if (!decode) {
        return stubc_interpret_decode(d, p, e, tag, value, node);
    }
    p = d->code ? NULL : decode(d, p, e, tag, value);
    return p ? p : stubc_fail(d, STUBC_BAD_TAG, e);
}
#else
#define call stubc_interpret_decode
#endif

#if defined STUBC_USE_OTHERS && defined STUBC_DECODE_SPEED
/* The decoders of primitives, by opcode from STUBC_OP_SCALAR. decode_plain handles booleans and integers itself. */
static stubc_get_fn *const getters[] = {
#ifdef STUBC_USE_OPEN
    [STUBC_OP_OPEN - STUBC_OP_SCALAR] = stubc_get_open,
#endif
#ifdef STUBC_USE_NULL
    [STUBC_OP_NULL - STUBC_OP_SCALAR] = stubc_get_null,
#endif
#ifdef STUBC_USE_OCTETS
    [STUBC_OP_OCTETS - STUBC_OP_SCALAR] = stubc_get_octets,
#endif
#ifdef STUBC_USE_REAL
    [STUBC_OP_REAL - STUBC_OP_SCALAR] = stubc_get_real,
#endif
#ifdef STUBC_USE_BYTES
    [STUBC_OP_BYTES - STUBC_OP_SCALAR] = stubc_get_bytes,
#endif
#ifdef STUBC_USE_BITS
    [STUBC_OP_BITS - STUBC_OP_SCALAR] = stubc_get_bits,
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    [STUBC_OP_NAMED_BITS - STUBC_OP_SCALAR] = stubc_get_named_bits,
#endif
#ifdef STUBC_USE_OID
    [STUBC_OP_OID - STUBC_OP_SCALAR] = stubc_get_oid,
#endif
#ifdef STUBC_USE_ISO_TIME
    [STUBC_OP_ISO_TIME - STUBC_OP_SCALAR] = stubc_get_iso_time,
#endif
#ifdef STUBC_USE_TIME
    [STUBC_OP_UTC_TIME - STUBC_OP_SCALAR] = stubc_get_time,
    [STUBC_OP_GENERALIZED_TIME - STUBC_OP_SCALAR] = stubc_get_time,
#endif
};
#endif

#if defined STUBC_USE_DEFAULT && defined STUBC_DER
/* Whether the message contains a DEFAULT value, which DER forbids (X.690 11.5). A constructed default is compared by
 * its octets, unless the decoder is just filling it in from them. */
#ifdef STUBC_CONSTRUCTED_DEFAULTS
static bool is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e)
{
    return p != known->data && stubc_is_sent(known, p, e);
}
#define STUBC_IS_SENT(s, p, e, is_default) \
    ((s)->known ? is_sent(d->unit->constructed_defaults[(s)->known - 1].octets, p, e) : (is_default))
#else
#define STUBC_IS_SENT(s, p, e, is_default) (is_default)
#endif
#endif

/* Decodes the element at p by any step; pc: the step, out: the structure. With p == NULL the element is absent, and the
 * default is stored instead. Returns the end of the element, or e after an error. One function: each step runs the same
 * stages in order (default, explicit tags, recursion, contents, checks, kept bytes), and each stage needs the saved
 * positions of those before it. d->depth bounds the recursion. */
STUBC_REMOTE static const uint8_t *decode_any(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                              uint8_t *out)
{
    stubc_wide own;
#ifdef STUBC_USE_MANY_TAGS
    const stubc_wide *around = unpack(d->unit, pc, &own);
    const stubc_wide *const s = behind_tags(around);
    bool filled = true; /* each of these tags ends where its contents do */
#else
    const stubc_wide *const s = unpack(d->unit, pc, &own);
#endif
    const uint32_t tag = STUBC_WIDE_TAG(d->unit, s->tag);
#ifdef STUBC_USE_EXPLICIT
    const uint8_t *const limit = e, *end = NULL, *next = NULL;
#ifdef STUBC_USE_TWO_TAGS
    const uint8_t *inner_end = NULL, *inner_next = NULL;
#endif
#endif
#if defined STUBC_USE_DEFAULT && defined STUBC_DER
    const uint8_t *const to = out + s->offset;
#endif
#if defined STUBC_USE_KEEP || (defined STUBC_CONSTRUCTED_DEFAULTS && defined STUBC_DER)
    const uint8_t *const received = p;
#endif
    out += s->offset;
#ifdef STUBC_USE_DEFAULT
    if (!p) {
#ifdef STUBC_CONSTRUCTED_DEFAULTS
        if (s->known) {
            stubc_filling before;
            if (d->code) {
                return p;
            }
            p = stubc_fill(d, &before, d->unit->constructed_defaults[s->known - 1].octets, &e);
            decode_any(d, pc, p, e, out - s->offset);
            stubc_filled(d, &before);
            return NULL;
        }
#endif
        fill(d->unit, s->op, s->arg, out);
#ifdef STUBC_KEPT_DEFAULTS
        if (s->around) {
            memset(out + s->keep, 0, sizeof(stubc_slice));
        }
#endif
        return NULL;
    }
#endif
#ifdef STUBC_USE_EXPLICIT
#ifdef STUBC_USE_MANY_TAGS
    for (; around < s && !d->code; around++) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(d->unit, around->outer));
        filled = filled && (!end || d->next == end);
        next = end ? next : d->next;
        e = end = d->end;
    }
#endif
    if (s->outer) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(d->unit, s->outer));
        e = end = d->end;
        next = d->next;
    }
#ifdef STUBC_USE_TWO_TAGS
    if (s->inner && !d->code) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(d->unit, s->inner));
        e = inner_end = d->end;
        inner_next = d->next;
    }
#endif
    if (d->code) {
        return limit;
    }
#endif
#ifdef STUBC_USE_RECUR
    if (s->op == STUBC_OP_RECUR) {
        if (!d->depth) {
            stubc_fail(d, STUBC_DEPTH, e);
        } else if (s->size) {
            void *box = stubc_alloc(d, s->size);
            memcpy(out, &box, sizeof box);
            out = (uint8_t *)box;
        }
        if (d->code) {
            return STUBC_LIMIT_OF(e);
        }
        d->depth--;
    }
#endif
#ifdef STUBC_USE_TYPED
    if (s->op == STUBC_OP_OPEN && s->arg && STUBC_IS_TYPED(pc, s)) {
        p = stubc_get_typed(d, p, e, 0, out, 0);
    } else {
        p = s->op >= STUBC_OP_SCALAR ? stubc_get(d, p, e, tag, out, s->op) : call(d, p, e, tag, out, s->arg);
    }
#else
    p = s->op >= STUBC_OP_SCALAR ? stubc_get(d, p, e, tag, out, s->op) : call(d, p, e, tag, out, s->arg);
#endif
#ifdef STUBC_USE_RECUR
    d->depth += s->op == STUBC_OP_RECUR;
#endif
#ifdef STUBC_USE_EXPLICIT
#ifdef STUBC_USE_TWO_TAGS
    if (inner_end) {
        p = p == inner_end ? inner_next : stubc_fail(d, STUBC_BAD_LENGTH, limit);
    }
#endif
#ifdef STUBC_USE_MANY_TAGS
    if (!filled) {
        stubc_fail(d, STUBC_BAD_LENGTH, limit);
    }
#endif
    if (end) {
        p = p == end ? next : stubc_fail(d, STUBC_BAD_LENGTH, limit);
    }
#endif
#if defined STUBC_USE_DEFAULT && defined STUBC_DER
    if (d->unit->is_der && pc[0] & STUBC_DEFAULT && !d->code &&
        STUBC_IS_SENT(s, received, p, is_default(d->unit, s->op, s->arg, to))) {
        stubc_fail(d, STUBC_NOT_CANONICAL, STUBC_LIMIT_OF(e));
    }
#endif
#ifdef STUBC_CHECKS
    if (s->check && STUBC_CHECKED(d) && !STUBC_PASSES(s->check, out, d)) {
        stubc_fail(d, STUBC_EXCLUDED(d), STUBC_LIMIT_OF(e));
    }
#endif
#ifdef STUBC_USE_KEEP
    if (s->around && !d->code) {
        stubc_keep(d, (stubc_slice *)(void *)(out + s->keep), received, p, s->around - 1u);
    }
#endif
    return d->code ? STUBC_LIMIT_OF(e) : p;
}

#ifdef STUBC_DECODE_SPEED
/* Decodes the element at p by the step at pc without a call: a small integer, or octets with a length of one octet. op:
 * the opcode, with flags if it is none of these. Returns its end, or NULL for any other element. */
STUBC_INLINE const uint8_t *decode_at_once(const uint8_t *pc, const uint8_t *p, const uint8_t *e, unsigned op,
                                           uint32_t tag, uint8_t *out)
{
    (void)pc, (void)p, (void)e, (void)op, (void)tag, (void)out;
#ifdef STUBC_USE_INTEGER
    if (op - STUBC_OP_U8 < 8) {
        return small_integer(p, e, tag, out, pc[2], op - STUBC_OP_U8);
    }
#endif
#ifdef STUBC_USE_OCTETS
    if (op == STUBC_OP_OCTETS) {
        const ptrdiff_t length = stubc_short(p, e, tag);
        if (length >= 0) {
            stubc_slice *const value = (stubc_slice *)(void *)(out + STUBC_SCALED(pc[2], op));
            value->data = p + 2;
            value->length = (size_t)length;
            return p + 2 + length;
        }
    }
#endif
    return NULL;
}

/* Decodes the element at p, which has the identifier tag, by a step that is not wide: its contents and no more. */
STUBC_INLINE const uint8_t *decode_element(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                           uint32_t tag, uint8_t *out)
{
    const unsigned op = pc[0] & STUBC_OP;
#if defined STUBC_USE_BOOLEAN || defined STUBC_USE_INTEGER
    if (op >= STUBC_OP_U8) {
        out += STUBC_SCALED(pc[2], op);
#ifdef STUBC_USE_BOOLEAN
        if (op == STUBC_OP_BOOLEAN) {
            return stubc_get_boolean(d, p, e, tag, out, 0);
        }
#endif
#ifdef STUBC_USE_INTEGER
        return stubc_get_integer(d, p, e, tag, out, op - STUBC_OP_U8);
#endif
    }
#endif
    out += STUBC_SCALED(pc[2], op);
#ifdef STUBC_USE_OTHERS
    if (op >= STUBC_OP_SCALAR) {
#ifdef STUBC_USE_TYPED
        if (op == STUBC_OP_OPEN && pc[3]) {
            return stubc_get_typed(d, p, e, 0, out, 0);
        }
#endif
        return getters[op - STUBC_OP_SCALAR](d, p, e, tag, out, op);
    }
#endif
    return call(d, p, e, tag, out, pc[3]);
}

/* As decode_any, for a step without an explicit tag and without a default. */
STUBC_REMOTE static const uint8_t *decode_plain(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                                uint8_t *out)
{
#ifdef STUBC_USE_WIDE
    if ((pc[0] & STUBC_OP) == STUBC_OP_WIDE) {
        return decode_any(d, pc, p, e, out);
    }
#endif
    return decode_element(d, pc, p, e, STUBC_TAG(d->unit, pc[1]), out);
}

#ifdef STUBC_USE_EXPLICIT
/* As decode_any, for a step that is not wide, with an explicit tag and without a default. */
STUBC_REMOTE static const uint8_t *decode_inside(stubc_decoder *d, const uint8_t *pc, const uint8_t *p,
                                                 const uint8_t *e, uint8_t *out)
{
    const uint32_t tag = inside_tag(d->unit, pc);
    const uint8_t *const limit = e, *next, *quick;
    p = STUBC_ENTER(d, p, e, STUBC_TAG(d->unit, pc[1]));
    if (d->code) {
        return limit;
    }
    e = d->end;
    next = d->next;
    quick = decode_at_once(pc, p, e, pc[0] & STUBC_OP, tag, out);
    p = quick ? quick : decode_element(d, pc, p, e, tag, out);
    if (d->code) {
        return limit;
    }
    return p == e ? next : stubc_fail(d, STUBC_BAD_LENGTH, limit);
}
#endif
#endif

#ifdef STUBC_ERROR_PATHS
#define decode_step decode_unnoted
#endif
/* Decodes the element of the step at pc, or fills in its default. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    STUBC_COUNT(d);
#ifdef STUBC_DECODE_SPEED
    if (p && !(pc[0] & (STUBC_EXPLICIT | STUBC_DEFAULT))) {
        return decode_plain(d, pc, p, e, out);
    }
#ifdef STUBC_USE_EXPLICIT
    if (p && !(pc[0] & STUBC_DEFAULT) && pc[0] & STUBC_OP) {
        return decode_inside(d, pc, p, e, out);
    }
#endif
#endif
    return decode_any(d, pc, p, e, out);
}

#ifdef STUBC_ERROR_PATHS
#undef decode_step
/* As decode_unnoted; also notes the field for the error's path. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    if (d->code) {
        return e;
    }
    p = decode_unnoted(d, pc, p, e, out);
    if (d->code) {
        stubc_note_step(d->error, (uint32_t)(pc - d->unit->programs));
    }
    return p;
}
#endif

#ifdef STUBC_DECODE_SPEED
/* As decode_step, without a call for a small integer, or octets with a length of one octet. */
STUBC_INLINE const uint8_t *decode_quick_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                              uint8_t *out)
{
    const unsigned op = pc[0] & (STUBC_OP | STUBC_EXPLICIT | STUBC_DEFAULT);
    const uint8_t *const next = decode_at_once(pc, p, e, op, STUBC_TAG(d->unit, pc[1]), out);
    if (next) {
        STUBC_COUNT(d);
        return next;
    }
    return decode_step(d, pc, p, e, out);
}
#else
#define decode_quick_step decode_step
#endif
#endif
