/* ---- Rigid shapes: words at known places, and strings that begin anywhere ---- */
#ifdef STUBC_SHAPES
#ifdef STUBC_DECODE
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

#ifdef STUBC_RIGID_LIKE
/* Returns whether a message has the constant octets of a shape's table: the octets to skip, the octets to compare, and
   these, each after the bits that count if 0x80 is added to their number. Two zeros end the table. */
bool stubc_rigid_like(const uint8_t *table, const uint8_t *p);
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
