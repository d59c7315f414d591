/* xdr: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: xdr.x
 * Options: --pdu answer --pdu numbers --pdu marks --pdu status --technique compiled
 */
#include "xdr.h"

static stubc_read_fn decode_stamp;
static stubc_read_fn decode_attributes;
static stubc_decode_fn decode_status;
static stubc_decode_fn decode_numbers;
static stubc_decode_fn decode_marks;
static stubc_decode_fn decode_answer;

static stubc_write_fn encode_stamp;
static stubc_write_fn encode_attributes;
static stubc_write_fn encode_status;
static stubc_encode_fn encode_numbers;
static stubc_encode_fn encode_marks;
static stubc_encode_fn encode_answer;

static uint8_t *encode_step_status(stubc_encoder *c, uint8_t *q, const void *value)
{
    (void)c;
    encode_status(q, value);
    return q + 56;
}

STUBC_INLINE void inline_decode_attributes_read(const uint8_t *p, attributes_read *v)
{
    for (size_t i = 0; i < 2; i++) {
        decode_stamp(p, &v->items[i]);
        p += 8;
    }
}

STUBC_INLINE const uint8_t *inline_decode_numbers_counted(stubc_decoder *d, const uint8_t *p, numbers_counted *v)
{
    v->items = (int32_t *)stubc_quick_array(d, p, 2000u, 4, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    stubc_swap32(v->items, p + 4, v->count);
    p += 4 + 4 * v->count;
    return p;
}

STUBC_INLINE void inline_decode_numbers_fixed(const uint8_t *p, numbers_fixed *v)
{
    stubc_swap32(v->items, p, 100);
}

STUBC_INLINE void inline_decode_numbers_few(const uint8_t *p, numbers_few *v)
{
    stubc_swap32(v->items, p, 3);
}

STUBC_INLINE const uint8_t *inline_decode_marks_counted(stubc_decoder *d, const uint8_t *p, marks_counted *v)
{
    v->items = (stamp *)stubc_quick_array(d, p, 100u, 8, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    p += 4;
    for (size_t i = 0; i < v->count; i++) {
        decode_stamp(p, &v->items[i]);
        p += 8;
    }
    return p;
}

STUBC_INLINE const uint8_t *inline_decode_marks_fixed(stubc_decoder *d, const uint8_t *p, marks_fixed *v)
{
    for (size_t i = 0; i < 20; i++) {
        const uint8_t *const at = p;
        if (stubc_word(p) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, at);
            return NULL;
        }
        v->items[i] = stubc_word(p) != 0;
        p += 4;
    }
    return p;
}

STUBC_INLINE void inline_decode_marks_few(const uint8_t *p, marks_few *v)
{
    for (size_t i = 0; i < 3; i++) {
        decode_stamp(p, &v->items[i]);
        p += 8;
    }
}

STUBC_INLINE const uint8_t *inline_decode_entry_(stubc_decoder *d, const uint8_t *p, entry_ *v)
{
    const uint8_t *const start = p;
    decode_attributes(p, &v->about);
    p += 48;
    p = stubc_get_counted(d, p, start, 255u, &v->name);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 16) {
        stubc_fail(d, STUBC_TRUNCATED, start);
        return NULL;
    }
    v->one = (int32_t)stubc_word(p);
    v->two = (int32_t)stubc_word(p + 4);
    decode_stamp(p + 8, &v->made);
    p += 16;
    return p;
}

STUBC_INLINE const uint8_t *inline_decode_entry_list(stubc_decoder *d, const uint8_t *p, entry_list *v)
{
    const uint8_t *const start = p;
    entry_ **link = v;
    size_t left = d->max_elements;
    for (;;) {
        const uint8_t *const at = p + 4;
        if (stubc_word(p) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, start);
            return NULL;
        }
        p += 4;
        if (!p[-1]) {
            break;
        }
        if (!left--) {
            stubc_fail(d, STUBC_LIMIT, start);
            return NULL;
        }
        if ((size_t)(d->end - p) < 52) {
            stubc_fail(d, STUBC_TRUNCATED, at);
            return NULL;
        }
        entry_ *const item = (entry_ *)stubc_alloc(d, at, sizeof *item);
        if (!item) {
            return NULL;
        }
        *link = item;
        link = &item->next;
        p = inline_decode_entry_(d, p, item);
        if (!p) {
            return NULL;
        }
        if ((size_t)(d->end - p) < 4) {
            stubc_fail(d, STUBC_TRUNCATED, start);
            return NULL;
        }
    }
    *link = NULL;
    return p;
}

