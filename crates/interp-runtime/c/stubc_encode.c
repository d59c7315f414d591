/* ---- Encoding primitives: from the end of the buffer backwards ---- */
#ifdef STUBC_ENCODE

/* Remembers the first error. */
uint8_t *stubc_refuse(stubc_encoder *c, uint8_t *q, int code)
{
    if (!c->code)
        c->code = code;
    return q;
}

/* Writes length octets for the contents from q to end, and the identifier (none when tag is 0). */
uint8_t *stubc_put_header(stubc_encoder *c, uint8_t *q, const uint8_t *end, uint32_t tag)
{
    size_t length = (size_t)(end - q);
    if (length < 0x80) {
        if (q == c->begin)
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        *--q = (uint8_t)length;
    } else {
        uint8_t octets = 0;
        for (; length; length >>= 8, octets++) {
            if (q - c->begin < 2)
                return stubc_refuse(c, q, STUBC_NO_SPACE);
            *--q = (uint8_t)length;
        }
        *--q = octets | 0x80;
    }
    do {
        if (q == c->begin)
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        *--q = (uint8_t)tag;
        tag >>= 8;
    } while (tag);
    return q;
}

#if defined STUBC_USE_OPEN || defined STUBC_PUT_OCTETS || defined STUBC_USE_BITS || defined STUBC_USE_KEEP
static uint8_t *put(stubc_encoder *c, uint8_t *q, const uint8_t *data, size_t length)
{
    if (length > (size_t)(q - c->begin))
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    q -= length;
    if (length)
        memcpy(q, data, length);
    return q;
}
#endif

/* Encodes a message so that it ends where the buffer does. */
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root)
{
    stubc_encoder c;
    c.begin = buffer;
    c.code = 0;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_ERROR_PATHS
    c.error = error;
    if (error)
        error->fields = 0;
#endif
#ifdef STUBC_COUNT_COMMANDS
    c.commands = 0;
#endif
    *start = root->encode(&c, buffer + capacity, root->encode_tag, value);
#ifdef STUBC_COUNT_COMMANDS
    if (context)
        context->commands += c.commands;
#endif
    if (!c.code)
        return buffer + capacity - *start;
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}

/* The same, and moves it to the front. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    uint8_t *start;
    stubc_result result = stubc_encode_at_tail(value, buffer, capacity, context, error, &start, root);
    if (result > 0)
        memmove(buffer, start, (size_t)result);
    return result;
}

#ifdef STUBC_USE_KEEP
/* An element as it was received: one that begins with this tag, or, where that is 0, any. */
uint8_t *stubc_put_kept(stubc_encoder *c, uint8_t *q, uint32_t tag, const stubc_slice *raw)
{
    size_t octets = tag ? STUBC_TAG_OCTETS(tag) : 0;
    if (raw->length < octets + 1 || raw->length < 2)
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    for (; octets; tag >>= 8)
        if (raw->data[--octets] != (uint8_t)tag)
            return stubc_refuse(c, q, STUBC_BAD_VALUE);
    return put(c, q, raw->data, raw->length);
}
#endif

#ifdef STUBC_USE_OPEN
/* A whole element, as it is. */
uint8_t *stubc_put_open(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_slice *value = (const stubc_slice *)from;
    (void)tag;
    (void)arg;
    if (value->length < 2)
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    return put(c, q, value->data, value->length);
}
#endif

