/* ---- The interpreter: encoding of programs ---- */
#ifdef STUBC_ENCODE
#ifdef STUBC_USE_SEQUENCE
/* A step of a program. */
typedef struct stubc_step {
    unsigned program;
    unsigned kind;
    size_t offset;
    const uint8_t *pc; /* of the default */
} stubc_step;

/* Returns a step, and moves after it. */
static STUBC_MAYBE_UNUSED stubc_step step_at(const uint8_t **pc)
{
    stubc_step step;
    step.program = (unsigned)number(pc);
    step.kind = step.program & 3;
    step.program >>= 2;
    step.offset = (size_t)number(pc);
    step.pc = *pc;
    if (step.kind == STUBC_DEFAULT) {
        number(pc);
    }
    return step;
}

/* Returns whether the field of a step is sent; moves flag after its flag. */
static STUBC_MAYBE_UNUSED bool is_sent(const stubc_unit *unit, const stubc_step *step, const uint8_t *in,
                                       const uint8_t **flag)
{
    (void)unit;
    (void)in;
    switch (step->kind) {
    case STUBC_MANDATORY:
        return true;
#ifdef STUBC_USE_DEFAULT
    case STUBC_DEFAULT:
        return !is_default(unit, step->pc, step->program, in + step->offset);
#endif
    default:
        return *(*flag)++ != 0;
    }
}

/* Encodes the fields of a structure or of version brackets: see decode_fields. Without STUBC_PRESENT it encodes
 * nothing, and sets any to whether a field is sent. Returns where the steps end. */
static const uint8_t *encode_fields(stubc_encoder *c, const uint8_t *pc, const uint8_t *in, const uint8_t **flag,
                                    unsigned way, bool is_extensible, bool *any)
{
    const unsigned all = way & STUBC_SINGLE ? 1 : (unsigned)number(&pc);
    const unsigned flags = way & STUBC_SINGLE ? 0 : (unsigned)number(&pc);
    unsigned left;
    const uint8_t *at = pc, *own = *flag;
    stubc_flags sent = {c, 1};
    (void)flags;
    if (way != (STUBC_PRESENT | STUBC_SINGLE)) {
        if (is_extensible) {
            put_bit(&sent, false);
        }
        for (left = all; left; left--) {
            const stubc_step step = step_at(&at);
            const bool is_there = is_sent(c->unit, &step, in, &own);
            *any |= is_there;
            if (way == STUBC_PRESENT && step.kind >= STUBC_OPTIONAL) {
                put_bit(&sent, is_there);
            }
        }
        pad(&sent);
        if (!(way & STUBC_PRESENT)) {
            *flag = own;
            return at;
        }
    }
    for (left = all; left && !c->code; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const first = pc;
#endif
        const stubc_step step = step_at(&pc);
        const bool is_there = is_sent(c->unit, &step, in, flag);
        if (!is_there && step.kind == STUBC_FLAGGED) {
            refuse(c, STUBC_BAD_VALUE);
        }
        if (is_there) {
            encode(c, step.program, in + step.offset);
        }
#ifdef STUBC_COUNT_COMMANDS
        if (!is_there) {
            c->commands++;
            c->idle++;
        }
#endif
#ifdef STUBC_ERROR_PATHS
        if (c->code) {
            stubc_note_step(c->error, (uint32_t)(first - c->unit->programs));
        }
#endif
    }
    return pc;
}
#endif

#ifdef STUBC_USE_ADDITIONS
/* Encodes the extension additions of a structure, if any is sent, and then sets the extension bit in the byte at
 * preamble (X.696 16.4, 16.5). */
