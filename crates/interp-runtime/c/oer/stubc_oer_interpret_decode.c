/* ---- The interpreter: decoding of structures, unions and arrays ---- */
#ifdef STUBC_DECODE
/* Returns a bit of bytes; the first is the most significant. */
static STUBC_MAYBE_UNUSED bool bit(const uint8_t *octets, size_t at)
{
    return octets[at / 8] >> (7 - at % 8) & 1;
}

#ifdef STUBC_USE_SEQUENCE
/* Decodes the fields of a structure or of version brackets: their number, the number of their flags in the encoding,
 * and their steps. extension: 1 if a bit stands in front of the flags. Sets the flags of the struct, and moves after
 * them. */
static STUBC_APART void decode_fields(stubc_decoder *d, uint8_t *out, unsigned way, size_t extension)
{
    uint8_t *flag = d->flag;
    unsigned left = 1;
    size_t sent = extension;
    const uint8_t *preamble = NULL;
    if (!(way & STUBC_SINGLE)) {
        left = (unsigned)number(&d->pc);
        extension += (size_t)number(&d->pc);
        if (way) {
            preamble = take(d, (extension + 7) / 8);
            padded(d, (unsigned)(0 - extension) & 7);
        }
    }
    for (; left && !d->code; left--) {
#ifdef STUBC_ERROR_PATHS
        const uint8_t *const own = d->pc;
#endif
        const unsigned step = (unsigned)number(&d->pc), kind = step & 3;
        uint8_t *const field = out + number(&d->pc);
        bool is_present = way & STUBC_PRESENT;
        if (way == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
            is_present = bit(preamble, sent++);
        }
        if (kind == STUBC_FLAGGED || kind == STUBC_OPTIONAL) {
            *flag++ = is_present;
        }
        if (is_present) {
            decode(d, step >> 2, field);
        }
#ifdef STUBC_ERROR_PATHS
        if (d->code) {
            stubc_note_step(d->error, (uint32_t)(own - d->unit->programs));
            return;
        }
#endif
#ifdef STUBC_COUNT_COMMANDS
        if (!is_present) {
            d->commands++;
            d->idle++;
        }
#endif
#ifdef STUBC_USE_DEFAULT
        if (kind == STUBC_DEFAULT) {
            if (!is_present) {
                d->pc = fill_in(d, d->pc, STUBC_PROGRAM(d, step >> 2), field);
            } else {
                CANONICAL(d, d->code || !is_default(d->unit, d->pc, STUBC_PROGRAM(d, step >> 2), field));
                number(&d->pc);
            }
        }
#endif
    }
    d->flag = flag;
}
#endif

