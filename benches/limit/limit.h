/* What the hand-written codecs of this folder share. They do the usual form of a message in place and leave everything
 * else, errors included, to the general codec that stubc prints: each function returns NULL for "not the usual form".
 * Written from X.690 and from the generated headers alone; include one of those first. For little-endian machines.
 */
#ifndef STUBC_LIMIT_H
#define STUBC_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the limits are written for little-endian machines"
#endif

#define LIMIT_INLINE static inline __attribute__((always_inline))
/* What happens to a message that is not of the usual form: the call of the general codec. */
#ifndef LIMIT_GENERAL
#define LIMIT_GENERAL(call) (call)
#endif

#define LIMIT_USUAL(condition) __builtin_expect(!!(condition), 1)

/* ---- Decoding ---- */

/* Returns the contents of the definite-length element at p and sets *end to their end. */
LIMIT_INLINE const uint8_t *limit_any(const uint8_t *p, const uint8_t *e, const uint8_t **end)
{
    size_t length;
    if (e - p < 2) {
        return NULL;
    }
    length = p[1];
    p += 2;
    if (!LIMIT_USUAL(length < 0x80)) {
        if (length == 0x82 && e - p >= 2) {
            length = (size_t)p[0] << 8 | p[1];
            p += 2;
        } else if (length == 0x81 && e - p >= 1) {
            length = *p++;
        } else {
            return NULL;
        }
    }
    if (length > (size_t)(e - p)) {
        return NULL;
    }
    *end = p + length;
    return p;
}

/* Returns the contents of the element with this identifier at p and sets *end to their end. */
LIMIT_INLINE const uint8_t *limit_enter(const uint8_t *p, const uint8_t *e, unsigned tag, const uint8_t **end)
{
    return p < e && *p == tag ? limit_any(p, e, end) : NULL;
}

/* Decodes a primitive string: a slice of the input. Returns its end. */
LIMIT_INLINE const uint8_t *limit_octets(const uint8_t *p, const uint8_t *e, unsigned tag, stubc_slice *value)
{
    const uint8_t *end;
    p = limit_enter(p, e, tag, &end);
    if (!p) {
        return NULL;
    }
    value->data = p;
    value->length = (size_t)(end - p);
    return end;
}

/* Decodes an INTEGER of one to four contents octets, the fewest possible (X.690 8.3.2). An octet before p is readable:
 * every INTEGER here is inside a SEQUENCE. Returns its end. */
LIMIT_INLINE const uint8_t *limit_integer(const uint8_t *p, const uint8_t *e, int32_t *value)
{
    size_t length;
    unsigned shift;
    uint32_t word;
    if (e - p < 3 || p[0] != 0x02) {
        return NULL;
    }
    length = p[1];
    if (length - 1 > 3 || length > (size_t)(e - p) - 2) {
        return NULL;
    }
    p += 2 + length;
    memcpy(&word, p - 4, sizeof word);
    shift = 32 - 8 * (unsigned)length;
    word = __builtin_bswap32(word) << shift;
    if (length > 1 && (((word >> 23) + 1) & 0x1fe) == 0) {
        return NULL; /* nine equal bits first: an octet too many */
    }
    *value = (int32_t)word >> shift;
    return p;
}

/* Returns a word whose top bit of some octet is set if and only if an octet of `word` is 0x80. */
LIMIT_INLINE uint64_t limit_has_80(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    word ^= tops;
    return (word - ones) & ~word & tops;
}

/* Returns whether the contents of an OBJECT IDENTIFIER are of the usual form: 1 to 16 octets, the last one ends an arc,
 * and none is 0x80, which alone could be a needless one (X.690 8.19.2). It reads those octets only. */
