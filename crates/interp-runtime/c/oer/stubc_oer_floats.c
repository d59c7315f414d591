/* ---- Numbers of IEEE 754 (X.696 12) ---- */
#ifdef STUBC_USE_FLOAT
#ifdef STUBC_DECODE
/* Decodes a number of 4 or 8 bytes to the contents octets of a real number (X.690 11.3). */
static void get_float(stubc_decoder *d, unsigned octets, uint8_t *out)
{
    const unsigned shift = octets == 4 ? 23 : 52, most = octets == 4 ? 0xff : 0x7ff;
    const uint8_t *at = take(d, octets);
    stubc_slice s;
    uint8_t text[11];
    uint64_t mantissa = 0;
    unsigned biased, left;
    size_t length = 1;
    bool is_negative;
    is_negative = *at & 0x80;
    s.data = at;
    for (left = octets; left; left--) {
        mantissa = mantissa << 8 | *at++;
    }
    biased = (unsigned)(mantissa >> shift) & most;
    mantissa &= ((uint64_t)1 << shift) - 1;
    if (biased == most) {
        text[0] = mantissa ? 0x42 : is_negative ? 0x41 : 0x40;
    } else if (!biased && !mantissa) {
        text[0] = 0x43;
        length = is_negative;
    } else {
        int exponent = (int)(biased ? biased : 1) - (int)(most >> 1) - (int)shift;
        if (biased) {
            mantissa |= (uint64_t)1 << shift;
        }
        for (; !(mantissa & 1); mantissa >>= 1) {
            exponent++;
        }
        text[0] = is_negative ? 0xc0 : 0x80;
        if (exponent < -128 || exponent > 127) {
            text[0]++;
            text[length++] = (uint8_t)((unsigned)exponent >> 8);
        }
        text[length++] = (uint8_t)exponent;
        for (left = 8; !(mantissa >> 8 * (left - 1)); left--) {
        }
        while (left--) {
            text[length++] = (uint8_t)(mantissa >> 8 * left);
        }
    }
    s.length = length;
    if (length) {
        uint8_t *const copy = (uint8_t *)alloc(d, length);
        if (!copy) {
            return;
        }
        memcpy(copy, text, length);
        s.data = copy;
    }
    memcpy(out, &s, sizeof s);
}
#endif

#ifdef STUBC_ENCODE
/* Returns the number of 4 or 8 bytes of contents octets in canonical form; sets is_held to whether there is one. */
static uint64_t float_of(stubc_slice s, unsigned octets, bool *is_held)
{
    const int shift = octets == 4 ? 23 : 52, most = octets == 4 ? 0xff : 0x7ff;
    const uint64_t infinity = (uint64_t)most << shift;
    const unsigned first = s.length ? *s.data : 0x80, count = (first & 3) + 1;
    uint64_t mantissa = 0, sign = (uint64_t)(first >> 6 & 1) << (8 * octets - 1);
    int exponent, biased, length = 0, by;
    size_t i;
    *is_held = true;
    if (!s.length) {
        return 0;
    }
    switch (first) {
    case 0x40:
        return infinity;
    case 0x41:
        return infinity | sign;
    case 0x42:
        return infinity | (uint64_t)1 << (shift - 1);
    case 0x43:
        return sign;
    default:
        break;
    }
    *is_held = first >= 0x80 && count < 4 && s.length - 1 - count <= 8;
    if (!*is_held) {
        return 0;
    }
    exponent = s.data[1] & 0x80 ? -1 : 0;
    for (i = 1; i <= count; i++) {
        exponent = exponent * 256 + s.data[i];
    }
    for (; i < s.length; i++) {
        mantissa = mantissa << 8 | s.data[i];
    }
    while (length < 64 && mantissa >> length) {
        length++;
    }
    biased = exponent + length - 1 + (most >> 1);
    biased = biased < 0 ? 0 : biased;
    by = shift + exponent - ((biased ? biased : 1) - (most >> 1));
    *is_held = biased < most && by >= 0 && by < 64;
    if (!*is_held) {
        return 0;
    }
    return sign | (uint64_t)biased << shift | (mantissa << by & (((uint64_t)1 << shift) - 1));
}

/* Writes contents octets of a real number as a number of 4 or 8 bytes. */
static void put_float(stubc_encoder *c, unsigned octets, stubc_slice s)
{
    const int code = real(s.data, s.length);
    bool is_held;
    uint64_t x;
    if (code) {
        refuse(c, code);
        return;
    }
    x = float_of(s, octets, &is_held);
    if (!is_held) {
        refuse(c, STUBC_BAD_VALUE);
        return;
    }
    while (octets--) {
        put_octet(c, (unsigned)(x >> 8 * octets) & 0xff);
    }
}
#endif
#endif
