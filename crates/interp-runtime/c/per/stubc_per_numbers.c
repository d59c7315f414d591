/* ---- Numbers in C, INTEGER and ENUMERATED ---- */
#ifdef STUBC_USE_NUMBERS
#ifdef STUBC_DECODE
/* Stores a number in a representation. */
static STUBC_APART void store(uint8_t *out, unsigned repr, stubc_word x)
{
    switch (repr & 3) {
    case 0:
        *out = (uint8_t)x;
        break;
    case 1:
        *(uint16_t *)(void *)out = (uint16_t)x;
        break;
#ifdef STUBC_WIDE
    case 3:
        *(uint64_t *)(void *)out = x;
        break;
#endif
    default:
        *(uint32_t *)(void *)out = (uint32_t)x;
        break;
    }
}
#endif

#if defined STUBC_ENCODE || defined STUBC_USE_INTEGER || defined STUBC_USE_ENUMERATED
/* Returns the number in a representation. */
static STUBC_APART stubc_word load(const uint8_t *in, unsigned repr)
{
    switch (repr & STUBC_REPR) {
    case 0:
        return *in;
    case 1:
        return *(const uint16_t *)(const void *)in;
    case 2:
        return *(const uint32_t *)(const void *)in;
    case 4:
        return (stubc_word)*(const int8_t *)in;
    case 5:
        return (stubc_word)*(const int16_t *)(const void *)in;
#ifdef STUBC_WIDE
    case 3:
    case 7:
        return *(const uint64_t *)(const void *)in;
#endif
    default:
        return (stubc_word)*(const int32_t *)(const void *)in;
    }
}
#endif

#if defined STUBC_ENCODE && defined STUBC_USE_DEFAULT
/* Returns whether the number in a representation is x. */
static bool holds(const uint8_t *in, unsigned repr, stubc_word x)
{
    return load(in, repr) == x;
}
#endif

/* Whether a number in a representation is negative. */
#define IS_NEGATIVE(x, repr) ((repr) & 4 && (x) >> (STUBC_WORD_BITS - 1))

/* Converts a number of known width. */
static STUBC_APART void code_field(stubc_coder *c, unsigned op, uint8_t *value)
{
    const unsigned form = *c->pc++, count = form >> 3;
    const uint32_t most = op & STUBC_PARTIAL ? number(&c->pc) : ((uint32_t)1 << count) - 1;
    uint32_t base = op & STUBC_BASED ? number(&c->pc) : 0, x = 0;
    base = SIGNED_NUMBER(base);
#ifdef STUBC_ALIGNED
    if (op & STUBC_PADDED) {
        ALIGN(c);
    }
#endif
#ifdef STUBC_ENCODE
    if (STUBC_ENCODES(c)) {
        x = (uint32_t)load(value, form) - base;
    }
#endif
    x = bits(c, x, count);
    if (x > most) {
        fail(c, STUBC_BAD_VALUE);
    }
#ifdef STUBC_DECODE
    if (!STUBC_ENCODES(c)) {
        store(value, form, x + base);
    }
#endif
}

#ifdef STUBC_USE_INTEGER
#ifdef STUBC_WIDE_BOUNDS
/* Returns a bound in a program. */
static stubc_word bound_number(stubc_coder *c)
{
    stubc_word x = 0;
    do {
        x = x << 7 | (*c->pc & 0x7fu);
    } while (*c->pc++ & 0x80);
    return x;
}

