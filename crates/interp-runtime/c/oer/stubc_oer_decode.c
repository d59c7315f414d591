/* ---- Decoding: bytes, lengths, numbers, strings ---- */
#ifdef STUBC_DECODE
/* Records the first error; no bytes are left after it. Returns false. */
static STUBC_APART bool fail(stubc_decoder *d, int code)
{
    if (!d->code) {
        d->code = code;
    }
    d->at = d->end;
    return false;
}

/* Refuses what COER does not send. Returns whether decoding goes on. */
#ifdef STUBC_CANONICAL
static STUBC_APART bool canonical(stubc_decoder *d, bool holds)
{
    return holds || fail(d, STUBC_NOT_CANONICAL);
}
#else
#define canonical(d, holds) true
#endif

/* Returns the next bytes, and moves after them; NULL after an error. */
static STUBC_APART const uint8_t *take(stubc_decoder *d, size_t count)
{
    const uint8_t *const from = d->at;
    if (count <= (size_t)(d->end - from)) {
        d->at = from + count;
        return from;
    }
    if (d->inside) {
        fail(d, STUBC_BAD_LENGTH);
        return NULL;
    }
    d->needed = (size_t)(from - d->base);
    d->needed = count < SIZE_MAX - d->needed ? d->needed + count : SIZE_MAX;
    fail(d, STUBC_TRUNCATED);
    return NULL;
}

/* Returns the number in bytes, or SIZE_MAX if it is larger. */
static STUBC_APART size_t size_in(const uint8_t *at, size_t count)
{
    size_t x = 0;
    for (; count; count--, at++) {
        x = x > SIZE_MAX >> 8 ? SIZE_MAX : x << 8 | *at;
    }
    return x;
}

/* Returns the bytes after a length, and moves after them; NULL after an error (X.696 8.6). */
static STUBC_APART const uint8_t *counted(stubc_decoder *d, size_t *count)
{
    const uint8_t *at = take(d, 1);
    size_t x;
    if (!at) {
        return NULL;
    }
    x = *at;
    if (x >= 0x80) {
        const size_t octets = x & 0x7f;
        at = take(d, octets);
        if (!at) {
            return NULL;
        }
        if (!octets) {
            fail(d, STUBC_BAD_LENGTH);
            return NULL;
        }
        x = size_in(at, octets);
        if (!canonical(d, *at && x >= 0x80)) {
            return NULL;
        }
    }
    *count = x;
    return take(d, x);
}

#if defined STUBC_CANONICAL && (defined STUBC_USE_NUMBERS || defined STUBC_USE_BYTES)
/* Returns whether a number of at least one byte has the fewest bytes. */
static bool is_minimal(const uint8_t *at, size_t count, bool is_signed)
{
    if (count == 1) {
        return true;
    }
    return is_signed ? (*at || at[1] & 0x80) && (*at != 0xff || !(at[1] & 0x80)) : *at != 0;
}
#endif

