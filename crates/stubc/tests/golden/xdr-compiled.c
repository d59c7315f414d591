/* xdr: marshalling code made by stubc. Do not edit. */
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
    p += 32;
    {
        size_t i2;
        for (i2 = 0; i2 < 2; i2++) {
            decode_stamp(p, &v->read.items[i2]);
            p += 8;
        }
    }
}

static const uint8_t *decode_status(stubc_decoder *d, const uint8_t *p, void *value)
{
    status *const v = (status *)value;
    const uint8_t *const start = p;
    v->code = (int32_t)stubc_word(p);
    if (stubc_word(p + 4) > 1)
        return stubc_fail(d, STUBC_BAD_VALUE, start);
    v->final_ = stubc_word(p + 4) != 0;
    decode_attributes(p + 8, &v->about);
    p += 56;
    return p;
}

static const uint8_t *decode_numbers(stubc_decoder *d, const uint8_t *p, void *value)
{
    numbers *const v = (numbers *)value;
    const uint8_t *const start = p;
    {
        v->counted.items = (int32_t *)stubc_quick_array(d, p, 2000u, 4, sizeof *v->counted.items, &v->counted.count);
        if (d->code)
            return NULL;
        stubc_swap32(v->counted.items, p + 4, v->counted.count);
        p += 4;
        p += 4 * v->counted.count;
    }
    if ((size_t)(d->end - p) < 412)
        return stubc_fail(d, STUBC_TRUNCATED, start);
    stubc_swap32(v->fixed.items, p, 100);
    stubc_swap32(v->few.items, p + 400, 3);
    p += 412;
    return p;
}

static const uint8_t *decode_marks(stubc_decoder *d, const uint8_t *p, void *value)
{
    marks *const v = (marks *)value;
    const uint8_t *const start = p;
    {
        v->counted.items = (stamp *)stubc_quick_array(d, p, 100u, 8, sizeof *v->counted.items, &v->counted.count);
        if (d->code)
            return NULL;
        p += 4;
        {
            size_t i2;
            for (i2 = 0; i2 < v->counted.count; i2++) {
                decode_stamp(p, &v->counted.items[i2]);
                p += 8;
            }
        }
    }
    if ((size_t)(d->end - p) < 104)
        return stubc_fail(d, STUBC_TRUNCATED, start);
    {
        {
            size_t i4;
            for (i4 = 0; i4 < 20; i4++) {
                const uint8_t *const start4 = p;
                if (stubc_word(p) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, start4);
                v->fixed.items[i4] = stubc_word(p) != 0;
                p += 4;
            }
        }
    }
    {
        size_t i6;
        for (i6 = 0; i6 < 3; i6++) {
            decode_stamp(p, &v->few.items[i6]);
            p += 8;
        }
    }
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
        if ((size_t)(d->end - p) < 56)
            return stubc_fail(d, STUBC_TRUNCATED, start);
        if (!decode_status(d, p, &v->u.one))
            return NULL;
        p += 56;
        break;
    case 2:
        if ((size_t)(d->end - p) < 4)
            return stubc_fail(d, STUBC_TRUNCATED, start);
        {
            const uint8_t *const start1 = p;
            {
                const uint8_t *const start2 = p;
                {
                    entry_ **link3 = &v->u.all.entries;
                    size_t left3 = d->max_elements;
                    for (;;) {
                        entry_ *item3;
                        const uint8_t *const start3 = p + 4;
                        if (stubc_word(p) > 1)
                            return stubc_fail(d, STUBC_BAD_VALUE, start2);
                        p += 4;
                        if (!p[-1])
                            break;
                        if (!left3--)
                            return stubc_fail(d, STUBC_LIMIT, start2);
                        if ((size_t)(d->end - p) < 52)
                            return stubc_fail(d, STUBC_TRUNCATED, start3);
                        item3 = (entry_ *)stubc_alloc(d, start3, sizeof *item3);
                        if (!item3)
                            return NULL;
                        *link3 = item3;
                        link3 = &item3->next;
                        {
                            const uint8_t *const start4 = p;
                            decode_attributes(p, &item3->about);
                            p += 48;
                            p = stubc_get_counted(d, p, start4, 255u, &item3->name);
                            if (!p)
                                return NULL;
                            if ((size_t)(d->end - p) < 16)
                                return stubc_fail(d, STUBC_TRUNCATED, start4);
                            item3->one = (int32_t)stubc_word(p);
                            item3->two = (int32_t)stubc_word(p + 4);
                            decode_stamp(p + 8, &item3->made);
                        }
                        p += 16;
                        if ((size_t)(d->end - p) < 4)
                            return stubc_fail(d, STUBC_TRUNCATED, start2);
                    }
                    *link3 = NULL;
                }
            }
            if ((size_t)(d->end - p) < 4)
                return stubc_fail(d, STUBC_TRUNCATED, start1);
            if (stubc_word(p) > 1)
                return stubc_fail(d, STUBC_BAD_VALUE, start1);
            v->u.all.eof = stubc_word(p) != 0;
        }
        p += 4;
        break;
    default:
        break;
    }
    return p;
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
    q += 32;
    {
        size_t i1;
        for (i1 = 0; i1 < 2; i1++) {
            encode_stamp(q, &v->read.items[i1]);
            q += 8;
        }
    }
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
    q = stubc_quick_count(c, q, 2000u, 4, v->counted.count);
    if (!q)
        return NULL;
    stubc_swap32(q, v->counted.items, v->counted.count);
    q += 4 * v->counted.count;
    if ((size_t)(c->end - q) < 412)
        return stubc_refuse(c, STUBC_NO_SPACE);
    stubc_swap32(q, v->fixed.items, 100);
    stubc_swap32(q + 400, v->few.items, 3);
    q += 412;
    return q;
}

