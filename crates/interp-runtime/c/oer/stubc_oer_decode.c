/* ---- Decoding: bytes, lengths, numbers, strings ---- */
#ifdef STUBC_DECODE
/* What is found after an error. */
static const uint8_t zeros[8];

/* Records the first error; no bytes are left after it. Returns false. */
static STUBC_APART bool fail(stubc_decoder *d, int code)
{
    if (!d->code) {
        d->code = code;
    }
    d->at = d->end;
    return false;
}

/* Refuses what COER does not send. */
#ifdef STUBC_CANONICAL
static STUBC_APART void refuse_form(stubc_decoder *d)
{
    fail(d, STUBC_NOT_CANONICAL);
}
#define CANONICAL(d, holds)                                                                                           \
    do {                                                                                                              \
        if (!(holds)) {                                                                                               \
            refuse_form(d);                                                                                           \
        }                                                                                                             \
    } while (0)
#else
#define CANONICAL(d, holds) ((void)0)
#endif

/* Finds the next bytes, and moves after them. Returns the first one, also after an error: then it is 0. */
static STUBC_APART const uint8_t *take(stubc_decoder *d, size_t count)
{
    d->found.data = d->at;
    d->found.length = count;
    if (count <= (size_t)(d->end - d->at)) {
        d->at += count;
    } else {
        if (!d->code) {
            d->needed = (size_t)(d->at - d->base);
            d->needed = count < SIZE_MAX - d->needed ? d->needed + count : SIZE_MAX;
        }
        fail(d, d->inside ? STUBC_BAD_LENGTH : STUBC_TRUNCATED);
        d->found.data = zeros;
        d->found.length = 1;
    }
    return d->found.data;
}

/* Refuses to have found nothing. Returns the first byte. */
static STUBC_APART const uint8_t *some(stubc_decoder *d)
{
    if (!d->found.length) {
        fail(d, STUBC_BAD_LENGTH);
        take(d, 1);
    }
    return d->found.data;
}

#ifdef STUBC_MAX_STRING
/* Refuses to have found a string of too many bytes. */
static STUBC_MAYBE_UNUSED void bound(stubc_decoder *d, bool is_bits)
{
    if (is_bits ? d->found.length > STUBC_MAX_STRING * (size_t)8 : d->found.length > STUBC_MAX_STRING) {
        fail(d, STUBC_LIMIT);
    }
}
#endif

/* Returns the number in the bytes found, or SIZE_MAX if it is larger. */
static STUBC_APART size_t size_in(const stubc_decoder *d)
{
    size_t x = 0, at;
    for (at = 0; at < d->found.length; at++) {
        x = x > SIZE_MAX >> 8 ? SIZE_MAX : x << 8 | d->found.data[at];
    }
    return x;
}

/* Finds the bytes after a length (X.696 8.6). Returns the first one. */
static STUBC_APART const uint8_t *counted(stubc_decoder *d)
{
    size_t count = *take(d, 1);
    if (count >= 0x80) {
        take(d, count & 0x7f);
        some(d);
        count = size_in(d);
        CANONICAL(d, *d->found.data && count >= 0x80);
    }
    return take(d, count);
}

#if defined STUBC_USE_BITS_LENGTH || defined STUBC_USE_ADDITIONS
/* Finds the bytes of a bit string without a fixed size (X.696 13). Returns the number of unused bits in its last
 * byte. */
static STUBC_APART unsigned bit_string(stubc_decoder *d, int code)
{
    unsigned unused;
    counted(d);
    unused = *some(d);
    d->found.data++;
    d->found.length--;
    if (unused > 7 || (unused && !d->found.length)) {
        fail(d, code);
        unused = 0;
    }
    return unused;
}
#endif

#if defined STUBC_CANONICAL && (defined STUBC_USE_BITS || defined STUBC_USE_SEQUENCE)
/* Refuses unused bits that are set in the last byte found. */
static STUBC_APART void padded(stubc_decoder *d, unsigned unused)
{
    const size_t count = d->found.length;
    CANONICAL(d, !count || !(d->found.data[count - 1] & ((1u << unused) - 1)));
}
#else
#define padded(d, unused) ((void)0)
#endif

#if defined STUBC_CANONICAL && (defined STUBC_USE_NUMBERS || defined STUBC_USE_BYTES)
/* Refuses a number that has more bytes than it needs. */
static STUBC_APART void minimal(stubc_decoder *d, bool is_signed)
{
    const uint8_t *const at = d->found.data;
    const unsigned fill = is_signed && *at & 0x80 ? 0xff : 0;
    CANONICAL(d, d->found.length == 1 || *at != fill || (is_signed && (at[1] ^ fill) & 0x80));
}
#else
#define minimal(d, is_signed) ((void)0)
#endif

