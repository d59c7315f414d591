/* ---- What both directions use ---- */
/* Returns a number of a program, and moves after it. */
static STUBC_APART stubc_word number(const uint8_t **pc)
{
    stubc_word x = 0;
    uint8_t octet;
    do {
        octet = *(*pc)++;
        x = x << 7 | (octet & 0x7fu);
    } while (octet & 0x80);
    return x;
}

/* Returns the number of bits of a number from 0 to most. */
static unsigned width(stubc_word most)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__) || defined(__ARM_FEATURE_CLZ))
    return most ? 64u - (unsigned)__builtin_clzll(most) : 0;
#else
    unsigned bits = 0;
    while (bits < STUBC_WORD_BITS && most >> bits) {
        bits++;
    }
    return bits;
#endif
}

/* Returns the next bits, which are left, as a number. */
static STUBC_APART stubc_word take(stubc_input *in, unsigned bits)
{
    stubc_word x = 0;
    while (bits) {
        const unsigned left = 8 - (unsigned)(in->at & 7), some = bits < left ? bits : left;
        x = x << some | ((unsigned)in->base[in->at / 8] >> (left - some) & (0xffu >> (8 - some)));
        in->at += some;
        bits -= some;
    }
    return x;
}

/* The sizes of a string or array. */
typedef struct stubc_sizes {
    size_t min;
    size_t max; /* SIZE_MAX: none */
} stubc_sizes;

/* A size of 64K or more has no bounds in the encoding (X.691 11.9.4.1). */
#define STUBC_UNBOUNDED 0x10000u

#ifdef STUBC_USE_SIZES
/* Returns the sizes in a program, and moves after them. */
static stubc_sizes sizes_at(const uint8_t **pc, unsigned op)
{
    stubc_sizes sizes = {0, SIZE_MAX};
    sizes.min = (size_t)number(pc);
    if (op & STUBC_LIMITED) {
        sizes.max = (size_t)number(pc);
    }
    return sizes;
}
#endif

#if defined STUBC_ALIGNED && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Returns whether the items of a string begin on a byte boundary: short ones do not (X.691 16, 17). */
static bool is_long(const stubc_sizes *sizes, size_t most)
{
    return sizes->min != sizes->max || sizes->max > most;
}
#else
#define is_long(sizes, most) false
#endif

#if defined STUBC_USE_CHARACTERS
/* The characters of a string in a program. */
typedef struct stubc_alphabet {
    const uint8_t *ranges;
    unsigned item; /* bytes of a character in C */
    unsigned bits;
    bool is_mapped;
} stubc_alphabet;

/* Returns the alphabet in a program, and moves to its sizes. */
static stubc_alphabet alphabet_at(const uint8_t **pc)
{
    stubc_alphabet alphabet;
    const unsigned form = *(*pc)++;
    alphabet.item = 1u << (form & 3);
    alphabet.is_mapped = (form & STUBC_MAPPED) != 0;
    alphabet.bits = *(*pc)++;
    return alphabet;
}

/* Returns whether the characters of a string begin on a byte boundary (X.691 30.5.6, 30.5.7). */
#ifdef STUBC_ALIGNED
static bool is_spread(const stubc_alphabet *alphabet, const stubc_sizes *sizes)
{
    const size_t most = alphabet->bits && sizes->max > 16 / alphabet->bits ? 17 : sizes->max * alphabet->bits;
    if (sizes->max == SIZE_MAX) {
        return true;
    }
    return sizes->min == sizes->max && sizes->max < STUBC_UNBOUNDED ? most > 16 : most >= 16;
}
#else
#define is_spread(alphabet, sizes) false
#endif
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
static int real(const uint8_t *c, size_t octets)
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

#if defined STUBC_USE_BYTES || defined STUBC_DEFAULT_SLICES
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

#if defined STUBC_USE_BITS || defined STUBC_DEFAULT_SLICES
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
    memcpy(&own, value, sizeof own);
    if (op == STUBC_OP_BYTES) {
        own = shortest(own);
    }
    if (op == STUBC_OP_NAMED_BITS) {
        own.length = trimmed(own.data, own.length);
        length = trimmed(known->data, length);
    }
    if (own.length != length) {
        return false;
    }
    if (op == STUBC_OP_BITS || op == STUBC_OP_NAMED_BITS) {
        rest = length % 8;
        length /= 8;
    }
    return (!length || memcmp(own.data, known->data, length) == 0) &&
           (!rest || (own.data[length] ^ known->data[length]) >> (8 - rest) == 0);
}
#endif
