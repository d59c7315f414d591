/* ---- Inline functions of compiled procedures: the common case inline, the general case by a call ---- */
#ifdef STUBC_FAST
#ifdef STUBC_COMPILED_DECODE
/* The decoders of procedures. They take what valid messages usually contain. For anything else they return NULL, and so
 * does the procedure: it leaves, and the interpreter decodes the message from its beginning. */

/* Enters the element at p, which must have the identifier tag. Sets e to the end of its contents and next to the end of
 * the element. Returns where its contents start. */
STUBC_INLINE const uint8_t *stubc_enter(stubc_decoder *d, const uint8_t *p, const uint8_t **e, uint32_t tag,
                                        const uint8_t **next)
{
    p = stubc_take_header(d, p, *e, tag);
    *e = d->end;
    *next = d->next;
    return p;
}

/* As stubc_enter, in line for the usual lengths. */
STUBC_INLINE const uint8_t *stubc_quick_enter(stubc_decoder *d, const uint8_t *p, const uint8_t **e, uint32_t tag,
                                              const uint8_t **next)
{
    const size_t room = (size_t)(*e - p);
    if (room >= 2 && p[0] == tag) {
        size_t length = p[1];
        if (length < 0x80) {
            if (length > room - 2) {
                return NULL;
            }
            p += 2;
            *e = *next = p + length;
            return p;
        }
#ifdef STUBC_SPEED
        if (length == 0x82 && room >= 4) {
            length = (size_t)p[2] << 8 | p[3];
            if (length > room - 4 || !STUBC_SHORTEST(length, 0x100)) {
                return NULL;
            }
            p += 4;
            *e = *next = p + length;
            return p;
        }
#endif
    }
#ifdef STUBC_LONG_TAGS
    else if (tag < 0x100) {
        return NULL;
    }
#else
    else {
        return NULL;
    }
#endif
    return stubc_enter(d, p, e, tag, next);
}

#ifdef STUBC_USE_SET
/* Marks field number index of a SET in seen, one bit per field. Returns false if it was marked. */
STUBC_INLINE bool stubc_first(uint32_t *seen, unsigned index)
{
    const uint32_t bit = (uint32_t)1 << index % 32;
    const bool is_first = !(seen[index / 32] & bit);
    seen[index / 32] |= bit;
    return is_first;
}

#ifdef STUBC_DER
/* As stubc_first; also returns false if its rank is below that of the field before, because DER orders a SET by tag
 * (X.690 10.3). */
STUBC_INLINE bool stubc_first_in_order(uint32_t *seen, unsigned index, uint32_t rank, uint32_t *before)
{
    const bool is_in_order = rank >= *before;
    *before = rank;
    return is_in_order && stubc_first(seen, index);
}
#endif
#endif

#ifdef STUBC_USE_BOOLEAN
/* As stubc_take_boolean, in line. */
STUBC_INLINE const uint8_t *stubc_quick_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                               bool *value)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p || e - p != 1 || !STUBC_CANONICAL_BOOLEAN(*p)) {
        return NULL;
    }
    *value = *p != 0;
    return next;
}
#endif

#ifdef STUBC_CALLS_TAKE_INTEGER
/* Defines a decoder of one integer type, in line for contents of one to four octets. FITS: whether the value x fits. */
#define STUBC_QUICK_INTEGER(NAME, TYPE, OP, FITS)                                                                     \
    STUBC_INLINE const uint8_t *stubc_quick_##NAME(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, \
                                                   TYPE *value)                                                       \
    {                                                                                                                 \
        int32_t x;                                                                                                    \
        const uint8_t *const next = stubc_small(p, e, tag, &x);                                                       \
        if (next && (FITS)) {                                                                                         \
            *value = (TYPE)x;                                                                                         \
            return next;                                                                                              \
        }                                                                                                             \
        return stubc_take_integer(d, p, e, tag, value, OP);                                                           \
    }
