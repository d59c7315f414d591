/* ---- Shapes: copies of longer holes ---- */
#if defined STUBC_CALLS_HOLE_COPY && defined STUBC_WORDS && defined STUBC_ENCODE
/* Copies more than 32 octets: blocks of 32, and the last 32, which may overlap. */
STUBC_APART void stubc_hole_copy_long(uint8_t *to, const uint8_t *from, size_t length)
{
    const uint8_t *const last = from + length - 32;
    uint8_t *const end = to + length - 32;
    for (; length > 32; length -= 32, to += 32, from += 32) {
        memcpy(to, from, 32);
    }
    memcpy(end, last, 32);
}
#endif
