/* ---- OER: what procedures call ---- */
#ifdef STUBC_COMPILED_DECODE
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
#ifdef STUBC_PUT_KEPT
uint8_t *stubc_put_kept(stubc_encoder *c, uint8_t *at, const stubc_slice *raw);
#endif
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
