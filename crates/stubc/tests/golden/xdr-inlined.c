/* xdr: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: xdr.x
 * Options: --pdu answer --pdu numbers --pdu marks --pdu status --technique inlined
 */
#include "xdr.h"

static stubc_decode_fn decode_status;
static stubc_decode_fn decode_numbers;
static stubc_decode_fn decode_marks;
static stubc_decode_fn decode_answer;

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

STUBC_INLINE void inline_decode_stamp(const uint8_t *p, stamp *v)
{
    v->seconds = (uint32_t)stubc_word(p);
    v->fraction = (uint32_t)stubc_word(p + 4);
}

STUBC_INLINE void inline_decode_attributes_read(const uint8_t *p, attributes_read *v)
{
    inline_decode_stamp(p, &v->items[0]);
    inline_decode_stamp(p + 8, &v->items[1]);
}

STUBC_INLINE void inline_decode_attributes(const uint8_t *p, attributes *v)
{
    v->type = (int32_t)stubc_word(p);
    v->mode = (uint32_t)stubc_word(p + 4);
    v->size = (int64_t)stubc_hyper(p + 8);
    memcpy(v->id, p + 16, 8);
    inline_decode_stamp(p + 24, &v->changed);
    inline_decode_attributes_read(p + 32, &v->read);
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
    v->items[0] = (int32_t)stubc_word(p);
    v->items[1] = (int32_t)stubc_word(p + 4);
    v->items[2] = (int32_t)stubc_word(p + 8);
}

STUBC_INLINE const uint8_t *inline_decode_marks_counted(stubc_decoder *d, const uint8_t *p, marks_counted *v)
{
    v->items = (stamp *)stubc_quick_array(d, p, 100u, 8, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    p += 4;
    size_t i = 0;
    for (; v->count - i >= 8; i += 8) {
        inline_decode_stamp(p, &v->items[i]);
        inline_decode_stamp(p + 8, &v->items[i + 1]);
        inline_decode_stamp(p + 16, &v->items[i + 2]);
        inline_decode_stamp(p + 24, &v->items[i + 3]);
        inline_decode_stamp(p + 32, &v->items[i + 4]);
        inline_decode_stamp(p + 40, &v->items[i + 5]);
        inline_decode_stamp(p + 48, &v->items[i + 6]);
        inline_decode_stamp(p + 56, &v->items[i + 7]);
        p += 64;
    }
    for (; i < v->count; i++) {
        inline_decode_stamp(p, &v->items[i]);
        p += 8;
    }
    return p;
}

STUBC_INLINE const uint8_t *inline_decode_marks_fixed(stubc_decoder *d, const uint8_t *p, marks_fixed *v)
{
    size_t i = 0;
    for (; i < 16; i += 8) {
        if (stubc_word(p) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p);
            return NULL;
        }
        v->items[i] = stubc_word(p) != 0;
        if (stubc_word(p + 4) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 4);
            return NULL;
        }
        v->items[i + 1] = stubc_word(p + 4) != 0;
        if (stubc_word(p + 8) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 8);
            return NULL;
        }
        v->items[i + 2] = stubc_word(p + 8) != 0;
        if (stubc_word(p + 12) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 12);
            return NULL;
        }
        v->items[i + 3] = stubc_word(p + 12) != 0;
        if (stubc_word(p + 16) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 16);
            return NULL;
        }
        v->items[i + 4] = stubc_word(p + 16) != 0;
        if (stubc_word(p + 20) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 20);
            return NULL;
        }
        v->items[i + 5] = stubc_word(p + 20) != 0;
        if (stubc_word(p + 24) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 24);
            return NULL;
        }
        v->items[i + 6] = stubc_word(p + 24) != 0;
        if (stubc_word(p + 28) > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, p + 28);
            return NULL;
        }
        v->items[i + 7] = stubc_word(p + 28) != 0;
        p += 32;
    }
    for (; i < 20; i++) {
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
    inline_decode_stamp(p, &v->items[0]);
    inline_decode_stamp(p + 8, &v->items[1]);
    inline_decode_stamp(p + 16, &v->items[2]);
}

STUBC_INLINE const uint8_t *inline_decode_status(stubc_decoder *d, const uint8_t *p, status *v)
{
    const uint8_t *const start = p;
    v->code = (int32_t)stubc_word(p);
    if (stubc_word(p + 4) > 1) {
        stubc_fail(d, STUBC_BAD_VALUE, start);
        return NULL;
    }
    v->final_ = stubc_word(p + 4) != 0;
    inline_decode_attributes(p + 8, &v->about);
    p += 56;
    return p;
}

