/* ---- The interpreter: encoding of programs ---- */
#ifdef STUBC_ENCODE
#ifdef STUBC_USE_SEQUENCE
/* Sets a bit of bytes; the first is the most significant. */
static void set_bit(uint8_t *octets, size_t at)
{
    octets[at / 8] = (uint8_t)(octets[at / 8] | 0x80u >> at % 8);
}

/* Encodes the fields of a structure or of version brackets: see decode_fields. Without STUBC_PRESENT it encodes
 * nothing. Returns whether a field is sent. */
static STUBC_APART bool encode_fields(stubc_encoder *c, const uint8_t *in, unsigned way, size_t extension)
{
    bool any = false;
    unsigned left = 1;
    const uint8_t *flag = c->flag;
    size_t sent = extension;
    uint8_t *preamble = NULL;
    if (!(way & STUBC_SINGLE)) {
        left = (unsigned)number(&c->pc);
        extension += (size_t)number(&c->pc);
        if (way) {
            preamble = put_zeros(c, extension);
        }
    }
    for (; left && !c->code; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const own = c->pc;
#endif
        const unsigned step = (unsigned)number(&c->pc), kind = step & 3;
        const uint8_t *const field = in + number(&c->pc);
        bool is_there = true;
        if (kind == STUBC_FLAGGED || kind == STUBC_OPTIONAL) {
            is_there = *flag++ != 0;
        }
#ifdef STUBC_USE_DEFAULT
        if (kind == STUBC_DEFAULT) {
            is_there = !is_default(c->unit, c->pc, STUBC_PROGRAM(c, step >> 2), field);
            number(&c->pc);
        }
#endif
        any |= is_there;
        if (!(way & STUBC_PRESENT)) {
            continue;
        }
        if (way == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
            if (is_there) {
                set_bit(preamble, sent);
            }
            sent++;
        }
        if (is_there) {
            encode(c, step >> 2, field);
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
    c->flag = flag;
    return any;
}
#endif

#ifdef STUBC_USE_ADDITIONS
#ifdef STUBC_USE_KEEP_UNKNOWN
/* Writes the bitmap of so many additions, and sets the extension bit in the byte at preamble. Returns its place. */
static uint8_t *put_bitmap(stubc_encoder *c, size_t all, uint8_t *preamble)
{
    set_bit(preamble, 0);
    put_length(c, (all + 7) / 8 + 1);
    put_octet(c, (0 - all) & 7);
    return put_zeros(c, all);
}
#endif

/* Encodes the extension additions of a structure. The first one that is sent writes their bitmap, and sets the
 * extension bit in the byte at preamble (X.696 16.4, 16.5). */
static void encode_additions(stubc_encoder *c, const uint8_t *in, uint8_t *preamble)
{
    const unsigned all = (unsigned)number(&c->pc);
    uint8_t *bitmap = NULL;
    unsigned at;
#ifdef STUBC_USE_KEEP_UNKNOWN
    const stubc_unknown *const unknown = c->unknown;
    bool is_any = false;
    const size_t sent = all_additions(unknown, all, &is_any);
    c->unknown = NULL;
    if (is_any) {
        bitmap = put_bitmap(c, sent, preamble);
    }
#endif
    for (at = 0; at < all && !c->code; at++) {
        const uint8_t *const flag = c->flag, *fields;
        unsigned way = 0;
        if (!*c->pc) {
            c->pc++;
            way = STUBC_SINGLE;
        }
        fields = c->pc;
        if (encode_fields(c, in, way, 0)) {
            uint8_t *from;
            if (!bitmap) {
#ifdef STUBC_USE_KEEP_UNKNOWN
                bitmap = put_bitmap(c, sent, preamble);
#else
                set_bit(preamble, 0);
                put_length(c, (all + 7) / 8 + 1);
                put_octet(c, (0 - all) & 7);
                bitmap = put_zeros(c, all);
#endif
            }
            from = OPEN_CONTENTS(c);
            if (!c->code) {
                set_bit(bitmap, at);
            }
            c->pc = fields;
            c->flag = flag;
            encode_fields(c, in, way | STUBC_PRESENT, 0);
            close_contents(c, from);
        }
    }
#ifdef STUBC_USE_KEEP_UNKNOWN
    if (bitmap && sent > all && !c->code) {
        size_t each;
        for (each = all; each < sent; each++) {
            if (is_present(unknown, each)) {
                set_bit(bitmap, each);
            }
        }
        put(c, unknown->contents.data, unknown->contents.length);
    }
#endif
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Encodes a SEQUENCE or SET (X.696 16, 18). */
static void encode_sequence(stubc_encoder *c, unsigned op, const uint8_t *in)
{
    uint8_t *const preamble = c->at;
    c->flag = in;
    encode_fields(c, in, STUBC_PRESENT, op & STUBC_EXTENSIBLE ? 1 : 0);
#ifdef STUBC_USE_ADDITIONS
    if (op & STUBC_EXTENSIBLE && !c->code) {
#ifdef STUBC_USE_KEEP_UNKNOWN
        c->unknown = op & STUBC_KEEPS ? (const stubc_unknown *)(const void *)(in + number(&c->pc)) : NULL;
#endif
        encode_additions(c, in, preamble);
    }
#endif
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
static void encode_choice(stubc_encoder *c, unsigned op, const uint8_t *in)
{
    const uint8_t *const arm = in + number(&c->pc);
    const uint32_t roots = (uint32_t)number(&c->pc);
    uint32_t all = roots, kind, left;
    unsigned program = 0;
#ifdef STUBC_ERROR_PATHS
    const uint8_t *own = c->pc;
#endif
#ifdef STUBC_USE_TAGS
    stubc_word tag;
    bool is_untagged = false;
#endif
#ifdef STUBC_USE_UNKNOWN
    uint8_t *from = NULL;
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&c->pc);
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
    if (kind - 1 >= all) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#ifdef STUBC_USE_TAGS
    tag = (kind - 1) << 2 | 2;
#endif
    for (left = kind; left; left--) {
#ifdef STUBC_ERROR_PATHS
        own = c->pc;
#endif
        program = (unsigned)number(&c->pc);
#ifdef STUBC_USE_TAGS
        if (op & STUBC_TAGGED) {
            unsigned tags = (unsigned)number(&c->pc);
            is_untagged = tags & 1;
            for (tags >>= 1; tags; tags--) {
                tag = number(&c->pc);
            }
        }
#endif
    }
#ifdef STUBC_USE_TAGS
    if (!is_untagged) {
        put_tag(c, tag & 3, (uint32_t)(tag >> 2));
    }
#else
    put_tag(c, 2, kind - 1);
#endif
    (void)op;
#ifdef STUBC_USE_UNKNOWN
    if (kind > roots) {
        from = OPEN_CONTENTS(c);
    }
#endif
    encode(c, program, arm);
#ifdef STUBC_USE_UNKNOWN
    if (from) {
        close_contents(c, from);
    }
#endif
#ifdef STUBC_ERROR_PATHS
    if (c->code) {
        stubc_note_step(c->error, (uint32_t)(own - c->unit->programs));
    }
#endif
}
#endif

#ifdef STUBC_USE_ARRAY
/* Writes the number of elements of an array. */
static void put_elements(stubc_encoder *c, size_t count)
{
    put_size(c, count, 0);
}

/* Encodes a SEQUENCE OF or SET OF (X.696 17, 19), in the order of the value. */
static void encode_array(stubc_encoder *c, const uint8_t *in)
{
    const uint8_t *items;
    size_t count, size, done;
    unsigned program;
    memcpy(&items, in, sizeof items);
    memcpy(&count, in + sizeof items, sizeof count);
    number(&c->pc);
    size = (size_t)number(&c->pc);
    program = (unsigned)number(&c->pc);
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
static void encode_typed(stubc_encoder *c, const uint8_t *in)
{
    const uint8_t *arm = in + number(&c->pc);
    const unsigned all = (unsigned)number(&c->pc), kind = *(const uint16_t *)(const void *)(in + sizeof(stubc_slice));
    uint8_t *from;
    if (!kind) {
        stubc_slice raw;
        memcpy(&raw, in, sizeof raw);
        put_string(c, 0, raw);
        return;
    }
    if (kind > all) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    from = OPEN_CONTENTS(c);
    encode_deeper(c, after_numbers(c->pc, 2 * kind - 2), arm);
    close_contents(c, from);
}
#endif

/* Encodes a value by a program. Returns false after an error. */
static bool encode(stubc_encoder *c, unsigned program, const uint8_t *in)
{
    const uint8_t *const pc = c->pc;
    unsigned op;
    stubc_slice s;
#if defined STUBC_USE_INTEGER || defined STUBC_USE_ENUMERATED
    uint8_t octets[9];
#endif
    if (c->code) {
        return false;
    }
    c->pc = c->unit->programs + c->unit->nodes[program];
    op = *c->pc++;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        if (call_encoder(c, &c->pc, in)) {
            c->pc = pc;
            return !c->code;
        }
        op = *c->pc++;
    }
#endif
#ifdef STUBC_USE_KEEP
    if (op == STUBC_OP_KEPT) {
        memcpy(&s, in + number(&c->pc), sizeof s);
        if (s.length) {
            put(c, s.data, s.length);
            c->pc = pc;
            return !c->code;
        }
        op = *c->pc++;
    }
#endif
    STUBC_COUNT(c);
    (void)in;
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
        put_integer(c, *c->pc, octets_of_number(in, *c->pc, octets));
        break;
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        put_enumerated(c, octets_of_number(in, *c->pc, octets));
        break;
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        encode_sequence(c, op, in);
        break;
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        encode_choice(c, op, in);
        break;
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        encode_array(c, in);
        break;
#endif
#ifdef STUBC_USE_TYPED
    case STUBC_OP_TYPED:
        encode_typed(c, in);
        break;
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        encode_deeper(c, c->pc, in);
        break;
#endif
#ifdef STUBC_CHECKS
    case STUBC_OP_CHECKED: {
        const unsigned check = (unsigned)number(&c->pc);
#ifdef STUBC_COUNT_COMMANDS
        c->idle++;
#endif
        if (encode(c, (unsigned)number(&c->pc), in) && !PASSES(check, checked_value(op, in), c)) {
            refuse(c, STUBC_EXCLUDED(c));
        }
        break;
    }
#endif
    default:
        memcpy(&s, in, sizeof s);
        switch (op & STUBC_OP) {
#ifdef STUBC_USE_BYTES
        case STUBC_OP_BYTES:
            put_integer(c, *c->pc, shortest(s));
            break;
#endif
#ifdef STUBC_USE_FLOAT
        case STUBC_OP_FLOAT:
            put_float(c, *c->pc, s);
            break;
#endif
#ifdef STUBC_USE_BITS
        case STUBC_OP_BITS:
        case STUBC_OP_NAMED_BITS:
            put_bits(c, op, s);
            break;
#endif
        default:
#ifdef STUBC_USE_STRINGS
            put_string(c, op, s);
#endif
            break;
        }
        break;
    }
    c->pc = pc;
    return !c->code;
}
#endif
