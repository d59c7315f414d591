/* Runtime of mount, made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: mount.x
 * Options: --technique interpreted
 */
/* SPDX-License-Identifier: 0BSD
 * The stubc runtime for XDR (RFC 4506), with what this specification uses of it.
 */
#define STUBC_ALONE
#include "stubc_rt.h"

/* ---- Byte order ---- */

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define STUBC_BIG_ENDIAN
#endif

#if defined STUBC_SPEED && !defined STUBC_BIG_ENDIAN && defined __GNUC__ && (defined __SSE2__ || \
    defined __ARM_NEON || defined __ALTIVEC__)
#define STUBC_VECTORS
#ifdef __AVX2__
#define STUBC_VECTOR 32
#else
#define STUBC_VECTOR 16
#endif
typedef uint16_t stubc_halves __attribute__((vector_size(STUBC_VECTOR)));
typedef uint8_t stubc_octets __attribute__((vector_size(STUBC_VECTOR)));
#if defined __SSSE3__ || defined __ARM_NEON
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
#ifdef __clang__
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
#ifdef __clang__
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

/* ---- Decoding ---- */

/* Records the error and the construct, which starts at `at`. Returns NULL. */
const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at)
{
    d->code = code;
    d->at = at;
    return NULL;
}

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
    value->data = p + 4;
    value->length = length;
    return p + 4 + length + ((0u - length) & 3);
}

/* ---- Encoding ---- */

/* Records the error. Returns NULL. */
uint8_t *stubc_refuse(stubc_encoder *c, int code)
{
    c->code = code;
    return NULL;
}

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

/* ---- The interpreter: decoding. One function executes steps, and others execute unions, arrays and lists ---- */

#define STUBC_AT_STEP(state, s) ((void)0)
#define STUBC_NOTE(state, n) ((void)0)

/* Returns the number in so many bytes of a program, the lowest first. */
static uint32_t number(const uint8_t *s, unsigned octets)
{
    uint32_t value = 0;
    while (octets--) {
        value = value << 8 | s[octets];
    }
    return value;
}

/* The C struct of a counted array of any type. */
typedef struct list {
    void *items;
    size_t count;
} list;

/* Returns the steps of the arm that the discriminant of the union at s selects: its case, or the default; else NULL. */
static const uint8_t *arm(const uint8_t *s, uint32_t discriminant)
{
    uint32_t cases = number(s + 2, 2), target = number(s + 4, 2);
    const uint8_t *known;
    for (known = s + 6; cases--; known += 6) {
        if (number(known, 4) == discriminant) {
            return s + number(known + 4, 2);
        }
    }
    return target == 0xffff ? NULL : s + target;
}

/* Decodes a node: calls its procedure if it has one, else executes its commands. */
static const uint8_t *decode_node(stubc_decoder *d, const uint8_t *p, void *value, unsigned node)
{
    return stubc_interpret_decode(d, p, value, node);
}

/* Decodes the word at p as a number of 32 bits or less, or a boolean (RFC 4506 4.1, 4.2, 4.4), and stores it at to.
 * Returns false after an error: out of range, or a boolean that is neither 0 nor 1. The caller has
 * checked that the word is in the input. */
static bool decode_word(stubc_decoder *d, const uint8_t *p, const uint8_t *start, unsigned op, uint8_t *to)
{
    uint32_t word = stubc_word(p);
    (void)d;
    (void)start;
    switch (op) {
    default:
        memcpy(to, &word, sizeof word);
    }
    return true;
}

/* Executes the steps at s on the value at base. p: the input; start: the offset that an error reports. Returns where
 * the value ends, or NULL after an error. NEED steps check that the input has the bytes that the steps after them
 * read. d->depth bounds the recursion. One function: a loop around a switch with a case for each opcode. */
