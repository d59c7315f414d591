/* ---- What procedures call ---- */
#ifdef STUBC_COMPILED_DECODE
#ifdef STUBC_PEEK
/* Returns the bits at a place: see stubc_quick_peek. */
uint64_t stubc_peek(const stubc_decoder *d, size_t at)
{
    return stubc_quick_peek(d, at);
}
#endif

#ifdef STUBC_TAKE_LENGTH
/* Decodes a length that is no fragment's (X.691 11.9.3). Returns the place after it, or STUBC_GONE. */
size_t stubc_take_length(stubc_decoder *d, size_t at, size_t *count)
{
    size_t left;
    uint64_t w;
#ifdef STUBC_ALIGNED
    at = STUBC_TO_BYTE(at);
#endif
    left = d->in.end - at;
    w = stubc_quick_peek(d, at);
    if (left >= 8 && !(w >> 63)) {
        *count = (size_t)(w >> 56);
        return at + 8;
    }
    *count = (size_t)(w >> 48 & 0x3fff);
    return left >= 16 && w >> 62 == 2 ? at + 16 : STUBC_GONE;
}
#endif

#ifdef STUBC_TAKE_STRING
/* Decodes items of a string with item bits each: a part of the input if they begin on a byte boundary, else a copy in
 * the arena. Returns the place after them, or STUBC_GONE. */
size_t stubc_take_string(stubc_decoder *d, size_t at, size_t count, unsigned item, void *to)
{
    stubc_slice slice;
    size_t left = count * item;
    if (left > d->in.end - at) {
        return STUBC_GONE;
    }
    slice.length = count;
    slice.data = d->in.base + at / 8;
    if (at % 8 && left) {
        uint8_t *copy = (uint8_t *)alloc(d, (left + 7) / 8);
        if (!copy) {
            return STUBC_GONE;
        }
        slice.data = copy;
        while (left) {
            const unsigned some = left < 56 ? (unsigned)left : 56;
            uint64_t w = stubc_quick_peek(d, at) & ~(uint64_t)0 << (64 - some);
            unsigned done;
            for (done = 0; done < some; done += 8) {
                *copy++ = (uint8_t)(w >> 56);
                w <<= 8;
            }
            at += some;
            left -= some;
        }
    }
    memcpy(to, &slice, sizeof slice);
    return at + left;
}
#endif

#ifdef STUBC_TAKE_ADDITIONS
/* Decodes the additions of a structure by their program. flags: the offset of their flags in the struct. Returns the
 * place after them, or STUBC_GONE. */
size_t stubc_decode_additions(stubc_decoder *d, size_t at, size_t program, size_t flags, void *value)
{
    d->in.at = at;
    d->pc = d->unit->programs + program;
    d->flag = (uint8_t *)value + flags;
    code_additions(d, (uint8_t *)value, true, 0);
    return d->code ? STUBC_GONE : d->in.at;
}
#endif
#endif

#ifdef STUBC_COMPILED_ENCODE
/* Writes bits where a word does not fit. Returns the place after them, or an earlier one after an error. */
size_t stubc_put_last(stubc_encoder *c, size_t at, uint64_t x, unsigned count)
{
    c->in.at = at;
    if (count > 32) {
        count -= 32;
        bits(c, (uint32_t)(x >> 32), count);
        count = 32;
    }
    bits(c, (uint32_t)x, count);
    return c->in.at;
}

#ifdef STUBC_PUT
/* Writes bits: see stubc_quick_put. */
size_t stubc_put(stubc_encoder *c, size_t at, uint64_t x, unsigned count)
{
    return stubc_quick_put(c, at, x, count);
}
#endif

#ifdef STUBC_PUT_LENGTH
/* Writes a length that is no fragment's (X.691 11.9.3). Returns the place after it. */
size_t stubc_put_length(stubc_encoder *c, size_t at, size_t count)
{
    if (count >> 14) {
        c->code = STUBC_BAD_VALUE;
        return at;
    }
#ifdef STUBC_ALIGNED
    at = STUBC_TO_BYTE(at);
#endif
    return count < 128 ? stubc_quick_put(c, at, count, 8) : stubc_quick_put(c, at, 0x8000 | (uint64_t)count, 16);
}
#endif

#ifdef STUBC_PUT_STRING
/* Writes items of a string with item bits each. Returns the place after them. */
size_t stubc_put_string(stubc_encoder *c, size_t at, const uint8_t *data, size_t count, unsigned item)
{
    size_t left;
    if (c->code || count > (c->in.end - at) / item) {
        c->code = STUBC_NO_SPACE;
        return at;
    }
    left = count * item;
    if (at % 8 == 0 && left) {
        uint8_t *const to = c->in.base + at / 8;
        memcpy(to, data, (left + 7) / 8);
        if (left % 8) {
            to[left / 8] = (uint8_t)(to[left / 8] & 0xff00u >> left % 8);
        }
        return at + left;
    }
    for (; left >= 8; left -= 8) {
        at = stubc_quick_put(c, at, *data++, 8);
    }
    return left ? stubc_quick_put(c, at, (uint64_t)(*data >> (8 - left)), (unsigned)left) : at;
}
#endif

#ifdef STUBC_PUT_ADDITIONS
/* Encodes the additions of a structure by their program; it begins at start. flags: the offset of their flags in
 * the struct. Returns the place after them. */
size_t stubc_encode_additions(stubc_encoder *c, size_t at, size_t program, size_t flags, const void *value,
                              size_t start)
{
    c->in.at = at;
    c->pc = c->unit->programs + program;
    c->flag = (uint8_t *)(uintptr_t)value + flags;
    code_additions(c, (uint8_t *)(uintptr_t)value, false, start);
    return c->in.at;
}
#endif
#endif
