/* ---- The interpreter: decoding of structures, unions and arrays ---- */
#ifdef STUBC_DECODE
/* Returns a bit of bytes; the first is the most significant. */
static STUBC_MAYBE_UNUSED bool bit(const uint8_t *octets, size_t at)
{
    return octets[at / 8] >> (7 - at % 8) & 1;
}

#if defined STUBC_USE_SEQUENCE
/* Decodes the fields of a structure or of version brackets: their number, the number of their flags in the encoding,
 * and their steps. In front of the flags, a structure with an extension marker has one bit, which is_extended gets.
 * Sets the flags of the struct, and moves flag after them. Returns where the steps end, or NULL after an error. */
static const uint8_t *decode_fields(stubc_decoder *d, const uint8_t *pc, uint8_t *out, uint8_t **flag, unsigned way,
                                    bool *is_extended)
{
    unsigned left = way & STUBC_SINGLE ? 1 : (unsigned)number(&pc);
    size_t sent = is_extended != NULL;
    const size_t flags = way & STUBC_SINGLE ? 0 : (size_t)number(&pc) + sent;
    const uint8_t *preamble = NULL;
    if (way == STUBC_PRESENT && flags) {
        preamble = take(d, (flags + 7) / 8);
        if (!preamble || !canonical(d, !(flags % 8) || !(preamble[flags / 8] & 0xffu >> flags % 8))) {
            return NULL;
        }
    }
    if (is_extended) {
        *is_extended = bit(preamble, 0);
    }
    for (; left; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const own = pc;
#endif
        const unsigned step = (unsigned)number(&pc), kind = step & 3;
        uint8_t *const field = out + number(&pc);
        bool is_present = way & STUBC_PRESENT;
        if (way == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
            is_present = bit(preamble, sent++);
        }
        if (kind == STUBC_FLAGGED || kind == STUBC_OPTIONAL) {
            *(*flag)++ = is_present;
        }
        if (is_present && !decode(d, step >> 2, field)) {
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
            if (!is_present) {
                pc = fill_in(d, pc, step >> 2, field);
            } else if (canonical(d, !is_default(d->unit, pc, step >> 2, field))) {
                number(&pc);
            } else {
                return NULL;
            }
        }
#endif
    }
    return pc;
}
#endif

#ifdef STUBC_USE_ADDITIONS
/* Decodes the extension additions of a structure (X.696 16.4, 16.5). Unknown ones are skipped. Returns where their
 * steps end, or NULL after an error. */
