/* ---- Encoding: bits, numbers, lengths, strings ---- */
#if defined STUBC_ENCODE || (defined STUBC_DECODE && defined STUBC_USE_UNKNOWN)
/* Records the first error; no bits fit after it. Returns false. */
static STUBC_APART bool refuse(stubc_encoder *c, int code)
{
    if (!c->code) {
        c->code = code;
    }
#if defined STUBC_ALIGNED && defined STUBC_COMPILED_ENCODE
    c->at &= ~(size_t)7; /* a procedure may go on to the next byte boundary, which must not be after the end */
#endif
    c->end = c->at;
    return false;
}

/* Writes the lowest bits of a number; zeros before them if it has fewer. */
static STUBC_APART void put(stubc_encoder *c, stubc_word x, size_t bits)
{
    if (bits > c->end - c->at) {
        refuse(c, STUBC_NO_SPACE);
        return;
    }
#ifdef STUBC_WORDS_OF_64
    if (bits - 1 < 57 && c->end - c->at >= 64) {
        uint8_t *const octet = c->base + c->at / 8;
        const unsigned used = (unsigned)(c->at & 7);
        uint64_t w = (uint64_t)x << (64 - bits) >> used | (uint64_t)(*octet & (0xff00u >> used) & 0xff) << 56;
        w = __builtin_bswap64(w);
        memcpy(octet, &w, sizeof w);
        c->at += bits;
        return;
    }
#endif
    while (bits) {
        uint8_t *const octet = c->base + c->at / 8;
        const unsigned used = (unsigned)(c->at & 7), left = 8 - used, some = bits < left ? (unsigned)bits : left;
        const size_t after = bits - some;
        const unsigned part = after < STUBC_WORD_BITS ? (unsigned)(x >> after) & (0xffu >> (8 - some)) : 0;
        *octet = (uint8_t)((used ? *octet & (0xff00u >> used) : 0) | part << (left - some));
        c->at += some;
        bits -= some;
    }
}

/* Writes a number of at most so many bits, up to 56: on large targets without a call. */
STUBC_ALWAYS void put_quick(stubc_encoder *c, stubc_word x, unsigned bits)
{
#ifdef STUBC_WORDS_OF_64
    const size_t at = c->at;
    if (c->end - at >= 64) {
        uint8_t *const octet = c->base + at / 8;
        /* The bits after the place in its byte may be anything. */
        uint64_t w = (uint64_t)(*octet >> (8 - (at & 7))) << bits | x;
        w = __builtin_bswap64(w << 1 << (63 - (at & 7) - bits));
        memcpy(octet, &w, sizeof w);
        c->at = at + bits;
        return;
    }
#endif
    put(c, x, bits);
}

/* Moves to a byte boundary (APER). */
#ifdef STUBC_ALIGNED
#define ALIGN_OUTPUT(c) put(c, 0, (unsigned)((0 - (c)->at) & 7))
#else
#define ALIGN_OUTPUT(c) ((void)0)
#endif

/* Sets a bit that was written as 0. */
static STUBC_APART void set_bit(stubc_encoder *c, size_t at)
{
    c->base[at / 8] = (uint8_t)(c->base[at / 8] | 0x80u >> at % 8);
}

/* Ends a complete encoding: whole bytes, at least one (X.691 11.1). */
static void complete(stubc_encoder *c)
{
    const size_t used = c->at - c->start;
    put(c, 0, used ? (unsigned)((0 - used) & 7) : 8);
}

/* Writes a whole number from 0 to most (X.691 11.5). */
static STUBC_APART void put_constrained(stubc_encoder *c, stubc_word x, stubc_word most)
{
    unsigned count = width(most);
#ifdef STUBC_ALIGNED
    if (count > 8 || most == 255) {
        if (count > 16) {
            const unsigned octets = (width(x | 1) + 7) / 8;
            put_constrained(c, octets - 1, (count + 7) / 8 - 1);
            count = octets * 8;
        }
        count = (count + 7) & ~7u;
        ALIGN_OUTPUT(c);
    }
#endif
    put(c, x, count);
}

/* Writes a length for count items (X.691 11.9.3). Returns the number of items that follow it: if these are 16K or more,
 * another length follows them. */
static STUBC_APART size_t put_length(stubc_encoder *c, size_t count)
{
    size_t fragments = count >> 14;
    ALIGN_OUTPUT(c);
    if (!fragments) {
        put(c, count < 128 ? (stubc_word)count : 0x8000 | (stubc_word)count, count < 128 ? 8 : 16);
        return count;
    }
    if (fragments > 4) {
        fragments = 4;
    }
    put(c, 0xc0 | (stubc_word)fragments, 8);
    return fragments << 14;
}

