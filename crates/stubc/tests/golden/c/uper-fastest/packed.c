/* packed: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: packed.asn1
 * Options: --rules uper --technique inlined
 */
#include "packed.h"

static stubc_decode_fn decode_Report;

static stubc_encode_fn encode_Report;

stubc_decode_fn *const stubc_decoders[] = {
    decode_Report,
};

stubc_encode_fn *const stubc_encoders[] = {
    encode_Report,
};

const uint8_t stubc_programs[] = {
    /* 0 */
    STUBC_OP_FIELD, 8,
    /* 1 */
    STUBC_OP_FIELD, 16,
    /* 2 */
    STUBC_OP_FIELD, 24,
    /* 3 */
    STUBC_OP_FIELD, 32,
    /* 4 */
    STUBC_OP_FIELD, 40,
    /* 5 */
    STUBC_OP_FIELD, 48,
    /* 6 */
    STUBC_OP_FIELD, 56,
    /* 21: Report, packed.asn1:5: decode: frequency 1.0000, compiled, 223 bytes: encode: frequency 1.0000, compiled,
     * 193 bytes */
    STUBC_OP_PROCEDURE, 1, 1,
    STUBC_OP_SEQUENCE | STUBC_EXTENSIBLE,
    58,
    116, STUBC_ONE(offsetof(Report, station)),
    0, STUBC_ONE(offsetof(Report, moving)),
    110, STUBC_ONE(offsetof(Report, kind)),
    116, STUBC_ONE(offsetof(Report, path)),
    129, 4, STUBC_ONE(offsetof(Report, body)),
    129, 20, STUBC_ONE(offsetof(Report, key)),
    11, STUBC_ONE(offsetof(Report, level)), 12,
    1, 2,
    0,
    5, STUBC_ONE(offsetof(Report, quality)),
    /* 48 */
    STUBC_OP_FIELD, 64,
    /* 50 */
    STUBC_OP_ENUMERATED | STUBC_EXTENSIBLE, 6, 3, 0,
    /* 54: Report.path@Packed.Report.path, packed.asn1:9: frequency 1.0000, inlined (both directions) */
    STUBC_OP_ARRAY | STUBC_LIMITED, 1, 16, 16, STUBC_ONE(sizeof(Point)),
    18,
    /* 60: Body, packed.asn1:24: frequency 1.0000, inlined (both directions) */
    STUBC_OP_CHOICE | STUBC_EXTENSIBLE,
    STUBC_ONE(offsetof(Body, u)),
    3,
    0,
    27,
    27,
    28,
    /* 67 */
    STUBC_OP_OCTETS | STUBC_LIMITED, 4, 4,
    /* 70: Point, packed.asn1:19: frequency 3.0000, inlined (both directions) */
    STUBC_OP_SEQUENCE,
    16,
    44, STUBC_ONE(offsetof(Point, x)),
    60, STUBC_ONE(offsetof(Point, y)),
    /* 76 */
    STUBC_OP_FIELD | STUBC_PARTIAL | STUBC_BASED, 68, 129, 72, 129, 71,
    /* 82 */
    STUBC_OP_FIELD, 129,
    /* 84 */
    STUBC_OP_NULL,
    /* 85 */
    STUBC_OP_OCTETS, 0,
    /* 87 */
    STUBC_OP_FIELD | STUBC_PARTIAL, 81, 135, 104,
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 2, 4, 6, 8, 10, 12,
};

/* Point, packed.asn1:19: frequency 3.0000, inlined */
STUBC_INLINE size_t inline_decode_Point(stubc_decoder *d, size_t at, Point *v)
{
    uint64_t w;
    if (d->in.end - at < 24) {
        return STUBC_GONE;
    }
    w = stubc_quick_peek(d, at);
    if (STUBC_BITS_OF(w, 0, 8) > 200) {
        return STUBC_GONE;
    }
    v->x = (int8_t)((int64_t)STUBC_BITS_OF(w, 0, 8) - 100);
    v->y = (uint16_t)STUBC_BITS_OF(w, 8, 16);
    at += 24;
    return at;
}

