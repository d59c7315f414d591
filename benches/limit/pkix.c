/* Certificate of X.509 by hand, both ways. */
#include "pkix.h"
#include "limit.h"

/* ---- Decoding ---- */

/* Decodes an OBJECT IDENTIFIER; returns its end. */
LIMIT_INLINE const uint8_t *decode_oid(const uint8_t *p, const uint8_t *e, stubc_slice *value)
{
    p = limit_octets(p, e, 0x06, value);
    return p && limit_is_oid(value->data, value->length) ? p : NULL;
}

/* Decodes a value of any type with a one-octet identifier, header included; returns its end. */
LIMIT_INLINE const uint8_t *decode_any(const uint8_t *p, const uint8_t *e, stubc_slice *value)
{
    const uint8_t *end;
    if (p >= e || *p == 0 || (*p & 0x1f) == 0x1f || !limit_any(p, e, &end)) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(end - p);
    return end;
}

/* Decodes a BIT STRING of whole octets; returns its end. */
LIMIT_INLINE const uint8_t *decode_bits(const uint8_t *p, const uint8_t *e, stubc_bits *value)
{
    const uint8_t *end;
    p = limit_enter(p, e, 0x03, &end);
    if (!p || p == end || *p != 0) {
        return NULL;
    }
    value->data = p + 1;
    value->length = (size_t)(end - p - 1) * 8;
    return end;
}

/* Decodes an algorithm; returns its end. */
LIMIT_INLINE const uint8_t *decode_algorithm(const uint8_t *p, const uint8_t *e, AlgorithmIdentifier *v)
{
    const uint8_t *end;
    if (!(p = limit_enter(p, e, 0x30, &end)) || !(p = decode_oid(p, end, &v->algorithm))) {
        return NULL;
    }
    v->has_parameters = p < end;
    if (p < end) {
        p = decode_any(p, end, &v->parameters);
    }
    return p == end ? p : NULL;
}

/* Decodes a name; returns its end. */
static const uint8_t *decode_name(const uint8_t *p, const uint8_t *e, Name *v, limit_arena *arena)
{
    RelativeDistinguishedName *item;
    AttributeTypeAndValue *part;
    const uint8_t *end, *last, *part_end;
    if (!(p = limit_enter(p, e, 0x30, &end))) {
        return NULL;
    }
    v->kind = Name_kind_rdnSequence;
    item = (RelativeDistinguishedName *)limit_array(arena, p, end, sizeof *item, &v->u.rdnSequence.count);
    if (!item) {
        return NULL;
    }
    v->u.rdnSequence.items = item;
    do {
        part = (AttributeTypeAndValue *)(void *)arena->next;
        if (!(p = limit_enter(p, end, 0x31, &last)) || p == last) {
            return NULL;
        }
        item->items = part;
        do {
            if (arena->end - (uint8_t *)part < (ptrdiff_t)sizeof *part ||
                !(p = limit_enter(p, last, 0x30, &part_end)) || !(p = decode_oid(p, part_end, &part->type)) ||
                !(p = decode_any(p, part_end, &part->value)) || p != part_end) {
                return NULL;
            }
            part++;
        } while (p != last);
        item->count = (size_t)(part - item->items);
        arena->next = (uint8_t *)part;
        if (item->count > arena->most) {
            return NULL;
        }
        item++;
    } while (p != end);
    return p;
}

/* Decodes a time; returns its end. */
LIMIT_INLINE const uint8_t *decode_time(const uint8_t *p, const uint8_t *e, Time *v)
{
    if (p < e && *p == 0x17) {
        v->kind = Time_kind_utcTime;
        return limit_octets(p, e, 0x17, &v->u.utcTime);
    }
    v->kind = Time_kind_generalTime;
    return limit_octets(p, e, 0x18, &v->u.generalTime);
}

/* Decodes the extensions up to e, in one pass; returns e. */
LIMIT_INLINE const uint8_t *decode_extensions(const uint8_t *p, const uint8_t *e, Extensions *v, limit_arena *arena)
{
    Extension *item = (Extension *)(void *)arena->next;
    const uint8_t *end;
    if (!(p = limit_enter(p, e, 0xa3, &end)) || end != e || !(p = limit_enter(p, e, 0x30, &end)) || end != e ||
        p == e) {
        return NULL;
    }
    v->items = item;
    do {
        if (arena->end - (uint8_t *)item < (ptrdiff_t)sizeof *item || !(p = limit_enter(p, e, 0x30, &end)) ||
            !(p = decode_oid(p, end, &item->extnID))) {
            return NULL;
        }
        item->critical = false;
        if (p < end && *p == 0x01) {
            if (end - p < 3 || p[1] != 1) {
                return NULL;
            }
            item->critical = p[2] != 0;
            p += 3;
        }
        if (!(p = limit_octets(p, end, 0x04, &item->extnValue)) || p != end) {
            return NULL;
        }
        item++;
    } while (p != e);
    v->count = (size_t)(item - v->items);
    arena->next = (uint8_t *)item;
    return v->count <= arena->most ? p : NULL;
}

