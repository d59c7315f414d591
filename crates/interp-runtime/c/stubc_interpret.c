/* ---- The command interpreter ---- */
#ifdef STUBC_INTERPRET

/* The step at pc: one that is wide already, or unpacked into *s. */
static const stubc_wide *fetch(const uint8_t *pc, stubc_wide *s)
{
    unsigned op = pc[0] & STUBC_OP;
#ifdef STUBC_USE_WIDE
    if (op == STUBC_OP_WIDE)
        return &stubc_wides[pc[1] | pc[2] << 8];
#endif
    s->op = (uint8_t)op;
    s->outer[0] = 0;
    s->tag = STUBC_TAG(pc[1]);
    s->offset = pc[2];
    s->arg = pc[3];
    if (op != STUBC_OP_BOOLEAN && (op & 0x1b) != STUBC_OP_U8)
        s->offset <<= (op & 0x1b) == STUBC_OP_U16 ? 1 : 2;
    if (pc[0] & STUBC_EXPLICIT) {
        s->outer[0] = s->tag;
        s->outer[1] = 0;
        s->tag = op == STUBC_OP_CALL            ? 0
                 : op == STUBC_OP_CALL_SEQUENCE ? 0x30
                 : op == STUBC_OP_CALL_SET      ? 0x31
                                                : s->arg;
    }
    return s;
}

#if defined STUBC_USE_INTEGER && (defined STUBC_INTERPRET_ENCODE || (defined STUBC_DER && defined STUBC_DEFAULT_INTEGERS))
/* The integer at in, of representation repr, extended to 64 bits. */
static int64_t load(const uint8_t *in, unsigned repr)
{
    switch (repr) {
    case 0:
        return *in;
    case 1:
        return *(const uint16_t *)(const void *)in;
    case 2:
        return *(const uint32_t *)(const void *)in;
    case 4:
        return *(const int8_t *)in;
    case 5:
        return *(const int16_t *)(const void *)in;
    case 6:
        return *(const int32_t *)(const void *)in;
    default:
        return *(const int64_t *)(const void *)in;
    }
}
#endif

#if defined STUBC_USE_DEFAULT && (defined STUBC_INTERPRET_ENCODE || defined STUBC_DER)
/* Whether the field holds its default. */
static bool is_default(const stubc_wide *s, const uint8_t *in)
{
    size_t count;
    in += s->offset;
#ifdef STUBC_USE_BOOLEAN
    if (s->op == STUBC_OP_BOOLEAN)
        return *in == s->arg;
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    if (s->op >= STUBC_OP_U8)
        return load(in, s->op - STUBC_OP_U8) == stubc_default_integers[s->arg];
#endif
#ifdef STUBC_DEFAULT_SLICES
    if (s->op >= STUBC_OP_OCTETS)
        return stubc_same(in, &stubc_default_slices[s->arg], (s->op & 0x1e) == STUBC_OP_BITS);
#endif
    memcpy(&count, in + sizeof(void *), sizeof count);
    return count == 0;
}
#endif

#ifdef STUBC_INTERPRET_DECODE
static bool begins(const uint8_t *pc, const uint8_t *p, const uint8_t *e);

/* Whether one of a union's known arms stands at p. */
static unsigned arm_at(const uint8_t *pc, const uint8_t *p, const uint8_t *e)
{
    unsigned n;
    for (n = 0; n < pc[1]; n++)
        if (begins(pc + 3 + 4 * n, p, e))
            break;
    return n;
}

