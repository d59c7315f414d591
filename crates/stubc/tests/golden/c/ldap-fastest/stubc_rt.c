/* Runtime of ldap, made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique inlined
 */
/* SPDX-License-Identifier: 0BSD
 * The stubc runtime for BER and DER (X.690), with what this specification uses of it.
 */
#include "stubc_rt.h"

/* ---- Decoding: errors, headers, messages, arrays ---- */

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

/* Fails for a construct that began at start and has octets left over or an error inside. Records start unless a
 * construct inside it has failed. Returns e. */
const uint8_t *stubc_leave(stubc_decoder *d, const uint8_t *start, const uint8_t *e)
{
    if (!d->at) {
        d->at = start;
    }
    return stubc_fail(d, STUBC_BAD_TAG, e);
}

/* Reads the header of the element at p (X.690 8.1.2, 8.1.3) and sets d->contents, d->end and d->next. It follows an
 * indefinite form to its end-of-contents octets (8.1.5), through all nested elements. Returns 0 or an error code
 * without its sign. If the input cuts the element off, CUT is added, and d->missing is the least number of octets to
 * add. One function: its loop reads nested headers without recursion, counts the open indefinite forms, and takes
 * time linear in e - p. */
STUBC_COLD static int scan(stubc_decoder *d, const uint8_t *p, const uint8_t *e)
{
    int code = -STUBC_BAD_TAG; /* for the outermost identifier; BAD_LENGTH for all octets after it */
    size_t length;             /* octets of the contents, or octets that are missing */
    size_t open = 0; /* indefinite forms that have not ended yet */
    for (length = 2;; length = 0) { /* missing where an element starts: a header for the outermost, else none */
        uint8_t first;
        if (p >= e) {
            break;
        }
        first = *p++;
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
            if (!octets) {
                if (!(first & STUBC_FORM)) {
                    return code;
                }
                if (!open++) {
                    d->contents = p;
                }
                continue;
            }
            if (octets == 0x7f) {
                return code;
            }
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
        }
        if (length > (size_t)(e - p)) {
            length -= (size_t)(e - p);
            break;
        }
        if (open) {
            p += length;
            continue;
        }
        d->contents = p;
        d->end = d->next = p + length;
        return 0;
    }
    length += 2 * open; /* end-of-contents octets; each form took 2 octets of input, so this cannot overflow */
    d->missing = length;
    return code + STUBC_CUT;
}

/* Returns the identifier of the same tag in the other form, primitive or constructed. */
static uint32_t other_form(uint32_t tag)
{
    return tag ^ STUBC_FORM;
}

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