static uint8_t *encode_marks(stubc_encoder *c, uint8_t *q, const void *value)
{
    const marks *const v = (const marks *)value;
    q = stubc_quick_count(c, q, 100u, 8, v->counted.count);
    if (!q)
        return NULL;
    {
        size_t i1;
        for (i1 = 0; i1 < v->counted.count; i1++) {
            encode_stamp(q, &v->counted.items[i1]);
            q += 8;
        }
    }
    if ((size_t)(c->end - q) < 104)
        return stubc_refuse(c, STUBC_NO_SPACE);
    {
        size_t i2;
        for (i2 = 0; i2 < 20; i2++) {
            stubc_put_word(q, v->fixed.items[i2]);
            q += 4;
        }
    }
    {
        size_t i3;
        for (i3 = 0; i3 < 3; i3++) {
            encode_stamp(q, &v->few.items[i3]);
            q += 8;
        }
    }
    return q;
}

static uint8_t *encode_answer(stubc_encoder *c, uint8_t *q, const void *value)
{
    const answer *const v = (const answer *)value;
    stubc_put_word(q, (uint32_t)v->type);
    q += 4;
    switch (v->type) {
    case 1:
        if ((size_t)(c->end - q) < 56)
            return stubc_refuse(c, STUBC_NO_SPACE);
        encode_status(q, &v->u.one);
        q += 56;
        break;
    case 2:
        if ((size_t)(c->end - q) < 4)
            return stubc_refuse(c, STUBC_NO_SPACE);
        {
            const entry_ *item1;
            for (item1 = v->u.all.entries; item1; item1 = item1->next) {
                stubc_put_word(q, 1);
                q += 4;
                if ((size_t)(c->end - q) < 52)
                    return stubc_refuse(c, STUBC_NO_SPACE);
                encode_attributes(q, &item1->about);
                q += 48;
                q = stubc_put_counted(c, q, 255u, &item1->name);
                if (!q)
                    return NULL;
                if ((size_t)(c->end - q) < 16)
                    return stubc_refuse(c, STUBC_NO_SPACE);
                stubc_put_word(q, (uint32_t)item1->one);
                stubc_put_word(q + 4, (uint32_t)item1->two);
                encode_stamp(q + 8, &item1->made);
                q += 16;
                if ((size_t)(c->end - q) < 4)
                    return stubc_refuse(c, STUBC_NO_SPACE);
            }
            stubc_put_word(q, 0);
            q += 4;
        }
        if ((size_t)(c->end - q) < 4)
            return stubc_refuse(c, STUBC_NO_SPACE);
        stubc_put_word(q, v->u.all.eof);
        q += 4;
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