/* Whether the step's element stands at p. */
static bool begins(const uint8_t *pc, const uint8_t *p, const uint8_t *e)
{
    unsigned op = pc[0] & STUBC_OP;
    uint32_t tag;
    unsigned arg;
    if (p == e)
        return false;
    tag = STUBC_TAG(pc[1]);
    arg = pc[3];
#ifdef STUBC_USE_WIDE
    if (op == STUBC_OP_WIDE) {
        const stubc_wide *w = &stubc_wides[pc[1] | pc[2] << 8];
        op = w->op;
        tag = w->outer[0];
        if (tag)
            return stubc_found(p, e, tag);
        tag = w->tag;
        arg = w->arg;
    }
#endif
    if (tag == 0) {
        const uint8_t *u;
        if (op == STUBC_OP_OPEN)
            return *p != 0;
        u = stubc_programs + stubc_nodes[arg];
        return arm_at(u, p, e) < u[1];
    }
#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
    if ((op == STUBC_OP_OCTETS || (op & 0x1e) == STUBC_OP_BITS) && !(pc[0] & STUBC_EXPLICIT))
        return stubc_found_string(p, e, tag);
#endif
    return stubc_found(p, e, tag);
}

static const uint8_t *call(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                           unsigned node)
{
#if STUBC_DECODERS
    if (node < STUBC_DECODERS)
        return stubc_decoders[node](d, p, e, tag, value);
#endif
    return stubc_interpret_decode(d, p, e, tag, value, node);
}

/* Decodes the element of the step at pc. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    stubc_wide unpacked;
    const stubc_wide *s = fetch(pc, &unpacked);
    const uint8_t *limit = e;
#ifdef STUBC_USE_EXPLICIT
    const uint8_t *ends[2], *nexts[2];
    unsigned level = 0;
    for (; level < 2 && s->outer[level]; level++) {
        p = stubc_header(d, p, e, s->outer[level]);
        if (d->code)
            return limit;
        ends[level] = e = d->end;
        nexts[level] = d->next;
    }
#endif
    STUBC_COUNT(d);
    out += s->offset;
    switch (s->op) {
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        if (!d->depth)
            return stubc_fail(d, STUBC_DEPTH, limit);
        if (s->size) {
            void *box = stubc_alloc(d, s->size);
            memcpy(out, &box, sizeof box);
            out = (uint8_t *)box;
            if (!box)
                return limit;
        }
        d->depth--;
        p = call(d, p, e, s->tag, out, s->arg);
        d->depth++;
        break;
#endif
#ifdef STUBC_USE_OPEN
    case STUBC_OP_OPEN:
        p = stubc_get_open(d, p, e, (stubc_slice *)(void *)out);
        break;
#endif
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        p = stubc_get_boolean(d, p, e, s->tag, (bool *)out);
        break;
#endif
#ifdef STUBC_USE_NULL
    case STUBC_OP_NULL:
        p = stubc_get_null(d, p, e, s->tag);
        break;
#endif
#ifdef STUBC_USE_OCTETS
    case STUBC_OP_OCTETS:
        p = stubc_get_octets(d, p, e, s->tag, (stubc_slice *)(void *)out);
        break;
#endif
#ifdef STUBC_USE_PRIMITIVE
    case STUBC_OP_PRIMITIVE:
        p = stubc_get_primitive(d, p, e, s->tag, (stubc_slice *)(void *)out);
        break;
#endif
#ifdef STUBC_USE_BYTES
    case STUBC_OP_BYTES:
        p = stubc_get_bytes(d, p, e, s->tag, (stubc_slice *)(void *)out);
        break;
#endif
#ifdef STUBC_USE_BITS
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    case STUBC_OP_NAMED_BITS:
        p = stubc_get_named_bits(d, p, e, s->tag, (stubc_bits *)(void *)out);
        break;
#endif
    case STUBC_OP_BITS:
        p = stubc_get_bits(d, p, e, s->tag, (stubc_bits *)(void *)out);
        break;
#endif
#ifdef STUBC_USE_OID
    case STUBC_OP_OID:
        p = stubc_get_oid(d, p, e, s->tag, (stubc_slice *)(void *)out);
        break;
#endif
    default:
#ifdef STUBC_USE_INTEGER
        if (s->op >= STUBC_OP_U8) {
            p = stubc_get_integer(d, p, e, s->tag, out, s->op - STUBC_OP_U8);
            break;
        }
#endif
        p = call(d, p, e, s->tag, out, s->arg);
        break;
    }
#ifdef STUBC_USE_EXPLICIT
    for (; level && !d->code; p = nexts[level])
        if (p != ends[--level])
            stubc_fail(d, STUBC_BAD_LENGTH, limit);
#endif
#if defined STUBC_USE_DEFAULT && defined STUBC_DER
    if (pc[0] & STUBC_DEFAULT && !d->code && is_default(s, out - s->offset))
        stubc_fail(d, STUBC_NOT_CANONICAL, limit); /* X.690 11.5 */