#ifdef STUBC_USE_U8
STUBC_QUICK_INTEGER(u8, uint8_t, STUBC_OP_U8, x >= 0 && x <= 0xff)
#endif
#ifdef STUBC_USE_U16
STUBC_QUICK_INTEGER(u16, uint16_t, STUBC_OP_U16, x >= 0 && x <= 0xffff)
#endif
#ifdef STUBC_USE_U32
STUBC_QUICK_INTEGER(u32, uint32_t, STUBC_OP_U32, x >= 0)
#endif
#ifdef STUBC_USE_U64
STUBC_QUICK_INTEGER(u64, uint64_t, STUBC_OP_U64, x >= 0)
#endif
#ifdef STUBC_USE_I8
STUBC_QUICK_INTEGER(i8, int8_t, STUBC_OP_I8, x == (int8_t)x)
#endif
#ifdef STUBC_USE_I16
STUBC_QUICK_INTEGER(i16, int16_t, STUBC_OP_I16, x == (int16_t)x)
#endif
#ifdef STUBC_USE_I32
STUBC_QUICK_INTEGER(i32, int32_t, STUBC_OP_I32, true)
#endif
#ifdef STUBC_USE_I64
STUBC_QUICK_INTEGER(i64, int64_t, STUBC_OP_I64, true)
#endif
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_OID || defined STUBC_USE_BYTES
/* As stubc_take_octets, in line. */
STUBC_INLINE const uint8_t *stubc_quick_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                              stubc_slice *value)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(e - p);
    return next;
}
#endif

#ifdef STUBC_USE_OID
/* As stubc_take_oid, in line. */
STUBC_INLINE const uint8_t *stubc_quick_oid(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                           stubc_slice *value)
{
    const uint8_t *const next = stubc_quick_octets(d, p, e, tag, value);
    return next && stubc_is_oid(value) ? next : NULL;
}
#endif

#ifdef STUBC_USE_BYTES
/* Decodes an integer that is kept as octets: a slice of the input, at least one octet, in the shortest form. */
STUBC_INLINE const uint8_t *stubc_quick_bytes(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                              stubc_slice *value)
{
    const uint8_t *const next = stubc_quick_octets(d, p, e, tag, value);
    if (!next || !value->length || (value->length > 1 && (int8_t)value->data[0] == -(value->data[1] >> 7))) {
        return NULL;
    }
    return next;
}
#endif

#ifdef STUBC_USE_BITS
/* Decodes a bit string: a slice of the input. DER: trailing_one says whether its last bit must be set. */
STUBC_INLINE const uint8_t *stubc_quick_string(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                               stubc_bits *value, bool trailing_one)
{
    const uint8_t *next;
    unsigned unused;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p || p == e) {
        return NULL;
    }
    unused = *p++;
    if (unused && (unused > 7 || p == e)) {
        return NULL;
    }
#ifdef STUBC_DER
    if (d->unit->is_der && p < e && ((e[-1] & ((1u << unused) - 1)) || (trailing_one && !(e[-1] >> unused & 1)))) {
        return NULL;
    }
#else
    (void)trailing_one;
#endif
    value->data = p;
    value->length = (size_t)(e - p) * 8 - unused;
    return next;
}
#define stubc_quick_bits(d, p, e, tag, value) stubc_quick_string(d, p, e, tag, value, false)
#define stubc_quick_named_bits(d, p, e, tag, value) stubc_quick_string(d, p, e, tag, value, true)
#endif

#ifdef STUBC_USE_NULL
/* Decodes a null. */
STUBC_INLINE const uint8_t *stubc_quick_null(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    return p && p == e ? next : NULL;
}
#endif

#if defined STUBC_USE_OPEN && defined STUBC_CALLS_TAKE
/* Decodes an open type: a slice of the input. */
STUBC_INLINE const uint8_t *stubc_quick_open(stubc_decoder *d, const uint8_t *p, const uint8_t *e, stubc_slice *value)
{
    if (e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2) {
        value->data = p;
        value->length = 2 + (size_t)p[1];
        return p + value->length;
    }
    return stubc_take(d, p, e, 0, value, STUBC_OP_OPEN);
}
#endif