/* Writes bits of an input, and moves its cursor after them. */
static STUBC_MAYBE_UNUSED void put_bits(stubc_encoder *c, stubc_input *from, size_t count)
{
    for (; count >= 8 && !c->code; count -= 8) {
        put(c, take(from, 8), 8);
    }
    if (!c->code) {
        put(c, take(from, (unsigned)count), (unsigned)count);
    }
}

/* Writes bytes of an input after their length. */
static STUBC_MAYBE_UNUSED void put_contents(stubc_encoder *c, stubc_input *from, size_t octets)
{
    size_t count;
    do {
        count = put_length(c, octets);
        put_bits(c, from, count * 8);
        octets -= count;
    } while (count >> 14);
}

#if defined STUBC_USE_UNBOUNDED || defined STUBC_USE_EXTENSIONS
/* Writes a number after its length, in the fewest bytes: in two's complement, or not negative. */
static STUBC_APART void put_counted(stubc_encoder *c, stubc_word x, bool is_signed, bool is_negative)
{
    const stubc_word fill = is_negative ? ~(stubc_word)0 : 0;
    const unsigned spare = is_signed ? 1 : 0;
    unsigned octets = (width(x ^ fill) + spare + 7) / 8;
    if (!octets) {
        octets = 1;
    }
    put_length(c, octets);
    if (octets > STUBC_WORD_BITS / 8) {
        put(c, fill, 8);
        octets--;
    }
    put(c, x, octets * 8);
}
#endif

#ifdef STUBC_USE_EXTENSIONS
/* Writes a normally small number (X.691 11.6). */
static STUBC_APART void put_small_number(stubc_encoder *c, uint32_t x)
{
    if (x < 64) {
        put(c, x, 7);
        return;
    }
    put(c, 1, 1);
    put_counted(c, x, false, false);
}
#endif
#endif

#ifdef STUBC_ENCODE
/* Returns the bits of a string in memory. */
static STUBC_MAYBE_UNUSED stubc_input input_of(const void *data)
{
    stubc_input in;
    memset(&in, 0, sizeof in);
    in.base = (const uint8_t *)data;
    return in;
}

#ifdef STUBC_USE_SIZES
/* Writes the extension bit of sizes in a program, and moves after them. Returns the sizes that remain possible; an
 * error if the count has no encoding. */
static stubc_sizes put_sizes(stubc_encoder *c, const uint8_t **pc, unsigned op, size_t count)
{
    stubc_sizes sizes = sizes_at(pc, op);
    const bool is_outside = count < sizes.min || count > sizes.max;
    if (op & STUBC_EXTENSIBLE) {
        put(c, is_outside, 1);
    } else if (is_outside) {
        refuse(c, STUBC_BAD_VALUE);
    }
    if (is_outside) {
        sizes.min = 0;
        sizes.max = SIZE_MAX;
    }
    return sizes;
}

/* Writes the number of the next items of a string or array with count items left; returns it. */
static size_t put_piece(stubc_encoder *c, const stubc_sizes *sizes, size_t count)
{
    if (sizes->max < STUBC_UNBOUNDED) {
        put_constrained(c, (stubc_word)(count - sizes->min), (stubc_word)(sizes->max - sizes->min));
        return count;
    }
    return put_length(c, count);
}

/* Whether another piece follows one of so many items. */
#define HAS_MORE(sizes, count) ((sizes)->max >= STUBC_UNBOUNDED && (count) >> 14)
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
/* Writes a string of items with item bits each. */
static STUBC_RARE void put_string(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in, unsigned item)
{
    stubc_input from;
    stubc_sizes sizes;
    stubc_slice s;
    size_t count;
    memcpy(&s, in, sizeof s);
    from = input_of(s.data);
    sizes = put_sizes(c, &pc, op, s.length);
    if (c->code) {
        return;
    }
    do {
        count = put_piece(c, &sizes, s.length);
        if (is_long(&sizes, item == 1 ? 16 : 2)) {
            ALIGN_OUTPUT(c);
        }
        put_bits(c, &from, count * item);
        s.length -= count;
    } while (HAS_MORE(&sizes, count) && !c->code);
}
#endif

#ifdef STUBC_USE_BITS
/* Writes named bits: without trailing zeros, but as many as the sizes demand (X.691 16.2, 16.3). */
static STUBC_RARE void put_named_bits(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    stubc_slice s;
    const uint8_t *at = pc;
    const size_t least = sizes_at(&at, op).min;
    stubc_sizes sizes;
    stubc_input from;
    size_t count, all, own;
    memcpy(&s, in, sizeof s);
    from = input_of(s.data);
    own = all = trimmed(s.data, s.length);
    if (all < least) {
        all = least;
    }
    if (own == all) {
        s.length = all;
        put_string(c, pc, op, (const uint8_t *)&s, 1);
        return;
    }
    sizes = put_sizes(c, &pc, op, all);
    if (c->code) {
        return;
    }
    do {
        size_t left = count = put_piece(c, &sizes, all);
        if (is_long(&sizes, 16)) {
            ALIGN_OUTPUT(c);
        }
        if (own) {
            const size_t some = own < left ? own : left;
            put_bits(c, &from, some);
            own -= some;
            left -= some;
        }
        put(c, 0, left);
        all -= count;
    } while (HAS_MORE(&sizes, count) && !c->code);
}
#endif

