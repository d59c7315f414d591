/* ---- Strings and the contents of open types ---- */
#if defined STUBC_MAX_STRING && defined STUBC_DECODE
/* Refuses a decoded string of too many bits. */
static STUBC_MAYBE_UNUSED void bound(stubc_coder *c, size_t count)
{
    if (!STUBC_ENCODES(c) && count > STUBC_MAX_STRING * (size_t)8) {
        fail(c, STUBC_LIMIT);
    }
}
#else
#define bound(c, count) ((void)0)
#endif

#if defined STUBC_USE_STRINGS || defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_SLICES
/* Reads bits to memory, where the last byte ends with zeros; or writes bits of memory. Returns the end of the bytes. */
static STUBC_APART uint8_t *move_bits(stubc_coder *c, uint8_t *octets, size_t count)
{
    while (count && !c->code) {
        unsigned some = count < 8 ? (unsigned)count : 8, x;
#ifdef STUBC_WORDS_OF_64
        unsigned left = some = count < 56 ? (unsigned)count : 56;
        uint64_t w = 0;
        if (!STUBC_ENCODES(c)) {
            w = peek(&c->in, c->in.at);
            for (c->in.at += some, count -= some; left; left = left < 8 ? 0 : left - 8, w <<= 8) {
                *octets++ = (uint8_t)(w >> 56 & (left < 8 ? 0xff00u >> left : 0xff));
            }
            continue;
        }
        if (c->in.end - c->in.at >= 64) {
            for (; left >= 8; left -= 8) {
                w = w << 8 | *octets++;
            }
            if (left) {
                w = w << left | ((unsigned)*octets++ >> (8 - left));
            }
            put_word(&c->in, w, some);
            count -= some;
            continue;
        }
        some = count < 8 ? (unsigned)count : 8;
#endif
        x = bits(c, STUBC_ENCODES(c) ? (unsigned)*octets >> (8 - some) : 0, some);
        if (!STUBC_ENCODES(c)) {
            *octets = (uint8_t)(x << (8 - some));
        }
        octets++;
        count -= some;
    }
    return octets;
}

/* A string of bits or bytes. */
typedef struct stubc_string {
    stubc_sizes sizes;
    unsigned item;   /* bits */
    unsigned head;   /* bytes before a copy in the arena */
    uint8_t *data;   /* a decoder: NULL if its bits follow each other in the input, from bit at */
    size_t count;    /* items; those that an encoder does not have are zeros */
    size_t has;      /* of an encoder: bits at data */
    size_t at;
    size_t place;    /* of the first bit in the message */
    bool is_whole;
    bool is_aligned; /* its items begin on a byte boundary */
    bool is_skipped; /* a decoder copies nothing */
    bool is_slice;   /* a decoder copies it to the arena unless it begins on a byte boundary */
} stubc_string;

/* Converts a string. A decoder joins fragments in the arena. Each piece but the last is a multiple of eight bytes, so
 * they follow each other there. Returns false after an error. */
static STUBC_APART bool code_string(stubc_coder *c, stubc_string *s)
{
    size_t left = s->count;
    bool is_more;
    do {
        const size_t count = piece(c, &s->sizes, left, &is_more), all = count * s->item;
        if (s->is_aligned) {
            ALIGN(c);
        }
        if (!need(c, all)) {
            return false;
        }
        if (STUBC_ENCODES(c)) {
            const size_t some = s->has < all ? s->has : all;
            left -= count;
            s->data = move_bits(c, s->data, some);
            bits(c, 0, all - some);
            s->has -= some;
            continue;
        }
#ifdef STUBC_DECODE
        if (!s->count) {
            s->at = c->in.at;
            s->place = place(&c->in);
            s->is_whole = c->in.is_whole;
        }
        if (!all) {
            continue;
        }
        s->is_whole = s->is_whole && !s->count;
        s->count += count;
        if (!s->is_skipped && (is_more || s->data || (s->is_slice && (c->in.at % 8 || (s->head && c->in.is_joined))))) {
            uint8_t *to = (uint8_t *)alloc(c, (s->data ? 0 : s->head) + (all + 7) / 8);
            if (!to) {
                return false;
            }
            if (!s->data) {
                s->data = to += s->head;
            }
            move_bits(c, to, all);
        } else {
            c->in.at += all;
        }
#endif
    } while (is_more);
    return !c->code;
}

