/* ---- What both directions use: bits, sizes, alphabets ---- */
/* Converts a value by a program. The next command is anywhere after it. */
static void convert(stubc_coder *c, const uint8_t *program, uint8_t *value);

/* Returns the program that a reference at a place names: by its number, or by the distance. */
STUBC_ALWAYS const uint8_t *program_at(const stubc_coder *c, unsigned number, const uint8_t *from)
{
    const unsigned numbered = c->unit->numbered; /* perhaps 0 */
    (void)c;
    return number < numbered ? c->unit->programs + c->unit->nodes[number] : from + (number - numbered);
}

/* Returns the number of bits of a number from 0 to most. */
STUBC_ALWAYS unsigned width(stubc_word most)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__) || defined(__ARM_FEATURE_CLZ))
#ifdef STUBC_WIDE
    if (most >> 32) {
        return 64 - (unsigned)__builtin_clzll(most);
    }
#endif
    return most ? 32 - (unsigned)__builtin_clz((unsigned)most) : 0;
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

/* Returns the number at the cursor, and moves after it. */
STUBC_ALWAYS stubc_number next_number(stubc_coder *c)
{
#ifdef STUBC_WORDS_OF_64
    if (*c->pc < 0x80) {
        return *c->pc++;
    }
#endif
    return number(&c->pc);
}

/* Returns the program of the reference at the cursor, and moves after it. */
static STUBC_APART const uint8_t *reference(stubc_coder *c)
{
    const uint8_t *const from = c->pc;
    return program_at(c, next_number(c), from);
}

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

/* Writes a number of at most so many bits, up to 56, if 64 are left. The bits after the place in its byte may be
 * anything, and become zeros. */
STUBC_ALWAYS void put_word(stubc_input *to, uint64_t x, unsigned bits)
{
    uint8_t *const octet = to->base + to->at / 8;
    const unsigned used = (unsigned)(to->at & 7);
    uint64_t w = ((uint64_t)(*octet >> (8 - used)) << bits | x) << 1 << (63 - used - bits);
    w = __builtin_bswap64(w);
    memcpy(octet, &w, sizeof w);
    to->at += bits;
}
#endif

#ifdef STUBC_SEE_TAIL
/* Notes the end of the bits that base has, and the last of them. */
static STUBC_MAYBE_UNUSED void see(stubc_input *in, size_t bits)
{
    size_t i = bits / 8 < 8 ? 0 : bits / 8 - 8;
    in->whole = bits;
    in->tail = 0;
#ifdef STUBC_WORDS_OF_64
    if (bits >= 64) {
        memcpy(&in->tail, in->base + i, sizeof in->tail);
        in->tail = __builtin_bswap64(in->tail);
        return;
    }
#endif
    for (; i < bits / 8; i++) {
        in->tail = in->tail << 8 | in->base[i];
    }
}
#endif

/* Returns the bit at a place. */
STUBC_OFTEN bool bit_at(const uint8_t *base, size_t at)
{
    return base[at / 8] >> (7 - at % 8) & 1;
}

/* Returns the place of the next bit in the message. */
STUBC_OFTEN size_t place(const stubc_input *in)
{
    return in->is_whole ? in->place + in->at : in->place;
}

/* An upper end of sizes. Its greatest value, for none, is above 65536 also where size_t has 16 bits. */
#if SIZE_MAX > 0xffff
typedef size_t stubc_most;
#else
typedef uint32_t stubc_most;
#endif
#define STUBC_NO_MOST ((stubc_most)-1)

/* The sizes of a string or array. */
typedef struct stubc_sizes {
    size_t min;
    stubc_most max;
    size_t total; /* items of pieces with their own length so far */
} stubc_sizes;

static STUBC_MAYBE_UNUSED const stubc_sizes any_size = {0, STUBC_NO_MOST, 0};

/* A size of 64K or more has no bounds in the encoding (X.691 11.9.4.1). */
#define STUBC_UNBOUNDED 0x10000u

#if defined STUBC_ALIGNED && (defined STUBC_USE_OCTETS || defined STUBC_USE_BITS)
/* Returns whether the items of a string begin on a byte boundary: short ones do not (X.691 16, 17). */
static bool is_long(const stubc_sizes *sizes, size_t most)
{
    return sizes->min != sizes->max || sizes->max > most;
}
#else
#define is_long(sizes, most) false
#endif
#ifdef STUBC_ALIGNED
#define IS_UNALIGNED false
#else
#define IS_UNALIGNED true
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
static stubc_alphabet alphabet_at(stubc_coder *c)
{
    stubc_alphabet alphabet;
    const unsigned form = *c->pc++;
    alphabet.item = 1u << (form & 3);
    alphabet.is_mapped = (form & STUBC_MAPPED) != 0;
    alphabet.bits = *c->pc++;
    return alphabet;
}

/* Returns whether the characters of a string begin on a byte boundary (X.691 30.5.6, 30.5.7). */
#ifdef STUBC_ALIGNED
static bool is_spread(const stubc_alphabet *alphabet, const stubc_sizes *sizes)
{
    const stubc_most most = alphabet->bits && sizes->max > 16 / alphabet->bits ? 17 : sizes->max * alphabet->bits;
    if (sizes->max == STUBC_NO_MOST) {
        return true;
    }
    return sizes->min == sizes->max && sizes->max < STUBC_UNBOUNDED ? most > 16 : most >= 16;
}
#else
#define is_spread(alphabet, sizes) false
#endif
#endif
