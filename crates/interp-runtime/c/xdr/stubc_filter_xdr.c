/* Words of XDR (RFC 4506). Callers have checked that the bytes are there. */

#ifdef STUBC_FILTER_WORD
/* Returns the word at p. */
static inline uint32_t filter_word(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
#endif

#ifdef STUBC_FILTER_HYPER
/* Returns the number of eight bytes at p. */
static uint64_t filter_hyper(const uint8_t *p)
{
    uint64_t number = 0;
    unsigned i;
    for (i = 0; i < 8; i++) {
        number = number << 8 | p[i];
    }
    return number;
}
#endif

#ifdef STUBC_FILTER_PAST
/* Goes behind the string at *p. Returns 0, or STUBC_TRUNCATED if it does not end before e. */
static int filter_past(const uint8_t **p, const uint8_t *e)
{
    const uint8_t *at = *p;
    size_t left = (size_t)(e - at);
    uint32_t length;
    if (left < 4) {
        return STUBC_TRUNCATED;
    }
    length = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    left -= 4;
    if (length > left || (4 - length % 4) % 4 > left - length) {
        return STUBC_TRUNCATED;
    }
    *p = at + 4 + length + (4 - length % 4) % 4;
    return 0;
}
#endif
