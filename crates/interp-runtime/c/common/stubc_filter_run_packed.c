#ifdef STUBC_FILTER_RUN
/* Reads a number: of so many bits, without a sign up to 64 and with one from 65 on, or of another form. */
static int filter_read(struct filter_bits *c, unsigned source, uint64_t *number)
{
    switch (source) {
#ifdef STUBC_FILTER_COUNTED
    case 129:
    case 130:
        return filter_counted(c, source == 130, number);
#endif
#ifdef STUBC_FILTER_SMALL
    case 131:
        return filter_small(c, number);
#endif
#ifdef STUBC_FILTER_ITEM
    case 132:
        return filter_item(c, number);
#endif
#ifdef STUBC_FILTER_TAG
    case 133:
        return filter_tag(c, number);
#endif
#ifdef STUBC_FILTER_LENGTH
    case 134:
        return filter_length(c, number);
#endif
#ifdef STUBC_FILTER_UNUSED
    case 135:
        return filter_unused(c, number);
#endif
    default: {
        int failed;
#ifdef STUBC_FILTER_MEASURED
        if (source > 136) {
            return filter_measured(c, source - 136, number);
        }
#endif
        failed = filter_take(c, source > 64 ? source - 64 : source, number);
#ifdef STUBC_FILTER_SIGNED
        if (source > 64 && failed >= 0) {
            *number = (uint64_t)filter_signed(*number, (uint64_t)1 << (source - 65));
        }
#endif
        return failed;
    }
    }
}

