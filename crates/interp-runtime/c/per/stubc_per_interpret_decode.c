/* ---- The interpreter: decoding of programs ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN
/* Enters the contents of an open type; outer gets the input to return to. Returns false after an error. */
static bool enter(stubc_decoder *d, stubc_input *outer)
{
    stubc_string s;
    if (!find(d, &any_size, 8, false, 0, &s)) {
        return false;
    }
    *outer = d->in;
    d->in.at = s.at;
    if (s.data) {
        d->in.base = s.data;
        d->in.at = 0;
        d->in.place = s.place;
        d->in.is_whole = s.is_whole;
        d->in.is_joined = true;
#ifdef STUBC_SEE_TAIL
        see(&d->in, s.count * 8);
#endif
    }
    d->in.start = d->in.at;
    d->in.end = d->in.at + s.count * 8;
    d->in.is_inside = true;
    return true;
}
#endif

#ifdef STUBC_USE_SEQUENCE
static bool decode_sequence(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out);
#endif

/* Decodes a value by a program. On large targets the usual number, of one byte in C, takes no call. */
STUBC_ALWAYS bool decode_quick(stubc_decoder *d, unsigned program, uint8_t *out)
{
#if defined STUBC_USE_NUMBERS && defined STUBC_WORDS_OF_64
    const uint8_t *const pc = d->unit->programs + d->unit->nodes[program];
    const unsigned op = pc[0], form = pc[1], bits = form >> 3;
    const size_t at = d->in.at;
#ifdef STUBC_USE_SEQUENCE
    if ((op & STUBC_OP) == STUBC_OP_SEQUENCE) {
        STUBC_COUNT(d);
        return decode_sequence(d, pc + 1, op, out);
    }
#endif
    if ((op & ~(unsigned)STUBC_PARTIAL) == STUBC_OP_FIELD && !(form & 3) && bits && bits <= d->in.end - at) {
        const unsigned x = (unsigned)(peek(&d->in, at) >> (64 - bits));
        /* The first group of a longer number is less than it. */
        if (!(op & STUBC_PARTIAL) || x <= (pc[2] & 0x7fu)) {
            STUBC_COUNT(d);
            d->in.at = at + bits;
            *out = (uint8_t)x;
            return true;
        }
    }
#endif
    return decode(d, program, out);
}

/* Decodes the fields of a structure or of version brackets: their number, the number of their flags in the encoding,
 * and their steps. Sets the flags of the struct, and moves flag after them. Returns where the steps end, or NULL after
 * an error. */
STUBC_OFTEN const uint8_t *decode_fields(stubc_decoder *d, const uint8_t *pc, uint8_t *out, uint8_t **flag,
                                         unsigned way)
{
    unsigned left = 1;
    size_t sent = d->in.at;
    uint8_t *next = *flag;
    if (!(way & STUBC_SINGLE)) {
        size_t flags;
        NUMBER(left, pc);
        NUMBER(flags, pc);
        if (way && flags) {
            if (flags > d->in.end - sent) {
                d->in.at = d->in.end;
                need(d, 1);
                return NULL;
            }
            d->in.at += flags;
        }
    }
    for (; left; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const own = pc;
#endif
        unsigned step, kind;
        size_t offset;
        bool is_present = way & STUBC_PRESENT;
        NUMBER(step, pc);
        NUMBER(offset, pc);
        kind = step & 3;
        if (kind) {
            if (way == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
                is_present = BIT_AT(d->in.base, sent);
                sent++;
            }
            if (kind != STUBC_DEFAULT) {
                *next++ = is_present;
            }
        }
        if (is_present && !(STUBC_IS_OFTEN(way) ? decode_quick(d, step >> 2, out + offset)
                                                   : decode(d, step >> 2, out + offset))) {
#ifdef STUBC_ERROR_PATHS
            stubc_note_step(d->error, (uint32_t)(own - d->unit->programs));
#endif
            return NULL;
        }
#ifdef STUBC_COUNT_COMMANDS
        if (!is_present) {
            d->commands++;
            d->idle++;
        }
#endif
#ifdef STUBC_USE_DEFAULT
        if (kind == STUBC_DEFAULT) {
            if (is_present) {
                NUMBER(offset, pc);
            } else {
                pc = fill_in(d, pc, step >> 2, out + offset);
            }
        }
#endif
    }
    *flag = next;
    return pc;
}

