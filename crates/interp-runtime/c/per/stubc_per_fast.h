/* ---- PER: what procedures call ---- */
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
/* Whether the target reads and writes words at any address, the least significant byte first. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                      \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__ARM_FEATURE_UNALIGNED))
#define STUBC_WORDS
#endif

/* The next byte boundary. */
#define STUBC_TO_BYTE(at) (((at) + 7) & ~(size_t)7)
#endif

#ifdef STUBC_COMPILED_DECODE
/* Bits of a word, after others. */
#define STUBC_BITS_OF(w, from, count) ((w) << (from) >> (64 - (count)))

/* Returns eight bytes as a number. */
STUBC_INLINE uint64_t stubc_eight(const uint8_t *p)
{
    uint64_t x;
#ifdef STUBC_WORDS
    memcpy(&x, p, sizeof x);
    x = __builtin_bswap64(x);
#else
    unsigned i;
    x = 0;
    for (i = 0; i < 8; i++) {
        x = x << 8 | p[i];
    }
#endif
    return x;
}

/* Returns the bits at a place as the highest ones of a word: at least 57, with zeros after the last of the input. */
STUBC_INLINE uint64_t stubc_quick_peek(const stubc_decoder *d, size_t at)
{
    const size_t left = d->in.whole - at;
    if (left >= 64) {
        return stubc_eight(d->in.base + at / 8) << (at & 7);
    }
    return left ? d->in.tail << (64 - left) : 0;
}

#ifdef STUBC_PEEK
uint64_t stubc_peek(const stubc_decoder *d, size_t at);
#endif
#ifdef STUBC_TAKE_LENGTH
size_t stubc_take_length(stubc_decoder *d, size_t at, size_t *count);
#endif
#ifdef STUBC_TAKE_STRING
size_t stubc_take_string(stubc_decoder *d, size_t at, size_t count, unsigned item, void *to);
#endif
#endif

#ifdef STUBC_COMPILED_ENCODE
size_t stubc_put_last(stubc_encoder *c, size_t at, uint64_t x, unsigned count);

/* Writes the lowest bits of a number, at most 57. The bits after a place in its byte are zeros. Returns the place after
 * them. */
STUBC_INLINE size_t stubc_quick_put(stubc_encoder *c, size_t at, uint64_t x, unsigned count)
{
#ifdef STUBC_WORDS
    if (c->in.end - at >= 64) {
        uint8_t *const p = c->in.base + at / 8;
        const unsigned used = (unsigned)(at & 7);
        uint64_t w = x << (64 - count) >> used | (uint64_t)(uint8_t)(*p & 0xff00u >> used) << 56;
        w = __builtin_bswap64(w);
        memcpy(p, &w, sizeof w);
        return at + count;
    }
#endif
    return stubc_put_last(c, at, x, count);
}

#ifdef STUBC_PUT
size_t stubc_put(stubc_encoder *c, size_t at, uint64_t x, unsigned count);
#endif
#ifdef STUBC_PUT_LENGTH
size_t stubc_put_length(stubc_encoder *c, size_t at, size_t count);
#endif
#ifdef STUBC_PUT_STRING
size_t stubc_put_string(stubc_encoder *c, size_t at, const uint8_t *data, size_t count, unsigned item);
#endif
#endif
