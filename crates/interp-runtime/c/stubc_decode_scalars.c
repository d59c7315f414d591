/* ---- Decoding: scalars and open types ---- */
#ifdef STUBC_DECODE
#ifdef STUBC_USE_BOOLEAN
const uint8_t *stubc_get_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                 unsigned arg)
{
    bool *value = (bool *)to;
    (void)arg;
    const uint8_t *c = STUBC_ENTER(d, p, e, tag);
    *value = false;
    if (d->end - c != 1)
        return stubc_fail(d, STUBC_BAD_VALUE, e);
#ifdef STUBC_DER
    if (*c != 0 && *c != 0xff)
        return stubc_fail(d, STUBC_NOT_CANONICAL, e);
#endif
    *value = *c != 0;
    return d->next;
}
#endif

#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Whether these are contents octets of an integer (X.690 8.3): some, and no more than it needs. */
static bool is_integer(const uint8_t *c, const uint8_t *end)
{
    return c < end && (end - c == 1 || (int8_t)*c != -(c[1] >> 7));
}
#endif

#ifdef STUBC_USE_INTEGER
/* repr: the width's logarithm, 0 for one octet to 3 for eight, and 4 when signed. */
const uint8_t *stubc_get_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                 unsigned repr)
{
    const uint8_t *c, *end;
    int64_t x;
    bool fits;
#ifdef STUBC_SPEED
    int32_t small;
    if (stubc_small(p, e, tag, &small)) {
        x = small;
        fits = x >= 0 || repr >= 4;
        d->next = p + 2 + p[1];
        goto store;
    }
#endif
    c = stubc_header(d, p, e, tag);
    end = d->end;
    if (!is_integer(c, end))
        return stubc_fail(d, STUBC_BAD_VALUE, e);
    x = (int8_t)*c;
    fits = end - c <= 8 || (end - c == 9 && x == 0 && repr == 3);
    if (x < 0 && repr < 4)
        fits = false;
    while (++c < end)
        x = (int64_t)((uint64_t)x << 8 | *c);
#ifdef STUBC_SPEED
store:
#endif
    switch (repr) {
#ifdef STUBC_USE_U8
    case 0:
        fits &= x == (uint8_t)x;
        *(uint8_t *)value = (uint8_t)x;
        break;
#endif
#ifdef STUBC_USE_U16
    case 1:
        fits &= x == (uint16_t)x;
        *(uint16_t *)value = (uint16_t)x;
        break;
#endif
#ifdef STUBC_USE_U32
    case 2:
        fits &= x == (uint32_t)x;
        *(uint32_t *)value = (uint32_t)x;
        break;
#endif
#ifdef STUBC_USE_I8
    case 4:
        fits &= x == (int8_t)x;
        *(int8_t *)value = (int8_t)x;
        break;
#endif
#ifdef STUBC_USE_I16
    case 5:
        fits &= x == (int16_t)x;
        *(int16_t *)value = (int16_t)x;
        break;
#endif
#ifdef STUBC_USE_I32
    case 6:
        fits &= x == (int32_t)x;
        *(int32_t *)value = (int32_t)x;
        break;
#endif
#if defined STUBC_USE_I64 || defined STUBC_USE_U64
    default:
        *(int64_t *)value = x;
        break;
#endif
    }
    return fits ? d->next : stubc_fail(d, STUBC_RANGE, e);
}
#endif

#ifdef STUBC_USE_BYTES
const uint8_t *stubc_get_bytes(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                               unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    value->data = STUBC_ENTER(d, p, e, tag);
    value->length = (size_t)(d->end - value->data);
    return is_integer(value->data, d->end) ? d->next : stubc_fail(d, STUBC_BAD_VALUE, e);
}
#endif

#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Joins the segments of a constructed string from p to e at to; returns where they end. last: unused bits of the last
 * segment of a bit string, 0 at first; NULL for octets (X.690 8.6.4, 8.7.3). */
static uint8_t *segments(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint8_t *to, int *last)
{
    while (p < e && !d->code) {
        uint8_t tag = last ? 0x03 : 0x04;
        const uint8_t *c, *end, *next;
        bool constructed = *p == (tag | STUBC_FORM);
        if (constructed && !d->depth) {
            stubc_fail(d, STUBC_DEPTH, e);
            break;
        }
        c = STUBC_ENTER(d, p, e, constructed ? tag | STUBC_FORM : tag);
        if (d->code)
            break;
        end = d->end;
        next = d->next;
        if (constructed) {
            d->depth--;
            to = segments(d, c, end, to, last);
            d->depth++;
        } else {
            if (last) {
                if (*last || c == end || *c > 7 || (*c && end - c == 1)) {
                    stubc_fail(d, STUBC_BAD_VALUE, e);
                    break;
                }
                *last = *c++;
            }
            memcpy(to, c, (size_t)(end - c));
            to += end - c;
        }
        p = next;
    }
    return to;
}
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
/* Reads a string: in place, or, when it is constructed, joined in the arena. last: see segments. */
static const uint8_t *string(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, stubc_slice *value,
                             int *last)
{
    const uint8_t *c, *end, *next;
#ifndef STUBC_DER
    bool constructed = !stubc_found(p, e, tag);
    if (constructed)
        tag = stubc_other_form(tag);
#else
    (void)last;
#endif
    c = STUBC_ENTER(d, p, e, tag);
    end = d->end;
    next = d->next;
    value->data = c;
    value->length = (size_t)(end - c);
#ifndef STUBC_DER
    if (constructed && !d->code) {
        uint8_t *to = (uint8_t *)stubc_alloc(d, value->length); /* no less than the joined segments need */
        if (last)
            *last = 0;
        if (!d->code) {
            value->data = to;
            value->length = (size_t)(segments(d, c, end, to, last) - to);
        }
        if (d->code)
            return stubc_fail(d, d->code, e);
    }
#endif
    return next;
}
#endif

