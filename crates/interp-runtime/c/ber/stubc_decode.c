/* ---- Functions that both directions use ---- */
#if defined STUBC_USE_CHECK_BYTES || (defined STUBC_USE_BYTES && defined STUBC_ENCODE)
/* Returns the shortest form of an integer: drops the leading octets that only repeat the sign (X.690 8.3.2). */
static stubc_slice shortest(stubc_slice s)
{
    while (s.length > 1 && (s.data[0] == 0 ? s.data[1] < 0x80 : s.data[0] == 0xff && s.data[1] >= 0x80)) {
        s.data++;
        s.length--;
    }
    return s;
}
#endif

#if defined STUBC_DEFAULT_SLICES && \
    (defined STUBC_CALLS_SAME || (defined STUBC_USE_DEFAULT && (defined STUBC_INTERPRET_ENCODE || defined STUBC_DER)))
/* Returns whether the string at value equals known. op: its opcode; the length of a bit string counts bits. */
bool stubc_same(const void *value, const stubc_slice *known, unsigned op)
{
    stubc_slice own;
    size_t octets;
    unsigned unused;
#ifdef STUBC_USE_BITS
    const bool bits = op - STUBC_OP_BITS <= STUBC_OP_NAMED_BITS - STUBC_OP_BITS;
#else
    const bool bits = false;
#endif
    (void)op;
#ifdef STUBC_NAMED_DEFAULTS
    if (op == STUBC_OP_NAMED_BITS) {
        return stubc_same_bits((const stubc_bits *)value, known->data, known->length, true);
    }
#endif
    memcpy(&own, value, sizeof own);
#if defined STUBC_USE_BYTES && defined STUBC_ENCODE
    if (op == STUBC_OP_BYTES) {
        own = shortest(own);
    }
#endif
    if (own.length != known->length) {
        return false;
    }
    octets = bits ? own.length / 8 : own.length;
    unused = bits ? (unsigned)(0u - own.length) & 7 : 0;
    if (octets && memcmp(own.data, known->data, octets) != 0) {
        return false;
    }
    return !unused || (own.data[octets] ^ known->data[octets]) >> unused == 0;
}
#endif

#ifdef STUBC_USE_RANK
/* Returns the tag at p as a number in the order of X.680 8.6: class, then tag number. Returns 0 for a tag that e cuts
 * off or that is longer than necessary. p must be before e. */
uint32_t stubc_tag_rank(const uint8_t *p, const uint8_t *e)
{
    uint32_t class_bits = (uint32_t)(*p & 0xc0) << 24, number = *p & 0x1f;
    if (number == 0x1f) {
        number = 0;
        do {
            if (++p == e || (!number && *p == 0x80)) {
                return 0;
            }
            number = number << 7 | (*p & 0x7f);
        } while (*p >= 0x80);
        if (number < 0x1f) {
            return 0;
        }
    }
    return class_bits | (number & 0x3fffffff);
}
#endif

/* ---- Decoding: errors, headers, messages, arrays ---- */
#ifdef STUBC_DECODE

#define STUBC_FORM 0x20u /* the bit of the first identifier octet for the constructed form (X.690 8.1.2.5) */

#define STUBC_CUT 0x20 /* scan adds it to an error code without its sign if more input could complete the element */

/* Records the first error; later ones are ignored. code: without its sign. Sets d->end and d->next to e, so that the
 * callers find no further elements. Returns e. */
STUBC_SHARED const uint8_t *stubc_fail_unsigned(stubc_decoder *d, int code, const uint8_t *e)
{
    if (!d->code) {
        d->code = -code | STUBC_CUT;
    }
    d->end = d->next = e;
    return e;
}

#if defined STUBC_INTERPRET_DECODE
/* Fails for a construct that began at start and has octets left over or an error inside. Records start unless a
 * construct inside it has failed. Returns e. */
const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e)
{
    if (!d->at) {
        d->at = start;
    }
    return stubc_fail(d, STUBC_BAD_TAG, e);
}
#endif

/* Reads the header of the element at p (X.690 8.1.2, 8.1.3) and sets d->contents, d->end and d->next. It follows an
 * indefinite form to its end-of-contents octets (8.1.5), through all nested elements. Returns 0 or an error code
 * without its sign. If the input cuts the element off, CUT is added, and d->missing is the least number of octets to
 * add. One function: its loop reads nested headers without recursion, counts the open indefinite forms, and takes
 * time linear in e - p. */
