/* ---- What procedures call ---- */
#ifdef STUBC_TAKE_STRING
/* Decodes a string after its length to a slice of the input. Returns the place after it, or STUBC_GONE. */
const uint8_t *stubc_take_string(stubc_decoder *d, const uint8_t *at, stubc_slice *to)
{
    d->at = at;
    to->data = counted(d, &to->length);
    return to->data ? d->at : STUBC_GONE;
}
#endif

#ifdef STUBC_TAKE_COUNT
/* Decodes the number of elements of an array. Returns the place after it, or STUBC_GONE. */
const uint8_t *stubc_take_count(stubc_decoder *d, const uint8_t *at, size_t *count)
{
    d->at = at;
    return elements(d, count) ? d->at : STUBC_GONE;
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

#ifdef STUBC_PUT_COUNT
/* Writes the number of elements of an array. Returns the place after it. */
uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *at, size_t count)
{
    c->at = at;
    put_elements(c, count);
    return c->at;
}
#endif