static void encode_additions(stubc_encoder *c, const uint8_t *pc, const uint8_t *in, const uint8_t *flag,
                             uint8_t *preamble)
{
    const unsigned all = (unsigned)number(&pc);
    stubc_flags sent = {c, 1};
    bool any = false;
    unsigned pass;
    /* First it finds out whether any is sent, then it writes the bitmap, and then the additions. */
    for (pass = 0; pass < 3 && !c->code; pass++) {
        const uint8_t *at = pc, *own = flag;
        unsigned left;
        if (pass == 1) {
            if (!any) {
                return;
            }
            *preamble = (uint8_t)(*preamble | 0x80);
            put_length(c, (all + 7) / 8 + 1);
            put_octet(c, (0 - all) & 7);
        }
        for (left = all; left && !c->code; left--) {
            const unsigned way = *at ? 0 : STUBC_SINGLE;
            const uint8_t *const fields = at += way == STUBC_SINGLE, *before = own;
            bool is_there = false;
            at = encode_fields(c, fields, in, &own, way, false, &is_there);
            any |= is_there;
            if (pass == 1) {
                put_bit(&sent, is_there);
            } else if (pass && is_there) {
                uint8_t *const from = OPEN_CONTENTS(c);
                encode_fields(c, fields, in, &before, way | STUBC_PRESENT, false, &is_there);
                close_contents(c, from);
            }
        }
        pad(&sent);
    }
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Encodes a SEQUENCE or SET (X.696 16, 18). */
static void encode_sequence(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *flag = in;
    uint8_t *const preamble = c->at;
    bool any = false;
    pc = encode_fields(c, pc, in, &flag, STUBC_PRESENT, op & STUBC_EXTENSIBLE, &any);
#ifdef STUBC_USE_ADDITIONS
    if (op & STUBC_EXTENSIBLE && !c->code) {
        encode_additions(c, pc, in, flag, preamble);
    }
#endif
    (void)pc;
    (void)preamble;
}
#endif

#ifdef STUBC_USE_CHOICE
/* Writes a tag (X.696 8.7). */
static void put_tag(stubc_encoder *c, unsigned tag_class, uint32_t x)
{
    unsigned groups = 1;
    if (x < 0x3f) {
        put_octet(c, tag_class << 6 | x);
        return;
    }
    put_octet(c, tag_class << 6 | 0x3f);
    while (groups < 5 && x >> 7 * groups) {
        groups++;
    }
    while (groups--) {
        put_octet(c, (x >> 7 * groups & 0x7f) | (groups ? 0x80u : 0));
    }
}

/* Encodes a CHOICE (X.696 20). */
static void encode_choice(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *const arm = in + number(&pc);
    const uint32_t roots = (uint32_t)number(&pc);
    uint32_t all = roots, kind, left;
    unsigned program = 0;
    const uint8_t *first = pc;
#ifdef STUBC_USE_UNKNOWN
    uint8_t *from = NULL;
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&pc);
    }
#endif
    kind = STUBC_IS_LARGE(all) ? *(const uint16_t *)(const void *)in : *in;
#ifdef STUBC_USE_UNKNOWN
    if (!kind && op & STUBC_EXTENSIBLE) {
        stubc_slice whole;
        memcpy(&whole, arm, sizeof whole);
        if (whole.length < 2) {
            refuse(c, STUBC_BAD_VALUE);
        }
        put(c, whole.data, whole.length);
        return;
    }
#endif
    if (!kind || kind > all) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    for (left = kind; left; left--) {
        first = pc;
        program = (unsigned)number(&pc);
#ifdef STUBC_USE_TAGS
        if (op & STUBC_TAGGED) {
            unsigned tags = (unsigned)number(&pc);
            if (left == 1 && !(tags & 1)) {
                const uint8_t *at = pc;
                const stubc_word own = number(&at);
                put_tag(c, own & 3, (uint32_t)(own >> 2));
            }
            for (tags >>= 1; tags; tags--) {
                number(&pc);
            }
        }
#endif
    }
#ifdef STUBC_USE_TAGS
    if (!(op & STUBC_TAGGED)) {
        put_tag(c, 2, kind - 1);
    }
#else
    put_tag(c, 2, kind - 1);
#endif
    (void)op;
    (void)first;
#ifdef STUBC_USE_UNKNOWN
    if (kind > roots) {
        from = OPEN_CONTENTS(c);
    }
#endif
    if (!c->code) {
        encode(c, program, arm);
#ifdef STUBC_ERROR_PATHS
        if (c->code) {
            stubc_note_step(c->error, (uint32_t)(first - c->unit->programs));
        }
#endif
    }
