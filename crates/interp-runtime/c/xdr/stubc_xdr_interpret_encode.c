/* ---- The interpreter: encoding ---- */
#ifdef STUBC_INTERPRET
#ifdef STUBC_ENCODE
/* Encodes a node: calls its procedure if it has one, else executes its commands. */
static uint8_t *encode_node(stubc_encoder *c, uint8_t *q, const void *value, unsigned node)
{
#ifndef STUBC_INTERPRET_ENCODE
    return c->unit->encoders[node - c->unit->encoders_from](c, q, value);
#else
#if STUBC_ENCODERS
    if (node - c->unit->encoders_from < c->unit->encoder_count) {
        return c->unit->encoders[node - c->unit->encoders_from](c, q, value);
    }
#endif
    return stubc_interpret_encode(c, q, value, node);
#endif
}
#endif

#ifdef STUBC_INTERPRET_ENCODE

/* Returns the word (RFC 4506 4.1, 4.2, 4.4) of a number of 32 bits or less, or of a boolean. */
static uint32_t word_of(unsigned op, const uint8_t *from)
{
    uint32_t word;
    switch (op) {
#if defined STUBC_OP_USE_TRUTH || defined STUBC_OP_USE_OPTIONAL
    case STUBC_OP_OPTIONAL:
    case STUBC_OP_TRUTH: {
        bool truth;
        memcpy(&truth, from, sizeof truth);
        return truth;
    }
#endif
#ifdef STUBC_OP_USE_SMALL
    case STUBC_OP_I8:
        return (*from ^ 0x80u) - 0x80u;
    case STUBC_OP_U8:
        return *from;
    case STUBC_OP_I16:
    case STUBC_OP_U16: {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        return op == STUBC_OP_U16 ? half : (half ^ 0x8000u) - 0x8000u;
    }
#endif
    default:
        memcpy(&word, from, sizeof word);
        return word;
    }
}

#ifdef STUBC_ERROR_PATHS
#define encode_steps encode_unnoted
#endif

/* Executes the steps at s on the value at base, and writes its bytes at q. Returns where they end, or NULL after an
 * error. NEED steps check that the buffer has space for the bytes that the steps after them write. c->depth bounds the
 * recursion. One function: a loop around a switch with a case for each opcode. */
static uint8_t *encode_steps(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *base)
{
    for (;; s += 4) {
        unsigned op = s[0] & STUBC_OP;
        const uint8_t *from = base + number(s + 1, 2);
        if (op == STUBC_STOP) {
            return q;
        }
        STUBC_COUNT(c);
        STUBC_AT_STEP(c, s);
        switch (op) {
        case STUBC_OP_NEED:
#ifdef STUBC_COUNT_COMMANDS
            c->idle++;
#endif
            if ((size_t)(c->end - q) < number(s + 1, 3)) {
                return stubc_refuse(c, STUBC_NO_SPACE);
            }
            break;
#ifdef STUBC_OP_USE_OPTIONAL
        case STUBC_OP_OPTIONAL: {
            uint32_t there = word_of(op, from);
            stubc_put_word(q, there);
            q += 4;
            if (!there) {
                s += 4 * s[3];
            }
            break;
        }
#endif
#ifdef STUBC_OP_USE_DEPTH
        case STUBC_OP_DEPTH:
#ifdef STUBC_COUNT_COMMANDS
            c->idle++;
#endif
            if (!c->depth) {
                return stubc_refuse(c, STUBC_DEPTH);
            }
            break;
#endif
#ifdef STUBC_OP_USE_BOXED
        case STUBC_OP_BOX:
#ifdef STUBC_COUNT_COMMANDS
            c->idle++;
#endif
            break;
#endif
#ifdef STUBC_OP_USE_HYPER
        case STUBC_OP_HYPER: {
            uint64_t hyper;
            memcpy(&hyper, from, sizeof hyper);
            stubc_put_hyper(q, hyper);
            q += 8;
            break;
        }
#endif
#ifdef STUBC_OP_USE_OPAQUE
        case STUBC_OP_OPAQUE: {
            uint32_t octets = number(s + 4, 4);
            memcpy(q, from, octets);
            memset(q + octets, 0, (0u - octets) & 3);
            q += octets + ((0u - octets) & 3);
            s += 4;
            break;
        }
#endif
#ifdef STUBC_OP_USE_COUNTED
        case STUBC_OP_COUNTED: {
            uint32_t most = UINT32_MAX;
            stubc_slice value;
            memcpy(&value, from, sizeof value);
            if (s[3]) {
                s += 4;
                most = number(s, 4);
            }
            q = stubc_put_counted(c, q, most, &value);
            if (!q) {
                return NULL;
            }
            break;
        }
#endif
        case STUBC_OP_CALL: case STUBC_OP_CALL + 1: case STUBC_OP_CALL + 2: case STUBC_OP_CALL + 3:
        case STUBC_OP_CALL + 4: case STUBC_OP_CALL + 5: case STUBC_OP_CALL + 6: case STUBC_OP_CALL + 7:
#ifdef STUBC_OP_USE_BOXED
            if (s[0] & STUBC_BOXED) {
                const void *inner;
                memcpy(&inner, from, sizeof inner);
                if (!inner) {
                    return stubc_refuse(c, STUBC_BAD_VALUE);
                }
                from = (const uint8_t *)inner;
            }
#endif
            c->depth -= s[0] >> 6 & 1;
            q = encode_node(c, q, from, (op & 7) << 8 | s[3]);
            STUBC_AT_STEP(c, s);
            if (!q) {
                return NULL;
            }
            c->depth += s[0] >> 6 & 1;
            break;
        default:
            stubc_put_word(q, word_of(op, from));
            q += 4;
        }
    }
}