STUBC_INLINE const uint8_t *inline_decode_entry_(stubc_decoder *d, const uint8_t *p, entry_ *v)
{
    const uint8_t *const start = p;
    inline_decode_attributes(p, &v->about);
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
    inline_decode_stamp(p + 8, &v->made);
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

static const uint8_t *decode_status(stubc_decoder *d, const uint8_t *p, void *value)
{
    return inline_decode_status(d, p, (status *)value);
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
        if (!inline_decode_status(d, p, &v->u.one)) {
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

STUBC_INLINE void inline_encode_stamp(uint8_t *q, const stamp *v)
{
    stubc_put_word(q, (uint32_t)v->seconds);
    stubc_put_word(q + 4, (uint32_t)v->fraction);
}

STUBC_INLINE void inline_encode_attributes_read(uint8_t *q, const attributes_read *v)
{
    inline_encode_stamp(q, &v->items[0]);
    inline_encode_stamp(q + 8, &v->items[1]);
}

STUBC_INLINE void inline_encode_attributes(uint8_t *q, const attributes *v)
{
    stubc_put_word(q, (uint32_t)v->type);
    stubc_put_word(q + 4, (uint32_t)v->mode);
    stubc_put_hyper(q + 8, (uint64_t)v->size);
    memcpy(q + 16, v->id, 8);
    inline_encode_stamp(q + 24, &v->changed);
    inline_encode_attributes_read(q + 32, &v->read);
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
    stubc_put_word(q, (uint32_t)v->items[0]);
    stubc_put_word(q + 4, (uint32_t)v->items[1]);
    stubc_put_word(q + 8, (uint32_t)v->items[2]);
}

STUBC_INLINE uint8_t *inline_encode_marks_counted(stubc_encoder *c, uint8_t *q, const marks_counted *v)
{
    q = stubc_quick_count(c, q, 100u, 8, v->count);
    if (!q) {
        return NULL;
    }
    size_t i = 0;
    for (; v->count - i >= 8; i += 8) {
        inline_encode_stamp(q, &v->items[i]);
        inline_encode_stamp(q + 8, &v->items[i + 1]);
        inline_encode_stamp(q + 16, &v->items[i + 2]);
        inline_encode_stamp(q + 24, &v->items[i + 3]);
        inline_encode_stamp(q + 32, &v->items[i + 4]);
        inline_encode_stamp(q + 40, &v->items[i + 5]);
        inline_encode_stamp(q + 48, &v->items[i + 6]);
        inline_encode_stamp(q + 56, &v->items[i + 7]);
        q += 64;
    }
    for (; i < v->count; i++) {
        inline_encode_stamp(q, &v->items[i]);
        q += 8;
    }
    return q;
}

STUBC_INLINE void inline_encode_marks_fixed(uint8_t *q, const marks_fixed *v)
{
    size_t i = 0;
    for (; i < 16; i += 8) {
        stubc_put_word(q, v->items[i]);
        stubc_put_word(q + 4, v->items[i + 1]);
        stubc_put_word(q + 8, v->items[i + 2]);
        stubc_put_word(q + 12, v->items[i + 3]);
        stubc_put_word(q + 16, v->items[i + 4]);
        stubc_put_word(q + 20, v->items[i + 5]);
        stubc_put_word(q + 24, v->items[i + 6]);
        stubc_put_word(q + 28, v->items[i + 7]);
        q += 32;
    }
    for (; i < 20; i++) {
        stubc_put_word(q, v->items[i]);
        q += 4;
    }
}

STUBC_INLINE void inline_encode_marks_few(uint8_t *q, const marks_few *v)
{
    inline_encode_stamp(q, &v->items[0]);
    inline_encode_stamp(q + 8, &v->items[1]);
    inline_encode_stamp(q + 16, &v->items[2]);
}

STUBC_INLINE void inline_encode_status(uint8_t *q, const status *v)
{
    stubc_put_word(q, (uint32_t)v->code);
    stubc_put_word(q + 4, v->final_);
    inline_encode_attributes(q + 8, &v->about);
}

STUBC_INLINE uint8_t *inline_encode_entry_(stubc_encoder *c, uint8_t *q, const entry_ *v)
{
    inline_encode_attributes(q, &v->about);
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
    inline_encode_stamp(q + 8, &v->made);
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

static void encode_status(uint8_t *q, const void *value)
{
    inline_encode_status(q, (const status *)value);
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
        inline_encode_status(q, &v->u.one);
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

