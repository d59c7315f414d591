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
    if (c->at == c->end) {
        refuse(c, STUBC_NO_SPACE);
    } else {
        *c->at++ = (uint8_t)octet;
    }
}

/* Returns the number of bytes of a size. */
static STUBC_APART unsigned octets_of(size_t x)
{
    unsigned octets = 1;
    while (octets < sizeof x && x >> 8 * octets) {
        octets++;
    }
    return octets;
}

/* Writes a size after the number of its bytes, to which a flag is added. */
static STUBC_APART void put_size(stubc_encoder *c, size_t x, unsigned flag)
{
    unsigned octets = octets_of(x);
    put_octet(c, flag | octets);
    while (octets--) {
        put_octet(c, (unsigned)(x >> 8 * octets) & 0xff);
    }
}

/* Writes a length (X.696 8.6). */
static STUBC_APART void put_length(stubc_encoder *c, size_t count)
{
    if (count < 0x80) {
        put_octet(c, (unsigned)count);
    } else {
        put_size(c, count, 0x80);
    }
}

#if defined STUBC_USE_SEQUENCE
/* Writes so many bits, which are zeros, up to the end of a byte. Returns the place of the first one. */
static STUBC_APART uint8_t *put_zeros(stubc_encoder *c, size_t bits)
{
    uint8_t *const at = c->at;
    for (bits = (bits + 7) / 8; bits; bits--) {
        put_octet(c, 0);
    }
    return at;
}
#endif

#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Writes an INTEGER, which has the fewest bytes in two's complement (X.696 10). */
static void put_integer(stubc_encoder *c, unsigned form, stubc_slice s)
{
    const unsigned width = form >> STUBC_WIDTH & 7;
    size_t octets = s.length;
    unsigned fill;
#ifdef STUBC_USE_BYTES
    if (!octets) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
#endif
    fill = *s.data & 0x80 ? 0xff : 0;
    if (!(form & STUBC_SIGNED)) {
        if (fill) {
            refuse(c, STUBC_BAD_VALUE);
        }
        if (!*s.data && s.length > 1) {
            s.data++;
            s.length--;
        }
    }
    if (width) {
        octets = (size_t)1 << (width - 1);
        for (; octets > s.length; octets--) {
            put_octet(c, fill);
        }
        if (octets < s.length) {
            refuse(c, STUBC_BAD_VALUE);
        }
    } else {
        put_length(c, s.length);
    }
    put(c, s.data, s.length);
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Writes an ENUMERATED, whose number has the fewest bytes in two's complement (X.696 11). */
static void put_enumerated(stubc_encoder *c, stubc_slice s)
{
    if (s.length > 1 || *s.data & 0x80) {
        put_octet(c, 0x80 | (unsigned)s.length);
    }
    put(c, s.data, s.length);
}
#endif

#ifdef STUBC_USE_STRINGS
/* Writes a string: with the size of its program, or after a length. */
static STUBC_APART void put_string(stubc_encoder *c, unsigned op, stubc_slice s)
{
    bool is_bad = false;
#ifdef STUBC_USE_CHARACTERS
    if ((op & STUBC_OP) == STUBC_OP_CHARACTERS) {
        is_bad = s.length % *c->pc++ != 0;
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
    } else if (s.length != number(&c->pc)) {
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
static void put_bits(stubc_encoder *c, unsigned op, stubc_slice s)
{
    size_t length = s.length, octets;
#ifdef STUBC_USE_NAMED_BITS
    if ((op & STUBC_OP) == STUBC_OP_NAMED_BITS) {
        const uint8_t *pc = c->pc;
        const size_t size = (size_t)number(&pc);
        s.length = trimmed(s.data, s.length);
        length = s.length < size ? size : s.length;
    }
#endif
    octets = length / 8 + (length % 8 != 0);
    if (op & STUBC_FIXED) {
        if (length != number(&c->pc)) {
            refuse(c, STUBC_BAD_VALUE);
        }
    }
#ifdef STUBC_USE_BITS_LENGTH
    else {
        put_length(c, octets + 1);
        put_octet(c, (unsigned)(octets * 8 - length));
    }
#endif
    for (; octets && !c->code; octets--) {
        const size_t some = s.length < 8 ? s.length : 8;
        put_octet(c, some ? *s.data++ & 0xff00u >> some & 0xff : 0);
        s.length -= some;
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