#ifdef STUBC_USE_ADDITIONS
/* Decodes the fields of an addition: see decode_fields. */
static STUBC_RARE const uint8_t *decode_added(stubc_decoder *d, const uint8_t *pc, uint8_t *out, uint8_t **flag,
                                               unsigned way)
{
    return decode_fields(d, pc, out, flag, way);
}

/* Skips the contents of an unknown open type. */
static bool skip(stubc_decoder *d)
{
    bool is_fragment;
    do {
        const size_t count = length(d, &is_fragment) * 8;
        if (d->code || !need(d, count)) {
            return false;
        }
        d->in.at += count;
    } while (is_fragment);
    return true;
}

/* Decodes the extension additions of a structure (X.691 19.7 to 19.9). Unknown ones are skipped. Returns where their
 * steps end, or NULL after an error. */
static STUBC_RARE const uint8_t *decode_additions(stubc_decoder *d, const uint8_t *pc, uint8_t *out, uint8_t *flag,
                                       bool is_extended)
{
    unsigned left;
    const uint8_t *base = NULL;
    size_t flags, count = 0, unknown = 0, sent = 0;
    stubc_input outer;
    bool is_fragment = false;
    NUMBER(left, pc);
    NUMBER(flags, pc);
    if (!is_extended && !(flags & 1)) {
#ifdef STUBC_COUNT_COMMANDS
        d->commands += flags / 2;
        d->idle += flags / 2;
#endif
        memset(flag, 0, flags / 2);
        return pc;
    }
    if (is_extended) {
        count = bits(d, 1) ? length(d, &is_fragment) : (size_t)bits(d, 6) + 1;
        if (d->code || !need(d, count)) {
            return NULL;
        }
        base = d->in.base;
        sent = d->in.at;
        d->in.at += count;
    }
    while (is_fragment) {
        /* No specification has so many additions. */
        size_t more = length(d, &is_fragment);
        if (d->code || !need(d, more)) {
            return NULL;
        }
        for (; more; more--) {
            unknown += (size_t)bits(d, 1);
        }
    }
    for (; left; left--) {
        unsigned way = *pc ? 0 : STUBC_SINGLE;
        pc += way == STUBC_SINGLE;
        if (count) {
            count--;
            way |= BIT_AT(base, sent);
            sent++;
        }
        if (way & STUBC_PRESENT && !enter(d, &outer)) {
            return NULL;
        }
        pc = decode_added(d, pc, out, &flag, way);
        if (!pc) {
            return NULL;
        }
        if (way & STUBC_PRESENT) {
            if (!fills(d)) {
                return NULL;
            }
            d->in = outer;
        }
    }
    for (; count; count--, sent++) {
        unknown += BIT_AT(base, sent);
    }
    for (; unknown; unknown--) {
        if (!skip(d)) {
            return NULL;
        }
    }
    return pc;
}
#endif

#ifdef STUBC_USE_UNKNOWN
/* Decodes an arm that the specification does not know to its complete encoding, as of a message of its own. */
static STUBC_RARE bool decode_unknown(stubc_decoder *d, uint32_t index, uint8_t *out)
{
    stubc_encoder c;
    stubc_string s;
    stubc_input from = d->in;
    stubc_slice whole;
    size_t room;
    if (!find(d, &any_size, 8, false, 0, &s)) {
        return false;
    }
    memset(&c, 0, sizeof c);
    room = s.count + s.count / 0x4000 + 16;
    c.base = (uint8_t *)alloc(d, room);
    if (!c.base) {
        return false;
    }
    c.end = room * 8;
    from.at = s.at;
    if (s.data) {
        from.base = s.data;
        from.at = 0;
    }
    put(&c, 1, 1);
    put_small_number(&c, index);
    put_contents(&c, &from, s.count);
    complete(&c);
    whole.data = c.base;
    whole.length = c.at / 8;
    d->context->arena_used -= room - whole.length;
    memcpy(out, &whole, sizeof whole);
    return true;
}
#endif

