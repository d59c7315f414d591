/* ---- Encoding primitives: they write from the end of the buffer to its start ---- */
#ifdef STUBC_ENCODE

/* Records the first error; later ones are ignored. code: without its sign. Returns q. */
STUBC_SHARED uint8_t *stubc_refuse_unsigned(stubc_encoder *c, uint8_t *q, int code)
{
    if (!c->code) {
        c->code = -code;
    }
    return q;
}

/* Writes one byte before q; returns its place. Fails when q is at the start of the buffer. */
STUBC_SHARED static uint8_t *put_octet(stubc_encoder *c, uint8_t *q, unsigned octet)
{
    if (q == c->begin) {
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    }
    *--q = (uint8_t)octet;
    return q;
}

/* Writes the header of the contents from q to end before q: definite length octets (X.690 8.1.3), in the shortest form,
 * and the identifier octets that tag holds. Returns where the element starts. */
uint8_t *stubc_put_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag)
{
    size_t length = (size_t)(end - q);
#ifdef STUBC_SPEED
    if (STUBC_USUAL(tag - 1 < 0xff && length - 0x80 < 0xff80 && q > c->ample)) {
        q[-1] = (uint8_t)length;
        if (length < 0x100) {
            q[-2] = 0x81;
            q[-3] = (uint8_t)tag;
            return q - 3;
        }
        q[-2] = (uint8_t)(length >> 8);
        q[-3] = 0x82;
        q[-4] = (uint8_t)tag;
        return q - 4;
    }
#endif
    if (length >= 0x80) {
        unsigned octets = 0x80;
        for (; length; length >>= 8, octets++) {
            q = put_octet(c, q, (unsigned)length & 0xff);
        }
        length = octets;
    }
    q = put_octet(c, q, (unsigned)length);
    do {
        q = put_octet(c, q, tag & 0xff);
        tag >>= 8;
    } while (tag);
    return q;
}

#if defined STUBC_USE_OPEN || defined STUBC_PUT_OCTETS || defined STUBC_USE_BITS || defined STUBC_USE_KEEP
/* Copies length bytes before q; returns their start. Fails when the buffer has less space. */
STUBC_MAYBE_UNUSED STUBC_APART static uint8_t *put(stubc_encoder *c, uint8_t *q, const uint8_t *data, size_t length)
{
    if (length > (size_t)(q - c->begin)) {
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    }
    return stubc_copy(q - length, data, length);
}
#endif

#if defined STUBC_SPEED && defined STUBC_PUT_OCTETS
/* As stubc_put_string, for any tag, length and space. */
STUBC_APART static uint8_t *put_any_string(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data,
                                           size_t length)
{
    const uint8_t *const end = q;
    return stubc_put_header(c, put(c, q, data, length), end, tag);
}

/* Encodes an element with these contents octets. */
STUBC_APART uint8_t *stubc_put_string(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length)
{
    if (STUBC_USUAL(tag < 0x100 && length < 0x80 &&
                    (length <= 16 ? q > c->ample : (size_t)(q - c->begin) >= length + 2))) {
        q -= length;
        q[-1] = (uint8_t)length;
        q[-2] = (uint8_t)tag;
        return stubc_copy(q, data, length) - 2;
    }
    return put_any_string(c, q, tag, data, length);
}

#ifdef STUBC_USE_OID
/* As stubc_put_arcs, for any tag, length and space. */
STUBC_APART static uint8_t *put_any_arcs(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length)
{
    const stubc_slice s = {data, length};
    return stubc_is_oid(&s) ? stubc_put_string(c, q, tag, data, length) : stubc_refuse(c, q, STUBC_BAD_VALUE);
}

/* Encodes an object identifier. At once where no octet is 0x80, so that no arc begins with one, and the length is a
 * frequent one: 1 to 3 or 8 to 16 octets. */
uint8_t *stubc_put_arcs(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length)
{
#ifdef STUBC_WORDS
    if (STUBC_USUAL(tag < 0x100 && q > c->ample)) {
        if (length - 1 < 3) {
            const uint8_t first = data[0], middle = data[length / 2], last = data[length - 1]; /* all of them */
            if (STUBC_USUAL((first | middle | last) < 0x80)) {
                q[-1] = last;
                q -= length;
                q[length / 2] = middle;
                q[0] = first;
                q[-1] = (uint8_t)length;
                q[-2] = (uint8_t)tag;
                return q - 2;
            }
        } else if (length - 8 <= 8) {
            uint64_t first, last;
            memcpy(&first, data, 8);
            memcpy(&last, data + length - 8, 8);
            if (STUBC_USUAL(!(STUBC_PADS(first) | STUBC_PADS(last)) && data[length - 1] < 0x80)) {
                memcpy(q - 8, &last, 8);
                q -= length;
                memcpy(q, &first, 8);
                q[-1] = (uint8_t)length;
                q[-2] = (uint8_t)tag;
                return q - 2;
            }
        }
    }
#endif
    return put_any_arcs(c, q, tag, data, length);
}
#endif
#endif

