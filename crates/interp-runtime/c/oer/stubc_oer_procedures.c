/* ---- What procedures call ---- */
#ifdef STUBC_TAKE_STRING
/* Decodes a string after its length to a slice of the input. Returns the place after it, or STUBC_GONE. */
const uint8_t *stubc_take_string(stubc_decoder *d, const uint8_t *at, stubc_slice *to)
{
    d->at = at;
    counted(d);
    *to = d->found;
    return d->code ? STUBC_GONE : d->at;
}
#endif

#ifdef STUBC_TAKE_COUNT
/* Decodes the number of elements of an array. Returns the place after it, or STUBC_GONE. */
const uint8_t *stubc_take_count(stubc_decoder *d, const uint8_t *at, size_t *count)
{
    d->at = at;
    *count = elements(d);
    return d->code ? STUBC_GONE : d->at;
}
#endif

#ifdef STUBC_PUT_STRING
/* Writes a string after its length. Returns the place after it. */
uint8_t *stubc_put_string(stubc_encoder *c, uint8_t *at, const stubc_slice *from)
{
    c->at = at;
    put_length(c, from->length);
    put(c, from->data, from->length);
    return c->at;
}
#endif

#ifdef STUBC_PUT_KEPT
/* Writes the bytes that a value has kept. Returns the place after them. */
uint8_t *stubc_put_kept(stubc_encoder *c, uint8_t *at, const stubc_slice *raw)
{
    c->at = at;
    put(c, raw->data, raw->length);
    return c->at;
}
#endif

#ifdef STUBC_PUT_COUNT
/* Writes the number of elements of an array. Returns the place after it. */
uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *at, size_t count)
{
    c->at = at;
    put_elements(c, count);
    return c->at;
}
#endif

#ifdef STUBC_TAKE_ADDITIONS
/* Decodes the additions of a structure by their program. flags: the offset of their flags in the struct. Returns the
 * place after them, or STUBC_GONE. */
const uint8_t *stubc_decode_additions(stubc_decoder *d, const uint8_t *at, size_t program, size_t flags, void *value)
{
    d->at = at;
    d->pc = d->unit->programs + program;
    d->flag = (uint8_t *)value + flags;
    decode_additions(d, (uint8_t *)value, true);
    return d->code ? STUBC_GONE : d->at;
}
#endif

#ifdef STUBC_PUT_ADDITIONS
/* Encodes the additions of a structure by their program; it begins at start. flags: the offset of their flags in
 * the struct. Returns the place after them. */
uint8_t *stubc_encode_additions(stubc_encoder *c, uint8_t *at, size_t program, size_t flags, const void *value,
                                uint8_t *start)
{
    c->at = at;
    c->pc = c->unit->programs + program;
    c->flag = (const uint8_t *)value + flags;
    encode_additions(c, (const uint8_t *)value, start);
    return c->at;
}
#endif
