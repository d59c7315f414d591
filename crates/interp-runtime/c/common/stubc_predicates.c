/* ---- Constraints by functions: real numbers in ranges, patterns, known bits ---- */
#if defined STUBC_USE_REAL_RANGES || defined STUBC_USE_REAL_COMPONENTS || defined STUBC_USE_MATCH
/* Returns the start of the octets. If there are none, it returns any valid pointer, because C forbids arithmetic on
 * NULL. */
static const uint8_t *start_of(const stubc_slice *value)
{
    return value->length ? value->data : (const uint8_t *)value;
}
#endif

#ifdef STUBC_USE_REAL_RANGES
/* Compares the absolute value of a binary real number (X.690 8.5.7) with end; returns -1, 0 or 1. The contents octets
 * from c to e are valid, and the number is not zero. The exponent stops growing beyond 2 to the power 40, so that the
 * arithmetic does not overflow. The work is linear in the length of both. */
static int compare_binary(const uint8_t *c, const uint8_t *e, const stubc_real *end)
{
    const unsigned first = *c++, base = first >> 4 & 3;
    const size_t length = (first & 3) < 3 ? (first & 3) + 1 : *c++;
    uint64_t remainder = end->remainder;
    int64_t exponent = (int8_t)*c;
    uint64_t bits, i, skipped = 0;
    size_t at;
    for (at = 1; at < length; at++) {
        exponent = exponent >= -((int64_t)1 << 40) && exponent < (int64_t)1 << 40 ? exponent * 256 + c[at] : exponent;
    }
    c += length;
    while (!*c) {
        c++;
    }
    while (!(*c << skipped & 0x80)) {
        skipped++;
    }
    bits = 8 * (uint64_t)(e - c) - skipped;
    exponent = exponent * (base ? base + 2 : 1) + (int64_t)(first >> 2 & 3) + (int64_t)bits;
    if (exponent != end->exponent) {
        return exponent < end->exponent ? -1 : 1;
    }
    for (i = 0; i < bits || i < 8 * (uint64_t)end->octets; i++) {
        const uint64_t from = i + skipped;
        const unsigned a = i < bits ? (unsigned)c[from / 8] >> (7 - from % 8) & 1u : 0u;
        unsigned b;
        if (i < 8 * (uint64_t)end->octets) {
            b = (unsigned)end->bits[i / 8] >> (7 - i % 8) & 1u;
        } else {
            remainder *= 2;
            b = remainder >= end->divisor;
            remainder -= b ? end->divisor : 0;
        }
        if (a != b) {
            return a < b ? -1 : 1;
        }
    }
    return remainder ? -1 : 0;
}

/* As compare_binary, for the decimal text from c to e (X.690 8.5.8); returns 2 if the number is zero. The exponent
 * stops growing beyond 2 to the power 50. */
static int compare_decimal(const uint8_t *c, const uint8_t *e, const stubc_real *end)
{
    const uint8_t *digit = NULL;
    int64_t point = 0, exponent = 0;
    bool fraction = false;
    size_t i;
    for (; c < e && (*c | 0x20) != 'e'; c++) {
        if (*c == '.' || *c == ',') {
            fraction = true;
        } else if ((unsigned)(*c - '0') <= 9) {
            if (*c != '0' && !digit) {
                digit = c;
            }
            point += digit ? !fraction : -(int)fraction;
        }
    }
    if (!digit) {
        return 2;
    }
    if (c < e) {
        const bool negative = *++c == '-';
        for (; c < e; c++) {
            if ((unsigned)(*c - '0') <= 9 && exponent < (int64_t)1 << 50) {
                exponent = exponent * 10 + (*c - '0');
            }
        }
        point += negative ? -exponent : exponent;
    }
    if (point != end->point) {
        return point < end->point ? -1 : 1;
    }
    for (i = 0; digit < e && (*digit | 0x20) != 'e'; digit++) {
        const unsigned known = i < end->length ? end->digits[i] : '0';
        if (*digit == '.' || *digit == ',') {
            continue;
        }
        if (*digit != known) {
            return *digit < known ? -1 : 1;
        }
        i++;
    }
    return i < end->length ? -1 : 0;
}

