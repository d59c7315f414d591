/* ---- The tables of open types, by the values of their governors ---- */
#if defined STUBC_DECODE && (defined STUBC_USE_TYPED || defined STUBC_USE_HOPS)
/* Looks up data in a table of keys; returns its number, or 0 if no key is equal. An entry is the length of the key in
 * one byte, its number in two bytes, and the key; a length of 0 ends the table. */
unsigned stubc_select(const uint8_t *keys, const uint8_t *data, size_t length)
{
    for (; *keys; keys += 3 + *keys) {
        /* Keys of one length differ mostly in their last byte. */
        if (*keys == length && keys[2 + length] == data[length - 1] && memcmp(keys + 3, data, length) == 0) {
            return keys[1] | (unsigned)keys[2] << 8;
        }
    }
    return 0;
}

#if defined STUBC_USE_PARTS || !defined STUBC_OCTETS
/* Looks up the integer x in a table of keys, which holds its contents octets (X.690 8.3). negative: the sign of x. */
unsigned stubc_select_number(const uint8_t *keys, uint64_t x, bool negative)
{
    uint8_t octets[9], fill = negative ? 0xff : 0;
    unsigned i;
    octets[0] = fill;
    for (i = 8; i; i--, x >>= 8) {
        octets[i] = (uint8_t)x;
    }
    while (i < 8 && octets[i] == fill && (octets[i + 1] ^ fill) < 0x80) {
        i++;
    }
    return stubc_select(keys, octets + i, 9 - i);
}
#endif
#endif
