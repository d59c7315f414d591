/* ---- The interpreter: open types ---- */
#ifdef STUBC_USE_TYPED
static void code_deeper(stubc_coder *c, uint8_t *value);
#endif

#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_TYPED
/* Enters the contents of an open type; outer gets the input or output to return to. A decoder skips them if it is NULL.
 * An encoder leaves room for a length of one byte. Returns false after an error. */
static STUBC_APART bool enter(stubc_coder *c, stubc_input *outer)
{
    if (STUBC_ENCODES(c)) {
        *outer = c->in;
        ALIGN(c);
        bits(c, 0, 8);
        c->in.start = c->in.at;
        return !c->code;
    }
#ifdef STUBC_DECODE
    {
        stubc_string s;
        begin_string(c, &s, NULL, 8);
        s.is_slice = false;
        s.is_skipped = !outer;
        if (!code_string(c, &s) || !outer) {
            return false;
        }
        *outer = c->in;
        c->in.at = s.at;
        if (s.data) {
            c->in.base = s.data;
            c->in.at = 0;
            c->in.place = s.place;
            c->in.is_whole = s.is_whole;
            c->in.is_joined = true;
#ifdef STUBC_SEE_TAIL
            see(&c->in, s.count * 8);
#endif
        }
        c->in.start = c->in.at;
        c->in.end = c->in.at + s.count * 8;
        c->in.is_inside = true;
    }
#endif
    return true;
}

#if defined STUBC_ENCODE || defined STUBC_USE_UNKNOWN
/* Ends a complete encoding: whole bytes, at least one (X.691 11.1). */
static STUBC_APART void complete(stubc_coder *c)
{
    const size_t used = c->in.at - c->in.start;
    bits(c, 0, used ? (0 - used) & 7 : 8);
}
/* Writes eight bits over others. */
static STUBC_APART void set_octet(stubc_coder *c, size_t at, size_t octet)
{
    uint8_t *const to = c->in.base + at / 8;
    const unsigned used = (unsigned)(at & 7);
    to[0] = (uint8_t)((to[0] & ~(0xffu >> used)) | (octet & 0xff) >> used);
    if (used) {
        to[1] = (uint8_t)((to[1] & 0xffu >> used) | octet << (8 - used));
    }
}

/* Moves what follows a place by a byte. */
static STUBC_APART void make_room(stubc_coder *c, size_t at)
{
    uint8_t *const from = c->in.base + at / 8;
    const size_t octets = (c->in.at + 7) / 8 - at / 8;
    bits(c, 0, 8);
    if (!c->code) {
        memmove(from + 1, from, octets);
    }
}

/* Completes the contents after room for a length of one byte, and writes their length. Long contents move to make room
 * for it, and for the lengths of fragments. */
static STUBC_APART void close_contents(stubc_coder *c)
{
    size_t at = c->in.start - 8, left, fragments;
    complete(c);
    for (left = (c->in.at - at) / 8 - 1; !c->code; left -= fragments << 14) {
        fragments = left >> 14 > 4 ? 4 : left >> 14;
        if (fragments) {
            set_octet(c, at, 0xc0 | fragments);
            at += 8 + (fragments << 17);
            make_room(c, at);
            continue;
        }
        if (left >= 128) {
            make_room(c, at);
            if (!c->code) {
                set_octet(c, at, 0x80 | left >> 8);
                at += 8;
            }
        }
        set_octet(c, at, left);
        return;
    }
}
#endif

/* Ends the contents of an open type, and returns to what is around them: at least one byte (X.691 11.2). */
static STUBC_APART void leave(stubc_coder *c, const stubc_input *outer)
{
    if (c->code) {
        return;
    }
#if defined STUBC_ENCODE || defined STUBC_USE_UNKNOWN
    if (STUBC_ENCODES(c)) {
        close_contents(c);
        c->in.start = outer->start;
    }
#endif
#ifdef STUBC_DECODE
    if (!STUBC_ENCODES(c)) {
        const size_t used = c->in.at - c->in.start;
        if (((used ? used : 1) + 7) / 8 * 8 == c->in.end - c->in.start) {
            c->in = *outer;
        } else {
            fail(c, STUBC_BAD_LENGTH);
        }
    }
#endif
}
#endif

#ifdef STUBC_USE_UNKNOWN
/* Copies an arm of a CHOICE that the specification does not know: from its contents on, after its index. */
static STUBC_APART void copy_unknown(stubc_coder *to, stubc_coder *from, uint32_t index)
{
    stubc_input outer;
    bool is_more;
    bits(to, 1, 1);
    small_number(to, index);
    enter(to, &outer);
    do {
        size_t count = length(from, 0, &is_more);
        if (!need(from, count * 8)) {
            return;
        }
        for (; count; count--) {
            bits(to, bits(from, 0, 8), 8);
        }
    } while (is_more);
    if (to->in.at == to->in.start) {
        to->in.start = outer.start; /* an empty one stays empty */
    } else {
        leave(to, &outer);
    }
}

#ifdef STUBC_DECODE
/* Decodes an arm that the specification does not know to its complete encoding, as of a message of its own. */
static STUBC_RARE void decode_unknown(stubc_coder *c, uint32_t index, uint8_t *out)
{
    stubc_context *const context = c->context;
    stubc_coder to;
    stubc_slice whole;
    memset(&to, 0, sizeof to);
    to.is_encoder = true;
    if (context && context->arena_size > context->arena_used) {
        to.in.base = context->arena + context->arena_used;
        to.in.end = (context->arena_size - context->arena_used) * 8;
    }
    copy_unknown(&to, c, index);
    complete(&to);
    if (to.code) {
        fail(c, STUBC_NO_MEMORY);
    }
    if (c->code) {
        return;
    }
    whole.data = to.in.base;
    whole.length = to.in.at / 8;
    context->arena_used += whole.length;
    memcpy(out, &whole, sizeof whole);
    bound(c, whole.length * 8);
}
#endif