STUBC_INLINE const uint8_t *inline_decode_listing(stubc_decoder *d, const uint8_t *p, listing *v)
{
    const uint8_t *const start = p;
    p = inline_decode_entry_list(d, p, &v->entries);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 4) {
        stubc_fail(d, STUBC_TRUNCATED, start);
        return NULL;
    }
    if (stubc_word(p) > 1) {
        stubc_fail(d, STUBC_BAD_VALUE, start);
        return NULL;
    }
    v->eof = stubc_word(p) != 0;
    p += 4;
    return p;
}

static void decode_stamp(const uint8_t *p, void *value)
{
    stamp *const v = (stamp *)value;
    v->seconds = (uint32_t)stubc_word(p);
    v->fraction = (uint32_t)stubc_word(p + 4);
}

static void decode_attributes(const uint8_t *p, void *value)
{
    attributes *const v = (attributes *)value;
    v->type = (int32_t)stubc_word(p);
    v->mode = (uint32_t)stubc_word(p + 4);
    v->size = (int64_t)stubc_hyper(p + 8);
    memcpy(v->id, p + 16, 8);
    decode_stamp(p + 24, &v->changed);
    inline_decode_attributes_read(p + 32, &v->read);
}

static const uint8_t *decode_status(stubc_decoder *d, const uint8_t *p, void *value)
{
    status *const v = (status *)value;
    const uint8_t *const start = p;
    v->code = (int32_t)stubc_word(p);
    if (stubc_word(p + 4) > 1) {
        return stubc_fail(d, STUBC_BAD_VALUE, start);
    }
    v->final_ = stubc_word(p + 4) != 0;
    decode_attributes(p + 8, &v->about);
    p += 56;
    return p;
}

static const uint8_t *decode_numbers(stubc_decoder *d, const uint8_t *p, void *value)
{
    numbers *const v = (numbers *)value;
    const uint8_t *const start = p;
    p = inline_decode_numbers_counted(d, p, &v->counted);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 412) {
        return stubc_fail(d, STUBC_TRUNCATED, start);
    }
    inline_decode_numbers_fixed(p, &v->fixed);
    inline_decode_numbers_few(p + 400, &v->few);
    p += 412;
    return p;
}

static const uint8_t *decode_marks(stubc_decoder *d, const uint8_t *p, void *value)
{
    marks *const v = (marks *)value;
    const uint8_t *const start = p;
    p = inline_decode_marks_counted(d, p, &v->counted);
    if (!p) {
        return NULL;
    }
    if ((size_t)(d->end - p) < 104) {
        return stubc_fail(d, STUBC_TRUNCATED, start);
    }
    if (!inline_decode_marks_fixed(d, p, &v->fixed)) {
        return NULL;
    }
    inline_decode_marks_few(p + 80, &v->few);
    p += 104;
    return p;
}

static const uint8_t *decode_answer(stubc_decoder *d, const uint8_t *p, void *value)
{
    answer *const v = (answer *)value;
    const uint8_t *const start = p;
    v->type = (int32_t)stubc_word(p);
    p += 4;
    switch (v->type) {
    case 1:
        if ((size_t)(d->end - p) < 56) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
        if (!decode_status(d, p, &v->u.one)) {
            return NULL;
        }
        p += 56;
        break;
    case 2:
        if ((size_t)(d->end - p) < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
        p = inline_decode_listing(d, p, &v->u.all);
        if (!p) {
            return NULL;
        }
        break;
    default:
        break;
    }
    return p;
}

STUBC_INLINE void inline_encode_attributes_read(uint8_t *q, const attributes_read *v)
{
    for (size_t i = 0; i < 2; i++) {
        encode_stamp(q, &v->items[i]);
        q += 8;
    }
}

STUBC_INLINE uint8_t *inline_encode_numbers_counted(stubc_encoder *c, uint8_t *q, const numbers_counted *v)
{
    q = stubc_quick_count(c, q, 2000u, 4, v->count);
    if (!q) {
        return NULL;
    }
    stubc_swap32(q, v->items, v->count);
    q += 4 * v->count;
    return q;
}

STUBC_INLINE void inline_encode_numbers_fixed(uint8_t *q, const numbers_fixed *v)
{
    stubc_swap32(q, v->items, 100);
}

STUBC_INLINE void inline_encode_numbers_few(uint8_t *q, const numbers_few *v)
{
    stubc_swap32(q, v->items, 3);
}

STUBC_INLINE uint8_t *inline_encode_marks_counted(stubc_encoder *c, uint8_t *q, const marks_counted *v)
{
    q = stubc_quick_count(c, q, 100u, 8, v->count);
    if (!q) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        encode_stamp(q, &v->items[i]);
        q += 8;
    }
    return q;
}

STUBC_INLINE void inline_encode_marks_fixed(uint8_t *q, const marks_fixed *v)
{
    for (size_t i = 0; i < 20; i++) {
        stubc_put_word(q, v->items[i]);
        q += 4;
    }
}

