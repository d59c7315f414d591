/* ---- The interpreter: structures ---- */
#ifdef STUBC_USE_SEQUENCE
/* What code_fields does beside what STUBC_PRESENT and STUBC_SINGLE say. */
enum {
    STUBC_TO_ENCODE = 4
};

/* Converts the fields of a structure or of version brackets: their number, in the lowest three bits the number of
 * their flags in the encoding, and their steps. A decoder sets the flags of the struct. An encoder without
 * STUBC_PRESENT sends nothing, and notes in is_any whether it would send a field. */
static STUBC_APART void code_fields(stubc_coder *c, uint8_t *value, unsigned way)
{
    const bool encodes = (way & STUBC_TO_ENCODE) != 0;
    const uint8_t *pc = c->pc;
    uint8_t *next = c->flag;
    size_t sent = c->in.at;
    unsigned left = 1;
    if (!(way & STUBC_SINGLE)) {
        size_t flags;
        NUMBER(left, pc);
        flags = left & 7;
        left >>= 3;
        if (flags == 7) {
            NUMBER(flags, pc); /* 7 or more */
        }
        if (way & STUBC_PRESENT) {
            if (!encodes && flags > c->in.end - sent) {
                c->in.at = c->in.end; /* the message ends with some of them */
                flags = 1;
            }
            bits(c, 0, flags);
        }
    }
    for (; left && !c->code; left--) {
        const uint8_t *const own = pc, *program;
        unsigned step, kind;
        uint8_t *field = value;
        size_t offset;
        bool is_present = (way & (STUBC_PRESENT | STUBC_TO_ENCODE)) != 0;
        NUMBER(step, pc);
        NUMBER(offset, pc);
        field += offset;
        kind = step & 3;
        program = program_at(c, step >> 2, own);
        if (kind) {
            if (encodes) {
                is_present = *next;
#if defined STUBC_USE_DEFAULT && defined STUBC_ENCODE
                if (kind == STUBC_DEFAULT) {
                    is_present = !is_default(c->unit, pc, program, field);
                }
#endif
            }
            if ((way & (STUBC_PRESENT | STUBC_SINGLE)) == STUBC_PRESENT && kind >= STUBC_OPTIONAL) {
                if (!encodes) {
                    is_present = bit_at(c->in.base, sent);
                } else if (is_present) {
                    set_bit(c, sent);
                }
                sent++;
            }
            if (kind != STUBC_DEFAULT) {
                if (!encodes) {
                    *next = is_present;
                }
                next++;
            }
        }
        c->is_any |= is_present;
        if (is_present && way & STUBC_PRESENT) {
            convert(c, program, field);
        } else if (encodes && way & STUBC_PRESENT && kind == STUBC_FLAGGED) {
            fail(c, STUBC_BAD_VALUE);
        }
#ifdef STUBC_COUNT_COMMANDS
        if (!is_present) {
            c->commands++;
            c->idle++;
        }
#endif
#ifdef STUBC_ERROR_PATHS
        if (c->code) {
            stubc_note_step(c->error, (uint32_t)(own - c->unit->programs));
        }
#endif
#ifdef STUBC_USE_DEFAULT
        if (kind == STUBC_DEFAULT) {
#ifdef STUBC_DECODE
            if (!is_present && !encodes) {
                pc = fill_in(c, pc, program, field);
                continue;
            }
#endif
            NUMBER(offset, pc);
        }
#endif
    }
    c->pc = pc;
    c->flag = next;
}
#endif

#ifdef STUBC_USE_ADDITIONS
/* Converts the fields of the next addition, or passes them: see code_fields. */
static STUBC_APART void code_added(stubc_coder *c, uint8_t *value, unsigned way)
{
    if (!*c->pc) {
        c->pc++;
        way |= STUBC_SINGLE;
    }
    if (STUBC_ENCODES(c)) {
        way |= STUBC_TO_ENCODE;
    }
    code_fields(c, value, way);
}

#if defined STUBC_USE_KEEP_UNKNOWN && defined STUBC_DECODE
/* Returns bits of the input from a place on: a part of it if they begin on a byte boundary, else a copy. */
static STUBC_APART const uint8_t *keep_bits(stubc_coder *c, size_t from, size_t count)
{
    const size_t at = c->in.at;
    uint8_t *copy;
    if (from % 8 == 0) {
        return c->in.base + from / 8;
    }
    copy = (uint8_t *)alloc(c, (count + 7) / 8);
    if (copy) {
        c->in.at = from;
        move_bits(c, copy, count);
        c->in.at = at;
    }
    return copy;
}
#endif

/* Converts the extension additions of a structure that begins at bit start (X.691 19.7 to 19.9). A decoder skips
 * unknown ones; is_extended: its message has additions. */