#ifdef STUBC_SPEED
/* Returns the end of the element at p if its header has two octets and it ends at or before e; else NULL. */
STUBC_INLINE const uint8_t *short_end(const uint8_t *p, const uint8_t *e)
{
    return e - p >= 2 && p[0] && (p[0] & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2 ? p + 2 + p[1] : NULL;
}
#endif

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

/* ---- Decoding: scalars and open types ---- */
/* Returns whether the octets from c to end are contents octets of an integer: at least one, and the shortest form
 * (X.690 8.3.2). */
static bool is_integer(const uint8_t *c, const uint8_t *end)
{
    return c < end && (end - c == 1 || (int8_t)*c != -(c[1] >> 7));
}

/* Stores the contents octets of an integer (X.690 8.3) at to, in the width and sign that op gives, and extends the
 * sign. Returns 0 or an error code without its sign. It writes exactly the width, 1 to 8 bytes. */
static int store_octets(const uint8_t *c, const uint8_t *end, uint8_t *to, unsigned op)
{
    const unsigned width = 1u << (op & 3);
    unsigned i;
    uint8_t rest = 0;
    if (!is_integer(c, end)) {
        return -STUBC_BAD_VALUE;
    }
    if (*c >= 0x80) {
        rest = 0xff;
    }
    if (op < STUBC_OP_I8) {
        if (rest) {
            return -STUBC_RANGE;
        }
        if (*c == 0) {
            c++;
        }
    }
    if ((size_t)(end - c) > width) {
        return -STUBC_RANGE;
    }
    for (i = 0; i < width; i++) {
        to[STUBC_OCTET(i, width)] = end > c ? *--end : rest;
    }
    return 0;
}

#define STUBC_OF_BITS(condition) false

/* Copies the segments of the constructed string from p to e to the bytes at to; returns the end of the copy.
 * unused: for a bit string, the octet that counts the unused bits of its last segment, 0 at first; NULL for an octet
 * string (X.690 8.6.4, 8.7.3). The copy is no longer than e - p, because it omits the headers. d->depth bounds the
 * recursion. */
static uint8_t *segments(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint8_t *to, uint8_t *unused)
{
    while (p < e) {
        unsigned tag = STUBC_OF_BITS(unused) ? 0x03 : 0x04;
        const uint8_t *c, *next;
        bool constructed = *p == (tag | STUBC_FORM);
        if (constructed) {
            tag |= STUBC_FORM;
            if (!d->depth) {
                stubc_fail(d, STUBC_DEPTH, e);
                break;
            }
        }
        c = STUBC_ENTER(d, p, e, tag);
        next = d->next;
        if (constructed) {
            d->depth--;
            to = segments(d, c, d->end, to, unused);
            d->depth++;
        } else {
            size_t length = (size_t)(d->end - c);
            if (STUBC_OF_BITS(unused) && !d->code) {
                if (*unused || !length || *c > 7 || (*c && length == 1)) {
                    stubc_fail(d, STUBC_BAD_VALUE, e);
                    break;
                }
                *unused = *c++;
                length--;
            }
            memcpy(to, c, length);
            to += length;
        }
        p = d->code ? e : next;
    }
    return to;
}

/* Decodes a scalar or an open type: reads its header and stores its contents octets at to as the opcode op says.
 * Returns the end of the element, or e after an error. Strings point into the input; a constructed string is joined in
 * the arena, in at most one byte more than its contents. One function: a switch with a case for each opcode, between
 * the header and the error return that all opcodes share. */
STUBC_GET const uint8_t *stubc_get(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                                   unsigned op)
{
    stubc_slice *value = (stubc_slice *)to;
    const uint8_t *c, *end, *next;
    int code = 0;
    const bool string = op - STUBC_OP_OCTETS <= STUBC_OP_NAMED_BITS - STUBC_OP_OCTETS;
    bool constructed = false;
    if (string && !stubc_found(p, e, tag)) {
        constructed = true;
        tag = other_form(tag);
    }
    c = STUBC_ENTER(d, p, e, tag);
    end = d->end;
    next = d->next;
    if (constructed && !d->code) {
        const size_t counts = STUBC_OF_BITS(op != STUBC_OP_OCTETS);
        uint8_t *joined = (uint8_t *)stubc_alloc(d, (size_t)(end - c) + counts); /* no less than they need */
        if (joined) {
            if (counts) {
                *joined = 0;
            }
            end = segments(d, c, end, joined + counts, counts ? joined : NULL);
            c = joined;
        }
    }
    switch (op) {
    case STUBC_OP_NULL:
        if (c != end) {
            code = -STUBC_BAD_VALUE;
        }
        break;
    case STUBC_OP_BOOLEAN:
        *(bool *)to = false;
        if (end - c != 1) {
            code = -STUBC_BAD_VALUE;
        } else if (!STUBC_CANONICAL_BOOLEAN(*c)) {
            code = -STUBC_NOT_CANONICAL;
        } else {
            *(bool *)to = *c != 0;
        }
        break;
    default:
        if (op >= STUBC_OP_U8) {
            code = store_octets(c, end, (uint8_t *)to, op);
            break;
        }
        if (op == STUBC_OP_OPEN) {
            c = p;
            end = next;
        }
        value->data = c;
        value->length = (size_t)(end - c);
        break;
    }
    return code || d->code ? stubc_fail_unsigned(d, code, e) : next;
}

/* Decodes an integer of one to four contents octets into the place this number of units behind out. repr: the binary
 * logarithm of its width in bytes, 0 to 3, plus 4 if it is signed. Returns NULL for other integers, and for those that
 * do not fit. */
STUBC_INLINE const uint8_t *small_integer(const uint8_t *p, const uint8_t *e, uint32_t tag, uint8_t *out, size_t units,
                                          unsigned repr)
{
    int32_t x;
    const uint8_t *const next = stubc_small(p, e, tag, &x);
    if (!next || (x < 0 && repr < 4)) {
        return NULL;
    }
    switch (repr & 3) {
    case 0:
        if (repr < 4 ? x > 0xff : x != (int8_t)x) {
            return NULL;
        }
        out[units] = (uint8_t)x;
        break;
    case 2:
        *(int32_t *)(void *)(out + STUBC_UNIT(4) * units) = x;
        break;
    }
    return next;
}

/* ---- Decoding: headers and scalars for procedures, which leave if one returns NULL ---- */
/* Enters the element at p, which must have the identifier tag. Sets d->end and d->next; returns where its contents
 * start. */
const uint8_t *stubc_take_header(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag)
{
    const ptrdiff_t length = stubc_short(p, e, tag);
    if (length >= 0) {
        d->end = d->next = p + 2 + length;
        return p + 2;
    }
    if (e - p >= 4 && p[0] == tag && (p[1] == 0x81 || p[1] == 0x82)) {
        const bool is_one = p[1] == 0x81;
        const size_t octets = is_one ? p[2] : (size_t)p[2] << 8 | p[3];
        p += is_one ? 3 : 4;
        if (octets > (size_t)(e - p) || !STUBC_SHORTEST(octets, is_one ? 0x80u : 0x100u)) {
            return NULL;
        }
        d->end = d->next = p + octets;
        return p;
    }
    return stubc_found(p, e, tag) && !scan(d, p, e) ? d->contents : NULL;
}

#ifdef STUBC_SPEED
/* Skips the unknown elements from p to e, with which a SEQUENCE ends. Returns next, the end of the SEQUENCE; NULL if p
 * is NULL. */
STUBC_COLD const uint8_t *stubc_pass_all(stubc_decoder *d, const uint8_t *p, const uint8_t *e, const uint8_t *next)
{
    while (p && p < e) {
        p = stubc_pass(d, p, e);
    }
    return p ? next : NULL;
}
#endif

/* Decodes a boolean. */
const uint8_t *stubc_take_boolean(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, bool *value)
{
    p = stubc_take_header(d, p, e, tag);
    if (!p || d->end - p != 1 || !STUBC_CANONICAL_BOOLEAN(*p)) {
        return NULL;
    }
    *value = *p != 0;
    return d->next;
}

/* Decodes an integer by its opcode. */
const uint8_t *stubc_take_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                  unsigned op)
{
    const uint8_t *const next = small_integer(p, e, tag, (uint8_t *)value, 0, op - STUBC_OP_U8);
    if (next) {
        return next;
    }
    p = stubc_take_header(d, p, e, tag);
    return p && !store_octets(p, d->end, (uint8_t *)value, op) ? d->next : NULL;
}

