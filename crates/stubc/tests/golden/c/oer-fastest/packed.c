/* packed: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: packed.asn1
 * Options: --rules oer --technique inlined
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
    STUBC_OP_INTEGER, 8,
    /* 1 */
    STUBC_OP_INTEGER, 17,
    /* 2: Point, packed.asn1:19: frequency 3.0000, inlined (both directions) */
    STUBC_OP_SEQUENCE,
    2, 0,
    32, STUBC_ONE(offsetof(Point, x)),
    4, STUBC_ONE(offsetof(Point, y)),
    /* 3: Body, packed.asn1:24: frequency 1.0000, inlined (both directions) */
    STUBC_OP_CHOICE | STUBC_EXTENSIBLE,
    STUBC_ONE(offsetof(Body, u)),
    3,
    0,
    9,
    10,
    1,
    /* 4: Report.path, packed.asn1:9: frequency 1.0000, inlined (both directions) */
    STUBC_OP_ARRAY, 3, STUBC_ONE(sizeof(Point)),
    2,
    /* 5 */
    STUBC_OP_BOOLEAN,
    /* 6 */
    STUBC_OP_ENUMERATED, 6,
    /* 7 */
    STUBC_OP_OCTETS | STUBC_FIXED, 4,
    /* 8 */
    STUBC_OP_INTEGER, 76,
    /* 9 */
    STUBC_OP_NULL,
    /* 10 */
    STUBC_OP_OCTETS,
    /* 11: Report, packed.asn1:5: frequency 1.0000, compiled, 144 bytes (both directions) */
    STUBC_OP_PROCEDURE, 1, 1,
    STUBC_OP_SEQUENCE | STUBC_EXTENSIBLE,
    7, 2,
    0, STUBC_ONE(offsetof(Report, station)),
    20, STUBC_ONE(offsetof(Report, moving)),
    26, STUBC_ONE(offsetof(Report, kind)),
    16, STUBC_ONE(offsetof(Report, path)),
    12, STUBC_ONE(offsetof(Report, body)),
    28, STUBC_ONE(offsetof(Report, key)),
    3, STUBC_ONE(offsetof(Report, level)), 12,
    1,
    0,
    1, STUBC_ONE(offsetof(Report, quality)),
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 2, 4, 11, 18, 22, 23, 25, 27, 29, 30, 31,
};

/* Point, packed.asn1:19: frequency 3.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Point(stubc_decoder *d, const uint8_t *at, Point *v)
{
    if ((size_t)(d->end - at) < 3) {
        return STUBC_GONE;
    }
    v->x = (int8_t)at[0];
    v->y = stubc_read_16(at + 1);
    at += 3;
    return at;
}

/* Report.path, packed.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Report_path(stubc_decoder *d, const uint8_t *at, Report_path *v)
{
    at = stubc_quick_count(d, at, &v->count);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    v->items = (Point *)stubc_elements(d, at, v->count, 3, sizeof *v->items);
    if (v->count && !v->items) {
        return STUBC_GONE;
    }
    for (size_t i = 0; i < v->count; i++) {
        v->items[i].x = (int8_t)at[0];
        v->items[i].y = stubc_read_16(at + 1);
        at += 3;
    }
    return at;
}

/* Body, packed.asn1:24: frequency 1.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Body(stubc_decoder *d, const uint8_t *at, Body *v)
{
    if (at == d->end) {
        return STUBC_GONE;
    }
    switch (*at) {
    case 0x80:
        v->kind = Body_kind_none;
        at += 1;
        break;
    case 0x81:
        v->kind = Body_kind_text;
        at += 1;
        at = stubc_quick_string(d, at, &v->u.text);
        if (at == STUBC_GONE) {
            return STUBC_GONE;
        }
        break;
    case 0x82:
        v->kind = Body_kind_number;
        if ((size_t)(d->end - at) < 3) {
            return STUBC_GONE;
        }
        v->u.number = stubc_read_16(at + 1);
        at += 3;
        break;
    default:
        return stubc_decode_extended(d, at, 3, v);
    }
    return at;
}

/* Report, packed.asn1:5: frequency 1.0000, compiled, 144 bytes */
static const uint8_t *decode_Report(stubc_decoder *d, const uint8_t *at, void *value)
{
    Report *const v = (Report *)value;
    if ((size_t)(d->end - at) < 3) {
        return STUBC_GONE;
    }
    const bool is_extended = at[0] >> 7;
    v->has_kind = at[0] >> 6 & 1;
    const bool given6 = at[0] >> 5 & 1;
    v->station = at[1];
    v->moving = at[2] != 0;
    at += 3;
    if (v->has_kind) {
        if ((size_t)(d->end - at) < 1) {
            return STUBC_GONE;
        }
        if (at[0] > 127) {
            return STUBC_GONE;
        }
        v->kind = at[0];
        at += 1;
    }
    at = inline_decode_Report_path(d, at, &v->path);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    at = inline_decode_Body(d, at, &v->body);
    if (at == STUBC_GONE) {
        return STUBC_GONE;
    }
    if ((size_t)(d->end - at) < 4) {
        return STUBC_GONE;
    }
    v->key.data = at;
    v->key.length = 4;
    at += 4;
    if (given6) {
        if ((size_t)(d->end - at) < 1) {
            return STUBC_GONE;
        }
        v->level = at[0];
        at += 1;
    } else {
        v->level = 3;
    }
    if (is_extended) {
        at = stubc_decode_additions(d, at, 52, 1, v);
        if (at == STUBC_GONE) {
            return STUBC_GONE;
        }
    } else {
        v->has_quality = false;
    }
    return at;
}

