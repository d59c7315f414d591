/* ---- Bits, lengths and whole numbers, in both directions ---- */
/* Records the first error; no bits are left after it. Returns false. */
static STUBC_APART bool fail(stubc_coder *c, int code)
{
    if (!c->code) {
        c->code = code;
        c->failed = c->construct;
    }
#ifdef STUBC_ALIGNED
    c->in.at &= ~(size_t)7; /* so that the next byte boundary is not after the end */
#endif
    c->in.end = c->in.at;
    return false;
}

/* Returns whether so many bits are left. Else the message is cut off, an open type or the buffer is too short. */
static STUBC_APART bool need(stubc_coder *c, size_t bits)
{
    if (bits <= c->in.end - c->in.at) {
        return !c->code;
    }
    if (STUBC_ENCODES(c)) {
        return fail(c, STUBC_NO_SPACE);
    }
    if (!c->code) {
        c->needed = c->in.at / 8 + (bits + c->in.at % 8 + 7) / 8;
    }
    return fail(c, c->in.is_inside ? STUBC_BAD_LENGTH : STUBC_TRUNCATED);
}

/* Reads a number of at most 32 bits, or writes its lowest bits; zeros may be more. Returns it; a decoder returns 0
 * after an error. */
static STUBC_APART uint32_t bits(stubc_coder *c, uint32_t x, size_t count)
{
    uint32_t found = 0;
#ifdef STUBC_WORDS_OF_64
    if (count <= 32) {
        const size_t left = c->in.end - c->in.at;
        if (STUBC_ENCODES(c)) {
            if (left >= 64) {
                put_word(&c->in, x & (((uint64_t)1 << count) - 1), (unsigned)count);
                return x;
            }
        } else if (count <= left) {
            found = (uint32_t)(peek(&c->in, c->in.at) >> 1 >> (63 - count));
            c->in.at += count;
            return found;
        }
    }
#endif
    if (need(c, count)) {
        while (count) {
            uint8_t *const octet = c->in.base + c->in.at / 8;
            const unsigned left = 8 - (unsigned)(c->in.at & 7), some = count < left ? (unsigned)count : left;
            const unsigned mask = 0xffu >> (8 - some);
            c->in.at += some;
            count -= some;
            if (STUBC_ENCODES(c)) {
                /* The bits after the place are zeros. */
                const unsigned part = count < 32 ? x >> count & mask : 0;
                *octet = (uint8_t)((left < 8 ? *octet : 0) | part << (left - some));
            } else {
                found = found << some | ((unsigned)*octet >> (left - some) & mask);
            }
        }
    }
    return STUBC_ENCODES(c) ? x : found;
}

/* Sets a bit that was written as 0. */
static STUBC_MAYBE_UNUSED void set_bit(stubc_coder *c, size_t at)
{
    c->in.base[at / 8] = (uint8_t)(c->in.base[at / 8] | 0x80u >> at % 8);
}

/* Moves to a byte boundary (APER). */
#ifdef STUBC_ALIGNED
#define ALIGN(c) bits(c, 0, (0 - (c)->in.at) & 7)
#else
#define ALIGN(c) ((void)0)
#endif

/* Returns the length of count items, or of those that follow it: if is_more, another length follows them
 * (X.691 11.9.3). */
static STUBC_APART size_t length(stubc_coder *c, size_t count, bool *is_more)
{
    size_t fragments = count >> 14;
    *is_more = false;
    ALIGN(c);
    if (!bits(c, count >= 128, 1)) {
        return bits(c, (uint32_t)count, 7);
    }
    if (!bits(c, fragments > 0, 1)) {
        return bits(c, (uint32_t)count, 14);
    }
    fragments = bits(c, (uint32_t)(fragments > 4 ? 4 : fragments), 6);
    if (fragments - 1 > 3) {
        fail(c, STUBC_BAD_LENGTH);
        return 0;
    }
    *is_more = true;
    return fragments << 14;
}

#if defined STUBC_USE_UNBOUNDED || defined STUBC_USE_EXTENSIONS
/* A number after its length, with its sign. */
typedef struct stubc_counted {
    stubc_word x;
    bool is_signed;   /* sent in two's complement */
    bool is_negative;
    bool is_over;     /* decoded: it has more bits than x */
} stubc_counted;

