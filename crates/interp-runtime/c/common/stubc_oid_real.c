/* ---- Contents octets of object identifiers and real numbers ---- */
#ifdef STUBC_USE_OID
/* Returns whether the octets are complete arcs of an object identifier, each in the shortest form (X.690 8.19.2). */
static bool is_oid(const uint8_t *data, size_t length)
{
    uint8_t before = 0, octet = 0x80; /* an arc begins after an octet below 0x80 */
    for (; length; length--, before = octet) {
        octet = *data++;
        if (octet == 0x80 && before < 0x80) {
            return false;
        }
    }
    return octet < 0x80;
}
#endif

#ifdef STUBC_USE_REAL
#ifdef STUBC_CANONICAL_REAL
#define STUBC_OTHER_REAL STUBC_NOT_CANONICAL
#else
#define STUBC_OTHER_REAL 0
#endif

/* Returns the end of the decimal digits at c. */
static const uint8_t *digits(const uint8_t *c, const uint8_t *end)
{
    while (c < end && (unsigned)(*c - '0') <= 9) {
        c++;
    }
    return c;
}

/* Returns the end of the optional sign at c. */
static const uint8_t *sign(const uint8_t *c, const uint8_t *end)
{
    return c < end && (*c == '+' || *c == '-') ? c + 1 : c;
}

/* Checks the text of a decimal real number in the ISO 6093 form 1, 2 or 3 (X.690 8.5.8). Returns 0 or an error code;
 * NOT_CANONICAL, where the rules tell, for a number in another form than that of X.690 11.3.2. */
static int decimal(unsigned form, const uint8_t *c, const uint8_t *end)
{
    const uint8_t *first, *mark, *exponent;
#ifdef STUBC_CANONICAL_REAL
    const uint8_t *const start = c;
#endif
    while (c < end && *c == ' ') {
        c++;
    }
    first = sign(c, end);
    mark = c = digits(first, end);
    if (c < end && form > 1 && (*c == '.' || *c == ',')) {
        c = digits(c + 1, end);
    } else if (form == 2) {
        return STUBC_BAD_VALUE;
    }
    if (c - first <= (c > mark)) {
        return STUBC_BAD_VALUE;
    }
    if (form != 3) {
        return c == end ? STUBC_OTHER_REAL : STUBC_BAD_VALUE;
    }
    if (c == end || (*c | 0x20) != 'e') {
        return STUBC_BAD_VALUE;
    }
    exponent = sign(c + 1, end);
    if (digits(exponent, end) != end || exponent == end) {
        return STUBC_BAD_VALUE;
    }
#ifdef STUBC_CANONICAL_REAL
    if (start + (*start == '-') != first || first == mark || *first == '0' || mark[-1] == '0' || *mark != '.' ||
        c != mark + 1 || *c != 'E' || (c[1] == '+' ? end - c != 3 || c[2] != '0' : *exponent == '0')) {
        return STUBC_NOT_CANONICAL;
    }
#endif
    return 0;
}

/* Checks the contents octets of a real number (X.690 8.5). Returns 0 or an error code; NOT_CANONICAL, where the rules
 * tell, for a number in another form than that of X.690 11.3. */
static STUBC_MAYBE_UNUSED int real(const uint8_t *c, size_t octets)
{
    const uint8_t *const end = c + octets;
    unsigned first;
    size_t length;
    bool is_padded, is_counted;
    if (!octets) {
        return 0;
    }
    first = *c++;
    if (first < 0x40) {
        return first - 1 > 2 ? STUBC_BAD_VALUE : decimal(first, c, end);
    }
    if (first < 0x80) {
        return c == end && first < 0x44 ? 0 : STUBC_BAD_VALUE;
    }
    length = (first & 3) + 1;
    is_counted = length == 4;
    if (is_counted) {
        if (c == end) {
            return STUBC_BAD_VALUE;
        }
        length = *c++;
    }
    if ((first & 0x30) == 0x30 || !length || (size_t)(end - c) <= length) {
        return STUBC_BAD_VALUE;
    }
    is_padded = length > 1 && (int8_t)*c == -(c[1] >> 7);
    if (is_counted && is_padded) {
        return STUBC_BAD_VALUE;
    }
#ifdef STUBC_CANONICAL_REAL
    if (first & 0x3c || is_padded || (is_counted && length < 4) || !c[length] || !(end[-1] & 1)) {
        return STUBC_NOT_CANONICAL;
    }
#endif
    return 0;
}
#endif
