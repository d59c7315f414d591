#ifdef STUBC_DEFAULT_SLICES
/* Whether a string is a known one. */
bool stubc_same(const void *value, const stubc_slice *known, bool bits)
{
    stubc_slice own;
    size_t octets;
    unsigned unused;
    memcpy(&own, value, sizeof own);
    if (own.length != known->length)
        return false;
    octets = bits ? own.length / 8 : own.length;
    unused = bits ? (unsigned)(0u - own.length) & 7 : 0;
    if (octets && memcmp(own.data, known->data, octets) != 0)
        return false;
    return !unused || (own.data[octets] ^ known->data[octets]) >> unused == 0;
}
#endif

/* ---- Decoding primitives ---- */
#ifdef STUBC_DECODE

#define STUBC_FORM 0x20u /* the bit of the first identifier octet that says constructed (X.690 8.1.2.5) */

/* Remembers the first error; returns e, so that nothing more is found. */
const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *e)
{
    if (!d->code)
        d->code = code;
    d->end = d->next = e;
    return e;
}

/* Ends a construct that did not end well: octets are left over, or there was an error inside. */
const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e)
{
    stubc_fail(d, STUBC_BAD_TAG, e);
    if (!d->at)
        d->at = start;
    return e;
}

/* The octets behind an identifier that starts at p < e; NULL when it is malformed or unfinished (*cut). */
static const uint8_t *identifier_end(const uint8_t *p, const uint8_t *e, int *code)
{
    *code = STUBC_BAD_TAG;
    if (*p == 0)
        return NULL;
    if ((*p++ & 0x1f) != 0x1f)
        return p;
    if (p < e && *p == 0x80)
        return NULL;
    while (p < e)
        if (*p++ < 0x80)
            return p;
    *code = STUBC_TRUNCATED;
    return NULL;
}

static int length_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, unsigned constructed);

#ifndef STUBC_DER
/* Finds the end-of-contents octets of an indefinite form whose contents start at p (X.690 8.1.5). */
static int indefinite(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    const uint8_t *contents = p;
    size_t open = 0;
    int code;
    for (;;) {
        const uint8_t *c;
        if (e - p < 2)
            return STUBC_TRUNCATED;
        if (p[0] == 0) {
            if (p[1] != 0)
                return STUBC_BAD_LENGTH;
            if (open == 0)
                break;
            open--;
            p += 2;
            continue;
        }
        c = identifier_end(p, e, &code);
        if (!c)
            return code == STUBC_TRUNCATED ? code : STUBC_BAD_LENGTH;
        if (c < e && *c == 0x80) {
            if (!(*p & STUBC_FORM))
                return STUBC_BAD_LENGTH;
            open++;
            p = c + 1;
            continue;
        }
        code = length_octets(d, c, e, 0);
        if (code)
            return code;
        p = d->next;
    }
    d->contents = contents;
    d->end = p;
    d->next = p + 2;
    return 0;
}
#endif

/* Reads length octets at p (X.690 8.1.3). On success d->end and d->next are set; the contents start at d->contents. */
static int length_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, unsigned constructed)
{
    size_t length;
    if (p == e)
        return STUBC_TRUNCATED;
    length = *p++;
    if (length >= 0x80) {
        unsigned octets = (unsigned)length & 0x7f;
#ifdef STUBC_DER
        bool minimal;
#endif
        if (length == 0xff)
            return STUBC_BAD_LENGTH;
        if (octets == 0) {
            if (!constructed)
                return STUBC_BAD_LENGTH;
#ifdef STUBC_DER
            return STUBC_NOT_CANONICAL;
#else
            return indefinite(d, p, e);
#endif
        }
        if (octets > (size_t)(e - p))
            return STUBC_TRUNCATED;
#ifdef STUBC_DER
        minimal = p[0] != 0 && (octets > 1 || p[0] >= 0x80);
#endif
        for (length = 0; octets; octets--) {
            if (length > SIZE_MAX >> 8)
                return STUBC_TRUNCATED;
            length = length << 8 | *p++;
        }
#ifdef STUBC_DER
        if (length <= (size_t)(e - p) && !minimal)
            return STUBC_NOT_CANONICAL;
#endif
    }
    if (length > (size_t)(e - p))
        return STUBC_TRUNCATED;
    d->contents = p;
    d->end = d->next = p + length;
    return 0;
}

