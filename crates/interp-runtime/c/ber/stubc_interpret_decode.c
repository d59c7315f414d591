/* ---- The command interpreter: decoding ---- */
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

static bool begins(const uint8_t *pc, uint32_t id);

/* Which of a union's arms an element with this identifier is, counted from the last, 1; 0: none. */
static unsigned arm_of(const uint8_t *pc, uint32_t id)
{
    unsigned n;
    if (!id) {
        return 0;
    }
    for (n = pc[1], pc += 3; n; n--, pc += 4) {
        if (STUBC_TAG(pc[1]) == id || (pc[0] & STUBC_LOOK && begins(pc, id))) {
            break;
        }
    }
    return n;
}

/* Whether an element with this identifier is the step's. */
static bool begins(const uint8_t *pc, uint32_t id)
{
    stubc_wide own;
    const stubc_wide *const s = unpack(pc, &own);
    const uint32_t tag = STUBC_WIDE_TAG(s->outer ? s->outer : s->tag);
    if (tag == id) {
        return id != 0;
    }
    if (tag == 0) {
        return id != 0 && (s->op == STUBC_OP_OPEN || arm_of(stubc_programs + stubc_nodes[s->arg], id));
    }
#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
    if (s->op == STUBC_OP_OCTETS || s->op == STUBC_OP_BITS || s->op == STUBC_OP_NAMED_BITS) {
        return tag == other_form(id) && !s->outer;
    }
#endif
    return false;
}

#if defined STUBC_SPEED && defined STUBC_USE_UNION
#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
#define STUBC_OTHER_FORM(id) other_form(id)
#else
#define STUBC_OTHER_FORM(id) 0u
#endif
#define STUBC_PATH 4

/* The same, and by which arms of unions without a tag, one in the other, as far as there is room for them; other: the
 * identifier in the other form. An arm that must be looked into has a tag only if it is a string. */
static unsigned arms_of(const uint8_t *pc, uint32_t id, uint32_t other, const uint8_t **path, unsigned room)
{
    unsigned n = pc[1];
    for (pc += 3; n; n--, pc += 4) {
        const uint32_t tag = STUBC_TAG(pc[1]);
        if (tag == id) {
            break;
        }
        if (!(pc[0] & STUBC_LOOK)) {
            continue;
        }
        if (tag ? tag == other
                : pc[0] == (STUBC_OP_CALL | STUBC_LOOK) && room > 1
                    ? arms_of(stubc_programs + stubc_nodes[pc[3]], id, other, path + 1, room - 1)
                    : begins(pc, id)) {
            break;
        }
    }
    *path = pc;
    return n;
}
#endif

#if STUBC_DECODERS
#define STUBC_IS_DECODER(node) ((node) < STUBC_DECODERS)
#else
#define STUBC_IS_DECODER(node) false
#endif

#if STUBC_DECODERS
static const uint8_t *call(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                           unsigned node)
{
    if (STUBC_IS_DECODER(node)) {
        return stubc_decoders[node](d, p, e, tag, value);
    }
    return stubc_interpret_decode(d, p, e, tag, value, node);
}
#else
#define call stubc_interpret_decode
#endif

#if defined STUBC_USE_OTHERS && defined STUBC_SPEED
/* The primitives by their opcodes, from STUBC_OP_OPEN; the others have commands of their own. */
static stubc_get_fn *const getters[] = {
#ifdef STUBC_USE_OPEN
    [STUBC_OP_OPEN - STUBC_OP_OPEN] = stubc_get_open,
#endif
#ifdef STUBC_USE_NULL
    [STUBC_OP_NULL - STUBC_OP_OPEN] = stubc_get_null,
#endif
#ifdef STUBC_USE_OCTETS
    [STUBC_OP_OCTETS - STUBC_OP_OPEN] = stubc_get_octets,
#endif
#ifdef STUBC_USE_REAL
    [STUBC_OP_REAL - STUBC_OP_OPEN] = stubc_get_real,
#endif
#ifdef STUBC_USE_BYTES
    [STUBC_OP_BYTES - STUBC_OP_OPEN] = stubc_get_bytes,
#endif
#ifdef STUBC_USE_BITS
    [STUBC_OP_BITS - STUBC_OP_OPEN] = stubc_get_bits,
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    [STUBC_OP_NAMED_BITS - STUBC_OP_OPEN] = stubc_get_named_bits,
#endif
#ifdef STUBC_USE_OID
    [STUBC_OP_OID - STUBC_OP_OPEN] = stubc_get_oid,
#endif
#ifdef STUBC_USE_TIME
    [STUBC_OP_UTC_TIME - STUBC_OP_OPEN] = stubc_get_time,
    [STUBC_OP_GENERALIZED_TIME - STUBC_OP_OPEN] = stubc_get_time,
#endif
};
#endif

