/* ---- OER: what procedures call ---- */
#ifdef STUBC_COMPILED_DECODE
/* Returns numbers of two, four and eight bytes, the highest byte first. */
STUBC_INLINE uint16_t stubc_read_16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

STUBC_INLINE uint32_t stubc_read_32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

STUBC_INLINE uint64_t stubc_read_64(const uint8_t *p)
{
    return (uint64_t)stubc_read_32(p) << 32 | stubc_read_32(p + 4);
}

#ifdef STUBC_TAKE_STRING
const uint8_t *stubc_take_string(stubc_decoder *d, const uint8_t *at, stubc_slice *to);

/* As stubc_take_string; a length of one byte takes no call. */
STUBC_INLINE const uint8_t *stubc_quick_string(stubc_decoder *d, const uint8_t *at, stubc_slice *to)
{
    if (at != d->end && *at < 0x80 && *at < (size_t)(d->end - at)) {
        to->data = at + 1;
        to->length = *at;
        return at + 1 + *at;
    }
    return stubc_take_string(d, at, to);
}
#endif

#ifdef STUBC_TAKE_COUNT
const uint8_t *stubc_take_count(stubc_decoder *d, const uint8_t *at, size_t *count);

/* As stubc_take_count; a number of one byte takes no call. */
STUBC_INLINE const uint8_t *stubc_quick_count(stubc_decoder *d, const uint8_t *at, size_t *count)
{
    if ((size_t)(d->end - at) >= 2 && at[0] == 1) {
        *count = at[1];
        return at + 2;
    }
    return stubc_take_count(d, at, count);
}
#endif
#endif

#ifdef STUBC_COMPILED_ENCODE
/* Write numbers of two, four and eight bytes, the highest byte first. */
STUBC_INLINE void stubc_write_16(uint8_t *p, uint16_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

STUBC_INLINE void stubc_write_32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

STUBC_INLINE void stubc_write_64(uint8_t *p, uint64_t x)
{
    stubc_write_32(p, (uint32_t)(x >> 32));
    stubc_write_32(p + 4, (uint32_t)x);
}

#ifdef STUBC_PUT_STRING
uint8_t *stubc_put_string(stubc_encoder *c, uint8_t *at, const stubc_slice *from);

/* As stubc_put_string; a length of one byte takes no call. */
STUBC_INLINE uint8_t *stubc_quick_put_string(stubc_encoder *c, uint8_t *at, const stubc_slice *from)
{
    const size_t count = from->length;
    if (count - 1 < 0x7f && count < (size_t)(c->end - at)) {
        *at = (uint8_t)count;
        memcpy(at + 1, from->data, count);
        return at + 1 + count;
    }
    return stubc_put_string(c, at, from);
}
#endif

#ifdef STUBC_PUT_COUNT
uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *at, size_t count);

/* As stubc_put_count; a number of one byte takes no call. */
STUBC_INLINE uint8_t *stubc_quick_put_count(stubc_encoder *c, uint8_t *at, size_t count)
{
    if (count <= 0xff && (size_t)(c->end - at) >= 2) {
        at[0] = 1;
        at[1] = (uint8_t)count;
        return at + 2;
    }
    return stubc_put_count(c, at, count);
}
#endif
#endif
