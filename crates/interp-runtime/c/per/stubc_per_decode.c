/* ---- Decoding: bits, numbers, lengths, strings ---- */
#if defined STUBC_DECODE || (defined STUBC_ENCODE && defined STUBC_USE_UNKNOWN)
/* Records the first error; no bits are left after it. Returns false. */
static STUBC_APART bool fail(stubc_decoder *d, int code)
{
    if (!d->code) {
        d->code = code;
    }
    d->in.at = d->in.end;
    return false;
}

/* Returns whether so many bits are left; else the message is cut off, or an open type too short. */
static STUBC_APART bool need(stubc_decoder *d, size_t bits)
{
    if (bits <= d->in.end - d->in.at && !d->code) {
        return true;
    }
    if (!d->code) {
        d->needed = d->in.at / 8 + (bits + d->in.at % 8 + 7) / 8;
    }
    return fail(d, d->in.is_inside ? STUBC_BAD_LENGTH : STUBC_TRUNCATED);
}

/* Returns the next bits as a number; 0 after an error. */
static STUBC_APART stubc_word bits(stubc_decoder *d, unsigned count)
{
#ifdef STUBC_WORDS_OF_64
    if (count <= 57 && count <= d->in.end - d->in.at) {
        const stubc_word x = (stubc_word)(peek(&d->in, d->in.at) >> 1 >> (63 - count));
        d->in.at += count;
        return x;
    }
#endif
    return need(d, count) ? take(&d->in, count) : 0;
}

#ifdef STUBC_SEE_TAIL
/* Notes the end of the bits that base has, and the last of them. */
static STUBC_MAYBE_UNUSED void see(stubc_input *in, size_t bits)
{
    size_t i = bits / 8 < 8 ? 0 : bits / 8 - 8;
    in->whole = bits;
    in->tail = 0;
#ifdef STUBC_WORDS_OF_64
    if (bits >= 64) {
        memcpy(&in->tail, in->base + i, sizeof in->tail);
        in->tail = __builtin_bswap64(in->tail);
        return;
    }
#endif
    for (; i < bits / 8; i++) {
        in->tail = in->tail << 8 | in->base[i];
    }
}
#endif

/* Moves to a byte boundary (APER). */
#ifdef STUBC_ALIGNED
#define ALIGN(in) ((in)->at = ((in)->at + 7) & ~(size_t)7)
#else
#define ALIGN(in) ((void)0)
#endif

/* Returns a length (X.691 11.9.3); is_fragment: another one follows its items. */
static STUBC_APART size_t length(stubc_decoder *d, bool *is_fragment)
{
    size_t count;
    *is_fragment = false;
    if (!d->code) {
        ALIGN(&d->in);
    }
    if (!bits(d, 1)) {
        return (size_t)bits(d, 7);
    }
    if (!bits(d, 1)) {
        return (size_t)bits(d, 14);
    }
    count = (size_t)bits(d, 6);
    if (count - 1 > 3) {
        fail(d, STUBC_BAD_LENGTH);
        return 0;
    }
    *is_fragment = true;
    return count << 14;
}

#if defined STUBC_USE_UNBOUNDED || defined STUBC_USE_EXTENSIONS
/* Returns a number of at least one byte after a length: in two's complement, or not negative. Sets is_negative, and
 * is_over if it has more bits than stubc_word. */
static STUBC_APART stubc_word counted(stubc_decoder *d, bool is_signed, bool *is_negative, bool *is_over)
{
    stubc_word x = 0;
    bool is_fragment, is_first = true;
    *is_negative = *is_over = false;
    do {
        size_t count = length(d, &is_fragment);
        if (d->code || !need(d, count * 8)) {
            return 0;
        }
        for (; count; count--) {
            const unsigned octet = (unsigned)take(&d->in, 8);
            if (is_first && is_signed && octet & 0x80) {
                *is_negative = true;
                x = ~(stubc_word)0;
            }
            is_first = false;
            *is_over |= x >> (STUBC_WORD_BITS - 8) != (*is_negative ? 0xff : 0);
            x = x << 8 | octet;
        }
    } while (is_fragment);
    if (is_first) {
        fail(d, STUBC_BAD_LENGTH);
    }
    return x;
}
#endif

#ifdef STUBC_USE_EXTENSIONS
/* Returns a normally small number (X.691 11.6), which has at most 32 bits. */
static STUBC_APART uint32_t small_number(stubc_decoder *d)
{
    bool is_negative, is_over;
    stubc_word x;
    if (!bits(d, 1)) {
        return (uint32_t)bits(d, 6);
    }
    x = counted(d, false, &is_negative, &is_over);
    if (is_over || x > 0xffffffffu) {
        fail(d, STUBC_BAD_VALUE);
    }
    return d->code ? 0 : (uint32_t)x;
}
#endif
#endif

