/* extensions: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: extensions.asn1
 * Options: --rules der --pdu Certificate --config keep.toml --technique compiled --error-paths --check-constraints
 */
#include "extensions.h"

static stubc_decode_fn decode_Certificate;
static stubc_decode_fn decode_Policy;
static stubc_decode_fn decode_Owner;
static stubc_decode_fn decode_Validity;
static stubc_decode_fn decode_Extension;
static stubc_decode_fn decode_Limits;
static stubc_decode_fn decode_Certificate_extensions;
static stubc_decode_fn decode_Policy_hints;
static stubc_decode_fn decode_Extension_value;

static stubc_encode_fn encode_Certificate;
static stubc_encode_fn encode_Policy;
static stubc_encode_fn encode_Owner;
static stubc_encode_fn encode_Validity;
static stubc_encode_fn encode_Extension;
static stubc_encode_fn encode_Limits;
static stubc_encode_fn encode_Certificate_extensions;
static stubc_encode_fn encode_Policy_hints;
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

static const int64_t stubc_bounds_0[] = {INT64_C(1), INT64_MAX};
static const int64_t stubc_bounds_1[] = {INT64_C(0), INT64_C(9)};
static const int64_t stubc_bounds_2[] = {INT64_C(0), INT64_C(55295), INT64_C(57344), INT64_C(1114111)};
const stubc_check stubc_checks[] = {
    {stubc_bounds_0, 1, 0, STUBC_CHECK_COUNT},
    {stubc_bounds_1, 1, 0, STUBC_CHECK_U8},
    {stubc_bounds_2, 0, 2, STUBC_CHECK_UTF8},
};

const uint8_t stubc_keys[] = {
    2, 1, 0, 42, 1, 2, 2, 0, 42, 2, 0,
};

const stubc_default_integer stubc_default_integers[] = {0, 7};

const stubc_wide stubc_wides[] = {
    {offsetof(Certificate, version), 0, 0, 0xa0, 0, 0x02, STUBC_OP_I64, 0, 0, 0, 0},
    {offsetof(Certificate, policy), 1, 0, 0, 0, 0x30, STUBC_OP_CALL, 0, 0, 0, 1},
    {offsetof(Certificate, extensions), 6, 0, 0xa2, 0, 0x30, STUBC_OP_CALL_SEQUENCE, 1, 0, 0, 0},
    {offsetof(Policy, level), 0, 0, 0, 0, 0x02, STUBC_OP_U8, 2, 0, 0, 0},
    {offsetof(Owner, name), 0, 0, 0xa0, 0, 0x0c, STUBC_OP_OCTETS, 3, 0, 0, 0},
    {offsetof(Owner, number), 1, 0, 0xa1, 0, 0x02, STUBC_OP_U16, 0, 0, 0, 0},
    {0, 0, sizeof(Certificate), 0xa0, 0, 0x30, STUBC_OP_RECUR, 0, 0, 0, 0},
    {0, 4, 0, 0, 0, 0x30, STUBC_OP_CALL, 0, offsetof(Extension, raw), 1, 0},
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
    STUBC_OP_WIDE | STUBC_OPTIONAL | STUBC_EXPLICIT, 0, 2, 0, /* extensions */
    STUBC_OP_SKIP, 0, 0, 0,
    /* 31: Policy, extensions.asn1:14: decode: frequency 0.2116, compiled, 349 bytes: encode: frequency 0.2116,
     * compiled, 188 bytes */
    STUBC_SEQUENCE, 2, 0,
    STUBC_OP_WIDE, 0, 3, 0, /* level */
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(Policy, hints, 4), NODE_Policy_hints,
    /* 42: Owner, extensions.asn1:16: decode: frequency 1.0710, compiled, 1094 bytes: encode: frequency 1.0710,
     * compiled, 581 bytes */
    STUBC_SET | STUBC_EXTENSIBLE, 3, 1,
    STUBC_OP_WIDE | STUBC_EXPLICIT, 0, 4, 0, /* name */
    STUBC_OP_WIDE | STUBC_DEFAULT | STUBC_EXPLICIT, 0, 5, 0, /* number */
    STUBC_OP_BOOLEAN | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa2, STUBC_OFFSET(Owner, note, 1), 0x01,
    /* 57: Validity, extensions.asn1:18: decode: frequency 0.3907, compiled, 389 bytes: encode: frequency 0.3907,
     * compiled, 228 bytes */
    STUBC_UNION, 3, STUBC_OFFSET(Validity, u, 1),
    STUBC_OP_NULL, 0x05, 0, 0, /* always */
    STUBC_OP_GENERALIZED_TIME, 0x18, 0, 0, /* until */
    STUBC_OP_WIDE | STUBC_LOOK | STUBC_EXPLICIT, 0, 6, 0, /* next */
    /* 72: Extension, extensions.asn1:26: decode: frequency 1.3982, compiled, 597 bytes: encode: frequency 1.3982,
     * compiled, 303 bytes */
    STUBC_SEQUENCE | STUBC_GOVERNS, 3, 0,
    STUBC_OP_OID, 0x06, STUBC_OFFSET(Extension, id, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x01, STUBC_OFFSET(Extension, critical, 1), 0,
    STUBC_OP_OPEN | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Extension, value, 4), NODE_Extension_value + 1,
    0, 0, 1,
    /* 90: Limits, extensions.asn1:33: decode: frequency 0.8190, compiled, 572 bytes: encode: frequency 0.8190,
     * compiled, 300 bytes */
    STUBC_SEQUENCE, 2, 1,
    STUBC_OP_U8 | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Limits, depth, 1), 0x02,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(Limits, width, 1), 0,
    /* 101: Certificate.extensions, extensions.asn1:10: decode: frequency 0.9887, compiled, 349 bytes: encode:
     * frequency 0.9887, compiled, 196 bytes */
    STUBC_ARRAY, STUBC_SIZE(Extension),
    STUBC_OP_WIDE, 0, 7, 0,
    /* 108: Policy.hints, extensions.asn1:14: decode: frequency 0.2116, compiled, 429 bytes: encode: frequency
     * 0.2116, compiled, 227 bytes */
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