/* Decodes a slice of the input: the contents of the element at p. */
STUBC_INLINE const uint8_t *take_slice(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                       stubc_slice *value)
{
    p = stubc_take_header(d, p, e, tag);
    if (!p) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(d->end - p);
    return d->next;
}

/* Decodes an octet string in the primitive form. */
const uint8_t *stubc_take_octets(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                 stubc_slice *value)
{
    return take_slice(d, p, e, tag, value);
}

/* Decodes a scalar or an open type by its opcode, as stubc_get does. */
const uint8_t *stubc_take(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value, unsigned op)
{
    p = stubc_get(d, p, e, tag, value, op);
    return d->code ? NULL : p;
}

/* ---- Encoding primitives: they write from the end of the buffer to its start ---- */

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

/* Copies length bytes before q; returns their start. Fails when the buffer has less space. */
STUBC_MAYBE_UNUSED STUBC_APART static uint8_t *put(stubc_encoder *c, uint8_t *q, const uint8_t *data, size_t length)
{
    if (length > (size_t)(q - c->begin)) {
        return stubc_refuse(c, q, STUBC_NO_SPACE);
    }
    return stubc_copy(q - length, data, length);
}

#ifdef STUBC_SPEED
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
#endif

#ifdef STUBC_SPEED
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

/* Encodes the scalar or open type at from: writes its contents octets as the opcode op says, then its header. Returns
 * where the element starts; errors stay in c->code. One function: a switch with a case for each opcode, before the
 * header that all opcodes share. */
