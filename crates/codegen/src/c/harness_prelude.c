/* Prints decoded values as JSON and re-encodes them. Test code: it uses the C library freely. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is answered, gathered: printf costs more than the codec, above all under sanitizers. */
static char answer[1 << 16];
static size_t answered;
static bool muted;

static void flush(void)
{
    fwrite(answer, 1, answered, stdout);
    fflush(stdout);
    answered = 0;
}

static void put_char(int c)
{
    if (muted)
        return;
    if (answered == sizeof answer)
        flush();
    answer[answered++] = (char)c;
}

static void put(const char *text)
{
    while (*text)
        put_char(*text++);
}

static void put_unsigned(unsigned long long number)
{
    char digits[24];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        put_char(digits[--count]);
}

static inline void put_signed(long long number)
{
    if (number < 0)
        put_char('-');
    put_unsigned(number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number);
}

static const char hex_digits[] = "0123456789ABCDEF";

static void put_hex(const uint8_t *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++) {
        put_char(hex_digits[data[i] >> 4]);
        put_char(hex_digits[data[i] & 15]);
    }
}

static void hex_string(const uint8_t *data, size_t length)
{
    put_char('"');
    put_hex(data, length);
    put_char('"');
}

/* Octets as received of the values that keep them, in the order of the walk; no more than there is room for. */
static char received[1 << 20];

static inline void note_received(const stubc_slice *raw)
{
    size_t at = strlen(received), i;
    if (raw->length == 0 || sizeof received - at < 2 * raw->length + 8)
        return;
    if (at)
        received[at++] = ',';
    received[at++] = '"';
    for (i = 0; i < raw->length; i++) {
        received[at++] = hex_digits[raw->data[i] >> 4];
        received[at++] = hex_digits[raw->data[i] & 15];
    }
    received[at++] = '"';
    received[at] = 0;
}

/* Notes which additions are present, as text of 0 and 1. */
static inline void note_bits(const stubc_bits *bits)
{
    size_t at = strlen(received), i;
    if (sizeof received - at < bits->length + 8)
        return;
    if (at)
        received[at++] = ',';
    received[at++] = '"';
    for (i = 0; i < bits->length; i++)
        received[at++] = (char)('0' + (bits->data[i / 8] >> (7 - i % 8) & 1));
    received[at++] = '"';
    received[at] = 0;
}

/* Parts of a value, counted as the walk comes to them; the wanted one is overwritten, and the walk ends. */
enum { PART_SLICE, PART_BITS, PART_POINTER };
static size_t harness_visited, harness_wanted = SIZE_MAX;
static stubc_slice harness_replacement;
static jmp_buf harness_found;

static inline void visit(const void *part, int what)
{
    stubc_bits string;
    if (harness_visited++ != harness_wanted)
        return;
    string.data = harness_replacement.data;
    string.length = harness_replacement.length;
    if (what == PART_BITS && string.length)
        string.length = 8 * string.length - (string.data[0] & 7u);
    if (what == PART_POINTER)
        memset((void *)(size_t)part, 0, sizeof(void *));
    else
        memcpy((void *)(size_t)part, &string, sizeof string);
    longjmp(harness_found, 1);
}

/* The number of an alternative becomes one that there is not. */
static inline void visit_kind(const void *kind, size_t size, unsigned beyond)
{
    const uint16_t wide = (uint16_t)beyond;
    const uint8_t narrow = (uint8_t)beyond;
    if (harness_visited++ != harness_wanted)
        return;
    memcpy((void *)(size_t)kind, size == 1 ? (const void *)&narrow : &wide, size);
    longjmp(harness_found, 1);
}

/* The octets of an IEEE 754 number, the sign first. */
static void float_object(const void *value, size_t size)
{
    uint8_t octets[8];
    const uint16_t one = 1;
    size_t i;
    memcpy(octets, value, size);
    put("{\"hex\":\"");
    for (i = 0; i < size; i++)
        put_hex(octets + (*(const uint8_t *)&one ? size - 1 - i : i), 1);
    put("\"}");
}

static void hex_object(stubc_slice s)
{
    put("{\"hex\":");
    hex_string(s.data, s.length);
    put_char('}');
}

static void put_code_point(uint32_t c)
{
    static const char short_escapes[] = "btn?fr"; /* of 8 to 13; 11 has none */
    if (c == '"' || c == '\\' || (c >= 8 && c <= 13 && c != 11))
        put_char('\\');
    if (c >= 8 && c <= 13 && c != 11) {
        put_char(short_escapes[c - 8]);
    } else if (c < 0x20) {
        put("\\u00");
        put_char('0' + (int)(c >> 4));
        put_char("0123456789abcdef"[c & 15]);
    } else if (c < 0x80) {
        put_char((int)c);
    } else if (c < 0x800) {
        put_char((int)(0xc0 | c >> 6));
    } else if (c < 0x10000) {
        put_char((int)(0xe0 | c >> 12));
        put_char((int)(0x80 | (c >> 6 & 0x3f)));
    } else {
        put_char((int)(0xf0 | c >> 18));
        put_char((int)(0x80 | (c >> 12 & 0x3f)));
        put_char((int)(0x80 | (c >> 6 & 0x3f)));
    }
    if (c >= 0x80)
        put_char((int)(0x80 | (c & 0x3f)));
}

