/* ---- Shapes: the contents of holes ---- */
#ifdef STUBC_SHAPES
#ifdef STUBC_CALLS_HOLE_BYTES
/* Returns whether these are contents octets of an integer, in the shortest form. */
STUBC_INLINE bool stubc_hole_bytes(const uint8_t *p, size_t length)
{
    return length == 1 || (length > 1 && (int8_t)p[0] != -(p[1] >> 7));
}
#endif

#ifdef STUBC_DECODE
#ifdef STUBC_CALLS_SHAPE_FIND
#ifndef STUBC_HOLE
#define STUBC_HOLE
/* A hole: its contents octets, in the message, and its number, or the number of bits that begin at octets + 1. */
typedef struct stubc_hole {
    const uint8_t *octets;
    size_t length;
    int64_t number;
} stubc_hole;
#endif

STUBC_LOCAL size_t stubc_shape_find(const uint8_t *table, stubc_hole *holes, const uint8_t *input, size_t length);
#endif

#if defined STUBC_CALLS_HOLE_INTEGER || (defined STUBC_CALLS_HOLE_NEAR && !defined STUBC_WORDS)
/* Decodes the contents octets of an integer of at most 64 bits, which follow at least two octets of a header. Returns
 * false for other octets, and for those that are not the shortest form (X.690 8.3.2). */
STUBC_INLINE bool stubc_hole_integer(const uint8_t *p, size_t length, int64_t *value)
{
    if (length == 1) {
        *value = (int8_t)p[0];
        return true;
    }
    if (length - 2 < 3) {
        const uint8_t *const last = p + length - 4;
        const uint32_t word = ((uint32_t)last[0] << 24 | (uint32_t)last[1] << 16 | (uint32_t)last[2] << 8 | last[3])
                              << (32 - 8 * length);
        *value = (int32_t)word >> (32 - 8 * length);
        return (((word >> 23) + 1) & 0x1fe) != 0;
    }
    if (length - 5 < 4 && (int8_t)p[0] != -(p[1] >> 7)) {
        uint64_t x = p[0] < 0x80 ? 0 : UINT64_MAX;
        size_t i;
        for (i = 0; i < length; i++) {
            x = x << 8 | p[i];
        }
        *value = (int64_t)x;
        return true;
    }
    return false;
}
#endif

#ifdef STUBC_CALLS_HOLE_NEAR
/* As stubc_hole_integer, after at least seven octets of the message. */
STUBC_INLINE bool stubc_hole_near(const uint8_t *p, size_t length, int64_t *value)
{
#ifdef STUBC_WORDS
    const uint8_t *const last = p + length - 8;
    uint64_t word;
    if (length == 1) {
        *value = (int8_t)p[0];
        return true;
    }
    if (length - 2 > 6) {
        return false;
    }
    word = ((uint64_t)last[0] << 56 | (uint64_t)last[1] << 48 | (uint64_t)last[2] << 40 | (uint64_t)last[3] << 32 |
            (uint64_t)last[4] << 24 | (uint64_t)last[5] << 16 | (uint64_t)last[6] << 8 | last[7])
           << (64 - 8 * length);
    *value = (int64_t)word >> (64 - 8 * length);
    return (((word >> 55) + 1) & 0x1fe) != 0;
#else
    return stubc_hole_integer(p, length, value);
#endif
}
#endif

#ifdef STUBC_CALLS_HOLE_UNSIGNED
/* As stubc_hole_integer, for a number of 64 bits without a sign, which may take nine octets. */
STUBC_INLINE bool stubc_hole_unsigned(const uint8_t *p, size_t length, uint64_t *value)
{
    uint64_t x = 0;
    size_t i;
    if (length - 1 > 8 || p[0] > 0x7f || (length > 1 && !p[0] && p[1] < 0x80) || (length == 9 && p[0])) {
        return false;
    }
    for (i = 0; i < length; i++) {
        x = x << 8 | p[i];
    }
    *value = x;
    return true;
}
#endif

#ifdef STUBC_CALLS_HOLE_BITS
/* Decodes the contents octets of a bit string. is_der: unused bits must be 0; trailing_one: the last bit must be 1. */
STUBC_INLINE bool stubc_hole_bits(const uint8_t *p, size_t length, stubc_bits *value, bool is_der, bool trailing_one)
{
    unsigned unused;
    if (!length) {
        return false;
    }
    unused = p[0];
    if (unused > 7 || (unused && length == 1)) {
        return false;
    }
    if (is_der && length > 1 &&
        ((p[length - 1] & ((1u << unused) - 1)) || (trailing_one && !(p[length - 1] >> unused & 1)))) {
        return false;
    }
    value->data = p + 1;
    value->length = (length - 1) * 8 - unused;
    return true;
}
#endif
#endif

#ifdef STUBC_ENCODE
#ifdef STUBC_CALLS_HOLE_FITS
/* Takes the octets of a hole from the room that is left. Returns false if there are less. */
STUBC_INLINE bool stubc_hole_fits(size_t *room, size_t octets)
{
    if (octets > *room) {
        return false;
    }
    *room -= octets;
    return true;
}
#endif

#ifdef STUBC_CALLS_HOLE_COPY
#ifdef STUBC_WORDS
void stubc_hole_copy_long(uint8_t *to, const uint8_t *from, size_t length);
#endif

/* Copies the octets of a hole, more than 32 of them out of line. */
STUBC_INLINE void stubc_hole_copy(uint8_t *to, const uint8_t *from, size_t length)
{
#ifdef STUBC_WORDS
    /* Most holes are short: their comparison comes first. */
    if (length > 16) {
        if (length > 32) {
            stubc_hole_copy_long(to, from, length);
        } else {
            memcpy(to, from, 16);
            memcpy(to + length - 16, from + length - 16, 16);
        }
        return;
    }
#endif
    stubc_copy(to, from, length);
}
#endif

#ifdef STUBC_CALLS_HOLE_OCTETS
/* Returns the number of contents octets of an integer. */
STUBC_INLINE size_t stubc_hole_octets(int64_t value)
{
    /* Without the copies of the sign. */
    const uint64_t bits = (value < 0 ? ~(uint64_t)value : (uint64_t)value) << 1 | 1;
#ifdef STUBC_WORDS
    return (size_t)(63u - (unsigned)__builtin_clzll(bits)) / 8 + 1;
#else
    size_t octets = 1;
    while (octets < 8 && bits >> (8 * octets)) {
        octets++;
    }
    return octets;
#endif
}

/* Writes the lowest octets of a number, the most significant first. */
STUBC_INLINE void stubc_hole_number(uint8_t *to, uint64_t value, size_t octets)
{
    for (; octets; value >>= 8) {
        octets--;
        to[octets] = (uint8_t)value;
    }
}

/* As stubc_hole_number, where eight octets may be written. */
STUBC_INLINE void stubc_hole_word(uint8_t *to, uint64_t value, size_t octets)
{
    const uint64_t x = value << (64 - 8 * octets);
    to[0] = (uint8_t)(x >> 56);
    to[1] = (uint8_t)(x >> 48);
    to[2] = (uint8_t)(x >> 40);
    to[3] = (uint8_t)(x >> 32);
    to[4] = (uint8_t)(x >> 24);
    to[5] = (uint8_t)(x >> 16);
    to[6] = (uint8_t)(x >> 8);
    to[7] = (uint8_t)x;
}
#endif
#endif
#endif
