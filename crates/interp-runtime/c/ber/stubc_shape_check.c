#ifdef STUBC_SHAPE_CHECK
/* The checker of tables of shapes that arrive at run time. It accepts a table only if the engine, whatever the message
   is, reads nothing outside of table and message, fills so many holes, and ends: each record lies within the table,
   lengths lie within its octets, each element that is noted ends once, and the octets of all records are the least of
   a message. Its work, and that of the engine for each message, is linear in the table and the message. */

/* Returns whether the engine may run the table from a place to the end of these octets, for so many holes and messages
   of so many octets at least. */
static bool shape_check(const uint8_t *octets, size_t at, size_t end, unsigned holes, size_t least)
{
    unsigned open = 0;
    uint32_t all = 0; /* of at most 512 records */
    check_table t;
    t.octets = octets;
    t.at = at;
    t.end = end;
    while (t.at < end) {
        const unsigned flags = check_octet(&t), kind = flags & SHAPE_KIND, count = check_below(&t, SHAPE_MOST + 1);
        uint32_t after = check_octet(&t) << 8;
        unsigned more;
        after |= check_octet(&t);
        t.at += count;
        if (!(flags & SHAPE_FIXED)) {
            /* Its length is the last octet. */
            after = 0;
            if (kind >= SHAPE_LENGTH || count == 0) {
                return false;
            }
            for (more = check_octet(&t); more > 0; more--) {
                (void)check_below(&t, count);
            }
        }
        if (kind >= SHAPE_LENGTH) {
            after = kind - SHAPE_LENGTH;
            open += after > 0;
            if (open > SHAPE_OPEN || (flags & SHAPE_ENDS)) {
                return false;
            }
        } else {
            holes--;
        }
        if (flags & SHAPE_ENDS) {
            for (more = check_octet(&t); more > 0; more--) {
                if (open-- == 0) {
                    return false;
                }
                t.at += 2;
            }
        }
        all += count + after;
    }
    return t.at == end && open == 0 && holes == 0 && all == least;
}
#endif