#if defined STUBC_SPEED && defined STUBC_USE_OPEN
/* Encodes an open type: an element of at least two octets. */
uint8_t *stubc_put_whole(stubc_encoder *c, uint8_t *q, uint32_t tag, const uint8_t *data, size_t length)
{
    (void)tag;
    if (length < 2 || length > (size_t)(q - c->begin)) {
        return stubc_refuse(c, q, length < 2 ? STUBC_BAD_VALUE : STUBC_NO_SPACE);
    }
    return stubc_copy(q - length, data, length);
}
#endif

#ifdef STUBC_USE_KEEP
/* Writes an element as it was received. It must begin with the identifier octets of tag; 0 allows any. The remaining
 * octets are the caller's and are not checked. */
uint8_t *stubc_put_kept(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *raw)
{
    size_t octets = tag ? STUBC_TAG_OCTETS(tag) : 0;
    if (raw->length < octets + 1 || raw->length < 2) {
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    }
    for (; octets; tag >>= 8) {
        if (raw->data[--octets] != (uint8_t)tag) {
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
        }
    }
    return put(c, q, raw->data, raw->length);
}
#endif

#ifdef STUBC_USE_INTEGER
/* Writes the contents octets of the integer at in, in the shortest form (X.690 8.3.2), the least significant first. op
 * gives its width and sign. */
static uint8_t *put_octets_of(stubc_encoder *c, uint8_t *q, const uint8_t *in, unsigned op)
{
    const unsigned width = 1u << (op & 3);
    unsigned more = width, i = 0;
    uint8_t rest = op >= STUBC_OP_I8 && in[STUBC_OCTET(width - 1, width)] >= 0x80 ? 0xff : 0;
    while (more && in[STUBC_OCTET(more - 1, width)] == rest) {
        more--;
    }
    do {
        if (q == c->begin) {
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        }
        *--q = i < width ? in[STUBC_OCTET(i, width)] : rest;
    } while (++i < more || (*q ^ rest) >= 0x80);
    return q;
}
#endif

/* Encodes the scalar or open type at from: writes its contents octets as the opcode op says, then its header. Returns
 * where the element starts; errors stay in c->code. One function: a switch with a case for each opcode, before the
 * header that all opcodes share. */
STUBC_PUT uint8_t *stubc_put(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned op)
{
    const uint8_t *const end = q;
#if !(defined STUBC_USE_BOOLEAN || defined STUBC_USE_BITS || defined STUBC_USE_INTEGER || defined STUBC_USE_OPEN || \
      defined STUBC_PUT_OCTETS)
    (void)from;
#endif
    switch (op) {
#ifdef STUBC_USE_NULL
    case STUBC_OP_NULL:
        break;
#endif
#ifdef STUBC_USE_BOOLEAN
    case STUBC_OP_BOOLEAN:
        q = put_octet(c, q, *(const bool *)from ? 0xff : 0);
        break;
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS: {
        stubc_bits bits = *(const stubc_bits *)from;
        size_t octets;
        unsigned unused;
#ifdef STUBC_DER
        if (op == STUBC_OP_NAMED_BITS) { /* X.690 11.2.2 */
            while (bits.length && !(bits.data[(bits.length - 1) / 8] >> (7 - (bits.length - 1) % 8) & 1)) {
                bits.length--;
            }
        }
#endif
        unused = (unsigned)(0u - bits.length) & 7;
        octets = bits.length / 8 + (unused != 0);
        q = put(c, q, bits.data, octets);
        if (unused && !c->code) {
            q[octets - 1] = (uint8_t)(q[octets - 1] & 0xffu << unused);
        }
        q = put_octet(c, q, unused);
        break;
    }
#endif
    default:
#ifdef STUBC_USE_INTEGER
        if (op >= STUBC_OP_U8) {
            q = put_octets_of(c, q, (const uint8_t *)from, op);
            break;
        }
#endif
#if defined STUBC_USE_OPEN || defined STUBC_PUT_OCTETS
        {
            stubc_slice s = *(const stubc_slice *)from;
#if defined STUBC_USE_REAL || defined STUBC_USE_TIME || defined STUBC_USE_ISO_TIME
            int code = 0;
#endif
#ifdef STUBC_USE_OPEN
            if (op == STUBC_OP_OPEN) {
#ifdef STUBC_SPEED
                return stubc_put_whole(c, q, tag, s.data, s.length);
#else
                if (s.length < 2) {
                    return stubc_refuse(c, q, STUBC_BAD_VALUE);
                }
                return put(c, q, s.data, s.length);
#endif
            }
#endif
#ifdef STUBC_USE_OID
#ifdef STUBC_SPEED
            if (op == STUBC_OP_OID) {
                return stubc_put_arcs(c, q, tag, s.data, s.length);
            }
#else
            if (op == STUBC_OP_OID && !stubc_is_oid((const stubc_slice *)from)) {
                return stubc_refuse(c, q, STUBC_BAD_VALUE);
            }
#endif
#endif
#ifdef STUBC_USE_BYTES
            if (op == STUBC_OP_BYTES) {
                if (s.length == 0) {
                    return stubc_refuse(c, q, STUBC_BAD_VALUE);
                }
                s = shortest(s);
            }
#endif
#ifdef STUBC_USE_REAL
            if (op == STUBC_OP_REAL && s.length) {
                code = real(s.data, s.length);
#ifdef STUBC_MIXED
                code = c->unit->is_der || code == STUBC_BAD_VALUE ? code : 0;
#endif
            }
#endif
#ifdef STUBC_USE_TIME
            if ((op | 1) == STUBC_OP_GENERALIZED_TIME && !is_time(&s, op)) {
                code = STUBC_NOT_CANONICAL;
            }
#endif
#ifdef STUBC_USE_ISO_TIME
            if (op == STUBC_OP_ISO_TIME && !is_iso_time(&s)) {
                code = STUBC_NOT_CANONICAL;
            }
#endif
#if defined STUBC_USE_REAL || defined STUBC_USE_TIME || defined STUBC_USE_ISO_TIME
            if (code) {
                return stubc_refuse(c, q, code);
            }
#endif
#if defined STUBC_SPEED && defined STUBC_PUT_OCTETS
            return stubc_put_string(c, q, tag, s.data, s.length);
#else
            q = put(c, q, s.data, s.length);
#endif
        }
#endif
        break;
    }
    return STUBC_CLOSE(c, q, end, tag);
}