#ifdef STUBC_USE_CHARACTERS
/* Returns whether an alphabet has the character x, for which its index stands if it is mapped. */
static bool index_of(const stubc_alphabet *alphabet, uint32_t *x)
{
    const uint8_t *pc = alphabet->ranges;
    unsigned ranges = (unsigned)number(&pc);
    uint32_t before = 0;
    for (; ranges; ranges--) {
        const uint32_t low = (uint32_t)number(&pc), span = (uint32_t)number(&pc);
        if (*x - low <= span) {
            if (alphabet->is_mapped) {
                *x = *x - low + before;
            }
            return true;
        }
        before += span + 1;
    }
    return false;
}

/* Writes a string whose characters all have one width (X.691 30). */
static STUBC_RARE void put_characters(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    stubc_alphabet alphabet = alphabet_at(&pc);
    size_t count, left;
    stubc_sizes sizes;
    stubc_slice s;
    memcpy(&s, in, sizeof s);
    left = count = s.length / alphabet.item;
    sizes = put_sizes(c, &pc, op, count);
    alphabet.ranges = pc;
    if (s.length % alphabet.item) {
        refuse(c, STUBC_BAD_VALUE);
    }
    if (c->code) {
        return;
    }
    do {
        size_t each;
        count = put_piece(c, &sizes, left);
        left -= count;
        if (is_spread(&alphabet, &sizes)) {
            ALIGN_OUTPUT(c);
        }
        for (each = count; each && !c->code; each--) {
            uint32_t x = 0;
            unsigned item = alphabet.item;
            while (item--) {
                x = x << 8 | *s.data++;
            }
            if (!index_of(&alphabet, &x)) {
                refuse(c, STUBC_BAD_VALUE);
            } else {
                put(c, x, alphabet.bits);
            }
        }
    } while (HAS_MORE(&sizes, count) && !c->code);
}
#endif

#ifdef STUBC_USE_NUMBERS
/* Writes a number of known width. */
static STUBC_APART void put_field(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const unsigned op = *pc++, form = *pc++, count = form >> 3;
    uint32_t x = (uint32_t)load(in, form), most = ((uint32_t)1 << count) - 1;
    if (op & STUBC_PARTIAL) {
        most = (uint32_t)number(&pc);
    }
    if (op & STUBC_BASED) {
        const uint32_t base = (uint32_t)number(&pc);
        x -= SIGNED_NUMBER(base);
    }
    if (x > most) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#ifdef STUBC_ALIGNED
    if (op & STUBC_PADDED) {
        ALIGN_OUTPUT(c);
    }
#endif
    put(c, x, count);
}
#endif

