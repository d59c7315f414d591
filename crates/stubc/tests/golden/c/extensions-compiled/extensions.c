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

enum {
    NODE_Certificate = 0,
    NODE_Policy = 1,
    NODE_Owner = 2,
    NODE_Validity = 3,
    NODE_Extension = 4,
    NODE_Limits = 5,
    NODE_Certificate_extensions = 6,
    NODE_Policy_hints = 7,
    NODE_Extension_value = 8,
};

const uint8_t stubc_keys[] = {
    2, 1, 0, 42, 1, 2, 2, 0, 42, 2, 0,
};

const stubc_default_integer stubc_default_integers[] = {0, 7};

const stubc_wide stubc_wides[] = {
    {offsetof(Certificate, version), 0, 0, 0xa0, 0, 0x02, STUBC_OP_I64, 0, 0, 0},
    {offsetof(Certificate, policy), 1, 0, 0, 0, 0x30, STUBC_OP_CALL, 0, 0, 1},
    {offsetof(Owner, number), 1, 0, 0xa1, 0, 0x02, STUBC_OP_U16, 0, 0, 0},
    {0, 0, sizeof(Certificate), 0xa0, 0, 0x30, STUBC_OP_RECUR, 0, 0, 0},
    {0, 4, 0, 0, 0, 0x30, STUBC_OP_CALL, offsetof(Extension, raw), 1, 0},
};

const stubc_hop stubc_hops[] = {
    {offsetof(Extension, id), 0, STUBC_HOP_OCTETS},
    {offsetof(Extension, value), 8, STUBC_HOP_OPEN},
};

const uint8_t stubc_programs[] = {
    /* 0: Certificate, extensions.asn1:4: decode: frequency 1.0710, compiled, 1103 bytes: encode: frequency 1.0710,
     * compiled, 590 bytes */
    STUBC_SEQUENCE, 7, 2,
    STUBC_OP_WIDE | STUBC_DEFAULT | STUBC_EXPLICIT, 0, 0, 0, /* version */
    STUBC_OP_U32, 0x02, STUBC_OFFSET(Certificate, serial, 4), 0,
    STUBC_OP_WIDE | STUBC_DEFAULT, 0, 1, 0, /* policy */
    STUBC_OP_CALL, 0x31, STUBC_OFFSET(Certificate, owner, 4), NODE_Owner,
    STUBC_OP_CALL | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa1, STUBC_OFFSET(Certificate, validity, 4), NODE_Validity,
    STUBC_OP_CALL_SEQUENCE | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa2, STUBC_OFFSET(Certificate, extensions, 4),
        NODE_Certificate_extensions,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 31: Policy, extensions.asn1:14: frequency 0.2116, inlined (both directions) */
    STUBC_SEQUENCE, 2, 0,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(Policy, level, 1), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(Policy, hints, 4), NODE_Policy_hints,
    /* 42: Owner, extensions.asn1:16: frequency 1.0710, inlined (both directions) */
    STUBC_SET | STUBC_EXTENSIBLE, 3, 1,
    STUBC_OP_OCTETS | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Owner, name, 4), 0x0c,
    STUBC_OP_WIDE | STUBC_DEFAULT | STUBC_EXPLICIT, 0, 2, 0, /* number */
    STUBC_OP_BOOLEAN | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa2, STUBC_OFFSET(Owner, note, 1), 0x01,
    /* 57: Validity, extensions.asn1:18: frequency 0.3907, inlined (both directions) */
    STUBC_UNION, 3, STUBC_OFFSET(Validity, u, 1),
    STUBC_OP_NULL, 0x05, 0, 0, /* always */
    STUBC_OP_GENERALIZED_TIME, 0x18, 0, 0, /* until */
    STUBC_OP_WIDE | STUBC_LOOK | STUBC_EXPLICIT, 0, 3, 0, /* next */
    /* 72: Extension, extensions.asn1:26: frequency 1.3982, inlined (both directions) */
    STUBC_SEQUENCE | STUBC_GOVERNS, 3, 0,
    STUBC_OP_OID, 0x06, STUBC_OFFSET(Extension, id, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x01, STUBC_OFFSET(Extension, critical, 1), 0,
    STUBC_OP_OPEN | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Extension, value, 4), NODE_Extension_value + 1,
    0, 0, 1,
    /* 90: Limits, extensions.asn1:33: frequency 0.8190, inlined (both directions) */
    STUBC_SEQUENCE, 2, 1,
    STUBC_OP_U8 | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Limits, depth, 1), 0x02,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(Limits, width, 1), 0,
    /* 101: Certificate.extensions, extensions.asn1:10: frequency 0.9887, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Extension),
    STUBC_OP_WIDE, 0, 4, 0,
    /* 108: Policy.hints, extensions.asn1:14: frequency 0.2116, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(uint8_t),
    STUBC_OP_U8, 0x02, 0, 0,
    /* 115: Extension.value, extensions.asn1:29: decode: frequency 1.3982, compiled, 231 bytes: encode: frequency
     * 1.3982, compiled, 134 bytes */
    STUBC_TYPED, 2, STUBC_OFFSET(Extension_value, u, 1),
    STUBC_OP_NAMED_BITS, 0x03, 0, 0, /* KeyUsage */
    STUBC_OP_CALL, 0x30, 0, NODE_Limits, /* Limits */
    STUBC_SIZE_IN_UNITS(KeyUsage),
    STUBC_SIZE_IN_UNITS(Limits),
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 31, 42, 57, 72, 90, 101, 108, 115,
};