#ifdef STUBC_ENCODE_SPEED
/* Defines an encoder of one opcode. */
#define STUBC_PUTTER(NAME, OP)                                                                                      \
    uint8_t *stubc_put_##NAME(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)           \
    {                                                                                                               \
        (void)arg;                                                                                                  \
        return stubc_put(c, q, tag, from, OP);                                                                      \
    }
#ifdef STUBC_INTERPRET_ENCODE
#ifdef STUBC_USE_NULL
STUBC_PUTTER(null, STUBC_OP_NULL)
#endif
#ifdef STUBC_USE_OPEN
STUBC_PUTTER(open, STUBC_OP_OPEN)
#endif
#ifdef STUBC_USE_OCTETS
STUBC_PUTTER(octets, STUBC_OP_OCTETS)
#endif
#ifdef STUBC_USE_OID
STUBC_PUTTER(oid, STUBC_OP_OID)
#endif
#endif
#ifdef STUBC_USE_BYTES
STUBC_PUTTER(bytes, STUBC_OP_BYTES)
#endif
#ifdef STUBC_USE_BITS
STUBC_PUTTER(bits, STUBC_OP_BITS)
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
STUBC_PUTTER(named_bits, STUBC_OP_NAMED_BITS)
#endif
#ifdef STUBC_USE_REAL
STUBC_PUTTER(real, STUBC_OP_REAL)
#endif
#ifdef STUBC_USE_TIME
STUBC_PUTTER(time, STUBC_OP_UTC_TIME + (arg & 1))
#endif
#ifdef STUBC_USE_ISO_TIME
STUBC_PUTTER(iso_time, STUBC_OP_ISO_TIME)
#endif

#if defined STUBC_CALLS_PUT_BOOLEAN || (defined STUBC_USE_BOOLEAN && defined STUBC_INTERPRET_ENCODE)
/* Encodes a boolean; TRUE is 0xff (X.690 8.2, 11.1). */
uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    const uint8_t *end = q;
    if (q == c->begin) {
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    }
    *--q = value ? 0xff : 0;
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#if defined STUBC_CALLS_PUT_INTEGER || (defined STUBC_USE_INTEGER && defined STUBC_INTERPRET_ENCODE)
/* Encodes a signed integer in the shortest form (X.690 8.3.2). */
STUBC_APART uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    const uint8_t *end = q;
    do {
        if (q == c->begin) {
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        }
        *--q = (uint8_t)value;
        value >>= 8;
    } while (value != (int8_t)*q >> 7);
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#if defined STUBC_CALLS_PUT_UNSIGNED || (defined STUBC_USE_UNSIGNED && defined STUBC_INTERPRET_ENCODE)
/* Encodes an unsigned integer in the shortest form (X.690 8.3.2). */
STUBC_APART uint8_t *stubc_put_unsigned(stubc_encoder *c, uint8_t *q, uint32_t tag, uint64_t value)
{
    const uint8_t *end = q;
    do {
        if (q == c->begin) {
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        }
        *--q = (uint8_t)value;
        value >>= 8;
    } while (value || *q >= 0x80);
    return STUBC_CLOSE(c, q, end, tag);
}
#endif
#elif defined STUBC_FAST
/* Procedures pass these values in registers; stubc_put reads them from memory. */
#ifdef STUBC_CALLS_PUT_BOOLEAN
uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    return stubc_put(c, q, tag, &value, STUBC_OP_BOOLEAN);
}
#endif
#ifdef STUBC_CALLS_PUT_INTEGER
uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    return stubc_put(c, q, tag, &value, STUBC_OP_I64);
}
#endif
#ifdef STUBC_CALLS_PUT_UNSIGNED
uint8_t *stubc_put_unsigned(stubc_encoder *c, uint8_t *q, uint32_t tag, uint64_t value)
{
    return stubc_put(c, q, tag, &value, STUBC_OP_U64);
}
#endif
#endif
#endif
