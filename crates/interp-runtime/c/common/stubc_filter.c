/* Comparisons of contents. */

#ifdef STUBC_FILTER_CONTAINS
/* Returns whether the string from p to e holds these bytes at the start of a character of so many bytes. */
static bool filter_contains(const uint8_t *p, const uint8_t *e, const void *bytes, size_t length, size_t unit)
{
    while ((size_t)(e - p) >= length) {
        if (memcmp(p, bytes, length) == 0) {
            return true;
        }
        if ((size_t)(e - p) < unit) {
            return false;
        }
        p += unit;
    }
    return false;
}
#endif

#ifdef STUBC_FILTER_NUMBER
/* Returns the number of these contents octets, the most significant first, in two's complement. Numbers beyond 64 bits
   become the smallest or the largest one. */
static int64_t filter_number(const uint8_t *p, const uint8_t *e)
{
    const bool is_negative = p < e && *p >= 0x80;
    uint64_t number = is_negative ? UINT64_MAX : 0;
    if (e - p > 8) {
        return is_negative ? INT64_MIN : INT64_MAX;
    }
    while (p < e) {
        number = number << 8 | *p++;
    }
    return is_negative ? -(int64_t)~number - 1 : (int64_t)number;
}
#endif

#ifdef STUBC_FILTER_WIDE
/* Converts these contents octets, in two's complement, to a number without a sign. Returns whether 64 bits hold it. */
static bool filter_wide(const uint8_t *p, const uint8_t *e, uint64_t *number)
{
    *number = 0;
    if (p == e || *p >= 0x80 || e - p > 9 || (e - p == 9 && *p != 0)) {
        return false;
    }
    while (p < e) {
        *number = *number << 8 | *p++;
    }
    return true;
}
#endif

#ifdef STUBC_FILTER_LARGE
/* Compares the number of these contents octets with another, both shortest: less than 0, 0, or more than 0. */
static int filter_large(const uint8_t *p, const uint8_t *e, const void *bytes, size_t length)
{
    const uint8_t *const other = (const uint8_t *)bytes;
    const bool is_negative = p < e && *p >= 0x80;
    const size_t own = (size_t)(e - p);
    if (is_negative != (other[0] >= 0x80)) {
        return is_negative ? -1 : 1;
    }
    if (own != length) {
        return (own < length) != is_negative ? -1 : 1;
    }
    return memcmp(p, other, length);
}
#endif

#ifdef STUBC_FILTER_BITS
/* Returns whether a BIT STRING, an octet with the number of unused bits before its own, has these bits. With trailing,
   zeros at its end do not count. */
static bool filter_bits(const uint8_t *p, const uint8_t *e, const void *bytes, size_t length, bool trailing)
{
    const uint8_t *const other = (const uint8_t *)bytes;
    const size_t octets = length / 8 + (length % 8 != 0);
    size_t own, at;
    uint8_t mask;
    if (p == e || *p > 7) {
        return false;
    }
    own = (size_t)(e - p) - 1;
    mask = (uint8_t)(0xff << *p);
    if (own < octets || (!trailing && own * 8 - *p != length)) {
        return false;
    }
    for (at = 0; at < own; at++) {
        const uint8_t octet = (uint8_t)(p[at + 1] & (at + 1 == own ? mask : 0xff));
        if (octet != (at < octets ? other[at] : 0)) {
            return false;
        }
    }
    return true;
}
#endif

#ifdef STUBC_FILTER_SIGNED
/* Returns a number in two's complement, whose sign is this bit. */
static inline int64_t filter_signed(uint64_t number, uint64_t sign)
{
    return number < sign ? (int64_t)number : -(int64_t)(sign - 1 - (number & (sign - 1))) - 1;
}
#endif