#ifdef STUBC_USE_ADDITIONS
/* Decodes the extension additions of a structure (X.696 16.4, 16.5). Unknown ones are skipped. */
static void decode_additions(stubc_decoder *d, uint8_t *out, bool is_extended)
{
    unsigned left = (unsigned)number(&d->pc);
    const uint8_t *bitmap = NULL, *outer = NULL;
    size_t all = 0, at;
#ifdef STUBC_USE_KEEP_UNKNOWN
    stubc_unknown *const unknown = d->unknown;
    const uint8_t *first = NULL;
    d->unknown = NULL;
    if (unknown) {
        memset(unknown, 0, sizeof *unknown);
    }
#endif
    if (is_extended) {
        const unsigned unused = bit_string(d, STUBC_BAD_LENGTH);
        padded(d, unused);
        bitmap = d->found.data;
        all = d->found.length * 8 - unused;
#ifdef STUBC_CANONICAL
        for (at = 0; at < all && !bit(bitmap, at); at++) {
        }
        CANONICAL(d, at < all);
#endif
    }
    for (at = 0; (left || at < all) && !d->code; at++) {
        unsigned way = 0;
#ifdef STUBC_USE_KEEP_UNKNOWN
        if (!left && !first) {
            first = d->at;
        }
#endif
        if (at < all && bit(bitmap, at)) {
            counted(d);
            way = STUBC_PRESENT;
        }
        if (left) {
            left--;
            if (!*d->pc) {
                d->pc++;
                way |= STUBC_SINGLE;
            }
            if (way & STUBC_PRESENT) {
                outer = enter(d);
            }
            decode_fields(d, out, way, 0);
            if (way & STUBC_PRESENT) {
                leave(d, outer);
            }
        }
    }
#ifdef STUBC_USE_KEEP_UNKNOWN
    if (unknown && first) {
        unknown->present.data = bitmap;
        unknown->present.length = all;
        unknown->contents.data = first;
        unknown->contents.length = (size_t)(d->at - first);
    }
#endif
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Decodes a SEQUENCE or SET (X.696 16, 18). */
static void decode_sequence(stubc_decoder *d, unsigned op, uint8_t *out)
{
#ifdef STUBC_USE_ADDITIONS
    const bool is_extended = d->at != d->end && *d->at & 0x80;
#endif
    d->flag = out;
    decode_fields(d, out, STUBC_PRESENT, op & STUBC_EXTENSIBLE ? 1 : 0);
#ifdef STUBC_USE_ADDITIONS
    if (!d->code && op & STUBC_EXTENSIBLE) {
#ifdef STUBC_USE_KEEP_UNKNOWN
        d->unknown = op & STUBC_KEEPS ? (stubc_unknown *)(void *)(out + number(&d->pc)) : NULL;
#endif
        decode_additions(d, out, is_extended);
    }
#endif
#ifdef STUBC_USE_HOPS
    if (!d->code && op & STUBC_GOVERNS) {
        resolve_all(d, d->pc, out);
    }
#endif
}
#endif

#ifdef STUBC_USE_CHOICE
/* Decodes a tag (X.696 8.7). Returns its number above two bits of class; specifications have no numbers from 2^30 on,
 * which all become one. */
static uint32_t tag(stubc_decoder *d)
{
    const unsigned first = *take(d, 1);
    uint32_t x = first & 0x3f;
    if (x == 0x3f) {
        unsigned octet;
        x = 0;
        do {
            octet = *take(d, 1);
            if ((!x && octet == 0x80) || x >> 25) {
                fail(d, STUBC_BAD_TAG);
            }
            x = x << 7 | (octet & 0x7f);
        } while (octet & 0x80);
        CANONICAL(d, x > 62);
        if (x >> 30) {
            x = UINT32_MAX;
        }
    }
    return x << 2 | first >> 6;
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
static bool has_tag(stubc_decoder *d, uint32_t x, bool *is_untagged)
{
    unsigned left = (unsigned)number(&d->pc);
    bool is_found = false;
    *is_untagged = left & 1;
    for (left >>= 1; left; left--) {
        is_found |= number(&d->pc) == x;
    }
    return is_found;
}
#endif

/* Decodes a CHOICE (X.696 20). */
static void decode_choice(stubc_decoder *d, unsigned op, uint8_t *out)
{
    const uint8_t *const from = d->at;
    uint8_t *const arm = out + number(&d->pc);
    const uint32_t roots = (uint32_t)number(&d->pc), x = tag(d);
    uint32_t index, all = roots;
    unsigned program = 0;
#ifdef STUBC_ERROR_PATHS
    const uint8_t *own = d->pc;
#endif
#ifdef STUBC_USE_UNKNOWN
    const uint8_t *outer = NULL;
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&d->pc);
    }
#endif
    for (index = 0; index < all; index++) {
        bool is_found = x == (index << 2 | 2);
#ifdef STUBC_ERROR_PATHS
        own = d->pc;
#endif
        program = (unsigned)number(&d->pc);
#ifdef STUBC_USE_TAGS
        if (op & STUBC_TAGGED) {
            bool is_untagged;
            is_found = has_tag(d, x, &is_untagged);
            if (is_found && is_untagged) {
                d->at = from; /* the tag is that of the inner CHOICE */
            }
        }
#endif
        if (is_found) {
            break;
        }
    }
    (void)op;
    (void)from;
    set_kind(out, all, index < all ? index + 1 : 0);
    if (index == all) {
#ifdef STUBC_USE_UNKNOWN
        if (op & STUBC_EXTENSIBLE) {
            counted(d);
            d->found.data = from;
            d->found.length = (size_t)(d->at - from);
#ifdef STUBC_MAX_STRING
            bound(d, false);
#endif
            memcpy(arm, &d->found, sizeof d->found);
            return;
        }
#endif
        fail(d, STUBC_BAD_TAG);
        return;
    }
#ifdef STUBC_USE_UNKNOWN
    if (index >= roots) {
        counted(d);
        outer = enter(d);
    }
#endif
#ifdef STUBC_ERROR_PATHS
    if (d->code) {
        return; /* the error is not in the arm */
    }
#endif
    decode(d, program, arm);
#ifdef STUBC_ERROR_PATHS
    if (d->code) {
        stubc_note_step(d->error, (uint32_t)(own - d->unit->programs));
    }
#endif
#ifdef STUBC_USE_UNKNOWN
    if (outer) {
        leave(d, outer);
    }
#endif
}
#endif

#ifdef STUBC_USE_ARRAY
/* Decodes the number of elements of an array. */
static size_t elements(stubc_decoder *d)
{
    counted(d);
    CANONICAL(d, d->found.length && (*d->found.data || d->found.length == 1));
    some(d);
    return size_in(d);
}

/* Decodes a SEQUENCE OF or SET OF (X.696 17, 19). Memory for the elements is bounded by the bytes that are left: least
 * is the least length of an element. */