const char stubc_names[] = {
    0,
    'v', 'e', 'r', 's', 'i', 'o', 'n', 0,
    's', 'e', 'r', 'i', 'a', 'l', 0,
    'p', 'o', 'l', 'i', 'c', 'y', 0,
    'o', 'w', 'n', 'e', 'r', 0,
    'v', 'a', 'l', 'i', 'd', 'i', 't', 'y', 0,
    'e', 'x', 't', 'e', 'n', 's', 'i', 'o', 'n', 's', 0,
    'l', 'e', 'v', 'e', 'l', 0,
    'h', 'i', 'n', 't', 's', 0,
    'n', 'a', 'm', 'e', 0,
    'n', 'u', 'm', 'b', 'e', 'r', 0,
    'n', 'o', 't', 'e', 0,
    'a', 'l', 'w', 'a', 'y', 's', 0,
    'u', 'n', 't', 'i', 'l', 0,
    'n', 'e', 'x', 't', 0,
    'i', 'd', 0,
    'c', 'r', 'i', 't', 'i', 'c', 'a', 'l', 0,
    'v', 'a', 'l', 'u', 'e', 0,
    'd', 'e', 'p', 't', 'h', 0,
    'w', 'i', 'd', 't', 'h', 0,
};

const stubc_step_name stubc_step_names[] = {
    {3, 1},
    {7, 9},
    {11, 16},
    {15, 23},
    {19, 29},
    {23, 38},
    {34, 49},
    {38, 55},
    {45, 61},
    {49, 66},
    {53, 73},
    {60, 78},
    {64, 85},
    {68, 91},
    {75, 96},
    {79, 99},
    {83, 108},
    {93, 114},
    {97, 120},
    {STUBC_INDEX | 0, 108},
    {0, 0}
};

