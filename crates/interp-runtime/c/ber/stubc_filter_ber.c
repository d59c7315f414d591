/* Elements of definite length (X.690). A position becomes NULL at an element of indefinite length, and at one that does
   not end within the element around it. */

#if defined STUBC_FILTER_SKIP || defined STUBC_FILTER_MESSAGE
/* Returns the number of identifier octets at p, of which so many are left. */
static size_t filter_identifier(const uint8_t *p, size_t left)
{
    size_t octets = 1;
    if (left > 0 && (*p & 0x1f) == 0x1f) {
        while (octets < left && p[octets] >= 0x80) {
            octets++;
        }
        octets++;
    }
    return octets;
}
#endif

#if defined STUBC_FILTER_ENTER || defined STUBC_FILTER_OPEN || defined STUBC_FILTER_SKIP
/* Returns the contents octets of a length of more than one octet at p; their end becomes *end. */
static const uint8_t *filter_long(const uint8_t *p, const uint8_t *e, const uint8_t **end)
{
    size_t length = 0;
    unsigned octets;
    if (*p <= 0x80) {
        return NULL;
    }
    octets = *p++ & 0x7fu;
    while (octets > 0) {
        if (p == e || length > SIZE_MAX >> 8) {
            return NULL;
        }
        length = length << 8 | *p++;
        octets--;
    }
    if (length > (size_t)(e - p)) {
        return NULL;
    }
    *end = p + length;
    return p;
}

/* Returns the contents octets of the element at p, behind so many identifier octets; their end becomes *end. */
static inline const uint8_t *filter_enter(const uint8_t *p, const uint8_t *e, size_t octets, const uint8_t **end)
{
    const size_t left = (size_t)(e - p);
    if (left <= octets) {
        return NULL;
    }
    if (p[octets] < 0x80 && p[octets] < left - octets) {
        p += octets + 1;
        *end = p + p[-1];
        return p;
    }
    return filter_long(p + octets, e, end);
}
#endif

#ifdef STUBC_FILTER_OPEN
/* Returns the contents octets of the element at p, if it has this identifier; their end becomes *end. */
static inline const uint8_t *filter_open(const uint8_t *p, const uint8_t *e, uint8_t identifier, const uint8_t **end)
{
    return p < e && *p == identifier ? filter_enter(p, e, 1, end) : NULL;
}
#endif

#ifdef STUBC_FILTER_AFTER
/* Returns the end of the element at p, which has so many identifier octets. */
static inline const uint8_t *filter_after(const uint8_t *p, const uint8_t *e, size_t octets)
{
    const uint8_t *end;
    return filter_enter(p, e, octets, &end) != NULL ? end : NULL;
}
#endif

#ifdef STUBC_FILTER_SKIP
/* Returns the end of the element at p, whatever its identifier. */
static const uint8_t *filter_skip(const uint8_t *p, const uint8_t *e)
{
    const uint8_t *end;
    return filter_enter(p, e, filter_identifier(p, (size_t)(e - p)), &end) != NULL ? end : NULL;
}
#endif

#ifdef STUBC_FILTER_COUNT
/* Returns the number of elements, or SIZE_MAX. */
static size_t filter_count(const uint8_t *p, const uint8_t *e)
{
    size_t count = 0;
    while (p < e) {
        p = filter_skip(p, e);
        if (p == NULL) {
            return SIZE_MAX;
        }
        count++;
    }
    return count;
}
#endif

#ifdef STUBC_FILTER_AT
/* Returns whether this identifier of more than one octet is at p. */
static bool filter_at(const uint8_t *p, const uint8_t *e, uint32_t identifier)
{
    uint32_t found = 0;
    unsigned octets;
    for (octets = 1; octets <= 4 && p < e; octets++) {
        found = found << 8 | *p++;
        if (found == identifier) {
            return true;
        }
    }
    return false;
}
#endif

/* Finds the contents octets of the message from *p to *e, behind so many identifier octets; 0 stands for any number.
   Returns 0, STUBC_TRUNCATED if the message does not end there, or STUBC_OTHER. */
static int filter_message(const uint8_t **p, const uint8_t **e, size_t octets)
{
    const uint8_t *at = *p;
    const uint8_t *const end = *e;
    size_t length, more;
    if (octets == 0) {
        octets = filter_identifier(at, (size_t)(end - at));
    }
    if ((size_t)(end - at) <= octets) {
        return STUBC_TRUNCATED;
    }
    at += octets;
    length = *at++;
    if (length == 0x80) {
        return STUBC_OTHER;
    }
    if (length > 0x80) {
        more = length & 0x7f;
        for (length = 0; more > 0; more--) {
            if (at == end) {
                return STUBC_TRUNCATED;
            }
            if (length > SIZE_MAX >> 8) {
                return STUBC_OTHER;
            }
            length = length << 8 | *at++;
        }
    }
    if (length > (size_t)(end - at)) {
        return STUBC_TRUNCATED;
    }
    *p = at;
    *e = at + length;
    return 0;
}