#ifdef STUBC_DECODE
/* Returns the place of the next bit in the message. */
static STUBC_MAYBE_UNUSED size_t place(const stubc_input *in)
{
    return in->is_whole ? in->place + in->at : in->place;
}

/* Returns a whole number from 0 to most (X.691 11.5); above it, the error is code. */
static STUBC_APART stubc_word constrained(stubc_decoder *d, stubc_word most, int code)
{
    unsigned count = width(most);
    stubc_word x;
#ifdef STUBC_ALIGNED
    if (count > 8 || most == 255) {
        if (count > 16) {
            count = (unsigned)constrained(d, (count + 7) / 8 - 1, code) * 8 + 8;
        }
        count = (count + 7) & ~7u;
        if (!d->code) {
            ALIGN(&d->in);
        }
    }
#endif
    x = bits(d, count);
    if (x > most) {
        fail(d, code);
        x = 0;
    }
    return x;
}

/* Returns the number of items in the next piece of a string or array: all, or a fragment. total: items of pieces with
 * their own length so far. */
static STUBC_APART size_t piece(stubc_decoder *d, const stubc_sizes *sizes, size_t *total, bool *is_fragment)
{
    size_t count;
    if (sizes->max < STUBC_UNBOUNDED) {
        *is_fragment = false;
        return sizes->min + (size_t)constrained(d, (stubc_word)(sizes->max - sizes->min), STUBC_BAD_LENGTH);
    }
    count = length(d, is_fragment);
    *total += count;
    if (*total > sizes->max || (!*is_fragment && *total < sizes->min)) {
        fail(d, STUBC_BAD_LENGTH);
        *is_fragment = false;
        return 0;
    }
    return count;
}

#ifdef STUBC_USE_SIZES
/* Returns the sizes in a program, after their extension bit, and moves after them. */
static stubc_sizes sizes_of(stubc_decoder *d, const uint8_t **pc, unsigned op)
{
    stubc_sizes sizes = sizes_at(pc, op);
    if (op & STUBC_EXTENSIBLE && bits(d, 1)) {
        sizes.min = 0;
        sizes.max = SIZE_MAX;
    }
    return sizes;
}
#endif

#if defined STUBC_USE_STRINGS || defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN
/* Bits that a length announces. */
typedef struct stubc_string {
    const uint8_t *data; /* NULL: they follow each other in the input, from bit at */
    size_t at;
    size_t count; /* items */
    size_t place; /* of the first bit in the message */
    bool is_whole;
} stubc_string;

static STUBC_MAYBE_UNUSED const stubc_sizes any_size = {0, SIZE_MAX};

/* Copies bits of the input; the last byte ends with zeros. */
static void copy_bits(const stubc_input *in, uint8_t *to, size_t from, size_t count)
{
    stubc_input own = *in;
    own.at = from;
#ifdef STUBC_WORDS_OF_64
    if (count - 1 < 56) {
        uint64_t w = peek(in, from) & ~(uint64_t)0 << (64 - count);
        for (; count + 7 > 7; count = count < 8 ? 0 : count - 8) {
            *to++ = (uint8_t)(w >> 56);
            w <<= 8;
        }
        return;
    }
#endif
    for (; count >= 8; count -= 8) {
        *to++ = (uint8_t)take(&own, 8);
    }
    if (count) {
        *to = (uint8_t)(take(&own, (unsigned)count) << (8 - count));
    }
}

/* Returns the number of items of a string whose first piece of count items is a fragment, as far as it can be read. */
static size_t announced(const stubc_decoder *d, const stubc_sizes *sizes, size_t total, size_t count, unsigned item,
                        bool is_aligned)
{
    stubc_decoder own = *d;
    bool is_fragment = true;
    size_t all = count;
    for (;;) {
        own.in.at += count * item;
        if (!is_fragment) {
            return all;
        }
        count = piece(&own, sizes, &total, &is_fragment);
        if (is_aligned) {
            ALIGN(&own.in);
        }
        if (own.code || !need(&own, count * item)) {
            return all;
        }
        all += count;
    }
}

/* Finds a string of items with item bits each, and moves after it. Fragments are joined in the arena, after head bytes.
 * Returns false after an error. */
