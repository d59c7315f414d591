/* ---- The interpreter: decoding. One function executes steps, and others execute unions, arrays and lists ---- */

#ifdef STUBC_INTERPRET

#ifdef STUBC_ERROR_PATHS
#define STUBC_AT_STEP(state, s) ((state)->step = (s))
#define STUBC_NOTE(state, n) stubc_note((state)->error, STUBC_INDEX | (uint32_t)(n))
#else
#define STUBC_AT_STEP(state, s) ((void)0)
#define STUBC_NOTE(state, n) ((void)0)
#endif

/* Returns the number in so many bytes of a program, the lowest first. */
static uint32_t number(const uint8_t *s, unsigned octets)
{
    uint32_t value = 0;
    while (octets--) {
        value = value << 8 | s[octets];
    }
    return value;
}

#ifdef STUBC_OP_USE_COUNTED_ARRAY
/* The C struct of a counted array of any type. */
typedef struct list {
    void *items;
    size_t count;
} list;
#endif

#ifdef STUBC_OP_USE_SWITCH
/* Returns the steps of the arm that the discriminant of the union at s selects: its case, or the default; else NULL. */
static const uint8_t *arm(const uint8_t *s, uint32_t discriminant)
{
    uint32_t cases = number(s + 2, 2), target = number(s + 4, 2);
    const uint8_t *known;
    for (known = s + 6; cases--; known += 6) {
        if (number(known, 4) == discriminant) {
            return s + number(known + 4, 2);
        }
    }
    return target == 0xffff ? NULL : s + target;
}
#endif

#ifdef STUBC_DECODE
/* Decodes a node: calls its procedure if it has one, else executes its commands. */
static const uint8_t *decode_node(stubc_decoder *d, const uint8_t *p, void *value, unsigned node)
{
#ifndef STUBC_INTERPRET_DECODE
    return d->unit->decoders[node](d, p, value);
#else
#if STUBC_DECODERS
    if (node < d->unit->decoder_count) {
        return d->unit->decoders[node](d, p, value);
    }
#endif
    return stubc_interpret_decode(d, p, value, node);
#endif
}
#endif

#ifdef STUBC_INTERPRET_DECODE

/* Decodes the word at p as a number of 32 bits or less, or a boolean (RFC 4506 4.1, 4.2, 4.4), and stores it at to.
 * Returns false after an error: out of range, or a boolean that is neither 0 nor 1. The caller has
 * checked that the word is in the input. */
static bool decode_word(stubc_decoder *d, const uint8_t *p, const uint8_t *start, unsigned op, uint8_t *to)
{
    uint32_t word = stubc_word(p);
    (void)d;
    (void)start;
    switch (op) {
#ifdef STUBC_OP_USE_TRUTH
    case STUBC_OP_TRUTH: {
        bool truth = word != 0;
        if (word > 1) {
            stubc_fail(d, STUBC_BAD_VALUE, start);
            return false;
        }
        memcpy(to, &truth, sizeof truth);
        break;
    }
#endif
#ifdef STUBC_OP_USE_SMALL
    case STUBC_OP_I8:
    case STUBC_OP_U8: {
        uint8_t octet = (uint8_t)word;
        if (word + (op == STUBC_OP_I8 ? 0x80u : 0u) > 0xffu) {
            stubc_fail(d, STUBC_RANGE, start);
            return false;
        }
        *to = octet;
        break;
    }
    case STUBC_OP_I16:
    case STUBC_OP_U16: {
        uint16_t half = (uint16_t)word;
        if (word + (op == STUBC_OP_I16 ? 0x8000u : 0u) > 0xffffu) {
            stubc_fail(d, STUBC_RANGE, start);
            return false;
        }
        memcpy(to, &half, sizeof half);
        break;
    }
#endif
    default:
        memcpy(to, &word, sizeof word);
    }
    return true;
}

#ifdef STUBC_ERROR_PATHS
#define decode_steps decode_unnoted
#endif

/* Executes the steps at s on the value at base. p: the input; start: the offset that an error reports. Returns where
 * the value ends, or NULL after an error. NEED steps check that the input has the bytes that the steps after them
 * read. d->depth bounds the recursion. One function: a loop around a switch with a case for each opcode. */