#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Finds the bytes of an INTEGER, of which there is at least one (X.696 10). */
static void integer(stubc_decoder *d, unsigned form)
{
    const unsigned width = form >> STUBC_WIDTH & 7;
    if (width) {
        take(d, (size_t)1 << (width - 1));
        return;
    }
    counted(d);
    some(d);
    minimal(d, form & STUBC_SIGNED);
}
#endif

#ifdef STUBC_USE_ENUMERATED
/* Finds the bytes of an ENUMERATED, of which there is at least one (X.696 11). */
static void enumerated(stubc_decoder *d)
{
    const unsigned first = *take(d, 1);
    if (first & 0x80) {
        take(d, first & 0x7f);
        some(d);
        minimal(d, true);
        CANONICAL(d, d->found.length > 1 || *d->found.data & 0x80);
    }
}
#endif

#ifdef STUBC_USE_BYTES
/* Decodes an INTEGER to bytes in two's complement, as few as there can be. */
static void get_bytes(stubc_decoder *d, unsigned form)
{
    stubc_slice *const s = &d->found;
    integer(d, form);
    if (!(form & STUBC_SIGNED)) {
        while (s->length > 1 && !*s->data) {
            s->data++;
            s->length--;
        }
#ifdef STUBC_USE_UNSIGNED
        if (*s->data & 0x80) {
            uint8_t *const copy = (uint8_t *)alloc(d, s->length + 1);
            if (!copy) {
                return;
            }
            copy[0] = 0;
            memcpy(copy + 1, s->data, s->length);
            s->data = copy;
            s->length++;
        }
#endif
    }
    *s = shortest(*s);
}
#endif

#ifdef STUBC_USE_STRINGS
/* Finds a string, and checks its contents. */
static void get_string(stubc_decoder *d, unsigned op)
{
#if defined STUBC_USE_CHARACTERS || defined STUBC_USE_OID || defined STUBC_USE_REAL
    int code = 0;
#endif
#ifdef STUBC_USE_CHARACTERS
    const unsigned form = (op & STUBC_OP) == STUBC_OP_CHARACTERS ? *d->pc++ : 1u;
#endif
    if (op & STUBC_FIXED) {
        take(d, (size_t)number(&d->pc));
    } else {
        counted(d);
    }
#ifdef STUBC_USE_CHARACTERS
    if (d->found.length % form) {
        code = STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_OID
    if ((op & STUBC_OP) == STUBC_OP_OID && !is_oid(d->found.data, d->found.length)) {
        code = STUBC_BAD_VALUE;
    }
#endif
#ifdef STUBC_USE_REAL
    if ((op & STUBC_OP) == STUBC_OP_REAL) {
        code = real(d->found.data, d->found.length);
#ifndef STUBC_CANONICAL
        code = code == STUBC_NOT_CANONICAL ? 0 : code;
#endif
    }
#endif
#if defined STUBC_USE_CHARACTERS || defined STUBC_USE_OID || defined STUBC_USE_REAL
    if (code) {
        fail(d, code);
    }
#endif
}
#endif

#ifdef STUBC_USE_BITS
/* Decodes a BIT STRING: finds its bytes, whose number becomes one of bits (X.696 13). */
static void get_bits(stubc_decoder *d, unsigned op)
{
    unsigned unused = 0;
    if (op & STUBC_FIXED) {
        const size_t size = (size_t)number(&d->pc);
        take(d, size / 8 + (size % 8 != 0));
        unused = (unsigned)(0 - size) & 7;
    }
#ifdef STUBC_USE_BITS_LENGTH
    else {
        unused = bit_string(d, STUBC_BAD_VALUE);
    }
#endif
    padded(d, unused);
    d->found.length = d->found.length * 8 - unused;
#if defined STUBC_CANONICAL && defined STUBC_USE_BITS_LENGTH && defined STUBC_USE_NAMED_BITS
    if ((op & (STUBC_OP | STUBC_FIXED)) == STUBC_OP_NAMED_BITS) {
        const size_t length = d->found.length;
        CANONICAL(d, length <= number(&d->pc) || d->found.data[(length - 1) / 8] >> unused & 1);
    }
#endif
}
#endif
#endif
