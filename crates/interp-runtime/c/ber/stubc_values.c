/* ---- Contents that are more than octets: object identifiers, real numbers, and under DER times ---- */
#ifdef STUBC_USE_OID
/* Whether these are arcs, each in as few octets as it needs (X.690 8.19.2). */
static bool is_oid(const stubc_slice *value)
{
    size_t i;
    uint8_t before = 0, octet = 0x80; /* an arc begins behind an octet below 0x80 */
    for (i = 0; i < value->length; i++, before = octet) {
        octet = value->data[i];
        if (octet == 0x80 && before < 0x80) {
            return false;
        }
    }
    return octet < 0x80;
}
#endif

#ifdef STUBC_USE_REAL
/* Behind a sign and decimal digits. */
static const uint8_t *digits(const uint8_t *c, const uint8_t *end)
{
    while (c < end && (unsigned)(*c - '0') <= 9) {
        c++;
    }
    return c;
}

static const uint8_t *sign(const uint8_t *c, const uint8_t *end)
{
    return c < end && (*c == '+' || *c == '-') ? c + 1 : c;
}

/* A number in a form of ISO 6093 (X.690 8.5.8); under DER in its one form (11.3.2). */
static int decimal(unsigned form, const uint8_t *c, const uint8_t *end)
{
    const uint8_t *start = c, *first, *mark;
    while (c < end && *c == ' ') {
        c++;
    }
    first = sign(c, end);
    mark = c = digits(first, end);
    if (c < end && form > 1 && (*c == '.' || *c == ',')) {
        c = digits(c + 1, end);
    } else if (form == 2) {
        return STUBC_BAD_VALUE;
    }
    if (c - first <= (c > mark)) {
        return STUBC_BAD_VALUE;
    }
    if (form == 3) {
        const uint8_t *exponent;
        if (c == end || (*c | 0x20) != 'e') {
            return STUBC_BAD_VALUE;
        }
        exponent = sign(c + 1, end);
        if (digits(exponent, end) != end || exponent == end) {
            return STUBC_BAD_VALUE;
        }
#ifdef STUBC_DER
        if (start + (*start == '-') != first || first == mark || *first == '0' || mark[-1] == '0' || *mark != '.' ||
            c != mark + 1 || *c != 'E') {
            return STUBC_NOT_CANONICAL;
        }
        if (c[1] == '+' ? end - c != 3 || c[2] != '0' : *exponent == '0') {
            return STUBC_NOT_CANONICAL;
        }
#else
        (void)start;
#endif
        return 0;
    }
    if (c != end) {
        return STUBC_BAD_VALUE;
    }
#ifdef STUBC_DER
    return STUBC_NOT_CANONICAL;
#else
    (void)start;
    return 0;
#endif
}

/* What is wrong with contents octets of a real number (X.690 8.5, 11.3); 0: nothing. */
static int real(const uint8_t *c, const uint8_t *end)
{
    unsigned first;
    size_t length;
    bool padded, counted;
    if (c == end) {
        return 0;
    }
    first = *c++;
    if (first < 0x40) {
        return first - 1 > 2 ? STUBC_BAD_VALUE : decimal(first, c, end);
    }
    if (first < 0x80) {
        return c == end && first < 0x44 ? 0 : STUBC_BAD_VALUE;
    }
    length = (first & 3) + 1;
    counted = length == 4;
    if (counted) {
        if (c == end) {
            return STUBC_BAD_VALUE;
        }
        length = *c++;
    }
    if ((first & 0x30) == 0x30 || !length || (size_t)(end - c) <= length) {
        return STUBC_BAD_VALUE;
    }
    padded = length > 1 && (int8_t)*c == -(c[1] >> 7);
    if (counted && padded) {
        return STUBC_BAD_VALUE;
    }
#ifdef STUBC_DER
    if (first & 0x3c || padded || (counted && length < 4) || !c[length] || !(end[-1] & 1)) {
        return STUBC_NOT_CANONICAL;
    }
#endif
    return 0;
}
#endif

