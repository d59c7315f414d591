/* Prints decoded values as JSON and re-encodes them. Test code: it uses the C library freely. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_hex(const uint8_t *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        printf("%02X", data[i]);
}

static void hex_string(const uint8_t *data, size_t length)
{
    putchar('"');
    put_hex(data, length);
    putchar('"');
}

/* Octets as received of the values that keep them, in the order of the walk; no more than there is room for. */
static char received[1 << 20];

static inline void note_received(const stubc_slice *raw)
{
    size_t at = strlen(received), i;
    if (raw->length == 0 || sizeof received - at < 2 * raw->length + 8)
        return;
    at += (size_t)sprintf(received + at, "%s\"", at ? "," : "");
    for (i = 0; i < raw->length; i++)
        at += (size_t)sprintf(received + at, "%02X", raw->data[i]);
    sprintf(received + at, "\"");
}

/* The octets of an IEEE 754 number, the sign first. */
static void float_object(const void *value, size_t size)
{
    uint8_t octets[8];
    const uint16_t one = 1;
    size_t i;
    memcpy(octets, value, size);
    printf("{\"hex\":\"");
    for (i = 0; i < size; i++)
        printf("%02X", octets[*(const uint8_t *)&one ? size - 1 - i : i]);
    printf("\"}");
}

static void hex_object(stubc_slice s)
{
    printf("{\"hex\":");
    hex_string(s.data, s.length);
    putchar('}');
}

static void put_code_point(uint32_t c)
{
    if (c == '"' || c == '\\')
        printf("\\%c", (int)c);
    else if (c < 0x20)
        printf("\\u%04x", (unsigned)c);
    else if (c < 0x80)
        putchar((int)c);
    else if (c < 0x800)
        printf("%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 0x3f)));
    else if (c < 0x10000)
        printf("%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 0x3f)), (int)(0x80 | (c & 0x3f)));
    else
        printf("%c%c%c%c", (int)(0xf0 | c >> 18), (int)(0x80 | (c >> 12 & 0x3f)), (int)(0x80 | (c >> 6 & 0x3f)),
               (int)(0x80 | (c & 0x3f)));
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
    putchar('"');
    for (p = s.data; p < e;) {
        code_point(&p, e, width, &c);
        put_code_point(c);
    }
    putchar('"');
}

static void bits(stubc_bits b, long long size)
{
    bool fixed = (long long)b.length == size;
    size_t octets = (b.length + 7) / 8, i;
    if (!fixed)
        printf("{\"value\":");
    putchar('"');
    for (i = 0; i < octets; i++) {
        unsigned octet = b.data[i];
        if (i + 1 == octets && b.length % 8)
            octet &= 0xff00u >> b.length % 8 & 0xff;
        printf("%02X", octet);
    }
    putchar('"');
    if (!fixed)
        printf(",\"length\":%zu}", b.length);
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
        putchar(text[--digits]);
    free(text);
}

static void big_integer(stubc_slice s)
{
    uint8_t *copy = malloc(s.length + 1);
    size_t i;
    memcpy(copy, s.data, s.length);
    if (s.length && copy[0] >= 0x80) {
        unsigned carry = 1;
        putchar('-');
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
    putchar('"');
    for (i = 0; i < s.length; i++) {
        if (s.data[i] >= 0x80)
            continue;
        if (from)
            putchar('.');
        if (first) {
            unsigned root = i > from || s.data[i] >= 80 ? 2 : s.data[i] / 40u;
            printf("%u.", root);
            arc(s.data + from, i + 1 - from, root * 40);
            first = false;
        } else {
            arc(s.data + from, i + 1 - from, 0);
        }
        from = i + 1;
    }
    putchar('"');
}