static const uint8_t *decode_additions(stubc_decoder *d, const uint8_t *pc, uint8_t *out, uint8_t *flag,
                                       bool is_extended)
{
    unsigned left = (unsigned)number(&pc);
    const uint8_t *bitmap = NULL;
    size_t all = 0, at = 0, count;
    if (is_extended) {
        unsigned unused;
        bitmap = counted(d, &all);
        if (!bitmap) {
            return NULL;
        }
        unused = all ? *bitmap++ : 8;
        if (unused > 7 || (unused && all == 1)) {
            fail(d, STUBC_BAD_LENGTH);
            return NULL;
        }
        all--;
#ifdef STUBC_CANONICAL
        {
            size_t last = all;
            while (last && !bitmap[last - 1]) {
                last--;
            }
            if (!canonical(d, last && !(bitmap[all - 1] & ((1u << unused) - 1)))) {
                return NULL;
            }
        }
#endif
        all = all * 8 - unused;
    }
    for (; left || at < all; at++) {
        const bool is_sent = at < all && bit(bitmap, at);
        const uint8_t *data = NULL;
        const uint8_t *outer = NULL;
        if (is_sent) {
            data = counted(d, &count);
            if (!data) {
                return NULL;
            }
        }
        if (left) {
            const unsigned way = (is_sent ? STUBC_PRESENT : 0u) | (*pc ? 0u : STUBC_SINGLE);
            left--;
            pc += !*pc;
            if (is_sent) {
                outer = enter(d, data, count);
            }
            pc = decode_fields(d, pc, out, &flag, way, NULL);
            if (!pc || (is_sent && !leave(d, outer))) {
                return NULL;
            }
        }
    }
    return pc;
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Decodes a SEQUENCE or SET (X.696 16, 18). */
static bool decode_sequence(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    uint8_t *flag = out;
    bool is_extended = false;
    pc = decode_fields(d, pc, out, &flag, STUBC_PRESENT, op & STUBC_EXTENSIBLE ? &is_extended : NULL);
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
    return pc && !d->code;
}
#endif

#ifdef STUBC_USE_CHOICE
/* Decodes the number of a tag; tag_class gets its class (X.696 8.7). */
static bool tag(stubc_decoder *d, unsigned *tag_class, uint32_t *x)
{
    const uint8_t *at = take(d, 1);
    if (!at) {
        return false;
    }
    *tag_class = *at >> 6;
    *x = *at & 0x3f;
    if (*x < 0x3f) {
        return true;
    }
    *x = 0;
    do {
        at = take(d, 1);
        if (!at) {
            return false;
        }
        if ((!*x && *at == 0x80) || *x >> 25) {
            return fail(d, STUBC_BAD_TAG);
        }
        *x = *x << 7 | (*at & 0x7fu);
    } while (*at & 0x80);
    return canonical(d, *x > 62);
}

/* Sets the kind of a union with so many arms. */
static void set_kind(uint8_t *out, uint32_t all, uint32_t kind)
{
    if (STUBC_IS_LARGE(all)) {
        *(uint16_t *)(void *)out = (uint16_t)kind;
    } else {
        *out = (uint8_t)kind;
    }
}

#ifdef STUBC_USE_TAGS
/* Returns whether an arm has a tag, by the tags in its program; moves after them. */
static bool has_tag(const uint8_t **pc, unsigned tag_class, uint32_t x, bool *is_untagged)
{
    unsigned left = (unsigned)number(pc);
    bool is_found = false;
    *is_untagged = left & 1;
    for (left >>= 1; left; left--) {
        const stubc_word own = number(pc);
        is_found |= own >> 2 == x && (own & 3) == tag_class;
    }
    return is_found;
}
#endif

/* Decodes a CHOICE (X.696 20). */
static bool decode_choice(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const uint8_t *const from = d->at, *own;
    uint8_t *const arm = out + number(&pc);
    const uint32_t roots = (uint32_t)number(&pc);
    uint32_t index, all = roots, x;
    unsigned tag_class, program = 0;
    bool is_untagged = false;
#ifdef STUBC_USE_UNKNOWN
    size_t count;
    const uint8_t *data;
    const uint8_t *outer = NULL;
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&pc);
    }
#endif
    if (!tag(d, &tag_class, &x)) {
        return false;
    }
    for (index = 0, own = pc; index < all; index++, own = pc) {
        program = (unsigned)number(&pc);
#ifdef STUBC_USE_TAGS
        if (op & STUBC_TAGGED) {
            if (has_tag(&pc, tag_class, x, &is_untagged)) {
                break;
            }
            continue;
        }
#endif
        if (tag_class == 2 && x == index) {
            break;
        }
    }
    (void)op;
    (void)own;
    if (index == all) {
#ifdef STUBC_USE_UNKNOWN
        if (op & STUBC_EXTENSIBLE) {
            stubc_slice whole;
            if (!counted(d, &count)) {
                return false;
            }
            whole.data = from;
            whole.length = (size_t)(d->at - from);
            set_kind(out, all, 0);
            memcpy(arm, &whole, sizeof whole);
            return true;
        }
#endif
        return fail(d, STUBC_BAD_TAG);
    }
    set_kind(out, all, index + 1);
    if (is_untagged) {
        d->at = from; /* the tag is that of the inner CHOICE */
    }
#ifdef STUBC_USE_UNKNOWN
    if (index >= roots) {
        data = counted(d, &count);
        if (!data) {
            return false;
        }
        outer = enter(d, data, count);
    }
#endif
    if (!decode(d, program, arm)) {
#ifdef STUBC_ERROR_PATHS
        stubc_note_step(d->error, (uint32_t)(own - d->unit->programs));
#endif
        return false;
    }
#ifdef STUBC_USE_UNKNOWN
    return index < roots || leave(d, outer);
#else
    return true;
#endif
}
#endif

