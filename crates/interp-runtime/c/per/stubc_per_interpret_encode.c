/* ---- The interpreter: encoding of programs ---- */
#ifdef STUBC_ENCODE
/* Encodes the fields of a structure or of version brackets: see decode_fields. Without STUBC_PRESENT it encodes
 * nothing, and sets any to whether a field is sent. Returns where the steps end. */
static STUBC_MAYBE_UNUSED const uint8_t *encode_fields(stubc_encoder *c, const uint8_t *pc, const uint8_t *in,
                                                       const uint8_t **flag, unsigned way, bool *any)
{
    const unsigned all = way & STUBC_SINGLE ? 1 : (unsigned)number(&pc);
    const unsigned flags = way & STUBC_SINGLE ? 0 : (unsigned)number(&pc);
    unsigned left;
    const uint8_t *at = pc, *own = *flag;
    (void)flags;
    if (way != (STUBC_PRESENT | STUBC_SINGLE)) {
        for (left = all; left; left--) {
            const stubc_step step = step_at(&at);
            const bool is_there = is_sent(c->unit, &step, in, &own);
            *any |= is_there;
            if (way == STUBC_PRESENT && step.kind >= STUBC_OPTIONAL) {
                put(c, is_there, 1);
            }
        }
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

#ifdef STUBC_USE_ADDITIONS
/* Encodes the extension additions of a structure, if any is sent, and then sets the extension bit at bit (X.691 19.7 to
 * 19.9). */
static void encode_additions(stubc_encoder *c, const uint8_t *pc, const uint8_t *in, const uint8_t *flag, size_t bit)
{
    const unsigned all = (unsigned)number(&pc);
    const uint8_t *at = pc, *own = flag;
    unsigned left, pass;
    bool any = false;
    for (left = all; left; left--) {
        const unsigned way = *at ? 0 : STUBC_SINGLE;
        at += way == STUBC_SINGLE;
        at = encode_fields(c, at, in, &own, way, &any);
    }
    if (!any || c->code) {
        return;
    }
    c->base[bit / 8] = (uint8_t)(c->base[bit / 8] | 0x80u >> bit % 8);
    if (all <= 64) {
        put(c, all - 1, 7);
    } else {
        put(c, 1, 1);
        put_length(c, all);
    }
    for (pass = 0; pass < 2; pass++) {
        for (left = all, at = pc, own = flag; left && !c->code; left--) {
            const unsigned way = *at ? 0 : STUBC_SINGLE;
            const uint8_t *const fields = at += way == STUBC_SINGLE, *before = own;
            bool is_there = false;
            at = encode_fields(c, fields, in, &own, way, &is_there);
            if (!pass) {
                put(c, is_there, 1);
            } else if (is_there) {
                size_t start;
                const size_t from = open_contents(c, &start);
                encode_fields(c, fields, in, &before, way | STUBC_PRESENT, &is_there);
                close_contents(c, from, start);
            }
        }
    }
}
#endif

#ifdef STUBC_USE_UNKNOWN
/* Encodes an arm that the specification does not know: a complete encoding, with an index that it does not use. */
static void encode_unknown(stubc_encoder *c, stubc_slice s, uint32_t known)
{
    stubc_decoder d;
    uint32_t index;
    bool is_fragment;
    size_t from, start;
    memset(&d, 0, sizeof d);
    d.in = input_of(s.data);
    d.in.end = (s.length < SIZE_MAX / 8 ? s.length : SIZE_MAX / 8) * 8;
    if (!bits(&d, 1)) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    index = small_number(&d);
    put(c, 1, 1);
    put_small_number(c, index);
    from = open_contents(c, &start);
    do {
        const size_t count = length(&d, &is_fragment);
        if (d.code || !need(&d, count * 8)) {
            refuse(c, STUBC_BAD_VALUE);
            return;
        }
        put_bits(c, &d.in, count * 8);
    } while (is_fragment);
    if (index < known || (d.in.at + 7) / 8 != s.length) {
        refuse(c, STUBC_BAD_VALUE);
    }
    if (c->at == from) {
        /* An empty one stays empty. */
        c->start = start;
        return;
    }
    close_contents(c, from, start);
}
#endif

#ifdef STUBC_USE_CHOICE
/* Encodes a CHOICE (X.691 23). */
static void encode_choice(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *const arm = in + number(&pc);
    const uint32_t roots = (uint32_t)number(&pc);
    uint32_t all = roots, kind, left;
    unsigned program;
#ifdef STUBC_ERROR_PATHS
    const uint8_t *first;
#endif
#ifdef STUBC_USE_UNKNOWN
    size_t from = 0, start = 0;
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&pc);
    }
#endif
    kind = STUBC_IS_LARGE(all) ? *(const uint16_t *)(const void *)in : *in;
#ifdef STUBC_USE_UNKNOWN
    if (!kind && op & STUBC_EXTENSIBLE) {
        stubc_slice whole;
        memcpy(&whole, arm, sizeof whole);
        encode_unknown(c, whole, all - roots);
        return;
    }
#endif
    if (!kind || kind > all) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#ifdef STUBC_USE_UNKNOWN
    if (op & STUBC_EXTENSIBLE) {
        put(c, kind > roots, 1);
    }
    if (kind > roots) {
        put_small_number(c, kind - roots - 1);
        from = open_contents(c, &start);
    }
#endif
    if (kind <= roots) {
        put_constrained(c, kind - 1, roots - 1);
    }
    (void)op;
    for (left = kind; left > 1; left--) {
        number(&pc);
    }
#ifdef STUBC_ERROR_PATHS
    first = pc;
#endif
    program = (unsigned)number(&pc);
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
        close_contents(c, from, start);
    }
