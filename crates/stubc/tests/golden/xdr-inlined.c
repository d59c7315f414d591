/* xdr: marshalling code made by stubc. Do not edit. */
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

static const uint8_t *decode_status(stubc_decoder *d, const uint8_t *p, void *value)
{
    status *const v = (status *)value;
    const uint8_t *const start = p;
    v->code = (int32_t)stubc_word(p);
    if (stubc_word(p + 4) > 1)
        return stubc_fail(d, STUBC_BAD_VALUE, start);
    v->final_ = stubc_word(p + 4) != 0;
    v->about.type = (int32_t)stubc_word(p + 8);
    v->about.mode = (uint32_t)stubc_word(p + 12);
    v->about.size = (int64_t)stubc_hyper(p + 16);
    memcpy(v->about.id, p + 24, 8);
    v->about.changed.seconds = (uint32_t)stubc_word(p + 32);
    v->about.changed.fraction = (uint32_t)stubc_word(p + 36);
    v->about.read.items[0].seconds = (uint32_t)stubc_word(p + 40);
    v->about.read.items[0].fraction = (uint32_t)stubc_word(p + 44);
    v->about.read.items[1].seconds = (uint32_t)stubc_word(p + 48);
    v->about.read.items[1].fraction = (uint32_t)stubc_word(p + 52);
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
    v->few.items[0] = (int32_t)stubc_word(p + 400);
    v->few.items[1] = (int32_t)stubc_word(p + 404);
    v->few.items[2] = (int32_t)stubc_word(p + 408);
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
            for (i2 = 0; v->counted.count - i2 >= 8; i2 += 8) {
                v->counted.items[i2].seconds = (uint32_t)stubc_word(p);
                v->counted.items[i2].fraction = (uint32_t)stubc_word(p + 4);
                v->counted.items[i2 + 1].seconds = (uint32_t)stubc_word(p + 8);
                v->counted.items[i2 + 1].fraction = (uint32_t)stubc_word(p + 12);
                v->counted.items[i2 + 2].seconds = (uint32_t)stubc_word(p + 16);
                v->counted.items[i2 + 2].fraction = (uint32_t)stubc_word(p + 20);
                v->counted.items[i2 + 3].seconds = (uint32_t)stubc_word(p + 24);
                v->counted.items[i2 + 3].fraction = (uint32_t)stubc_word(p + 28);
                v->counted.items[i2 + 4].seconds = (uint32_t)stubc_word(p + 32);
                v->counted.items[i2 + 4].fraction = (uint32_t)stubc_word(p + 36);
                v->counted.items[i2 + 5].seconds = (uint32_t)stubc_word(p + 40);
                v->counted.items[i2 + 5].fraction = (uint32_t)stubc_word(p + 44);
                v->counted.items[i2 + 6].seconds = (uint32_t)stubc_word(p + 48);
                v->counted.items[i2 + 6].fraction = (uint32_t)stubc_word(p + 52);
                v->counted.items[i2 + 7].seconds = (uint32_t)stubc_word(p + 56);
                v->counted.items[i2 + 7].fraction = (uint32_t)stubc_word(p + 60);
                p += 64;
            }
            for (; i2 < v->counted.count; i2++) {
                v->counted.items[i2].seconds = (uint32_t)stubc_word(p);
                v->counted.items[i2].fraction = (uint32_t)stubc_word(p + 4);
                p += 8;
            }
        }
    }
    if ((size_t)(d->end - p) < 104)
        return stubc_fail(d, STUBC_TRUNCATED, start);
    {
        {
            size_t i13;
            for (i13 = 0; i13 < 16; i13 += 8) {
                if (stubc_word(p) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p);
                v->fixed.items[i13] = stubc_word(p) != 0;
                if (stubc_word(p + 4) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 4);
                v->fixed.items[i13 + 1] = stubc_word(p + 4) != 0;
                if (stubc_word(p + 8) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 8);
                v->fixed.items[i13 + 2] = stubc_word(p + 8) != 0;
                if (stubc_word(p + 12) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 12);
                v->fixed.items[i13 + 3] = stubc_word(p + 12) != 0;
                if (stubc_word(p + 16) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 16);
                v->fixed.items[i13 + 4] = stubc_word(p + 16) != 0;
                if (stubc_word(p + 20) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 20);
                v->fixed.items[i13 + 5] = stubc_word(p + 20) != 0;
                if (stubc_word(p + 24) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 24);
                v->fixed.items[i13 + 6] = stubc_word(p + 24) != 0;
                if (stubc_word(p + 28) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, p + 28);
                v->fixed.items[i13 + 7] = stubc_word(p + 28) != 0;
                p += 32;
            }
            for (; i13 < 20; i13++) {
                const uint8_t *const start13 = p;
                if (stubc_word(p) > 1)
                    return stubc_fail(d, STUBC_BAD_VALUE, start13);
                v->fixed.items[i13] = stubc_word(p) != 0;
                p += 4;
            }
        }
    }
    v->few.items[0].seconds = (uint32_t)stubc_word(p);
    v->few.items[0].fraction = (uint32_t)stubc_word(p + 4);
    v->few.items[1].seconds = (uint32_t)stubc_word(p + 8);
    v->few.items[1].fraction = (uint32_t)stubc_word(p + 12);
    v->few.items[2].seconds = (uint32_t)stubc_word(p + 16);
    v->few.items[2].fraction = (uint32_t)stubc_word(p + 20);
    p += 24;
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
        {
            const uint8_t *const start1 = p;
            v->u.one.code = (int32_t)stubc_word(p);
            if (stubc_word(p + 4) > 1)
                return stubc_fail(d, STUBC_BAD_VALUE, start1);
            v->u.one.final_ = stubc_word(p + 4) != 0;
            v->u.one.about.type = (int32_t)stubc_word(p + 8);
            v->u.one.about.mode = (uint32_t)stubc_word(p + 12);
            v->u.one.about.size = (int64_t)stubc_hyper(p + 16);
            memcpy(v->u.one.about.id, p + 24, 8);
            v->u.one.about.changed.seconds = (uint32_t)stubc_word(p + 32);
            v->u.one.about.changed.fraction = (uint32_t)stubc_word(p + 36);
            v->u.one.about.read.items[0].seconds = (uint32_t)stubc_word(p + 40);
            v->u.one.about.read.items[0].fraction = (uint32_t)stubc_word(p + 44);
            v->u.one.about.read.items[1].seconds = (uint32_t)stubc_word(p + 48);
            v->u.one.about.read.items[1].fraction = (uint32_t)stubc_word(p + 52);
        }
        p += 56;
        break;
    case 2:
        if ((size_t)(d->end - p) < 4)
            return stubc_fail(d, STUBC_TRUNCATED, start);
        {
            const uint8_t *const start7 = p;
            {
                const uint8_t *const start8 = p;
                {
                    entry_ **link9 = &v->u.all.entries;
                    size_t left9 = d->max_elements;
                    for (;;) {
                        entry_ *item9;
                        const uint8_t *const start9 = p + 4;
                        if (stubc_word(p) > 1)
                            return stubc_fail(d, STUBC_BAD_VALUE, start8);
                        p += 4;
                        if (!p[-1])
                            break;
                        if (!left9--)
                            return stubc_fail(d, STUBC_LIMIT, start8);
                        if ((size_t)(d->end - p) < 52)
                            return stubc_fail(d, STUBC_TRUNCATED, start9);
                        item9 = (entry_ *)stubc_alloc(d, start9, sizeof *item9);
                        if (!item9)
                            return NULL;
                        *link9 = item9;
                        link9 = &item9->next;
                        {
                            const uint8_t *const start10 = p;
                            item9->about.type = (int32_t)stubc_word(p);
                            item9->about.mode = (uint32_t)stubc_word(p + 4);
                            item9->about.size = (int64_t)stubc_hyper(p + 8);
                            memcpy(item9->about.id, p + 16, 8);
                            item9->about.changed.seconds = (uint32_t)stubc_word(p + 24);
                            item9->about.changed.fraction = (uint32_t)stubc_word(p + 28);
                            item9->about.read.items[0].seconds = (uint32_t)stubc_word(p + 32);
                            item9->about.read.items[0].fraction = (uint32_t)stubc_word(p + 36);
                            item9->about.read.items[1].seconds = (uint32_t)stubc_word(p + 40);
                            item9->about.read.items[1].fraction = (uint32_t)stubc_word(p + 44);
                            p += 48;
                            p = stubc_get_counted(d, p, start10, 255u, &item9->name);
                            if (!p)
                                return NULL;
                            if ((size_t)(d->end - p) < 16)
                                return stubc_fail(d, STUBC_TRUNCATED, start10);
                            item9->one = (int32_t)stubc_word(p);
                            item9->two = (int32_t)stubc_word(p + 4);
                            item9->made.seconds = (uint32_t)stubc_word(p + 8);
                            item9->made.fraction = (uint32_t)stubc_word(p + 12);
                        }
                        p += 16;
                        if ((size_t)(d->end - p) < 4)
                            return stubc_fail(d, STUBC_TRUNCATED, start8);
                    }
                    *link9 = NULL;
                }
            }
            if ((size_t)(d->end - p) < 4)
                return stubc_fail(d, STUBC_TRUNCATED, start7);
            if (stubc_word(p) > 1)
                return stubc_fail(d, STUBC_BAD_VALUE, start7);
            v->u.all.eof = stubc_word(p) != 0;
        }
        p += 4;
        break;
    default:
        break;
    }
    return p;
}