STUBC_PUT uint8_t *stubc_put(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *from, unsigned op)
{
    const uint8_t *const end = q;
    switch (op) {
    case STUBC_OP_NULL:
        break;
    case STUBC_OP_BOOLEAN:
        q = put_octet(c, q, *(const bool *)from ? 0xff : 0);
        break;
    default:
        if (op >= STUBC_OP_U8) {
            q = put_octets_of(c, q, (const uint8_t *)from, op);
            break;
        }
        {
            stubc_slice s = *(const stubc_slice *)from;
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
#ifdef STUBC_SPEED
            return stubc_put_string(c, q, tag, s.data, s.length);
#else
            q = put(c, q, s.data, s.length);
#endif
        }
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
#else
/* Procedures pass these values in registers; stubc_put reads them from memory. */
uint8_t *stubc_put_boolean(stubc_encoder *c, uint8_t *q, uint32_t tag, bool value)
{
    return stubc_put(c, q, tag, &value, STUBC_OP_BOOLEAN);
}
uint8_t *stubc_put_integer(stubc_encoder *c, uint8_t *q, uint32_t tag, int64_t value)
{
    return stubc_put(c, q, tag, &value, STUBC_OP_I64);
}
#endif

/* ---- The command interpreter ---- */

#ifdef STUBC_SPEED
#define STUBC_USE_OTHERS
#endif

/* Converts the offset byte of a step to bytes. Its unit depends on the opcode: 1 for booleans; 1, 2, 4 and 4 for
 * integers of 1, 2, 4 and 8 bytes; 4 for other fields. But no unit exceeds the target's alignment. */
#if STUBC_ALIGNMENT == 1
#define STUBC_SCALED(octet, op) ((size_t)(octet))
#elif STUBC_ALIGNMENT == 2
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 || (op) & 3 ? 1 : 0))
#elif defined STUBC_SPEED
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 ? 2 : 0xa4u >> ((op) & 3) * 2 & 3))
#else
#define STUBC_SCALED(octet, op) ((size_t)(octet) << ((op) < STUBC_OP_U8 || ((op) & 3) == 3 ? 2 : (op) & 3))
#endif

/* unpack is inline for speed, and where steps are simple to unpack. */
#define STUBC_UNPACK static

/* Returns the step at pc at full width: the table's entry for a wide step, else own, which it fills. */
STUBC_MAYBE_UNUSED STUBC_UNPACK const stubc_wide *unpack(const uint8_t *pc, stubc_wide *own)
{
    const unsigned flags = pc[0], op = flags & STUBC_OP, arg = pc[3];
    const uint32_t tag = STUBC_STEP_TAG(pc[1]);
    if (op == STUBC_OP_WIDE) {
        return &stubc_wides[STUBC_WIDE_INDEX(pc)];
    }
    own->op = (uint8_t)op;
    own->size = 0;
    own->outer = 0;
    own->arg = (stubc_number)arg;
    own->tag = (stubc_wide_tag)tag;
    own->offset = (stubc_number)STUBC_SCALED(pc[2], op);
    if (flags & STUBC_EXPLICIT) {
        own->outer = (stubc_wide_tag)tag;
        own->tag = (stubc_wide_tag)(op >= STUBC_OP_SCALAR && op != STUBC_OP_OPEN ? STUBC_STEP_TAG(arg)
                                    : op - STUBC_OP_CALL_SEQUENCE < 2 ? op - STUBC_OP_CALL_SEQUENCE + 0x30
                                                                      : 0); /* for OPEN, byte 3 is not a tag */
    }
    return own;
}