static STUBC_APART bool find(stubc_decoder *d, const stubc_sizes *sizes, unsigned item, bool is_aligned, size_t head,
                             stubc_string *s)
{
    size_t total = 0, count, done, pieces = 1;
    bool is_fragment;
    uint8_t *to;
    count = piece(d, sizes, &total, &is_fragment);
    if (is_aligned && !d->code) {
        ALIGN(&d->in);
    }
    s->data = NULL;
    s->at = d->in.at;
    s->count = count;
    s->place = place(&d->in);
    s->is_whole = d->in.is_whole;
    if (d->code || !need(d, count * item)) {
        return false;
    }
    if (!is_fragment) {
        d->in.at += count * item;
        return true;
    }
    s->count = announced(d, sizes, total, count, item, is_aligned);
    to = (uint8_t *)alloc(d, head + (s->count * item + 7) / 8);
    if (!to) {
        return false;
    }
    to += head;
    s->data = to;
    for (done = 0;;) {
        copy_bits(&d->in, to + done * item / 8, d->in.at, count * item);
        done += count;
        d->in.at += count * item;
        if (!is_fragment) {
            s->is_whole &= pieces == 1;
            return true;
        }
        count = piece(d, sizes, &total, &is_fragment);
        if (is_aligned && !d->code) {
            ALIGN(&d->in);
        }
        if (d->code || !need(d, count * item)) {
            return false;
        }
        pieces += count > 0;
    }
}
#endif

#ifdef STUBC_USE_STRINGS
/* Returns the bytes of a string with so many bits: a part of the input if they begin on a byte boundary, else a copy in
 * the arena. NULL after an error. */
static const uint8_t *data_of(stubc_decoder *d, const stubc_string *s, size_t count)
{
    uint8_t *to;
    if (s->data) {
        return s->data;
    }
    if (s->at % 8 == 0 || !count) {
        return d->in.base + s->at / 8;
    }
    to = (uint8_t *)alloc(d, (count + 7) / 8);
    if (to) {
        copy_bits(&d->in, to, s->at, count);
    }
    return to;
}

/* Decodes a string of items with item bits each to a slice. Returns false after an error. */
static STUBC_APART bool get_string(stubc_decoder *d, const stubc_sizes *sizes, unsigned item, bool is_aligned,
                                   uint8_t *out)
{
    stubc_string s;
    stubc_slice slice;
    if (!find(d, sizes, item, is_aligned, 0, &s)) {
        return false;
    }
    slice.data = data_of(d, &s, s.count * item);
    slice.length = s.count;
    memcpy(out, &slice, sizeof slice);
    return slice.data != NULL;
}
#endif