static const uint8_t *decode_steps(stubc_decoder *d, const uint8_t *p, const uint8_t *start, const uint8_t *s,
                                   uint8_t *base)
{
    for (;; s += 4) {
        unsigned op = s[0] & STUBC_OP;
        uint8_t *to = base + number(s + 1, 2);
        if (op == STUBC_STOP) {
            return p;
        }
        STUBC_COUNT(d);
        STUBC_AT_STEP(d, s);
        switch (op) {
        case STUBC_OP_NEED:
            if ((size_t)(d->end - p) < number(s + 1, 3)) {
                return stubc_fail(d, STUBC_TRUNCATED, start);
            }
            break;
        case STUBC_OP_COUNTED: {
            uint32_t most = UINT32_MAX;
            stubc_slice value;
            if (s[3]) {
                s += 4;
                most = number(s, 4);
            }
            p = stubc_get_counted(d, p, start, most, &value);
            if (!p) {
                return NULL;
            }
            memcpy(to, &value, sizeof value);
            break;
        }
        case STUBC_OP_CALL: case STUBC_OP_CALL + 1: case STUBC_OP_CALL + 2: case STUBC_OP_CALL + 3:
        case STUBC_OP_CALL + 4: case STUBC_OP_CALL + 5: case STUBC_OP_CALL + 6: case STUBC_OP_CALL + 7:
            d->depth -= s[0] >> 6 & 1;
            p = decode_node(d, p, to, (op & 7) << 8 | s[3]);
            STUBC_AT_STEP(d, s);
            if (!p) {
                return NULL;
            }
            d->depth += s[0] >> 6 & 1;
            break;
        default:
            if (!decode_word(d, p, start, op, to)) {
                return NULL;
            }
            p += 4;
        }
    }
}

/* Decodes optional data that links to itself as a linked list (RFC 4506 4.19), in a loop, so that its length takes no
 * stack. at: where the first pointer goes. max_elements and the input bound the length. Returns where the list ends, or
 * NULL after an error. */
static const uint8_t *decode_list(stubc_decoder *d, const uint8_t *p, const uint8_t *s, uint8_t *at)
{
    const uint8_t *start = p;
    size_t left = d->max_elements, size = number(s + 6, 3), link = number(s + 13, 2);
    for (;;) {
        uint32_t word = stubc_word(p);
        void *item = NULL;
        if (word > 1) {
            return stubc_fail(d, STUBC_BAD_VALUE, start);
        }
        p += 4;
        if (word) {
            if (!left--) {
                return stubc_fail(d, STUBC_LIMIT, start);
            }
            /* Check depth and input before memory. The element's steps begin with the same checks, but run after the
             * allocation. */
            {
                const uint8_t *steps = s + 15;
                if (steps[0] == STUBC_OP_DEPTH) {
                    if (!d->depth) {
                        STUBC_NOTE(d, d->max_elements - left - 1);
                        return stubc_fail(d, STUBC_DEPTH, p);
                    }
                    steps += 4;
                }
                if (steps[0] == STUBC_OP_NEED && (size_t)(d->end - p) < number(steps + 1, 3)) {
                    STUBC_NOTE(d, d->max_elements - left - 1);
                    return stubc_fail(d, STUBC_TRUNCATED, p);
                }
            }
            item = stubc_alloc(d, p, size);
        }
        memcpy(at, &item, sizeof item);
        if (!word) {
            return p;
        }
        p = item ? decode_steps(d, p, p, s + 15, (uint8_t *)item) : NULL;
        if (!p) {
            STUBC_NOTE(d, d->max_elements - left - 1);
            return NULL;
        }
        if (s[0] == STUBC_LIST && d->end - p < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
        at = (uint8_t *)item + link;
    }
}

/* Decodes count elements of an array (RFC 4506 4.12, 4.13); words and hypers as a block. If the
 * elements have static size, the caller has checked that the input has all of them. */
static const uint8_t *decode_elements(stubc_decoder *d, const uint8_t *p, const uint8_t *s, uint8_t *items,
                                      size_t count)
{
    size_t size = number(s + 6, 3);
    if (s[1] == 4) {
        STUBC_COUNT(d);
        stubc_swap32(items, p, count);
        return p + 4 * count;
    }
    for (; count; count--, items += size) {
        p = decode_steps(d, p, p, s + 15, items);
        if (!p) {
            STUBC_NOTE(d, all - count);
            return NULL;
        }
    }
    return p;
}

/* Decodes a value of type node at p by its commands. The caller has checked that the input has the lead of the node.
 * Returns where the value ends, or NULL after an error. */
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, void *value, unsigned node)
{
    const uint8_t *s = stubc_programs + stubc_nodes[node];
    switch (s[0]) {
    case STUBC_SWITCH: {
        const uint8_t *steps = arm(s, stubc_word(p));
        STUBC_COUNT(d);
        if (!decode_word(d, p, p, s[1], (uint8_t *)value)) {
            return NULL;
        }
        return steps ? decode_steps(d, p + 4, p, steps, (uint8_t *)value) : stubc_fail(d, STUBC_BAD_VALUE, p);
    }
    case STUBC_COUNTED: {
        list array;
        array.items = stubc_get_array(d, p, number(s + 2, 4), number(s + 9, 4), number(s + 6, 3), &array.count);
        if (d->code) {
            return NULL;
        }
        memcpy(value, &array, sizeof array);
        return decode_elements(d, p + 4, s, (uint8_t *)array.items, array.count);
    }
    case STUBC_LIST:
    case STUBC_CLOSED_LIST:
        return decode_list(d, p, s, (uint8_t *)value);
    default:
        return decode_steps(d, p, p, s + 1, (uint8_t *)value);
    }
}