#ifdef STUBC_USE_CHOICE
/* Decodes a CHOICE (X.691 23). */
static STUBC_RARE bool decode_choice(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const size_t construct = d->construct;
    uint8_t *arm = out;
    uint32_t index = 0, roots, all;
    size_t offset;
    bool is_addition = false;
#ifdef STUBC_USE_UNKNOWN
    stubc_input outer;
#endif
    d->construct = place(&d->in);
    NUMBER(offset, pc);
    arm += offset;
    NUMBER(roots, pc);
    all = roots;
#ifdef STUBC_USE_UNKNOWN
    if (op & STUBC_EXTENSIBLE) {
        NUMBER(all, pc);
        all += roots;
        is_addition = bits(d, 1) != 0;
    }
    if (is_addition) {
        index = small_number(d);
        if (d->code) {
            return false;
        }
        if (index >= all - roots) {
            if (STUBC_IS_LARGE(all)) {
                *(uint16_t *)(void *)out = 0;
            } else {
                *out = 0;
            }
            if (!decode_unknown(d, index, arm)) {
                return false;
            }
            d->construct = construct;
            return true;
        }
        index += roots;
        if (!enter(d, &outer)) {
            return false;
        }
    }
#endif
    if (!is_addition && roots) {
        index = (uint32_t)constrained(d, roots - 1, STUBC_BAD_TAG);
    } else if (!is_addition) {
        fail(d, STUBC_BAD_TAG); /* the root has no alternative */
    }
    (void)op;
    if (d->code) {
        return false;
    }
    if (STUBC_IS_LARGE(all)) {
        *(uint16_t *)(void *)out = (uint16_t)(index + 1);
    } else {
        *out = (uint8_t)(index + 1);
    }
    while (index) {
        index -= *pc++ < 0x80;
    }
#ifdef STUBC_ERROR_PATHS
    {
        const uint8_t *const own = pc;
        unsigned program;
        NUMBER(program, pc);
        if (!decode(d, program, arm)) {
            stubc_note_step(d->error, (uint32_t)(own - d->unit->programs));
            return false;
        }
    }
#else
    {
        unsigned program;
        NUMBER(program, pc);
        if (!decode(d, program, arm)) {
            return false;
        }
    }
#endif
#ifdef STUBC_USE_UNKNOWN
    if (is_addition) {
        if (!fills(d)) {
            return false;
        }
        d->in = outer;
    }
#endif
    d->construct = construct;
    return true;
}
#endif

#ifdef STUBC_USE_ARRAY
/* Decodes a SEQUENCE OF or SET OF (X.691 20, 22). Memory for the elements is bounded by the bits that are left: least
 * is the least width of an element. */
