/* extensions: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: extensions.asn1
 * Options: --rules der --pdu Certificate --config keep.toml --technique inlined
 */
#include "extensions.h"

static stubc_decode_fn decode_Certificate;
static stubc_decode_fn decode_Extension_value;

static stubc_encode_fn encode_Certificate;
static stubc_encode_fn encode_Extension_value;

static const uint8_t stubc_default_octets[] = {
    0x30, 0x0b, 0x02, 0x01, 0x03, 0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x02,
};
const stubc_slice stubc_default_slices[] = {
    {stubc_default_octets + 0, 13},
};

const uint8_t stubc_keys[] = {
    2, 1, 0, 42, 1, 2, 2, 0, 42, 2, 0,
};

/* Policy.hints, extensions.asn1:14: frequency 0.1297, inlined */
STUBC_INLINE const uint8_t *inline_decode_Policy_hints(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, Policy_hints *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (uint8_t *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = stubc_fast_u8(d, p, e, 0x02, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Policy, extensions.asn1:14: frequency 0.1297, inlined */
STUBC_INLINE const uint8_t *inline_decode_Policy(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Policy *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_u8(d, p, e, 0x02, &v->level);
    p = inline_decode_Policy_hints(d, p, e, 0x30, &v->hints);
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Owner, extensions.asn1:16: frequency 1.0472, inlined */
STUBC_INLINE const uint8_t *inline_decode_Owner(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Owner *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    uint32_t seen[1] = {0};
    uint32_t before = 0;
    v->has_note = false;
    while (p < e) {
        switch (*p) {
        case 0xa0:
            if (stubc_first_in_order(d, seen, 0, 0, &before)) {
                const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa0);
                const uint8_t *const e1 = d->end, *const next1 = d->next;
                if (!d->code) {
                    p1 = stubc_fast_octets(d, p1, e1, 0x0c, &v->name);
                }
                p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
            } else {
                p = e;
            }
            break;
        case 0xa1:
            if (stubc_first_in_order(d, seen, 1, 1, &before)) {
                const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa1);
                const uint8_t *const e1 = d->end, *const next1 = d->next;
                if (!d->code) {
                    p1 = stubc_fast_u16(d, p1, e1, 0x02, &v->number);
                }
                p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
                if (!d->code && v->number == 7) {
                    p = stubc_fail(d, STUBC_NOT_CANONICAL, e);
                }
            } else {
                p = e;
            }
            break;
        case 0xa2:
            if (stubc_first_in_order(d, seen, 2, 2, &before)) {
                v->has_note = true;
                const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa2);
                const uint8_t *const e1 = d->end, *const next1 = d->next;
                if (!d->code) {
                    p1 = stubc_fast_boolean(d, p1, e1, 0x01, &v->note);
                }
                p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
            } else {
                p = e;
            }
            break;
        default:
            p = stubc_skip(d, p, e);
            break;
        }
    }
    if (!(seen[0] & 0x1u)) {
        p = stubc_fail(d, STUBC_BAD_TAG, e);
    }
    if (!(seen[0] & 0x2u)) {
        v->number = 7;
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Validity, extensions.asn1:18: frequency 0.2598, inlined */
STUBC_INLINE const uint8_t *inline_decode_Validity(stubc_decoder *d, const uint8_t *p, const uint8_t *e, Validity *v)
{
    const uint8_t *const start = p, *const limit = e;
    if (d->code) {
        return limit;
    }
    switch (p < e ? *p : 0) {
    case 0x05:
        v->kind = Validity_kind_always;
        p = stubc_get_null(d, p, e, 0x05, NULL, 0);
        break;
    case 0x18:
        v->kind = Validity_kind_until;
        p = stubc_get_time(d, p, e, 0x18, &v->u.until, 1);
        break;
    case 0xa0: {
        v->kind = Validity_kind_next;
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa0);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            if (!d->depth) {
                p1 = stubc_fail(d, STUBC_DEPTH, e1);
            } else {
                v->u.next = (Certificate *)stubc_alloc(d, sizeof *v->u.next);
                d->depth--;
                p1 = v->u.next ? decode_Certificate(d, p1, e1, 0x30, v->u.next) : e1;
                d->depth++;
            }
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
        break;
    }
    default:
        v->kind = 0;
        p = stubc_fail(d, STUBC_BAD_TAG, e);
        break;
    }
    return d->code ? stubc_leave(d, start, limit) : p;
}

/* Extension, extensions.asn1:26: frequency 0.4294, inlined */
STUBC_INLINE const uint8_t *inline_decode_Extension(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Extension *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_get_oid(d, p, e, 0x06, &v->id, 0);
    if (stubc_at(p, e, 0x01)) {
        p = stubc_fast_boolean(d, p, e, 0x01, &v->critical);
        if (!d->code && !v->critical) {
            p = stubc_fail(d, STUBC_NOT_CANONICAL, e);
        }
    } else {
        v->critical = false;
    }
    const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa0);
    const uint8_t *const e1 = d->end, *const next1 = d->next;
    if (!d->code) {
        p1 = stubc_get_typed(d, p1, e1, 0, &v->value, 0);
    }
    p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
    /* value: by id */
    if (!d->code) {
        const unsigned known = stubc_select(&stubc_keys[0], v->id.data, v->id.length);
        if (known) {
            stubc_resolve(d, &v->value, known, decode_Extension_value, 0);
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.2094, inlined */
STUBC_INLINE const uint8_t *inline_decode_Certificate_extensions(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, Certificate_extensions *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (Extension *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        const uint8_t *const received = p;
        p = inline_decode_Extension(d, p, e, 0x30, &v->items[i]);
        if (!d->code) {
            stubc_keep(d, &v->items[i].raw, received, p, 0);
        }
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Limits, extensions.asn1:33: frequency 0.2515, inlined */
STUBC_INLINE const uint8_t *inline_decode_Limits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Limits *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->has_depth = stubc_at(p, e, 0xa0);
    if (v->has_depth) {
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa0);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            p1 = stubc_fast_u8(d, p1, e1, 0x02, &v->depth);
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
    }
    p = stubc_fast_u8(d, p, e, 0x02, &v->width);
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Certificate, extensions.asn1:4: frequency 1.0472, compiled, 1103 bytes */
static const uint8_t *decode_Certificate(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Certificate *const v = (Certificate *)value;
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    if (stubc_at(p, e, 0xa0)) {
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa0);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            p1 = stubc_fast_i64(d, p1, e1, 0x02, &v->version);
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
        if (!d->code && v->version == 0) {
            p = stubc_fail(d, STUBC_NOT_CANONICAL, e);
        }
    } else {
        v->version = 0;
    }
    p = stubc_fast_u32(d, p, e, 0x02, &v->serial);
    if (!d->code) {
        const uint8_t *p1 = p, *e1 = e;
        const bool given1 = stubc_at(p, e, 0x30);
        stubc_filling filling1;
        if (!given1) {
            p1 = stubc_fill(d, &filling1, &stubc_default_slices[0], &e1);
        }
        p1 = inline_decode_Policy(d, p1, e1, 0x30, &v->policy);
        if (!given1) {
            stubc_filled(d, &filling1);
        } else if (!d->code && stubc_is_sent(&stubc_default_slices[0], p, p1)) {
            p = stubc_fail(d, STUBC_NOT_CANONICAL, e);
        } else {
            p = p1;
        }
        if (d->code) {
            p = e;
        }
    }
    p = inline_decode_Owner(d, p, e, 0x31, &v->owner);
    v->has_validity = stubc_at(p, e, 0xa1);
    if (v->has_validity) {
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa1);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            p1 = inline_decode_Validity(d, p1, e1, &v->validity);
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
    }
    v->has_extensions = stubc_at(p, e, 0xa2);
    if (v->has_extensions) {
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa2);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            p1 = inline_decode_Certificate_extensions(d, p1, e1, 0x30, &v->extensions);
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Extension.value, extensions.asn1:29: frequency 0.4294, compiled, 231 bytes */
static const uint8_t *decode_Extension_value(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Extension_value *const v = (Extension_value *)value;
    switch (tag) {
    case Extension_value_kind_KeyUsage:
        v->u.KeyUsage_ = (KeyUsage *)stubc_alloc(d, STUBC_UNITS(KeyUsage) * 8);
        if (v->u.KeyUsage_) {
            p = stubc_get_named_bits(d, p, e, 0x03, v->u.KeyUsage_, 0);
        }
        break;
    case Extension_value_kind_Limits:
        v->u.Limits_ = (Limits *)stubc_alloc(d, STUBC_UNITS(Limits) * 8);
        if (v->u.Limits_) {
            p = inline_decode_Limits(d, p, e, 0x30, v->u.Limits_);
        }
        break;
    default:
        break;
    }
    return p;
}

static bool holds_default_Certificate_policy(const void *value)
{
    const Policy *const v = (const Policy *)value;
    return v->level == 3 && v->hints.count == 2 && v->hints.items[0] == 1 && v->hints.items[1] == 2;
}

/* Policy.hints, extensions.asn1:14: frequency 0.1297, inlined */
STUBC_INLINE uint8_t *inline_encode_Policy_hints(stubc_encoder *c, uint8_t *q, uint32_t tag, const Policy_hints *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_integer(c, q, 0x02, v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Policy, extensions.asn1:14: frequency 0.1297, inlined */
STUBC_INLINE uint8_t *inline_encode_Policy(stubc_encoder *c, uint8_t *q, uint32_t tag, const Policy *v)
{
    uint8_t *const end = q;
    q = inline_encode_Policy_hints(c, q, 0x30, &v->hints);
    q = stubc_fast_put_integer(c, q, 0x02, v->level);
    return stubc_fast_header(c, q, end, tag);
}

/* Owner, extensions.asn1:16: frequency 1.0472, inlined */
STUBC_INLINE uint8_t *inline_encode_Owner(stubc_encoder *c, uint8_t *q, uint32_t tag, const Owner *v)
{
    uint8_t *const end = q;
    if (v->has_note) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_boolean(c, q, 0x01, v->note);
        q = stubc_fast_header(c, q, end1, 0xa2);
    }
    if (v->number != 7) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->number);
        q = stubc_fast_header(c, q, end1, 0xa1);
    }
    uint8_t *const end1 = q;
    q = stubc_fast_put_octets(c, q, 0x0c, &v->name);
    q = stubc_fast_header(c, q, end1, 0xa0);
    return stubc_fast_header(c, q, end, tag);
}

/* Validity, extensions.asn1:18: frequency 0.2598, inlined */
STUBC_INLINE uint8_t *inline_encode_Validity(stubc_encoder *c, uint8_t *q, const Validity *v)
{
    switch (v->kind) {
    case Validity_kind_always:
        q = stubc_put_header(c, q, q, 0x05);
        break;
    case Validity_kind_until:
        q = stubc_put_time(c, q, 0x18, &v->u.until, 1);
        break;
    case Validity_kind_next: {
        uint8_t *const end1 = q;
        if (!c->depth) {
            q = stubc_refuse(c, q, STUBC_DEPTH);
        } else {
            c->depth--;
            q = v->u.next ? encode_Certificate(c, q, 0x30, v->u.next) : stubc_refuse(c, q, STUBC_BAD_VALUE);
            c->depth++;
        }
        q = stubc_fast_header(c, q, end1, 0xa0);
        break;
    }
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* Extension, extensions.asn1:26: frequency 0.4294, inlined */
STUBC_INLINE uint8_t *inline_encode_Extension(stubc_encoder *c, uint8_t *q, uint32_t tag, const Extension *v)
{
    uint8_t *const end = q;
    uint8_t *const end1 = q;
    q = encode_Extension_value(c, q, 0, &v->value);
    q = stubc_fast_header(c, q, end1, 0xa0);
    if (v->critical) {
        q = stubc_fast_put_boolean(c, q, 0x01, v->critical);
    }
    q = stubc_put_oid(c, q, 0x06, &v->id, 0);
    return stubc_fast_header(c, q, end, tag);
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.2094, inlined */
STUBC_INLINE uint8_t *inline_encode_Certificate_extensions(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const Certificate_extensions *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        if (v->items[i].raw.length) {
            q = stubc_put_kept(c, q, 0x30, &v->items[i].raw);
        } else {
            q = inline_encode_Extension(c, q, 0x30, &v->items[i]);
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Limits, extensions.asn1:33: frequency 0.2515, inlined */
STUBC_INLINE uint8_t *inline_encode_Limits(stubc_encoder *c, uint8_t *q, uint32_t tag, const Limits *v)
{
    uint8_t *const end = q;
    q = stubc_fast_put_integer(c, q, 0x02, v->width);
    if (v->has_depth) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->depth);
        q = stubc_fast_header(c, q, end1, 0xa0);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Certificate, extensions.asn1:4: frequency 1.0472, compiled, 590 bytes */
static uint8_t *encode_Certificate(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Certificate *const v = (const Certificate *)value;
    uint8_t *const end = q;
    if (v->has_extensions) {
        uint8_t *const end1 = q;
        q = inline_encode_Certificate_extensions(c, q, 0x30, &v->extensions);
        q = stubc_fast_header(c, q, end1, 0xa2);
    }
    if (v->has_validity) {
        uint8_t *const end1 = q;
        q = inline_encode_Validity(c, q, &v->validity);
        q = stubc_fast_header(c, q, end1, 0xa1);
    }
    q = inline_encode_Owner(c, q, 0x31, &v->owner);
    if (!holds_default_Certificate_policy(&v->policy)) {
        q = inline_encode_Policy(c, q, 0x30, &v->policy);
    }
    q = stubc_fast_put_integer(c, q, 0x02, v->serial);
    if (v->version != 0) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->version);
        q = stubc_fast_header(c, q, end1, 0xa0);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Extension.value, extensions.asn1:29: frequency 0.4294, compiled, 134 bytes */
static uint8_t *encode_Extension_value(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Extension_value *const v = (const Extension_value *)value;
    (void)tag;
    if (!v->kind) {
        return stubc_put_open(c, q, 0, &v->raw, 0);
    }
    if (!c->depth) {
        return stubc_refuse(c, q, STUBC_DEPTH);
    }
    c->depth--;
    switch (v->kind) {
    case Extension_value_kind_KeyUsage:
        if (v->u.KeyUsage_) {
            q = stubc_put_named_bits(c, q, 0x03, v->u.KeyUsage_, 0);
        } else {
            q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
        break;
    case Extension_value_kind_Limits:
        if (v->u.Limits_) {
            q = inline_encode_Limits(c, q, 0x30, v->u.Limits_);
        } else {
            q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    c->depth++;
    return q;
}

const stubc_root stubc_root_Certificate = {.decode = decode_Certificate, .decode_tag = 0x30,
    .encode = encode_Certificate, .encode_tag = 0x30};