static const uint8_t *decode_steps(stubc_decoder *d, const uint8_t *p, const uint8_t *start, const uint8_t *s,
                                   uint8_t *base)
{
#ifdef STUBC_OP_USE_BOXED
    size_t box = 0;
#endif
    for (;; s += 4) {
        unsigned op = s[0] & STUBC_OP;
        uint8_t *to = base + number(s + 1, 2);
        if (op == STUBC_STOP) {
            return p;
        }
        STUBC_COUNT(d);
        STUBC_AT_STEP(d, s);
        switch (op) {
        case STUBC_OP_NEED:
#ifdef STUBC_COUNT_COMMANDS
            d->idle++;
#endif
            if ((size_t)(d->end - p) < number(s + 1, 3)) {
                return stubc_fail(d, STUBC_TRUNCATED, start);
            }
            break;
#ifdef STUBC_OP_USE_OPTIONAL
        case STUBC_OP_OPTIONAL: {
            uint32_t word = stubc_word(p);
            bool there = word != 0;
            if (word > 1) {
                return stubc_fail(d, STUBC_BAD_VALUE, start);
            }
            memcpy(to, &there, sizeof there);
            p += 4;
            if (!there) {
                s += 4 * s[3];
            }
            break;
        }
#endif
#ifdef STUBC_OP_USE_DEPTH
        case STUBC_OP_DEPTH:
#ifdef STUBC_COUNT_COMMANDS
            d->idle++;
#endif
            if (!d->depth) {
                return stubc_fail(d, STUBC_DEPTH, start);
            }
            break;
#endif
#ifdef STUBC_OP_USE_BOXED
        case STUBC_OP_BOX:
#ifdef STUBC_COUNT_COMMANDS
            d->idle++;
#endif
            box = number(s + 1, 3);
            break;
#endif
#ifdef STUBC_OP_USE_HYPER
        case STUBC_OP_HYPER: {
            uint64_t hyper = stubc_hyper(p);
            memcpy(to, &hyper, sizeof hyper);
            p += 8;
            break;
        }
#endif
#ifdef STUBC_OP_USE_OPAQUE
        case STUBC_OP_OPAQUE: {
            uint32_t octets = number(s + 4, 4);
            memcpy(to, p, octets);
            p += octets + ((0u - octets) & 3);
            s += 4;
            break;
        }
#endif
#ifdef STUBC_OP_USE_COUNTED
        case STUBC_OP_COUNTED: {
            uint32_t most = UINT32_MAX;
            stubc_slice value;
            if (s[3]) {
                s += 4;
                most = number(s, 4);
            }
            p = stubc_get_counted(d, p, start, most, &value);
            if (!p) {
                return NULL;
            }
            memcpy(to, &value, sizeof value);
            break;
        }
#endif
        case STUBC_OP_CALL: case STUBC_OP_CALL + 1: case STUBC_OP_CALL + 2: case STUBC_OP_CALL + 3:
        case STUBC_OP_CALL + 4: case STUBC_OP_CALL + 5: case STUBC_OP_CALL + 6: case STUBC_OP_CALL + 7:
#ifdef STUBC_OP_USE_BOXED
            if (s[0] & STUBC_BOXED) {
                void *inner = stubc_alloc(d, start, box);
                if (!inner) {
                    return NULL;
                }
                memcpy(to, &inner, sizeof inner);
                to = (uint8_t *)inner;
            }
#endif
            d->depth -= s[0] >> 6 & 1;
            p = decode_node(d, p, to, (op & 7) << 8 | s[3]);
            STUBC_AT_STEP(d, s);
            if (!p) {
                return NULL;
            }
            d->depth += s[0] >> 6 & 1;
            break;
        default:
            if (!decode_word(d, p, start, op, to)) {
                return NULL;
            }
            p += 4;
        }
    }
}

#ifdef STUBC_ERROR_PATHS
#undef decode_steps
/* As decode_unnoted; also notes the field for the error's path. */
static const uint8_t *decode_steps(stubc_decoder *d, const uint8_t *p, const uint8_t *start, const uint8_t *s,
                                   uint8_t *base)
{
    p = decode_unnoted(d, p, start, s, base);
    if (!p) {
        stubc_note_step(d->error, (uint32_t)(d->step - d->unit->programs));
    }
    return p;
}
#endif

#ifdef STUBC_OP_USE_LINKED
/* Decodes optional data that links to itself as a linked list (RFC 4506 4.19), in a loop, so that its length takes no
 * stack. at: where the first pointer goes. max_elements and the input bound the length. Returns where the list ends, or
 * NULL after an error. */