#ifdef STUBC_ENCODE_SPEED
/* Returns the tag inside the explicit tag of a step that is not wide; 0: its node has one, or none. */
STUBC_MAYBE_UNUSED STUBC_INLINE uint32_t inside_tag(const uint8_t *pc)
{
    const unsigned op = pc[0] & STUBC_OP;
    if (op >= STUBC_OP_SCALAR && op != STUBC_OP_OPEN) {
        return STUBC_TAG(pc[3]);
    }
    return op == STUBC_OP_CALL_SEQUENCE ? 0x30 : op == STUBC_OP_CALL_SET ? 0x31 : 0;
}
#endif

#define STUBC_IS_SCALAR_DEFAULT(s) true
/* Whether the argument of an open type is its node, not the number of its default. */
#define STUBC_IS_TYPED(pc, s) (!((pc)[0] & STUBC_DEFAULT) || !STUBC_IS_SCALAR_DEFAULT(s))

/* Stores the default number arg of a field with opcode op at out. */
static void fill(unsigned op, unsigned arg, uint8_t *out)
{
    if (op == STUBC_OP_BOOLEAN) {
        *(bool *)out = arg != 0;
        return;
    }
    memset(out, 0, sizeof(void *) + sizeof(size_t));
}

/* ---- The command interpreter: decoding of one step ---- */
#define STUBC_LIMIT_OF(e) limit

#define STUBC_IDENTIFIER(p, e) ((p) < (e) ? *(p) : 0u)

static bool begins(const uint8_t *pc, uint32_t id);

/* Returns the number of the arm of the union at pc that an element with identifier id selects, from 1; 0 if none
 * matches. id is not 0. */
static unsigned arm_of(const uint8_t *pc, uint32_t id)
{
    const unsigned n = STUBC_STEPS(pc);
    unsigned arm;
    pc += STUBC_HEAD;
    for (arm = 1; arm <= n; arm++, pc += 4) {
        if (STUBC_ARM_TAG(pc) == id || (pc[0] & STUBC_LOOK && begins(pc, id))) {
            return arm;
        }
    }
    return 0;
}

/* Returns whether an element with identifier id belongs to the step at pc. Recursion follows unions without a tag of
 * their own, so the specification bounds its depth. */
STUBC_COLD static bool begins(const uint8_t *pc, uint32_t id)
{
    stubc_wide own;
    const stubc_wide *const s = unpack(pc, &own);
    const uint32_t tag = STUBC_WIDE_TAG(s->outer ? s->outer : s->tag);
    if (tag == id) {
        return id != 0;
    }
    if (tag == 0) {
        return s->op == STUBC_OP_OPEN || arm_of(stubc_programs + stubc_nodes[s->arg], id);
    }
    if ((s->op == STUBC_OP_OCTETS || s->op == STUBC_OP_BITS || s->op == STUBC_OP_NAMED_BITS)) {
        return tag == other_form(id) && !s->outer;
    }
    return false;
}

/* The procedure that commands call for a node, or NULL: the interpreter executes the commands of the node. */
#define STUBC_DECODER(node) ((stubc_decode_fn *)NULL)

#define call stubc_interpret_decode

/* Decodes the element at p by any step; pc: the step, out: the structure. With p == NULL the element is absent, and the
 * default is stored instead. Returns the end of the element, or e after an error. One function: each step runs the same
 * stages in order (default, explicit tags, recursion, contents, checks, kept bytes), and each stage needs the saved
 * positions of those before it. d->depth bounds the recursion. */