/* Policy.hints, extensions.asn1:14: frequency 0.2116, inlined */
STUBC_INLINE const uint8_t *inline_decode_Policy_hints(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, Policy_hints *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    uint8_t *const grown = (uint8_t *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = stubc_quick_u8(d, p, e, 0x02, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (uint8_t *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* Policy, extensions.asn1:14: frequency 0.2116, inlined */
STUBC_INLINE const uint8_t *inline_decode_Policy(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Policy *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u8(d, p, e, 0x02, &v->level);
    if (!p) {
        return NULL;
    }
    p = inline_decode_Policy_hints(d, p, e, 0x30, &v->hints);
    return p == e ? next : NULL;
}

/* Owner, extensions.asn1:16: frequency 1.0710, inlined */
STUBC_INLINE const uint8_t *inline_decode_Owner(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Owner *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    uint32_t seen[1] = {0};
    uint32_t before = 0;
    v->has_note = false;
    while (p < e) {
        switch (*p) {
        case 0xa0: {
            if (!stubc_first_in_order(seen, 0, 0, &before)) {
                return NULL;
            }
            const uint8_t *e1 = e, *next1;
            const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa0, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_quick_octets(d, p1, e1, 0x0c, &v->name);
            p = p1 == e1 ? next1 : NULL;
            break;
        }
        case 0xa1: {
            if (!stubc_first_in_order(seen, 1, 1, &before)) {
                return NULL;
            }
            const uint8_t *e1 = e, *next1;
            const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa1, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_quick_u16(d, p1, e1, 0x02, &v->number);
            if (p1 != e1) {
                return NULL;
            }
            p = next1;
            if (v->number == 7) {
                return NULL;
            }
            break;
        }
        case 0xa2: {
            if (!stubc_first_in_order(seen, 2, 2, &before)) {
                return NULL;
            }
            v->has_note = true;
            const uint8_t *e1 = e, *next1;
            const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa2, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_quick_boolean(d, p1, e1, 0x01, &v->note);
            p = p1 == e1 ? next1 : NULL;
            break;
        }
        default:
            p = stubc_pass(d, p, e);
            break;
        }
        if (!p) {
            return NULL;
        }
    }
    if (~seen[0] & 0x1u) {
        return NULL;
    }
    if (!(seen[0] & 0x2u)) {
        v->number = 7;
    }
    return p == e ? next : NULL;
}

/* Validity, extensions.asn1:18: frequency 0.3907, inlined */
STUBC_INLINE const uint8_t *inline_decode_Validity(stubc_decoder *d, const uint8_t *p, const uint8_t *e, Validity *v)
{
    switch (p < e ? *p : 0) {
    case 0x05:
        v->kind = Validity_kind_always;
        p = stubc_quick_null(d, p, e, 0x05);
        break;
    case 0x18:
        v->kind = Validity_kind_until;
        p = stubc_take(d, p, e, 0x18, &v->u.until, STUBC_OP_GENERALIZED_TIME);
        break;
    case 0xa0: {
        v->kind = Validity_kind_next;
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        if (!d->depth) {
            return NULL;
        }
        v->u.next = (Certificate *)stubc_alloc(d, sizeof *v->u.next);
        if (!v->u.next) {
            return NULL;
        }
        d->depth--;
        p1 = decode_Certificate(d, p1, e1, 0x30, v->u.next);
        d->depth++;
        p = p1 == e1 ? next1 : NULL;
        break;
    }
    default:
        return NULL;
    }
    return p;
}

/* Extension, extensions.asn1:26: frequency 1.3982, inlined */
STUBC_INLINE const uint8_t *inline_decode_Extension(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Extension *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_oid(d, p, e, 0x06, &v->id);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0x01)) {
        p = stubc_quick_boolean(d, p, e, 0x01, &v->critical);
        if (!p) {
            return NULL;
        }
        if (!v->critical) {
            return NULL;
        }
    } else {
        v->critical = false;
    }
    {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = stubc_unless_failed(d, stubc_get_typed(d, p1, e1, 0, &v->value, 0));
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
    }
    /* value: by id */
    {
        const unsigned known = stubc_select(&stubc_keys[0], v->id.data, v->id.length);
        if (known) {
            stubc_resolve(d, &v->value, known, decode_Extension_value, 0);
        }
    }
    if (d->code) {
        return NULL;
    }
    return p == e ? next : NULL;
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.9887, inlined */
STUBC_INLINE const uint8_t *inline_decode_Certificate_extensions(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, Certificate_extensions *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (Extension *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const received = p;
        p = inline_decode_Extension(d, p, e, 0x30, &v->items[i]);
        if (!p) {
            return NULL;
        }
        stubc_keep(d, &v->items[i].raw, received, p, 0);
    }
    return p == e ? next : NULL;
}

/* Limits, extensions.asn1:33: frequency 0.8190, inlined */
STUBC_INLINE const uint8_t *inline_decode_Limits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Limits *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->has_depth = stubc_at(p, e, 0xa0);
    if (v->has_depth) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = stubc_quick_u8(d, p1, e1, 0x02, &v->depth);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
    }
    p = stubc_quick_u8(d, p, e, 0x02, &v->width);
    return p == e ? next : NULL;
}

/* Certificate, extensions.asn1:4: frequency 1.0710, compiled, 1103 bytes */
static const uint8_t *decode_Certificate(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Certificate *const v = (Certificate *)value;
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0xa0)) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = stubc_quick_i64(d, p1, e1, 0x02, &v->version);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
        if (v->version == 0) {
            return NULL;
        }
    } else {
        v->version = 0;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->serial);
    if (!p) {
        return NULL;
    }
    {
        const uint8_t *p1 = p, *e1 = e;
        const bool given1 = stubc_at(p, e, 0x30);
        stubc_filling filling1;
        if (!given1) {
            p1 = stubc_fill(d, &filling1, &stubc_default_slices[0], &e1);
        }
        p1 = inline_decode_Policy(d, p1, e1, 0x30, &v->policy);
        if (!p1) {
            return NULL;
        }
        if (given1) {
            if (stubc_is_sent(&stubc_default_slices[0], p, p1)) {
                return NULL;
            }
            p = p1;
        } else {
            stubc_filled(d, &filling1);
        }
    }
    p = inline_decode_Owner(d, p, e, 0x31, &v->owner);
    if (!p) {
        return NULL;
    }
    v->has_validity = stubc_at(p, e, 0xa1);
    if (v->has_validity) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa1, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = inline_decode_Validity(d, p1, e1, &v->validity);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
    }
    v->has_extensions = stubc_at(p, e, 0xa2);
    if (v->has_extensions) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa2, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = inline_decode_Certificate_extensions(d, p1, e1, 0x30, &v->extensions);
        p = p1 == e1 ? next1 : NULL;
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Extension.value, extensions.asn1:29: frequency 1.3982, compiled, 231 bytes */
static const uint8_t *decode_Extension_value(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Extension_value *const v = (Extension_value *)value;
    switch (tag) {
    case Extension_value_kind_KeyUsage:
        v->u.KeyUsage_ = (KeyUsage *)stubc_alloc(d, STUBC_UNITS(KeyUsage) * 8);
        if (!v->u.KeyUsage_) {
            return NULL;
        }
        p = stubc_quick_named_bits(d, p, e, 0x03, v->u.KeyUsage_);
        break;
    case Extension_value_kind_Limits:
        v->u.Limits_ = (Limits *)stubc_alloc(d, STUBC_UNITS(Limits) * 8);
        if (!v->u.Limits_) {
            return NULL;
        }
        p = inline_decode_Limits(d, p, e, 0x30, v->u.Limits_);
        break;
    }
    return p;
}

