/* ---- Decoding: scalars and open types ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_INTEGER || defined STUBC_USE_BYTES
/* Returns whether the octets from c to end are contents octets of an integer: at least one, and the shortest form
 * (X.690 8.3.2). */
static bool is_integer(const uint8_t *c, const uint8_t *end)
{
    return c < end && (end - c == 1 || (int8_t)*c != -(c[1] >> 7));
}
#endif

#ifdef STUBC_USE_INTEGER
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
#endif

#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
#ifdef STUBC_USE_BITS
#define STUBC_OF_BITS(condition) (condition)
#else
#define STUBC_OF_BITS(condition) false
#endif

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
#endif

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
#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
    const bool string = op - STUBC_OP_OCTETS <= STUBC_OP_NAMED_BITS - STUBC_OP_OCTETS;
    bool constructed = false;
    if (!d->unit->is_der && string && !stubc_found(p, e, tag)) {
        constructed = true;
        tag = other_form(tag);
    }
#endif
#if defined STUBC_DECODE_SPEED && defined STUBC_USE_OPEN
    if (op == STUBC_OP_OPEN) {
        c = p;
        d->next = stubc_skip(d, p, e);
    } else {
        c = STUBC_ENTER(d, p, e, tag);
    }
#else
    c = STUBC_ENTER(d, p, e, tag);
#endif
    end = d->end;
    next = d->next;
#if (!defined STUBC_DER || defined STUBC_MIXED) && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
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
#endif
    switch (op) {
#ifdef STUBC_USE_NULL
    case STUBC_OP_NULL:
        if (c != end) {
            code = -STUBC_BAD_VALUE;
        }
        break;
#endif
#ifdef STUBC_USE_BOOLEAN
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
#endif
#ifdef STUBC_USE_BITS
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS: {
        unsigned unused = c < end ? *c++ : 8;
        size_t length = (size_t)(end - c) * 8;
        if (unused > 7 || unused > length) {
            code = -STUBC_BAD_VALUE;
            unused = 0;
        }
        value->data = c;
        value->length = length -= unused;
#ifdef STUBC_DER
        if (d->unit->is_der && !code && length &&
            ((end[-1] & ((1u << unused) - 1)) || (op == STUBC_OP_NAMED_BITS && !(end[-1] >> unused & 1)))) {
            code = -STUBC_NOT_CANONICAL; /* X.690 11.2 */
        }
#endif
#ifdef STUBC_MAX_STRING
        if (!code && length / 8 + (length % 8 != 0) > STUBC_MAX_STRING) {
            code = -STUBC_LIMIT;
        }
#endif
        break;
    }
#endif
    default:
#ifdef STUBC_USE_INTEGER
        if (op >= STUBC_OP_U8) {
            code = store_octets(c, end, (uint8_t *)to, op);
            break;
        }
#endif
#ifdef STUBC_USE_OPEN
        if (op == STUBC_OP_OPEN) {
            c = p;
            end = next;
        }
#endif
        value->data = c;
        value->length = (size_t)(end - c);
#ifdef STUBC_USE_BYTES
        if (op == STUBC_OP_BYTES && !is_integer(c, end)) {
            code = -STUBC_BAD_VALUE;
        }
#endif
#ifdef STUBC_USE_OID
        if (op == STUBC_OP_OID && !stubc_is_oid(value)) {
            code = -STUBC_BAD_VALUE;
        }
#endif
#ifdef STUBC_USE_REAL
        if (op == STUBC_OP_REAL) {
            code = -real(c, (size_t)(end - c));
#ifdef STUBC_MIXED
            code = d->unit->is_der || code == -STUBC_BAD_VALUE ? code : 0;
#endif
        }
#endif
#ifdef STUBC_USE_TIME
        if ((op | 1) == STUBC_OP_GENERALIZED_TIME && !is_time(value, op)) {
            code = -STUBC_NOT_CANONICAL;
        }
#endif
#ifdef STUBC_USE_ISO_TIME
        if (op == STUBC_OP_ISO_TIME && !is_iso_time(value)) {
            code = -STUBC_NOT_CANONICAL;
        }
#endif
#ifdef STUBC_MAX_STRING
        if (!code && value->length > STUBC_MAX_STRING) {
            code = -STUBC_LIMIT;
        }
#endif
        break;
    }
    return code || d->code ? stubc_fail_unsigned(d, code, e) : next;
}

#if defined STUBC_USE_INTEGER && (defined STUBC_DECODE_SPEED || defined STUBC_CALLS_TAKE_INTEGER)
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
#if defined STUBC_USE_U8 || defined STUBC_USE_I8
    case 0:
        if (repr < 4 ? x > 0xff : x != (int8_t)x) {
            return NULL;
        }
        out[units] = (uint8_t)x;
        break;
#endif
#if defined STUBC_USE_U16 || defined STUBC_USE_I16
    case 1:
        if (repr < 4 ? x > 0xffff : x != (int16_t)x) {
            return NULL;
        }
        *(uint16_t *)(void *)(out + STUBC_UNIT(2) * units) = (uint16_t)x;
        break;
