#ifdef STUBC_SHAPE_RUN
/* The engine of shapes. A shape is a sample message in which some parts differ, the holes. Its table is a row of
   records. A record is some octets of the sample, and then a hole or a length:

   - an octet: the kind of what follows the octets, and the flags below;
   - the number of the octets, at most SHAPE_MOST;
   - two octets: the length of a fixed hole, or the least length of another one and how much more it may be, or the
     least and the most of the first octet of a length;
   - the octets. The last one before a hole that is not fixed is its length in the sample;
   - unless the hole is fixed, the number of octets among them that grow with it, and the place of each;
   - with SHAPE_ENDS the number of elements whose length was a record and that end before the next hole, and for each,
     the innermost first, how many octets behind this hole. */
#define SHAPE_KIND 0x1f
#define SHAPE_FIXED 0x20
#define SHAPE_ENDS 0x40

#define SHAPE_MOST 128 /* octets of a record */
#define SHAPE_OPEN 8   /* elements around a place whose lengths were records */

/* Kinds of holes. */
#define SHAPE_OCTETS 1
#define SHAPE_BOOLEAN 2
#define SHAPE_BOOLEAN_DER 3
#define SHAPE_OID 4
#define SHAPE_BITS 5
#define SHAPE_BITS_DER 6
#define SHAPE_NAMED_BITS_DER 7
#define SHAPE_INTEGER 8
#define SHAPE_NUMBER 16 /* and 4 for one without a sign, and the binary logarithm of its octets; the limits of its
                           length are those of the type */
#define SHAPE_WIDTH 0x07
#define SHAPE_LENGTH 24 /* no hole, and the octets of a length that several holes decide; the record is fixed */

static unsigned shape_pair(const uint8_t *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

/* Returns whether a hole holds contents octets of its kind, and converts numbers. */
static bool shape_hole(unsigned kind, stubc_hole *hole)
{
    const uint8_t *const c = hole->octets;
    const size_t n = hole->length;
    size_t i;
    hole->number = 0;
    if (kind <= SHAPE_OCTETS) {
        return true;
    }
#ifdef STUBC_USE_OID
    if (kind == SHAPE_OID) {
        return is_oid(c, n);
    }
#endif
    if (n == 0) {
        return false;
    }
    if (kind <= SHAPE_BOOLEAN_DER) {
        hole->number = c[0] != 0;
        return kind == SHAPE_BOOLEAN || c[0] == 0 || c[0] == 0xff;
    }
#ifdef STUBC_SHAPE_BITS
    if (kind < SHAPE_INTEGER) {
        const unsigned unused = c[0], last = c[n - 1];
        hole->number = (int64_t)(n - 1) * 8 - unused;
        return unused <= 7 && hole->number >= 0 &&
               (kind == SHAPE_BITS || n == 1 ||
                ((last & ((1u << unused) - 1)) == 0 && (kind == SHAPE_BITS_DER || (last >> unused & 1))));
    }
#endif
    /* The shortest form (X.690 8.3.2). */
    if (n > 1 && c[0] == (c[1] < 0x80 ? 0 : 0xff)) {
        return false;
    }
    if (kind >= SHAPE_NUMBER) {
        uint64_t number = c[0] < 0x80 ? 0 : UINT64_MAX;
        if ((kind & 4) && (c[0] > 0x7f || n - (c[0] == 0) > (size_t)1 << (kind & 3))) {
            return false;
        }
        for (i = 0; i < n; i++) {
            number = number << 8 | c[i];
        }
        hole->number = (int64_t)number;
    }
    return true;
}

/* Returns whether octets are equal. */
static bool shape_same(const uint8_t *p, const uint8_t *sample, size_t count)
{
    size_t own, other;
    if (count < sizeof own) {
        for (; count > 0; count--) {
            if (p[count - 1] != sample[count - 1]) {
                return false;
            }
        }
        return true;
    }
    /* Words. The last one overlaps the one before. */
    for (count -= sizeof own;; p += sizeof own, sample += sizeof own, count -= sizeof own) {
        memcpy(&own, p, sizeof own);
        memcpy(&other, sample, sizeof own);
        if (own != other) {
            return false;
        }
        if (count <= sizeof own) {
            break;
        }
    }
    memcpy(&own, p + count, sizeof own);
    memcpy(&other, sample + count, sizeof own);
    return own == other;
}

/* Returns whether octets are those of the sample, where the octets at some places have grown. */
static bool shape_grown(const uint8_t *p, const uint8_t *sample, size_t count, const uint8_t *at, unsigned more)
{
    uint8_t own[SHAPE_MOST];
    const uint8_t by = (uint8_t)(p[count - 1] - sample[count - 1]);
    memcpy(own, sample, count);
    for (; more > 0; more--) {
        own[*at++] += by;
    }
    return memcmp(p, own, count) == 0;
}

/* Finds the holes of a message by the table from here to an end. The message has the least octets, and so many more.
   Returns its octets, or 0 if it has another shape. */
static size_t shape_run(const uint8_t *at, const uint8_t *table_end, stubc_hole *hole, const uint8_t *input,
                        size_t room)
{
    const uint8_t *p = input;
    uint32_t ends[SHAPE_OPEN];
    unsigned open = 0, more;
    while (at < table_end) {
        const unsigned flags = at[0];
        const uint8_t *const sample = at + 4, *const own = p;
        const size_t count = at[1];
        const unsigned pair = shape_pair(at + 2);
        size_t n = pair;
        at = sample + count;
        p += count;
        if (!(flags & SHAPE_FIXED)) {
            n = p[-1];
            if (n - (pair >> 8) > (pair & 0xff) || n > room) {
                return 0;
            }
            room -= n;
            more = *at++;
            at += more;
            if (n != sample[count - 1] ? !shape_grown(own, sample, count, at - more, more)
                                       : !shape_same(own, sample, count)) {
                return 0;
            }
        } else if (!shape_same(own, sample, count)) {
            return 0;
        }
        if ((flags & SHAPE_LENGTH) == SHAPE_LENGTH) {
            more = flags & SHAPE_WIDTH;
            if (more > 0) {
                uint32_t length = *p++;
                if (length < pair >> 8 || length > (pair & 0xff)) {
                    return 0;
                }
                while (--more > 0) {
                    length = length << 8 | *p++;
                }
                ends[open++] = (uint32_t)(p - input) + length;
            }
            continue;
        }
        hole->octets = p;
        hole->length = n;
        if (!shape_hole(flags & SHAPE_KIND, hole)) {
            return 0;
        }
        hole++;
        p += n;
        if (flags & SHAPE_ENDS) {
            for (more = *at++; more > 0; more--) {
                if (ends[--open] != (uint32_t)(p - input) + shape_pair(at)) {
                    return 0;
                }
                at += 2;
            }
        }
    }
    return (size_t)(p - input);
}
#endif