/* Converts a whole number from 0 to most. */
static stubc_word in_bounds(stubc_coder *c, stubc_word x, stubc_word most)
{
    unsigned count = width(most);
    stubc_word found = 0;
    if (count <= 32) {
        return constrained(c, (uint32_t)x, (uint32_t)most, STUBC_BAD_VALUE);
    }
#ifdef STUBC_ALIGNED
    count = constrained(c, (width(x | 1) - 1) / 8, (count - 1) / 8, STUBC_BAD_VALUE) * 8 + 8;
    ALIGN(c);
#endif
    if (!need(c, count)) {
        return 0;
    }
    while (count) {
        const unsigned some = count > 32 ? count - 32 : count;
        count -= some;
        found = found << some | bits(c, (uint32_t)(x >> count), some);
    }
    if (found > most) {
        fail(c, STUBC_BAD_VALUE);
    }
    return found;
}
#else
#define bound_number(c) number(&(c)->pc)
#define in_bounds(c, x, most) constrained(c, (uint32_t)(x), most, STUBC_BAD_VALUE)
#endif

#ifdef STUBC_USE_UNBOUNDED
#if defined STUBC_ENCODE && defined STUBC_USE_OPEN_BOUNDS
/* Returns whether a number is outside the bounds, of which at least one is open or extensible. */
static bool is_outside(const stubc_counted *n, unsigned form, stubc_word bound, stubc_bound most)
{
    const bool is_low = (form & STUBC_NEGATIVE) != 0, is_alike = n->is_negative == is_low;
    if (form & STUBC_LOW) {
        return (is_alike ? n->x < bound : n->is_negative) || (form & STUBC_HIGH && n->x - bound > most);
    }
    return form & STUBC_HIGH && (is_alike ? n->x > bound : is_low);
}
#endif

/* Converts an INTEGER that may have a length (X.691 13.1, 13.2.3, 13.2.4). Returns false if it is between bounds. */
static bool code_counted(stubc_coder *c, unsigned op, unsigned form, stubc_word bound, stubc_bound most, uint8_t *value)
{
    stubc_counted n;
#ifdef STUBC_USE_OPEN_BOUNDS
    const bool is_low = (form & STUBC_NEGATIVE) != 0;
    bool is_out = false;
#endif
    n.x = STUBC_ENCODES(c) ? load(value, form) : 0;
    n.is_negative = IS_NEGATIVE(n.x, form);
    n.is_over = false;
    n.is_signed = true;
#ifdef STUBC_USE_OPEN_BOUNDS
#ifdef STUBC_ENCODE
    is_out = STUBC_ENCODES(c) && is_outside(&n, form, bound, most);
#endif
    if (op & STUBC_EXTENSIBLE) {
        is_out = bits(c, is_out, 1) != 0;
    } else if (is_out) {
        fail(c, STUBC_BAD_VALUE);
    }
    if (form & STUBC_LOW && !is_out) {
        if (form & STUBC_HIGH) {
            return false;
        }
        n.is_signed = n.is_negative = false;
        n.x -= bound;
    }
#endif
    counted(c, &n);
#ifdef STUBC_USE_OPEN_BOUNDS
    if (!n.is_signed) {
        n.x += bound;
        n.is_negative = is_low && n.x >= bound;
        n.is_over |= !is_low && n.x < bound;
    } else if (!is_out && form & STUBC_HIGH &&
               (n.is_over ? !n.is_negative : n.is_negative == is_low ? n.x > bound : is_low)) {
        fail(c, STUBC_BAD_VALUE);
    }
#endif
    (void)op;
    (void)bound;
    (void)most;
#ifdef STUBC_DECODE
    if (!STUBC_ENCODES(c)) {
        store(value, form, n.x);
        if (n.is_over || load(value, form) != n.x || n.is_negative != IS_NEGATIVE(n.x, form)) {
            fail(c, STUBC_RANGE);
        }
    }
#endif
    return true;
}
#endif