STUBC_REMOTE static const uint8_t *decode_any(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                              uint8_t *out)
{
    stubc_wide own;
    const stubc_wide *const s = unpack(pc, &own);
    const uint32_t tag = STUBC_WIDE_TAG(s->tag);
    const uint8_t *const limit = e, *end = NULL, *next = NULL;
    out += s->offset;
    if (!p) {
        fill(s->op, s->arg, out);
        return NULL;
    }
    if (s->outer) {
        p = STUBC_ENTER(d, p, e, STUBC_WIDE_TAG(s->outer));
        e = end = d->end;
        next = d->next;
    }
    if (d->code) {
        return limit;
    }
    if (s->op == STUBC_OP_RECUR) {
        if (!d->depth) {
            stubc_fail(d, STUBC_DEPTH, e);
        } else if (s->size) {
            void *box = stubc_alloc(d, s->size);
            memcpy(out, &box, sizeof box);
            out = (uint8_t *)box;
        }
        if (d->code) {
            return STUBC_LIMIT_OF(e);
        }
        d->depth--;
    }
    p = s->op >= STUBC_OP_SCALAR ? stubc_get(d, p, e, tag, out, s->op) : call(d, p, e, tag, out, s->arg);
    d->depth += s->op == STUBC_OP_RECUR;
    if (end) {
        p = p == end ? next : stubc_fail(d, STUBC_BAD_LENGTH, limit);
    }
    return d->code ? STUBC_LIMIT_OF(e) : p;
}

/* Decodes the element of the step at pc, or fills in its default. */
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                  uint8_t *out)
{
    STUBC_COUNT(d);
    return decode_any(d, pc, p, e, out);
}

#define decode_quick_step decode_step

/* ---- The command interpreter: decoding of programs ---- */
/* Returns whether an element with identifier id is an unknown extension addition at the insertion point pc: none of the
 * fields that may follow begins with id. n: the steps from pc to the end of the program. */
static bool unknown_at(const uint8_t *pc, unsigned n, uint32_t id)
{
    while (--n) {
        pc += 4;
        if (begins(pc, id)) {
            return false;
        }
        if (!(pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT))) {
            break;
        }
    }
    return true;
}

#define begins_at_once begins

/* Decodes the contents of a SEQUENCE (X.690 8.9) from p to e by the program at pc, each step once. Returns
 * where the last field ends. */
STUBC_COLD static const uint8_t *decode_sequence(stubc_decoder *d, const uint8_t *pc, const uint8_t *p,
                                                 const uint8_t *e, uint8_t *out)
{
    unsigned n = STUBC_STEPS(pc);
    uint8_t *flag = out;
    (void)flag;
    for (pc += STUBC_HEAD; n; n--, pc += 4) {
        if (pc[0] == STUBC_OP_SKIP) {
            STUBC_COUNT(d);
            while (p < e && unknown_at(pc, n, STUBC_IDENTIFIER(p, e))) {
                p = stubc_skip(d, p, e);
            }
            continue;
        }
        if (pc[0] & (STUBC_OPTIONAL | STUBC_DEFAULT)) {
            bool present = begins_at_once(pc, STUBC_IDENTIFIER(p, e));
            if (pc[0] & STUBC_OPTIONAL) {
                *flag++ = present;
            }
            if (!present) {
                if (pc[0] & STUBC_DEFAULT) {
                    decode_step(d, pc, NULL, e, out);
                } else {
                    STUBC_COUNT(d);
                }
                continue;
            }
        }
        p = decode_quick_step(d, pc, p, e, out);
    }
    return p;
}

/* Whether the element at hand does not break the order; only that can have failed before it is decoded. */
#define STUBC_IS_ORDERED(d) true

/* Decodes the contents of a SEQUENCE OF or SET OF (X.690 8.10, 8.12) into an array in the arena. Returns where the last
 * element ends, or e after an error. */