/* Decodes version and serial number; returns their end. */
LIMIT_INLINE const uint8_t *decode_number(const uint8_t *p, const uint8_t *e, TBSCertificate *v)
{
    v->version = 0;
    if (p < e && *p == 0xa0) {
        if (e - p < 5 || p[1] != 3 || p[2] != 0x02 || p[3] != 1) {
            return NULL;
        }
        v->version = (int8_t)p[4];
        p += 5;
    }
    p = limit_octets(p, e, 0x02, &v->serialNumber);
    if (!p || v->serialNumber.length == 0) {
        return NULL;
    }
    /* Nine equal bits first: an octet too many (X.690 8.3.2). */
    if (v->serialNumber.length > 1 && (int8_t)v->serialNumber.data[0] == -(v->serialNumber.data[1] >> 7)) {
        return NULL;
    }
    return p;
}

/* Decodes the usual form; returns its end. */
static const uint8_t *decode(Certificate *v, const uint8_t *input, size_t length, stubc_context *context)
{
    TBSCertificate *const tbs = &v->tbsCertificate;
    const uint8_t *p, *e, *end, *last;
    limit_arena arena;
    if (!limit_open(&arena, context, length) || !(p = limit_enter(input, input + length, 0x30, &end)) ||
        !(p = limit_enter(p, end, 0x30, &e)) || !(p = decode_number(p, e, tbs)) ||
        !(p = decode_algorithm(p, e, &tbs->signature)) || !(p = decode_name(p, e, &tbs->issuer, &arena)) ||
        !(p = limit_enter(p, e, 0x30, &last)) || !(p = decode_time(p, last, &tbs->validity.notBefore)) ||
        !(p = decode_time(p, last, &tbs->validity.notAfter)) || p != last ||
        !(p = decode_name(p, e, &tbs->subject, &arena)) || !(p = limit_enter(p, e, 0x30, &last)) ||
        !(p = decode_algorithm(p, last, &tbs->subjectPublicKeyInfo.algorithm)) ||
        !(p = decode_bits(p, last, &tbs->subjectPublicKeyInfo.subjectPublicKey)) || p != last) {
        return NULL;
    }
    tbs->has_issuerUniqueID = tbs->has_subjectUniqueID = false;
    tbs->has_extensions = p < e;
    if (p < e && !(p = decode_extensions(p, e, &tbs->extensions, &arena))) {
        return NULL;
    }
    if (!(p = decode_algorithm(p, end, &v->signatureAlgorithm)) || !(p = decode_bits(p, end, &v->signature)) ||
        p != end) {
        return NULL;
    }
    limit_keep(&arena, context);
    return p;
}

/* ---- Encoding ---- */

/* Encodes a BIT STRING of whole octets in front of q; returns its start. */
LIMIT_INLINE uint8_t *encode_bits(const stubc_bits *v, const uint8_t *begin, uint8_t *q)
{
    const uint8_t *const end = q;
    if (v->length % 8 || !limit_room(begin, q, v->length / 8 + 1)) {
        return NULL;
    }
    q = limit_copy(q, v->data, v->length / 8);
    *--q = 0;
    return limit_close(begin, q, end, 0x03);
}

/* Encodes a value of any type in front of q; returns its start. */
LIMIT_INLINE uint8_t *encode_any(const stubc_slice *v, const uint8_t *begin, uint8_t *q)
{
    return v->length >= 2 && limit_room(begin, q, v->length) ? limit_copy(q, v->data, v->length) : NULL;
}

/* Encodes an algorithm in front of q; returns its start. */
LIMIT_INLINE uint8_t *encode_algorithm(const AlgorithmIdentifier *v, const uint8_t *begin, uint8_t *q)
{
    const uint8_t *const end = q;
    if ((v->has_parameters && !(q = encode_any(&v->parameters, begin, q))) ||
        !(q = limit_put_oid(begin, q, &v->algorithm))) {
        return NULL;
    }
    return limit_close(begin, q, end, 0x30);
}