#endif
}
#endif

#ifdef STUBC_USE_ARRAY
/* Encodes a SEQUENCE OF or SET OF (X.691 20, 22), in the order of the value. */
static void encode_array(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *items;
    size_t left, count, size;
    unsigned program;
    stubc_sizes sizes;
#ifdef STUBC_ERROR_PATHS
    uint32_t done = 0;
#endif
    memcpy(&items, in, sizeof items);
    memcpy(&left, in + sizeof items, sizeof left);
    sizes = put_sizes(c, &pc, op, left);
    number(&pc);
    size = (size_t)number(&pc);
    program = (unsigned)number(&pc);
    if (c->code) {
        return;
    }
    do {
        size_t each;
        count = put_piece(c, &sizes, left);
        left -= count;
        for (each = count; each && !c->code; each--, items += size) {
            encode(c, program, items);
#ifdef STUBC_ERROR_PATHS
            if (c->code) {
                stubc_note(c->error, STUBC_INDEX | done);
            }
            done++;
#endif
        }
    } while (HAS_MORE(&sizes, count) && !c->code);
}
#endif

#ifdef STUBC_USE_TYPED
/* Encodes an open type that a governor resolves: the value of its kind, or its bytes if it has none. */
static void encode_typed(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const uint8_t *arm = in + number(&pc);
    const unsigned all = (unsigned)number(&pc), kind = *(const uint16_t *)(const void *)(in + sizeof(stubc_slice));
    unsigned left, program;
    size_t from, start;
    if (!kind) {
        stubc_slice raw;
        stubc_input bytes;
        memcpy(&raw, in, sizeof raw);
        bytes = input_of(raw.data);
        if (!raw.length) {
            refuse(c, STUBC_BAD_VALUE);
        } else {
            put_contents(c, &bytes, raw.length);
        }
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
    from = open_contents(c, &start);
    encode(c, program, arm);
    close_contents(c, from, start);
    c->depth++;
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Encodes a SEQUENCE or SET (X.691 19, 21). */
static void encode_sequence(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *flag = in;
    const size_t bit = c->at;
    bool any = false;
    if (op & STUBC_EXTENSIBLE) {
        put(c, 0, 1);
    }
    pc = encode_fields(c, pc, in, &flag, STUBC_PRESENT, &any);
#ifdef STUBC_USE_ADDITIONS
    if (op & STUBC_EXTENSIBLE && !c->code) {
        encode_additions(c, pc, in, flag, bit);
    }
#endif
    (void)pc;
    (void)bit;
}
#endif

#ifdef STUBC_USE_SLICES
/* Encodes a value that is bytes after a length. */
static void put_slice(stubc_encoder *c, unsigned op, stubc_slice s)
{
    stubc_input from;
#ifdef STUBC_USE_BYTES
    if (op == STUBC_OP_BYTES) {
        s = shortest(s);
    }
#endif
    if (!s.length && (op == STUBC_OP_OPEN || op == STUBC_OP_BYTES)) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#ifdef STUBC_USE_OID
    if (op == STUBC_OP_OID && !is_oid(s.data, s.length)) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#endif
#ifdef STUBC_USE_REAL
    if (op == STUBC_OP_REAL) {
        const int code = real(s.data, s.length);
        if (code) {
            refuse(c, code);
            return;
        }
    }
#endif
    from = input_of(s.data);
    put_contents(c, &from, s.length);
}
#endif

/* Whether a program calls its procedure. */
#ifdef STUBC_PUT_EXTENDED
#define CALLS_ENCODER(state) !((state)->is_plain || (state)->is_own)
#else
#define CALLS_ENCODER(state) !(state)->is_plain
#endif

/* Encodes a value by a program. Returns false after an error. */
static bool encode(stubc_encoder *c, unsigned program, const uint8_t *in)
{
    const uint8_t *pc = c->unit->programs + c->unit->nodes[program];
    unsigned op = *pc++;
    stubc_slice s;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        unsigned procedure;
        number(&pc);
        procedure = (unsigned)number(&pc);
#ifdef STUBC_COMPILED_ENCODE
        if (procedure && CALLS_ENCODER(c)) {
            c->at = c->unit->encoders[procedure - 1](c, c->at, in);
            return !c->code;
        }
#endif
        (void)procedure;
        op = *pc++;
    }
#ifdef STUBC_PUT_EXTENDED
    c->is_own = false;
#endif
#endif
    STUBC_COUNT(c);
    (void)in;
    (void)s;
    switch (op & STUBC_OP) {
    case STUBC_OP_NULL:
        break;
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        put(c, *in, 1);
        break;
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        put_integer(c, pc, op, in);
        break;
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        put_enumerated(c, pc, op, in);
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
        encode_array(c, pc, op, in);
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
#ifdef STUBC_USE_OCTETS
    case STUBC_OP_OCTETS:
        memcpy(&s, in, sizeof s);
        put_string(c, pc, op, s, 8);
        break;
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
        memcpy(&s, in, sizeof s);
        put_string(c, pc, op, s, 1);
        break;
    case STUBC_OP_NAMED_BITS:
        memcpy(&s, in, sizeof s);
        put_named_bits(c, pc, op, s);
        break;
#endif
#ifdef STUBC_USE_CHARACTERS
    case STUBC_OP_CHARACTERS:
        memcpy(&s, in, sizeof s);
        put_characters(c, pc, op, s);
        break;
#endif
    default:
#ifdef STUBC_USE_SLICES
        memcpy(&s, in, sizeof s);
        put_slice(c, op & STUBC_OP, s);
#endif
        break;
    }
    return !c->code;
}
#endif
