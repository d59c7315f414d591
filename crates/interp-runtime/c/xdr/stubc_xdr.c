#if defined STUBC_USE_SWAP32 || defined STUBC_USE_SWAP64
/* ---- Byte order ---- */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define STUBC_BIG_ENDIAN
#endif

#if defined STUBC_SPEED && !defined STUBC_BIG_ENDIAN && defined(__GNUC__) &&                                         \
    (defined(__SSE2__) || defined(__ARM_NEON) || defined(__ALTIVEC__))
#define STUBC_VECTORS
#ifdef __AVX2__
#define STUBC_VECTOR 32
#else
#define STUBC_VECTOR 16
#endif
typedef uint16_t stubc_halves __attribute__((vector_size(STUBC_VECTOR)));
typedef uint8_t stubc_octets __attribute__((vector_size(STUBC_VECTOR)));
#if defined(__SSSE3__) || defined(__ARM_NEON)
#define STUBC_PERMUTES
#endif

/* Returns a vector with the bytes of each group of `group` bytes, 4 or 8, reversed. */
STUBC_INLINE stubc_octets stubc_turned(stubc_halves x, unsigned group)
{
#ifdef STUBC_PERMUTES
    {
        /* This compiles to one instruction that permutes bytes. */
        stubc_octets order;
        unsigned i;
        for (i = 0; i < STUBC_VECTOR; i++) {
            order[i] = (uint8_t)(i ^ (group - 1));
        }
#if defined(__clang__)
        {
            stubc_octets in = (stubc_octets)x, out;
            for (i = 0; i < STUBC_VECTOR; i++) {
                out[i] = in[i ^ (group - 1)];
            }
            (void)order;
            return out;
        }
#else
        return __builtin_shuffle((stubc_octets)x, order);
#endif
    }
#else
    {
        /* Swap the halves of each group, then the bytes of each half. */
#if defined(__clang__)
        x = group == 4 ? __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6)
                       : __builtin_shufflevector(x, x, 3, 2, 1, 0, 7, 6, 5, 4);
#else
        {
            const stubc_halves words = {1, 0, 3, 2, 5, 4, 7, 6}, hypers = {3, 2, 1, 0, 7, 6, 5, 4};
            x = group == 4 ? __builtin_shuffle(x, words) : __builtin_shuffle(x, hypers);
        }
#endif
        return (stubc_octets)(x << 8 | x >> 8);
    }
#endif
}

/* Copies one vector with its groups reversed. */
STUBC_INLINE void stubc_turn_one(uint8_t *to, const uint8_t *from, unsigned group)
{
    stubc_halves x;
    stubc_octets turned;
    memcpy(&x, from, sizeof x);
    turned = stubc_turned(x, group);
    memcpy(to, &turned, sizeof turned);
}

/* As stubc_turn_one, where stubc_turn has aligned one of the addresses. */
STUBC_INLINE void stubc_turn_aligned(uint8_t *to, const uint8_t *from, unsigned group)
{
#ifndef STUBC_PERMUTES
    from = (const uint8_t *)__builtin_assume_aligned(from, STUBC_VECTOR);
#endif
    stubc_turn_one(to, from, group);
}

/* Copies bytes, at least one vector of them, with their groups reversed. It aligns the stores, because a store across a
 * cache line is slow. Without an instruction that permutes bytes it aligns the loads: a shuffle can then read memory.
 * The first and the last vector may overlap their neighbours; that is cheaper than a loop over groups. All stores lie
 * between to and to + octets. */