/* Returns a string to decode, or that of a slice to encode. */
static STUBC_APART void begin_string(stubc_coder *c, stubc_string *s, const uint8_t *value, unsigned item)
{
    memset(s, 0, sizeof *s);
    s->sizes.max = STUBC_NO_MOST;
    s->item = item;
    s->is_slice = true;
    if (STUBC_ENCODES(c)) {
        stubc_slice slice;
        memcpy(&slice, value, sizeof slice);
        s->data = (uint8_t *)(uintptr_t)slice.data;
        s->count = slice.length;
        s->has = slice.length * item;
    }
}

/* Converts a string to a slice, or an encoder's string. Returns false after an error. */
static STUBC_APART bool code_slice(stubc_coder *c, stubc_string *s, uint8_t *value)
{
    if (code_string(c, s) && !STUBC_ENCODES(c)) {
        stubc_slice slice;
        slice.data = s->data ? s->data : c->in.base + s->at / 8;
        slice.length = s->count;
        memcpy(value, &slice, sizeof slice);
    }
    return !c->code;
}
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
#ifdef STUBC_WORDS_OF_64
/* Converts a string of one short size, not on a byte boundary. Returns false if it is another one, or after an error.
 * */
static bool code_short(stubc_coder *c, unsigned op, unsigned item, uint8_t *value)
{
    const unsigned size = c->pc[0], count = size * item;
    stubc_slice slice;
    uint64_t word = 0;
    unsigned i;
    if ((op & (STUBC_EXTENSIBLE | STUBC_LIMITED)) != STUBC_LIMITED || (op & STUBC_OP) == STUBC_OP_NAMED_BITS ||
        size > 0x7f || size != c->pc[1] || count - 1 >= (IS_UNALIGNED ? 56 : 16)) {
        return false;
    }
    if (STUBC_ENCODES(c)) {
        memcpy(&slice, value, sizeof slice);
        if (slice.length != size || c->in.end - c->in.at < 64) {
            return false;
        }
        for (i = 0; i < count; i += 8) {
            word = word << 8 | slice.data[i / 8];
        }
        put_word(&c->in, word >> (i - count), count);
        return true;
    }
#ifdef STUBC_DECODE
    if (c->in.end - c->in.at < count) {
        return false;
    }
    slice.data = c->in.base + c->in.at / 8;
    slice.length = size;
    if (c->in.at % 8) {
        uint8_t *const to = (uint8_t *)alloc(c, (count + 7) / 8);
        if (!to) {
            return true;
        }
        slice.data = to;
        word = peek(&c->in, c->in.at) & ~(uint64_t)0 << (64 - count);
        for (i = 0; i < count; i += 8, word <<= 8) {
            to[i / 8] = (uint8_t)(word >> 56);
        }
    }
    c->in.at += count;
    memcpy(value, &slice, sizeof slice);
#endif
    return true;
}
#endif

/* Converts a string of bytes or bits. Named bits are sent without trailing zeros, but as many as the sizes demand
 * (X.691 16.2, 16.3). */
static STUBC_RARE void code_sized(stubc_coder *c, unsigned op, uint8_t *value)
{
    const bool is_octets = (op & STUBC_OP) == STUBC_OP_OCTETS;
    stubc_string s;
#ifdef STUBC_WORDS_OF_64
    if (code_short(c, op, is_octets ? 8 : 1, value)) {
        return;
    }
#endif
    begin_string(c, &s, value, is_octets ? 8 : 1);
#ifdef STUBC_USE_NAMED_BITS
    if (STUBC_ENCODES(c) && (op & STUBC_OP) == STUBC_OP_NAMED_BITS) {
        const uint8_t *pc = c->pc;
        const size_t min = number(&pc);
        s.has = trimmed(s.data, s.count);
        s.count = s.has < min ? min : s.has;
    }
#endif
    sizes_of(c, op, s.count, &s.sizes);
    s.is_aligned = is_long(&s.sizes, is_octets ? 2 : 16);
    code_slice(c, &s, value);
    bound(c, s.count * s.item);
}
#endif