#ifdef STUBC_USE_ARRAY
/* Decodes the number of elements of an array. */
static bool elements(stubc_decoder *d, size_t *all)
{
    size_t count;
    const uint8_t *const data = counted(d, &count);
    if (!data || !canonical(d, count && (*data || count == 1))) {
        return false;
    }
    *all = size_in(data, count);
    return count || fail(d, STUBC_BAD_LENGTH);
}

/* Decodes a SEQUENCE OF or SET OF (X.696 17, 19). Memory for the elements is bounded by the bytes that are left: least
 * is the least length of an element. */
static bool decode_array(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const size_t least = (size_t)number(&pc), size = (size_t)number(&pc);
    const unsigned program = (unsigned)number(&pc);
    const uint8_t *const construct = d->construct;
    uint8_t *items;
    size_t all, done, room;
    if (!elements(d, &all)) {
        return false;
    }
    if (d->context && all > d->context->max_elements) {
        return fail(d, STUBC_LIMIT);
    }
    room = (size_t)(d->end - d->at);
#ifdef STUBC_USE_EMPTY
    room = least ? room / least : room + STUBC_MOST_EMPTY - d->empty;
#else
    room /= least;
#endif
    room++;
    if (room > all) {
        room = all;
    }
    items = (uint8_t *)alloc(d, room > SIZE_MAX / size ? SIZE_MAX : room * size);
    if (room && !items) {
        return false;
    }
    for (done = 0; done < all; done++) {
        const uint8_t *const at = d->at;
        d->construct = at;
        if (done == room) {
            return fail(d, STUBC_NO_MEMORY);
        }
        if (!decode(d, program, items + done * size)) {
#ifdef STUBC_ERROR_PATHS
            stubc_note(d->error, STUBC_INDEX | (uint32_t)done);
#endif
            return false;
        }
        d->construct = construct;
#ifdef STUBC_USE_EMPTY
        if (d->at == at && !count_empty(d, 1)) {
            return false;
        }
#endif
    }
    memcpy(out, &items, sizeof items);
    memcpy(out + sizeof items, &done, sizeof done);
    return true;
}
#endif

#ifdef STUBC_USE_TYPED
/* Decodes an open type to its bytes, which its governor resolves when the structure is complete. */
static bool get_typed(stubc_decoder *d, uint8_t *out)
{
    stubc_slice raw;
    raw.data = counted(d, &raw.length);
    memcpy(out, &raw, sizeof raw);
    *(uint16_t *)(void *)(out + sizeof raw) = 0;
    return raw.data != NULL;
}
#endif

/* Decodes a value by a program. Returns false after an error. */
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out)
{
    const uint8_t *pc = d->unit->programs + d->unit->nodes[program];
    unsigned op = *pc++;
    const uint8_t *const construct = d->construct;
    const uint8_t *at;
    size_t count;
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
    (void)construct;
    (void)out;
    (void)at;
    (void)count;
    switch (op & STUBC_OP) {
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        at = take(d, 1);
        if (!at || !canonical(d, !*at || *at == 0xff)) {
            return false;
        }
        *out = *at != 0;
        break;
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        at = integer(d, *pc, &count);
        return at && store_number(d, at, count, *pc & STUBC_SIGNED, *pc & STUBC_REPR, out);
#endif
#ifdef STUBC_USE_BYTES
    case STUBC_OP_BYTES:
        return get_bytes(d, *pc, out);
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        return get_enumerated(d, *pc, out);
#endif
#ifdef STUBC_USE_FLOAT
    case STUBC_OP_FLOAT:
        return get_float(d, *pc, out);
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS:
        return get_bits(d, pc, op, out);
#endif
#ifdef STUBC_USE_TYPED
    case STUBC_OP_TYPED:
        return get_typed(d, out);
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        d->construct = d->at;
        if (!decode_sequence(d, pc, op, out)) {
            return false;
        }
        d->construct = construct;
        break;
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        d->construct = d->at;
        if (!decode_choice(d, pc, op, out)) {
            return false;
        }
        d->construct = construct;
        break;
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        return decode_array(d, pc, out);
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        return decode_deeper(d, pc, out);
#endif
    case STUBC_OP_NULL:
        break;
    default:
#ifdef STUBC_USE_STRINGS
        return get_string(d, pc, op, out);
#else
        break;
#endif
    }
    return !d->code;
}
#endif