STUBC_INLINE void inline_encode_marks_few(uint8_t *q, const marks_few *v)
{
    for (size_t i = 0; i < 3; i++) {
        encode_stamp(q, &v->items[i]);
        q += 8;
    }
}

STUBC_INLINE uint8_t *inline_encode_entry_(stubc_encoder *c, uint8_t *q, const entry_ *v)
{
    encode_attributes(q, &v->about);
    q += 48;
    q = stubc_put_counted(c, q, 255u, &v->name);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 16) {
        stubc_refuse(c, STUBC_NO_SPACE);
        return NULL;
    }
    stubc_put_word(q, (uint32_t)v->one);
    stubc_put_word(q + 4, (uint32_t)v->two);
    encode_stamp(q + 8, &v->made);
    q += 16;
    return q;
}

STUBC_INLINE uint8_t *inline_encode_entry_list(stubc_encoder *c, uint8_t *q, const entry_list *v)
{
    for (const entry_ *item = *v; item; item = item->next) {
        stubc_put_word(q, 1);
        q += 4;
        if ((size_t)(c->end - q) < 52) {
            stubc_refuse(c, STUBC_NO_SPACE);
            return NULL;
        }
        q = inline_encode_entry_(c, q, item);
        if (!q) {
            return NULL;
        }
        if ((size_t)(c->end - q) < 4) {
            stubc_refuse(c, STUBC_NO_SPACE);
            return NULL;
        }
    }
    stubc_put_word(q, 0);
    q += 4;
    return q;
}

STUBC_INLINE uint8_t *inline_encode_listing(stubc_encoder *c, uint8_t *q, const listing *v)
{
    q = inline_encode_entry_list(c, q, &v->entries);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 4) {
        stubc_refuse(c, STUBC_NO_SPACE);
        return NULL;
    }
    stubc_put_word(q, v->eof);
    q += 4;
    return q;
}

static void encode_stamp(uint8_t *q, const void *value)
{
    const stamp *const v = (const stamp *)value;
    stubc_put_word(q, (uint32_t)v->seconds);
    stubc_put_word(q + 4, (uint32_t)v->fraction);
}

static void encode_attributes(uint8_t *q, const void *value)
{
    const attributes *const v = (const attributes *)value;
    stubc_put_word(q, (uint32_t)v->type);
    stubc_put_word(q + 4, (uint32_t)v->mode);
    stubc_put_hyper(q + 8, (uint64_t)v->size);
    memcpy(q + 16, v->id, 8);
    encode_stamp(q + 24, &v->changed);
    inline_encode_attributes_read(q + 32, &v->read);
}

static void encode_status(uint8_t *q, const void *value)
{
    const status *const v = (const status *)value;
    stubc_put_word(q, (uint32_t)v->code);
    stubc_put_word(q + 4, v->final_);
    encode_attributes(q + 8, &v->about);
}

static uint8_t *encode_numbers(stubc_encoder *c, uint8_t *q, const void *value)
{
    const numbers *const v = (const numbers *)value;
    q = inline_encode_numbers_counted(c, q, &v->counted);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 412) {
        return stubc_refuse(c, STUBC_NO_SPACE);
    }
    inline_encode_numbers_fixed(q, &v->fixed);
    inline_encode_numbers_few(q + 400, &v->few);
    q += 412;
    return q;
}

static uint8_t *encode_marks(stubc_encoder *c, uint8_t *q, const void *value)
{
    const marks *const v = (const marks *)value;
    q = inline_encode_marks_counted(c, q, &v->counted);
    if (!q) {
        return NULL;
    }
    if ((size_t)(c->end - q) < 104) {
        return stubc_refuse(c, STUBC_NO_SPACE);
    }
    inline_encode_marks_fixed(q, &v->fixed);
    inline_encode_marks_few(q + 80, &v->few);
    q += 104;
    return q;
}

static uint8_t *encode_answer(stubc_encoder *c, uint8_t *q, const void *value)
{
    const answer *const v = (const answer *)value;
    stubc_put_word(q, (uint32_t)v->type);
    q += 4;
    switch (v->type) {
    case 1:
        if ((size_t)(c->end - q) < 56) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        encode_status(q, &v->u.one);
        q += 56;
        break;
    case 2:
        if ((size_t)(c->end - q) < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        q = inline_encode_listing(c, q, &v->u.all);
        if (!q) {
            return NULL;
        }
        break;
    default:
        break;
    }
    return q;
}

const stubc_root stubc_root_answer = {.lead = 4, .decode = decode_answer, .encode = encode_answer};

const stubc_root stubc_root_numbers = {.lead = 4, .decode = decode_numbers, .encode = encode_numbers};

const stubc_root stubc_root_marks = {.lead = 4, .decode = decode_marks, .encode = encode_marks};

const stubc_root stubc_root_status = {.lead = 56, .decode = decode_status, .encode = encode_step_status};