/* Converts an INTEGER of a machine type (X.691 13). */
static STUBC_RARE void code_integer(stubc_coder *c, unsigned op, uint8_t *value)
{
    const unsigned form = *c->pc++;
    const stubc_bound first = form & (STUBC_LOW | STUBC_HIGH) ? bound_number(c) : 0;
    const stubc_word bound = form & STUBC_NEGATIVE ? 0 - (stubc_word)first : first;
    const stubc_bound most = form & STUBC_LOW && form & STUBC_HIGH ? bound_number(c) : 0;
    stubc_word x = 0;
#ifdef STUBC_USE_UNBOUNDED
    if ((op & STUBC_EXTENSIBLE || !(form & STUBC_LOW) || !(form & STUBC_HIGH)) &&
        code_counted(c, op, form, bound, most, value)) {
        return;
    }
#endif
    (void)op;
#ifdef STUBC_ENCODE
    if (STUBC_ENCODES(c)) {
        x = load(value, form) - bound;
        if (x > most) {
            fail(c, STUBC_BAD_VALUE);
        }
    }
#endif
    x = in_bounds(c, x, most);
#ifdef STUBC_DECODE
    if (!STUBC_ENCODES(c)) {
        store(value, form, x + bound);
    }
#endif
}
#endif

#ifdef STUBC_USE_ENUMERATED
#ifdef STUBC_USE_MAPPED
/* Returns a number of an item in a program, which has its sign in the lowest bit. */
static stubc_item item_number(stubc_coder *c)
{
    stubc_item x = 0;
    do {
        x = x << 7 | (*c->pc & 0x7fu);
    } while (*c->pc++ & 0x80);
    return SIGNED_NUMBER(x);
}
#endif

/* Converts an ENUMERATED (X.691 14). An unknown addition has a number after the known ones. */
static STUBC_RARE void code_enumerated(stubc_coder *c, unsigned op, uint8_t *value)
{
    const unsigned form = *c->pc++;
    const uint32_t roots = number(&c->pc), all = roots + (op & STUBC_EXTENSIBLE ? number(&c->pc) : 0);
    /* Numbers of a signed representation have their order after this is added. */
    const stubc_item bias = form & 4 ? (stubc_item)1 << (sizeof(stubc_item) * 8 - 1) : 0;
    stubc_item x = STUBC_ENCODES(c) ? (stubc_item)load(value, form) : 0, greatest = all - 1;
    uint32_t index = all;
    bool is_addition = false, is_known = true, is_over = false;
#ifdef STUBC_USE_MAPPED
    const uint8_t *items = NULL;
    if (form & STUBC_MAPPED) {
        greatest = item_number(c);
        items = c->pc;
        for (index = 0; STUBC_ENCODES(c) && index < all && item_number(c) != x;) {
            index++;
        }
        c->pc = items;
    }
#endif
    if (!(form & STUBC_MAPPED) && x < all) {
        index = (uint32_t)x;
    }
#ifdef STUBC_USE_EXTENSIONS
    is_addition = op & STUBC_EXTENSIBLE && bits(c, index >= roots, 1);
    if (is_addition) {
        const stubc_item above = x - greatest - 1;
        uint32_t sent = index - roots;
        if (STUBC_ENCODES(c) && index == all) {
            if (x + bias <= greatest + bias || above > 0xffffffffu - sent) {
                fail(c, STUBC_BAD_VALUE);
                return;
            }
            sent += (uint32_t)above;
        }
        sent = small_number(c, sent);
        index = roots + sent;
        is_known = sent < all - roots;
        if (!is_known) {
            x = greatest + 1 + (sent - (all - roots));
            is_over = x + bias <= greatest + bias;
        }
    }
#endif
    if (!is_addition) {
        index = constrained(c, index, roots - 1, STUBC_BAD_VALUE);
    }
    if (is_known) {
        x = index;
#ifdef STUBC_USE_MAPPED
        for (index++; items && index; index--) {
            x = item_number(c);
        }
#endif
    }
#ifdef STUBC_DECODE
    if (!STUBC_ENCODES(c)) {
        store(value, form, (stubc_word)x);
        if (is_over || (stubc_item)load(value, form) != x) {
            fail(c, STUBC_RANGE);
        }
    }
#endif
    (void)is_over;
}
#endif
#endif