STUBC_INLINE void stubc_turn(uint8_t *to, const uint8_t *from, size_t octets, unsigned group)
{
#ifdef STUBC_PERMUTES
    const uintptr_t address = (uintptr_t)to;
    const bool can_align = true;
#else
    /* Groups that lie across the borders of vectors do so everywhere. */
    const uintptr_t address = (uintptr_t)from;
    const bool can_align = !(address & (group - 1));
#endif
    const size_t lead = STUBC_VECTOR - (address & (STUBC_VECTOR - group));
    size_t left = octets - lead;
    stubc_turn_one(to, from, group);
    to += lead;
    from += lead;
    while (left >= 4 * STUBC_VECTOR && can_align) {
        stubc_turn_aligned(to, from, group);
        stubc_turn_aligned(to + STUBC_VECTOR, from + STUBC_VECTOR, group);
        stubc_turn_aligned(to + 2 * STUBC_VECTOR, from + 2 * STUBC_VECTOR, group);
        stubc_turn_aligned(to + 3 * STUBC_VECTOR, from + 3 * STUBC_VECTOR, group);
        to += 4 * STUBC_VECTOR;
        from += 4 * STUBC_VECTOR;
        left -= 4 * STUBC_VECTOR;
    }
    while (left >= STUBC_VECTOR) {
        stubc_turn_one(to, from, group);
        to += STUBC_VECTOR;
        from += STUBC_VECTOR;
        left -= STUBC_VECTOR;
    }
    if (left) {
        stubc_turn_one(to + left - STUBC_VECTOR, from + left - STUBC_VECTOR, group);
    }
}
#endif

/* Copies octets as a whole, with their groups reversed on a little-endian machine. Returns whether it could. */
STUBC_INLINE bool stubc_turned_whole(uint8_t *to, const uint8_t *from, size_t octets, unsigned group)
{
    (void)group;
#ifdef STUBC_BIG_ENDIAN
    if (octets) {
        memcpy(to, from, octets);
    }
    return true;
#else
#ifdef STUBC_VECTORS
    if (octets >= STUBC_VECTOR) {
        stubc_turn(to, from, octets, group);
        return true;
    }
#endif
    (void)to, (void)from, (void)octets;
    return false;
#endif
}

/* Copies a word with its bytes reversed. Where words cannot be anywhere, or no instruction reverses them, moving the
 * bytes takes the fewest instructions. */
STUBC_INLINE void stubc_turn_word(uint8_t *to, const uint8_t *from)
{
#ifdef STUBC_WORDS_ANYWHERE
    uint32_t x;
    memcpy(&x, from, sizeof x);
    x = x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    memcpy(to, &x, sizeof x);
#else
    to[0] = from[3];
    to[1] = from[2];
    to[2] = from[1];
    to[3] = from[0];
#endif
}

