/* ---- Encoding: bytes, lengths, numbers, strings ---- */
#ifdef STUBC_ENCODE
/* Records the first error; no bytes fit after it. Returns false. */
static STUBC_APART bool refuse(stubc_encoder *c, int code)
{
    if (!c->code) {
        c->code = code;
    }
    c->end = c->at;
    return false;
}

/* Writes bytes. */
static STUBC_APART void put(stubc_encoder *c, const uint8_t *data, size_t count)
{
    if (count > (size_t)(c->end - c->at)) {
        refuse(c, STUBC_NO_SPACE);
    } else if (count) {
        memcpy(c->at, data, count);
        c->at += count;
    }
}

/* Writes a byte. */
static STUBC_APART void put_octet(stubc_encoder *c, unsigned octet)
{
    const uint8_t data = (uint8_t)octet;
    put(c, &data, 1);
}

/* Returns the number of bytes of a size. */
static STUBC_MAYBE_UNUSED unsigned octets_of(size_t x)
{
    unsigned octets = 1;
    while (octets < sizeof x && x >> 8 * octets) {
        octets++;
    }
    return octets;
}

/* Writes a size in so many bytes. */
static STUBC_MAYBE_UNUSED void put_size(stubc_encoder *c, size_t x, unsigned octets)
{
    while (octets--) {
        put_octet(c, (unsigned)(x >> 8 * octets) & 0xff);
    }
}

/* Writes a length (X.696 8.6). */
static STUBC_APART void put_length(stubc_encoder *c, size_t count)
{
    if (count < 0x80) {
        put_octet(c, (unsigned)count);
        return;
    }
    put_octet(c, 0x80 | octets_of(count));
    put_size(c, count, octets_of(count));
}

/* Bits that are written byte by byte. */
typedef struct stubc_flags {
    stubc_encoder *c;
    unsigned bits; /* those of a byte so far, after a 1 */
} stubc_flags;

/* Writes a bit. */
static STUBC_MAYBE_UNUSED void put_bit(stubc_flags *flags, bool bit)
{
    flags->bits = flags->bits << 1 | bit;
    if (flags->bits & 0x100) {
        put_octet(flags->c, flags->bits & 0xff);
        flags->bits = 1;
    }
}

/* Writes zeros up to the end of the byte. */
static STUBC_MAYBE_UNUSED void pad(stubc_flags *flags)
{
    while (flags->bits != 1) {
        put_bit(flags, false);
    }
}

#ifdef STUBC_USE_NUMBERS
/* Returns the fewest bytes of a number in C, with or without a sign; fill gets the bytes before them. */
static STUBC_APART unsigned least_of(const uint8_t *in, unsigned repr, bool is_signed, unsigned *fill)
{
    const unsigned size = 1u << (repr & 3);
    unsigned least = size;
    *fill = repr & 4 && in[byte_of(size, size - 1)] & 0x80 ? 0xff : 0;
    while (least > 1 && in[byte_of(size, least - 1)] == *fill) {
        least--;
    }
    return least + (is_signed && (in[byte_of(size, least - 1)] ^ *fill) & 0x80);
}

/* Writes the lowest bytes of a number in C. */
static STUBC_APART void put_lowest(stubc_encoder *c, const uint8_t *in, unsigned repr, unsigned octets, unsigned fill)
{
    const unsigned size = 1u << (repr & 3);
    while (octets--) {
        put_octet(c, octets < size ? in[byte_of(size, octets)] : fill);
    }
}
#endif