#ifdef STUBC_PUT_OCTETS
uint8_t *stubc_put_octets(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_slice *value = (const stubc_slice *)from;
    (void)arg;
    const uint8_t *end = q;
    q = put(c, q, value->data, value->length);
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#ifdef STUBC_USE_OID
uint8_t *stubc_put_oid(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_slice *value = (const stubc_slice *)from;
    (void)arg;
    if (value->length == 0 || value->data[value->length - 1] >= 0x80)
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    return stubc_put_octets(c, q, tag, value, arg);
}
#endif

#ifdef STUBC_USE_BYTES
/* The contents octets of an integer; leading octets that say nothing are left out. */
uint8_t *stubc_put_bytes(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_slice *value = (const stubc_slice *)from;
    (void)arg;
    stubc_slice rest = *value;
    if (rest.length == 0)
        return stubc_refuse(c, q, STUBC_BAD_VALUE);
    while (rest.length > 1 && (rest.data[0] == 0 ? rest.data[1] < 0x80 : rest.data[0] == 0xff && rest.data[1] >= 0x80)) {
        rest.data++;
        rest.length--;
    }
    return stubc_put_octets(c, q, tag, &rest, arg);
}
#endif

#ifdef STUBC_USE_BITS
uint8_t *stubc_put_bits(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_bits *value = (const stubc_bits *)from;
    (void)arg;
    const uint8_t *end = q;
    size_t octets = value->length / 8 + (value->length % 8 != 0);
    unsigned unused = (unsigned)(0u - value->length) & 7;
    if (octets >= (size_t)(q - c->begin))
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    q = put(c, q, value->data, octets);
    if (unused)
        q[octets - 1] &= (uint8_t)(0xffu << unused);
    *--q = (uint8_t)unused;
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
/* Named bits in DER: without trailing zeros (X.690 11.2.2). */
uint8_t *stubc_put_named_bits(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    const stubc_bits *value = (const stubc_bits *)from;
    (void)arg;
    stubc_bits rest = *value;
    while (rest.length && !(rest.data[(rest.length - 1) / 8] >> (7 - (rest.length - 1) % 8) & 1))
        rest.length--;
    return stubc_put_bits(c, q, tag, &rest, arg);
}
#endif

#ifdef STUBC_USE_NULL
uint8_t *stubc_put_null(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned arg)
{
    (void)from;
    (void)arg;
    return STUBC_CLOSE(c, q, q, tag);
}
#endif

#ifdef STUBC_USE_BOOLEAN
uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    const uint8_t *end = q;
    if (q == c->begin)
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    *--q = value ? 0xff : 0;
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#ifdef STUBC_USE_INTEGER
STUBC_APART uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    const uint8_t *end = q;
#ifdef STUBC_SPEED
    if (tag - 1 < 0xff && q - c->begin >= 3 && value == (int8_t)value) {
        q -= 3;
        q[2] = (uint8_t)value;
        q[1] = 1;
        q[0] = (uint8_t)tag;
        return q;
    }
#endif
    do {
        if (q == c->begin)
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        *--q = (uint8_t)value;
        value >>= 8;
    } while (value != (int8_t)*q >> 7);
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#ifdef STUBC_USE_UNSIGNED
STUBC_APART uint8_t *stubc_put_unsigned(stubc_encoder *c, uint8_t *q, uint32_t tag, uint64_t value)
{
    const uint8_t *end = q;
    do {
        if (q == c->begin)
            return stubc_refuse(c, q, STUBC_NO_SPACE);
        *--q = (uint8_t)value;
        value >>= 8;
    } while (value || *q >= 0x80);
    return STUBC_CLOSE(c, q, end, tag);
}
#endif

#ifdef STUBC_USE_SORT
/* Where the element at p ends; what we wrote ourselves has definite lengths. Open types may not. */
static uint8_t *element_end(uint8_t *p, uint8_t *e)
{
    uint8_t *c = p;
    size_t length, octets, open = 0;
    do {
        if (e - c < 2)
            return e;
        if (c[0] == 0) {
            c += 2;
            open--;
            continue;
        }
        if ((*c++ & 0x1f) == 0x1f)
            while (c < e && *c++ >= 0x80) {
            }
        if (c >= e)
            return e;
        length = *c++;
        if (length == 0x80) {
            open++;
            continue;
        }
        if (length > 0x80) {
            octets = length & 0x7f;
            for (length = 0; octets && c < e; octets--)
                length = length << 8 | *c++;
        }
        if (length > (size_t)(e - c))
            return e;
        c += length;
    } while (open);
    return c;
}

static bool less(const uint8_t *a, const uint8_t *a_end, const uint8_t *b, const uint8_t *b_end, bool by_tag)
{
    size_t a_length = (size_t)(a_end - a), b_length = (size_t)(b_end - b);
    int order;
#if defined STUBC_USE_SET && defined STUBC_DER
    if (by_tag)
        return stubc_tag_rank(a) < stubc_tag_rank(b);
#else
    (void)by_tag;
#endif
    order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order < 0 : a_length < b_length;
}

static void reverse(uint8_t *p, uint8_t *e)
{
    while (e - p > 1) {
        uint8_t octet = *p;
        *p++ = *--e;
        *e = octet;
    }
}

/* Sorts the elements from q to end: by their octets (SET OF, X.690 11.6) or by tag (SET, X.690 10.3). In place, by
 * moving each element that is out of order to where it belongs. */
uint8_t *stubc_sort(stubc_encoder *c, uint8_t *q, uint8_t *end, bool by_tag)
{
    uint8_t *before = q, *p;
    if (c->code || q == end)
        return q;
    for (p = element_end(q, end); p < end;) {
        uint8_t *next = element_end(p, end);
        if (less(p, next, before, p, by_tag)) {
            uint8_t *at = q, *at_end = element_end(q, end);
            while (!less(p, next, at, at_end, by_tag)) {
                at = at_end;
                at_end = element_end(at, end);
            }
            before += next - p;
            reverse(at, p);
            reverse(p, next);
            reverse(at, next);
        } else {
            before = p;
        }
        p = next;
    }
    return q;
}
#endif
#endif