LIMIT_INLINE bool limit_is_oid(const uint8_t *data, size_t length)
{
    uint64_t first, last;
    if (length >= 8) {
        if (length > 16) {
            return false;
        }
        memcpy(&first, data, 8);
        memcpy(&last, data + length - 8, 8);
    } else if (length >= 4) {
        uint32_t low, high;
        memcpy(&low, data, 4);
        memcpy(&high, data + length - 4, 4);
        first = last = (uint64_t)high << 32 | low;
    } else if (length == 3) {
        first = last = (uint64_t)data[2] << 56 | (uint64_t)data[1] << 8 | data[0];
    } else {
        return false;
    }
    return (limit_has_80(first) | limit_has_80(last)) == 0 && last >> 63 == 0;
}

/* The free part of the arena while a message is decoded. */
typedef struct limit_arena {
    uint8_t *start, *next, *end;
    size_t most; /* elements of one array */
} limit_arena;

/* Sets the free part; false if limits are unusual. The general codec aligns each array alike. */
LIMIT_INLINE bool limit_open(limit_arena *arena, const stubc_context *context, size_t length)
{
    uint8_t *place;
    if (!length || !context || !context->arena || context->max_bytes - 1 < length - 1) {
        return false;
    }
    place = context->arena + context->arena_used;
    arena->end = context->arena + context->arena_size;
    arena->most = context->max_elements;
    if (arena->end - place < 8) {
        return false;
    }
    arena->start = arena->next = place + ((uintptr_t)0 - (uintptr_t)place) % 8;
    return true;
}

/* Keeps what was allocated. */
LIMIT_INLINE void limit_keep(const limit_arena *arena, stubc_context *context)
{
    if (arena->next != arena->start) {
        context->arena_used = (size_t)(arena->next - context->arena);
    }
}

/* Counts the elements from p to e; returns NULL if there are none or more than allowed, or too little memory. */
LIMIT_INLINE void *limit_array(limit_arena *arena, const uint8_t *p, const uint8_t *e, size_t size, size_t *count)
{
    size_t n = 0;
    void *const items = arena->next;
    while (p < e) {
        if (!limit_any(p, e, &p)) {
            return NULL;
        }
        n++;
    }
    if (!n || n > arena->most || n > (size_t)(arena->end - arena->next) / size) {
        return NULL;
    }
    arena->next += n * size;
    *count = n;
    return items;
}

/* ---- Encoding: from the end of the buffer to its begin; begin is NULL where there is room for sure ---- */

/* Returns whether there is room for so many octets in front of q. */
LIMIT_INLINE bool limit_room(const uint8_t *begin, const uint8_t *q, size_t octets)
{
    return !begin || (size_t)(q - begin) >= octets;
}

/* Writes the header of contents from q to end. */
LIMIT_INLINE uint8_t *limit_close(const uint8_t *begin, uint8_t *q, const uint8_t *end, unsigned tag)
{
    const size_t length = (size_t)(end - q);
    if (!limit_room(begin, q, 4) && (length >= 0x80 || !limit_room(begin, q, 2))) {
        return NULL;
    }
    if (LIMIT_USUAL(length < 0x80)) {
        q -= 2;
        q[1] = (uint8_t)length;
    } else if (length < 0x100) {
        q -= 3;
        q[2] = (uint8_t)length;
        q[1] = 0x81;
    } else if (length < 0x10000) {
        q -= 4;
        q[3] = (uint8_t)length;
        q[2] = (uint8_t)(length >> 8);
        q[1] = 0x82;
    } else {
        return NULL;
    }
    q[0] = (uint8_t)tag;
    return q;
}

/* Copies octets in front of q, which has room for them. */
LIMIT_INLINE uint8_t *limit_copy(uint8_t *q, const uint8_t *data, size_t length)
{
    q -= length;
    if (length > 16) {
        memcpy(q, data, length);
    } else if (length >= 8) {
        uint64_t first, last;
        memcpy(&first, data, 8);
        memcpy(&last, data + length - 8, 8);
        memcpy(q, &first, 8);
        memcpy(q + length - 8, &last, 8);
    } else if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, data, 4);
        memcpy(&last, data + length - 4, 4);
        memcpy(q, &first, 4);
        memcpy(q + length - 4, &last, 4);
    } else if (length) {
        q[0] = data[0];
        q[length / 2] = data[length / 2];
        q[length - 1] = data[length - 1];
    }
    return q;
}

