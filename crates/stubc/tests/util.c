/* The helpers of stubc_util.h: known cases by hand, all days of 400 years and more, and octets of any kind. */
#include "stubc_util.h"
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define CHECK(what) ((what) ? (void)0 : (void)(printf("%d: %s\n", __LINE__, #what), failures++))

static stubc_slice slice(const void *data, size_t length)
{
    stubc_slice all;
    all.data = (const uint8_t *)data;
    all.length = length;
    return all;
}

static void initializers(void)
{
    static const uint8_t octets[] = {1, 2, 3};
    static const stubc_slice text = STUBC_TEXT("abc"), none = STUBC_TEXT("");
    static const stubc_slice all = STUBC_OCTETS(octets);
    static const stubc_bits bits = STUBC_BITS(octets, 20);
    int32_t numbers[5] = {0};
    struct {
        int32_t *items;
        size_t count;
    } list = STUBC_ITEMS(numbers);
    stubc_slice later;
    CHECK(text.length == 3 && !memcmp(text.data, "abc", 3));
    CHECK(none.length == 0 && none.data);
    CHECK(all.data == octets && all.length == 3);
    CHECK(bits.data == octets && bits.length == 20);
    CHECK(list.items == numbers && list.count == 5);
    later = (stubc_slice)STUBC_TEXT("a\0b");
    CHECK(later.length == 3 && later.data[2] == 'b');
}

static void errors(void)
{
#define NAMED(code) CHECK(!strcmp(stubc_error_text(STUBC_##code), #code))
    NAMED(TRUNCATED);
    NAMED(BAD_TAG);
    NAMED(BAD_LENGTH);
    NAMED(BAD_VALUE);
    NAMED(RANGE);
    NAMED(NOT_CANONICAL);
    NAMED(DEPTH);
    NAMED(LIMIT);
    NAMED(NO_MEMORY);
    NAMED(NO_SPACE);
    NAMED(TRAILING);
    NAMED(CONSTRAINT);
    CHECK(!strcmp(stubc_error_text(0), "OK") && !strcmp(stubc_error_text(77), "OK"));
    CHECK(!strcmp(stubc_error_text(STUBC_OTHER), "OTHER") && !strcmp(stubc_error_text(STUBC_OTHER - 1), "UNKNOWN"));
    CHECK(!strcmp(stubc_error_text(PTRDIFF_MIN), "UNKNOWN"));
}

static void object_identifiers(void)
{
    static const struct {
        const char *text;
        uint8_t octets[24];
        size_t length;
    } known[] = {
        /* X.690 8.19.5. */
        {"2.999.3", {0x88, 0x37, 0x03}, 3},
        {"1.2.840.113549", {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d}, 6},
        {"0.0", {0}, 1},
        {"0.39", {39}, 1},
        {"1.0", {40}, 1},
        {"1.39", {79}, 1},
        {"2.0", {80}, 1},
        {"2.19.0", {99, 0}, 2},
        {"2.20", {100}, 1},
        {"2.47", {0x7f}, 1},
        {"2.48", {0x81, 0x00}, 2},
        {"2.920.127.128", {0x87, 0x68, 0x7f, 0x81, 0x00}, 5},
        /* A UUID: 128 bits. */
        {"2.25.340282366920938463463374607431768211455",
         {0x69, 0x83, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
         20},
    };
    static const char *const wrong[] = {"", "1", "1.", "3.1", "1.40", "0.40.1", "1.2.", "1.2..3", "1.02", "1.2.x", "1.2 ", "-1.2",
                                        "2.5.99999999999999999999999999999999999999999999999999999999999999999999999999",
                                        /* 2 to the power 224, less 80: the first number has one bit too many. */
                                        "2.26959946667150639794667015087019630673637144422540572481103610249136"};
    static const char largest[] = "2.26959946667150639794667015087019630673637144422540572481103610249135";
    static const uint8_t malformed[][3] = {{0x80, 0x01, 0x02}, {0x2a, 0x80, 0x01}, {0x2a, 0x03, 0x81}};
    char text[128], cut[8];
    uint8_t octets[64], long_arc[80];
    size_t i, j;
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        stubc_slice oid = slice(known[i].octets, known[i].length);
        CHECK(stubc_oid_to_text(oid, text, sizeof text) == strlen(known[i].text) && !strcmp(text, known[i].text));
        CHECK(stubc_oid_from_text(known[i].text, octets, known[i].length) == known[i].length);
        CHECK(stubc_oid_equal(slice(octets, known[i].length), oid));
        CHECK(stubc_oid_from_text(known[i].text, octets, known[i].length - 1) == 0);
    }
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(stubc_oid_from_text(wrong[i], octets, sizeof octets) == 0);
    }
    for (i = 0; i < 3; i++) {
        CHECK(stubc_oid_to_text(slice(malformed[i], 3), text, sizeof text) == 0);
    }
    CHECK(stubc_oid_to_text(slice(NULL, 0), text, sizeof text) == 0 && !*text);
    CHECK(stubc_oid_to_text(slice(known[1].octets, 6), cut, sizeof cut) == 14 && !strcmp(cut, "1.2.840"));
    CHECK(stubc_oid_to_text(slice(known[1].octets, 6), NULL, 0) == 14);
    /* 224 bits are read and written; more are refused. */
    memset(long_arc, 0xff, sizeof long_arc);
    long_arc[0] = 0x2a;
    long_arc[32] = 0x7f;
    CHECK(stubc_oid_to_text(slice(long_arc, 33), text, sizeof text) == 4 + 68);
    CHECK(stubc_oid_from_text(text, octets, sizeof octets) == 33 && !memcmp(octets, long_arc, 33));
    long_arc[32] = 0xff;
    long_arc[79] = 0x7f;
    CHECK(stubc_oid_to_text(slice(long_arc, 80), text, sizeof text) == 0);
    CHECK(stubc_oid_from_text(largest, octets, sizeof octets) == 32);
    /* Every first arc, there and back. */
    for (i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "2.%u.5", (unsigned)i);
        j = stubc_oid_from_text(text, octets, sizeof octets);
        CHECK(j && stubc_oid_to_text(slice(octets, j), cut, sizeof cut) == strlen(text) && !strcmp(cut, text));
    }
}

static void order(void)
{
    static const char *const ordered[] = {"0.5", "1.3", "1.3.6", "1.3.6.1", "1.3.6.1.127", "1.3.6.1.128", "1.3.6.1.128.0",
                                          "1.3.6.1.16383", "1.3.6.1.16384", "1.3.6.2", "2.1", "2.100"};
    size_t i, j, count = sizeof ordered / sizeof *ordered;
    for (i = 0; i < count; i++) {
        for (j = 0; j < count; j++) {
            uint8_t a[16], b[16];
            stubc_slice one = slice(a, stubc_oid_from_text(ordered[i], a, sizeof a));
            stubc_slice two = slice(b, stubc_oid_from_text(ordered[j], b, sizeof b));
            int order = stubc_oid_compare(one, two);
            size_t length = strlen(ordered[j]);
            bool starts = !strncmp(ordered[i], ordered[j], length) && (!ordered[i][length] || ordered[i][length] == '.');
            CHECK(i < j ? order < 0 : i > j ? order > 0 : !order);
            CHECK(stubc_oid_equal(one, two) == (i == j));
            CHECK(stubc_oid_starts_with(one, two) == starts);
        }
    }
    CHECK(stubc_oid_starts_with(slice(NULL, 0), slice(NULL, 0)) && !stubc_oid_compare(slice(NULL, 0), slice(NULL, 0)));
}

static void bits(void)
{
    static const uint8_t received[] = {0xa0};
    uint8_t octets[3] = {0xff, 0xff, 0xff};
    stubc_bits value = {received, 3};
    CHECK(stubc_bit(value, 0) && !stubc_bit(value, 1) && stubc_bit(value, 2) && !stubc_bit(value, 3));
    CHECK(!stubc_bit(value, (size_t)-1));
    /* What was received is not the caller's to change. */
    CHECK(!stubc_bit_put(&value, octets, sizeof octets, 1, true) && value.data == received);
    value.data = NULL;
    value.length = 0;
    CHECK(!stubc_bit_put(&value, octets, sizeof octets, 24, true) && !value.length);
    CHECK(stubc_bit_put(&value, octets, sizeof octets, 2, true) && value.length == 3 && octets[0] == 0x20);
    CHECK(stubc_bit_put(&value, octets, sizeof octets, 17, true) && value.length == 18);
    CHECK(octets[0] == 0x20 && !octets[1] && octets[2] == 0x40);
    CHECK(stubc_bit_put(&value, octets, sizeof octets, 2, false) && !octets[0] && value.length == 18);
    octets[2] = 0x7f;
    CHECK(stubc_bit_put(&value, octets, sizeof octets, 20, false) && octets[2] == 0x40 && value.length == 21);
}

static void times(void)
{
    static const struct {
        const char *text;
        int64_t seconds;
    } general[] = {
        {"19700101000000Z", 0},
        {"20261122174512Z", 1795369512},
        {"20261122174512.999Z", 1795369512},
        {"20261122174512,5Z", 1795369512},
        {"202611221745Z", 1795369500},
        {"202611221745.2Z", 1795369512},
        {"2026112217Z", 1795366800},
        {"2026112217.75Z", 1795369500},
        {"2026112217.99999999999999999999Z", 1795370399},
        {"20261122184512+01", 1795369512},
        {"20261122184512+0100", 1795369512},
        {"20261122144512-0300", 1795369512},
        {"20161231235960Z", 1483228800},
        {"00000101000000Z", -62167219200},
        {"99991231235959Z", 253402300799},
        {"20000229000000Z", 951782400},
    }, utc[] = {
        {"700101000000Z", 0},
        {"7001010000Z", 0},
        {"500101000000Z", -631152000},
        {"491231235959Z", 2524607999},
        {"261122184512+0100", 1795369512},
        {"2611221445-0300", 1795369500},
    };
    static const char *const not_general[] = {"", "20261122174512", "2026", "20261322174512Z", "20260230000000Z", "21000229000000Z",
                                              "20261122244512Z", "20261122176012Z", "20261122174561Z", "20261122174512.Z",
                                              "20261122174512Z ", "20261122174512+1", "20261122174512+2400", "20261122174512+0060",
                                              "2026112217451Z", "2026112-174512Z"};
    static const char *const not_utc[] = {"", "700101000000", "7001010000", "701301000000Z", "700101000060Z", "700101000000+01",
                                          "19700101000000Z", "700101000000.5Z"};
    uint8_t text[STUBC_GENERALIZED_TIME_LENGTH];
    int64_t seconds, last;
    size_t i;
    for (i = 0; i < sizeof general / sizeof *general; i++) {
        CHECK(stubc_generalized_time_to_seconds(stubc_string(general[i].text), &seconds) && seconds == general[i].seconds);
    }
    for (i = 0; i < sizeof utc / sizeof *utc; i++) {
        CHECK(stubc_utc_time_to_seconds(stubc_string(utc[i].text), &seconds) && seconds == utc[i].seconds);
    }
    for (i = 0; i < sizeof not_general / sizeof *not_general; i++) {
        CHECK(!stubc_generalized_time_to_seconds(stubc_string(not_general[i]), &seconds));
    }
    for (i = 0; i < sizeof not_utc / sizeof *not_utc; i++) {
        CHECK(!stubc_utc_time_to_seconds(stubc_string(not_utc[i]), &seconds));
    }
    /* Each day of 10,000 years gives the next one, and comes back. */
    last = -62167219200 - 86400;
    for (i = 0; i < 3652425; i++) {
        int64_t noon = last + 86400;
        if (!stubc_generalized_time_from_seconds(noon + 43200, text) ||
            !stubc_generalized_time_to_seconds(slice(text, sizeof text), &seconds) || seconds != noon + 43200 ||
            memcmp(text + 8, "120000Z", 7) != 0) {
            CHECK(!"a day comes back");
            break;
        }
        last = noon;
    }
    CHECK(last == 253402300799 - 86399 && !memcmp(text, "99991231", 8));
    CHECK(!stubc_generalized_time_from_seconds(-62167219201, text) && !stubc_generalized_time_from_seconds(253402300800, text));
    CHECK(!stubc_generalized_time_from_seconds(INT64_MIN, text) && !stubc_generalized_time_from_seconds(INT64_MAX, text));
    CHECK(stubc_utc_time_from_seconds(1795369512, text) && !memcmp(text, "261122174512Z", STUBC_UTC_TIME_LENGTH));
    CHECK(!stubc_utc_time_from_seconds(-631152001, text) && !stubc_utc_time_from_seconds(2524608000, text));
}

static void strings(void)
{
    CHECK(stubc_string_equal(slice("cn=admin", 8), "cn=admin") && !stubc_string_equal(slice("cn=admin", 8), "cn=admi"));
    CHECK(!stubc_string_equal(slice("cn=admin", 7), "cn=admin") && stubc_string_equal(slice(NULL, 0), ""));
    CHECK(!stubc_string_equal(slice("a\0b", 3), "a") && !stubc_string_equal(slice("CN", 2), "cn"));
    CHECK(stubc_string_equal_ignoring_case(slice("Object-Class{", 13), "OBJECT-cLASS{"));
    CHECK(!stubc_string_equal_ignoring_case(slice("@[`{", 4), "`{@["));
    CHECK(!stubc_string_equal_ignoring_case(slice("ab", 2), "abc"));
}

/* Octets of any kind: only the sanitizers can complain. */
static void anything(void)
{
    uint32_t state = 1;
    int round;
    for (round = 0; round < 200000; round++) {
        static const char likely[] = "0123456789012345678901234567890123456789Z.,+-";
        uint8_t octets[24];
        char text[25];
        int64_t seconds;
        size_t i, length;
        for (i = 0; i < sizeof octets; i++) {
            state = state * 1664525u + 1013904223u;
            octets[i] = round % 2 ? (uint8_t)likely[state % (sizeof likely - 1)] : (uint8_t)(state >> 24);
            text[i] = (char)octets[i];
        }
        length = (state >> 8) % sizeof octets;
        text[length] = 0;
        stubc_oid_to_text(slice(octets, length), text + length, sizeof text - length);
        stubc_oid_from_text(text, octets, length);
        stubc_utc_time_to_seconds(slice(octets, length), &seconds);
        stubc_generalized_time_to_seconds(slice(octets, length), &seconds);
        stubc_oid_compare(slice(octets, length), slice(octets + length, sizeof octets - length));
    }
}

int main(void)
{
    initializers();
    errors();
    object_identifiers();
    order();
    bits();
    times();
    strings();
    anything();
    printf("%d failures\n", failures);
    return failures != 0;
}