/* Report.path@Packed.Report.path, packed.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE size_t inline_decode_Report_path_2(stubc_decoder *d, size_t at, Report_path *v)
{
    uint64_t w;
    if (d->in.end - at < 4) {
        return STUBC_GONE;
    }
    w = stubc_quick_peek(d, at);
    v->count = (size_t)STUBC_BITS_OF(w, 0, 4) + 1;
    at += 4;
    v->items = (Point *)stubc_elements(d, at, v->count, 16, sizeof *v->items);
    if (v->count && !v->items) {
        return STUBC_GONE;
    }
    for (size_t i = 0; i < v->count; i++) {
        if (d->in.end - at < 24) {
            return STUBC_GONE;
        }
        w = stubc_quick_peek(d, at);
        if (STUBC_BITS_OF(w, 0, 8) > 200) {
            return STUBC_GONE;
        }
        v->items[i].x = (int8_t)((int64_t)STUBC_BITS_OF(w, 0, 8) - 100);
        v->items[i].y = (uint16_t)STUBC_BITS_OF(w, 8, 16);
        at += 24;
    }
    return at;
}

/* Body, packed.asn1:24: frequency 1.0000, inlined */
STUBC_INLINE size_t inline_decode_Body(stubc_decoder *d, size_t at, Body *v)
{
    uint64_t w;
    size_t n;
    if (d->in.end - at < 3) {
        return STUBC_GONE;
    }
    w = stubc_quick_peek(d, at);
    const bool is_extended = STUBC_BITS_OF(w, 0, 1);
    v->kind = (uint8_t)(STUBC_BITS_OF(w, 1, 2) + 1u);
    at += 3;
    if (is_extended) {
        return stubc_decode_extended(d, at - 3, 60, v);
    }
    switch (v->kind) {
    case Body_kind_none:
        break;
    case Body_kind_text:
        at = stubc_take_length(d, at, &n);
        if (at == STUBC_GONE) {
            return STUBC_GONE;
        }
        at = stubc_take_string(d, at, n, 8, &v->u.text);
        if (at == STUBC_GONE) {
            return STUBC_GONE;
        }
        break;
    case Body_kind_number:
        if (d->in.end - at < 10) {
            return STUBC_GONE;
        }
        w = stubc_quick_peek(d, at);
        if (STUBC_BITS_OF(w, 0, 10) > 1000) {
            return STUBC_GONE;
        }
        v->u.number = (uint16_t)STUBC_BITS_OF(w, 0, 10);
        at += 10;
        break;
    default:
        return STUBC_GONE;
    }
    return at;
}

/* Report, packed.asn1:5: frequency 1.0000, compiled, 223 bytes */
static size_t decode_Report(stubc_decoder *d, size_t at, void *value)
{
    Report *const v = (Report *)value;
    uint64_t w;
    if (d->in.end - at < 12) {
        return STUBC_GONE;
    }
    w = stubc_quick_peek(d, at);
    const bool is_extended = STUBC_BITS_OF(w, 0, 1);
    v->has_kind = STUBC_BITS_OF(w, 1, 1);
    const bool given6 = STUBC_BITS_OF(w, 2, 1);
    v->station = (uint8_t)STUBC_BITS_OF(w, 3, 8);
    v->moving = STUBC_BITS_OF(w, 11, 1);
    at += 12;
    if (v->has_kind) {
        if (d->in.end - at < 3) {
            return STUBC_GONE;
        }
        w = stubc_quick_peek(d, at);
        if (STUBC_BITS_OF(w, 0, 1)) {
            return STUBC_GONE;
        }
        if (STUBC_BITS_OF(w, 1, 2) > 2) {
            return STUBC_GONE;
        }
        v->kind = (int32_t)STUBC_BITS_OF(w, 1, 2);
        at += 3;
    }
    at = inline_decode_Report_path_2(d, at, &v->path);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    at = inline_decode_Body(d, at, &v->body);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    at = stubc_take_string(d, at, 4, 8, &v->key);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    if (given6) {
        if (d->in.end - at < 3) {
            return STUBC_GONE;
        }
        w = stubc_quick_peek(d, at);
        v->level = (uint8_t)STUBC_BITS_OF(w, 0, 3);
        at += 3;
    } else {
        v->level = 3;
    }
    if (is_extended) {
        at = stubc_decode_additions(d, at, 36, 1, v);
        if (at == STUBC_GONE) {
            return STUBC_GONE;
        }
    } else {
        v->has_quality = false;
    }
    return at;
}