STUBC_COLD static int scan(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    int code = -STUBC_BAD_TAG; /* for the outermost identifier; BAD_LENGTH for all octets after it */
    size_t length;             /* octets of the contents, or octets that are missing */
#if !defined STUBC_DER || defined STUBC_MIXED
    size_t open = 0; /* indefinite forms that have not ended yet */
#endif
    for (length = 2;; length = 0) { /* missing where an element starts: a header for the outermost, else none */
        uint8_t first;
        if (p >= e) {
            break;
        }
        first = *p++;
#if !defined STUBC_DER || defined STUBC_MIXED
        if (!first && open) {
            open--;
            if (p == e) {
                length = 1;
                break;
            }
            if (*p++) {
                return code;
            }
            if (open) {
                continue;
            }
            d->next = p;
            d->end = p - 2;
            return 0;
        }
#endif
        if (!first) {
            return code;
        }
        if ((first & 0x1f) == 0x1f) {
            if (p < e && *p == 0x80) {
                return code;
            }
            while (p < e && *p >= 0x80) {
                p++;
            }
            if (p == e) {
                length = 2;
                break;
            }
            p++;
        }
        code = -STUBC_BAD_LENGTH;
        if (p == e) {
            length = 1;
            break;
        }
        length = *p++;
        if (length >= 0x80) {
            unsigned octets = (unsigned)length & 0x7f, absent = 0;
#ifdef STUBC_DER
            bool minimal;
#endif
            if (!octets) {
                if (!(first & STUBC_FORM)) {
                    return code;
                }
#ifdef STUBC_MIXED
                if (d->unit->is_der) {
                    return -STUBC_NOT_CANONICAL;
                }
#endif
#if defined STUBC_DER && !defined STUBC_MIXED
                return -STUBC_NOT_CANONICAL;
#else
                if (!open++) {
                    d->contents = p;
                }
                continue;
#endif
            }
            if (octets == 0x7f) {
                return code;
            }
#ifdef STUBC_DER
            minimal = p < e && p[0] != 0 && (octets > 1 || p[0] >= 0x80);
#endif
            for (length = 0; octets; octets--) {
                /* saturates: no message is longer */
                length = length >> (8 * sizeof length - 9) ? SIZE_MAX >> 1 : length << 8;
                if (p < e) {
                    length |= *p++;
                } else {
                    absent++;
                }
            }
            length += absent;
#ifdef STUBC_DER
            if (d->unit->is_der && length <= (size_t)(e - p) && !minimal) {
                return -STUBC_NOT_CANONICAL;
            }
#endif
        }
        if (length > (size_t)(e - p)) {
            length -= (size_t)(e - p);
            break;
        }
#if !defined STUBC_DER || defined STUBC_MIXED
        if (open) {
            p += length;
            continue;
        }
#endif
        d->contents = p;
        d->end = d->next = p + length;
        return 0;
    }
#if !defined STUBC_DER || defined STUBC_MIXED
    length += 2 * open; /* end-of-contents octets; each form took 2 octets of input, so this cannot overflow */
#endif
    d->missing = length;
    return code + STUBC_CUT;
}

#ifdef STUBC_LONG_TAGS
/* Returns the identifier octets at p, packed into a number: 0 at the end of the input and for the octet 0x00, all ones
 * for an identifier that is malformed or has more than four octets. */
uint32_t stubc_identifier(const uint8_t *p, const uint8_t *e)
{
    uint32_t tag;
    if (p >= e) {
        return 0;
    }
    tag = *p++;
    if ((tag & 0x1f) == 0x1f) {
        do {
            if (p >= e || tag > 0xffffff) {
                return UINT32_MAX;
            }
            tag = tag << 8 | *p;
        } while (*p++ >= 0x80);
    }
    return tag;
}
#endif

#ifdef STUBC_LONG_TAGS
/* Returns whether an element with the identifier tag begins at p. */
bool stubc_found(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
#if defined STUBC_SPEED || !defined STUBC_ALONE
    if (tag > 0xff) {
        return stubc_identifier(p, e) == tag;
    }
    return p < e && *p == tag;
#else
    return stubc_identifier(p, e) == tag;
#endif
}
#endif

#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Returns the identifier of the same tag in the other form, primitive or constructed. */
static uint32_t other_form(uint32_t tag)
{
#ifdef STUBC_LONG_TAGS
    uint32_t bit = STUBC_FORM, rest;
    for (rest = tag; rest > 0xff; rest >>= 8) {
        bit <<= 8;
    }
    return tag ^ bit;
#else
    return tag ^ STUBC_FORM;
#endif
}