#ifdef STUBC_USE_SWAP32
/* Copies count 32-bit numbers and reverses their bytes on a little-endian machine. */
void stubc_swap32(void *to, const void *from, size_t count)
{
    uint8_t *t = (uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;
    const size_t octets = count * 4;
    size_t done;
    if (stubc_turned_whole(t, f, octets, 4)) {
        return;
    }
    for (done = 0; done < octets; done += 4) {
        stubc_turn_word(t + done, f + done);
    }
}
#endif

#ifdef STUBC_USE_SWAP64
/* Copies count 64-bit numbers and reverses their bytes on a little-endian machine. */
void stubc_swap64(void *to, const void *from, size_t count)
{
    uint8_t *t = (uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;
    const size_t octets = count * 8;
    size_t done;
    if (stubc_turned_whole(t, f, octets, 8)) {
        return;
    }
    for (done = 0; done < octets; done += 8) {
        stubc_turn_word(t + done, f + done + 4);
        stubc_turn_word(t + done + 4, f + done);
    }
}
#endif
#endif

/* ---- Decoding ---- */
#ifdef STUBC_DECODE

/* Records the error and the construct, which starts at `at`. Returns NULL. */
const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at)
{
    d->code = code;
    d->at = at;
    return NULL;
}

#ifdef STUBC_USE_ARENA
/* Allocates size bytes of the arena, aligned for any member of a generated struct; never beyond arena_end. Returns NULL
 * after an error, which names `at`. */
void *stubc_alloc(stubc_decoder *d, const uint8_t *at, size_t size)
{
    size_t pad = (size_t)(0u - (uintptr_t)d->arena) & (STUBC_ALIGN - 1);
    size_t left = (size_t)(d->arena_end - d->arena);
    uint8_t *taken;
    if (left < pad || left - pad < size) {
        stubc_fail(d, STUBC_NO_MEMORY, at);
        return NULL;
    }
    taken = d->arena + pad;
    d->arena = taken + size;
    return taken;
}
#endif

#ifdef STUBC_USE_ARRAY
/* Allocates an array (RFC 4506 4.13) of as many elements as the word at p says, size bytes each. most: the bound of the
 * specification; lead: the least bytes that an element takes in the input. Returns NULL if there are none or after an
 * error. most, max_elements, the rest of the input and the arena bound the count. */
void *stubc_get_array(stubc_decoder *d, const uint8_t *p, uint32_t most, size_t lead, size_t size, size_t *count)
{
    size_t n = stubc_word(p);
    *count = 0;
    if (n > most) {
        stubc_fail(d, STUBC_BAD_LENGTH, p);
    } else if (n > d->max_elements) {
        stubc_fail(d, STUBC_LIMIT, p);
    } else if (n > (size_t)(d->end - p - 4) / lead) {
        stubc_fail(d, STUBC_TRUNCATED, p);
    } else if (n) {
        void *items = stubc_alloc(d, p, n > SIZE_MAX / size ? SIZE_MAX : n * size);
        if (items) {
            *count = n;
        }
        return items;
    }
    return NULL;
}
#endif

#ifdef STUBC_USE_COUNTED
/* Decodes a string or opaque data (RFC 4506 4.10, 4.11): the word at p is its length, at most `most`. value becomes a
 * slice of the input. Returns the end of its padding, or NULL after an error, which names `at`. */
const uint8_t *stubc_get_counted(stubc_decoder *d, const uint8_t *p, const uint8_t *at, uint32_t most,
                                 stubc_slice *value)
{
    uint32_t length = stubc_word(p);
    size_t left = (size_t)(d->end - p) - 4;
    if (length > most) {
        return stubc_fail(d, STUBC_BAD_LENGTH, at);
    }
    if (length > left || ((0u - length) & 3) > left - length) {
        return stubc_fail(d, STUBC_TRUNCATED, at);
    }
#ifdef STUBC_MAX_STRING
    if (length > STUBC_MAX_STRING) {
        return stubc_fail(d, STUBC_LIMIT, at);
    }
#endif
    value->data = p + 4;
    value->length = length;
    return p + 4 + length + ((0u - length) & 3);
}
#endif
#endif

/* ---- Encoding ---- */
#ifdef STUBC_ENCODE

/* Records the error. Returns NULL. */
uint8_t *stubc_refuse(stubc_encoder *c, int code)
{
    c->code = code;
    return NULL;
}

#ifdef STUBC_USE_ARRAY
/* Writes the word that counts the elements of an array (RFC 4506 4.13), at most `most`. lead: the least bytes that an
 * element takes; fails if the buffer has less space for them. The caller has checked the space for the word. */
uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count)
{
    if (count > most) {
        return stubc_refuse(c, STUBC_BAD_VALUE);
    }
    stubc_put_word(q, (uint32_t)count);
    q += 4;
    if (count > (size_t)(c->end - q) / lead) {
        return stubc_refuse(c, STUBC_NO_SPACE);
    }
    return q;
}
#endif

#ifdef STUBC_USE_COUNTED
/* Writes a string or opaque data (RFC 4506 4.10, 4.11): the word of its length, at most `most`, its bytes, and padding
 * of zeros. The caller has checked the space for the word. */
uint8_t *stubc_put_counted(stubc_encoder *c, uint8_t *q, uint32_t most, const stubc_slice *value)
{
    size_t length = value->length, padding = (size_t)(0u - length) & 3, left = (size_t)(c->end - q) - 4;
    if (length > most) {
        return stubc_refuse(c, STUBC_BAD_VALUE);
    }
    if (length > left || padding > left - length) {
        return stubc_refuse(c, STUBC_NO_SPACE);
    }
    stubc_put_word(q, (uint32_t)length);
    q += 4;
    if (length) {
        memcpy(q, value->data, length);
    }
    memset(q + length, 0, padding);
    return q + length + padding;
}
#endif
#endif