/* ---- The interpreter: encoding ---- */
/* Encodes a node: calls its procedure if it has one, else executes its commands. */
static uint8_t *encode_node(stubc_encoder *c, uint8_t *q, const void *value, unsigned node)
{
    return stubc_interpret_encode(c, q, value, node);
}

/* Returns the word (RFC 4506 4.1, 4.2, 4.4) of a number of 32 bits or less, or of a boolean. */
static uint32_t word_of(unsigned op, const uint8_t *from)
{
    uint32_t word;
    switch (op) {
    default:
        memcpy(&word, from, sizeof word);
        return word;
    }
}

/* Executes the steps at s on the value at base, and writes its bytes at q. Returns where they end, or NULL after an
 * error. NEED steps check that the buffer has space for the bytes that the steps after them write. c->depth bounds the
 * recursion. One function: a loop around a switch with a case for each opcode. */
static uint8_t *encode_steps(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *base)
{
    for (;; s += 4) {
        unsigned op = s[0] & STUBC_OP;
        const uint8_t *from = base + number(s + 1, 2);
        if (op == STUBC_STOP) {
            return q;
        }
        STUBC_COUNT(c);
        STUBC_AT_STEP(c, s);
        switch (op) {
        case STUBC_OP_NEED:
            if ((size_t)(c->end - q) < number(s + 1, 3)) {
                return stubc_refuse(c, STUBC_NO_SPACE);
            }
            break;
        case STUBC_OP_COUNTED: {
            uint32_t most = UINT32_MAX;
            stubc_slice value;
            memcpy(&value, from, sizeof value);
            if (s[3]) {
                s += 4;
                most = number(s, 4);
            }
            q = stubc_put_counted(c, q, most, &value);
            if (!q) {
                return NULL;
            }
            break;
        }
        case STUBC_OP_CALL: case STUBC_OP_CALL + 1: case STUBC_OP_CALL + 2: case STUBC_OP_CALL + 3:
        case STUBC_OP_CALL + 4: case STUBC_OP_CALL + 5: case STUBC_OP_CALL + 6: case STUBC_OP_CALL + 7:
            c->depth -= s[0] >> 6 & 1;
            q = encode_node(c, q, from, (op & 7) << 8 | s[3]);
            STUBC_AT_STEP(c, s);
            if (!q) {
                return NULL;
            }
            c->depth += s[0] >> 6 & 1;
            break;
        default:
            stubc_put_word(q, word_of(op, from));
            q += 4;
        }
    }
}

/* Encodes a linked list (RFC 4506 4.19) in a loop. at: the first pointer. Each element takes at least the word before
 * it, so the space in the buffer bounds the loop. */
