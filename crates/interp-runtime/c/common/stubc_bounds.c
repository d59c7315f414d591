/* ---- Constraints by bounds: numbers, sizes, characters ---- */
#ifdef STUBC_BOUNDS
/* Returns whether x lies in one of the pairs of bounds, each the least and the greatest value; no pairs permit any
 * x. */
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
/* Returns the length of the UTF-8 character at c, at most left bytes, and sets point to its code point. Returns 0 if it
 * is malformed, overlong, a surrogate or beyond 0x10ffff. */
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

/* Returns the number of characters of a string; -1 if one is malformed or not permitted. */
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
/* Compares an integer in contents octets with a bound of `words` 64-bit words, the highest first; returns -1, 0 or 1. x
 * has at most 8 * words octets. */
static int compare(const stubc_slice *x, const int64_t *bound, unsigned words)
{
    const uint64_t fill = x->length && x->data[0] & 0x80 ? UINT64_MAX : 0;
    unsigned i, j;
    for (i = 0; i < words; i++) {
        /* The highest word has the sign bit; inverting it makes the comparison unsigned. */
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

/* Returns whether an integer in contents octets lies in a pair of bounds. Real bounds never reach the limits of their
 * words: a bound at a limit means that there is none on that side. */
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
    return !x.length; /* not an integer: the codec reports that itself */
}
#endif

/* Returns whether a constraint permits a value. */
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
