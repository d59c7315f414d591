/* ---- Rigid shapes: words at known places, and strings that begin anywhere ---- */
#ifdef STUBC_SHAPES
#ifdef STUBC_TRY_SHAPES
/* The size of a value, in the constant of a message type. */
#ifdef STUBC_CHECK_SHAPES
#define STUBC_SHAPED(type) .size = sizeof(type),
#else
#define STUBC_SHAPED(type)
#endif
#endif

#ifdef STUBC_DECODE
/* Return the number in so many octets, the most significant first. A compiler makes one load of each. */
STUBC_INLINE uint32_t stubc_big_2(const uint8_t *p)
{
    return (uint32_t)p[0] << 8 | p[1];
}

STUBC_INLINE uint32_t stubc_big_4(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

STUBC_INLINE uint64_t stubc_big_8(const uint8_t *p)
{
    return (uint64_t)stubc_big_4(p) << 32 | stubc_big_4(p + 4);
}

#ifdef STUBC_RIGID_MEMORY
/* Takes memory of the arena, aligned for any member of a generated struct. Returns NULL if the arena has less left. */
STUBC_INLINE uint8_t *stubc_rigid_memory(stubc_context *context, size_t size)
{
    size_t used, left, pad;
    if (!context || !context->arena) {
        return NULL;
    }
    used = context->arena_used;
    left = context->arena_size - used;
    pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
    if (left < pad || left - pad < size) {
        return NULL;
    }
    context->arena_used = used + pad + size;
    return context->arena + used + pad;
}
#endif

#ifdef STUBC_RIGID_COPY
/* Copies bits that begin in an octet after some others. Zeros fill the last octet. */
STUBC_INLINE void stubc_rigid_copy(uint8_t *to, const uint8_t *from, unsigned after, size_t bits)
{
    for (; bits; to++, from++) {
        const unsigned some = bits < 8 ? (unsigned)bits : 8;
        unsigned x = (unsigned)from[0] << after;
        if (after + some > 8) {
            x |= (unsigned)from[1] >> (8 - after);
        }
        *to = (uint8_t)(x & 0xff00u >> some);
        bits -= some;
    }
}
#endif
#endif

#ifdef STUBC_ENCODE
/* Write a number in so many octets, the most significant first. */
STUBC_INLINE void stubc_put_big_2(uint8_t *q, uint64_t x)
{
    q[0] = (uint8_t)(x >> 8);
    q[1] = (uint8_t)x;
}

STUBC_INLINE void stubc_put_big_4(uint8_t *q, uint64_t x)
{
    q[0] = (uint8_t)(x >> 24);
    q[1] = (uint8_t)(x >> 16);
    q[2] = (uint8_t)(x >> 8);
    q[3] = (uint8_t)x;
}

STUBC_INLINE void stubc_put_big_8(uint8_t *q, uint64_t x)
{
    stubc_put_big_4(q, x >> 32);
    stubc_put_big_4(q + 4, x);
}

#ifdef STUBC_RIGID_PUT
/* Writes bits where zeros are, in an octet after some others. */
STUBC_INLINE void stubc_rigid_put(uint8_t *q, unsigned after, const uint8_t *from, size_t bits)
{
    for (; bits; q++, from++) {
        const unsigned some = bits < 8 ? (unsigned)bits : 8, x = *from & 0xff00u >> some;
        q[0] = (uint8_t)(q[0] | x >> after);
        if (after + some > 8) {
            q[1] = (uint8_t)(q[1] | x << (8 - after));
        }
        bits -= some;
    }
}
#endif
#endif

#ifdef STUBC_RIGID_CHARACTERS
/* Returns whether all octets are in some of these ranges, each with its first and its last one. */
STUBC_INLINE bool stubc_rigid_characters(const uint8_t *p, size_t length, const uint8_t *ranges, size_t count)
{
    for (; length; length--, p++) {
        size_t i = 0;
        while (i < count && (*p < ranges[2 * i] || *p > ranges[2 * i + 1])) {
            i++;
        }
        if (i == count) {
            return false;
        }
    }
    return true;
}
#endif
#endif