static STUBC_RARE void code_additions(stubc_coder *c, uint8_t *value, bool is_extended, size_t start)
{
    const uint8_t *const base = c->in.base;
    uint8_t *const flag = c->flag;
    unsigned left = next_number(c), flags = next_number(c);
    size_t count = 0, unknown = 0, sent;
    stubc_input outer;
    bool is_more = false;
#ifdef STUBC_USE_KEEP_UNKNOWN
    stubc_unknown *const kept = (stubc_unknown *)(uintptr_t)c->unknown;
    size_t all = left;
    c->unknown = NULL;
    if (kept && !STUBC_ENCODES(c)) {
        memset(kept, 0, sizeof *kept);
    }
#endif
    if (STUBC_ENCODES(c)) {
#ifdef STUBC_USE_ADDED_DEFAULTS
        if (flags & 1) {
            const uint8_t *const pc = c->pc;
            c->is_any = false;
            for (count = left; count; count--) {
                code_added(c, value, 0);
            }
            is_extended = c->is_any;
            c->pc = pc;
            c->flag = flag;
        }
#endif
        for (count = c->code ? 0 : flags / 2; count; count--) {
            is_extended |= flag[count - 1] != 0;
        }
#if defined STUBC_USE_KEEP_UNKNOWN && defined STUBC_ENCODE
        all = all_additions(kept, left, &is_extended);
        if (is_extended && all >> 14) {
            fail(c, STUBC_BAD_VALUE);
        }
#endif
        if (is_extended) {
            set_bit(c, start);
        }
    }
    if (!is_extended && (STUBC_ENCODES(c) || !(flags & 1))) {
#ifdef STUBC_COUNT_COMMANDS
        c->commands += flags / 2;
        c->idle += flags / 2;
#endif
        if (!STUBC_ENCODES(c)) {
            memset(flag, 0, flags / 2);
        }
        return;
    }
    if (is_extended) {
#ifdef STUBC_USE_KEEP_UNKNOWN
        count = all;
        if (bits(c, all > 64, 1)) {
            count = length(c, all, &is_more);
        } else {
            count = bits(c, (uint32_t)all - 1, 6) + 1;
        }
#else
        count = left;
        if (bits(c, left > 64, 1)) {
            count = length(c, left, &is_more);
        } else {
            count = bits(c, left - 1, 6) + 1;
        }
#endif
    }
#ifdef STUBC_USE_KEEP_UNKNOWN
    if (kept && is_more && !STUBC_ENCODES(c)) {
        fail(c, STUBC_LIMIT);
    }
#endif
    sent = c->in.at;
    bits(c, 0, count);
#if defined STUBC_USE_KEEP_UNKNOWN && defined STUBC_DECODE
    if (kept && count > all && !STUBC_ENCODES(c) && !c->code) {
        kept->present.data = keep_bits(c, sent, count);
        kept->present.length = count;
    }
#endif
#ifdef STUBC_DECODE
    while (is_more && !c->code) {
        /* No specification has so many additions. */
        size_t more = length(c, 0, &is_more);
        for (more = need(c, more) ? more : 0; more; more--) {
            unknown += bits(c, 0, 1);
        }
    }
#endif
    for (; left && !c->code; left--) {
        bool is_there = count > 0;
        count -= is_there;
        if (STUBC_ENCODES(c)) {
            const uint8_t *const before = c->pc;
            uint8_t *const own = c->flag;
            c->is_any = false;
            code_added(c, value, 0);
            is_there = c->is_any;
            if (is_there) {
                c->pc = before;
                c->flag = own;
                set_bit(c, sent);
            }
        } else if (is_there) {
            is_there = bit_at(base, sent);
        }
        sent++;
        if (is_there && !enter(c, &outer)) {
            return;
        }
        if (is_there || !STUBC_ENCODES(c)) {
            code_added(c, value, is_there ? STUBC_PRESENT : 0);
        }
        if (is_there) {
            leave(c, &outer);
        }
    }
#if defined STUBC_USE_KEEP_UNKNOWN && defined STUBC_ENCODE
    if (STUBC_ENCODES(c) && count && !c->code) {
        for (; count; count--, sent++) {
            if (is_present(kept, all - count)) {
                set_bit(c, sent);
            }
        }
        if (kept->contents.length) {
            ALIGN(c);
            move_bits(c, (uint8_t *)(uintptr_t)kept->contents.data, kept->contents.length * 8);
        }
    }
#endif
#ifdef STUBC_DECODE
    for (; count && !c->code; count--, sent++) {
        unknown += bit_at(base, sent);
    }
#ifdef STUBC_USE_KEEP_UNKNOWN
    if (kept && unknown) {
        ALIGN(c);
    }
    sent = c->in.at;
#endif
    for (; unknown && !c->code; unknown--) {
        enter(c, NULL);
    }
#ifdef STUBC_USE_KEEP_UNKNOWN
    if (kept && sent < c->in.at && !STUBC_ENCODES(c) && !c->code) {
        kept->contents.length = (c->in.at - sent) / 8;
        kept->contents.data = keep_bits(c, sent, c->in.at - sent);
    }
#endif
#endif
    (void)unknown;
}
#endif

#ifdef STUBC_USE_SEQUENCE
/* Converts what follows the root of a structure that begins at bit start: additions, and open types that wait for their
 * governors. */
STUBC_ALWAYS void end_structure(stubc_coder *c, unsigned op, uint8_t *value, size_t start)
{
#ifdef STUBC_USE_ADDITIONS
    if (op & STUBC_EXTENSIBLE && !c->code) {
#ifdef STUBC_USE_KEEP_UNKNOWN
        c->unknown = op & STUBC_KEEPS ? (const stubc_unknown *)(const void *)(value + next_number(c)) : NULL;
#endif
        code_additions(c, value, !STUBC_ENCODES(c) && bit_at(c->in.base, start), start);
    }
#endif
#if defined STUBC_USE_HOPS && defined STUBC_DECODE
    if (op & STUBC_GOVERNS && !STUBC_ENCODES(c) && !c->code) {
        resolve_all(c, c->pc, value);
    }
#endif
    (void)c;
    (void)op;
    (void)value;
    (void)start;
}

/* Converts a SEQUENCE or SET (X.691 19, 21). */
static STUBC_MAYBE_UNUSED void code_structure(stubc_coder *c, unsigned op, uint8_t *value, unsigned way)
{
    const size_t construct = c->construct, start = c->in.at;
    c->construct = place(&c->in);
    c->flag = value;
    if (op & STUBC_EXTENSIBLE) {
        bits(c, 0, 1);
    }
    code_fields(c, value, way);
    end_structure(c, op, value, start);
    c->construct = construct;
}
#endif