#ifdef STUBC_LONG_TAGS
/* The identifier octets at p, packed into a number: 0 at the end and for 0x00, all ones for what is malformed or longer. */
uint32_t stubc_identifier(const uint8_t *p, const uint8_t *e)
{
    uint32_t tag;
    if (p >= e)
        return 0;
    tag = *p++;
    if ((tag & 0x1f) == 0x1f)
        do {
            if (p >= e || tag > 0xffffff)
                return UINT32_MAX;
            tag = tag << 8 | *p;
        } while (*p++ >= 0x80);
    return tag;
}
#endif

/* Whether an element with this identifier stands at p. */
bool stubc_found(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
#ifdef STUBC_LONG_TAGS
    if (tag > 0xff)
        return stubc_identifier(p, e) == tag;
#endif
    return p < e && *p == tag;
}

#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* The identifier of the same tag in the other form. */
uint32_t stubc_other_form(uint32_t tag)
{
#ifdef STUBC_LONG_TAGS
    uint32_t bit = STUBC_FORM, rest;
    for (rest = tag; rest > 0xff; rest >>= 8)
        bit <<= 8;
    return tag ^ bit;
#else
    return tag ^ STUBC_FORM;
#endif
}

/* The same in either form. */
bool stubc_found_string(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    return stubc_found(p, e, tag) || stubc_found(p, e, stubc_other_form(tag));
}
#endif

/* Reads the header of an element with this identifier; returns where its contents start and sets d->end and d->next. */
const uint8_t *stubc_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    int code = STUBC_BAD_TAG;
#ifdef STUBC_SPEED
    ptrdiff_t length = stubc_short(p, e, tag);
    if (length >= 0) {
        d->end = d->next = p + 2 + length;
        return p + 2;
    }
#endif
    if (stubc_found(p, e, tag)) {
        unsigned constructed = *p & STUBC_FORM;
        p += STUBC_TAG_OCTETS(tag);
        code = length_octets(d, p, e, constructed);
        if (!code)
            return d->contents;
        if (code == STUBC_TRUNCATED)
            code = STUBC_BAD_LENGTH;
    }
    return stubc_fail(d, code, e);
}

/* Finds where the element at p ends; d->contents is NULL when its identifier is at fault. */
static int extent(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    const uint8_t *c;
    int code = STUBC_TRUNCATED;
    d->contents = NULL;
#ifdef STUBC_SPEED
    if (e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2) {
        d->next = p + 2 + p[1];
        return 0;
    }
#endif
    if (p == e)
        return code;
    c = identifier_end(p, e, &code);
    if (!c)
        return code;
    d->contents = c;
    return length_octets(d, c, e, *p & STUBC_FORM);
}

/* Skips any element; returns where the next one starts. */
const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    int code = extent(d, p, e);
    if (!code)
        return d->next;
    if (code == STUBC_TRUNCATED)
        code = d->contents ? STUBC_BAD_LENGTH : STUBC_BAD_TAG;
    return stubc_fail(d, code, e);
}

