/* A table that is read. Octets beyond the end are 0. The table is wrong if the place is there. */
typedef struct check_table {
    const uint8_t *octets;
    size_t at, end;
} check_table;

/* Reads an octet that must be less than a limit. */
static unsigned check_below(check_table *t, unsigned limit)
{
    const unsigned octet = t->at < t->end ? t->octets[t->at] : 0;
    t->at++;
    if (octet >= limit) {
        t->at = t->end + 1;
    }
    return octet;
}

static unsigned check_octet(check_table *t)
{
    return check_below(t, 256);
}