/* Converts a number of at least one byte after its length. Encoders send the fewest bytes. */
static STUBC_APART void counted(stubc_coder *c, stubc_counted *n)
{
    const stubc_word own = n->x, fill = n->is_negative ? ~(stubc_word)0 : 0;
    bool is_more, is_first = true;
    do {
        size_t count = (width(own ^ fill) + n->is_signed + 7) / 8;
        count = length(c, count ? count : 1, &is_more);
        if (!need(c, count * 8)) {
            return;
        }
        while (count--) {
            const stubc_word part = count < STUBC_WORD_BITS / 8 ? own >> 8 * count : fill;
            const uint32_t octet = bits(c, (uint32_t)part & 0xff, 8);
            if (is_first) {
                n->is_negative = n->is_signed && octet & 0x80;
                n->x = 0 - (stubc_word)n->is_negative;
            }
            is_first = false;
            n->is_over |= n->x >> (STUBC_WORD_BITS - 8) != (n->is_negative ? 0xff : 0);
            n->x = n->x << 8 | octet;
        }
    } while (is_more);
    if (is_first) {
        fail(c, STUBC_BAD_LENGTH);
    }
}
#endif

#ifdef STUBC_USE_EXTENSIONS
/* Returns a normally small number (X.691 11.6), which has at most 32 bits. */
static STUBC_APART uint32_t small_number(stubc_coder *c, uint32_t x)
{
    stubc_counted n = {0, false, false, false};
    if (!bits(c, x >= 64, 1)) {
        return bits(c, x, 6);
    }
    n.x = x;
    counted(c, &n);
    if (n.is_over || n.x > 0xffffffffu) {
        fail(c, STUBC_BAD_VALUE);
    }
    return c->code ? 0 : (uint32_t)n.x;
}
#endif

/* Returns a whole number from 0 to most (X.691 11.5); above it, the error is code. */
static STUBC_APART uint32_t constrained(stubc_coder *c, uint32_t x, uint32_t most, int code)
{
    unsigned count = width(most);
#ifdef STUBC_ALIGNED
    if (count > 8 || most == 255) {
        if (count > 16) {
            count = constrained(c, (width(x | 1) - 1) / 8, (count - 1) / 8, code) * 8 + 8;
        }
        count = (count + 7) & ~7u;
        ALIGN(c);
    }
#endif
    x = bits(c, x, count);
    if (x > most) {
        fail(c, code);
        x = 0;
    }
    return x;
}

/* Reads the sizes in a program, after their extension bit. An encoder has count items. */
#ifdef STUBC_USE_SIZES
static STUBC_APART void sizes_of(stubc_coder *c, unsigned op, size_t count, stubc_sizes *sizes)
{
    bool is_outside;
    sizes->min = next_number(c);
    sizes->max = op & STUBC_LIMITED ? next_number(c) : STUBC_NO_MOST;
    sizes->total = 0;
    is_outside = STUBC_ENCODES(c) && (count < sizes->min || count > sizes->max);
    if (op & STUBC_EXTENSIBLE) {
        is_outside = bits(c, is_outside, 1) != 0;
    } else if (is_outside) {
        fail(c, STUBC_BAD_VALUE);
    }
    if (is_outside) {
        *sizes = any_size;
    }
}
#endif

/* Returns the number of items in the next piece of a string or array: all, or a fragment. An encoder has left items. */
static STUBC_APART size_t piece(stubc_coder *c, stubc_sizes *sizes, size_t left, bool *is_more)
{
    size_t count;
    *is_more = false;
    if (sizes->max < STUBC_UNBOUNDED) {
        return sizes->min + constrained(c, (uint32_t)(left - sizes->min), (uint32_t)(sizes->max - sizes->min),
                                        STUBC_BAD_LENGTH);
    }
    count = length(c, left, is_more);
    sizes->total += count;
    if (sizes->total > sizes->max || (!*is_more && sizes->total < sizes->min)) {
        fail(c, STUBC_BAD_LENGTH);
        *is_more = false;
        return 0;
    }
    return count;
}
