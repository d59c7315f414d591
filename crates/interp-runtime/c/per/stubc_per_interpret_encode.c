/* ---- The interpreter: encoding of programs ---- */
#ifdef STUBC_ENCODE
#ifdef STUBC_USE_SEQUENCE
static void encode_sequence(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in);
#endif

/* Encodes a value by a program. On large targets the usual number, of one byte in C, takes no call. */
STUBC_ALWAYS void encode_quick(stubc_encoder *c, unsigned program, const uint8_t *in)
{
#if defined STUBC_USE_NUMBERS && defined STUBC_WORDS_OF_64
    const uint8_t *const pc = c->unit->programs + c->unit->nodes[program];
    const unsigned op = pc[0], form = pc[1];
    if ((op & ~(unsigned)STUBC_PARTIAL) == STUBC_OP_FIELD && !(form & 3)) {
        const unsigned x = *in;
        /* The first group of a longer number is less than it. */
        if (op & STUBC_PARTIAL ? x <= (pc[2] & 0x7fu) : !(x >> (form >> 3))) {
            STUBC_COUNT(c);
            put_quick(c, x, form >> 3);
            return;
        }
    }
#ifdef STUBC_USE_SEQUENCE
    if ((op & STUBC_OP) == STUBC_OP_SEQUENCE) {
        STUBC_COUNT(c);
        encode_sequence(c, pc + 1, op, in);
        return;
    }
#endif
#endif
    encode(c, program, in);
}

/* Encodes the fields of a structure or of version brackets: see decode_fields. Without STUBC_PRESENT it encodes
 * nothing, and sets any to whether a field is sent. Returns where the steps end. */
STUBC_OFTEN const uint8_t *encode_fields(stubc_encoder *c, const uint8_t *pc, const uint8_t *in,
                                         const uint8_t **flag, unsigned way, bool *any)
{
    unsigned left = 1;
    size_t sent = c->at;
    const uint8_t *next = *flag;
    if (!(way & STUBC_SINGLE)) {
        size_t flags;
        NUMBER(left, pc);
        NUMBER(flags, pc);
        if (way) {
            put(c, 0, flags);
        }
    }
    for (; left && !c->code; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const own = pc;
#endif
        unsigned step, kind;
        size_t offset;
        bool is_there = true;
        NUMBER(step, pc);
        NUMBER(offset, pc);
        kind = step & 3;
        if (kind) {
            if (kind != STUBC_DEFAULT) {
                is_there = *next++ != 0;
            }
#ifdef STUBC_USE_DEFAULT
            if (kind == STUBC_DEFAULT) {
                size_t known;
                is_there = !is_default(c->unit, pc, step >> 2, in + offset);
                NUMBER(known, pc);
                (void)known;
            }
#endif
            if (way == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
                if (is_there) {
                    set_bit(c, sent);
                }
                sent++;
            }
        }
        *any |= is_there;
        if (!(way & STUBC_PRESENT)) {
            continue;
        }
        if (is_there && STUBC_IS_OFTEN(way)) {
            encode_quick(c, step >> 2, in + offset);
        } else if (is_there) {
            encode(c, step >> 2, in + offset);
        } else if (kind == STUBC_FLAGGED) {
            refuse(c, STUBC_BAD_VALUE);
        }
#ifdef STUBC_COUNT_COMMANDS
        if (!is_there) {
            c->commands++;
            c->idle++;
        }
#endif
#ifdef STUBC_ERROR_PATHS
        if (c->code) {
            stubc_note_step(c->error, (uint32_t)(own - c->unit->programs));
        }
#endif
    }
    *flag = next;
    return pc;
}

#ifdef STUBC_USE_ADDITIONS
/* Encodes the fields of an addition: see encode_fields. */
static STUBC_RARE const uint8_t *encode_added(stubc_encoder *c, const uint8_t *pc, const uint8_t *in,
                                               const uint8_t **flag, unsigned way, bool *any)
{
    return encode_fields(c, pc, in, flag, way, any);
}

/* Encodes the extension additions of a structure, if any is sent, and then sets the extension bit at bit (X.691 19.7 to
 * 19.9). */