static const uint8_t *decode_list(stubc_decoder *d, const uint8_t *p, const uint8_t *s, uint8_t *at)
{
    const uint8_t *start = p;
    size_t left = d->max_elements, size = number(s + 6, 3), link = number(s + 13, 2);
    for (;;) {
        uint32_t word = stubc_word(p);
        void *item = NULL;
        if (word > 1) {
            return stubc_fail(d, STUBC_BAD_VALUE, start);
        }
        p += 4;
        if (word) {
            if (!left--) {
                return stubc_fail(d, STUBC_LIMIT, start);
            }
            /* Check depth and input before memory. The element's steps begin with the same checks, but run after the
             * allocation. */
            {
                const uint8_t *steps = s + 15;
                if (steps[0] == STUBC_OP_DEPTH) {
                    if (!d->depth) {
                        STUBC_NOTE(d, d->max_elements - left - 1);
                        return stubc_fail(d, STUBC_DEPTH, p);
                    }
                    steps += 4;
                }
                if (steps[0] == STUBC_OP_NEED && (size_t)(d->end - p) < number(steps + 1, 3)) {
                    STUBC_NOTE(d, d->max_elements - left - 1);
                    return stubc_fail(d, STUBC_TRUNCATED, p);
                }
            }
            item = stubc_alloc(d, p, size);
        }
        memcpy(at, &item, sizeof item);
        if (!word) {
            return p;
        }
        p = item ? decode_steps(d, p, p, s + 15, (uint8_t *)item) : NULL;
        if (!p) {
            STUBC_NOTE(d, d->max_elements - left - 1);
            return NULL;
        }
        if (s[0] == STUBC_LIST && d->end - p < 4) {
            return stubc_fail(d, STUBC_TRUNCATED, start);
        }
        at = (uint8_t *)item + link;
    }
}
#endif

#if defined STUBC_OP_USE_FIXED_ARRAY || defined STUBC_OP_USE_COUNTED_ARRAY
/* Decodes count elements of an array (RFC 4506 4.12, 4.13); words and hypers as a block. If the
 * elements have static size, the caller has checked that the input has all of them. */
static const uint8_t *decode_elements(stubc_decoder *d, const uint8_t *p, const uint8_t *s, uint8_t *items,
                                      size_t count)
{
    size_t size = number(s + 6, 3);
#ifdef STUBC_ERROR_PATHS
    const size_t all = count;
#endif
#ifdef STUBC_OP_USE_SWAP32
    if (s[1] == 4) {
        STUBC_COUNT(d);
        stubc_swap32(items, p, count);
        return p + 4 * count;
    }
#endif
#ifdef STUBC_OP_USE_SWAP64
    if (s[1] == 8) {
        STUBC_COUNT(d);
        stubc_swap64(items, p, count);
        return p + 8 * count;
    }
#endif
    for (; count; count--, items += size) {
        p = decode_steps(d, p, p, s + 15, items);
        if (!p) {
            STUBC_NOTE(d, all - count);
            return NULL;
        }
    }
    return p;
}
#endif

/* Decodes a value of type node at p by its commands. The caller has checked that the input has the lead of the node.
 * Returns where the value ends, or NULL after an error. */
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, void *value, unsigned node)
{
    const uint8_t *s = d->unit->programs + d->unit->nodes[node];
    switch (s[0]) {
#ifdef STUBC_OP_USE_SWITCH
    case STUBC_SWITCH: {
        const uint8_t *steps = arm(s, stubc_word(p));
        STUBC_COUNT(d);
        if (!decode_word(d, p, p, s[1], (uint8_t *)value)) {
            return NULL;
        }
        return steps ? decode_steps(d, p + 4, p, steps, (uint8_t *)value) : stubc_fail(d, STUBC_BAD_VALUE, p);
    }
#endif
#ifdef STUBC_OP_USE_FIXED_ARRAY
    case STUBC_FIXED:
        return decode_elements(d, p, s, (uint8_t *)value, number(s + 2, 4));
#endif
#ifdef STUBC_OP_USE_COUNTED_ARRAY
    case STUBC_COUNTED: {
        list array;
        array.items = stubc_get_array(d, p, number(s + 2, 4), number(s + 9, 4), number(s + 6, 3), &array.count);
        if (d->code) {
            return NULL;
        }
        memcpy(value, &array, sizeof array);
        return decode_elements(d, p + 4, s, (uint8_t *)array.items, array.count);
    }
#endif
#ifdef STUBC_OP_USE_LINKED
    case STUBC_LIST:
    case STUBC_CLOSED_LIST:
        return decode_list(d, p, s, (uint8_t *)value);
#endif
    default:
        return decode_steps(d, p, p, s + 1, (uint8_t *)value);
    }
}
#endif
#endif