#if defined STUBC_LONG_TAGS && defined STUBC_CALLS_FOUND_STRING
/* Returns whether an element with the identifier tag, in either form, begins at p. */
bool stubc_found_string(const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    return stubc_found(p, e, tag) || stubc_found(p, e, other_form(tag));
}
#endif
#endif

/* Reads the header of the element at p, which must have the identifier tag; 0 allows any. Returns where its contents
 * start and sets d->end and d->next; returns e after an error. */
const uint8_t *stubc_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    int code = -STUBC_BAD_TAG;
    if (!tag || stubc_found(p, e, tag)) {
        code = scan(d, p, e);
        if (!code) {
            return d->contents;
        }
    }
    return stubc_fail_unsigned(d, code, e);
}

#if defined STUBC_SPEED && defined STUBC_SKIPS
/* Returns the end of the element at p if its header has two octets and it ends at or before e; else NULL. */
STUBC_INLINE const uint8_t *short_end(const uint8_t *p, const uint8_t *e)
{
    return e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2 ? p + 2 + p[1] : NULL;
}
#endif

#ifdef STUBC_USE_KEEP
/* Sets raw to the octets of the element from p to next, or of the element inside `around` explicit tags. The element
 * has been decoded without an error. */
void stubc_keep(stubc_decoder *d, stubc_slice *raw, const uint8_t *p, const uint8_t *next, unsigned around)
{
    for (; around; around--) {
        scan(d, p, next);
        p = d->contents;
        next = d->end;
    }
    raw->data = p;
    raw->length = (size_t)(next - p);
}
#endif

#ifdef STUBC_SKIPS
/* Skips any element at p; returns where the next one starts, or e after an error. */
const uint8_t *stubc_skip(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
#ifdef STUBC_SPEED
    const uint8_t *next = short_end(p, e);
    if (next) {
        return next;
    }
#endif
    stubc_header(d, p, e, 0);
    return d->next;
}
#endif

#ifdef STUBC_USE_ARENA
/* Allocates size bytes of the arena, aligned for any member of a generated struct; never beyond arena_size. Returns
 * NULL for size 0, and, with an error, if the arena has less space left. */
void *stubc_alloc(stubc_decoder *d, size_t size)
{
    stubc_context *const context = d->context;
    if (!size) {
        return NULL;
    }
    if (context) {
        size_t used = context->arena_used, left = context->arena_size - used;
        size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
        if (left >= pad && left - pad >= size) {
            used += pad;
            context->arena_used = used + size;
            return context->arena + used;
        }
    }
    stubc_fail(d, STUBC_NO_MEMORY, d->end);
    return NULL;
}
#endif

#ifdef STUBC_USE_ARRAY
/* Counts the elements from p to e and allocates an array for them, size bytes each; returns NULL if there are none or
 * after an error. The context's max_elements and the arena bound the count. */
void *stubc_array(stubc_decoder *d, const uint8_t *p, const uint8_t *e, size_t size, size_t *count)
{
    void *items;
    size_t n = 0;
    while (p < e) {
        const uint8_t *start = p;
        n++;
#ifdef STUBC_SPEED
        p = short_end(p, e);
        if (p) {
            continue;
        }
#endif
        p = stubc_skip(d, start, e);
        if (d->code) {
#ifdef STUBC_ERROR_PATHS
            stubc_note(d->error, STUBC_INDEX | (uint32_t)(n - 1));
#endif
            d->at = start;
            n = 0; /* and p is e: no more elements */
#ifdef STUBC_SPEED
            *count = 0;
            return NULL;
#endif
        }
    }
    if (d->context && n > d->context->max_elements) {
        stubc_fail(d, STUBC_LIMIT, e);
        n = 0;
    }
    items = stubc_alloc(d, n > SIZE_MAX / size ? SIZE_MAX : n * size); /* no arena has SIZE_MAX bytes */
    *count = items ? n : 0;
    return items;
}
#endif

#ifdef STUBC_USE_ORDERED
/* DER: fails if the element at p is less than the one that starts at before (X.690 11.6); before is NULL for the first
 * element. Returns p, or e after an error. */
const uint8_t *stubc_ordered(stubc_decoder *d, const uint8_t *before, const uint8_t *p, const uint8_t *e)
{
    size_t length, rest;
    int order;
    if (!before) {
        return p;
    }
    length = (size_t)(p - before);
    rest = (size_t)(stubc_skip(d, p, e) - p);
    order = memcmp(before, p, length < rest ? length : rest);
    return order > 0 || (order == 0 && length > rest) ? stubc_fail(d, STUBC_NOT_CANONICAL, e) : p;
}
#endif
#endif