/* Certificate, extensions.asn1:4: frequency 1.0710, compiled, 1103 bytes */
static const uint8_t *decode_Certificate(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Certificate *const v = (Certificate *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0xa0)) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = stubc_take_integer(d, p1, e1, 0x02, &v->version, STUBC_OP_I64);
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
    p = stubc_take_integer(d, p, e, 0x02, &v->serial, STUBC_OP_U32);
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
        p1 = decode_Policy(d, p1, e1, 0x30, &v->policy);
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
    p = decode_Owner(d, p, e, 0x31, &v->owner);
    if (!p) {
        return NULL;
    }
    v->has_validity = stubc_at(p, e, 0xa1);
    if (v->has_validity) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa1, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = decode_Validity(d, p1, e1, 0, &v->validity);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
    }
    v->has_extensions = stubc_at(p, e, 0xa2);
    if (v->has_extensions) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa2, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = decode_Certificate_extensions(d, p1, e1, 0x30, &v->extensions);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
        if (STUBC_CHECKED(d) && !stubc_permits(&stubc_checks[0], &v->extensions)) {
            return NULL;
        }
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Policy, extensions.asn1:14: frequency 0.2116, compiled, 349 bytes */
static const uint8_t *decode_Policy(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Policy *const v = (Policy *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x02, &v->level, STUBC_OP_U8);
    if (!p) {
        return NULL;
    }
    if (STUBC_CHECKED(d) && !stubc_permits(&stubc_checks[1], &v->level)) {
        return NULL;
    }
    p = decode_Policy_hints(d, p, e, 0x30, &v->hints);
    return p == e ? next : NULL;
}