#ifdef STUBC_ERROR_PATHS
#undef encode_steps
/* As encode_unnoted; also notes the field for the error's path. */
static uint8_t *encode_steps(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *base)
{
    q = encode_unnoted(c, q, s, base);
    if (!q) {
        stubc_note_step(c->error, (uint32_t)(c->step - c->unit->programs));
    }
    return q;
}
#endif

#ifdef STUBC_OP_USE_LINKED
/* Encodes a linked list (RFC 4506 4.19) in a loop. at: the first pointer. Each element takes at least the word before
 * it, so the space in the buffer bounds the loop. */
static uint8_t *encode_list(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *at)
{
#ifdef STUBC_ERROR_PATHS
    size_t n = 0;
#endif
    for (;;) {
        const uint8_t *item;
        memcpy(&item, at, sizeof item);
        stubc_put_word(q, item != NULL);
        q += 4;
        if (!item) {
            return q;
        }
        q = encode_steps(c, q, s + 15, item);
        if (!q) {
            STUBC_NOTE(c, n);
            return NULL;
        }
#ifdef STUBC_ERROR_PATHS
        n++;
#endif
        if (s[0] == STUBC_LIST && c->end - q < 4) {
            return stubc_refuse(c, STUBC_NO_SPACE);
        }
        at = item + number(s + 13, 2);
    }
}
#endif

#if defined STUBC_OP_USE_FIXED_ARRAY || defined STUBC_OP_USE_COUNTED_ARRAY
/* Encodes count elements of an array (RFC 4506 4.12, 4.13); words and hypers as a block. If the
 * elements have static size, the caller has checked that the buffer has all of them. */
static uint8_t *encode_elements(stubc_encoder *c, uint8_t *q, const uint8_t *s, const uint8_t *items, size_t count)
{
    size_t size = number(s + 6, 3);
#ifdef STUBC_ERROR_PATHS
    const size_t all = count;
#endif
#ifdef STUBC_OP_USE_SWAP32
    if (s[1] == 4) {
        STUBC_COUNT(c);
        stubc_swap32(q, items, count);
        return q + 4 * count;
    }
#endif
#ifdef STUBC_OP_USE_SWAP64
    if (s[1] == 8) {
        STUBC_COUNT(c);
        stubc_swap64(q, items, count);
        return q + 8 * count;
    }
#endif
    for (; count; count--, items += size) {
        q = encode_steps(c, q, s + 15, items);
        if (!q) {
            STUBC_NOTE(c, all - count);
            return NULL;
        }
    }
    return q;
}
#endif

/* Encodes a value of type node at q by its commands. The caller has checked that the buffer has the lead of the node.
 * Returns where the value ends, or NULL after an error. */
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, const void *value, unsigned node)
{
    const uint8_t *s = c->unit->programs + c->unit->nodes[node];
    switch (s[0]) {
#ifdef STUBC_OP_USE_SWITCH
    case STUBC_SWITCH: {
        uint32_t word = word_of(s[1], (const uint8_t *)value);
        const uint8_t *steps = arm(s, word);
        STUBC_COUNT(c);
        if (!steps) {
            return stubc_refuse(c, STUBC_BAD_VALUE);
        }
        stubc_put_word(q, word);
        return encode_steps(c, q + 4, steps, (const uint8_t *)value);
    }
#endif
#ifdef STUBC_OP_USE_FIXED_ARRAY
    case STUBC_FIXED:
        return encode_elements(c, q, s, (const uint8_t *)value, number(s + 2, 4));
#endif
#ifdef STUBC_OP_USE_COUNTED_ARRAY
    case STUBC_COUNTED: {
        list array;
        memcpy(&array, value, sizeof array);
        q = stubc_put_count(c, q, number(s + 2, 4), number(s + 9, 4), array.count);
        return q ? encode_elements(c, q, s, (const uint8_t *)array.items, array.count) : NULL;
    }
#endif
#ifdef STUBC_OP_USE_LINKED
    case STUBC_LIST:
    case STUBC_CLOSED_LIST:
        return encode_list(c, q, s, (const uint8_t *)value);
#endif
    default:
        return encode_steps(c, q, s + 1, (const uint8_t *)value);
    }
}
#endif
#endif