static bool holds_default_Certificate_policy(const void *value)
{
    const Policy *const v = (const Policy *)value;
    return v->level == 3 && v->hints.count == 2 && v->hints.items[0] == 1 && v->hints.items[1] == 2;
}

const stubc_constructed stubc_constructed_defaults[] = {
    {&stubc_default_slices[0]},
};

/* Policy.hints, extensions.asn1:14: frequency 0.2116, inlined */
STUBC_INLINE uint8_t *inline_encode_Policy_hints(stubc_encoder *c, uint8_t *q, uint32_t tag, const Policy_hints *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = stubc_fast_put_integer(c, q, 0x02, v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Policy, extensions.asn1:14: frequency 0.2116, inlined */
STUBC_INLINE uint8_t *inline_encode_Policy(stubc_encoder *c, uint8_t *q, uint32_t tag, const Policy *v)
{
    uint8_t *const end = q;
    q = inline_encode_Policy_hints(c, q, 0x30, &v->hints);
    q = stubc_fast_put_integer(c, q, 0x02, v->level);
    return stubc_fast_header(c, q, end, tag);
}

/* Owner, extensions.asn1:16: frequency 1.0710, inlined */
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

/* Validity, extensions.asn1:18: frequency 0.3907, inlined */
STUBC_INLINE uint8_t *inline_encode_Validity(stubc_encoder *c, uint8_t *q, const Validity *v)
{
    switch (v->kind) {
    case Validity_kind_always:
        q = STUBC_CLOSE(c, q, q, 0x05);
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

/* Extension, extensions.asn1:26: frequency 1.3982, inlined */
STUBC_INLINE uint8_t *inline_encode_Extension(stubc_encoder *c, uint8_t *q, uint32_t tag, const Extension *v)
{
    uint8_t *const end = q;
    uint8_t *const end1 = q;
    q = encode_Extension_value(c, q, 0, &v->value);
    q = stubc_fast_header(c, q, end1, 0xa0);
    if (v->critical) {
        q = stubc_fast_put_boolean(c, q, 0x01, v->critical);
    }
    q = stubc_fast_put_oid(c, q, 0x06, &v->id);
    return stubc_fast_header(c, q, end, tag);
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.9887, inlined */
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

/* Limits, extensions.asn1:33: frequency 0.8190, inlined */
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

/* Certificate, extensions.asn1:4: frequency 1.0710, compiled, 590 bytes */
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

/* Extension.value, extensions.asn1:29: frequency 1.3982, compiled, 134 bytes */
static uint8_t *encode_Extension_value(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Extension_value *const v = (const Extension_value *)value;
    (void)tag;
    if (!v->kind) {
        return stubc_fast_put_open(c, q, &v->raw);
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

const stubc_root stubc_root_Certificate = {.step = {STUBC_OP_CALL, 0x30, 0, NODE_Certificate},
    .decode = decode_Certificate, .decode_tag = 0x30, .encode = encode_Certificate, .encode_tag = 0x30};