/* The code point at *p in the encoding that width says: 0 UTF-8, 1 one octet, 2 UTF-16, 4 UTF-32; false if malformed. */
static bool code_point(const uint8_t **p, const uint8_t *e, int width, uint32_t *c)
{
    const uint8_t *q = *p;
    size_t left = (size_t)(e - q);
    if (width == 1) {
        *c = *q;
        *p = q + 1;
        return true;
    }
    if (width == 4) {
        if (left < 4)
            return false;
        *c = (uint32_t)q[0] << 24 | (uint32_t)q[1] << 16 | (uint32_t)q[2] << 8 | q[3];
        *p = q + 4;
        return *c < 0xd800 || (*c > 0xdfff && *c <= 0x10ffff);
    }
    if (width == 2) {
        uint32_t high, low;
        if (left < 2)
            return false;
        high = (uint32_t)q[0] << 8 | q[1];
        *p = q + 2;
        *c = high;
        if (high < 0xd800 || high > 0xdfff)
            return true;
        if (high > 0xdbff || left < 4)
            return false;
        low = (uint32_t)q[2] << 8 | q[3];
        *p = q + 4;
        *c = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
        return low >= 0xdc00 && low <= 0xdfff;
    }
    {
        unsigned n = q[0] < 0x80 ? 1 : q[0] < 0xc2 ? 0 : q[0] < 0xe0 ? 2 : q[0] < 0xf0 ? 3 : q[0] < 0xf5 ? 4 : 0, i;
        if (n == 0 || left < n)
            return false;
        *c = n == 1 ? q[0] : q[0] & (0x7fu >> n);
        for (i = 1; i < n; i++) {
            if ((q[i] & 0xc0) != 0x80)
                return false;
            *c = *c << 6 | (q[i] & 0x3f);
        }
        *p = q + n;
        return !(n == 3 && *c < 0x800) && !(n == 4 && (*c < 0x10000 || *c > 0x10ffff)) &&
               !(*c >= 0xd800 && *c <= 0xdfff);
    }
}

static void chars(stubc_slice s, int width)
{
    const uint8_t *p = s.data, *e = s.length ? p + s.length : p;
    uint32_t c;
    while (p < e)
        if (!code_point(&p, e, width, &c)) {
            hex_object(s);
            return;
        }
    put_char('"');
    for (p = s.data; p < e;) {
        code_point(&p, e, width, &c);
        put_code_point(c);
    }
    put_char('"');
}

static void bits(stubc_bits b, long long size)
{
    bool fixed = (long long)b.length == size;
    size_t octets = (b.length + 7) / 8, i;
    if (!fixed)
        put("{\"value\":");
    put_char('"');
    for (i = 0; i < octets; i++) {
        uint8_t octet = b.data[i];
        if (i + 1 == octets && b.length % 8)
            octet = (uint8_t)(octet & 0xff00u >> b.length % 8);
        put_hex(&octet, 1);
    }
    put_char('"');
    if (!fixed) {
        put(",\"length\":");
        put_unsigned(b.length);
        put_char('}');
    }
}

/* Decimal digits of an unsigned number given as big-endian octets, which are used up. */
static void decimal(uint8_t *octets, size_t length)
{
    size_t digits = 0, i, room = length * 3 + 1;
    char *text = malloc(room + 1);
    bool more;
    do {
        unsigned rest = 0;
        more = false;
        for (i = 0; i < length; i++) {
            unsigned part = rest << 8 | octets[i];
            octets[i] = (uint8_t)(part / 10);
            rest = part % 10;
            more |= octets[i] != 0;
        }
        text[digits++] = (char)('0' + rest);
    } while (more);
    while (digits)
        put_char(text[--digits]);
    free(text);
}

static void big_integer(stubc_slice s)
{
    uint8_t *copy = malloc(s.length + 1);
    size_t i;
    memcpy(copy, s.data, s.length);
    if (s.length && copy[0] >= 0x80) {
        unsigned carry = 1;
        put_char('-');
        for (i = s.length; i-- > 0;) {
            carry += 0xffu - copy[i];
            copy[i] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry) { /* cannot be: the most negative number's magnitude still fits */
            abort();
        }
    }
    decimal(copy, s.length);
    free(copy);
}

/* One arc from groups of seven bits. */
static void arc(const uint8_t *p, size_t groups, unsigned minus)
{
    size_t length = groups * 7 / 8 + 1, i, j;
    uint8_t *n = calloc(length, 1);
    for (i = 0; i < groups; i++) {
        unsigned carry = p[i] & 0x7f;
        for (j = length; j-- > 0;) {
            unsigned part = (unsigned)n[j] << 7 | carry;
            n[j] = (uint8_t)part;
            carry = part >> 8;
        }
    }
    for (j = length; minus && j-- > 0;) {
        unsigned part = 0x100u + n[j] - minus;
        n[j] = (uint8_t)part;
        minus = part < 0x100;
    }
    decimal(n, length);
    free(n);
}

static void oid(stubc_slice s, bool relative)
{
    size_t i, from = 0;
    bool first = !relative;
    put_char('"');
    for (i = 0; i < s.length; i++) {
        if (s.data[i] >= 0x80)
            continue;
        if (from)
            put_char('.');
        if (first) {
            unsigned root = i > from || s.data[i] >= 80 ? 2 : s.data[i] / 40u;
            put_unsigned(root);
            put_char('.');
            arc(s.data + from, i + 1 - from, root * 40);
            first = false;
        } else {
            arc(s.data + from, i + 1 - from, 0);
        }
        from = i + 1;
    }
    put_char('"');
}
