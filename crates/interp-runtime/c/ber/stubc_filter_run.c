#ifdef STUBC_FILTER_RUN
/* Returns whether one of so many identifiers of a command begins the next element, and goes behind them. */
static bool filter_begins(const uint8_t **at, const filter_cursor *own, unsigned count)
{
    bool is = false;
    for (; count > 0; count--) {
        const uint8_t *const identifier = *at;
        const size_t octets = filter_identifier(identifier, 4);
        *at += octets;
        is |= (size_t)(own->e - own->p) >= octets && memcmp(own->p, identifier, octets) == 0;
    }
    return is;
}

#if defined STUBC_FILTER_RUN_BEGINS || defined STUBC_FILTER_RUN_OTHER || defined STUBC_FILTER_RUN_IF || \
    defined STUBC_FILTER_RUN_UNTIL || defined STUBC_FILTER_RUN_SETS
/* The same for a command with their number, whose highest bit stands for any element. */
static bool filter_starts(const uint8_t **at, const filter_cursor *own)
{
    const unsigned count = *(*at)++;
    return filter_begins(at, own, count & 0x7f) || (count >= 0x80 && own->p != own->e);
}
#endif

#ifdef STUBC_FILTER_LARGE
/* Returns whether the number of these contents octets is in the range of a command, and goes behind it. */
static bool filter_range(const uint8_t **at, const uint8_t *p, const uint8_t *e)
{
    const uint8_t *limit = *at;
    const unsigned flags = *limit++;
    unsigned count, is_most = flags & 8;
    bool is = true;
    for (count = flags & 3; count > 0; count--) {
        const int order = filter_large(p, e, limit + 1, *limit);
        is &= is_most ? order <= 0 : order >= 0;
        is_most = 1;
        limit += 1 + *limit;
    }
    *at = limit;
    return is != (flags >> 2 & 1);
}
#endif

#ifdef STUBC_FILTER_RUN_COUNT
/* Returns whether a number of elements is in the range of a command, and goes behind it. */
static bool filter_counted(const uint8_t **at, size_t count)
{
    uint8_t number[sizeof count + 1];
    size_t from = sizeof number;
    do {
        number[--from] = (uint8_t)count;
        count >>= 8;
    } while (count > 0);
    if (number[from] >= 0x80) {
        number[--from] = 0;
    }
    return filter_range(at, number + from, number + sizeof number);
}
#endif

#ifdef STUBC_FILTER_BITS
/* Returns whether the contents hold the bits of a command, and goes behind them. */
static bool filter_bits_of(const uint8_t **at, const filter_cursor *own)
{
    const unsigned flags = *(*at)++;
    const size_t length = filter_extent(at);
    const bool is = filter_bits(own->p, own->e, *at, length, flags & 1);
    *at += length / 8 + (length % 8 != 0);
    return is != (flags >> 2 & 1);
}
#endif

