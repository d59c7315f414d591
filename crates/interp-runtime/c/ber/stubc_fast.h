/* ---- Inline functions of compiled procedures: the common case inline, the general case by a call ---- */
#ifdef STUBC_FAST
#ifdef STUBC_DECODE
#ifdef STUBC_USE_SET
/* Marks field number index of a SET in seen, one bit per field; fails and returns false if it was marked. */
STUBC_INLINE bool stubc_first(stubc_decoder *d, uint32_t *seen, unsigned index)
{
    uint32_t bit = (uint32_t)1 << index % 32;
    if (seen[index / 32] & bit) {
        stubc_fail(d, STUBC_BAD_TAG, d->end);
        return false;
    }
    seen[index / 32] |= bit;
    return true;
}

#ifdef STUBC_DER
/* As stubc_first; also fails if its rank is below that of the field before, because DER orders a SET by tag (X.690
 * 10.3). */
STUBC_INLINE bool stubc_first_in_order(stubc_decoder *d, uint32_t *seen, unsigned index, uint32_t rank,
                                       uint32_t *before)
{
    if (!stubc_first(d, seen, index)) {
        return false;
    }
    if (rank >= *before) {
        *before = rank;
        return true;
    }
    stubc_fail(d, STUBC_NOT_CANONICAL, d->end);
    return false;
}
#endif
#endif

#ifdef STUBC_USE_BOOLEAN
/* Decodes a boolean. */
STUBC_INLINE const uint8_t *stubc_fast_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                               bool *value)
{
    if (tag < 0x100 && e - p >= 3 && p[0] == tag && p[1] == 1 && STUBC_CANONICAL_BOOLEAN(p[2])) {
        *value = p[2] != 0;
        return p + 3;
    }
    return stubc_get_boolean(d, p, e, tag, value, 0);
}
#endif

#ifdef STUBC_USE_INTEGER
/* Defines a decoder of one integer type. FITS: whether the value x fits the type. */
#define STUBC_FAST_INTEGER(NAME, TYPE, REPR, FITS)                                                                  \
    STUBC_INLINE const uint8_t *stubc_fast_##NAME(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, \
                                                  TYPE *value)                                                      \
    {                                                                                                               \
        int32_t x;                                                                                                  \
        if (stubc_small(p, e, tag, &x) && (FITS)) {                                                              \
            *value = (TYPE)x;                                                                                       \
            return p + 2 + p[1];                                                                                    \
        }                                                                                                           \
        return stubc_get_integer(d, p, e, tag, value, REPR);                                                        \
    }
#ifdef STUBC_USE_U8
STUBC_FAST_INTEGER(u8, uint8_t, 0, x >= 0 && x <= 0xff)
#endif
#ifdef STUBC_USE_U16
STUBC_FAST_INTEGER(u16, uint16_t, 1, x >= 0 && x <= 0xffff)
#endif
#ifdef STUBC_USE_U32
STUBC_FAST_INTEGER(u32, uint32_t, 2, x >= 0)
#endif
#ifdef STUBC_USE_U64
STUBC_FAST_INTEGER(u64, uint64_t, 3, x >= 0)
#endif
#ifdef STUBC_USE_I8
STUBC_FAST_INTEGER(i8, int8_t, 4, x == (int8_t)x)
#endif
#ifdef STUBC_USE_I16
STUBC_FAST_INTEGER(i16, int16_t, 5, x == (int16_t)x)
#endif
#ifdef STUBC_USE_I32
STUBC_FAST_INTEGER(i32, int32_t, 6, true)
#endif
#ifdef STUBC_USE_I64
STUBC_FAST_INTEGER(i64, int64_t, 7, true)
#endif
#endif

#ifdef STUBC_USE_OCTETS
/* Decodes an octet string: a slice of the input. */
STUBC_INLINE const uint8_t *stubc_fast_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                              stubc_slice *value)
{
    ptrdiff_t length = stubc_short(p, e, tag);
    if (length >= 0) {
        value->data = p + 2;
        value->length = (size_t)length;
        return p + 2 + length;
    }
    return stubc_get_octets(d, p, e, tag, value, 0);
}
#endif
#endif

#ifdef STUBC_ENCODE
#ifdef STUBC_CALLS_PUT_BOOLEAN
/* Encodes a boolean. */
STUBC_INLINE uint8_t *stubc_fast_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    if (tag < 0x100 && q - c->begin >= 3) {
        q -= 3;
        q[2] = value ? 0xff : 0;
        q[1] = 1;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_boolean(c, q, tag, value);
}
#endif

#ifdef STUBC_CALLS_PUT_INTEGER
/* Encodes an integer; one of a single contents octet inline. */
STUBC_INLINE uint8_t *stubc_fast_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    if (tag < 0x100 && q - c->begin >= 3 && value == (int8_t)value) {
        q -= 3;
        q[2] = (uint8_t)value;
        q[1] = 1;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_integer(c, q, tag, value);
}
#endif

#ifdef STUBC_PUT_OCTETS
/* Encodes an octet string; one of 1 to 127 octets inline. */
STUBC_INLINE uint8_t *stubc_fast_put_octets(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *value)
{
    size_t length = value->length;
    if (tag < 0x100 && length - 1 < 0x7f && (size_t)(q - c->begin) >= length + 2) {
        q -= length;
        memcpy(q, value->data, length);
        q -= 2;
        q[1] = (uint8_t)length;
        q[0] = (uint8_t)tag;
        return q;
    }
    return stubc_put_octets(c, q, tag, value, 0);
}
#endif
#endif
#endif
