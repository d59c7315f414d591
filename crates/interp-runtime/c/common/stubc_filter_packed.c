/* Bits of packed rules (X.691, X.696): the most significant bit of a byte is its first. */

#if defined STUBC_FILTER_FIND || defined STUBC_FILTER_NAMED
#define STUBC_FILTER_SAME
#endif
#if defined STUBC_FILTER_TAKE || defined STUBC_FILTER_WHOLE || defined STUBC_FILTER_SAME
#define STUBC_FILTER_BITS_AT
#endif

#ifdef STUBC_FILTER_CURSOR
/* A place in a message. */
struct filter_bits {
    const uint8_t *p; /* the message */
    size_t at;        /* the next bit */
    size_t end;       /* the bits of the input */
    unsigned depth;   /* the levels of recursion that are left */
};
#endif

#ifdef STUBC_FILTER_BITS_AT
/* Returns the number in so many bits, at most 64, which are there. */
static inline uint64_t filter_bits_at(const uint8_t *p, size_t at, unsigned width)
{
    uint64_t number = 0;
    while (width > 0) {
        const unsigned left = 8 - at % 8;
        const unsigned some = width < left ? width : left;
        number = number << some | (p[at / 8] >> (left - some) & ((1u << some) - 1));
        at += some;
        width -= some;
    }
    return number;
}
#endif

#ifdef STUBC_FILTER_OVER
/* Goes over so many bits. Returns 0, or STUBC_TRUNCATED if they are not there. */
static inline int filter_over(struct filter_bits *c, uint64_t bits)
{
    if (bits > c->end - c->at) {
        return STUBC_TRUNCATED;
    }
    c->at += (size_t)bits;
    return 0;
}
#endif

#ifdef STUBC_FILTER_TAKE
/* Reads so many bits, at most 64, and goes over them. Returns 0 or STUBC_TRUNCATED. */
static int filter_take(struct filter_bits *c, unsigned width, uint64_t *number)
{
    if (width > c->end - c->at) {
        return STUBC_TRUNCATED;
    }
    *number = filter_bits_at(c->p, c->at, width);
    c->at += width;
    return 0;
}
#endif

#ifdef STUBC_FILTER_ITEMS
/* Goes over items of so many bits. Returns 0 or STUBC_TRUNCATED. */
static int filter_items(struct filter_bits *c, uint64_t count, uint64_t item)
{
    if (item > 0 && count > (c->end - c->at) / item) {
        return STUBC_TRUNCATED;
    }
    c->at += (size_t)(count * item);
    return 0;
}
#endif

#if defined STUBC_FILTER_ALIGN || defined STUBC_FILTER_MEASURED || \
    (defined STUBC_FILTER_ALIGNED && defined STUBC_FILTER_LENGTH)
/* Goes to the next byte boundary. */
static inline void filter_align(struct filter_bits *c)
{
    c->at = (c->at + 7) & ~(size_t)7;
}
#endif

#ifdef STUBC_FILTER_WHOLE
/* Returns the number in so many bytes, which are there. One that 64 bits do not hold becomes the least or greatest. */
static uint64_t filter_whole(const uint8_t *p, size_t at, uint64_t octets, bool is_signed)
{
    const bool is_negative = is_signed && octets > 0 && filter_bits_at(p, at, 1) != 0;
    const uint64_t beyond = !is_signed ? UINT64_MAX : (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
    uint64_t number;
    for (; octets > 8; octets--) {
        if (filter_bits_at(p, at, 8) != (is_negative ? 0xffu : 0)) {
            return beyond;
        }
        at += 8;
    }
    number = filter_bits_at(p, at, (unsigned)octets * 8);
    if (is_negative && octets < 8) {
        number |= UINT64_MAX << octets * 8;
    }
    return is_signed && (number >> 63 != 0) != is_negative ? beyond : number;
}
#endif

#ifdef STUBC_FILTER_SAME
/* Returns whether bits at a place are those from the start of these bytes. */
static bool filter_same(const uint8_t *p, size_t at, const void *bytes, uint64_t bits)
{
    const uint8_t *other = (const uint8_t *)bytes;
    for (; bits >= 8; bits -= 8) {
        if (filter_bits_at(p, at, 8) != *other++) {
            return false;
        }
        at += 8;
    }
    return bits == 0 || filter_bits_at(p, at, (unsigned)bits) == (uint64_t)*other >> (8 - bits);
}
#endif

#ifdef STUBC_FILTER_FIND
/* Returns whether a string of so many items of so many bits holds these, at a multiple of so many items. */
static bool filter_find(const uint8_t *p, size_t at, uint64_t count, unsigned item, const void *bytes, uint64_t items,
                        unsigned step)
{
    while (count >= items) {
        if (filter_same(p, at, bytes, items * item)) {
            return true;
        }
        /* No items are the same anywhere, so that there are as many as a step here. */
        at += (size_t)item * step;
        count -= step;
    }
    return false;
}
#endif

#ifdef STUBC_FILTER_NAMED
/* Returns whether a BIT STRING of so many bits is this one. With trailing, zeros at its end do not count. */
static bool filter_named(const uint8_t *p, size_t at, uint64_t count, const void *bytes, uint64_t length, bool trailing)
{
    if (trailing ? count < length : count != length) {
        return false;
    }
    if (!filter_same(p, at, bytes, length)) {
        return false;
    }
    for (; length < count; length++) {
        if (filter_bits_at(p, at + (size_t)length, 1) != 0) {
            return false;
        }
    }
    return true;
}
#endif

#ifdef STUBC_FILTER_LENGTH
/* Reads a length, as the rule writes it. */
static int filter_length(struct filter_bits *c, uint64_t *length);
#endif

#ifdef STUBC_FILTER_CONTENTS
/* Goes over bytes after their length. */
static int filter_contents(struct filter_bits *c)
{
    uint64_t length;
    const int failed = filter_length(c, &length);
    return failed < 0 ? failed : filter_items(c, length, 8);
}
#endif

#if defined STUBC_FILTER_COUNTED || defined STUBC_FILTER_QUANTITY
/* Reads a number in bytes after their length. */
static int filter_counted(struct filter_bits *c, bool is_signed, uint64_t *number)
{
    uint64_t length;
    const int failed = filter_length(c, &length);
    if (failed < 0) {
        return failed;
    }
    if (length > (c->end - c->at) / 8) {
        return STUBC_TRUNCATED;
    }
    *number = filter_whole(c->p, c->at, length, is_signed);
    c->at += (size_t)length * 8;
    return 0;
}
#endif

#ifdef STUBC_FILTER_ADDITIONS
/* Goes to the contents of an addition and returns 1, or goes behind all additions and returns 0 if it is not there.
   flags is at the flags of so many additions, all of which are there; they follow from c on. */
static int filter_to_addition(struct filter_bits *c, struct filter_bits flags, uint64_t count, uint64_t wanted)
{
    uint64_t i, bit = 0;
    int failed = 0;
    for (i = 0; failed >= 0 && i < count; i++) {
        filter_take(&flags, 1, &bit);
        if (bit != 0 && i == wanted) {
            failed = filter_length(c, &bit);
            return failed < 0 ? failed : 1;
        }
        if (bit != 0) {
            failed = filter_contents(c);
        }
    }
    return failed;
}
#endif