/* Decodes a message: first its extent, then what is in it. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
    const uint8_t *p = input, *e = length ? input + length : input;
    static const stubc_context none = {NULL, 0, 0, SIZE_MAX, STUBC_MAX_DEPTH STUBC_NO_COMMANDS};
    const stubc_context *limits = context ? context : &none;
    d.at = NULL;
    d.limit = e;
    d.arena = limits->arena ? limits->arena + limits->arena_used : NULL;
    d.arena_end = limits->arena ? limits->arena + limits->arena_size : NULL;
    d.max_elements = limits->max_elements;
    d.depth = limits->max_depth;
#ifdef STUBC_COUNT_COMMANDS
    d.commands = 0;
#endif
    d.code = extent(&d, input, e);
    if (!d.code) {
        e = d.next;
        p = root->decode(&d, input, e, root->decode_tag, value);
        if (!d.code && p != e)
            d.code = STUBC_BAD_LENGTH;
    }
    if (context) {
        context->arena_used = (size_t)(d.arena - context->arena);
#ifdef STUBC_COUNT_COMMANDS
        context->commands += d.commands;
#endif
    }
    if (d.code) {
        if (error) {
            error->code = d.code;
            error->offset = d.at ? (size_t)(d.at - input) : 0;
        }
        return d.code;
    }
    return p - input;
}

/* The same, when nothing may follow. */
stubc_result stubc_decode_exactly(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_result result = stubc_decode_message(value, input, length, context, error, root);
    if (result < 0 || (size_t)result == length)
        return result;
    if (error) {
        error->code = STUBC_TRAILING;
        error->offset = (size_t)result;
    }
    return STUBC_TRAILING;
}

#ifdef STUBC_USE_ARENA
/* Takes size octets of the arena, aligned for any member of a generated struct. */
void *stubc_alloc(stubc_decoder *d, size_t size)
{
    size_t pad = (size_t)(0u - (uintptr_t)d->arena) & (STUBC_ALIGN - 1);
    size_t left = (size_t)(d->arena_end - d->arena);
    uint8_t *taken;
    if (left < pad || left - pad < size) {
        stubc_fail(d, STUBC_NO_MEMORY, d->end);
        return NULL;
    }
    taken = d->arena + pad;
    d->arena = taken + size;
    return taken;
}
#endif

#ifdef STUBC_USE_ARRAY
/* Counts the elements from p to e and takes memory for them; none for none. */
void *stubc_array(stubc_decoder *d, const uint8_t *p, const uint8_t *e, size_t size, size_t *count)
{
    void *items = NULL;
    size_t n = 0;
    *count = 0;
    while (p < e) {
        const uint8_t *start = p;
        p = stubc_skip(d, p, e);
        if (d->code) {
            d->at = start;
            return NULL;
        }
        n++;
    }
    if (n > d->max_elements) {
        stubc_fail(d, STUBC_LIMIT, e);
        return NULL;
    }
    if (n > SIZE_MAX / size) {
        stubc_fail(d, STUBC_NO_MEMORY, e);
        return NULL;
    }
    if (n) {
        items = stubc_alloc(d, n * size);
        if (items)
            *count = n;
    }
    return items;
}
#endif

#ifdef STUBC_USE_BOOLEAN
const uint8_t *stubc_get_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                 unsigned arg)
{
    bool *value = (bool *)to;
    (void)arg;
    const uint8_t *c = stubc_header(d, p, e, tag);
    *value = false;
    if (d->end - c != 1)
        return stubc_fail(d, STUBC_BAD_VALUE, e);
#ifdef STUBC_DER
    if (*c != 0 && *c != 0xff)
        return stubc_fail(d, STUBC_NOT_CANONICAL, e);
#endif
    *value = *c != 0;
    return d->next;
}
#endif

#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Whether these are contents octets of an integer (X.690 8.3): some, and no more than it needs. */
static bool is_integer(const uint8_t *c, const uint8_t *end)
{
    return c < end && (end - c == 1 || (int8_t)*c != -(c[1] >> 7));
}
#endif

