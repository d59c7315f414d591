/* ---- What both directions use ---- */
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

/* ---- Decoding: errors, headers, messages, arrays ---- */
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

#ifdef STUBC_SPEED
/* Where the element at p ends if its header has two octets; else NULL. */
STUBC_INLINE const uint8_t *short_end(const uint8_t *p, const uint8_t *e)
{
    return e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2 ? p + 2 + p[1] : NULL;
}
#endif

/* Finds where the element at p ends; d->contents is NULL when its identifier is at fault. */
static int extent(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    const uint8_t *c;
    int code = STUBC_TRUNCATED;
    d->contents = NULL;
    if (p == e)
        return code;
    c = identifier_end(p, e, &code);
    if (!c)
        return code;
    d->contents = c;
    return length_octets(d, c, e, *p & STUBC_FORM);
}

#ifdef STUBC_USE_KEEP
/* Keeps the octets of the element from p to next, or of the one inside so many tags around it. */
void stubc_keep(stubc_decoder *d, stubc_slice *raw, const uint8_t *p, const uint8_t *next, unsigned around)
{
    for (; around; around--) {
        extent(d, p, next);
        p = d->contents;
        next = d->end;
    }
    raw->data = p;
    raw->length = (size_t)(next - p);
}
#endif

/* Skips any element; returns where the next one starts. */
const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    int code;
#ifdef STUBC_SPEED
    const uint8_t *next = short_end(p, e);
    if (next)
        return next;
#endif
    code = extent(d, p, e);
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
    stubc_context none;
    if (!context) {
        none = stubc_context_over(NULL, 0);
        context = &none;
    }
    d.at = NULL;
    d.context = context;
    d.depth = context->max_depth;
#ifdef STUBC_ERROR_PATHS
    d.error = error;
    if (error)
        error->fields = 0;
#endif
#ifdef STUBC_COUNT_COMMANDS
    d.commands = 0;
#endif
#ifdef STUBC_SPEED
    d.next = short_end(input, e);
    d.code = d.next ? 0 : extent(&d, input, e);
#else
    d.code = extent(&d, input, e);
#endif
    if (!d.code) {
        e = d.next;
        p = root->decode(&d, input, e, root->decode_tag, value);
        if (!d.code && p != e)
            d.code = STUBC_BAD_LENGTH;
    }
#ifdef STUBC_COUNT_COMMANDS
    context->commands += d.commands;
#endif
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
    stubc_context *context = d->context;
    size_t used = context->arena_used, left = context->arena_size - used;
    size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
    if (left < pad || left - pad < size) {
        stubc_fail(d, STUBC_NO_MEMORY, d->end);
        return NULL;
    }
    used += pad;
    context->arena_used = used + size;
    return context->arena + used;
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
        n++;
#ifdef STUBC_SPEED
        p = short_end(p, e);
        if (p)
            continue;
#endif
        p = stubc_skip(d, start, e);
        if (d->code) {
#ifdef STUBC_ERROR_PATHS
            stubc_note(d->error, STUBC_INDEX | (uint32_t)(n - 1));
#endif
            d->at = start;
            return NULL;
        }
    }
    if (n > d->context->max_elements) {
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