#ifdef STUBC_USE_UNKNOWN
    if (from) {
        close_contents(c, from);
    }
#endif
}
#endif

#ifdef STUBC_USE_ARRAY
/* Writes the number of elements of an array. */
static void put_elements(stubc_encoder *c, size_t count)
{
    put_octet(c, octets_of(count));
    put_size(c, count, octets_of(count));
}

/* Encodes a SEQUENCE OF or SET OF (X.696 17, 19), in the order of the value. */
static void encode_array(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const uint8_t *items;
    size_t count, size, done;
    unsigned program;
    memcpy(&items, in, sizeof items);
    memcpy(&count, in + sizeof items, sizeof count);
    number(&pc);
    size = (size_t)number(&pc);
    program = (unsigned)number(&pc);
    put_elements(c, count);
    for (done = 0; done < count && !c->code; done++, items += size) {
        encode(c, program, items);
#ifdef STUBC_ERROR_PATHS
        if (c->code) {
            stubc_note(c->error, STUBC_INDEX | (uint32_t)done);
        }
#endif
    }
}
#endif

#ifdef STUBC_USE_TYPED
/* Encodes an open type that a governor resolves: the value of its kind, or its bytes if it has none. */
static void encode_typed(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const uint8_t *arm = in + number(&pc);
    const unsigned all = (unsigned)number(&pc), kind = *(const uint16_t *)(const void *)(in + sizeof(stubc_slice));
    unsigned left, program;
    uint8_t *from;
    if (!kind) {
        stubc_slice raw;
        memcpy(&raw, in, sizeof raw);
        put_length(c, raw.length);
        put(c, raw.data, raw.length);
        return;
    }
    if (kind > all || !c->depth) {
        refuse(c, kind > all ? STUBC_BAD_VALUE : STUBC_DEPTH);
        return;
    }
    for (left = kind; left > 1; left--) {
        number(&pc);
        number(&pc);
    }
    program = (unsigned)number(&pc);
    if (number(&pc)) {
        const uint8_t *box;
        memcpy(&box, arm, sizeof box);
        arm = box;
    }
    c->depth--;
    from = OPEN_CONTENTS(c);
    encode(c, program, arm);
    close_contents(c, from);
    c->depth++;
}
#endif

/* Encodes a value by a program. Returns false after an error. */
static bool encode(stubc_encoder *c, unsigned program, const uint8_t *in)
{
    const uint8_t *pc = c->unit->programs + c->unit->nodes[program];
    unsigned op = *pc++;
    stubc_slice s;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        if (call_encoder(c, &pc, in)) {
            return !c->code;
        }
        op = *pc++;
    }
#endif
    STUBC_COUNT(c);
    (void)in;
    (void)s;
    switch (op & STUBC_OP) {
    case STUBC_OP_NULL:
        break;
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        put_octet(c, *in ? 0xff : 0);
        break;
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        put_integer(c, *pc, in);
        break;
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        put_enumerated(c, *pc, in);
        break;
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        encode_sequence(c, pc, op, in);
        break;
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        encode_choice(c, pc, op, in);
        break;
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        encode_array(c, pc, in);
        break;
#endif
#ifdef STUBC_USE_TYPED
    case STUBC_OP_TYPED:
        encode_typed(c, pc, in);
        break;
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        encode_deeper(c, pc, in);
        break;
#endif
#ifdef STUBC_USE_BYTES
    case STUBC_OP_BYTES:
        memcpy(&s, in, sizeof s);
        put_bytes(c, *pc, s);
        break;
#endif
#ifdef STUBC_USE_FLOAT
    case STUBC_OP_FLOAT:
        memcpy(&s, in, sizeof s);
        put_float(c, *pc, s);
        break;
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS:
        memcpy(&s, in, sizeof s);
        put_bits(c, pc, op, s);
        break;
#endif
    default:
#ifdef STUBC_USE_STRINGS
        memcpy(&s, in, sizeof s);
        put_string(c, pc, op, s);
#endif
        break;
    }
    return !c->code;
}
#endif