STUBC_COLD static const uint8_t *decode_array(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                              uint8_t *out)
{
    size_t size = STUBC_ITEM_SIZE(pc), count;
    uint8_t *item = (uint8_t *)stubc_array(d, p, e, size, &count);
    memcpy(out, &item, sizeof item);
    memcpy(out + sizeof item, &count, sizeof count);
    for (; count; count--, item += size) {
        const uint8_t *start = p;
        if (STUBC_IS_ORDERED(d)) {
            p = decode_quick_step(d, pc + STUBC_HEAD, p, e, item);
        }
        if (d->code) {
            if (!d->at) {
                d->at = start;
            }
            break;
        }
    }
    return p;
}

#define set_kind(pc, out, kind) (*(out) = (uint8_t)(kind))

/* Decodes a CHOICE (X.690 8.13) at p. An arm that is an untagged CHOICE itself begins at the same place, so the loop
 * enters it without a call; the length of path bounds the loop. */
STUBC_REMOTE static const uint8_t *decode_union(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                                uint8_t *out)
{
    const uint8_t *start = p;
    const uint32_t id = STUBC_IDENTIFIER(p, e);
    const unsigned kind = id ? arm_of(pc, id) : 0;
    set_kind(pc, out, kind);
    out += STUBC_FLAGS(pc);
    if (kind) {
        const uint8_t *arm = pc + STUBC_HEAD + 4 * (size_t)(kind - 1);
        p = decode_quick_step(d, arm, p, e, out);
    }
    else if (pc[0] & STUBC_EXTENSIBLE) {
        p = stubc_get_open(d, p, e, 0, out, 0);
    }
    else {
        stubc_fail(d, STUBC_BAD_TAG, e);
    }
    return d->code ? stubc_leave(d, start, e) : p;
}

/* Decodes the contents of a sequence, set or array. */
STUBC_INLINE const uint8_t *decode_contents(stubc_decoder *d, const uint8_t *pc, const uint8_t *p, const uint8_t *e,
                                            uint8_t *out)
{
    if ((pc[0] & STUBC_KIND) == STUBC_ARRAY) {
        return decode_array(d, pc, p, e, out);
    }
    return decode_sequence(d, pc, p, e, out);
}

/* Decodes the node at pc under its tag. Its contents must fill the element exactly. Returns the end of the element, or
 * the end of the enclosing contents after an error. */
STUBC_REMOTE static const uint8_t *decode_tagged(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                                 uint8_t *out, const uint8_t *pc)
{
    const uint8_t *start = p, *limit = e, *next;
    p = STUBC_ENTER(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    e = d->end;
    next = d->next;
    p = decode_contents(d, pc, p, e, out);
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Decodes the element at p by the commands of node. tag: its identifier, or the kind of an open type. Returns the end
 * of the element, or e after an error. */
STUBC_COLD const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
                                                 void *value, unsigned node)
{
    const uint8_t *pc = stubc_programs + stubc_nodes[node];
    if (d->code) {
        return e; /* an earlier error: p is not an element */
    }
    if ((pc[0] & STUBC_KIND) == STUBC_UNION) {
        return decode_union(d, pc, p, e, (uint8_t *)value);
    }
    return decode_tagged(d, p, e, tag, (uint8_t *)value, pc);
}

/* ---- Messages: the functions that the entry points call ---- */

#define STUBC_DECODE_ROOT(d, p, e, root, value)                           \
    ((root)->decode ? (root)->decode(d, p, e, (root)->decode_tag, value) \
                    : decode_step(d, (root)->step, p, e, (uint8_t *)(value)))
#define STUBC_ENCODE_ROOT(c, q, root, value) (root)->encode(c, q, (root)->encode_tag, value)

/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. If it fails and the input ends before the outermost element does, the code says TRUNCATED, or LIMIT beyond
 * max_bytes; but a wrong identifier, even an unfinished one, stays an error. It reads nothing beyond length and the
 * context's max_bytes. If a procedure leaves, the interpreter decodes the message from its beginning: it knows every
 * form and every error. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
    size_t most = SIZE_MAX; /* max_bytes of the context less 1; 0 wraps to no limit */
    const uint8_t *p, *e;
    int extent, code;
    bool is_cut;
    size_t used; /* of the arena before this message */
    if (!length) {
        input = (const uint8_t *)root; /* any valid pointer: C forbids arithmetic on NULL */
    }
    d.code = 0;
    d.at = NULL;
    d.context = context;
    d.depth = STUBC_MAX_DEPTH;
    if (context) {
        d.depth = context->max_depth;
        most = context->max_bytes - 1;
        if (most < length) {
            length = most + 1; /* the bytes after it are not read */
        }
    }
    d.plain = false;
    used = context ? context->arena_used : 0;
    e = input + length;
    p = STUBC_DECODE_ROOT(&d, input, e, root, value);
    if (!p || d.code) {
        d.plain = true;
        d.code = 0;
        d.at = NULL;
        d.depth = STUBC_MAX_DEPTH;
        if (context) {
            d.depth = context->max_depth;
            context->arena_used = used;
        }
        p = decode_step(&d, root->step, input, e, (uint8_t *)value);
    }
    code = d.code;
    if (!code) {
        return p - input;
    }
    extent = scan(&d, input, e);
    is_cut = extent > STUBC_CUT && (!length || code != STUBC_BAD_TAG);
    if (is_cut) {
        length += d.missing;
        if (length < d.missing) {
            length = SIZE_MAX;
        }
        code = length - 1 > most ? STUBC_LIMIT : STUBC_TRUNCATED;
    }
    if (error) {
        error->code = code;
        error->offset = d.at ? (size_t)(d.at - input) : 0;
        error->needed = length;
    }
    return code;
}

