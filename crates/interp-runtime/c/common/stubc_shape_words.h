/* ---- Shapes: comparisons of words ---- */
#ifdef STUBC_SHAPES
/* The size of a value, in the constant of a message type. */
#ifdef STUBC_CHECK_SHAPES
#define STUBC_SHAPED(type) .size = sizeof(type),
#else
#define STUBC_SHAPED(type)
#endif

/* Return the number in so many octets, the least significant first. A compiler makes one load of each. */
STUBC_INLINE uint32_t stubc_load_2(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

STUBC_INLINE uint32_t stubc_load_4(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

STUBC_INLINE uint64_t stubc_load_8(const uint8_t *p)
{
    return stubc_load_4(p) | (uint64_t)stubc_load_4(p + 4) << 32;
}

#ifdef STUBC_DECODE
/* Rounds a number of bytes up to the alignment of the arena. */
#define STUBC_ROUND(size) (((size) + STUBC_ALIGN - 1) / STUBC_ALIGN * STUBC_ALIGN)
#endif
#endif