#if defined STUBC_USE_DEFAULT && defined STUBC_DER
/* Whether a default was sent; a constructed one is known by its octets, which it is filled in from. */
#ifdef STUBC_CONSTRUCTED_DEFAULTS
static bool is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e)
{
    return p != known->data && stubc_is_sent(known, p, e);
}
#define STUBC_IS_SENT(s, p, e, is_default) \
    ((s)->known ? is_sent(stubc_constructed_defaults[(s)->known - 1].octets, p, e) : (is_default))
#else
#define STUBC_IS_SENT(s, p, e, is_default) (is_default)
#endif
#endif

/* Decodes the element of the step at pc: any step. With p == NULL there is none, and a default is put in its place. */
STUBC_APART static const uint8_t *decode_any(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                             uint8_t *out)
{
    stubc_wide own;
    const stubc_wide *const s = unpack(pc, &own);
    const uint32_t tag = STUBC_WIDE_TAG(s->tag);
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
            p = stubc_fill(d, &before, stubc_constructed_defaults[s->known - 1].octets, &e);
            decode_any(d, pc, p, e, out - s->offset);
            stubc_filled(d, &before);
            return NULL;
        }
#endif
        fill(s->op, s->arg, out);
        return NULL;
    }
#endif
#ifdef STUBC_USE_EXPLICIT
    if (s->outer) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(s->outer));
        e = end = d->end;
        next = d->next;
    }
#ifdef STUBC_USE_TWO_TAGS
    if (s->inner && !d->code) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(s->inner));
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
        p = s->op >= STUBC_OP_OPEN ? stubc_get(d, p, e, tag, out, s->op) : call(d, p, e, tag, out, s->arg);
    }
#else
    p = s->op >= STUBC_OP_OPEN ? stubc_get(d, p, e, tag, out, s->op) : call(d, p, e, tag, out, s->arg);
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
    if (end) {
        p = p == end ? next : stubc_fail(d, STUBC_BAD_LENGTH, limit);
    }
#endif
#if defined STUBC_USE_DEFAULT && defined STUBC_DER
    if (pc[0] & STUBC_DEFAULT && !d->code && STUBC_IS_SENT(s, received, p, is_default(s->op, s->arg, to))) {
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

#ifdef STUBC_SPEED
/* The same where there is neither an explicit tag nor a default to be refused. */
STUBC_APART static const uint8_t *decode_plain(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                               uint8_t *out)
{
    const unsigned op = pc[0] & STUBC_OP;
    const uint32_t tag = STUBC_TAG(pc[1]);
#ifdef STUBC_USE_WIDE
    if (op == STUBC_OP_WIDE) {
        return decode_any(d, pc, p, e, out);
    }
#endif
    out += STUBC_SCALED(pc[2], op);
#ifdef STUBC_USE_BOOLEAN
    if (op == STUBC_OP_BOOLEAN) {
        return stubc_get_boolean(d, p, e, tag, out, 0);
    }
#endif
#ifdef STUBC_USE_INTEGER
    if (op >= STUBC_OP_U8) {
        return stubc_get_integer(d, p, e, tag, out, op - STUBC_OP_U8);
    }
#endif
#ifdef STUBC_USE_TYPED
    if (op == STUBC_OP_OPEN && pc[3]) {
        return stubc_get_typed(d, p, e, 0, out, 0);
    }
#endif
#ifdef STUBC_USE_OTHERS
    if (op >= STUBC_OP_OPEN) {
        return getters[op - STUBC_OP_OPEN](d, p, e, tag, out, op);
    }
#endif
    return call(d, p, e, tag, out, pc[3]);
}
#endif

#ifdef STUBC_ERROR_PATHS
#define decode_step decode_unnoted
#endif
/* Decodes the element of the step at pc, or fills in its default. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    STUBC_COUNT(d);
#ifdef STUBC_SPEED
    if (p && !(pc[0] & (STUBC_EXPLICIT | STUBC_DEFAULT))) {
        return decode_plain(d, pc, p, e, out);
    }
#endif
    return decode_any(d, pc, p, e, out);
}

#ifdef STUBC_ERROR_PATHS
#undef decode_step
/* The same, and what field was at fault. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    if (d->code) {
        return e;
    }
    p = decode_unnoted(d, pc, p, e, out);
    if (d->code) {
        stubc_note_step(d->error, (uint32_t)(pc - stubc_programs));
    }
    return p;
}
#endif

#ifdef STUBC_USE_SKIP
/* Whether an element with this identifier is unknown and lies before the fields that follow the extension insertion
 * point at pc. */
static bool unknown_at(const uint8_t *pc, unsigned n, uint32_t id)
{
    while (--n) {
        pc += 4;
        if (begins(pc, id)) {
            return false;
        }
        if (!(pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT))) {
            break;
        }
    }
    return true;
}
#endif