static STUBC_RARE bool decode_array(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const stubc_sizes sizes = sizes_of(d, &pc, op);
    const size_t least = (size_t)number(&pc), size = (size_t)number(&pc), construct = d->construct;
    const unsigned program = (unsigned)number(&pc);
    size_t total = 0, done = 0, room = 0;
    uint8_t *items = NULL;
    bool is_fragment;
    do {
        size_t count = piece(d, &sizes, &total, &is_fragment), wanted = count;
        if (d->code) {
            return false;
        }
        if (d->context && count > d->context->max_elements - done) {
            return fail(d, STUBC_LIMIT);
        }
        if (least && wanted > (d->in.end - d->in.at) / least) {
            wanted = (d->in.end - d->in.at) / least + 1;
        }
        wanted += done;
        if (wanted > room) {
            const uint8_t *const before = items;
            room = wanted > 2 * room ? wanted : 2 * room;
            items = (uint8_t *)alloc(d, room > SIZE_MAX / size ? SIZE_MAX : room * size);
            if (!items) {
                return false;
            }
            if (done) {
                memcpy(items, before, done * size);
            }
        }
        for (; count; count--, done++) {
            const size_t at = d->in.at;
            d->construct = place(&d->in);
            if (done == room) {
                return fail(d, STUBC_NO_MEMORY);
            }
            if (!decode(d, program, items + done * size)) {
#ifdef STUBC_ERROR_PATHS
                stubc_note(d->error, STUBC_INDEX | (uint32_t)done);
#endif
                return false;
            }
#ifdef STUBC_USE_EMPTY
            if (d->in.at == at && !count_empty(d, 1)) {
                return false;
            }
#else
            (void)at;
#endif
        }
    } while (is_fragment);
    d->construct = construct;
    memcpy(out, &items, sizeof items);
    memcpy(out + sizeof items, &done, sizeof done);
    return true;
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Decodes a SEQUENCE or SET (X.691 19, 21). */
static STUBC_RARE bool decode_sequence(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const size_t construct = d->construct;
    uint8_t *flag = out;
#ifdef STUBC_USE_ADDITIONS
    bool is_extended;
#endif
    d->construct = place(&d->in);
#ifdef STUBC_USE_ADDITIONS
    is_extended = false;
    if (op & STUBC_EXTENSIBLE) {
        if (d->in.at == d->in.end) {
            return need(d, 1);
        }
        is_extended = BIT_AT(d->in.base, d->in.at);
        d->in.at++;
    }
#endif
    pc = decode_fields(d, pc, out, &flag, STUBC_PRESENT);
#ifdef STUBC_USE_ADDITIONS
    if (pc && op & STUBC_EXTENSIBLE) {
        pc = decode_additions(d, pc, out, flag, is_extended);
    }
#endif
#ifdef STUBC_USE_HOPS
    if (pc && op & STUBC_GOVERNS) {
        resolve_all(d, pc, out);
    }
#endif
    (void)op;
    if (!pc || d->code) {
        return false;
    }
    d->construct = construct;
    return true;
}
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
/* Decodes a string of bytes or bits. */
static STUBC_RARE bool get_sized(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const stubc_sizes sizes = sizes_of(d, &pc, op);
    const unsigned item = (op & STUBC_OP) == STUBC_OP_OCTETS ? 8 : 1;
    return get_string(d, &sizes, item, is_long(&sizes, item == 8 ? 2 : 16), out);
}
#endif

#if defined STUBC_USE_OID || defined STUBC_USE_REAL || defined STUBC_USE_BYTES
/* Decodes bytes after a length, and checks them. Returns false after an error. */
static STUBC_RARE bool get_checked(stubc_decoder *d, unsigned op, uint8_t *out)
{
    stubc_slice s;
    int code = 0;
    if (!get_string(d, &any_size, 8, false, out)) {
        return false;
    }
    memcpy(&s, out, sizeof s);
#ifdef STUBC_USE_OID
    if (op == STUBC_OP_OID && !is_oid(s.data, s.length)) {
        code = STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_REAL
    if (op == STUBC_OP_REAL) {
        code = real(s.data, s.length);
        code = code == STUBC_NOT_CANONICAL ? 0 : code;
    }
#endif
#ifdef STUBC_USE_BYTES
    if (op == STUBC_OP_BYTES) {
        if (!s.length) {
            code = STUBC_BAD_LENGTH;
        }
        s = shortest(s);
        memcpy(out, &s, sizeof s);
    }
#endif
    (void)op;
    return !code || fail(d, code);
}
#endif

/* Decodes a value by a program. Returns false after an error. */
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out)
{
    const uint8_t *pc = d->unit->programs + d->unit->nodes[program];
    unsigned op = *pc++;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        const int done = call_decoder(d, &pc, out);
        if (done >= 0) {
            return done;
        }
        op = *pc++;
    }
#endif
    STUBC_COUNT(d);
    (void)out;
    switch (op & STUBC_OP) {
#ifdef STUBC_USE_NUMBERS
    case STUBC_OP_FIELD:
        return get_field(d, pc - 1, out);
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        return get_integer(d, pc, op, out);
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        return get_enumerated(d, pc, op, out);
#endif
#if defined STUBC_USE_OID || defined STUBC_USE_REAL || defined STUBC_USE_BYTES
    case STUBC_OP_OID:
    case STUBC_OP_REAL:
    case STUBC_OP_BYTES:
        return get_checked(d, op & STUBC_OP, out);
#endif
#ifdef STUBC_USE_CONTENTS
    case STUBC_OP_CONTENTS:
        return get_string(d, &any_size, 8, false, out);
#endif
#ifdef STUBC_USE_OPEN
    case STUBC_OP_OPEN:
        return get_open(d, out, false);
#endif
#ifdef STUBC_USE_TYPED
    case STUBC_OP_TYPED:
        *(uint16_t *)(void *)(out + sizeof(stubc_slice)) = 0;
        return get_open(d, out, true);
#endif
#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
    case STUBC_OP_OCTETS:
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS:
        return get_sized(d, pc, op, out);
#endif
#ifdef STUBC_USE_CHARACTERS
    case STUBC_OP_CHARACTERS:
        return get_characters(d, pc, op, out);
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        return decode_sequence(d, pc, op, out);
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        return decode_choice(d, pc, op, out);
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        return decode_array(d, pc, op, out);
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        return decode_deeper(d, pc, out);
#endif
    default:
        break;
    }
    return !d->code;
}
#endif