#ifdef STUBC_USE_INTEGER
/* Writes an INTEGER of a machine type (X.691 13). */
static STUBC_RARE void put_integer(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const unsigned form = *pc++;
    const stubc_word first = form & (STUBC_LOW | STUBC_HIGH) ? number(&pc) : 0;
    const stubc_word bound = form & STUBC_NEGATIVE ? 0 - first : first;
    const bool is_low = form & STUBC_NEGATIVE;
    bool is_inside = true;
    const stubc_word x = load(in, form);
    const bool is_negative = IS_NEGATIVE(x, form);
    stubc_word most = ~(stubc_word)0;
    if (form & STUBC_LOW) {
        is_inside = is_negative == is_low ? x >= bound : is_low;
        if (form & STUBC_HIGH) {
            most = number(&pc);
        }
        is_inside = is_inside && x - bound <= most;
    } else if (form & STUBC_HIGH) {
        is_inside = is_negative == is_low ? x <= bound : is_negative;
    }
    if (op & STUBC_EXTENSIBLE) {
        put(c, !is_inside, 1);
    } else if (!is_inside) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#ifdef STUBC_USE_UNBOUNDED
    if (!is_inside || !(form & STUBC_LOW)) {
        put_counted(c, x, true, is_negative);
        return;
    }
    if (!(form & STUBC_HIGH)) {
        put_counted(c, x - bound, false, false);
        return;
    }
#endif
    put_constrained(c, x - bound, most);
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Writes an ENUMERATED (X.691 14). */
static STUBC_RARE void put_enumerated(stubc_encoder *c, const uint8_t *pc, unsigned op, const uint8_t *in)
{
    const unsigned form = *pc++;
    const uint32_t roots = (uint32_t)number(&pc);
    const stubc_word x = load(in, form);
    const bool is_negative = IS_NEGATIVE(x, form);
    uint32_t all = roots, index;
    stubc_word greatest;
#ifdef STUBC_USE_EXTENSIONS
    if (op & STUBC_EXTENSIBLE) {
        all += (uint32_t)number(&pc);
    }
#endif
    greatest = all - 1;
    index = !is_negative && x < all ? (uint32_t)x : all;
#ifdef STUBC_USE_MAPPED
    if (form & STUBC_MAPPED) {
        greatest = number(&pc);
        greatest = SIGNED_NUMBER(greatest);
        for (index = 0; index < all; index++) {
            const stubc_word known = number(&pc);
            if (x == SIGNED_NUMBER(known)) {
                break;
            }
        }
    }
#endif
#ifdef STUBC_USE_EXTENSIONS
    if (op & STUBC_EXTENSIBLE) {
        put(c, index >= roots, 1);
        if (index == all) {
            /* An unknown addition has a number after the greatest. */
            const bool is_low = form & 4 && greatest >> (STUBC_WORD_BITS - 1);
            const stubc_word above = x - greatest - 1 + (all - roots);
            const bool is_above = is_negative == is_low ? x > greatest : is_low;
            if (!is_above || above > 0xffffffffu) {
                refuse(c, STUBC_BAD_VALUE);
                return;
            }
            put_small_number(c, (uint32_t)above);
            return;
        }
        if (index >= roots) {
            put_small_number(c, index - roots);
            return;
        }
    }
#endif
    if (index >= roots) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    (void)greatest;
    (void)op;
    put_constrained(c, index, roots - 1);
}
#endif

#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_TYPED
/* Returns the bit that begins the contents of an open type: after room for a length of one byte. start gets the bit
 * that begins the complete encoding around it. */
static size_t open_contents(stubc_encoder *c, size_t *start)
{
    ALIGN_OUTPUT(c);
    put(c, 0, 8);
    *start = c->start;
    c->start = c->at;
    return c->at;
}

/* Sets eight bits that were written. */
static void set_octet(stubc_encoder *c, size_t at, unsigned octet)
{
    const size_t after = c->at, end = c->end;
    uint8_t *const last = c->base + at / 8 + 1;
    const unsigned used = (unsigned)(at & 7);
    const unsigned kept = used ? *last & (0xffu >> used) : 0;
    c->at = at;
    c->end = at + 8;
    put(c, octet, 8);
    if (used) {
        *last = (uint8_t)(*last | kept);
    }
    c->at = after;
    c->end = end;
}

/* Returns eight bits that were written. */
static unsigned octet_at(const stubc_encoder *c, size_t at)
{
    stubc_input in = input_of(c->base);
    in.at = at;
    return (unsigned)take(&in, 8);
}

/* Ends the contents that begin at bit from, and writes their length before them. Long contents move to make room for
 * it, from the last piece on. */
static void close_contents(stubc_encoder *c, size_t from, size_t start)
{
    size_t octets, left, room;
    complete(c);
    c->start = start;
    if (c->code) {
        return;
    }
    octets = (c->at - from) / 8;
    if (octets < 128) {
        set_octet(c, from - 8, (unsigned)octets);
        return;
    }
    left = octets & 0x3fff;
    room = (octets / 0x4000 + 3) / 4 + (left < 128 ? 1 : 2) - 1; /* bytes of lengths beside the first */
    if (room > (c->end - c->at) / 8) {
        refuse(c, STUBC_NO_SPACE);
        return;
    }
    c->at += room * 8;
    /* left: bytes of the piece that moves; octets: those before its end. */
    for (;;) {
        const bool is_last = left == (octets & 0x3fff);
        size_t to = from + (octets + room) * 8, at = from + octets * 8, i;
        for (i = 0; i < left; i++) {
            to -= 8;
            at -= 8;
            set_octet(c, to, octet_at(c, at));
        }
        if (is_last && left >= 128) {
            set_octet(c, to - 8, (unsigned)left & 0xff);
            set_octet(c, to - 16, 0x80 | (unsigned)(left >> 8));
            room -= 2;
        } else {
            set_octet(c, to - 8, is_last ? (unsigned)left : 0xc0 | (unsigned)(left >> 14));
            room -= 1;
        }
        octets -= left;
        if (!octets) {
            return;
        }
        left = octets / 0x4000 % 4 ? octets / 0x4000 % 4 * 0x4000 : 0x10000;
    }
}
#endif
#endif