static void decode_array(stubc_decoder *d, uint8_t *out)
{
    const size_t least = (size_t)number(&d->pc), size = (size_t)number(&d->pc);
    const unsigned program = (unsigned)number(&d->pc);
    struct {
        uint8_t *items;
        size_t count;
    } array;
    size_t all = elements(d), done, room = (size_t)(d->end - d->at);
    if (d->context && all > d->context->max_elements) {
        fail(d, STUBC_LIMIT);
    }
#ifdef STUBC_USE_EMPTY
    room = least ? room / least : room + STUBC_MOST_EMPTY - d->empty;
#else
    room /= least;
#endif
    room++;
    if (room > all) {
        room = all;
    }
    if (d->code) {
        return;
    }
    array.items = (uint8_t *)alloc(d, room > SIZE_MAX / size ? SIZE_MAX : room * size);
    array.count = all;
    memcpy(out, &array, sizeof array);
    for (done = 0; done < all && !d->code; done++) {
#ifdef STUBC_USE_EMPTY
        const uint8_t *const at = d->at, *const construct = d->construct;
#endif
        d->construct = d->at;
        if (done == room) {
            fail(d, STUBC_NO_MEMORY);
            return;
        }
        decode(d, program, array.items);
        array.items += size;
#ifdef STUBC_ERROR_PATHS
        if (d->code) {
            stubc_note(d->error, STUBC_INDEX | (uint32_t)done);
        }
#endif
#ifdef STUBC_USE_EMPTY
        if (!d->code && d->at == at) {
            d->construct = construct;
            count_empty(d, 1);
        }
#endif
    }
}
#endif

/* Decodes a value by a program. Returns false after an error. */
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out)
{
    const uint8_t *const construct = d->construct, *const pc = d->pc;
#ifdef STUBC_USE_KEEP
    const uint8_t *const from = d->at;
    uint8_t *raw = NULL;
#endif
    unsigned op;
    if (d->code) {
        return false;
    }
    d->pc = d->unit->programs + d->unit->nodes[program];
    op = *d->pc++;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        const int done = call_decoder(d, &d->pc, out);
        if (done >= 0) {
            d->pc = pc;
            return done;
        }
        op = *d->pc++;
    }
#endif
#ifdef STUBC_USE_KEEP
    if (op == STUBC_OP_KEPT) {
        raw = out + number(&d->pc);
        op = *d->pc++;
    }
#endif
    STUBC_COUNT(d);
    (void)out;
    switch (op & STUBC_OP) {
    case STUBC_OP_NULL:
        break;
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        take(d, 1);
        CANONICAL(d, (uint8_t)(*d->found.data + 1) < 2);
        *out = *d->found.data != 0;
        break;
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        integer(d, *d->pc);
        store_number(d, *d->pc & STUBC_SIGNED, *d->pc & STUBC_REPR, out);
        break;
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        enumerated(d);
        store_number(d, true, *d->pc, out);
        break;
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        d->construct = d->at;
        decode_sequence(d, op, out);
        break;
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        d->construct = d->at;
        decode_choice(d, op, out);
        break;
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        decode_array(d, out);
        break;
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        decode_deeper(d, d->pc, out);
        break;
#endif
#ifdef STUBC_CHECKS
    case STUBC_OP_CHECKED: {
        const unsigned check = (unsigned)number(&d->pc);
#ifdef STUBC_COUNT_COMMANDS
        d->idle++;
#endif
        if (decode(d, (unsigned)number(&d->pc), out) && !PASSES(check, checked_value(op, out), d)) {
            fail(d, STUBC_EXCLUDED(d));
        }
        break;
    }
#endif
#ifdef STUBC_USE_FLOAT
    case STUBC_OP_FLOAT:
        get_float(d, *d->pc, out);
        break;
#endif
    default:
        switch (op & STUBC_OP) {
#ifdef STUBC_USE_BYTES
        case STUBC_OP_BYTES:
            get_bytes(d, *d->pc);
            break;
#endif
#ifdef STUBC_USE_BITS
        case STUBC_OP_BITS:
        case STUBC_OP_NAMED_BITS:
            get_bits(d, op);
            break;
#endif
#ifdef STUBC_USE_TYPED
        case STUBC_OP_TYPED:
            counted(d);
            *(uint16_t *)(void *)(out + sizeof d->found) = 0;
            break;
#endif
        default:
#ifdef STUBC_USE_STRINGS
            get_string(d, op);
#endif
            break;
        }
#ifdef STUBC_MAX_STRING
        bound(d, (op & STUBC_OP) == STUBC_OP_BITS || (op & STUBC_OP) == STUBC_OP_NAMED_BITS);
#endif
        memcpy(out, &d->found, sizeof d->found);
        break;
    }
    d->pc = pc;
    if (d->code) {
        return false;
    }
    d->construct = construct;
#ifdef STUBC_USE_KEEP
    if (raw) {
        d->found.data = from;
        d->found.length = (size_t)(d->at - from);
        memcpy(raw, &d->found, sizeof d->found);
    }
#endif
    return true;
}
#endif