static const uint8_t *decode_sequence(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                      uint8_t *out)
{
    unsigned n = pc[1];
    uint8_t *flag = out;
    (void)flag;
    for (pc += 3; n; n--, pc += 4) {
#ifdef STUBC_USE_SKIP
        if (pc[0] == STUBC_OP_SKIP) {
            STUBC_COUNT(d);
            while (p < e && unknown_at(pc, n, STUBC_IDENTIFIER(p, e))) {
                p = stubc_skip(d, p, e);
            }
            continue;
        }
#endif
#ifdef STUBC_USE_ABSENT
        if (pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT)) {
            bool present = begins(pc, STUBC_IDENTIFIER(p, e));
            if (pc[0] & STUBC_OPTIONAL) {
                *flag++ = present;
            }
            if (!present) {
                if (pc[0] & STUBC_DEFAULT) {
                    decode_step(d, pc, NULL, e, out);
                } else {
                    STUBC_COUNT(d);
                }
                continue;
            }
        }
#endif
        p = decode_step(d, pc, p, e, out);
    }
    return p;
}

#ifdef STUBC_USE_SET
/* Where every program has the fields in the order of their tags, their numbers say it. */
#ifdef STUBC_USE_RANK
#define STUBC_RANK(p, e, index) stubc_tag_rank(p, e)
#else
#define STUBC_RANK(p, e, index) (index)
#endif

static const uint8_t *decode_set(stubc_decoder *d, const uint8_t *program, const uint8_t *p, const uint8_t *e,
                                 uint8_t *out)
{
    uint32_t seen[STUBC_SET_WORDS] = {0};
    unsigned n = program[1], i = 0, flag = 0, tries;
    const uint8_t *pc = program + 3;
#ifdef STUBC_DER
    uint32_t rank = 0;
#endif
    memset(out, 0, program[2]);
    while (p < e) {
        uint32_t id = STUBC_IDENTIFIER(p, e);
#ifdef STUBC_USE_ANY_IN_SET
        i = n; /* the field that any element begins stands last, and must be tried last */
#endif
        for (tries = 0; tries < n; tries++) {
            if (i == n) {
                i = flag = 0;
                pc = program + 3;
            }
            if (begins(pc, id)) {
                break;
            }
            flag += pc[0] / STUBC_OPTIONAL % 2;
            pc += 4;
            i++;
        }
        if (tries == n) {
            p = program[0] & STUBC_EXTENSIBLE ? stubc_skip(d, p, e) : stubc_fail(d, STUBC_BAD_TAG, e);
            continue;
        }
        if (seen[i / 32] >> i % 32 & 1) {
            return stubc_fail(d, STUBC_BAD_TAG, e);
        }
#ifdef STUBC_DER
        if (STUBC_RANK(p, e, i) < rank) {
            return stubc_fail(d, STUBC_NOT_CANONICAL, e);
        }
        rank = STUBC_RANK(p, e, i);
#endif
        seen[i / 32] |= (uint32_t)1 << i % 32;
        if (pc[0] & STUBC_OPTIONAL) {
            out[flag] = true;
        }
        p = decode_step(d, pc, p, e, out);
    }
    for (i = 0, pc = program + 3; i < n; i++, pc += 4) {
        if (seen[i / 32] >> i % 32 & 1) {
            continue;
        }
#ifdef STUBC_USE_DEFAULT
        if (pc[0] & STUBC_DEFAULT) {
            decode_step(d, pc, NULL, e, out);
            continue;
        }
#endif
        if (!(pc[0] & STUBC_OPTIONAL)) {
            return stubc_fail(d, STUBC_BAD_TAG, e);
        }
    }
    return p;
}
#endif