#endif
    return d->code ? limit : p;
}

#ifdef STUBC_USE_DEFAULT
/* Puts the default of an absent field into place. */
static void fill(const uint8_t *pc, uint8_t *out)
{
    stubc_wide unpacked;
    const stubc_wide *s = fetch(pc, &unpacked);
    out += s->offset;
#ifdef STUBC_USE_BOOLEAN
    if (s->op == STUBC_OP_BOOLEAN) {
        *(bool *)out = s->arg != 0;
        return;
    }
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    if (s->op >= STUBC_OP_U8) {
        int32_t x = stubc_default_integers[s->arg];
        switch (s->op & 3) {
        case 0:
            *(uint8_t *)out = (uint8_t)x;
            break;
        case 1:
            *(uint16_t *)(void *)out = (uint16_t)x;
            break;
        case 2:
            *(uint32_t *)(void *)out = (uint32_t)x;
            break;
        default:
            *(uint64_t *)(void *)out = (uint64_t)(int64_t)x;
            break;
        }
        return;
    }
#endif
#ifdef STUBC_DEFAULT_SLICES
    if (s->op >= STUBC_OP_OCTETS) {
        memcpy(out, &stubc_default_slices[s->arg], sizeof(stubc_slice));
        return;
    }
#endif
    memset(out, 0, sizeof(void *) + sizeof(size_t));
}
#endif

/* Whether an unknown element at p lies before the fields that follow the extension insertion point at pc. */
static bool unknown_at(const uint8_t *pc, unsigned n, const uint8_t *p, const uint8_t *e)
{
    while (--n) {
        pc += 4;
        if (begins(pc, p, e))
            return false;
        if (!(pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT)))
            break;
    }
    return true;
}

static const uint8_t *decode_sequence(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                      uint8_t *out)
{
    unsigned n = pc[1];
    uint8_t *flag = out;
    for (pc += 3; n; n--, pc += 4) {
        if (pc[0] == STUBC_OP_SKIP) {
            STUBC_COUNT(d);
            while (p < e && unknown_at(pc, n, p, e))
                p = stubc_skip(d, p, e);
            continue;
        }
        if (pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT)) {
            bool present = begins(pc, p, e);
            if (pc[0] & STUBC_OPTIONAL)
                *flag++ = present;
            if (!present) {
                STUBC_COUNT(d);
#ifdef STUBC_USE_DEFAULT
                if (pc[0] & STUBC_DEFAULT)
                    fill(pc, out);
#endif
                continue;
            }
        }
        p = decode_step(d, pc, p, e, out);
    }
    return p;
}

#ifdef STUBC_USE_SET
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
        for (tries = 0; tries < n; tries++) {
            if (i == n) {
                i = flag = 0;
                pc = program + 3;
            }
            if (begins(pc, p, e))
                break;
            flag += pc[0] / STUBC_OPTIONAL % 2;
            pc += 4;
            i++;
        }
        if (tries == n) {
            p = program[0] & STUBC_EXTENSIBLE ? stubc_skip(d, p, e) : stubc_fail(d, STUBC_BAD_TAG, e);
            continue;
        }
        if (seen[i / 32] >> i % 32 & 1)
            return stubc_fail(d, STUBC_BAD_TAG, e);
#ifdef STUBC_DER
        if (stubc_tag_rank(p) < rank)
            return stubc_fail(d, STUBC_NOT_CANONICAL, e);
        rank = stubc_tag_rank(p);
