/* ---- Shapes: tables, and copies of longer holes ---- */
#ifdef STUBC_CALLS_SHAPE_FIND
/* Finds the holes of a message by a shape's table: two octets with the least octets of a message, two with those of
   the records, and the records. Returns the octets of the message, or 0 if it has another shape. */
size_t stubc_shape_find(const uint8_t *table, stubc_hole *holes, const uint8_t *input, size_t length)
{
    const size_t least = shape_pair(table);
    return length < least ? 0 : shape_run(table + 4, table + 4 + shape_pair(table + 2), holes, input, length - least);
}
#endif

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
