/* Lengths and numbers of PER (X.691). Each function returns 0, or the answer of a filter that cannot go on. */

#ifdef STUBC_FILTER_LENGTH
/* Reads a length (clause 11.9.3). A fragment is left to decoders. */
static int filter_length(struct filter_bits *c, uint64_t *length)
{
    uint64_t more;
    int failed;
#ifdef STUBC_FILTER_ALIGNED
    filter_align(c);
#endif
    failed = filter_take(c, 8, length);
    if (failed < 0 || *length < 0x80) {
        return failed;
    }
    if (*length >= 0xc0) {
        return STUBC_OTHER;
    }
    failed = filter_take(c, 8, &more);
    *length = (*length & 0x3f) << 8 | more;
    return failed;
}
#endif

#ifdef STUBC_FILTER_MEASURED
/* Reads a number in bytes after their number less one, which has so many bits (clause 11.5.7.4). */
static int filter_measured(struct filter_bits *c, unsigned width, uint64_t *number)
{
    uint64_t length;
    const int failed = filter_take(c, width, &length);
    if (failed < 0) {
        return failed;
    }
    filter_align(c);
    length++;
    if (length > (c->end - c->at) / 8) {
        return STUBC_TRUNCATED;
    }
    *number = filter_whole(c->p, c->at, length, false);
    c->at += (size_t)length * 8;
    return 0;
}
#endif

#ifdef STUBC_FILTER_SMALL
/* Reads a normally small number (clause 11.6). */
static int filter_small(struct filter_bits *c, uint64_t *number)
{
    const int failed = filter_take(c, 1, number);
    if (failed < 0) {
        return failed;
    }
    return *number == 0 ? filter_take(c, 6, number) : filter_counted(c, false, number);
}
#endif

#ifdef STUBC_FILTER_ADDITIONS
/* Goes to the contents of an addition (clause 19.7) and returns 1, or goes behind all additions and returns 0 if it is
   not there. */
static int filter_additions(struct filter_bits *c, uint64_t wanted)
{
    struct filter_bits flags;
    uint64_t count;
    int failed = filter_take(c, 1, &count);
    if (failed < 0) {
        return failed;
    }
    if (count == 0) {
        failed = filter_take(c, 6, &count);
        count++;
    } else {
        failed = filter_length(c, &count);
    }
    if (failed < 0) {
        return failed;
    }
    flags = *c;
    failed = filter_over(c, count);
    return failed < 0 ? failed : filter_to_addition(c, flags, count, wanted);
}
#endif
