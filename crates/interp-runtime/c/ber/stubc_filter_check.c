#ifdef STUBC_FILTER_CHECK
/* The checker of tables that arrive at run time. It accepts a table only if the interpreter, whatever the message is,
   reads nothing outside of table and message and ends: commands and operands lie within the table, jumps go forward
   to the beginning of a command of their routine, each routine ends with an answer, and at most nine routines are
   within each other. The work of the interpreter is then at most linear in the message for each command.
   The work here is at most quadratic in the table. */

/* The depth at which a command is skipped. Routines have depths from here on. */
#define FILTER_SKIPPED 0

static unsigned check_length(check_table *t)
{
    const unsigned length = check_octet(t);
    return length < 0x80 ? length : (length & 0x7f) << 8 | check_octet(t);
}

/* Goes behind so many identifiers, as filter_identifier finds their ends. */
static void check_identifiers(check_table *t, unsigned count)
{
    for (; count > 0; count--) {
        unsigned left = 4;
        if ((check_octet(t) & 0x1f) == 0x1f) {
            while (check_octet(t) >= 0x80 && --left > 0) {
            }
        }
    }
}

static void check_routine(check_table *t, size_t end, unsigned depth);

/* Checks a command of a routine that ends there, and goes behind it. Returns its first octet. */
static unsigned check_command(check_table *t, size_t end, unsigned depth)
{
    const unsigned command = check_below(t, 25 * 8);
    unsigned count = 1;
    size_t from, to;
    switch (command >> 3) {
    case 14: /* elements: whether all must pass; the depth is the limit at the same time */
        (void)check_below(t, depth - 1);
        /* fall through */
    case 1: /* jump */
        to = check_length(t);
        from = t->at;
        to += from;
        if (command >= 14 * 8) {
            if (depth != FILTER_SKIPPED) {
                check_routine(t, to, depth - 1);
            } else {
                t->at = to;
            }
        } else if (depth != FILTER_SKIPPED) {
            while (t->at < to && to < end) {
                (void)check_command(t, end, FILTER_SKIPPED);
            }
            t->at = t->at == to ? from : t->end + 1;
        }
        break;
    case 2: /* variables */
        if ((command & 7) != 3) {
            (void)check_below(t, 32);
        }
        break;
    case 12: /* find components */
        count = check_below(t, 9);
        for (; count > 0; count--) {
            (void)check_below(t, 8);
            check_identifiers(t, check_octet(t) & 0x7f);
        }
        break;
    case 5:  /* skip if it begins so */
    case 6:  /* skip until one begins so */
    case 15: /* begins so */
    case 16: /* begins in another way */
        count = check_octet(t) & 0x7f;
        /* fall through */
    case 3:  /* message */
    case 9:  /* open */
    case 10: /* open deeper */
        check_identifiers(t, count);
        break;
    case 13: /* go to a component */
        (void)check_below(t, 8);
        break;
    case 18: /* count */
    case 19: /* number */
        for (count = check_octet(t) & 3; count > 0; count--) {
            to = check_octet(t);
            t->at += to;
        }
        break;
    case 21: /* octets: a character has at most 8 */
    case 22: /* bits */
        (void)check_below(t, 0x20);
        to = check_length(t);
        t->at += command < 22 * 8 ? to : (to + 7) / 8;
        break;
    default: /* commands without operands */
        break;
    }
    return command;
}

/* Checks the routine from here to end. */
static void check_routine(check_table *t, size_t end, unsigned depth)
{
    unsigned last = 0;
    do {
        last = check_command(t, end, depth);
    } while (t->at < end);
    if (t->at != end || last >= 8) {
        t->at = t->end + 1;
    }
}

/* Returns whether the interpreter may run the table from a place to the end of these octets. */
static bool filter_check(const uint8_t *octets, size_t at, size_t end)
{
    check_table t;
    t.octets = octets;
    t.at = at;
    t.end = end;
    check_routine(&t, end, FILTER_SKIPPED + 10);
    return t.at == end;
}
#endif
