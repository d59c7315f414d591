/* ---- Decoding: headers and scalars for procedures, which leave if one returns NULL ---- */
#ifdef STUBC_COMPILED_DECODE
/* Enters the element at p, which must have the identifier tag. Sets d->end and d->next; returns where its contents
 * start. */
const uint8_t *stubc_take_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    const ptrdiff_t length = stubc_short(p, e, tag);
    if (length >= 0) {
        d->end = d->next = p + 2 + length;
        return p + 2;
    }
    if (e - p >= 4 && p[0] == tag && (p[1] == 0x81 || p[1] == 0x82)) {
        const bool is_one = p[1] == 0x81;
        const size_t octets = is_one ? p[2] : (size_t)p[2] << 8 | p[3];
        p += is_one ? 3 : 4;
        if (octets > (size_t)(e - p) || !STUBC_SHORTEST(octets, is_one ? 0x80u : 0x100u)) {
            return NULL;
        }
        d->end = d->next = p + octets;
        return p;
    }
    return stubc_found(p, e, tag) && !scan(d, p, e) ? d->contents : NULL;
}

#if defined STUBC_CALLS_PASS_ALL && defined STUBC_SPEED
/* Skips the unknown elements from p to e, with which a SEQUENCE ends. Returns next, the end of the SEQUENCE; NULL if p
 * is NULL. */
STUBC_COLD const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next)
{
    while (p && p < e) {
        p = stubc_pass(d, p, e);
    }
    return p ? next : NULL;
}
#endif

#ifdef STUBC_CALLS_TAKE_BOOLEAN
/* Decodes a boolean. */
const uint8_t *stubc_take_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, bool *value)
{
    p = stubc_take_header(d, p, e, tag);
    if (!p || d->end - p != 1 || !STUBC_CANONICAL_BOOLEAN(*p)) {
        return NULL;
    }
    *value = *p != 0;
    return d->next;
}
#endif

#ifdef STUBC_CALLS_TAKE_INTEGER
/* Decodes an integer by its opcode. */
const uint8_t *stubc_take_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                  unsigned op)
{
    const uint8_t *const next = small_integer(p, e, tag, (uint8_t *)value, 0, op - STUBC_OP_U8);
    if (next) {
        return next;
    }
    p = stubc_take_header(d, p, e, tag);
    return p && !store_octets(p, d->end, (uint8_t *)value, op) ? d->next : NULL;
}
#endif

#if defined STUBC_CALLS_TAKE_OCTETS || defined STUBC_CALLS_TAKE_OID
/* Decodes a slice of the input: the contents of the element at p. */
STUBC_INLINE const uint8_t *take_slice(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                       stubc_slice *value)
{
    p = stubc_take_header(d, p, e, tag);
    if (!p) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(d->end - p);
    return d->next;
}
#endif

#ifdef STUBC_CALLS_TAKE_OCTETS
/* Decodes an octet string in the primitive form. */
const uint8_t *stubc_take_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                 stubc_slice *value)
{
    return take_slice(d, p, e, tag, value);
}
#endif

#ifdef STUBC_CALLS_TAKE_OID
/* Decodes an object identifier. */
const uint8_t *stubc_take_oid(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, stubc_slice *value)
{
    p = take_slice(d, p, e, tag, value);
    return p && stubc_is_oid(value) ? p : NULL;
}
#endif

#ifdef STUBC_CALLS_TAKE
/* Decodes a scalar or an open type by its opcode, as stubc_get does. */
const uint8_t *stubc_take(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value, unsigned op)
{
    p = stubc_get(d, p, e, tag, value, op);
    return d->code ? NULL : p;
}
#endif
#endif