#ifdef STUBC_USE_INTEGER
/* Writes an INTEGER (X.696 10). */
static void put_integer(stubc_encoder *c, unsigned form, const uint8_t *in)
{
    const unsigned width = form >> STUBC_WIDTH & 7;
    unsigned fill, octets = width ? 1u << (width - 1) : 0;
    const unsigned least = least_of(in, form, form & STUBC_SIGNED, &fill);
    if ((fill && !(form & STUBC_SIGNED)) || (width && octets < least)) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    if (!width) {
        octets = least;
        put_octet(c, octets);
    }
    put_lowest(c, in, form, octets, fill);
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Writes an ENUMERATED (X.696 11). */
static void put_enumerated(stubc_encoder *c, unsigned repr, const uint8_t *in)
{
    unsigned fill;
    const unsigned least = least_of(in, repr, true, &fill);
    if (least > 1 || fill) {
        put_octet(c, 0x80 | least);
    }
    put_lowest(c, in, repr, least, fill);
}
#endif

#ifdef STUBC_USE_BYTES
/* Writes an INTEGER that is bytes in two's complement (X.696 10). */
static void put_bytes(stubc_encoder *c, unsigned form, stubc_slice s)
{
    const unsigned width = form >> STUBC_WIDTH & 7;
    const size_t octets = width ? (size_t)1 << (width - 1) : 0;
    bool is_negative;
    s = shortest(s);
    if (!s.length) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    is_negative = *s.data & 0x80;
    if (!(form & STUBC_SIGNED)) {
        if (is_negative) {
            refuse(c, STUBC_BAD_VALUE);
            return;
        }
        if (!*s.data && s.length > 1) {
            s.data++;
            s.length--;
        }
    }
    if (!width) {
        put_length(c, s.length);
    } else {
        size_t left = octets - s.length;
        if (octets < s.length) {
            refuse(c, STUBC_BAD_VALUE);
            return;
        }
        for (; left; left--) {
            put_octet(c, is_negative ? 0xff : 0);
        }
    }
    put(c, s.data, s.length);
}
#endif

#ifdef STUBC_USE_STRINGS
/* Writes a string: with the size of its program, or after a length. */
static STUBC_APART void put_string(stubc_encoder *c, const uint8_t *pc, unsigned op, stubc_slice s)
{
    bool is_bad = false;
#ifdef STUBC_USE_CHARACTERS
    if ((op & STUBC_OP) == STUBC_OP_CHARACTERS) {
        is_bad = s.length % *pc++ != 0;
    }
#endif
#ifdef STUBC_USE_OID
    if ((op & STUBC_OP) == STUBC_OP_OID) {
        is_bad = !is_oid(s.data, s.length);
    }
#endif
#ifdef STUBC_USE_REAL
    if ((op & STUBC_OP) == STUBC_OP_REAL) {
        const int code = real(s.data, s.length);
        if (code) {
            refuse(c, code);
            return;
        }
    }
#endif
    if (!(op & STUBC_FIXED)) {
        if (!is_bad) {
            put_length(c, s.length);
        }
    } else if (s.length != number(&pc)) {
        is_bad = true;
    }
    if (is_bad) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    put(c, s.data, s.length);
}
#endif

#ifdef STUBC_USE_BITS
/* Writes a BIT STRING (X.696 13). Named bits have no trailing zeros, but as many bits as the sizes demand. */
static void put_bits(stubc_encoder *c, const uint8_t *pc, unsigned op, stubc_slice s)
{
    const size_t size = op & STUBC_FIXED || (op & STUBC_OP) == STUBC_OP_NAMED_BITS ? (size_t)number(&pc) : 0;
    size_t own = s.length, length = own, octets;
    if ((op & STUBC_OP) == STUBC_OP_NAMED_BITS) {
        own = trimmed(s.data, own);
        length = own < size ? size : own;
    }
    if (op & STUBC_FIXED && length != size) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    octets = length / 8 + (length % 8 != 0);
    if (!(op & STUBC_FIXED)) {
        put_length(c, octets + 1);
        put_octet(c, (unsigned)(octets * 8 - length));
    }
    for (; octets && !c->code; octets--) {
        const size_t some = own < 8 ? own : 8;
        put_octet(c, some ? *s.data++ & 0xff00u >> some & 0xff : 0);
        own -= some;
    }
}
#endif

#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_TYPED
/* Begins the contents of an open type, after room for a length of one byte. */
#define OPEN_CONTENTS(c) (put_octet(c, 0), (c)->at)

/* Ends the contents that begin at from, and writes their length before them. Long contents move to make room for it. */
static void close_contents(stubc_encoder *c, uint8_t *from)
{
    const size_t count = (size_t)(c->at - from);
    const unsigned more = count < 0x80 ? 0 : octets_of(count);
    if (c->code) {
        return;
    }
    if (more > (size_t)(c->end - c->at)) {
        refuse(c, STUBC_NO_SPACE);
        return;
    }
    if (more) {
        memmove(from + more, from, count);
    }
    c->at = from - 1;
    put_length(c, count);
    c->at += count;
}
#endif
#endif
