/* Ten INTEGERs by hand, both ways. */
#include "mtseq.h"
#include "limit.h"

/* Decodes the usual form; returns its end. */
static const uint8_t *decode(TSeq *v, const uint8_t *input, size_t length, const stubc_context *context)
{
    const uint8_t *p, *e;
    if (!length || (context && context->max_bytes - 1 < length - 1)) {
        return NULL;
    }
    p = limit_enter(input, input + length, 0x30, &e);
    if (!p || !(p = limit_integer(p, e, &v->a0)) || !(p = limit_integer(p, e, &v->a1)) ||
        !(p = limit_integer(p, e, &v->a2)) || !(p = limit_integer(p, e, &v->a3)) ||
        !(p = limit_integer(p, e, &v->a4)) || !(p = limit_integer(p, e, &v->a5)) ||
        !(p = limit_integer(p, e, &v->a6)) || !(p = limit_integer(p, e, &v->a7)) ||
        !(p = limit_integer(p, e, &v->a8)) || !(p = limit_integer(p, e, &v->a9))) {
        return NULL;
    }
    return p == e ? p : NULL;
}

/* Encodes in front of q; returns the start. */
static uint8_t *encode(const TSeq *v, const uint8_t *begin, uint8_t *q)
{
    const uint8_t *const end = q;
    if (q - begin < TSeq_ENCODED_MAX + 8) {
        return NULL;
    }
    q = limit_put_integer(NULL, q, 0x02, v->a9);
    q = limit_put_integer(NULL, q, 0x02, v->a8);
    q = limit_put_integer(NULL, q, 0x02, v->a7);
    q = limit_put_integer(NULL, q, 0x02, v->a6);
    q = limit_put_integer(NULL, q, 0x02, v->a5);
    q = limit_put_integer(NULL, q, 0x02, v->a4);
    q = limit_put_integer(NULL, q, 0x02, v->a3);
    q = limit_put_integer(NULL, q, 0x02, v->a2);
    q = limit_put_integer(NULL, q, 0x02, v->a1);
    q = limit_put_integer(NULL, q, 0x02, v->a0);
    return limit_close(NULL, q, end, 0x30);
}

LIMIT_DECODER(TSeq)
LIMIT_ENCODERS(TSeq)
