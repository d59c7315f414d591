/* Elements of definite length (X.690) for XDP: lengths of at most four octets behind the first, identifiers of at most
   five octets. The functions return whether the element at p is such a one, and ends within the element around it. */

/* Finds the contents octets behind so many identifier octets, from *inner to *end. */
STUBC_INLINE bool filter_enter(const struct stubc_packet *x, uint64_t p, uint64_t e, uint64_t octets, uint64_t *inner,
                               uint64_t *end)
{
    uint64_t length, more;
    p += octets;
    length = filter_first(x, p, e);
    p++;
    if (length >= 0x80) {
        more = length & 0x7f;
        /* It is 0 at the end, too. */
        if (more - 1 > 3) {
            return false;
        }
        p = filter_any(p + more);
        if (!filter_before(x, p, &length)) {
            return false;
        }
        length &= ~(uint64_t)0 >> (64 - 8 * more);
    }
    if (p + length > e) {
        return false;
    }
    *inner = filter_any(p);
    *end = filter_any(p + length);
    return true;
}

/* Finds the contents octets if the element has this identifier. */
STUBC_INLINE bool filter_open(const struct stubc_packet *x, uint64_t p, uint64_t e, uint64_t identifier,
                              uint64_t *inner, uint64_t *end)
{
    return filter_first(x, p, e) == identifier && filter_enter(x, p, e, 1, inner, end);
}

/* Finds the end behind so many identifier octets. */
STUBC_INLINE bool filter_after(const struct stubc_packet *x, uint64_t p, uint64_t e, uint64_t octets, uint64_t *end)
{
    uint64_t inner;
    return filter_enter(x, p, e, octets, &inner, end);
}

/* Finds the end, whatever the identifier is. */
STUBC_INLINE bool filter_skip(const struct stubc_packet *x, uint64_t p, uint64_t e, uint64_t *end)
{
    uint64_t octets = 1;
    if ((filter_first(x, p, e) & 0x1f) == 0x1f) {
        for (octets = 2; filter_first(x, p + octets - 1, e) >= 0x80; octets++) {
            if (octets == 5) {
                return false;
            }
        }
    }
    return filter_after(x, p, e, octets, end);
}

/* Counts the elements. */
STUBC_INLINE bool filter_count(const struct stubc_packet *x, uint64_t p, uint64_t e, uint64_t *count)
{
    for (*count = 0; p < e; ++*count) {
        if (*count == STUBC_XDP_TURNS || !filter_skip(x, p, e, &p)) {
            return false;
        }
        e = filter_any(e);
    }
    return true;
}
