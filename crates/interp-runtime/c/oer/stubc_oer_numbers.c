/* ---- Numbers in C, byte by byte: 64 bits cost no more code than 8 ---- */
#ifdef STUBC_USE_NUMBERS
#if defined STUBC_USE_DEFAULT && (defined STUBC_DECODE || defined STUBC_ENCODE)
/* Stores a number of 32 bits in a representation. */
static STUBC_MAYBE_UNUSED void store(uint8_t *out, unsigned repr, stubc_word x)
{
    const unsigned size = 1u << (repr & 3);
    const stubc_word fill = x >> 31 ? 0xff000000u : 0;
    size_t at;
    for (at = 0; at < size; at++) {
        out[byte_of(size, at)] = (uint8_t)x;
        x = x >> 8 | fill;
    }
}

/* Returns whether the number in a representation is x. */
static STUBC_MAYBE_UNUSED bool holds(const uint8_t *in, unsigned repr, stubc_word x)
{
    uint8_t own[8];
    store(own, repr, x);
    return memcmp(in, own, (size_t)1 << (repr & 3)) == 0;
}
#endif

#ifdef STUBC_DECODE
/* Stores the number in the bytes found, of which there is at least one, if its representation holds it. */
static STUBC_APART void store_number(stubc_decoder *d, bool is_signed, unsigned repr, uint8_t *out)
{
    const uint8_t *const data = d->found.data;
    const size_t count = d->found.length;
    const unsigned size = 1u << (repr & 3), fill = is_signed && *data & 0x80 ? 0xff : 0;
    unsigned is_over = repr & 4 ? 0 : fill, octet;
    size_t at;
    for (at = 0; at < size || at < count; at++) {
        octet = at < count ? data[count - 1 - at] : fill;
        if (at < size) {
            out[byte_of(size, at)] = (uint8_t)octet;
            if (repr & 4 && at + 1 == size) {
                is_over |= (octet ^ fill) & 0x80;
            }
        } else {
            is_over |= octet ^ fill;
        }
    }
    if (is_over) {
        fail(d, STUBC_RANGE);
    }
}
#endif
#endif