#ifdef STUBC_USE_INTEGER
/* repr: the width's logarithm, 0 for one octet to 3 for eight, and 4 when signed. */
const uint8_t *stubc_get_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                 unsigned repr)
{
    const uint8_t *c = stubc_header(d, p, e, tag), *end = d->end;
    int64_t x;
    bool fits;
    if (!is_integer(c, end))
        return stubc_fail(d, STUBC_BAD_VALUE, e);
    x = (int8_t)*c;
    fits = end - c <= 8 || (end - c == 9 && x == 0 && repr == 3);
    if (x < 0 && repr < 4)
        fits = false;
    while (++c < end)
        x = (int64_t)((uint64_t)x << 8 | *c);
    switch (repr) {
#ifdef STUBC_USE_U8
    case 0:
        fits &= x == (uint8_t)x;
        *(uint8_t *)value = (uint8_t)x;
        break;
#endif
#ifdef STUBC_USE_U16
    case 1:
        fits &= x == (uint16_t)x;
        *(uint16_t *)value = (uint16_t)x;
        break;
#endif
#ifdef STUBC_USE_U32
    case 2:
        fits &= x == (uint32_t)x;
        *(uint32_t *)value = (uint32_t)x;
        break;
#endif
#ifdef STUBC_USE_I8
    case 4:
        fits &= x == (int8_t)x;
        *(int8_t *)value = (int8_t)x;
        break;
#endif
#ifdef STUBC_USE_I16
    case 5:
        fits &= x == (int16_t)x;
        *(int16_t *)value = (int16_t)x;
        break;
#endif
#ifdef STUBC_USE_I32
    case 6:
        fits &= x == (int32_t)x;
        *(int32_t *)value = (int32_t)x;
        break;
#endif
#if defined STUBC_USE_I64 || defined STUBC_USE_U64
    default:
        *(int64_t *)value = x;
        break;
#endif
    }
    return fits ? d->next : stubc_fail(d, STUBC_RANGE, e);
}
#endif

#ifdef STUBC_USE_BYTES
const uint8_t *stubc_get_bytes(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                               unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    value->data = stubc_header(d, p, e, tag);
    value->length = (size_t)(d->end - value->data);
    return is_integer(value->data, d->end) ? d->next : stubc_fail(d, STUBC_BAD_VALUE, e);
}
#endif

#if !defined STUBC_DER && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Copies the segments of a constructed string from p to e to the arena, where it grows. last: unused bits of the last
 * segment of a bit string, 0 at first; NULL for octets (X.690 8.6.4, 8.7.3). */
static void segments(stubc_decoder *d, const uint8_t *p, const uint8_t *e, int *last)
{
    while (p < e && !d->code) {
        uint8_t tag = last ? 0x03 : 0x04;
        const uint8_t *c, *end, *next;
        bool constructed = *p == (tag | STUBC_FORM);
        if (constructed && !d->depth) {
            stubc_fail(d, STUBC_DEPTH, e);
            break;
        }
        c = stubc_header(d, p, e, constructed ? tag | STUBC_FORM : tag);
        if (d->code)
            break;
        end = d->end;
        next = d->next;
        if (constructed) {
            d->depth--;
            segments(d, c, end, last);
            d->depth++;
        } else {
            if (last) {
                if (*last || c == end || *c > 7 || (*c && end - c == 1)) {
                    stubc_fail(d, STUBC_BAD_VALUE, e);
                    break;
                }
                *last = *c++;
            }
            memcpy(d->arena, c, (size_t)(end - c));
            d->arena += end - c;
        }
        p = next;
    }
}
#endif

#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
/* Reads a string: in place, or, when it is constructed, joined in the arena. last: see segments. */
static const uint8_t *string(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, stubc_slice *value,
                             int *last)
{
    const uint8_t *c, *end, *next;
#ifndef STUBC_DER
    bool constructed = !stubc_found(p, e, tag);
    if (constructed)
        tag = stubc_other_form(tag);
#else
    (void)last;
#endif
    c = stubc_header(d, p, e, tag);
    end = d->end;
    next = d->next;
    value->data = c;
    value->length = (size_t)(end - c);
#ifndef STUBC_DER
    if (constructed && !d->code) {
        uint8_t *to = (uint8_t *)stubc_alloc(d, value->length); /* no less than the joined segments need */
        uint8_t *behind = d->arena;
        if (last)
            *last = 0;
        if (!d->code) {
            d->arena = to;
            segments(d, c, end, last);
            value->data = to;
            value->length = (size_t)(d->arena - to);
            d->arena = behind;
        }
        if (d->code)
            return stubc_fail(d, d->code, e);
    }
#endif
    return next;
}
#endif

#ifdef STUBC_USE_OCTETS
/* A string of octets, segmented or not. */
const uint8_t *stubc_get_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    return string(d, p, e, tag, value, NULL);
}
#endif