#endif
#if defined STUBC_USE_U32 || defined STUBC_USE_I32
    case 2:
        *(int32_t *)(void *)(out + STUBC_UNIT(4) * units) = x;
        break;
#endif
#if defined STUBC_USE_U64 || defined STUBC_USE_I64
    case 3:
        *(int64_t *)(void *)(out + STUBC_UNIT(4) * units) = x;
        break;
#endif
    }
    return next;
}
#endif

#ifdef STUBC_DECODE_SPEED
/* Defines a decoder of one opcode. */
#define STUBC_GETTER(NAME, OP)                                                                                      \
    const uint8_t *stubc_get_##NAME(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,   \
                                    unsigned arg)                                                                   \
    {                                                                                                               \
        (void)arg;                                                                                                  \
        return stubc_get(d, p, e, tag, to, OP);                                                                     \
    }
#ifdef STUBC_USE_BOOLEAN
STUBC_GETTER(boolean, STUBC_OP_BOOLEAN)
#endif
#ifdef STUBC_USE_NULL
STUBC_GETTER(null, STUBC_OP_NULL)
#endif
#ifdef STUBC_USE_OPEN
STUBC_GETTER(open, STUBC_OP_OPEN)
#endif
#ifdef STUBC_USE_OCTETS
STUBC_GETTER(octets, STUBC_OP_OCTETS)
#endif
#ifdef STUBC_USE_BYTES
STUBC_GETTER(bytes, STUBC_OP_BYTES)
#endif
#ifdef STUBC_USE_BITS
STUBC_GETTER(bits, STUBC_OP_BITS)
#endif
#if defined STUBC_USE_NAMED_BITS && defined STUBC_DER
STUBC_GETTER(named_bits, STUBC_OP_NAMED_BITS)
#endif
#ifdef STUBC_USE_OID
STUBC_GETTER(oid, STUBC_OP_OID)
#endif
#ifdef STUBC_USE_REAL
STUBC_GETTER(real, STUBC_OP_REAL)
#endif
#ifdef STUBC_USE_TIME
STUBC_GETTER(time, STUBC_OP_UTC_TIME + (arg & 1))
#endif
#ifdef STUBC_USE_ISO_TIME
STUBC_GETTER(iso_time, STUBC_OP_ISO_TIME)
#endif

#ifdef STUBC_USE_INTEGER
/* Decodes an integer. repr: as of small_integer. stubc_get decodes what that does not, and reports errors. */
const uint8_t *stubc_get_integer(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value,
                                 unsigned repr)
{
    const uint8_t *const next = small_integer(p, e, tag, (uint8_t *)value, 0, repr);
    return next ? next : stubc_get(d, p, e, tag, value, STUBC_OP_U8 + repr);
}
#endif
#endif

#ifdef STUBC_USE_TYPED
/* Returns the kind of an open type: it follows the slice of its octets. 0 means unresolved. */
static uint16_t *kind_of(void *open)
{
    return (uint16_t *)(void *)((uint8_t *)open + sizeof(stubc_slice));
}

/* Stores any element as an unresolved open type. The decoder resolves it after the structure that contains it. */
const uint8_t *stubc_get_typed(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *to,
                               unsigned arg)
{
    (void)arg;
    *kind_of(to) = 0;
    return stubc_get_open(d, p, e, tag, to, arg);
}

/* Decodes the contents of an open type, whose type the governor gives: kind is its number in the table, decode its
 * procedure; if that is NULL, the interpreter executes node. Fails if the procedure leaves. The element must fill the
 * open type exactly. One level of d->depth bounds the recursion. */
void stubc_resolve(stubc_decoder *d, void *value, unsigned kind, stubc_decode_fn *decode, unsigned node)
{
    const stubc_slice raw = *(const stubc_slice *)value;
    const uint8_t *p, *e;
    if (d->code) {
        return;
    }
    e = raw.data + raw.length;
    if (!d->depth) {
        stubc_fail(d, STUBC_DEPTH, e);
        return;
    }
    *kind_of(value) = (uint16_t)kind;
    d->depth--;
    p = decode ? decode(d, raw.data, e, kind, value) : stubc_interpret_decode(d, raw.data, e, kind, value, node);
    d->depth++;
    if (p != e) { /* stubc_fail keeps an earlier error */
        stubc_fail(d, STUBC_BAD_LENGTH, e);
    }
    if (!d->code) {
        return;
    }
    stubc_leave(d, raw.data, e);
#ifdef STUBC_OPEN_DEFAULTS
    /* A DEFAULT value has no offset in the message: the error reports the offset of the structure. */
    if ((uintptr_t)raw.data - (uintptr_t)d->unit->default_slices[0].data < d->unit->open_defaults) {
        d->at = NULL;
    }
#endif
}
#endif
#endif
