/* ---- The command interpreter: decoding of programs ---- */
#ifdef STUBC_INTERPRET_DECODE
#ifdef STUBC_USE_SKIP
/* Returns whether an element with identifier id is an unknown extension addition at the insertion point pc: none of the
 * fields that may follow begins with id. n: the steps from pc to the end of the program. */
static bool unknown_at(const stubc_unit *unit, const uint8_t *pc, unsigned n, uint32_t id)
{
    while (--n) {
        pc += 4;
        if (begins(unit, pc, id)) {
            return false;
        }
        if (!(pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT))) {
            break;
        }
    }
    return true;
}
#endif

#ifdef STUBC_USE_ABSENT
#ifdef STUBC_DECODE_SPEED
/* As begins; at once where byte 1 of the step alone decides. */
STUBC_INLINE bool begins_at_once(const stubc_unit *unit, const uint8_t *pc, uint32_t id)
{
    const unsigned op = pc[0] & STUBC_OP;
    const uint32_t tag = STUBC_TAG(unit, pc[1]);
    if (op && tag) {
        if (tag == id) {
            return true;
        }
        if (pc[0] & STUBC_EXPLICIT || op - STUBC_OP_OCTETS > STUBC_OP_NAMED_BITS - STUBC_OP_OCTETS) {
            return false;
        }
    }
    return begins(unit, pc, id);
}
#else
#define begins_at_once begins
#endif
#endif

/* Decodes the contents of a SEQUENCE (X.690 8.9) from p to e by the program at pc, each step once. Returns
 * where the last field ends. */
STUBC_COLD static const uint8_t *decode_sequence(stubc_decoder *d, const uint8_t *pc, const uint8_t *p,
                                                 const uint8_t *e, uint8_t *out)
{
    unsigned n = STUBC_STEPS(pc);
    uint8_t *flag = out;
    (void)flag;
    for (pc += STUBC_HEAD; n; n--, pc += 4) {
#ifdef STUBC_USE_SKIP
        if (pc[0] == STUBC_OP_SKIP) {
            STUBC_COUNT(d);
#ifdef STUBC_COUNT_COMMANDS
            d->idle++;
#endif
            while (p < e && unknown_at(d->unit, pc, n, STUBC_IDENTIFIER(p, e))) {
                p = stubc_skip(d, p, e);
            }
            continue;
        }
#endif
#ifdef STUBC_USE_ABSENT
        if (pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT)) {
            bool present = begins_at_once(d->unit, pc, STUBC_IDENTIFIER(p, e));
            if (pc[0] & STUBC_OPTIONAL) {
                *flag++ = present;
            }
            if (!present) {
#ifdef STUBC_COUNT_COMMANDS
                d->idle++;
#endif
                if (pc[0] & STUBC_DEFAULT) {
                    decode_step(d, pc, NULL, e, out);
                } else {
                    STUBC_COUNT(d);
                }
                continue;
            }
        }
#endif
        p = decode_quick_step(d, pc, p, e, out);
    }
    return p;
}

#ifdef STUBC_USE_SET
/* The rank of a field in the order of tags; its index if every program lists the fields in that order. */
#ifdef STUBC_USE_RANK
#define STUBC_RANK(p, e, index) stubc_tag_rank(p, e)
#else
#define STUBC_RANK(p, e, index) (index)
#endif

/* Decodes the contents of a SET (X.690 8.11): fields in any order, each at most once; DER demands the order of tags
 * (10.3). Each element is compared with at most all the fields of the program. Returns where the last element ends. */