/* Point, packed.asn1:19: frequency 3.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_Point(stubc_encoder *c, uint8_t *at, const Point *v)
{
    if ((size_t)(c->end - at) < 3) {
        c->code = STUBC_BAD_VALUE;
        return at;
    }
    at[0] = (uint8_t)v->x;
    stubc_write_16(at + 1, (uint16_t)v->y);
    at += 3;
    return at;
}

/* Report.path, packed.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_Report_path(stubc_encoder *c, uint8_t *at, const Report_path *v)
{
    at = stubc_quick_put_count(c, at, v->count);
    for (size_t i = 0; i < v->count && !c->code; i++) {
        if ((size_t)(c->end - at) < 3) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = (uint8_t)v->items[i].x;
        stubc_write_16(at + 1, (uint16_t)v->items[i].y);
        at += 3;
    }
    return at;
}

/* Body, packed.asn1:24: frequency 1.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_Body(stubc_encoder *c, uint8_t *at, const Body *v)
{
    switch (v->kind) {
    case Body_kind_none:
        if ((size_t)(c->end - at) < 1) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = 0x80;
        at += 1;
        break;
    case Body_kind_text:
        if ((size_t)(c->end - at) < 1) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = 0x81;
        at += 1;
        at = stubc_quick_put_string(c, at, &v->u.text);
        break;
    case Body_kind_number:
        if ((size_t)(c->end - at) < 3) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = 0x82;
        stubc_write_16(at + 1, (uint16_t)v->u.number);
        at += 3;
        break;
    default:
        return stubc_encode_extended(c, at, 3, v);
    }
    return at;
}

/* Report, packed.asn1:5: frequency 1.0000, compiled, 144 bytes */
static uint8_t *encode_Report(stubc_encoder *c, uint8_t *at, const void *value)
{
    const Report *const v = (const Report *)value;
    uint8_t *const start = at;
    const bool given6 = v->level != 3;
    if ((size_t)(c->end - at) < 3) {
        c->code = STUBC_BAD_VALUE;
        return at;
    }
    at[0] = (uint8_t)(v->has_kind << 6 | given6 << 5);
    at[1] = (uint8_t)v->station;
    at[2] = v->moving ? 0xff : 0;
    at += 3;
    if (v->has_kind) {
        if ((size_t)(c->end - at) < 1 || v->kind < 0 || v->kind > 127) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = (uint8_t)v->kind;
        at += 1;
    }
    at = inline_encode_Report_path(c, at, &v->path);
    at = inline_encode_Body(c, at, &v->body);
    if ((size_t)(c->end - at) < 4 || v->key.length != 4) {
        c->code = STUBC_BAD_VALUE;
        return at;
    }
    memcpy(at, v->key.data, 4);
    at += 4;
    if (given6) {
        if ((size_t)(c->end - at) < 1) {
            c->code = STUBC_BAD_VALUE;
            return at;
        }
        at[0] = (uint8_t)v->level;
        at += 1;
    }
    if (v->has_quality) {
        at = stubc_encode_additions(c, at, 52, 1, v, start);
    }
    return at;
}

const stubc_root stubc_root_Report = {.node = 11};