/* Runs code of a table. The cursor goes over what the code goes over. Returns the answer. */
static int filter_execute(const uint8_t *table, const uint8_t *at, struct filter_bits *c)
{
#ifdef STUBC_FILTER_SAME
    size_t text = c->at;
#endif
#ifdef STUBC_FILTER_RUN_MARK
    size_t marks[8];
#endif
#ifdef STUBC_FILTER_RUN_FLAGS
    uint64_t flags = 0;
#endif
#ifdef STUBC_FILTER_RUN_VARIABLES
    uint32_t variables = 0;
#endif
    uint64_t number = 0;
    bool is = false;
    (void)table;
    for (;;) {
        const unsigned command = *at++, variant = command & 7;
        int failed = 0;
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
        case 3: /* go over bits */
            failed = filter_over(c, variant > 0 ? variant : filter_extent(&at));
            break;
#ifdef STUBC_FILTER_ALIGN
        case 4: /* go to the next byte boundary */
            filter_align(c);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_FLAGS
        case 5: { /* read flags */
            unsigned flag = *at++, left;
            for (left = variant; left > 0 && failed >= 0; left--) {
                uint64_t bit = 0;
                failed = filter_take(c, 1, &bit);
                flags |= bit << flag++;
            }
            break;
        }
        case 6: /* the flag is set */
            is = flags >> *at++ & 1;
            continue;
#endif
        case 7: /* read a number; 1: add a constant, 2: it may be too large */
            failed = filter_read(c, *at++, &number);
#ifdef STUBC_FILTER_RUN_LEAST
            if (variant & 1) {
                number += filter_constant(&at);
            }
#endif
#ifdef STUBC_FILTER_RUN_LARGE
            if (variant & 2 && number > INT64_MAX) {
                number = INT64_MAX;
            }
#endif
            break;
#ifdef STUBC_FILTER_ITEMS
        case 8: /* go over as many items of so many bits as the number says */
#ifdef STUBC_FILTER_SAME
            text = c->at;
#endif
            failed = filter_items(c, number, filter_extent(&at));
            break;
#endif
#ifdef STUBC_FILTER_CONTENTS
        case 9: /* go over contents */
            failed = filter_contents(c);
            break;
#endif
#ifdef STUBC_FILTER_RUN_ENTER
        case 10: /* enter contents */
            failed = filter_length(c, &number);
            if (failed >= 0 && number > (c->end - c->at) / 8) {
                return STUBC_TRUNCATED;
            }
#ifdef STUBC_FILTER_RUN_MARK
            marks[variant] = c->at + (size_t)number * 8;
#endif
            break;
#endif
#ifdef STUBC_FILTER_RUN_CALL
        case 11: { /* go over a value, which may contain itself */
            const uint8_t *const value = table + (at[0] << 8 | at[1]);
            at += 2;
            if (variant > 0 && c->depth == 0) {
                return STUBC_OTHER;
            }
            c->depth -= variant;
            failed = filter_execute(table, value, c);
            c->depth += variant;
            break;
        }
#endif
#ifdef STUBC_FILTER_RUN_ELEMENTS
        case 12: { /* elements; 2: code tests each, 4: all must pass */
            const size_t over = filter_extent(&at);
            const uint8_t *const element = at;
            struct filter_bits next = *c;
            size_t test = 0;
            uint64_t left = number;
            int answer = (int)(variant >> 2);
            at += over;
            if (variant & 2) {
                test = filter_extent(&at);
            }
            for (; left > 0 && answer == (int)(variant >> 2); left--) {
                struct filter_bits one = next;
                failed = filter_execute(table, element, &next);
                if (failed < 0) {
                    return failed;
                }
                if (variant & 2) {
                    answer = filter_execute(table, at, &one);
                }
            }
            if (answer < 0) {
                return answer;
            }
            if (variant & 2) {
                is = answer;
            } else {
                *c = next;
            }
            at += test;
            continue;
        }
#endif
#ifdef STUBC_FILTER_ADDITIONS
        case 13: /* go to an addition, or over all of them */
            failed = filter_additions(c, variant > 0 ? UINT64_MAX : filter_extent(&at));
            is = failed > 0;
            break;
#endif
#ifdef STUBC_FILTER_RUN_MARK
        case 14: /* mark */
            marks[variant] = c->at;
            continue;
        case 15: /* go back */
            c->at = marks[variant];
            continue;
#endif
#ifdef STUBC_FILTER_RUN_IN
        case 16: /* the number, with a sign or without one, is in a range */
            is = filter_in(&at, number, (uint64_t)(variant == 0) << 63);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_ONE_OF
        case 17: /* the number is one of these */
            is = filter_one_of(&at, number);
            continue;
#endif
#ifdef STUBC_FILTER_RUN_TEXT
        case 18: { /* the string holds these items at a place; 4: it does not */
            const unsigned place = variant & 3, item = *at++;
            const size_t items = filter_extent(&at);
#ifdef STUBC_FILTER_FIND
            const unsigned step = place == 3 ? *at++ : 1;
#endif
            const uint8_t *const octets = at;
            at += (items * item + 7) / 8;
            is = (place == 0 ? number == items : number >= items) &&
                 filter_same(c->p, place == 2 ? text + (size_t)(number - items) * item : text, octets,
                             (uint64_t)items * item);
#ifdef STUBC_FILTER_FIND
            if (place == 3) {
                is = filter_find(c->p, text, number, item, octets, items, step);
            }
#endif
            is = is != (variant >> 2);
            continue;
        }
#endif
#ifdef STUBC_FILTER_NAMED
        case 19: { /* the BIT STRING has these bits; 1: zeros at its end do not count, 4: it does not */
            const size_t length = filter_extent(&at);
            is = filter_named(c->p, text, number, at, length, variant & 1) != (variant >> 2);
            at += (length + 7) / 8;
            continue;
        }
#endif
        default:
            return STUBC_OTHER;
        }
        if (failed < 0) {
            return failed;
        }
    }
}

/* Runs a table for so many bytes. */
static int filter_run(const uint8_t *table, const uint8_t *input, size_t length)
{
    struct filter_bits c;
    if (length > SIZE_MAX / 8) {
        return STUBC_OTHER;
    }
    c.p = input;
    c.at = 0;
    c.end = length * 8;
    c.depth = 64;
    return filter_execute(table, table, &c);
}
#endif
