/* ---- Numbers in several octets, the most significant first. A compiler makes one load or store of each. ---- */
#ifdef STUBC_BIG_WORDS
#ifdef STUBC_DECODE
STUBC_INLINE uint16_t stubc_read_16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

STUBC_INLINE uint32_t stubc_read_32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

STUBC_INLINE uint64_t stubc_read_64(const uint8_t *p)
{
    return (uint64_t)stubc_read_32(p) << 32 | stubc_read_32(p + 4);
}
#endif

#ifdef STUBC_ENCODE
STUBC_INLINE void stubc_write_16(uint8_t *p, uint16_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

STUBC_INLINE void stubc_write_32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

STUBC_INLINE void stubc_write_64(uint8_t *p, uint64_t x)
{
    stubc_write_32(p, (uint32_t)(x >> 32));
    stubc_write_32(p + 4, (uint32_t)x);
}
#endif
#endif