#ifdef STUBC_ENCODE
/* Encodes an arm that the specification does not know: a complete encoding, with an index that it does not use. */
static STUBC_RARE void encode_unknown(stubc_coder *c, const uint8_t *value, uint32_t known)
{
    stubc_coder from;
    stubc_slice s;
    uint32_t index = 0;
    memcpy(&s, value, sizeof s);
    memset(&from, 0, sizeof from);
    from.in.base = (uint8_t *)(uintptr_t)s.data;
    from.in.end = (s.length < SIZE_MAX / 8 ? s.length : SIZE_MAX / 8) * 8;
#ifdef STUBC_SEE_TAIL
    see(&from.in, from.in.end);
#endif
    if (bits(&from, 0, 1)) {
        index = small_number(&from, 0);
        copy_unknown(c, &from, index);
    } else {
        fail(&from, STUBC_BAD_VALUE);
    }
    if (from.code || index < known || (from.in.at + 7) / 8 != s.length) {
        fail(c, STUBC_BAD_VALUE);
    }
}
#endif
#endif

#ifdef STUBC_USE_TYPED
/* In front of the bytes of an open type that are copied into the arena: the place of their first bit in the message,
 * and whether they follow each other there. */
typedef struct stubc_origin {
    uint64_t place;
    uint64_t is_whole;
} stubc_origin;

#ifdef STUBC_DECODE
/* Decodes an open type that a governor resolves later to its bytes (X.691 11.2). */
static STUBC_RARE void get_typed(stubc_coder *c, uint8_t *out)
{
    stubc_string s;
    *(uint16_t *)(void *)(out + sizeof(stubc_slice)) = 0;
    begin_string(c, &s, NULL, 8);
    s.head = sizeof(stubc_origin);
    if (code_slice(c, &s, out) && !s.count) {
        fail(c, STUBC_BAD_LENGTH);
    }
    bound(c, s.count * 8);
    if (s.data) {
        stubc_origin origin;
        origin.place = s.place;
        origin.is_whole = s.is_whole;
        memcpy(s.data - sizeof origin, &origin, sizeof origin);
    }
}
#endif

/* Returns the arm of an open type with this kind, and moves to its program and the size of its memory. */
static STUBC_APART uint8_t *arm_of(stubc_coder *c, uint8_t *value, unsigned kind)
{
    value += number(&c->pc);
    c->pc = after_numbers(c->pc, 2 * kind - 1); /* the number of arms, and two for each arm before */
    return value;
}

#ifdef STUBC_ENCODE
/* Encodes an open type that a governor resolves: the value of its kind, or its bytes if it has none. */
static STUBC_RARE void put_typed(stubc_coder *c, uint8_t *value)
{
    const unsigned kind = *(const uint16_t *)(const void *)(value + sizeof(stubc_slice));
    const uint8_t *pc = c->pc;
    stubc_input outer;
    if (!kind) {
        code_bytes(c, STUBC_OP_OPEN, value);
        return;
    }
    number(&pc);
    if (kind > number(&pc)) {
        fail(c, STUBC_BAD_VALUE);
    } else if (!c->depth) {
        fail(c, STUBC_DEPTH);
    } else {
        enter(c, &outer);
        code_deeper(c, arm_of(c, value, kind));
        leave(c, &outer);
    }
}
#endif

/* Converts an open type that a governor resolves. */
static STUBC_MAYBE_UNUSED void code_typed(stubc_coder *c, uint8_t *value)
{
#ifdef STUBC_ENCODE
    if (STUBC_ENCODES(c)) {
        put_typed(c, value);
        return;
    }
#endif
#ifdef STUBC_DECODE
    get_typed(c, value);
#endif
}
#endif

#if defined STUBC_USE_HOPS && defined STUBC_DECODE
/* Decodes the contents of an open type as the kind that its governor selects. A default, which did not come in the
 * message, stays bytes. */
static void resolve_open(stubc_coder *c, uint8_t *out, unsigned kind, unsigned program)
{
    const stubc_input outer = c->in;
    const size_t construct = c->construct;
    const stubc_context *const context = c->context;
    stubc_slice raw;
    memcpy(&raw, out, sizeof raw);
    if ((uintptr_t)raw.data - (uintptr_t)c->in.base < (c->in.at + 7) / 8) {
        c->in.start = (size_t)(raw.data - c->in.base) * 8;
    } else if (context && (uintptr_t)raw.data - (uintptr_t)context->arena < context->arena_used) {
        stubc_origin origin;
        memcpy(&origin, raw.data - sizeof origin, sizeof origin);
        c->in.base = (uint8_t *)(uintptr_t)raw.data;
        c->in.start = 0;
        c->in.place = (size_t)origin.place;
        c->in.is_whole = origin.is_whole != 0;
        c->in.is_joined = false;
#ifdef STUBC_SEE_TAIL
        see(&c->in, raw.length * 8);
#endif
    } else {
        return;
    }
    if (!c->depth) {
        fail(c, STUBC_DEPTH);
        return;
    }
    *(uint16_t *)(void *)(out + sizeof raw) = (uint16_t)kind;
    c->in.at = c->in.start;
    c->in.end = c->in.start + raw.length * 8;
    c->in.is_inside = true;
    c->construct = place(&c->in);
    c->pc = program_at(c, program, c->unit->programs) + 1;
    code_deeper(c, arm_of(c, out, kind));
    leave(c, &outer);
    c->construct = construct;
}
#endif