static void encode_status(uint8_t *q, const void *value)
{
    const status *const v = (const status *)value;
    stubc_put_word(q, (uint32_t)v->code);
    stubc_put_word(q + 4, v->final_);
    stubc_put_word(q + 8, (uint32_t)v->about.type);
    stubc_put_word(q + 12, (uint32_t)v->about.mode);
    stubc_put_hyper(q + 16, (uint64_t)v->about.size);
    memcpy(q + 24, v->about.id, 8);
    stubc_put_word(q + 32, (uint32_t)v->about.changed.seconds);
    stubc_put_word(q + 36, (uint32_t)v->about.changed.fraction);
    stubc_put_word(q + 40, (uint32_t)v->about.read.items[0].seconds);
    stubc_put_word(q + 44, (uint32_t)v->about.read.items[0].fraction);
    stubc_put_word(q + 48, (uint32_t)v->about.read.items[1].seconds);
    stubc_put_word(q + 52, (uint32_t)v->about.read.items[1].fraction);
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
    stubc_put_word(q + 400, (uint32_t)v->few.items[0]);
    stubc_put_word(q + 404, (uint32_t)v->few.items[1]);
    stubc_put_word(q + 408, (uint32_t)v->few.items[2]);
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
        for (i1 = 0; v->counted.count - i1 >= 8; i1 += 8) {
            stubc_put_word(q, (uint32_t)v->counted.items[i1].seconds);
            stubc_put_word(q + 4, (uint32_t)v->counted.items[i1].fraction);
            stubc_put_word(q + 8, (uint32_t)v->counted.items[i1 + 1].seconds);
            stubc_put_word(q + 12, (uint32_t)v->counted.items[i1 + 1].fraction);
            stubc_put_word(q + 16, (uint32_t)v->counted.items[i1 + 2].seconds);
            stubc_put_word(q + 20, (uint32_t)v->counted.items[i1 + 2].fraction);
            stubc_put_word(q + 24, (uint32_t)v->counted.items[i1 + 3].seconds);
            stubc_put_word(q + 28, (uint32_t)v->counted.items[i1 + 3].fraction);
            stubc_put_word(q + 32, (uint32_t)v->counted.items[i1 + 4].seconds);
            stubc_put_word(q + 36, (uint32_t)v->counted.items[i1 + 4].fraction);
            stubc_put_word(q + 40, (uint32_t)v->counted.items[i1 + 5].seconds);
            stubc_put_word(q + 44, (uint32_t)v->counted.items[i1 + 5].fraction);
            stubc_put_word(q + 48, (uint32_t)v->counted.items[i1 + 6].seconds);
            stubc_put_word(q + 52, (uint32_t)v->counted.items[i1 + 6].fraction);
            stubc_put_word(q + 56, (uint32_t)v->counted.items[i1 + 7].seconds);
            stubc_put_word(q + 60, (uint32_t)v->counted.items[i1 + 7].fraction);
            q += 64;
        }
        for (; i1 < v->counted.count; i1++) {
            stubc_put_word(q, (uint32_t)v->counted.items[i1].seconds);
            stubc_put_word(q + 4, (uint32_t)v->counted.items[i1].fraction);
            q += 8;
        }
    }
    if ((size_t)(c->end - q) < 104)
        return stubc_refuse(c, STUBC_NO_SPACE);
    {
        size_t i2;
        for (i2 = 0; i2 < 16; i2 += 8) {
            stubc_put_word(q, v->fixed.items[i2]);
            stubc_put_word(q + 4, v->fixed.items[i2 + 1]);
            stubc_put_word(q + 8, v->fixed.items[i2 + 2]);
            stubc_put_word(q + 12, v->fixed.items[i2 + 3]);
            stubc_put_word(q + 16, v->fixed.items[i2 + 4]);
            stubc_put_word(q + 20, v->fixed.items[i2 + 5]);
            stubc_put_word(q + 24, v->fixed.items[i2 + 6]);
            stubc_put_word(q + 28, v->fixed.items[i2 + 7]);
            q += 32;
        }
        for (; i2 < 20; i2++) {
            stubc_put_word(q, v->fixed.items[i2]);
            q += 4;
        }
    }
    stubc_put_word(q, (uint32_t)v->few.items[0].seconds);
    stubc_put_word(q + 4, (uint32_t)v->few.items[0].fraction);
    stubc_put_word(q + 8, (uint32_t)v->few.items[1].seconds);
    stubc_put_word(q + 12, (uint32_t)v->few.items[1].fraction);
    stubc_put_word(q + 16, (uint32_t)v->few.items[2].seconds);
    stubc_put_word(q + 20, (uint32_t)v->few.items[2].fraction);
    q += 24;
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
        stubc_put_word(q, (uint32_t)v->u.one.code);
        stubc_put_word(q + 4, v->u.one.final_);
        stubc_put_word(q + 8, (uint32_t)v->u.one.about.type);
        stubc_put_word(q + 12, (uint32_t)v->u.one.about.mode);
        stubc_put_hyper(q + 16, (uint64_t)v->u.one.about.size);
        memcpy(q + 24, v->u.one.about.id, 8);
        stubc_put_word(q + 32, (uint32_t)v->u.one.about.changed.seconds);
        stubc_put_word(q + 36, (uint32_t)v->u.one.about.changed.fraction);
        stubc_put_word(q + 40, (uint32_t)v->u.one.about.read.items[0].seconds);
        stubc_put_word(q + 44, (uint32_t)v->u.one.about.read.items[0].fraction);
        stubc_put_word(q + 48, (uint32_t)v->u.one.about.read.items[1].seconds);
        stubc_put_word(q + 52, (uint32_t)v->u.one.about.read.items[1].fraction);
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
                stubc_put_word(q, (uint32_t)item1->about.type);
                stubc_put_word(q + 4, (uint32_t)item1->about.mode);
                stubc_put_hyper(q + 8, (uint64_t)item1->about.size);
                memcpy(q + 16, item1->about.id, 8);
                stubc_put_word(q + 24, (uint32_t)item1->about.changed.seconds);
                stubc_put_word(q + 28, (uint32_t)item1->about.changed.fraction);
                stubc_put_word(q + 32, (uint32_t)item1->about.read.items[0].seconds);
                stubc_put_word(q + 36, (uint32_t)item1->about.read.items[0].fraction);
                stubc_put_word(q + 40, (uint32_t)item1->about.read.items[1].seconds);
                stubc_put_word(q + 44, (uint32_t)item1->about.read.items[1].fraction);
                q += 48;
                q = stubc_put_counted(c, q, 255u, &item1->name);
                if (!q)
                    return NULL;
                if ((size_t)(c->end - q) < 16)
                    return stubc_refuse(c, STUBC_NO_SPACE);
                stubc_put_word(q, (uint32_t)item1->one);
                stubc_put_word(q + 4, (uint32_t)item1->two);
                stubc_put_word(q + 8, (uint32_t)item1->made.seconds);
                stubc_put_word(q + 12, (uint32_t)item1->made.fraction);
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