static STUBC_RARE void encode_additions(stubc_encoder *c, const uint8_t *pc, const uint8_t *in, const uint8_t *flag,
                                        size_t bit)
{
    const uint8_t *at, *own = flag;
    unsigned all, left;
    size_t sent;
    bool any;
    NUMBER(all, pc);
    NUMBER(left, pc);
    at = pc;
    any = left & 1;
    for (left /= 2; left && !any; left--) {
        any = *own++ != 0;
    }
    if (!any) {
        return;
    }
    any = false;
    own = flag;
    for (left = all; left; left--) {
        const unsigned way = *at ? 0 : STUBC_SINGLE;
        at += way == STUBC_SINGLE;
        at = encode_added(c, at, in, &own, way, &any);
    }
    if (!any || c->code) {
        return;
    }
    set_bit(c, bit);
    if (all <= 64) {
        put(c, all - 1, 7);
    } else {
        put(c, 1, 1);
        put_length(c, all);
    }
    sent = c->at;
    put(c, 0, all);
    for (left = all, at = pc, own = flag; left && !c->code; left--, sent++) {
        const unsigned way = *at ? 0 : STUBC_SINGLE;
        const uint8_t *const fields = at += way == STUBC_SINGLE, *before = own;
        bool is_there = false;
        at = encode_added(c, fields, in, &own, way, &is_there);
        if (is_there) {
            size_t start;
            const size_t from = open_contents(c, &start);
            set_bit(c, sent);
            encode_added(c, fields, in, &before, way | STUBC_PRESENT, &is_there);
            close_contents(c, from, start);
        }
    }
}
#endif

#ifdef STUBC_USE_UNKNOWN
/* Encodes an arm that the specification does not know: a complete encoding, with an index that it does not use. */
static STUBC_RARE void encode_unknown(stubc_encoder *c, stubc_slice s, uint32_t known)
{
    stubc_decoder d;
    uint32_t index;
    bool is_fragment;
    size_t from, start;
    memset(&d, 0, sizeof d);
    d.in = input_of(s.data);
    d.in.end = (s.length < SIZE_MAX / 8 ? s.length : SIZE_MAX / 8) * 8;
#ifdef STUBC_SEE_TAIL
    see(&d.in, d.in.end);
#endif
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
static STUBC_RARE void encode_choice(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const uint8_t *arm = in;
    uint32_t roots, all, kind, left;
    unsigned program;
    size_t offset;
#ifdef STUBC_ERROR_PATHS
    const uint8_t *first;
#endif
#ifdef STUBC_USE_UNKNOWN
    size_t from = 0, start = 0;
#endif
    NUMBER(offset, pc);
    arm += offset;
    NUMBER(roots, pc);
    all = roots;
#ifdef STUBC_USE_UNKNOWN
    if (op & STUBC_EXTENSIBLE) {
        NUMBER(all, pc);
        all += roots;
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
    for (left = kind - 1; left;) {
        left -= *pc++ < 0x80;
    }
#ifdef STUBC_ERROR_PATHS
    first = pc;
#endif
    NUMBER(program, pc);
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
static STUBC_RARE void encode_array(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
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
static STUBC_RARE void encode_typed(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
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
static STUBC_RARE void encode_sequence(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
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
static STUBC_RARE void put_slice(stubc_encoder *c, unsigned op, const uint8_t *in)
{
    stubc_slice s;
    stubc_input from;
    memcpy(&s, in, sizeof s);
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

/* Encodes a value by a program. Returns false after an error. */
static bool encode(stubc_encoder *c, unsigned program, const uint8_t *in)
{
    const uint8_t *pc = c->unit->programs + c->unit->nodes[program];
    unsigned op = *pc++;
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
    switch (op & STUBC_OP) {
    case STUBC_OP_NULL:
        break;
#ifdef STUBC_USE_NUMBERS
    case STUBC_OP_FIELD:
        put_field(c, pc - 1, in);
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
        put_string(c, pc, op, in, 8);
        break;
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
        put_string(c, pc, op, in, 1);
        break;
    case STUBC_OP_NAMED_BITS:
        put_named_bits(c, pc, op, in);
        break;
#endif
#ifdef STUBC_USE_CHARACTERS
    case STUBC_OP_CHARACTERS:
        put_characters(c, pc, op, in);
        break;
#endif
    default:
#ifdef STUBC_USE_SLICES
        put_slice(c, op & STUBC_OP, in);
#endif
        break;
    }
    return !c->code;
}
#endif