#endif
        seen[i / 32] |= (uint32_t)1 << i % 32;
        if (pc[0] & STUBC_OPTIONAL)
            out[flag] = true;
        p = decode_step(d, pc, p, e, out);
    }
    for (i = 0, pc = program + 3; i < n; i++, pc += 4) {
        if (seen[i / 32] >> i % 32 & 1)
            continue;
#ifdef STUBC_USE_DEFAULT
        if (pc[0] & STUBC_DEFAULT) {
            fill(pc, out);
            continue;
        }
#endif
        if (!(pc[0] & STUBC_OPTIONAL))
            return stubc_fail(d, STUBC_BAD_TAG, e);
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
        if (!d->code)
            p = decode_step(d, pc + 3, p, e, item);
        if (d->code) {
            if (!d->at)
                d->at = start;
            break;
        }
    }
    return p;
}
#endif

/* Decodes a node by its commands. */
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                      unsigned node)
{
    const uint8_t *pc = stubc_programs + stubc_nodes[node];
    const uint8_t *start = p, *limit = e, *next;
    uint8_t *out = (uint8_t *)value;
    if (d->code)
        return e; /* there is no element: nothing was entered */
#ifdef STUBC_USE_UNION
    if ((pc[0] & STUBC_KIND) == STUBC_UNION) {
        unsigned arm = arm_at(pc, p, e);
        out[0] = 0;
        if (arm < pc[1]) {
            out[0] = (uint8_t)(arm + 1);
            p = decode_step(d, pc + 3 + 4 * arm, p, e, out + pc[2]);
        }
#ifdef STUBC_USE_UNKNOWN_ARM
        else if (pc[0] & STUBC_EXTENSIBLE)
            p = stubc_get_open(d, p, e, (stubc_slice *)(void *)(out + pc[2]));
#endif
        else
            stubc_fail(d, STUBC_BAD_TAG, e);
        return d->code ? stubc_leave(d, start, limit) : p;
    }
#endif
    p = stubc_header(d, p, e, tag);
    if (d->code)
        return limit;
    e = d->end;
    next = d->next;
#ifdef STUBC_USE_ARRAY
    if ((pc[0] & STUBC_KIND) == STUBC_ARRAY)
        p = decode_array(d, pc, p, e, out);
    else
#endif
#ifdef STUBC_USE_SET
    if ((pc[0] & STUBC_KIND) == STUBC_SET)
        p = decode_set(d, pc, p, e, out);
    else
#endif
        p = decode_sequence(d, pc, p, e, out);
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
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

#ifdef STUBC_INTERPRET_ENCODE
static uint8_t *encode_call(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned node)
{
#if STUBC_ENCODERS
    if (node - STUBC_ENCODERS_FROM < STUBC_ENCODERS)
        return stubc_encoders[node - STUBC_ENCODERS_FROM](c, q, tag, value);
#endif
    return stubc_interpret_encode(c, q, tag, value, node);
}

/* Encodes the element of the step at pc. */
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *pc, const uint8_t *in)
{
    stubc_wide unpacked;
    const stubc_wide *s = fetch(pc, &unpacked);
    const uint8_t *end = q;
    STUBC_COUNT(c);
#ifdef STUBC_USE_DEFAULT
    if (pc[0] & STUBC_DEFAULT && is_default(s, in))
        return q;
#endif
    in += s->offset;
    switch (s->op) {
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        if (!c->depth)
            return stubc_refuse(c, q, STUBC_DEPTH);
        if (s->size) {
            const void *box;
            memcpy(&box, in, sizeof box);
            if (!box)
                return stubc_refuse(c, q, STUBC_BAD_VALUE);
            in = (const uint8_t *)box;
        }
        c->depth--;
        q = encode_call(c, q, s->tag, in, s->arg);
        c->depth++;
        break;
#endif
#ifdef STUBC_USE_OPEN
    case STUBC_OP_OPEN:
        q = stubc_put_raw(c, q, (const stubc_slice *)(const void *)in);
        break;
#endif
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        q = stubc_put_boolean(c, q, s->tag, *(const bool *)in);
        break;
#endif
#ifdef STUBC_USE_NULL
    case STUBC_OP_NULL:
        q = stubc_put_header(c, q, q, s->tag);
        break;
#endif
#if defined STUBC_USE_OCTETS || defined STUBC_USE_PRIMITIVE
    case STUBC_OP_OCTETS:
    case STUBC_OP_PRIMITIVE:
        q = stubc_put_octets(c, q, s->tag, (const stubc_slice *)(const void *)in);
        break;
#endif
#ifdef STUBC_USE_BYTES
    case STUBC_OP_BYTES:
        q = stubc_put_bytes(c, q, s->tag, (const stubc_slice *)(const void *)in);
        break;
#endif
#ifdef STUBC_USE_BITS
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
    case STUBC_OP_NAMED_BITS:
        q = stubc_put_named_bits(c, q, s->tag, (const stubc_bits *)(const void *)in);
        break;
#endif
    case STUBC_OP_BITS:
        q = stubc_put_bits(c, q, s->tag, (const stubc_bits *)(const void *)in);
        break;
#endif
#ifdef STUBC_USE_OID
    case STUBC_OP_OID:
        q = stubc_put_oid(c, q, s->tag, (const stubc_slice *)(const void *)in);
        break;
#endif
    default:
#ifdef STUBC_USE_UNSIGNED
        if (s->op == STUBC_OP_U64) {
            q = stubc_put_unsigned(c, q, s->tag, *(const uint64_t *)(const void *)in);
            break;
        }
#endif
#ifdef STUBC_USE_INTEGER
        if (s->op >= STUBC_OP_U8) {
            q = stubc_put_integer(c, q, s->tag, load(in, s->op - STUBC_OP_U8));
            break;
        }
#endif
        q = encode_call(c, q, s->tag, in, s->arg);
        break;
    }
#ifdef STUBC_USE_EXPLICIT
    if (s->outer[0]) {
        if (s->outer[1])
            q = stubc_put_header(c, q, end, s->outer[1]);
        q = stubc_put_header(c, q, end, s->outer[0]);
    }
#else
    (void)end;
#endif
    return q;
}

