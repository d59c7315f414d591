/* ---- Packed rules: numbers of programs, contents of values ---- */
/* Returns a number of a program, and moves after it. */
static STUBC_APART stubc_number number(const uint8_t **pc)
{
    stubc_number x = 0;
    uint8_t octet;
    do {
        octet = *(*pc)++;
        x = x << 7 | (octet & 0x7fu);
    } while (octet & 0x80);
    return x;
}

#if defined STUBC_USE_NUMBERS || defined STUBC_USE_HOPS
/* Returns the place of a byte of a number with so many bytes; 0 is the least significant. */
static STUBC_MAYBE_UNUSED size_t byte_of(unsigned size, size_t at)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first ? at : size - 1 - at;
}

/* Returns a number in two's complement, with the fewest bytes. octets has nine bytes. */
static STUBC_APART stubc_slice octets_of_number(const uint8_t *in, unsigned repr, uint8_t *octets)
{
    const unsigned size = 1u << (repr & 3), fill = repr & 4 && in[byte_of(size, size - 1)] & 0x80 ? 0xff : 0;
    stubc_slice s = {octets, 9};
    unsigned at;
    memset(octets, (int)fill, 9);
    for (at = 0; at < size; at++) {
        octets[8 - at] = in[byte_of(size, at)];
    }
    while (s.length > 1 && *s.data == fill && (s.data[1] ^ fill) < 0x80) {
        s.data++;
        s.length--;
    }
    return s;
}
#endif

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
/* Checks the text of a decimal real number in the ISO 6093 form 1, 2 or 3 (X.690 8.5.8). Returns 0 or an error code;
 * NOT_CANONICAL for a number in another form than that of X.690 11.3.2. */
static int decimal(unsigned form, const uint8_t *c, const uint8_t *end)
{
    const uint8_t *start = c, *first, *mark, *exponent;
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
        return c == end ? STUBC_NOT_CANONICAL : STUBC_BAD_VALUE;
    }
    if (c == end || (*c | 0x20) != 'e') {
        return STUBC_BAD_VALUE;
    }
    exponent = sign(c + 1, end);
    if (digits(exponent, end) != end || exponent == end) {
        return STUBC_BAD_VALUE;
    }
    if (start + (*start == '-') != first || first == mark || *first == '0' || mark[-1] == '0' || *mark != '.' ||
        c != mark + 1 || *c != 'E' || (c[1] == '+' ? end - c != 3 || c[2] != '0' : *exponent == '0')) {
        return STUBC_NOT_CANONICAL;
    }
    return 0;
}

/* Checks the contents octets of a real number (X.690 8.5). Returns 0 or an error code; NOT_CANONICAL for a number in
 * another form than that of X.690 11.3. */
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
    return first & 0x3c || is_padded || (is_counted && length < 4) || !c[length] || !(end[-1] & 1)
               ? STUBC_NOT_CANONICAL
               : 0;
}
#endif

#ifdef STUBC_USE_BYTES
/* Returns the shortest form of an integer: without leading octets that only repeat the sign. */
static STUBC_MAYBE_UNUSED stubc_slice shortest(stubc_slice s)
{
    while (s.length > 1 && (s.data[0] == 0 ? s.data[1] < 0x80 : s.data[0] == 0xff && s.data[1] >= 0x80)) {
        s.data++;
        s.length--;
    }
    return s;
}
#endif

#ifdef STUBC_USE_BITS
/* Returns the number of bits without trailing zeros. */
static STUBC_MAYBE_UNUSED size_t trimmed(const uint8_t *data, size_t length)
{
    while (length && !(data[(length - 1) / 8] >> (7 - (length - 1) % 8) & 1)) {
        length--;
    }
    return length;
}
#endif

#ifdef STUBC_DEFAULT_SLICES
/* Returns whether the string at value equals known. op: the operation of its program; the length of a bit string counts
 * bits, and trailing zeros of named bits do not count. */
bool stubc_same(const void *value, const stubc_slice *known, unsigned op)
{
    stubc_slice own;
    size_t length = known->length, rest = 0;
    (void)op;
    memcpy(&own, value, sizeof own);
#ifdef STUBC_USE_BYTES
    if (op == STUBC_OP_BYTES) {
        own = shortest(own);
    }
#endif
#ifdef STUBC_USE_NAMED_BITS
    if (op == STUBC_OP_NAMED_BITS) {
        own.length = trimmed(own.data, own.length);
        length = trimmed(known->data, length);
    }
#endif
    if (own.length != length) {
        return false;
    }
#ifdef STUBC_USE_BITS
    if (op == STUBC_OP_BITS || op == STUBC_OP_NAMED_BITS) {
        rest = length % 8;
        length /= 8;
    }
#endif
    return (!length || memcmp(own.data, known->data, length) == 0) &&
           (!rest || (own.data[length] ^ known->data[length]) >> (8 - rest) == 0);
}
#endif