#ifdef STUBC_USE_CHARACTERS
/* Returns whether an alphabet has the character x, or the character with the index x, which replaces x. */
static bool character(const stubc_alphabet *alphabet, uint32_t *x)
{
    const uint8_t *pc = alphabet->ranges;
    unsigned ranges = (unsigned)number(&pc);
    for (; ranges; ranges--) {
        const uint32_t low = (uint32_t)number(&pc), span = (uint32_t)number(&pc);
        if (alphabet->is_mapped) {
            if (*x <= span) {
                *x += low;
                return true;
            }
            *x -= span + 1;
        } else if (*x - low <= span) {
            return true;
        }
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

/* Decodes a string whose characters all have one width (X.691 30). */
static STUBC_RARE bool get_characters(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    stubc_alphabet alphabet = alphabet_at(&pc);
    const stubc_sizes sizes = sizes_of(d, &pc, op);
    const bool is_aligned = is_spread(&alphabet, &sizes);
    size_t total = 0, count, all;
    bool is_fragment;
    stubc_slice slice;
    uint8_t *to = NULL;
    alphabet.ranges = pc;
    slice.length = 0;
    do {
        count = piece(d, &sizes, &total, &is_fragment);
        if (is_aligned && !d->code) {
            ALIGN(&d->in);
        }
        if (d->code || !need(d, count * alphabet.bits)) {
            return false;
        }
#ifdef STUBC_USE_EMPTY
        if (!alphabet.bits && !count_empty(d, count)) {
            return false;
        }
#endif
        if (!slice.length) {
            all = is_fragment ? announced(d, &sizes, total, count, alphabet.bits, is_aligned) : count;
            slice.data = d->in.base + d->in.at / 8;
            if (is_fragment || !IS_SLICE(&alphabet, &d->in)) {
                slice.data = to = (uint8_t *)alloc(d, all > SIZE_MAX / 4 ? SIZE_MAX : all * alphabet.item);
            }
            if (all && !slice.data) {
                return false;
            }
        }
        slice.length += count * alphabet.item;
        for (; count; count--) {
            uint32_t x = (uint32_t)take(&d->in, alphabet.bits);
            unsigned item = alphabet.item;
            if (!character(&alphabet, &x)) {
                return fail(d, STUBC_BAD_VALUE);
            }
            while (to && item--) {
                *to++ = (uint8_t)(x >> 8 * item);
            }
        }
    } while (is_fragment);
    memcpy(out, &slice, sizeof slice);
    return true;
}
#endif

#ifdef STUBC_USE_NUMBERS
/* Decodes a number of known width. */
static STUBC_APART bool get_field(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const unsigned op = *pc++, form = *pc++;
    uint32_t x;
#ifdef STUBC_ALIGNED
    if (op & STUBC_PADDED) {
        ALIGN(&d->in);
    }
#endif
    x = (uint32_t)bits(d, form >> 3);
    if (op & STUBC_PARTIAL && x > (uint32_t)number(&pc)) {
        fail(d, STUBC_BAD_VALUE);
    }
    if (d->code) {
        return false;
    }
    if (op & STUBC_BASED) {
        const uint32_t base = (uint32_t)number(&pc);
        x += SIGNED_NUMBER(base);
    }
    store(out, form, x);
    return true;
}
#endif

#ifdef STUBC_USE_INTEGER
/* Decodes an INTEGER to a machine type (X.691 13). */
static STUBC_RARE bool get_integer(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const unsigned form = *pc++;
    const bool is_outside = op & STUBC_EXTENSIBLE && bits(d, 1);
    const stubc_word first = form & (STUBC_LOW | STUBC_HIGH) ? number(&pc) : 0;
    stubc_word bound = form & STUBC_NEGATIVE ? 0 - first : first, x;
    bool is_negative = false, is_over = false;
#ifdef STUBC_USE_UNBOUNDED
    if (is_outside || !(form & STUBC_LOW)) {
        x = counted(d, true, &is_negative, &is_over);
        if (!is_outside && form & STUBC_HIGH && !is_negative &&
            (is_over || form & STUBC_NEGATIVE || x > bound)) {
            return fail(d, STUBC_BAD_VALUE);
        }
        if (!is_outside && form & STUBC_HIGH && is_negative && form & STUBC_NEGATIVE && !is_over && x > bound) {
            return fail(d, STUBC_BAD_VALUE);
        }
        return store_held(d, out, form & STUBC_REPR, x, is_negative, is_over);
    }
    x = form & STUBC_HIGH ? constrained(d, number(&pc), STUBC_BAD_VALUE) : counted(d, false, &is_negative, &is_over);
#else
    (void)is_outside;
    x = constrained(d, number(&pc), STUBC_BAD_VALUE);
#endif
    if (form & STUBC_NEGATIVE) {
        is_negative = x < first;
    } else {
        is_over |= bound + x < x;
    }
    return store_held(d, out, form & STUBC_REPR, bound + x, is_negative, is_over);
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Decodes an ENUMERATED (X.691 14). An unknown addition gets a number after the known ones. */
static STUBC_RARE bool get_enumerated(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    const unsigned form = *pc++;
    const uint32_t roots = (uint32_t)number(&pc);
    uint32_t index = 0;
    stubc_word x, above = 0;
    bool is_addition = false, is_over = false;
#ifdef STUBC_USE_EXTENSIONS
    if (op & STUBC_EXTENSIBLE) {
        const uint32_t additions = (uint32_t)number(&pc);
        is_addition = bits(d, 1) != 0;
        if (is_addition) {
            index = small_number(d);
            if (index >= additions) {
                above = (stubc_word)index - additions + 1;
                is_over = !above; /* a word of 32 bits cannot hold it */
                index = additions;
            }
            index += roots;
        }
        if (above || is_over) {
            index = roots + additions - 1; /* without a map, the greatest */
        }
    }
#endif
    if (!is_addition) {
        index = (uint32_t)constrained(d, roots - 1, STUBC_BAD_VALUE);
    }
    (void)op;
    x = index;
#ifdef STUBC_USE_MAPPED
    if (form & STUBC_MAPPED) {
        x = number(&pc); /* the greatest */
        if (!above && !is_over) {
            index++;
            while (index--) {
                x = number(&pc);
            }
        }
        x = SIGNED_NUMBER(x);
    }
#endif
    {
        const bool is_negative = form & 4 && x >> (STUBC_WORD_BITS - 1);
        return store_held(d, out, form & STUBC_REPR, x + above, is_negative && 0 - x > above,
                          is_over || (!is_negative && x + above < x));
    }
}
#endif
#endif
