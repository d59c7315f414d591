/* ---- Encoding: the order of elements in DER ---- */
#if defined STUBC_ENCODE && defined STUBC_USE_SORT
/* Returns the end of the element at p, at most e. The encoder writes definite lengths, but an open type, which the
 * caller supplies, may have indefinite ones or be malformed. */
static uint8_t *element_end(uint8_t *p, uint8_t *e)
{
    uint8_t *c = p;
    size_t length, octets, open = 0;
#ifdef STUBC_SPEED
    if (e - p >= 2 && *p && (*p & 0x1f) != 0x1f && p[1] < 0x80 && p[1] <= e - p - 2) {
        return p + 2 + p[1];
    }
#endif
    do {
        if (e - c < 2) {
            return e;
        }
        if (c[0] == 0) {
            c += 2;
            open--;
            continue;
        }
        if ((*c++ & 0x1f) == 0x1f) {
            while (c < e && *c++ >= 0x80) {
            }
        }
        if (c >= e) {
            return e;
        }
        length = *c++;
        if (length == 0x80) {
            open++;
            continue;
        }
        if (length > 0x80) {
            octets = length & 0x7f;
            for (length = 0; octets && c < e; octets--) {
                length = length << 8 | *c++;
            }
        }
        if (length > (size_t)(e - c)) {
            return e;
        }
        c += length;
    } while (open);
    return c;
}

/* Returns whether the element from a to a_end sorts before that from b to b_end: by tag, or else as octet strings. */
static bool less(const uint8_t *a, const uint8_t *a_end, const uint8_t *b, const uint8_t *b_end, bool by_tag)
{
    size_t a_length = (size_t)(a_end - a), b_length = (size_t)(b_end - b);
    int order;
#ifdef STUBC_USE_RANK
    if (by_tag) {
        return stubc_tag_rank(a, a_end) < stubc_tag_rank(b, b_end);
    }
#else
    (void)by_tag;
#endif
    order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order < 0 : a_length < b_length;
}

/* Returns whether no element from p to e sorts before the one in front of it. */
static bool is_sorted(uint8_t *p, uint8_t *e, bool by_tag)
{
    uint8_t *at = element_end(p, e), *next;
    for (; at < e; p = at, at = next) {
        next = element_end(at, e);
        if (less(at, next, p, at, by_tag)) {
            return false;
        }
    }
    return true;
}

/* Reverses the bytes from p to e. */
static void reverse(uint8_t *p, uint8_t *e)
{
    while (e - p > 1) {
        uint8_t octet = *p;
        *p++ = *--e;
        *e = octet;
    }
}

/* Returns the end of at most `most` elements from p, at most e; sets count to their number. */
static uint8_t *behind(uint8_t *p, uint8_t *e, size_t most, size_t *count)
{
    for (*count = 0; *count < most && p < e; ++*count) {
        p = element_end(p, e);
    }
    return p;
}

/* Exchanges the bytes from p to m with those from m to e. */
static void rotate(uint8_t *p, uint8_t *m, uint8_t *e)
{
    reverse(p, m);
    reverse(m, e);
    reverse(p, e);
}

/* Merges in place two sorted runs: `first` elements from a to m, and `second` elements from m to e. It cuts the longer
 * run at its middle element and the other run where that element belongs, and exchanges the bytes between the cuts.
 * The call for the left part has at most half of the longer run, and the loop merges the right part: so the recursion
 * depth is logarithmic, and each level moves every byte a few times. */
static void merge(uint8_t *a, uint8_t *m, uint8_t *e, size_t first, size_t second, bool by_tag)
{
    while (first && second) {
        uint8_t *cut, *cut_end, *at, *next;
        size_t half, below = 0;
        if (first >= second) {
            cut = behind(a, m, first / 2, &half);
            cut_end = element_end(cut, m);
            for (at = m; at < e; at = next, below++) {
                next = element_end(at, e);
                if (!less(at, next, cut, cut_end, by_tag)) {
                    break;
                }
            }
            rotate(cut, m, at);
            merge(a, cut, cut + (at - m), half, below, by_tag);
            a = cut_end + (at - m);
            m = at;
            first -= half + 1;
            second -= below;
        } else {
            cut = behind(m, e, second / 2, &half);
            cut_end = element_end(cut, e);
            for (at = a; at < m; at = next, below++) {
                next = element_end(at, m);
                if (less(cut, cut_end, at, next, by_tag)) {
                    break;
                }
            }
            rotate(at, m, cut_end);
            merge(a, at, at + (cut - m), below, half, by_tag);
            a = at + (cut_end - m);
            m = cut_end;
            first -= below;
            second -= half + 1;
        }
    }
}

/* Sorts the elements from q to end in place: merges runs of one element to runs of two, those to runs of four, and so
 * on. */
STUBC_APART static void sort(uint8_t *q, uint8_t *end, bool by_tag)
{
    size_t run;
    bool merged = true;
    for (run = 1; merged; run *= 2) {
        uint8_t *a = q;
        merged = false;
        while (a < end) {
            size_t first, second;
            uint8_t *m = behind(a, end, run, &first), *e = behind(m, end, run, &second);
            merged |= m < end;
            merge(a, m, e, first, second, by_tag);
            a = e;
        }
    }
}

/* Puts the elements from q to end in order: by their octets (SET OF, X.690 11.6) or by tag (SET, X.690 10.3). Does
 * nothing after an error. Returns q. */
uint8_t *stubc_sort(stubc_encoder *c, uint8_t *q, uint8_t *end, bool by_tag)
{
    if (!c->code && !is_sorted(q, end, by_tag)) {
        sort(q, end, by_tag);
    }
    return q;
}
#endif