/* Returns the result p of a decoder that may have failed. */
STUBC_INLINE const uint8_t *stubc_unless_failed(const stubc_decoder *d, const uint8_t *p)
{
    return d->code ? NULL : p;
}

#ifdef STUBC_SKIPS
/* Skips any element at p. */
STUBC_INLINE const uint8_t *stubc_pass(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    return stubc_unless_failed(d, stubc_skip(d, p, e));
}
#endif

#if defined STUBC_CALLS_PASS_ALL && !defined STUBC_SPEED
/* Skips the unknown elements from p to e, with which a SEQUENCE ends; there are some, or p is NULL. Returns next, the
 * end of the SEQUENCE; NULL if p is. */
STUBC_INLINE const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next)
{
    if (!p) {
        return NULL;
    }
    do {
        p = stubc_skip(d, p, e); /* e after an error */
    } while (p < e);
    return d->code ? NULL : next;
}
#endif

#ifdef STUBC_CALLS_TAKE_NODE
/* Decodes an element by the commands of node. */
STUBC_INLINE const uint8_t *stubc_take_node(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                            void *value, unsigned node)
{
    return stubc_unless_failed(d, stubc_interpret_decode(d, p, e, tag, value, node));
}
#endif

#ifdef STUBC_USE_ARENA
/* Returns the arena's next free byte that is aligned for any member, and sets room to the number of bytes from there
 * on. Returns NULL if there are none. */
STUBC_INLINE void *stubc_rest(const stubc_decoder *d, size_t *room)
{
    const stubc_context *const context = d->context;
    *room = 0;
    if (context) {
        const size_t used = context->arena_used, left = context->arena_size - used;
        const size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
        if (left > pad) {
            *room = left - pad;
            return context->arena + used + pad;
        }
    }
    return NULL;
}

/* Allocates size bytes at items, the start of stubc_rest. Returns items. */
STUBC_INLINE void *stubc_claim(const stubc_decoder *d, void *items, size_t size)
{
    d->context->arena_used = (size_t)((uint8_t *)items - d->context->arena) + size;
    return items;
}
#endif
#endif

#ifdef STUBC_ENCODE
#ifdef STUBC_CALLS_PUT_BOOLEAN
/* Encodes a boolean. */
STUBC_INLINE uint8_t *stubc_fast_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    if (STUBC_USUAL(tag < 0x100 && q > c->ample)) {
        q[-1] = value ? 0xff : 0;
        q[-2] = 1;
        q[-3] = (uint8_t)tag;
        return q - 3;
    }
    return stubc_put_boolean(c, q, tag, value);
}
#endif

#ifdef STUBC_CALLS_PUT_INTEGER
/* Encodes an integer; a small one inline. */
STUBC_INLINE uint8_t *stubc_fast_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    if (STUBC_USUAL(tag < 0x100 && q > c->ample && STUBC_IS_SMALL(value))) {
        return stubc_put_small(q, tag, value);
    }
    return stubc_put_integer(c, q, tag, value);
}
#endif

#ifdef STUBC_PUT_OCTETS
/* Encodes an octet string; for size, one of 1 to 127 octets inline. */
STUBC_INLINE uint8_t *stubc_fast_put_octets(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *value)
{
#ifdef STUBC_SPEED
    return stubc_put_string(c, q, tag, value->data, value->length);
#else
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
#endif
}
#endif

#ifdef STUBC_USE_OID
/* Encodes an object identifier. */
STUBC_INLINE uint8_t *stubc_fast_put_oid(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *value)
{
#ifdef STUBC_SPEED
    return stubc_put_arcs(c, q, tag, value->data, value->length);
#else
    return stubc_put_oid(c, q, tag, value, 0);
#endif
}
#endif

#ifdef STUBC_USE_OPEN
/* Encodes an open type. */
STUBC_INLINE uint8_t *stubc_fast_put_open(stubc_encoder *c, uint8_t *q, const stubc_slice *value)
{
#ifdef STUBC_SPEED
    return stubc_put_whole(c, q, 0, value->data, value->length);
#else
    return stubc_put_open(c, q, 0, value, 0);
#endif
}
#endif
#endif
#endif