/* Encodes a node by its commands. */
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value, unsigned node)
{
    const uint8_t *pc = stubc_programs + stubc_nodes[node], *in = (const uint8_t *)value;
    uint8_t *end = q;
    const unsigned kind = pc[0];
    unsigned n;
    (void)kind;
#ifdef STUBC_USE_UNION
    if ((kind & STUBC_KIND) == STUBC_UNION) {
        unsigned arm = in[0];
#ifdef STUBC_USE_UNKNOWN_ARM
        if (arm == 0 && kind & STUBC_EXTENSIBLE)
            return stubc_put_raw(c, q, (const stubc_slice *)(const void *)(in + pc[2]));
#endif
        if (arm - 1 >= pc[1])
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        return encode_step(c, q, pc + 4 * arm - 1, in + pc[2]);
    }
#endif
#ifdef STUBC_USE_ARRAY
    if ((kind & STUBC_KIND) == STUBC_ARRAY) {
        size_t size = pc[1] | (size_t)pc[2] << 8, count;
        const uint8_t *item;
        memcpy(&item, in, sizeof item);
        memcpy(&count, in + sizeof item, sizeof count);
        for (; count && !c->code; count--) {
            q = encode_step(c, q, pc + 3, item + (count - 1) * size);
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
    return stubc_put_header(c, q, end, tag);
}

#ifdef STUBC_INTERPRET_ENCODE_ROOT
/* Encodes a root by the command at this offset. */
uint8_t *stubc_interpret_encode_root(stubc_encoder *c, uint8_t *q, uint32_t offset, const void *value)
{
    return encode_step(c, q, stubc_programs + offset, (const uint8_t *)value);
}
#endif
#endif
#endif