STUBC_COLD static const uint8_t *decode_set(stubc_decoder *d, const uint8_t *program, const uint8_t *p,
                                            const uint8_t *e, uint8_t *out)
{
    uint32_t seen[STUBC_SET_WORDS] = {0};
    unsigned n = STUBC_STEPS(program), i = 0, flag = 0, tries;
    const uint8_t *pc = program + STUBC_HEAD;
#ifdef STUBC_DER
    uint32_t rank = 0;
#endif
    memset(out, 0, STUBC_FLAGS(program));
    while (p < e) {
        uint32_t id = STUBC_IDENTIFIER(p, e);
#ifdef STUBC_USE_ANY_IN_SET
        i = n; /* start at the first field: the one that accepts any element is last, and must be tried last */
#endif
        for (tries = 0; tries < n; tries++) {
            if (i == n) {
                i = flag = 0;
                pc = program + STUBC_HEAD;
            }
            if (begins(d->unit, pc, id)) {
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
        if (d->unit->is_der && STUBC_RANK(p, e, i) < rank) {
            return stubc_fail(d, STUBC_NOT_CANONICAL, e);
        }
        rank = STUBC_RANK(p, e, i);
#endif
        seen[i / 32] |= (uint32_t)1 << i % 32;
        if (pc[0] & STUBC_OPTIONAL) {
            out[flag] = true;
        }
        p = decode_quick_step(d, pc, p, e, out);
    }
    for (i = 0, pc = program + STUBC_HEAD; i < n; i++, pc += 4) {
        if (seen[i / 32] >> i % 32 & 1) {
            continue;
        }
#ifdef STUBC_USE_DEFAULT
        if (pc[0] & STUBC_DEFAULT) {
#ifdef STUBC_COUNT_COMMANDS
            d->idle++;
#endif
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
/* Whether the element at hand does not break the order; only that can have failed before it is decoded. */
#ifdef STUBC_USE_ORDERED
#define STUBC_IS_ORDERED(d) (!(d)->code)
#else
#define STUBC_IS_ORDERED(d) true
#endif

/* Decodes the contents of a SEQUENCE OF or SET OF (X.690 8.10, 8.12) into an array in the arena. Returns where the last
 * element ends, or e after an error. */
STUBC_COLD static const uint8_t *decode_array(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                              uint8_t *out)
{
    size_t size = STUBC_ITEM_SIZE(pc), count;
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
        if (STUBC_IS_ORDERED(d)) {
            p = decode_quick_step(d, pc + STUBC_HEAD, p, e, item);
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
#ifdef STUBC_LARGE
/* Stores the number of an arm as the kind of the union at out, whose program is at pc. The kind has 16 bits if there
 * are more than 255 arms. */
STUBC_INLINE void set_kind(const uint8_t *pc, uint8_t *out, unsigned kind)
{
    if (STUBC_STEPS(pc) > 255) {
        *(uint16_t *)(void *)out = (uint16_t)kind;
    } else {
        *out = (uint8_t)kind;
    }
}
#else
#define set_kind(pc, out, kind) (*(out) = (uint8_t)(kind))
#endif

/* Decodes a CHOICE (X.690 8.13) at p. An arm that is an untagged CHOICE itself begins at the same place, so the loop
 * enters it without a call; the length of path bounds the loop. */
STUBC_REMOTE static const uint8_t *decode_union(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                                uint8_t *out)
{
    const uint8_t *start = p;
    const uint32_t id = STUBC_IDENTIFIER(p, e);
#ifdef STUBC_DECODE_SPEED
    const uint8_t *path[STUBC_PATH], **at = path;
    const unsigned left = id ? arms_of(d->unit, pc, id, STUBC_OTHER_FORM(d->unit, id), path, STUBC_PATH) : 0;
    const unsigned kind = left ? STUBC_STEPS(pc) - left + 1 : 0;
#else
    const unsigned kind = id ? arm_of(d->unit, pc, id) : 0;
#endif
    set_kind(pc, out, kind);
    out += STUBC_FLAGS(pc);
    if (kind) {
        const uint8_t *arm = pc + STUBC_HEAD + 4 * (size_t)(kind - 1);
#ifdef STUBC_DECODE_SPEED
        while (STUBC_DESCENDS && arm[0] == (STUBC_OP_CALL | STUBC_LOOK) && !STUBC_DECODER(arm[3]) &&
               ++at < path + STUBC_PATH) {
            STUBC_COUNT(d);
            pc = d->unit->programs + d->unit->nodes[arm[3]];
            arm = *at;
            set_kind(pc, out, (unsigned)(arm - pc) / 4 + 1 - STUBC_HEAD / 4);
            out += STUBC_FLAGS(pc);
        }
#endif
        p = decode_quick_step(d, arm, p, e, out);
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
/* Decodes the contents of a resolved open type by arm number kind of the program, in memory of the arena to which the
 * open type gets a pointer. */
STUBC_REMOTE static const uint8_t *decode_typed(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                                unsigned kind, uint8_t *out)
{
    size_t size = STUBC_KIND_UNITS(pc, kind) * (size_t)8;
    if (size) {
        uint8_t *box = (uint8_t *)stubc_alloc(d, size);
        memcpy(out + STUBC_FLAGS(pc), &box, sizeof box);
        out = box;
        if (!box) {
            return e;
        }
    }
    return decode_step(d, pc + 4 * kind + STUBC_HEAD - 4, p, e, out);
}

#ifdef STUBC_USE_HOPS
/* Follows a path of hops through the structure at out: first to the governor, which selects the kind, then to the open
 * types, which it resolves as that kind. Recursion happens once for each array on the path. */
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
#ifdef STUBC_LARGE
        case STUBC_HOP_KIND:
            if (*(const uint16_t *)(const void *)at != hop->value) {
                return;
            }
            break;
#endif
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
            stubc_resolve(d, at, kind, STUBC_DECODER(hop->value), hop->value);
            return;
        case STUBC_HOP_OCTETS: {
            const stubc_slice *octets = (const stubc_slice *)(const void *)at;
            kind = stubc_select(d->unit->keys + hop->value, octets->data, octets->length);
            if (!kind) {
                return;
            }
            break;
        }
#ifdef STUBC_USE_PARTS
        case STUBC_HOP_PARTS:
            kind = d->unit->choosers[hop->value](at);
            if (!kind) {
                return;
            }
            break;
#endif
#ifdef STUBC_USE_INTEGER
        default: {
            unsigned repr = hop->op - STUBC_HOP_NUMBER;
            int64_t x = load(at, 0, repr);
            kind = stubc_select_number(d->unit->keys + hop->value, (uint64_t)x, repr >= 4 && x < 0);
            if (!kind) {
                return;
            }
        }
#endif
        }
    }
}

/* Resolves the open types of the structure at out, after all its fields are decoded. */
STUBC_REMOTE static void resolve_all(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const uint8_t *tail = STUBC_TAIL(pc);
    const stubc_hop *hop = d->unit->hops + STUBC_FIRST_HOP(tail);
    unsigned n;
    for (n = STUBC_RELATIONS(tail); n; n--) {
        STUBC_COUNT(d);
#ifdef STUBC_COUNT_COMMANDS
        d->idle++;
#endif
        resolve(d, hop, out, 0); /* decodes nothing after an error */
#ifdef STUBC_ERROR_PATHS
        if (d->code) {
            stubc_note_step(d->error, STUBC_INDEX | (uint32_t)(hop - d->unit->hops));
            return;
        }
#endif
        while (hop++->op != STUBC_HOP_OPEN) {
        }
    }
}
#endif
#endif

/* Decodes the contents of a sequence, set or array. */
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

/* Decodes the node at pc under its tag. Its contents must fill the element exactly. Returns the end of the element, or
 * the end of the enclosing contents after an error. */
STUBC_REMOTE static const uint8_t *decode_tagged(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
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

/* Decodes the element at p by the commands of node. tag: its identifier, or the kind of an open type. Returns the end
 * of the element, or e after an error. */
STUBC_COLD const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                                 void *value, unsigned node)
{
    const uint8_t *pc = d->unit->programs + d->unit->nodes[node];
    if (d->code) {
        return e; /* an earlier error: p is not an element */
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