#ifdef STUBC_USE_BITS
/* A string of bits, segmented or not. */
const uint8_t *stubc_get_bits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    stubc_bits *value = (stubc_bits *)to;
    (void)arg;
    stubc_slice s;
    int unused = 8; /* unless segments say otherwise */
    p = string(d, p, e, tag, &s, &unused);
    if (unused > 7) {
        unused = s.length ? *s.data : 8;
        if (unused > 7 || (unused && s.length == 1))
            return stubc_fail(d, STUBC_BAD_VALUE, e);
        s.data++;
        s.length--;
#ifdef STUBC_DER
        if (unused && s.data[s.length - 1] & ((1u << unused) - 1))
            return stubc_fail(d, STUBC_NOT_CANONICAL, e);
#endif
    }
    value->data = s.data;
    value->length = s.length * 8 - (size_t)unused;
    return p;
}
#endif

#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
/* The same with named bits: DER ends in a one (X.690 11.2.2). */
const uint8_t *stubc_get_named_bits(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                    unsigned arg)
{
    stubc_bits *value = (stubc_bits *)to;
    p = stubc_get_bits(d, p, e, tag, value, arg);
    if (!d->code && value->length && !(value->data[(value->length - 1) / 8] >> (7 - (value->length - 1) % 8) & 1))
        return stubc_fail(d, STUBC_NOT_CANONICAL, e);
    return p;
}
#endif

#ifdef STUBC_USE_OID
/* An object identifier or relative one: its arcs are well formed (X.690 8.19.2). */
const uint8_t *stubc_get_oid(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                             unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)arg;
    const uint8_t *c = stubc_header(d, p, e, tag);
    const uint8_t *end = d->end;
    value->data = c;
    value->length = (size_t)(end - c);
    if (c == end || end[-1] >= 0x80)
        return stubc_fail(d, STUBC_BAD_VALUE, e);
    while (c < end) {
        if (*c == 0x80)
            return stubc_fail(d, STUBC_BAD_VALUE, e);
        while (*c++ >= 0x80) {
        }
    }
    return d->next;
}
#endif

#ifdef STUBC_USE_NULL
const uint8_t *stubc_get_null(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    (void)to;
    (void)arg;
    const uint8_t *c = stubc_header(d, p, e, tag);
    return c == d->end ? d->next : stubc_fail(d, STUBC_BAD_VALUE, e);
}
#endif

#ifdef STUBC_USE_OPEN
/* Any element, kept whole. */
const uint8_t *stubc_get_open(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                              unsigned arg)
{
    stubc_slice *value = (stubc_slice *)to;
    (void)tag;
    (void)arg;
    const uint8_t *next = stubc_skip(d, p, e);
    value->data = p;
    value->length = (size_t)(next - p);
    return next;
}
#endif

#ifdef STUBC_USE_ORDERED
/* DER: the element at p is not less than the one before (X.690 11.6). */
const uint8_t *stubc_ordered(stubc_decoder *d, const uint8_t *before, const uint8_t *p, const uint8_t *e)
{
    size_t length, rest;
    int order;
    if (!before)
        return p;
    length = (size_t)(p - before);
    rest = (size_t)(stubc_skip(d, p, e) - p);
    order = memcmp(before, p, length < rest ? length : rest);
    return order > 0 || (order == 0 && length > rest) ? stubc_fail(d, STUBC_NOT_CANONICAL, e) : p;
}
#endif
#endif

#if defined STUBC_USE_SET && defined STUBC_DER
/* The tag at p as a number that sorts as X.680 8.6 says: class, then number. */
uint32_t stubc_tag_rank(const uint8_t *p)
{
    uint32_t class_bits = (uint32_t)(*p & 0xc0) << 24, number = *p & 0x1f;
    if (number == 0x1f) {
        number = 0;
        do
            number = number << 7 | (*++p & 0x7f);
        while (*p >= 0x80);
    }
    return class_bits | (number & 0x3fffffff);
}
#endif