/* Encodes a message of type root so that it ends at the end of the buffer; sets start to its first byte. Returns its
 * length or an error code. It writes only inside the buffer. */
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root)
{
    stubc_encoder c;
    if (!capacity) {
        buffer = (uint8_t *)start; /* any valid pointer: C forbids arithmetic on NULL */
    }
    c.begin = buffer;
    c.ample = buffer + (capacity < STUBC_AMPLE ? capacity : STUBC_AMPLE - 1);
    c.code = 0;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
    *start = STUBC_ENCODE_ROOT(&c, buffer + capacity, root, value);
    if (!c.code) {
        return buffer + capacity - *start;
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}

#ifdef STUBC_WORDS
/* Moves length octets, where to and from may overlap. For a few octets a call of memmove takes longer than the move. */
STUBC_INLINE void move(uint8_t *to, const uint8_t *from, size_t length)
{
    if (length >= 8 && length <= 16) {
        uint64_t first, last;
        memcpy(&first, from, sizeof first);
        memcpy(&last, from + length - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + length - sizeof last, &last, sizeof last);
    } else if (length >= 4 && length < 8) {
        uint32_t first, last;
        memcpy(&first, from, sizeof first);
        memcpy(&last, from + length - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + length - sizeof last, &last, sizeof last);
    } else if (length >= 2 && length < 4) {
        uint16_t first;
        const uint8_t last = from[length - 1];
        memcpy(&first, from, sizeof first);
        memcpy(to, &first, sizeof first);
        to[length - 1] = last;
    } else {
        memmove(to, from, length);
    }
}
#endif

/* As stubc_encode_at_tail, and moves the message to the start of the buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    uint8_t *start;
    stubc_result result = stubc_encode_at_tail(value, buffer, capacity, context, error, &start, root);
    if (result > 0) {
#ifdef STUBC_WORDS
        move(buffer, start, (size_t)result);
#else
        memmove(buffer, start, (size_t)result);
#endif
    }
    return result;
}

/* Decodes a message that must take all length bytes of input. */
stubc_result stubc_decode_exactly(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_result result = stubc_decode_message(value, input, length, context, error, root);
    if (result < 0 || (size_t)result == length) {
        return result;
    }
    if (error) {
        error->code = STUBC_TRAILING;
        error->offset = (size_t)result;
    }
    return STUBC_TRAILING;
}
