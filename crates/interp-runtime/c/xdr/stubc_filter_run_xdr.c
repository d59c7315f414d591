#ifdef STUBC_FILTER_RUN
/* The levels of recursion that skips follow. */
#define FILTER_DEPTH 64

/* Returns the number in so many bytes. */
static uint64_t filter_bytes(const uint8_t *p, unsigned count)
{
    uint64_t number = 0;
    for (; count > 0; count--) {
        number = number << 8 | *p++;
    }
    return number;
}

/* Runs code of a table. The cursor goes over what the code goes over. Returns the answer. */
static int filter_execute(const uint8_t *table, const uint8_t *at, filter_cursor *c, unsigned depth)
{
#ifdef STUBC_FILTER_RUN_TEXT
    const uint8_t *text = c->p;
    size_t text_length = 0;
#endif
#ifdef STUBC_FILTER_RUN_MARK
    const uint8_t *mark = c->p;
#endif
#ifdef STUBC_FILTER_RUN_VARIABLES
    uint32_t variables = 0;
#endif
    uint64_t number = 0;
    bool is = false;
    (void)table, (void)depth;
    for (;;) {
        const unsigned command = *at++, variant = command & 7;
        const size_t left = (size_t)(c->e - c->p);
        /* The bytes that the command goes over. */
        uint64_t bytes;
        switch (command >> 3) {
        case 0: /* answer */
            return variant < 2 ? (int)variant : is != (variant & 1);
        case 1: { /* jump */
            const size_t over = filter_extent(&at);
            if (variant == 0 || (variant == 1) == is) {
                at += over;
            }
            continue;
        }
#ifdef STUBC_FILTER_RUN_VARIABLES
        case 2: /* variables */
            if (variant == 3) {
                is = !is;
            } else if (variant == 2) {
                is = variables >> *at++ & 1;
            } else {
                variables |= (uint32_t)(variant == 1 || is) << *at++;
            }
            continue;
#endif
        case 3: /* words */
            bytes = (uint64_t)4 * (variant > 0 ? variant : filter_extent(&at));
            break;
#ifdef STUBC_FILTER_RUN_ARRAY
        case 4: /* as many elements of so many words as the number says */
            bytes = number * 4 * filter_extent(&at);
            break;
#endif
#ifdef STUBC_FILTER_RUN_TEXT
        case 5: /* a string, with its length or of so many bytes */
            bytes = 0;
            if (variant > 0) {
                text_length = filter_extent(&at);
            } else if (left >= 4) {
                text_length = (size_t)filter_bytes(c->p, 4);
                bytes = 4;
            } else {
                return STUBC_TRUNCATED;
            }
            text = c->p + bytes;
            bytes += ((uint64_t)text_length + 3) & ~(uint64_t)3;
            break;
#endif
        case 6: /* a number of four or eight bytes */
            bytes = variant < 2 ? 4 : 8;
            if (left < bytes) {
                return STUBC_TRUNCATED;
            }
            number = filter_bytes(c->p, (unsigned)bytes);
            if (variant == 0) {
                number = (number ^ (uint64_t)1 << 31) - ((uint64_t)1 << 31);
            }
            break;
#ifdef STUBC_FILTER_RUN_KNOWN
        case 7: /* the number of elements is known */
            number = filter_extent(&at);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_CALL
        case 8: { /* a value of variable size, which may contain itself */
            const uint8_t *const value = table + (at[0] << 8 | at[1]);
            int failed;
            at += 2;
            if (variant > 0 && depth == 0) {
                return STUBC_OTHER;
            }
            failed = filter_execute(table, value, c, variant > 0 ? depth - 1 : FILTER_DEPTH);
            if (failed < 0) {
                return failed;
            }
            continue;
        }
#endif
#ifdef STUBC_FILTER_RUN_ELEMENTS
        case 9: { /* elements; 1: a word announces each, 2: code tests each, 4: all must pass */
            const size_t over = filter_extent(&at);
            const uint8_t *const element = at;
            size_t test = 0;
            filter_cursor next = *c;
            uint64_t i;
            int answer = (int)(variant >> 2);
            at += over;
            if (variant & 2) {
                test = filter_extent(&at);
            }
            for (i = 0;; i++) {
                filter_cursor one;
                int failed;
                if (variant & 1) {
                    if (next.e - next.p < 4) {
                        return STUBC_TRUNCATED;
                    }
                    next.p += 4;
                    if (filter_bytes(next.p - 4, 4) == 0) {
                        break;
                    }
                } else if (i == number) {
                    break;
                }
                one.p = next.p;
                failed = filter_execute(table, element, &next, depth);
                if (failed < 0) {
                    return failed;
                }
                if (variant & 2) {
                    one.e = next.p;
                    answer = filter_execute(table, at, &one, FILTER_DEPTH);
                    if (answer != (int)(variant >> 2)) {
                        break;
                    }
                }
            }
            if (answer < 0) {
                return answer;
            }
            if (variant & 2) {
                is = answer;
            } else {
                number = i;
                *c = next;
            }
            at += test;
            continue;
        }
#endif
#ifdef STUBC_FILTER_RUN_MARK
        case 10: /* mark, or go back */
            if (variant == 0) {
                mark = c->p;
            } else {
                c->p = mark;
            }
            continue;
#endif
#ifdef STUBC_FILTER_RUN_IN
        case 11: /* the number, with a sign or without one, is in a range */
            is = filter_in(&at, number, (uint64_t)(variant == 0) << 63);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_ONE_OF
        case 12: /* the number is one of these */
            is = filter_one_of(&at, number);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_OCTETS
        case 13: { /* the string holds these octets */
            filter_cursor string;
            string.p = text;
            string.e = text + text_length;
            is = filter_octets(&at, &string);
            continue;
        }
#endif
        default:
            return STUBC_OTHER;
        }
        if (bytes > left) {
            return STUBC_TRUNCATED;
        }
        c->p += bytes;
    }
}

/* Runs a table for so many bytes. */
static int filter_run(const uint8_t *table, const uint8_t *input, size_t length)
{
    filter_cursor c;
    c.p = input;
    c.e = length > 0 ? input + length : input;
    return filter_execute(table, table, &c, FILTER_DEPTH);
}
#endif