#ifdef STUBC_USE_ARRAY
static const uint8_t *decode_array(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                   uint8_t *out)
{
    size_t size = pc[1] | (size_t)pc[2] << 8, count;
    uint8_t *item = (uint8_t *)stubc_array(d, p, e, size, &count);
#ifdef STUBC_USE_ORDERED
    const uint8_t *before = NULL;
#endif
#ifdef STUBC_ERROR_PATHS
    const size_t all = count;
#endif
    memcpy(out, &item, sizeof item);
    memcpy(out + sizeof item, &count, sizeof count);
    for (; count; count--, item += size) {
        const uint8_t *start = p;
#ifdef STUBC_USE_ORDERED
        if (pc[0] & STUBC_SORTED) {
            p = stubc_ordered(d, before, p, e);
            before = start;
        }
#endif
        if (!d->code) {
            p = decode_step(d, pc + 3, p, e, item);
        }
        if (d->code) {
            if (!d->at) {
                d->at = start;
            }
#ifdef STUBC_ERROR_PATHS
            stubc_note(d->error, STUBC_INDEX | (uint32_t)(all - count));
#endif
            break;
        }
    }
    return p;
}
#endif

#ifdef STUBC_USE_UNION
/* A union, and unions without a tag in it: they begin at the same place. */
STUBC_APART static const uint8_t *decode_union(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                               uint8_t *out)
{
    const uint8_t *start = p;
    const uint32_t id = STUBC_IDENTIFIER(p, e);
#ifdef STUBC_SPEED
    const uint8_t *path[STUBC_PATH], **at = path;
    const unsigned left = id ? arms_of(pc, id, STUBC_OTHER_FORM(id), path, STUBC_PATH) : 0;
    const uint8_t *arm = path[0];
#else
    const unsigned left = arm_of(pc, id);
    const uint8_t *arm = pc + 4 * (pc[1] - left) + 3;
#endif
    out[0] = left ? (uint8_t)(pc[1] - left + 1) : 0;
    out += pc[2];
    if (left) {
#ifdef STUBC_SPEED
        while (STUBC_DESCENDS && arm[0] == (STUBC_OP_CALL | STUBC_LOOK) && !STUBC_IS_DECODER(arm[3]) &&
               ++at < path + STUBC_PATH) {
            STUBC_COUNT(d);
            pc = stubc_programs + stubc_nodes[arm[3]];
            arm = *at;
            out[0] = (uint8_t)((unsigned)(arm - pc) / 4 + 1);
            out += pc[2];
        }
#endif
        p = decode_step(d, arm, p, e, out);
    }
#ifdef STUBC_USE_UNKNOWN_ARM
    else if (pc[0] & STUBC_EXTENSIBLE) {
        p = stubc_get_open(d, p, e, 0, out, 0);
    }
#endif
    else {
        stubc_fail(d, STUBC_BAD_TAG, e);
    }
    return d->code ? stubc_leave(d, start, e) : p;
}
#endif

#ifdef STUBC_USE_TYPED
/* What an open type is known to hold, behind a pointer. */
STUBC_APART static const uint8_t *decode_typed(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                               unsigned kind, uint8_t *out)
{
    size_t size = pc[2 + 4 * (size_t)pc[1] + kind] * (size_t)8;
    if (size) {
        uint8_t *box = (uint8_t *)stubc_alloc(d, size);
        memcpy(out + pc[2], &box, sizeof box);
        out = box;
        if (!box) {
            return e;
        }
    }
    return decode_step(d, pc + 4 * kind - 1, p, e, out);
}

