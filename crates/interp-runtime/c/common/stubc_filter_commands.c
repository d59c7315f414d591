#ifdef STUBC_FILTER_RUN
/* The interpreter of filters. A command is an octet: its number, and in the lowest three bits a cursor or a variant;
   operands follow. Jumps go forward, and the routine that tests elements is an operand of the command that runs it. */

/* Returns a length, which takes two octets from 128 on, and goes behind it. */
static size_t filter_extent(const uint8_t **at)
{
    size_t length = *(*at)++;
#ifdef STUBC_FILTER_RUN_LONG
    if (length >= 0x80) {
        length = (length & 0x7f) << 8 | *(*at)++;
    }
#endif
    return length;
}

#if defined STUBC_FILTER_RUN_IN || defined STUBC_FILTER_RUN_ONE_OF || defined STUBC_FILTER_RUN_LEAST
/* Returns a number, and goes behind it: its octet, or octets in two's complement behind 0xf0 plus their number. */
static uint64_t filter_constant(const uint8_t **at)
{
    uint64_t number = *(*at)++;
    if (number > 0xf0) {
        unsigned octets = (unsigned)number - 0xf0;
        number = **at >= 0x80 ? UINT64_MAX : 0;
        for (; octets > 0; octets--) {
            number = number << 8 | *(*at)++;
        }
    }
    return number;
}
#endif

#ifdef STUBC_FILTER_RUN_IN
/* Returns whether a number is in the range of a command, and goes behind it. sign is the bit of the sign, or 0 for
   numbers without one. */
static bool filter_in(const uint8_t **at, uint64_t number, uint64_t sign)
{
    const unsigned flags = *(*at)++;
    unsigned count, is_most = flags & 8;
    bool is = true;
    for (count = flags & 3; count > 0; count--) {
        const uint64_t limit = filter_constant(at) ^ sign;
        is &= is_most ? (number ^ sign) <= limit : (number ^ sign) >= limit;
        is_most = 1;
    }
    return is != (flags >> 2 & 1);
}
#endif

#ifdef STUBC_FILTER_RUN_ONE_OF
/* Returns whether a number is one of those of a command, and goes behind them. */
static bool filter_one_of(const uint8_t **at, uint64_t number)
{
    size_t count = filter_extent(at);
    bool is = false;
    for (; count > 0; count--) {
        is |= filter_constant(at) == number;
    }
    return is;
}
#endif

#ifndef STUBC_FILTER_CURSOR
/* A place in the message with the end of what is around it. */
typedef struct filter_cursor {
    const uint8_t *p, *e;
} filter_cursor;
#endif

#ifdef STUBC_FILTER_RUN_OCTETS
/* Returns whether the contents hold the octets of a command, and goes behind them. */
static bool filter_octets(const uint8_t **at, const filter_cursor *own)
{
    const unsigned flags = *(*at)++;
    const size_t length = filter_extent(at), left = (size_t)(own->e - own->p);
    const uint8_t *const octets = *at;
    bool is = (flags & 3) == 0 ? left == length : left >= length;
    *at += length;
    is = is && memcmp((flags & 3) == 2 ? own->e - length : own->p, octets, length) == 0;
#ifdef STUBC_FILTER_CONTAINS
    if ((flags & 3) == 3) {
        is = filter_contains(own->p, own->e, octets, length, (size_t)1 << (flags >> 3));
    }
#endif
    return is != (flags >> 2 & 1);
}
#endif
#endif