/* Compares a real number with end: returns -1, 0 or 1; 2 if the value is NaN or invalid (X.690 8.5). */
static int compare_real(const stubc_slice *value, const stubc_real *end)
{
    const uint8_t *c = start_of(value), *const e = c + value->length;
    int rank = 0, order = 0;
    if (real(c, value->length) == STUBC_BAD_VALUE || (c < e && *c == 0x42)) {
        return 2;
    }
    if (c < e && *c >= 0x80) {
        const uint8_t *mantissa = c + ((*c & 3) < 3 ? (*c & 3) + 2 : c[1] + 2);
        while (mantissa < e && !*mantissa) {
            mantissa++;
        }
        rank = mantissa == e ? 0 : *c & 0x40 ? -1 : 1;
        if (rank == end->rank && rank) {
            order = compare_binary(c, e, end);
        }
    } else if (c < e && *c < 0x40) {
        const uint8_t *text = c + 1;
        while (*text == ' ') {
            text++;
        }
        order = compare_decimal(text, e, end);
        rank = order == 2 ? 0 : *text == '-' ? -1 : 1;
    } else if (c < e && *c < 0x42) {
        rank = *c == 0x40 ? 2 : -2;
    }
    if (rank != end->rank) {
        return rank < end->rank ? -1 : 1;
    }
    return rank == 1 ? order : rank == -1 ? -order : 0;
}

/* Returns whether a real number lies between low and high. NULL: no bound on that side; open: the bound itself is
 * excluded. */
bool stubc_is_real_between(const stubc_slice *value, const stubc_real *low, bool low_open, const stubc_real *high,
                           bool high_open)
{
    const int above = low ? compare_real(value, low) : 1, below = high ? compare_real(value, high) : -1;
    return above != 2 && below != 2 && above >= (int)low_open && below <= -(int)high_open;
}
#endif

#ifdef STUBC_USE_REAL_COMPONENTS
/* Returns whether a range of exponents in set contains the exponent; without exact: whether one begins at or below
 * it. */
static bool has_exponent(const stubc_components *set, int64_t exponent, bool exact)
{
    unsigned i;
    for (i = 0; i < set->exponents; i++) {
        if (set->exponent[2 * i] <= exponent && (!exact || exponent <= set->exponent[2 * i + 1])) {
            return true;
        }
    }
    return false;
}

/* Returns whether set permits a number, given as a mantissa that base does not divide, and an exponent. It tries the
 * equal pairs with a larger mantissa and a smaller exponent. mantissa 0: it has more than 64 bits, so it exceeds every
 * finite bound. Each range takes at most 64 multiplications. */
static bool is_made_of(const stubc_components *set, uint64_t mantissa, bool negative, unsigned base, int64_t exponent)
{
    unsigned i;
    for (i = 0; i < set->mantissas; i++) {
        const int64_t low = set->mantissa[2 * i], high = set->mantissa[2 * i + 1];
        const bool open = negative ? low == INT64_MIN : high == INT64_MAX;
        const uint64_t least = negative ? (high < 0 ? 0 - (uint64_t)high : 1) : low > 0 ? (uint64_t)low : 1;
        const uint64_t most = negative ? (low < 0 ? 0 - (uint64_t)low : 0) : high > 0 ? (uint64_t)high : 0;
        uint64_t m = mantissa;
        int64_t e = exponent;
        for (; m && (open || m <= most); m = m <= UINT64_MAX / base ? m * base : 0, e--) {
            if (m >= least && has_exponent(set, e, true)) {
                return true;
            }
        }
        if (!m && open && has_exponent(set, e, false)) {
            return true;
        }
    }
    return false;
}

/* Returns whether a real number can be written with a mantissa, base and exponent that set permits (X.680 21.5).
 * Infinities and NaN pass. One function: the binary and the decimal form share its end, which tests for zero. The
 * exponent stops growing as in the comparisons above, and the work is linear in the value's length. */