/* Owner, extensions.asn1:16: frequency 1.0710, compiled, 1094 bytes */
static const uint8_t *decode_Owner(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Owner *const v = (Owner *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
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
            const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa0, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_take_octets(d, p1, e1, 0x0c, &v->name);
            if (p1 != e1) {
                return NULL;
            }
            p = next1;
            if (STUBC_CHECKED(d) && !stubc_permits(&stubc_checks[2], &v->name)) {
                return NULL;
            }
            break;
        }
        case 0xa1: {
            if (!stubc_first_in_order(seen, 1, 1, &before)) {
                return NULL;
            }
            const uint8_t *e1 = e, *next1;
            const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa1, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_take_integer(d, p1, e1, 0x02, &v->number, STUBC_OP_U16);
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
            const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa2, &next1);
            if (!p1) {
                return NULL;
            }
            p1 = stubc_take_boolean(d, p1, e1, 0x01, &v->note);
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

/* Validity, extensions.asn1:18: frequency 0.3907, compiled, 389 bytes */
static const uint8_t *decode_Validity(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Validity *const v = (Validity *)value;
    (void)tag;
    switch (p < e ? *p : 0) {
    case 0x05:
        v->kind = Validity_kind_always;
        p = stubc_take(d, p, e, 0x05, NULL, STUBC_OP_NULL);
        break;
    case 0x18:
        v->kind = Validity_kind_until;
        p = stubc_take(d, p, e, 0x18, &v->u.until, STUBC_OP_GENERALIZED_TIME);
        break;
    case 0xa0: {
        v->kind = Validity_kind_next;
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa0, &next1);
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

/* Extension, extensions.asn1:26: frequency 1.3982, compiled, 597 bytes */
static const uint8_t *decode_Extension(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Extension *const v = (Extension *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_oid(d, p, e, 0x06, &v->id);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0x01)) {
        p = stubc_take_boolean(d, p, e, 0x01, &v->critical);
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
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa0, &next1);
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

/* Limits, extensions.asn1:33: frequency 0.8190, compiled, 572 bytes */
static const uint8_t *decode_Limits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Limits *const v = (Limits *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->has_depth = stubc_at(p, e, 0xa0);
    if (v->has_depth) {
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_enter(d, p, &e1, 0xa0, &next1);
        if (!p1) {
            return NULL;
        }
        p1 = stubc_take_integer(d, p1, e1, 0x02, &v->depth, STUBC_OP_U8);
        if (p1 != e1) {
            return NULL;
        }
        p = next1;
    }
    p = stubc_take_integer(d, p, e, 0x02, &v->width, STUBC_OP_U8);
    return p == e ? next : NULL;
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.9887, compiled, 349 bytes */
static const uint8_t *decode_Certificate_extensions(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Certificate_extensions *const v = (Certificate_extensions *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (Extension *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const received = p;
        p = decode_Extension(d, p, e, 0x30, &v->items[i]);
        if (!p) {
            return NULL;
        }
        stubc_keep(d, &v->items[i].raw, received, p, 0);
    }
    return p == e ? next : NULL;
}

/* Policy.hints, extensions.asn1:14: frequency 0.2116, compiled, 429 bytes */
static const uint8_t *decode_Policy_hints(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    Policy_hints *const v = (Policy_hints *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
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
        p = stubc_take_integer(d, p, e, 0x02, &grown[n], STUBC_OP_U8);
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
        p = stubc_take(d, p, e, 0x03, v->u.KeyUsage_, STUBC_OP_NAMED_BITS);
        break;
    case Extension_value_kind_Limits:
        v->u.Limits_ = (Limits *)stubc_alloc(d, STUBC_UNITS(Limits) * 8);
        if (!v->u.Limits_) {
            return NULL;
        }
        p = decode_Limits(d, p, e, 0x30, v->u.Limits_);
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

/* Certificate, extensions.asn1:4: frequency 1.0710, compiled, 590 bytes */
static uint8_t *encode_Certificate(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Certificate *const v = (const Certificate *)value;
    uint8_t *const end = q;
    if (!c->code && v->has_extensions) {
        if (!stubc_permits(&stubc_checks[0], &v->extensions)) {
            q = stubc_refuse(c, q, STUBC_CONSTRAINT);
        }
        uint8_t *const end1 = q;
        q = encode_Certificate_extensions(c, q, 0x30, &v->extensions);
        q = stubc_fast_header(c, q, end1, 0xa2);
        if (c->code) {
            stubc_note(c->error, 38); /* extensions */
        }
    }
    if (!c->code && v->has_validity) {
        uint8_t *const end1 = q;
        q = encode_Validity(c, q, 0, &v->validity);
        q = stubc_fast_header(c, q, end1, 0xa1);
        if (c->code) {
            stubc_note(c->error, 29); /* validity */
        }
    }
    if (!c->code) {
        q = encode_Owner(c, q, 0x31, &v->owner);
        if (c->code) {
            stubc_note(c->error, 23); /* owner */
        }
    }
    if (!c->code && !holds_default_Certificate_policy(&v->policy)) {
        q = encode_Policy(c, q, 0x30, &v->policy);
        if (c->code) {
            stubc_note(c->error, 16); /* policy */
        }
    }
    if (!c->code) {
        q = stubc_fast_put_integer(c, q, 0x02, v->serial);
        if (c->code) {
            stubc_note(c->error, 9); /* serial */
        }
    }
    if (!c->code && v->version != 0) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->version);
        q = stubc_fast_header(c, q, end1, 0xa0);
        if (c->code) {
            stubc_note(c->error, 1); /* version */
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Policy, extensions.asn1:14: frequency 0.2116, compiled, 188 bytes */
static uint8_t *encode_Policy(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Policy *const v = (const Policy *)value;
    uint8_t *const end = q;
    if (!c->code) {
        q = encode_Policy_hints(c, q, 0x30, &v->hints);
        if (c->code) {
            stubc_note(c->error, 55); /* hints */
        }
    }
    if (!c->code) {
        if (!stubc_permits(&stubc_checks[1], &v->level)) {
            q = stubc_refuse(c, q, STUBC_CONSTRAINT);
        }
        q = stubc_fast_put_integer(c, q, 0x02, v->level);
        if (c->code) {
            stubc_note(c->error, 49); /* level */
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Owner, extensions.asn1:16: frequency 1.0710, compiled, 581 bytes */
static uint8_t *encode_Owner(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Owner *const v = (const Owner *)value;
    uint8_t *const end = q;
    if (!c->code && v->has_note) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_boolean(c, q, 0x01, v->note);
        q = stubc_fast_header(c, q, end1, 0xa2);
        if (c->code) {
            stubc_note(c->error, 73); /* note */
        }
    }
    if (!c->code && v->number != 7) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->number);
        q = stubc_fast_header(c, q, end1, 0xa1);
        if (c->code) {
            stubc_note(c->error, 66); /* number */
        }
    }
    if (!c->code) {
        if (!stubc_permits(&stubc_checks[2], &v->name)) {
            q = stubc_refuse(c, q, STUBC_CONSTRAINT);
        }
        uint8_t *const end1 = q;
        q = stubc_fast_put_octets(c, q, 0x0c, &v->name);
        q = stubc_fast_header(c, q, end1, 0xa0);
        if (c->code) {
            stubc_note(c->error, 61); /* name */
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Validity, extensions.asn1:18: frequency 0.3907, compiled, 228 bytes */
static uint8_t *encode_Validity(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Validity *const v = (const Validity *)value;
    (void)tag;
    switch (v->kind) {
    case Validity_kind_always:
        if (!c->code) {
            q = STUBC_CLOSE(c, q, q, 0x05);
            if (c->code) {
                stubc_note(c->error, 78); /* always */
            }
        }
        break;
    case Validity_kind_until:
        if (!c->code) {
            q = stubc_put_time(c, q, 0x18, &v->u.until, 1);
            if (c->code) {
                stubc_note(c->error, 85); /* until */
            }
        }
        break;
    case Validity_kind_next:
        if (!c->code) {
            uint8_t *const end1 = q;
            if (!c->depth) {
                q = stubc_refuse(c, q, STUBC_DEPTH);
            } else {
                c->depth--;
                q = v->u.next ? encode_Certificate(c, q, 0x30, v->u.next) : stubc_refuse(c, q, STUBC_BAD_VALUE);
                c->depth++;
            }
            q = stubc_fast_header(c, q, end1, 0xa0);
            if (c->code) {
                stubc_note(c->error, 91); /* next */
            }
        }
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* Extension, extensions.asn1:26: frequency 1.3982, compiled, 303 bytes */
static uint8_t *encode_Extension(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Extension *const v = (const Extension *)value;
    uint8_t *const end = q;
    if (!c->code) {
        uint8_t *const end1 = q;
        q = encode_Extension_value(c, q, 0, &v->value);
        q = stubc_fast_header(c, q, end1, 0xa0);
        if (c->code) {
            stubc_note(c->error, 108); /* value */
        }
    }
    if (!c->code && v->critical) {
        q = stubc_fast_put_boolean(c, q, 0x01, v->critical);
        if (c->code) {
            stubc_note(c->error, 99); /* critical */
        }
    }
    if (!c->code) {
        q = stubc_fast_put_oid(c, q, 0x06, &v->id);
        if (c->code) {
            stubc_note(c->error, 96); /* id */
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Limits, extensions.asn1:33: frequency 0.8190, compiled, 300 bytes */
static uint8_t *encode_Limits(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Limits *const v = (const Limits *)value;
    uint8_t *const end = q;
    if (!c->code) {
        q = stubc_fast_put_integer(c, q, 0x02, v->width);
        if (c->code) {
            stubc_note(c->error, 120); /* width */
        }
    }
    if (!c->code && v->has_depth) {
        uint8_t *const end1 = q;
        q = stubc_fast_put_integer(c, q, 0x02, v->depth);
        q = stubc_fast_header(c, q, end1, 0xa0);
        if (c->code) {
            stubc_note(c->error, 114); /* depth */
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Certificate.extensions, extensions.asn1:10: frequency 0.9887, compiled, 196 bytes */
static uint8_t *encode_Certificate_extensions(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Certificate_extensions *const v = (const Certificate_extensions *)value;
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        if (v->items[i].raw.length) {
            q = stubc_put_kept(c, q, 0x30, &v->items[i].raw);
        } else {
            q = encode_Extension(c, q, 0x30, &v->items[i]);
        }
        if (c->code) {
            stubc_note(c->error, STUBC_INDEX | (uint32_t)i);
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Policy.hints, extensions.asn1:14: frequency 0.2116, compiled, 227 bytes */
static uint8_t *encode_Policy_hints(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Policy_hints *const v = (const Policy_hints *)value;
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_integer(c, q, 0x02, v->items[i]);
        if (c->code) {
            stubc_note(c->error, STUBC_INDEX | (uint32_t)i);
        }
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
            q = encode_Limits(c, q, 0x30, v->u.Limits_);
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

const stubc_root stubc_root_Certificate = {.name = "Certificate", .step = {STUBC_OP_CALL, 0x30, 0, NODE_Certificate},
    .decode = decode_Certificate, .decode_tag = 0x30, .encode = encode_Certificate, .encode_tag = 0x30};

