/* ---- Numbers in C ---- */
#ifdef STUBC_DECODE
#ifdef STUBC_USE_NUMBERS
/* Stores a number in a representation. */
static void store(uint8_t *out, unsigned repr, stubc_word x)
{
    switch (repr & 3) {
    case 0:
        *out = (uint8_t)x;
        break;
    case 1:
        *(uint16_t *)(void *)out = (uint16_t)x;
        break;
    case 2:
        *(uint32_t *)(void *)out = (uint32_t)x;
        break;
#ifdef STUBC_WIDE
    default:
        *(uint64_t *)(void *)out = x;
        break;
#else
    default:
        break;
#endif
    }
}

#if defined STUBC_USE_INTEGER || defined STUBC_USE_ENUMERATED
/* Stores a number if its representation holds it. is_over: it has more bits than x. */
static bool store_held(stubc_decoder *d, uint8_t *out, unsigned repr, stubc_word x, bool is_negative, bool is_over)
{
    const unsigned width_of_value = (8u << (repr & 3)) - (repr & 4 ? 1 : 0);
    if (repr & 4 && is_negative) {
        is_over |= (stubc_word)~x >> width_of_value != 0;
    } else {
        is_over |= is_negative || (width_of_value < STUBC_WORD_BITS && x >> width_of_value != 0);
    }
    if (is_over) {
        fail(d, STUBC_RANGE);
    }
    if (d->code) {
        return false;
    }
    store(out, repr, x);
    return true;
}
#endif
#endif
#endif

#if defined STUBC_USE_NUMBERS && defined STUBC_ENCODE
/* Returns the number in a representation. */
static stubc_word load(const uint8_t *in, unsigned repr)
{
    stubc_word x;
    unsigned bits = 8u << (repr & 3);
    switch (repr & 3) {
    case 0:
        x = *in;
        break;
    case 1:
        x = *(const uint16_t *)(const void *)in;
        break;
#ifdef STUBC_WIDE
    case 3:
        x = *(const uint64_t *)(const void *)in;
        break;
#endif
    default:
        x = *(const uint32_t *)(const void *)in;
        break;
    }
    if (repr & 4 && bits < STUBC_WORD_BITS && x >> (bits - 1)) {
        x |= ~(stubc_word)0 << bits;
    }
    return x;
}

/* Whether a number in a representation is negative. */
#define IS_NEGATIVE(x, repr) ((repr) & 4 && (x) >> (STUBC_WORD_BITS - 1))

#ifdef STUBC_USE_DEFAULT
/* Returns whether the number in a representation is x. */
static bool holds(const uint8_t *in, unsigned repr, stubc_word x)
{
    return load(in, repr) == x;
}
#endif
#endif