bool stubc_has_components(const stubc_slice *value, const stubc_components *set)
{
    const uint8_t *c = start_of(value), *const e = c + value->length;
    uint64_t mantissa = 0;
    int64_t exponent = 0;
    unsigned i;
    if (real(c, value->length) == STUBC_BAD_VALUE) {
        return false;
    }
    if (c < e && *c >= 0x40 && *c < 0x80) {
        return true;
    }
    if (c < e && *c >= 0x80) {
        const unsigned first = *c++, base = first >> 4 & 3;
        const size_t length = (first & 3) < 3 ? (first & 3) + 1 : *c++;
        const uint8_t *end = e;
        size_t at;
        exponent = (int8_t)*c;
        for (at = 1; at < length; at++) {
            if (exponent >= -((int64_t)1 << 40) && exponent < (int64_t)1 << 40) {
                exponent = exponent * 256 + c[at];
            }
        }
        exponent = exponent * (base ? base + 2 : 1) + (int64_t)(first >> 2 & 3);
        c += length;
        while (c < end && !*c) {
            c++;
        }
        while (c < end && !end[-1]) {
            end--;
            exponent += 8;
        }
        if (c < end) {
            unsigned zeros = 0;
            bool fits;
            while (!(end[-1] >> zeros & 1)) {
                zeros++;
            }
            exponent += zeros;
            fits = end - c <= 8 || (end - c == 9 && !(*c >> zeros));
            for (; fits && c < end - 1; c++) {
                mantissa = mantissa << 8 | *c;
            }
            mantissa = fits ? mantissa << (8 - zeros) | (unsigned)*c >> zeros : 0;
            return set->two && is_made_of(set, mantissa, first & 0x40, 2, exponent);
        }
    } else if (c < e) {
        const uint8_t *last = NULL, *digit = NULL;
        int64_t point = 0, own = 0;
        bool fraction = false, negative, fits = true;
        while (*++c == ' ') {
        }
        negative = *c == '-';
        for (; c < e && (*c | 0x20) != 'e'; c++) {
            if (*c == '.' || *c == ',') {
                fraction = true;
            } else if ((unsigned)(*c - '0') <= 9) {
                point += fraction;
                if (*c != '0') {
                    digit = digit ? digit : c;
                    last = c;
                    own = point;
                }
            }
        }
        if (digit) {
            const uint8_t *const end = c;
            if (c < e) {
                const bool down = *++c == '-';
                for (; c < e; c++) {
                    if ((unsigned)(*c - '0') <= 9 && exponent < (int64_t)1 << 50) {
                        exponent = exponent * 10 + (*c - '0');
                    }
                }
                exponent = down ? -exponent : exponent;
            }
            exponent -= own;
            for (c = last + 1; !own && c < end && (unsigned)(*c - '0') <= 9; c++) {
                exponent++;
            }
            for (c = digit; c <= last; c++) {
                const unsigned next = (unsigned)(*c - '0');
                if (next > 9) {
                    continue;
                }
                fits = fits && mantissa <= (UINT64_MAX - next) / 10;
                mantissa = mantissa * 10 + next;
            }
            return set->ten && is_made_of(set, fits ? mantissa : 0, negative, 10, exponent);
        }
    }
    for (i = 0; i < set->mantissas; i++) {
        if (set->mantissa[2 * i] <= 0 && set->mantissa[2 * i + 1] >= 0) {
            return true;
        }
    }
    return false;
}
#endif

#ifdef STUBC_USE_MATCH
/* Returns the state that follows state when the automaton reads octet. */
static unsigned state_behind(const stubc_pattern *pattern, unsigned state, unsigned octet)
{
    const unsigned class_of = octet < pattern->octets ? pattern->classes[octet] : pattern->rest;
    return pattern->next[state * pattern->columns + class_of];
}

/* Returns whether a string matches a pattern. width: the bytes of a character, 1, 2 or 4; 0: UTF-8. The pattern is an
 * automaton over UTF-8, so the work is linear in the length. */
bool stubc_matches(const stubc_pattern *pattern, const stubc_slice *value, unsigned width)
{
    unsigned state = pattern->start;
    const uint8_t *c = start_of(value), *const end = c + value->length;
#ifdef STUBC_USE_MATCH_WIDE
    if (width > 1) {
        if (value->length % width) {
            return false;
        }
        for (; c < end; c += width) {
            uint32_t point = (uint32_t)c[width - 2] << 8 | c[width - 1];
            if (width == 4) {
                point |= (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16;
            }
            if (point > 0x10ffff) {
                return false;
            }
            if (point < 0x80) {
                state = state_behind(pattern, state, (unsigned)point);
                continue;
            }
            if (point < 0x800) {
                state = state_behind(pattern, state, 0xc0 | (unsigned)(point >> 6));
            } else {
                if (point < 0x10000) {
                    state = state_behind(pattern, state, 0xe0 | (unsigned)(point >> 12));
                } else {
                    state = state_behind(pattern, state, 0xf0 | (unsigned)(point >> 18));
                    state = state_behind(pattern, state, 0x80 | (unsigned)(point >> 12 & 0x3f));
                }
                state = state_behind(pattern, state, 0x80 | (unsigned)(point >> 6 & 0x3f));
            }
            state = state_behind(pattern, state, 0x80 | (unsigned)(point & 0x3f));
        }
        return state >= pattern->accepting;
    }
#endif
    for (; c < end; c++) {
        if (width && *c >= 0x80) {
            return false;
        }
        state = state_behind(pattern, state, *c);
    }
    return state >= pattern->accepting;
}
#endif

#ifdef STUBC_USE_SAME_BITS
/* Returns whether value equals the known bits, of which there are length. named: a named bit list, where trailing zeros
 * do not count (X.680 22.7). */
bool stubc_same_bits(const stubc_bits *value, const uint8_t *known, size_t length, bool named)
{
    const size_t own = value->length, longest = own > length ? own : length;
    size_t i;
    if (!named && own != length) {
        return false;
    }
    for (i = 0; i < longest; i++) {
        const unsigned a = i < own ? value->data[i / 8] : 0, b = i < length ? known[i / 8] : 0;
        if (((a ^ b) >> (7 - i % 8)) & 1) {
            return false;
        }
    }
    return true;
}
#endif