#ifdef STUBC_USE_HOPS
/* Goes from a structure to the governor, and with what it selects to the open types. */
static void resolve(stubc_decoder *d, const stubc_hop *hop, uint8_t *out, unsigned kind)
{
    for (;; hop++) {
        uint8_t *at = out + hop->offset;
        switch (hop->op) {
        case STUBC_HOP_TEST:
            if (*at != hop->value) {
                return;
            }
            break;
        case STUBC_HOP_ITEMS: {
            uint8_t *item;
            size_t count;
            memcpy(&item, at, sizeof item);
            memcpy(&count, at + sizeof item, sizeof count);
            for (; count; count--, item += hop->value) {
                resolve(d, hop + 1, item, kind);
            }
            return;
        }
        case STUBC_HOP_OPEN:
#if STUBC_DECODERS
            stubc_resolve(d, at, kind, hop->value < STUBC_DECODERS ? stubc_decoders[hop->value] : NULL, hop->value);
#else
            stubc_resolve(d, at, kind, NULL, hop->value);
#endif
            return;
        case STUBC_HOP_OCTETS: {
            const stubc_slice *octets = (const stubc_slice *)(const void *)at;
            kind = stubc_select(stubc_keys + hop->value, octets->data, octets->length);
            if (!kind) {
                return;
            }
            break;
        }
#ifdef STUBC_USE_INTEGER
        default: {
            unsigned repr = hop->op - STUBC_HOP_NUMBER;
            int64_t x = load(at, repr);
            kind = stubc_select_number(stubc_keys + hop->value, (uint64_t)x, repr >= 4 && x < 0);
            if (!kind) {
                return;
            }
        }
#endif
        }
    }
}

/* Resolves the open types of a structure that is complete. */
STUBC_APART static void resolve_all(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const uint8_t *tail = pc + 3 + 4 * (size_t)pc[1];
    const stubc_hop *hop = stubc_hops + (tail[0] | tail[1] << 8);
    unsigned n;
    for (n = tail[2]; n; n--) {
        STUBC_COUNT(d);
        resolve(d, hop, out, 0); /* nothing, behind an error */
#ifdef STUBC_ERROR_PATHS
        if (d->code) {
            stubc_note_step(d->error, STUBC_INDEX | (uint32_t)(hop - stubc_hops));
            return;
        }
#endif
        while (hop++->op != STUBC_HOP_OPEN) {
        }
    }
}
#endif
#endif

/* The contents of a sequence, set or array. */
STUBC_INLINE const uint8_t *decode_contents(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                            uint8_t *out)
{
#ifdef STUBC_USE_ARRAY
    if ((pc[0] & STUBC_KIND) == STUBC_ARRAY) {
        return decode_array(d, pc, p, e, out);
    }
#endif
#ifdef STUBC_USE_SET
    if ((pc[0] & STUBC_KIND) == STUBC_SET) {
        return decode_set(d, pc, p, e, out);
    }
#endif
    return decode_sequence(d, pc, p, e, out);
}

/* A node under its tag. */
STUBC_APART static const uint8_t *decode_tagged(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                         uint8_t *out, const uint8_t *pc)
{
    const uint8_t *start = p, *limit = e, *next;
    p = STUBC_ENTER(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    e = d->end;
    next = d->next;
    p = decode_contents(d, pc, p, e, out);
#ifdef STUBC_USE_HOPS
    if (pc[0] & STUBC_GOVERNS && !d->code) {
        resolve_all(d, pc, out);
    }
#endif
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Decodes a node by its commands. */
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                      unsigned node)
{
    const uint8_t *pc = stubc_programs + stubc_nodes[node];
    if (d->code) {
        return e; /* there is no element: nothing was entered */
    }
#ifdef STUBC_USE_UNION
    if ((pc[0] & STUBC_KIND) == STUBC_UNION) {
        return decode_union(d, pc, p, e, (uint8_t *)value);
    }
#endif
#ifdef STUBC_USE_TYPED
    if (pc[0] & STUBC_TYPED) {
        return decode_typed(d, pc, p, e, tag, (uint8_t *)value);
    }
#endif
    return decode_tagged(d, p, e, tag, (uint8_t *)value, pc);
}
#endif

#ifdef STUBC_INTERPRET_DECODE_ROOT
/* Decodes a root by the command at this offset. */
const uint8_t *stubc_interpret_decode_root(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t offset,
                                           void *value)
{
    return decode_step(d, stubc_programs + offset, p, e, (uint8_t *)value);
}
#endif