/* Encodes a string. */
LIMIT_INLINE uint8_t *limit_put_octets(const uint8_t *begin, uint8_t *q, unsigned tag, const uint8_t *data,
                                       size_t length)
{
    const uint8_t *const end = q;
    if (!limit_room(begin, q, length)) {
        return NULL;
    }
    q = limit_copy(q, data, length);
    return limit_close(begin, q, end, tag);
}

/* Encodes an OBJECT IDENTIFIER. */
LIMIT_INLINE uint8_t *limit_put_oid(const uint8_t *begin, uint8_t *q, const stubc_slice *value)
{
    return limit_is_oid(value->data, value->length) ? limit_put_octets(begin, q, 0x06, value->data, value->length) : NULL;
}

/* Encodes an integer in the fewest octets. */
LIMIT_INLINE uint8_t *limit_put_integer(const uint8_t *begin, uint8_t *q, unsigned tag, int64_t value)
{
    if (value == (int8_t)value) {
        if (!limit_room(begin, q, 3)) {
            return NULL;
        }
        q -= 3;
        q[2] = (uint8_t)value;
        q[1] = 1;
    } else {
        /* The sign and the bits that differ from it, in octets. */
        const unsigned octets = (72 - (unsigned)__builtin_clzll((uint64_t)(value ^ value >> 63))) / 8;
        const uint64_t word = __builtin_bswap64((uint64_t)value);
        if (!limit_room(begin, q, 10)) {
            return NULL;
        }
        memcpy(q - 8, &word, 8);
        q -= 2 + octets;
        q[1] = (uint8_t)octets;
    }
    q[0] = (uint8_t)tag;
    return q;
}

/* Defines the entry points of a message TYPE with `encode(value, begin, q)`: they write in place what it can, and call
 * the general codec for the rest. */
#define LIMIT_ENCODERS(TYPE)                                                                                        \
    static inline stubc_result limit_##TYPE##_encode_tail(const TYPE *value, uint8_t *buffer, size_t capacity,      \
                                                          stubc_context *context, stubc_error *error,               \
                                                          uint8_t **start)                                          \
    {                                                                                                               \
        *start = capacity ? encode(value, buffer, buffer + capacity) : NULL;                                        \
        return *start ? buffer + capacity - *start                                                                  \
                      : LIMIT_GENERAL(TYPE##_encode_tail(value, buffer, capacity, context, error, start));          \
    }                                                                                                               \
    static inline stubc_result limit_##TYPE##_encode(const TYPE *value, uint8_t *buffer, size_t capacity,           \
                                                     stubc_context *context, stubc_error *error)                    \
    {                                                                                                               \
        uint8_t *start;                                                                                             \
        const stubc_result size = limit_##TYPE##_encode_tail(value, buffer, capacity, context, error, &start);      \
        if (size > 0) {                                                                                             \
            memmove(buffer, start, (size_t)size);                                                                   \
        }                                                                                                           \
        return size;                                                                                                \
    }

/* The same for decoding, with `decode(value, input, length, context)`, which returns the end of the message. */
#define LIMIT_DECODER(TYPE)                                                                                         \
    static inline stubc_result limit_##TYPE##_decode(TYPE *value, const uint8_t *input, size_t length,              \
                                                     stubc_context *context, stubc_error *error)                    \
    {                                                                                                               \
        const uint8_t *const end = decode(value, input, length, context);                                           \
        return end ? end - input : LIMIT_GENERAL(TYPE##_decode(value, input, length, context, error));              \
    }
#endif
