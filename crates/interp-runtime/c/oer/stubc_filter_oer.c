/* Lengths, numbers and tags of OER (X.696). Each function returns 0, or the answer of a filter that cannot go on. */

#ifdef STUBC_FILTER_LENGTH
/* Reads a length (clause 8.6). */
static int filter_length(struct filter_bits *c, uint64_t *length)
{
    uint64_t octets;
    const int failed = filter_take(c, 8, length);
    if (failed < 0 || *length < 0x80) {
        return failed;
    }
    octets = *length & 0x7f;
    if (octets == 0) {
        return STUBC_OTHER;
    }
    if (octets > (c->end - c->at) / 8) {
        return STUBC_TRUNCATED;
    }
    *length = filter_whole(c->p, c->at, octets, false);
    c->at += (size_t)octets * 8;
    return 0;
}
#endif

#ifdef STUBC_FILTER_QUANTITY
/* Reads a number of elements (clause 17). */
static int filter_quantity(struct filter_bits *c, uint64_t *count)
{
    return filter_counted(c, false, count);
}
#endif

#ifdef STUBC_FILTER_UNUSED
/* Reads the length of a BIT STRING (clause 13), in bits. */
static int filter_unused(struct filter_bits *c, uint64_t *count)
{
    uint64_t unused;
    int failed = filter_length(c, count);
    if (failed < 0) {
        return failed;
    }
    if (*count > (c->end - c->at) / 8) {
        return STUBC_TRUNCATED;
    }
    failed = filter_take(c, 8, &unused);
    if (failed < 0 || *count == 0 || unused > 7 || (*count - 1) * 8 < unused) {
        return failed < 0 ? failed : STUBC_OTHER;
    }
    *count = (*count - 1) * 8 - unused;
    return 0;
}
#endif

#ifdef STUBC_FILTER_ITEM
/* Reads the number of an ENUMERATED (clause 11). */
static int filter_item(struct filter_bits *c, uint64_t *number)
{
    uint64_t octets;
    const int failed = filter_take(c, 8, number);
    if (failed < 0 || *number < 0x80) {
        return failed;
    }
    octets = *number & 0x7f;
    if (octets > (c->end - c->at) / 8) {
        return STUBC_TRUNCATED;
    }
    *number = filter_whole(c->p, c->at, octets, true);
    c->at += (size_t)octets * 8;
    return 0;
}
#endif

#ifdef STUBC_FILTER_TAG
/* Reads a tag (clause 8.7): its number, and its class in the lowest two bits. */
static int filter_tag(struct filter_bits *c, uint64_t *tag)
{
    uint64_t octet, number;
    int failed = filter_take(c, 8, &octet);
    if (failed < 0) {
        return failed;
    }
    number = octet & 0x3f;
    *tag = number << 2 | octet >> 6;
    if (number < 0x3f) {
        return 0;
    }
    number = 0;
    do {
        const uint64_t type = *tag & 3;
        failed = filter_take(c, 8, &octet);
        if (failed < 0 || number > UINT32_MAX) {
            return failed < 0 ? failed : STUBC_OTHER;
        }
        number = number << 7 | (octet & 0x7f);
        *tag = number << 2 | type;
    } while (octet >= 0x80);
    return 0;
}
#endif

#ifdef STUBC_FILTER_ADDITIONS
/* Goes to the contents of an addition (clause 16.4) and returns 1, or goes behind all additions and returns 0 if it is
   not there. */
static int filter_additions(struct filter_bits *c, uint64_t wanted)
{
    struct filter_bits flags;
    uint64_t octets, bit;
    int failed = filter_length(c, &octets);
    if (failed < 0) {
        return failed;
    }
    flags = *c;
    failed = filter_items(c, octets, 8);
    if (failed < 0 || octets == 0) {
        return failed < 0 ? failed : STUBC_OTHER;
    }
    filter_take(&flags, 8, &bit);
    if (bit > 7 || (octets - 1) * 8 < bit) {
        return STUBC_OTHER;
    }
    return filter_to_addition(c, flags, (octets - 1) * 8 - bit, wanted);
}
#endif