/* Runs the routine that begins at this place, for the octets from input to end. */
static int filter_run(const uint8_t *at, const uint8_t *input, const uint8_t *end)
{
    filter_cursor cursors[9];
#ifdef STUBC_FILTER_RUN_SETS
    filter_cursor slots[8] = {{NULL, NULL}};
#endif
#ifdef STUBC_FILTER_RUN_VARIABLES
    uint32_t variables = 0;
#endif
    bool is = false;
#ifdef STUBC_FILTER_CHECK
    /* A table from elsewhere may use a cursor that no command has placed. */
    unsigned other;
    for (other = 1; other < 9; other++) {
        cursors[other].p = input;
        cursors[other].e = end;
    }
#endif
    cursors[0].p = input;
    cursors[0].e = end;
    for (;;) {
        const unsigned command = *at++, variant = command & 7;
        filter_cursor *const own = &cursors[variant];
        /* The place that a move leads to; NULL if it fails. */
        const uint8_t *next;
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
        case 3: { /* message */
            const size_t octets = filter_identifier(at, 4);
            int answer;
            if ((size_t)(end - input) < octets) {
                return STUBC_TRUNCATED;
            }
            if (!filter_begins(&at, cursors, 1)) {
                return STUBC_OTHER;
            }
            answer = filter_message(&cursors[0].p, &cursors[0].e, octets);
            if (answer < 0) {
                return answer;
            }
            continue;
        }
#ifdef STUBC_FILTER_RUN_ANY
        case 24: { /* message with any identifier */
            const int answer = filter_message(&cursors[0].p, &cursors[0].e, 0);
            if (answer < 0) {
                return answer;
            }
            cursors[0].p = input;
            continue;
        }
#endif
#ifdef STUBC_FILTER_RUN_UNTIL
        case 6: { /* skip until one begins so */
            const uint8_t *const operands = at;
            while (!filter_starts(&at, own) && own->p != own->e) {
                own->p = filter_skip(own->p, own->e);
                if (own->p == NULL) {
                    return STUBC_OTHER;
                }
                at = operands;
            }
            continue;
        }
#endif
#ifdef STUBC_FILTER_RUN_IF
        case 5: /* skip if it begins so */
            if (!filter_starts(&at, own)) {
                continue;
            }
            /* fall through */
#endif
        case 4:  /* skip */
        case 11: /* take */
            next = filter_skip(own->p, own->e);
            own[1].p = own->p;
            own[1].e = next;
            own->p = next;
            break;
        case 9:  /* open */
        case 10: /* open deeper */
            if (!filter_begins(&at, own, 1)) {
                return STUBC_OTHER;
            }
            /* fall through */
        case 7:   /* enter */
        case 8: { /* enter deeper */
            filter_cursor *const into = own + ((command >> 3 & 1) == 0);
            const uint8_t *behind = NULL;
            next = filter_enter(own->p, own->e, filter_identifier(own->p, (size_t)(own->e - own->p)), &behind);
            own->p = behind;
            into->p = next;
            into->e = behind;
            break;
        }
#ifdef STUBC_FILTER_RUN_SETS
        case 12: { /* find components */
            const size_t count = filter_extent(&at);
            const uint8_t *const operands = at;
            size_t i;
            do {
                at = operands;
                for (i = 0; i < count; i++) {
                    const unsigned number = *at++;
                    if (filter_starts(&at, own)) {
                        slots[number] = *own;
                    }
                }
                next = own->p;
                if (next < own->e) {
                    next = filter_skip(next, own->e);
                    own->p = next;
                }
            } while (next != NULL && next < own->e);
            break;
        }
        case 13: /* go to a component */
            own[1] = slots[*at++];
            next = own[1].p;
            break;
        case 17: /* the component is there */
            is = slots[variant].p != NULL;
            continue;
#endif
#ifdef STUBC_FILTER_RUN_ELEMENTS
        case 14: { /* elements */
            const int all = *at++;
            const size_t length = filter_extent(&at);
            const uint8_t *element = own->p;
            int answer = all;
            while (element < own->e && answer == all) {
                next = filter_skip(element, own->e);
                if (next == NULL) {
                    return STUBC_OTHER;
                }
                answer = filter_run(at, element, next);
                element = next;
            }
            if (answer < 0) {
                return answer;
            }
            is = answer;
            at += length;
            continue;
        }
#endif
#ifdef STUBC_FILTER_RUN_BEGINS
        case 15: /* begins so */
            is = filter_starts(&at, own);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_OTHER
        case 16: /* begins in another way */
            is = !filter_starts(&at, own) && own->p != own->e;
            continue;
#endif
#ifdef STUBC_FILTER_RUN_COUNT
        case 18: { /* count */
            const size_t count = filter_count(own->p, own->e);
            if (count == SIZE_MAX) {
                return STUBC_OTHER;
            }
            is = filter_counted(&at, count);
            continue;
        }
#endif
#ifdef STUBC_FILTER_LARGE
        case 19: /* number */
            is = filter_range(&at, own->p, own->e);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_OCTETS
        case 21: /* octets */
            is = filter_octets(&at, own);
            continue;
#endif
#ifdef STUBC_FILTER_BITS
        case 22: /* bits */
            is = filter_bits_of(&at, own);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_TRUE
        case 20: /* TRUE */
            is = own->p != own->e && *own->p != 0;
            continue;
#endif
#ifdef STUBC_FILTER_RUN_CONSTANT
        case 23: /* always the same */
            is = variant != 0;
            continue;
#endif
        default:
            return STUBC_OTHER;
        }
        if (next == NULL) {
            return STUBC_OTHER;
        }
    }
}
#endif