#ifdef STUBC_USE_TIME
/* Whether this is a UTCTime (an odd kind: GeneralizedTime) as DER has it (X.690 11.7, 11.8). */
static bool is_time(const stubc_slice *value, unsigned kind)
{
    const uint8_t most[] = {12, 31, 23, 59, (uint8_t)(59 + (kind & 1))};
    size_t length = kind & 1 ? 14 : 12, i;
    const uint8_t *c = value->data, *end;
    if (value->length <= length) {
        return false;
    }
    end = c + value->length;
    for (i = 0; i < length; i++) {
        if ((unsigned)(c[i] - '0') > 9) {
            return false;
        }
    }
    c += length - 10;
    for (i = 0; i < 5; i++, c += 2) {
        unsigned number = (unsigned)(c[0] - '0') * 10 + (unsigned)(c[1] - '0');
        if (number > most[i] || (i < 2 && !number)) {
            return false;
        }
    }
    if (kind & 1 && *c == '.' && end - c > 2 && end[-2] != '0') {
        while (++c < end && (unsigned)(*c - '0') <= 9) {
        }
    }
    return end - c == 1 && *c == 'Z';
}
#endif

#ifdef STUBC_USE_ISO_TIME
/* Whether this is a TIME or DURATION as DER has it: no comma, no minutes of a whole hour's offset (X.690 11.9). */
static bool is_iso_time(const stubc_slice *value)
{
    size_t i, left;
    for (i = 0, left = value->length; left; i++, left--) {
        const uint8_t *c = value->data + i;
        if (*c == ',' || (left >= 6 && (*c == '+' || *c == '-') && (unsigned)(c[1] - '0') <= 9 &&
                          (unsigned)(c[2] - '0') <= 9 && c[3] == ':' && c[4] == '0' && c[5] == '0')) {
            return false;
        }
    }
    return true;
}
#endif

#if defined STUBC_ENCODED_DEFAULTS && defined STUBC_DECODE
#ifdef STUBC_DER
bool stubc_is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e)
{
    return (size_t)(e - p) == known->length && memcmp(p, known->data, known->length) == 0;
}
#endif

/* Turns to the octets of a default, which no limit of the context forbids; returns where they start. */
const uint8_t *stubc_fill(stubc_decoder *d, stubc_filling *before, const stubc_slice *known, const uint8_t **e)
{
    before->depth = d->depth;
    before->max_elements = d->context ? d->context->max_elements : 0;
    if (d->context) {
        d->context->max_elements = SIZE_MAX;
    }
    d->depth = ~0u;
#ifdef STUBC_FILLS
    before->filling = d->filling;
    d->filling = true;
#endif
    *e = known->data + known->length;
    return known->data;
}

/* Turns back. What failed, if memory did, failed where the field is missing. */
void stubc_filled(stubc_decoder *d, const stubc_filling *before)
{
    if (d->context) {
        d->context->max_elements = before->max_elements;
    }
    d->depth = before->depth;
#ifdef STUBC_FILLS
    d->filling = before->filling;
#endif
    if (d->code) {
        d->at = NULL;
    }
}
#endif

#if defined STUBC_USE_REAL_RANGES || defined STUBC_USE_REAL_COMPONENTS || defined STUBC_USE_MATCH
/* Where octets start; where there are none, any place: C has no arithmetic on NULL. */
static const uint8_t *start_of(const stubc_slice *value)
{
    return value->length ? value->data : (const uint8_t *)value;
}
#endif

#ifdef STUBC_USE_REAL_RANGES
/* Compares the absolute value of a binary number, not zero, whose contents octets are right; the sign of the
 * difference. */
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

/* The same of a decimal number; 2 when it is zero. */
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

