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

/* Returns the place after so many numbers of a program. */
static STUBC_MAYBE_UNUSED const uint8_t *after_numbers(const uint8_t *pc, unsigned count)
{
    for (; count; pc++) {
        count -= *pc < 0x80; /* the last byte of a number */
    }
    return pc;
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
    stubc_slice s = {octets, 0};
    unsigned count = size;
    while (count > 1 && in[byte_of(size, count - 1)] == fill && (in[byte_of(size, count - 2)] ^ fill) < 0x80) {
        count--;
    }
    if ((in[byte_of(size, count - 1)] ^ fill) & 0x80) {
        octets[s.length++] = 0; /* a number without a sign */
    }
    while (count) {
        count--;
        octets[s.length++] = in[byte_of(size, count)];
    }
    return s;
}
#endif

#if defined STUBC_USE_BYTES || defined STUBC_USE_CHECK_BYTES
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