static uint8_t *encode_list(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *at)
{
    for (;;) {
        const uint8_t *item;
        memcpy(&item, at, sizeof item);
        stubc_put_word(q, item != NULL);
        q += 4;
        if (!item) {
            return q;
        }
        q = encode_steps(c, q, s + 15, item);
        if (!q) {
            STUBC_NOTE(c, n);
            return NULL;
        }
        if (s[0] == STUBC_LIST && c->end - q < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        at = item + number(s + 13, 2);
    }
}

/* Encodes count elements of an array (RFC 4506 4.12, 4.13); words and hypers as a block. If the
 * elements have static size, the caller has checked that the buffer has all of them. */
static uint8_t *encode_elements(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *items, size_t count)
{
    size_t size = number(s + 6, 3);
    if (s[1] == 4) {
        STUBC_COUNT(c);
        stubc_swap32(q, items, count);
        return q + 4 * count;
    }
    for (; count; count--, items += size) {
        q = encode_steps(c, q, s + 15, items);
        if (!q) {
            STUBC_NOTE(c, all - count);
            return NULL;
        }
    }
    return q;
}

/* Encodes a value of type node at q by its commands. The caller has checked that the buffer has the lead of the node.
 * Returns where the value ends, or NULL after an error. */
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, const void *value, unsigned node)
{
    const uint8_t *s = stubc_programs + stubc_nodes[node];
    switch (s[0]) {
    case STUBC_SWITCH: {
        uint32_t word = word_of(s[1], (const uint8_t *)value);
        const uint8_t *steps = arm(s, word);
        STUBC_COUNT(c);
        if (!steps) {
            return stubc_refuse(c, STUBC_BAD_VALUE);
        }
        stubc_put_word(q, word);
        return encode_steps(c, q + 4, steps, (const uint8_t *)value);
    }
    case STUBC_COUNTED: {
        list array;
        memcpy(&array, value, sizeof array);
        q = stubc_put_count(c, q, number(s + 2, 4), number(s + 9, 4), array.count);
        return q ? encode_elements(c, q, s, (const uint8_t *)array.items, array.count) : NULL;
    }
    case STUBC_LIST:
    case STUBC_CLOSED_LIST:
        return encode_list(c, q, s, (const uint8_t *)value);
    default:
        return encode_steps(c, q, s + 1, (const uint8_t *)value);
    }
}

/* ---- Messages: the functions that the entry points call ---- */
#define STUBC_DECODE_ROOT(d, p, value, root) decode_node(d, p, value, (root)->node)
#define STUBC_ENCODE_ROOT(c, q, value, root) encode_node(c, q, value, (root)->node)

/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. It reads nothing beyond length and the context's max_bytes. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
    const uint8_t *p, *start;
    if (!length) {
        input = (const uint8_t *)root; /* any valid pointer: C forbids arithmetic on NULL */
    }
    if (context && context->max_bytes - 1 < length) {
        length = context->max_bytes; /* the bytes after it are not read */
    }
    p = start = input;
    d.end = p + length;
    d.at = p;
    d.arena = context && context->arena ? context->arena + context->arena_used : (uint8_t *)&d;
    d.arena_end = context && context->arena ? context->arena + context->arena_size : (uint8_t *)&d;
    d.max_elements = context ? context->max_elements : SIZE_MAX;
    d.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
    d.code = 0;
    if (length < root->lead) {
        p = stubc_fail(&d, STUBC_TRUNCATED, p);
    } else {
        p = STUBC_DECODE_ROOT(&d, p, value, root);
    }
    if (context) {
        if (context->arena) {
            context->arena_used = (size_t)(d.arena - context->arena);
        }
    }
    if (p) {
        return p - start;
    }
    if (d.code == STUBC_TRUNCATED) {
        /* A message has a multiple of four bytes (RFC 4506 3), so it needs at least the next multiple. */
        length = length < root->lead ? root->lead : (length | 3) + 1;
        if (context && length - 1 > context->max_bytes - 1) {
            d.code = STUBC_LIMIT;
        }
    }
    if (error) {
        error->code = d.code;
        error->offset = (size_t)(d.at - start);
        error->needed = length;
    }
    return d.code;
}

/* Encodes a message of type root at the start of buffer. Returns its length or an error code. It writes only inside the
 * buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_encoder c;
    uint8_t *q = NULL;
    if (!capacity) {
        buffer = (uint8_t *)&c;
    }
    c.end = buffer + capacity;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
    c.code = 0;
    if (capacity < root->lead) {
        stubc_refuse(&c, STUBC_NO_SPACE);
    } else {
        q = STUBC_ENCODE_ROOT(&c, buffer, value, root);
    }
    if (!c.code) {
        return q - buffer;
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}

/* Decodes a message that must take all length bytes of input. */
stubc_result stubc_decode_exactly(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_result result = stubc_decode_message(value, input, length, context, error, root);
    if (result < 0 || (size_t)result == length) {
        return result;
    }
    if (error) {
        error->code = STUBC_TRAILING;
        error->offset = (size_t)result;
    }
    return STUBC_TRAILING;
}

/* Encodes a message and moves it to the end of the buffer; sets start to its first byte. For encoding rules that write
 * forward. */
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root)
{
    stubc_result result = stubc_encode_message(value, buffer, capacity, context, error, root);
    *start = buffer;
    if (result > 0) {
        *start = buffer + (capacity - (size_t)result);
        memmove(*start, buffer, (size_t)result);
    }
    return result;
}