/* Encodes a name in front of q; returns its start. */
static uint8_t *encode_name(const Name *v, const uint8_t *begin, uint8_t *q)
{
    const RelativeDistinguishedName *const items = v->u.rdnSequence.items;
    const uint8_t *const end = q;
    size_t i, j;
    if (v->kind != Name_kind_rdnSequence) {
        return NULL;
    }
    for (i = v->u.rdnSequence.count; i-- > 0;) {
        const uint8_t *const last = q;
        for (j = items[i].count; j-- > 0;) {
            const AttributeTypeAndValue *const part = &items[i].items[j];
            const uint8_t *const part_end = q;
            if (!(q = encode_any(&part->value, begin, q)) || !(q = limit_put_oid(begin, q, &part->type)) ||
                !(q = limit_close(begin, q, part_end, 0x30))) {
                return NULL;
            }
        }
        if (!(q = limit_close(begin, q, last, 0x31))) {
            return NULL;
        }
    }
    return limit_close(begin, q, end, 0x30);
}

/* Encodes a time in front of q; returns its start. */
LIMIT_INLINE uint8_t *encode_time(const Time *v, const uint8_t *begin, uint8_t *q)
{
    switch (v->kind) {
    case Time_kind_utcTime:
        return limit_put_octets(begin, q, 0x17, v->u.utcTime.data, v->u.utcTime.length);
    case Time_kind_generalTime:
        return limit_put_octets(begin, q, 0x18, v->u.generalTime.data, v->u.generalTime.length);
    default:
        return NULL;
    }
}

/* Encodes the extensions in front of q; returns their start. */
LIMIT_INLINE uint8_t *encode_extensions(const Extensions *v, const uint8_t *begin, uint8_t *q)
{
    const uint8_t *const end = q;
    size_t i;
    for (i = v->count; i-- > 0;) {
        const Extension *const item = &v->items[i];
        const uint8_t *const last = q;
        q = limit_put_octets(begin, q, 0x04, item->extnValue.data, item->extnValue.length);
        if (!q) {
            return NULL;
        }
        if (item->critical) {
            if (!limit_room(begin, q, 3)) {
                return NULL;
            }
            q -= 3;
            q[0] = 0x01;
            q[1] = 1;
            q[2] = 0xff;
        }
        if (!(q = limit_put_oid(begin, q, &item->extnID)) || !(q = limit_close(begin, q, last, 0x30))) {
            return NULL;
        }
    }
    q = limit_close(begin, q, end, 0x30);
    return q ? limit_close(begin, q, end, 0xa3) : NULL;
}

/* Encodes version and serial number in front of q; returns their start. */
LIMIT_INLINE uint8_t *encode_number(const TBSCertificate *v, const uint8_t *begin, uint8_t *q)
{
    const stubc_slice serial = v->serialNumber;
    if (serial.length == 0 || (serial.length > 1 && (int8_t)serial.data[0] == -(serial.data[1] >> 7)) ||
        !(q = limit_put_octets(begin, q, 0x02, serial.data, serial.length))) {
        return NULL;
    }
    if (v->version) {
        if (v->version != (int8_t)v->version || !limit_room(begin, q, 5)) {
            return NULL;
        }
        q -= 5;
        q[0] = 0xa0;
        q[1] = 3;
        q[2] = 0x02;
        q[3] = 1;
        q[4] = (uint8_t)v->version;
    }
    return q;
}

/* Encodes in front of q; returns the start. */
static uint8_t *encode(const Certificate *v, const uint8_t *begin, uint8_t *q)
{
    const TBSCertificate *const tbs = &v->tbsCertificate;
    const uint8_t *const end = q, *tbs_end, *last;
    if (tbs->has_issuerUniqueID || tbs->has_subjectUniqueID || !(q = encode_bits(&v->signature, begin, q)) ||
        !(q = encode_algorithm(&v->signatureAlgorithm, begin, q))) {
        return NULL;
    }
    tbs_end = q;
    if (tbs->has_extensions && !(q = encode_extensions(&tbs->extensions, begin, q))) {
        return NULL;
    }
    last = q;
    if (!(q = encode_bits(&tbs->subjectPublicKeyInfo.subjectPublicKey, begin, q)) ||
        !(q = encode_algorithm(&tbs->subjectPublicKeyInfo.algorithm, begin, q)) ||
        !(q = limit_close(begin, q, last, 0x30)) || !(q = encode_name(&tbs->subject, begin, q))) {
        return NULL;
    }
    last = q;
    if (!(q = encode_time(&tbs->validity.notAfter, begin, q)) ||
        !(q = encode_time(&tbs->validity.notBefore, begin, q)) || !(q = limit_close(begin, q, last, 0x30)) ||
        !(q = encode_name(&tbs->issuer, begin, q)) || !(q = encode_algorithm(&tbs->signature, begin, q)) ||
        !(q = encode_number(tbs, begin, q)) || !(q = limit_close(begin, q, tbs_end, 0x30))) {
        return NULL;
    }
    return limit_close(begin, q, end, 0x30);
}

LIMIT_DECODER(Certificate)
LIMIT_ENCODERS(Certificate)
