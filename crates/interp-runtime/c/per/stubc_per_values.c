/* ---- What both directions use: bits, sizes, alphabets ---- */
/* Returns the number of bits of a number from 0 to most. */
static unsigned width(stubc_word most)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__) || defined(__ARM_FEATURE_CLZ))
    return most ? 64u - (unsigned)__builtin_clzll(most) : 0;
#else
    unsigned bits = 0;
    while (bits < STUBC_WORD_BITS && most >> bits) {
        bits++;
    }
    return bits;
#endif
}

/* Sets x to the number at pc, and moves pc after it: on large targets without a call for one of two bytes. */
#ifdef STUBC_WORDS_OF_64
#define NUMBER(x, pc)                                                                                                 \
    if (*(pc) < 0x80) {                                                                                               \
        x = *(pc)++;                                                                                                  \
    } else if ((pc)[1] < 0x80) {                                                                                      \
        x = (*(pc) & 0x7fu) << 7 | (pc)[1];                                                                           \
        (pc) += 2;                                                                                                    \
    } else {                                                                                                          \
        const uint8_t *after = (pc);                                                                                  \
        x = (uint32_t)number(&after);                                                                                 \
        (pc) = after;                                                                                                 \
    }
#else
#define NUMBER(x, pc) x = (uint32_t)number(&(pc))
#endif

/* Returns the number at pc that has its sign in the lowest bit. */
#define SIGNED_NUMBER(x) ((x) & 1 ? 0 - ((x) >> 1) - 1 : (x) >> 1)

#ifdef STUBC_WORDS_OF_64
/* Returns the bits at a place as the highest ones of a word: at least 57, with zeros after the last of the input. */
STUBC_ALWAYS uint64_t peek(const stubc_input *in, size_t at)
{
    const size_t left = in->whole - at;
    uint64_t w = 0;
    if (left >= 64) {
        memcpy(&w, in->base + at / 8, sizeof w);
        w = __builtin_bswap64(w) << (at & 7);
    } else if (left) {
        w = in->tail << (64 - left);
    }
    return w;
}
#endif

/* The bit at a place. */
#define BIT_AT(base, at) ((base)[(at) / 8] >> (7 - (at) % 8) & 1)

/* Returns the next bits, which are left, as a number. */
static STUBC_APART stubc_word take(stubc_input *in, unsigned bits)
{
    stubc_word x = 0;
    while (bits) {
        const unsigned left = 8 - (unsigned)(in->at & 7), some = bits < left ? bits : left;
        x = x << some | ((unsigned)in->base[in->at / 8] >> (left - some) & (0xffu >> (8 - some)));
        in->at += some;
        bits -= some;
    }
    return x;
}

/* The sizes of a string or array. */
typedef struct stubc_sizes {
    size_t min;
    size_t max; /* SIZE_MAX: none */
} stubc_sizes;

/* A size of 64K or more has no bounds in the encoding (X.691 11.9.4.1). */
#define STUBC_UNBOUNDED 0x10000u

#ifdef STUBC_USE_SIZES
/* Returns the sizes in a program, and moves after them. */
static stubc_sizes sizes_at(const uint8_t **pc, unsigned op)
{
    stubc_sizes sizes = {0, SIZE_MAX};
    sizes.min = (size_t)number(pc);
    if (op & STUBC_LIMITED) {
        sizes.max = (size_t)number(pc);
    }
    return sizes;
}
#endif

#if defined STUBC_ALIGNED && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Returns whether the items of a string begin on a byte boundary: short ones do not (X.691 16, 17). */
static bool is_long(const stubc_sizes *sizes, size_t most)
{
    return sizes->min != sizes->max || sizes->max > most;
}
#else
#define is_long(sizes, most) false
#endif

#if defined STUBC_USE_CHARACTERS
/* The characters of a string in a program. */
typedef struct stubc_alphabet {
    const uint8_t *ranges;
    unsigned item; /* bytes of a character in C */
    unsigned bits;
    bool is_mapped;
} stubc_alphabet;

/* Returns the alphabet in a program, and moves to its sizes. */
static stubc_alphabet alphabet_at(const uint8_t **pc)
{
    stubc_alphabet alphabet;
    const unsigned form = *(*pc)++;
    alphabet.item = 1u << (form & 3);
    alphabet.is_mapped = (form & STUBC_MAPPED) != 0;
    alphabet.bits = *(*pc)++;
    return alphabet;
}

/* Returns whether the characters of a string begin on a byte boundary (X.691 30.5.6, 30.5.7). */
#ifdef STUBC_ALIGNED
static bool is_spread(const stubc_alphabet *alphabet, const stubc_sizes *sizes)
{
    const size_t most = alphabet->bits && sizes->max > 16 / alphabet->bits ? 17 : sizes->max * alphabet->bits;
    if (sizes->max == SIZE_MAX) {
        return true;
    }
    return sizes->min == sizes->max && sizes->max < STUBC_UNBOUNDED ? most > 16 : most >= 16;
}
#else
#define is_spread(alphabet, sizes) false
#endif
#endif