/* Point, packed.asn1:19: frequency 3.0000, inlined */
STUBC_INLINE size_t inline_encode_Point(stubc_encoder *c, size_t at, const Point *v)
{
    if (((uint64_t)v->x + 100u) > 200u) {
        c->code = STUBC_BAD_VALUE;
    }
    at = stubc_quick_put(c, at, ((uint64_t)v->x + 100u) << 16 | (uint64_t)v->y, 24);
    return at;
}

/* Report.path@Packed.Report.path, packed.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE size_t inline_encode_Report_path_2(stubc_encoder *c, size_t at, const Report_path *v)
{
    if (v->count - 1 > 15) {
        c->code = STUBC_BAD_VALUE;
    }
    at = stubc_quick_put(c, at, (uint64_t)(v->count - 1), 4);
    for (size_t i = 0; i < v->count && !c->code; i++) {
        if (((uint64_t)v->items[i].x + 100u) > 200u) {
            c->code = STUBC_BAD_VALUE;
        }
        at = stubc_quick_put(c, at, ((uint64_t)v->items[i].x + 100u) << 16 | (uint64_t)v->items[i].y, 24);
    }
    return at;
}

/* Body, packed.asn1:24: frequency 1.0000, inlined */
STUBC_INLINE size_t inline_encode_Body(stubc_encoder *c, size_t at, const Body *v)
{
    if (v->kind - 1u >= 3) {
        return stubc_encode_extended(c, at, 60, v);
    }
    at = stubc_quick_put(c, at, ((uint64_t)v->kind - 1u), 3);
    switch (v->kind) {
    case Body_kind_none:
        break;
    case Body_kind_text:
        at = stubc_put_length(c, at, v->u.text.length);
        at = stubc_put_string(c, at, v->u.text.data, v->u.text.length, 8);
        break;
    case Body_kind_number:
        if ((uint64_t)v->u.number > 1000u) {
            c->code = STUBC_BAD_VALUE;
        }
        at = stubc_quick_put(c, at, (uint64_t)v->u.number, 10);
        break;
    default:
        c->code = STUBC_BAD_VALUE;
        break;
    }
    return at;
}

/* Report, packed.asn1:5: frequency 1.0000, compiled, 193 bytes */
static size_t encode_Report(stubc_encoder *c, size_t at, const void *value)
{
    const Report *const v = (const Report *)value;
    const size_t start = at;
    const bool given6 = v->level != 3;
    at = stubc_quick_put(c, at,
        (uint64_t)v->has_kind << 10 | (uint64_t)given6 << 9 | (uint64_t)v->station << 1 | (uint64_t)v->moving, 12);
    if (v->has_kind) {
        if ((uint64_t)v->kind > 2u) {
            c->code = STUBC_BAD_VALUE;
        }
        at = stubc_quick_put(c, at, (uint64_t)v->kind, 3);
    }
    at = inline_encode_Report_path_2(c, at, &v->path);
    at = inline_encode_Body(c, at, &v->body);
    if (v->key.length != 4) {
        c->code = STUBC_BAD_VALUE;
    }
    at = stubc_put_string(c, at, v->key.data, v->key.length, 8);
    if (given6) {
        if ((uint64_t)v->level > 7u) {
            c->code = STUBC_BAD_VALUE;
        }
        at = stubc_quick_put(c, at, (uint64_t)v->level, 3);
    }
    if (v->has_quality) {
        at = stubc_encode_additions(c, at, 36, 1, v, start);
    }
    return at;
}

const stubc_root stubc_root_Report = {.node = 21};