#ifdef STUBC_USE_OCTETS
/* A string of octets, segmented or not. */
const uint8_t *stubc_get_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    return string(d, p, e, tag, value, NULL);
}
#endif

#ifdef STUBC_USE_BITS
/* A string of bits, segmented or not. */
const uint8_t *stubc_get_bits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    stubc_bits *value = (stubc_bits *)to;
    (void)arg;
    stubc_slice s;
    int unused = 8; /* unless segments say otherwise */
    p = string(d, p, e, tag, &s, &unused);
    if (unused > 7) {
        unused = s.length ? *s.data : 8;
        if (unused > 7 || (unused && s.length == 1))
            return stubc_fail(d, STUBC_BAD_VALUE, e);
        s.data++;
        s.length--;
#ifdef STUBC_DER
        if (unused && s.data[s.length - 1] & ((1u << unused) - 1))
            return stubc_fail(d, STUBC_NOT_CANONICAL, e);
#endif
    }
    value->data = s.data;
    value->length = s.length * 8 - (size_t)unused;
    return p;
}
#endif

#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
/* The same with named bits: DER ends in a one (X.690 11.2.2). */
const uint8_t *stubc_get_named_bits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                    unsigned arg)
{
    stubc_bits *value = (stubc_bits *)to;
    p = stubc_get_bits(d, p, e, tag, value, arg);
    if (!d->code && value->length && !(value->data[(value->length - 1) / 8] >> (7 - (value->length - 1) % 8) & 1))
        return stubc_fail(d, STUBC_NOT_CANONICAL, e);
    return p;
}
#endif

#ifdef STUBC_USE_OID
/* An object identifier or relative one: its arcs are well formed (X.690 8.19.2). */
const uint8_t *stubc_get_oid(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                             unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    const uint8_t *c = STUBC_ENTER(d, p, e, tag);
    const uint8_t *end = d->end;
    value->data = c;
    value->length = (size_t)(end - c);
    if (c == end || end[-1] >= 0x80)
        return stubc_fail(d, STUBC_BAD_VALUE, e);
    for (p = c; p < end; p++)
        if (*p == 0x80 && (p == c || p[-1] < 0x80))
            return stubc_fail(d, STUBC_BAD_VALUE, e);
    return d->next;
}
#endif

#ifdef STUBC_USE_NULL
const uint8_t *stubc_get_null(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    (void)to;
    (void)arg;
    const uint8_t *c = STUBC_ENTER(d, p, e, tag);
    return c == d->end ? d->next : stubc_fail(d, STUBC_BAD_VALUE, e);
}
#endif

#ifdef STUBC_USE_OPEN
/* Any element, kept whole. */
const uint8_t *stubc_get_open(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)tag;
    (void)arg;
    const uint8_t *next = stubc_skip(d, p, e);
    value->data = p;
    value->length = (size_t)(next - p);
    return next;
}
#endif
#ifdef STUBC_USE_TYPED
static uint16_t *kind_of(void *open)
{
    return (uint16_t *)(void *)((uint8_t *)open + sizeof(stubc_slice));
}

/* Any element, to be resolved when the structure around it is complete. */
const uint8_t *stubc_get_typed(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                               unsigned arg)
{
    *kind_of(to) = 0;
    return stubc_get_open(d, p, e, tag, to, arg);
}

/* The number that a table gives these octets: their length, the number, themselves; 0 when it does not know them. */
unsigned stubc_select(const uint8_t *keys, const uint8_t *data, size_t length)
{
    for (; *keys; keys += 3 + *keys)
        if (*keys == length && memcmp(keys + 3, data, length) == 0)
            return keys[1] | (unsigned)keys[2] << 8;
    return 0;
}

/* The same for a number, which the table has as contents octets (X.690 8.3). */
unsigned stubc_select_number(const uint8_t *keys, uint64_t x, bool negative)
{
    uint8_t octets[9], fill = negative ? 0xff : 0;
    unsigned i;
    octets[0] = fill;
    for (i = 8; i; i--, x >>= 8)
        octets[i] = (uint8_t)x;
    while (i < 8 && octets[i] == fill && (octets[i + 1] ^ fill) < 0x80)
        i++;
    return stubc_select(keys, octets + i, 9 - i);
}

/* Decodes what an open type is known to hold, one level deeper: by the procedure, or by the commands of the node. */
void stubc_resolve(stubc_decoder *d, void *value, unsigned kind, stubc_decode_fn *decode, unsigned node)
{
    const stubc_slice raw = *(const stubc_slice *)value;
    const uint8_t *p, *e;
    if (d->code)
        return;
    e = raw.data + raw.length;
    if (!d->depth) {
        stubc_fail(d, STUBC_DEPTH, e);
        return;
    }
    *kind_of(value) = (uint16_t)kind;
    d->depth--;
#ifdef STUBC_INTERPRET_DECODE
    p = decode ? decode(d, raw.data, e, kind, value) : stubc_interpret_decode(d, raw.data, e, kind, value, node);
#else
    (void)node;
    p = decode(d, raw.data, e, kind, value);
#endif
    if (!d->code && p != e)
        stubc_fail(d, STUBC_BAD_LENGTH, e);
    if (d->code)
        stubc_leave(d, raw.data, e);
    d->depth++;
}
#endif

#endif