/* Less than, equal to or greater than 0, as a value is than an end; 2: it is no number. */
static int compare_real(const stubc_slice *value, const stubc_real *end)
{
    const uint8_t *c = start_of(value), *const e = c + value->length;
    int rank = 0, order = 0;
    if (real(c, e) != 0 || (c < e && *c == 0x42)) {
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

/* Whether a real number lies between ends, where there are some. */
bool stubc_is_real_between(const stubc_slice *value, const stubc_real *low, bool low_open, const stubc_real *high,
                           bool high_open)
{
    const int above = low ? compare_real(value, low) : 1, below = high ? compare_real(value, high) : -1;
    return above != 2 && below != 2 && above >= (int)low_open && below <= -(int)high_open;
}
#endif

#ifdef STUBC_USE_REAL_COMPONENTS
/* Whether one of these exponents is at most this one; with exact: whether it is this one. */
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

/* Whether a number is such, whose mantissa (0: it has more than 64 bits) its base does not divide. Mantissas that are
 * longer than 64 bits are as good as one another: they stand above all ends. */
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

/* Whether a real number may be written with such components (X.680 21.5). */
bool stubc_has_components(const stubc_slice *value, const stubc_components *set)
{
    const uint8_t *c = start_of(value), *const e = c + value->length;
    uint64_t mantissa = 0;
    int64_t exponent = 0;
    unsigned i;
    if (real(c, e) != 0) {
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
static unsigned state_behind(const stubc_pattern *pattern, unsigned state, unsigned octet)
{
    const unsigned class_of = octet < pattern->octets ? pattern->classes[octet] : pattern->rest;
    return pattern->next[state * pattern->columns + class_of];
}

/* Whether a string of characters of so many octets (0: in UTF-8) matches a pattern. */
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
/* Whether bits are the known ones; with names, zeros at the end mean nothing. */
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

#ifdef STUBC_BOUNDS
static bool within(const int64_t *bounds, unsigned pairs, int64_t x, bool is_unsigned)
{
    if (!pairs) {
        return true;
    }
    for (; pairs; pairs--, bounds += 2) {
        if (is_unsigned ? (uint64_t)x >= (uint64_t)bounds[0] && (uint64_t)x <= (uint64_t)bounds[1]
                        : x >= bounds[0] && x <= bounds[1]) {
            return true;
        }
    }
    return false;
}

#if defined STUBC_USE_CHECK_CHARACTERS1 || defined STUBC_USE_CHECK_CHARACTERS2 || \
    defined STUBC_USE_CHECK_CHARACTERS4 || defined STUBC_USE_CHECK_UTF8
#ifdef STUBC_USE_CHECK_UTF8
/* The length of the character in UTF-8 at c, and its code point; 0: malformed. */
static unsigned utf8(const uint8_t *c, size_t left, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = *c < 0x80 ? 1 : *c < 0xc0 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf8 ? 4 : 0, i;
    if (length > left) {
        return 0;
    }
    *point = length == 1 ? *c : *c & (0x7fu >> length);
    for (i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
        *point = *point << 6 | (c[i] & 0x3f);
    }
    return *point < least[length] || *point > 0x10ffff || (*point >= 0xd800 && *point < 0xe000) ? 0 : length;
}
#endif

/* Counts the characters of a string; negative when one is malformed or not permitted. */
static int64_t characters(const stubc_check *check, const stubc_slice *value)
{
    const int64_t *bounds = check->bounds + 2 * check->numbers;
    size_t at;
    int64_t count = 0;
    for (at = 0; at < value->length; count++) {
        const uint8_t *c = value->data + at;
        size_t left = value->length - at;
        uint32_t point = *c;
        unsigned length = 1;
#ifdef STUBC_USE_CHECK_UTF8
        if (check->kind == STUBC_CHECK_UTF8) {
            length = utf8(c, left, &point);
        }
#endif
#ifdef STUBC_USE_CHECK_CHARACTERS2
        if (check->kind == STUBC_CHECK_CHARACTERS2) {
            length = left < 2 ? 0 : 2;
            if (length) {
                point = (uint32_t)c[0] << 8 | c[1];
            }
        }
#endif
#ifdef STUBC_USE_CHECK_CHARACTERS4
        if (check->kind == STUBC_CHECK_CHARACTERS4) {
            length = left < 4 ? 0 : 4;
            if (length) {
                point = (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | c[3];
            }
        }
#endif
        (void)left;
        if (!length || !within(bounds, check->characters, (int64_t)point, false)) {
            return -1;
        }
        at += length;
    }
    return count;
}
#endif

#ifdef STUBC_USE_CHECK_BYTES
/* Less than, equal to or greater than 0, as an integer in octets is than a bound of so many words. */
static int compare(const stubc_slice *x, const int64_t *bound, unsigned words)
{
    const uint64_t fill = x->length && x->data[0] & 0x80 ? UINT64_MAX : 0;
    unsigned i, j;
    for (i = 0; i < words; i++) {
        /* The highest word has the sign: turned around, words compare without one. */
        const uint64_t turn = i ? 0 : (uint64_t)1 << 63, b = (uint64_t)bound[i] ^ turn;
        uint64_t a = fill;
        for (j = 8; j > 0; j--) {
            size_t behind = 8 * (size_t)(words - i - 1) + j;
            a = a << 8 | (behind > x->length ? fill & 0xff : x->data[x->length - behind]);
        }
        a ^= turn;
        if (a != b) {
            return a < b ? -1 : 1;
        }
    }
    return 0;
}

/* Bounds fit with bits to spare, so that one at either end of the words is none. */
static bool permits_bytes(const stubc_check *check, const stubc_slice *value)
{
    const stubc_slice x = shortest(*value);
    const unsigned words = check->characters;
    const int64_t *low = check->bounds, *const end = low + 2 * words * check->numbers;
    if (x.length > 8 * (size_t)words) {
        return x.data[0] & 0x80 ? low < end && *low == INT64_MIN : low < end && end[-(int)words] == INT64_MAX;
    }
    for (; low < end; low += 2 * words) {
        if (compare(&x, low, words) >= 0 && compare(&x, low + words, words) <= 0) {
            return true;
        }
    }
    return !x.length; /* no integer: refused as that */
}
#endif

/* Whether a value is one that a constraint permits. */
bool stubc_permits(const stubc_check *check, const void *value)
{
    int64_t x = 0;
    switch (check->kind) {
#ifdef STUBC_USE_CHECK_U8
    case STUBC_CHECK_U8:
        x = *(const uint8_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_U16
    case STUBC_CHECK_U16:
        x = *(const uint16_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_U32
    case STUBC_CHECK_U32:
        x = *(const uint32_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_U64
    case STUBC_CHECK_U64:
        x = (int64_t) * (const uint64_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_I8
    case STUBC_CHECK_I8:
        x = *(const int8_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_I16
    case STUBC_CHECK_I16:
        x = *(const int16_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_I32
    case STUBC_CHECK_I32:
        x = *(const int32_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_I64
    case STUBC_CHECK_I64:
        x = *(const int64_t *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_BOOLEAN
    case STUBC_CHECK_BOOLEAN:
        x = *(const bool *)value;
        break;
#endif
#ifdef STUBC_USE_CHECK_BYTES
    case STUBC_CHECK_BYTES:
        return permits_bytes(check, (const stubc_slice *)value);
#endif
#if defined STUBC_USE_CHECK_LENGTH || defined STUBC_USE_CHECK_COUNT
    case STUBC_CHECK_LENGTH: /* slices, bits and arrays: a pointer, then the size */
    case STUBC_CHECK_COUNT: {
        size_t size;
        memcpy(&size, (const uint8_t *)value + sizeof(void *), sizeof size);
        x = (int64_t)size;
        break;
    }
#endif
#if defined STUBC_USE_CHECK_CHARACTERS1 || defined STUBC_USE_CHECK_CHARACTERS2 || \
    defined STUBC_USE_CHECK_CHARACTERS4 || defined STUBC_USE_CHECK_UTF8
    default:
        x = characters(check, (const stubc_slice *)value);
        if (x < 0) {
            return false;
        }
        break;
#endif
    }
    return within(check->bounds, check->numbers, x, check->kind == STUBC_CHECK_U64);
}
#endif