#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Returns the bytes of an INTEGER, of which there is at least one; NULL after an error (X.696 10). */
static const uint8_t *integer(stubc_decoder *d, unsigned form, size_t *count)
{
    const unsigned width = form >> STUBC_WIDTH & 7;
    const uint8_t *at;
    if (width) {
        *count = (size_t)1 << (width - 1);
        return take(d, *count);
    }
    at = counted(d, count);
    if (at && !*count) {
        fail(d, STUBC_BAD_LENGTH);
        return NULL;
    }
    return at && canonical(d, is_minimal(at, *count, form & STUBC_SIGNED)) ? at : NULL;
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Decodes an ENUMERATED (X.696 11). */
static bool get_enumerated(stubc_decoder *d, unsigned repr, uint8_t *out)
{
    const uint8_t *at = take(d, 1);
    size_t count = 1;
    if (at && *at & 0x80) {
        count = *at & 0x7fu;
        at = take(d, count);
        if (at && !count) {
            return fail(d, STUBC_BAD_LENGTH);
        }
        if (at && !canonical(d, is_minimal(at, count, true) && (count > 1 || *at & 0x80))) {
            return false;
        }
    }
    return at && store_number(d, at, count, true, repr, out);
}
#endif

#ifdef STUBC_USE_BYTES
/* Decodes an INTEGER to bytes in two's complement, as few as there can be. */
static bool get_bytes(stubc_decoder *d, unsigned form, uint8_t *out)
{
    stubc_slice s;
    s.data = integer(d, form, &s.length);
    if (!s.data) {
        return false;
    }
    if (!(form & STUBC_SIGNED)) {
        while (s.length > 1 && !*s.data) {
            s.data++;
            s.length--;
        }
#ifdef STUBC_USE_UNSIGNED
        if (*s.data & 0x80) {
            uint8_t *const copy = (uint8_t *)alloc(d, s.length + 1);
            if (!copy) {
                return false;
            }
            copy[0] = 0;
            memcpy(copy + 1, s.data, s.length);
            s.data = copy;
            s.length++;
        }
#endif
    }
    s = shortest(s);
    memcpy(out, &s, sizeof s);
    return true;
}
#endif

#ifdef STUBC_USE_STRINGS
/* Returns the bytes of a string, and moves after them: as many as its program says, or those after a length. */
static STUBC_APART const uint8_t *string(stubc_decoder *d, const uint8_t *pc, unsigned op, size_t *count)
{
    if (op & STUBC_FIXED) {
        *count = (size_t)number(&pc);
        return take(d, *count);
    }
    return counted(d, count);
}

/* Decodes a string to a slice of the input, and checks its contents. */
static bool get_string(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    stubc_slice s;
    int code = 0;
#ifdef STUBC_USE_CHARACTERS
    const unsigned form = (op & STUBC_OP) == STUBC_OP_CHARACTERS ? *pc++ : 1u;
#endif
    s.data = string(d, pc, op, &s.length);
    if (!s.data) {
        return false;
    }
#ifdef STUBC_USE_CHARACTERS
    if (s.length % form) {
        code = STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_OID
    if ((op & STUBC_OP) == STUBC_OP_OID && !is_oid(s.data, s.length)) {
        code = STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_REAL
    if ((op & STUBC_OP) == STUBC_OP_REAL) {
        code = real(s.data, s.length);
#ifndef STUBC_CANONICAL
        code = code == STUBC_NOT_CANONICAL ? 0 : code;
#endif
    }
#endif
    memcpy(out, &s, sizeof s);
    return !code || fail(d, code);
}
#endif

#ifdef STUBC_USE_BITS
/* Decodes a BIT STRING (X.696 13). */
static bool get_bits(stubc_decoder *d, const uint8_t *pc, unsigned op, uint8_t *out)
{
    stubc_bits s;
    unsigned unused;
    size_t octets;
#ifdef STUBC_CANONICAL
    size_t least;
#endif
    if (op & STUBC_FIXED) {
        s.length = (size_t)number(&pc);
        octets = s.length / 8 + (s.length % 8 != 0);
        s.data = take(d, octets);
        unused = (unsigned)(octets * 8 - s.length);
    } else {
        s.data = counted(d, &octets);
        if (!s.data) {
            return false;
        }
        if (!octets) {
            return fail(d, STUBC_BAD_LENGTH);
        }
        unused = *s.data++;
        octets--;
        if (unused > 7 || (unused && !octets)) {
            return fail(d, STUBC_BAD_VALUE);
        }
        s.length = octets * 8 - unused;
    }
    if (!s.data) {
        return false;
    }
#ifdef STUBC_CANONICAL
    least = (op & STUBC_OP) == STUBC_OP_NAMED_BITS && !(op & STUBC_FIXED) ? (size_t)number(&pc) : SIZE_MAX;
    if (octets) {
        const unsigned last = s.data[octets - 1];
        if (!canonical(d, !(last & ((1u << unused) - 1)) && (s.length <= least || last >> unused & 1))) {
            return false;
        }
    }
#endif
    memcpy(out, &s, sizeof s);
    return true;
}
#endif
#endif