#ifdef STUBC_USE_SLICES
/* Checks bytes after a length; op: their operation. Returns 0 or an error code. */
static int check_bytes(unsigned op, stubc_slice *s, bool encodes)
{
    if (!s->length && (op == STUBC_OP_OPEN || op == STUBC_OP_BYTES)) {
        return encodes ? STUBC_BAD_VALUE : STUBC_BAD_LENGTH;
    }
#ifdef STUBC_USE_BYTES
    if (op == STUBC_OP_BYTES) {
        *s = shortest(*s);
    }
#endif
#ifdef STUBC_USE_OID
    if (op == STUBC_OP_OID && !is_oid(s->data, s->length)) {
        return STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_REAL
    if (op == STUBC_OP_REAL) {
        const int code = real(s->data, s->length);
        return code == STUBC_NOT_CANONICAL && !encodes ? 0 : code;
    }
#endif
    return 0;
}

/* Converts a value that is bytes after a length. */
static STUBC_RARE void code_bytes(stubc_coder *c, unsigned op, uint8_t *value)
{
    stubc_string s;
    stubc_slice own;
    int code = 0;
    if (STUBC_ENCODES(c)) {
        memcpy(&own, value, sizeof own);
        code = check_bytes(op, &own, true);
        value = (uint8_t *)&own;
    }
    begin_string(c, &s, value, 8);
    if (!code && code_slice(c, &s, value) && !STUBC_ENCODES(c)) {
        memcpy(&own, value, sizeof own);
        code = check_bytes(op, &own, false);
        memcpy(value, &own, sizeof own);
        if (!code) {
            bound(c, own.length * 8);
        }
    }
    if (code) {
        fail(c, code);
    }
}
#endif

#ifdef STUBC_USE_CHARACTERS
/* Returns whether an alphabet has the character x. If it is mapped, messages have the index in its place. */
static bool character(const stubc_alphabet *alphabet, uint32_t *x, bool encodes)
{
    const uint8_t *pc = alphabet->ranges;
    unsigned ranges = number(&pc);
    uint32_t before = 0; /* from the index of a character of the range to the character */
    for (; ranges; ranges--) {
        const uint32_t low = number(&pc), span = number(&pc);
        const uint32_t shift = alphabet->is_mapped ? low - before : 0;
        const uint32_t own = encodes ? *x : *x + shift;
        if (own - low <= span) {
            *x = encodes ? own - shift : own;
            return true;
        }
        before += span + 1;
    }
    return false;
}

/* Whether the characters at the cursor are those of the C value. */
#ifdef STUBC_ALIGNED
#define IS_SLICE(alphabet, in) \
    ((alphabet)->item == 1 && (alphabet)->bits == 8 && !(alphabet)->is_mapped && (in)->at % 8 == 0)
#else
#define IS_SLICE(alphabet, in) false
#endif

/* Converts a string whose characters all have one width (X.691 30). */
static STUBC_RARE void code_characters(stubc_coder *c, unsigned op, uint8_t *value)
{
    stubc_alphabet alphabet = alphabet_at(c);
    stubc_sizes sizes;
    stubc_slice slice = {NULL, 0};
    uint8_t *at = NULL;
    size_t left = 0;
    bool is_more;
    if (STUBC_ENCODES(c)) {
        memcpy(&slice, value, sizeof slice);
        at = (uint8_t *)(uintptr_t)slice.data;
        left = slice.length / alphabet.item;
        if (slice.length % alphabet.item) {
            fail(c, STUBC_BAD_VALUE);
        }
    }
    sizes_of(c, op, left, &sizes);
    alphabet.ranges = c->pc;
    do {
        size_t count = piece(c, &sizes, left, &is_more);
        if (is_spread(&alphabet, &sizes)) {
            ALIGN(c);
        }
        if (!need(c, count * alphabet.bits)) {
            return;
        }
        left -= count;
#ifdef STUBC_DECODE
#ifdef STUBC_USE_EMPTY
        if (!STUBC_ENCODES(c) && !alphabet.bits) {
            count_empty(c, count);
        }
#endif
        if (!STUBC_ENCODES(c) && count) {
            if (at || is_more || !IS_SLICE(&alphabet, &c->in)) {
                at = (uint8_t *)alloc(c, count * alphabet.item);
            }
            if (!slice.length) {
                slice.data = at ? at : c->in.base + c->in.at / 8;
            }
            slice.length += count * alphabet.item;
        }
#endif
        for (; count && !c->code; count--) {
            uint32_t x = 0;
            unsigned item;
            if (STUBC_ENCODES(c)) {
                for (item = alphabet.item; item; item--) {
                    x = x << 8 | *at++;
                }
                if (!character(&alphabet, &x, true)) {
                    fail(c, STUBC_BAD_VALUE);
                }
            }
            x = bits(c, x, alphabet.bits);
            if (STUBC_ENCODES(c)) {
                continue;
            }
            if (!character(&alphabet, &x, false)) {
                fail(c, STUBC_BAD_VALUE);
            }
            for (item = alphabet.item; at && item--;) {
                *at++ = (uint8_t)(x >> 8 * item);
            }
        }
    } while (is_more);
    if (!STUBC_ENCODES(c) && !c->code) {
        if (!slice.data) {
            slice.data = c->in.base + c->in.at / 8;
        }
        memcpy(value, &slice, sizeof slice);
        bound(c, slice.length * 8);
    }
}
#endif
