/* Encodes a valid value, and values with one careless part each, under packed rules. Compares what each gives: OK if the
 * encoding decodes to a value with the same encoding, or the number of an error. Built with IS_OER for OER and COER. */
#include "careless.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARENA = 1 << 20 };

static stubc_bits bits_of(const char *data, size_t length)
{
    stubc_bits bits;
    bits.data = (const uint8_t *)data;
    bits.length = length;
    return bits;
}
static stubc_slice text(const char *data, size_t length)
{
    stubc_slice slice;
    slice.data = (const uint8_t *)data;
    slice.length = length;
    return slice;
}

static void fill(Message *m)
{
    static bool items[4] = {true, false, true, true};
    static object_Type yes = true;
    memset(m, 0, sizeof *m);
    m->has_both = m->has_also = m->has_last = true;
    m->few = 9;
    m->wide = 100000000000;
    m->least = 5;
    m->most = 5;
    m->grows = 9;
    m->level = 5;
    m->size = 9;
    m->exact = text("abc", 3);
    m->some = text("abcd", 4);
    m->bits = bits_of("\xff\xff\xf0", 20);
    m->flags = bits_of("\x80", 1);
    m->letters = text("fade", 4);
    m->four = text("four", 4);
    m->pairs = text("\0a\0b", 4);
    m->id = text("\x2a\x03", 2);
    m->real = text("", 0);
    m->list.items = items;
    m->list.count = 3;
    m->which.kind = 1;
    m->kind = 1;
    m->open.kind = 1;
    m->open.u.object_Type_ = &yes;
    m->both = 9;
    m->also = true;
    m->last = 255;
    m->plain.kind = 1;
    m->general = text("ab", 2);
    m->many.items = items;
    m->many.count = 2;
#ifdef IS_OER
    m->large = text("\x05\x6b\xc7\x5e\x2d\x63\x0f\xff\xff", 9);
    m->held = text("\0\xff\xff\xff\xff\xff\xff\xff\xff", 9);
#endif
}

static unsigned failures;

static void expect(const char *name, const char *expected, const char *found)
{
    if (strcmp(expected, found) != 0) {
        failures++;
        printf("%s: %s, not %s\n", name, found, expected);
    }
}

/* Decodes with less memory than the value takes. */
static void starved(const char *name, const uint8_t *message, size_t size, size_t needed)
{
    static Message value;
    for (; needed; needed -= 1 + needed / 100) {
        uint8_t *const less = (uint8_t *)malloc(needed);
        stubc_context context = stubc_context_over(less, needed - 1);
        stubc_error error;
        if (Message_decode_exact(&value, message, size, &context, &error) != STUBC_NO_MEMORY) {
            expect(name, "NO_MEMORY", "less memory is enough");
        }
        free(less);
    }
}

/* Encodes a value into every buffer up to the sufficient one, and decodes the encoding. */
static void encoded(const char *name, const Message *m, const char *expected)
{
    char number[24];
    static Message again;
    static uint8_t buffer[80000];
    uint8_t *exact, *second, *const arena = (uint8_t *)malloc(ARENA);
    stubc_error error = {0};
    stubc_context context = stubc_context_over(arena, ARENA);
    const stubc_result size = Message_encode(m, buffer, sizeof buffer, NULL, &error);
    stubc_result room;
    if (size < 0) {
        sprintf(number, "%ld%s", (long)size, error.code == size ? "" : "?");
        expect(name, expected, number);
        free(arena);
        return;
    }
    for (room = 0; room < size && room < 400; room++) {
        exact = (uint8_t *)malloc(room ? (size_t)room : 1);
        if (Message_encode(m, exact, (size_t)room, NULL, &error) != STUBC_NO_SPACE) {
            expect(name, "NO_SPACE", "OK");
        }
        free(exact);
    }
    second = (uint8_t *)malloc((size_t)size);
    if (Message_decode_exact(&again, buffer, (size_t)size, &context, &error) != size) {
        sprintf(number, "decoded %d", error.code);
        expect(name, expected, number);
    } else if (Message_encode(&again, second, (size_t)size, NULL, &error) != size || memcmp(second, buffer, (size_t)size)) {
        expect(name, expected, "another encoding");
    } else {
        expect(name, expected, "OK");
        starved(name, buffer, (size_t)size, context.arena_used);
    }
    free(arena);
    free(second);
}

#ifdef IS_OER
#define CHOSEN(per, oer) oer
#else
#define CHOSEN(per, oer) per
#endif

#define TRY(per, oer, change)                                                                                          \
    do {                                                                                                               \
        fill(&m);                                                                                                      \
        change;                                                                                                        \
        encoded(#change, &m, CHOSEN(per, oer));                                                                         \
    } while (0)

/* Encodes with few levels: a value of its own type is one, an open type another. */
static void shallow(void)
{
    static Message m, more;
    static uint8_t buffer[400];
    unsigned depth;
    fill(&m);
    fill(&more);
    m.more = &more;
    for (depth = 0; depth < 6; depth++) {
        stubc_context context = stubc_context_over(NULL, 0);
        stubc_error error;
        context.max_depth = depth / 2;
        m.has_more = depth % 2;
        if ((Message_encode(&m, buffer, sizeof buffer, &context, &error) == STUBC_DEPTH) != (depth / 2 < 1 + depth % 2)) {
            expect("depth", m.has_more ? "2" : "1", "another one");
        }
    }
}

#ifdef IS_OER
/* Decodes with a length whose bits cannot be counted: nothing behind the message is read. */
static void endless(void)
{
    static Message m;
    uint8_t buffer[400], *exact;
    stubc_result size;
    fill(&m);
    size = Message_encode(&m, buffer, sizeof buffer, NULL, NULL);
    exact = (uint8_t *)malloc((size_t)size);
    memcpy(exact, buffer, (size_t)size);
    {
        uint8_t *const arena = (uint8_t *)malloc(ARENA);
        stubc_context context = stubc_context_over(arena, ARENA);
        context.max_bytes = 0;
        expect("endless", "OK", Message_decode(&m, exact, SIZE_MAX, &context, NULL) == size ? "OK" : "refused");
        free(arena);
    }
    free(exact);
}
#endif

int main(void)
{
    static Message m, more;
    static uint8_t long_text[70001];
    shallow();
#ifdef IS_OER
    endless();
#endif
#ifndef IS_BER
    TRY("OK", "OK", (void)0);
    TRY("-4", "OK", m.few = 10);
    TRY("-4", "OK", m.few = 255);
    TRY("-4", "OK", m.wide = 100000000001);
    TRY("-4", "OK", m.wide = UINT64_MAX);
    TRY("-4", "OK", m.least = 4);
    TRY("OK", "OK", m.least = UINT64_MAX);
    TRY("-4", "OK", m.most = 6);
    TRY("OK", "OK", m.most = INT64_MIN);
    TRY("OK", "OK", m.grows = -1);
    TRY("OK", "OK", m.grows = 10);
    TRY("-4", "OK", m.level = 4);
    TRY("OK", "OK", m.level = 6);
    TRY("OK", "OK", m.level = INT32_MAX);
    TRY("-4", "OK", m.level = -1);
    TRY("-4", "OK", m.size = 0);
    TRY("OK", "OK", m.size = -3);
    TRY("-4", "-4", m.exact.length = 2);
    TRY("-4", "-4", m.exact = text("abcd", 4));
    TRY("-4", "OK", m.some.length = 0);
    TRY("-4", "OK", m.some = text("abcde", 5));
    TRY("-4", "-4", m.bits.length = 19);
    TRY("-4", "-4", m.bits.length = 0);
    TRY("OK", "OK", m.flags.length = 0);
    TRY("-4", "-4", m.flags = bits_of("\xf8", 5));
    TRY("OK", "OK", m.flags = bits_of("\xf0\0", 16));
    TRY("-4", "OK", m.letters = text("fag", 3));
    TRY("-4", "OK", m.letters = text("fa\xff", 3));
    TRY("-4", "-4", m.four.length = 3);
    TRY("-4", "OK", m.four = text("\x7f\0ur", 4));
    TRY("-4", "-4", m.pairs.length = 3);
    TRY("OK", "OK", m.pairs.length = 0);
    TRY("-4", "-4", m.id.length = 0);
    TRY("-4", "-4", m.id = text("\x2a\x83", 2));
    TRY("-4", "-4", m.real = text("\x80\0", 2));
    TRY("OK", "OK", m.real = text("\x80\0\x01", 3));
    TRY("-4", "-4", m.real = text("\x44", 1));
    TRY("-4", "OK", m.list.count = 0);
    TRY("-4", "OK", m.list.count = 4);
    TRY("OK", "OK", m.which.kind = 2; m.which.u.b = true);
    TRY("-4", "-4", m.which.kind = 3);
    TRY("-4", "-4", m.which.kind = 0; m.which.u.unknown = text("", 0));
    TRY("-4", "OK", m.which.kind = 0; m.which.u.unknown = text("\0\0", 2));
#ifndef IS_OER /* whose decoders take what follows for a part of it */
    TRY("OK", "", m.which.kind = 0; m.which.u.unknown = text("\x80\x01\x07", 3));
    TRY("-4", "", m.which.kind = 0; m.which.u.unknown = text("\x80\x01", 2));
    TRY("-4", "", m.which.kind = 0; m.which.u.unknown = text("\x80\x01\x07\0", 4));
#endif
    TRY("OK", "OK", m.which.kind = 0; m.which.u.unknown = text("\x82\x02\x07\x08", 4));
#ifndef IS_OER /* whose decoders take what follows for a part of it */
    TRY("-4", "", m.which.kind = 0; m.which.u.unknown = text("\x82\x03\x07\x08", 4));
#endif
    TRY("-4", "-4", m.open.kind = 3);
    TRY("-4", "-4", m.open.kind = 2; m.open.u.object_Type_2_ = NULL);
#ifndef IS_OER /* whose decoders take what follows for a part of it */
    TRY("-4", "", m.open.kind = 0; m.open.raw = text("", 0));
#endif
    TRY("OK", "OK", m.open.kind = 0; m.kind = 7; m.open.raw = text("more", 4));
    TRY("-4", "-4", m.has_more = true);
    TRY("OK", "OK", m.has_more = true; m.more = &more; fill(&more));
    TRY("-4", "OK", m.has_more = true; m.more = &more; fill(&more); more.few = 10);
    TRY("-4", "-4", m.has_both = false);
    TRY("OK", "OK", m.has_both = m.has_also = false);
    TRY("OK", "OK", m.has_both = m.has_also = m.has_last = false);
    TRY("OK", "OK", m.has_last = false);
    TRY("-4", "OK", m.both = 10);
    TRY("-4", "-4", m.plain.kind = 0);
    TRY("-4", "-4", m.plain.kind = 3);
    TRY("-4", "OK", m.general.length = 1);
    TRY("OK", "OK", m.general = text((const char *)long_text, 70000));
    TRY("-4", "OK", m.general = text((const char *)long_text, 70001));
    TRY("-4", "OK", m.many.count = 1);
    TRY("OK", "OK", m.many.items = (bool *)long_text; m.many.count = 70000);
    TRY("-4", "OK", m.many.items = (bool *)long_text; m.many.count = 70001);
#ifdef IS_OER
    TRY("", "-4", m.large = text("", 0));
    TRY("", "-4", m.large = text("\xff", 1));
    TRY("", "OK", m.large = text("\0\x01", 2));
    TRY("", "-4", m.held = text("\x01\xff\xff\xff\xff\xff\xff\xff\xff", 9));
    TRY("", "OK", m.held = text("\0\x01", 2));
#endif
#endif
    (void)m;
    (void)more;
    (void)long_text;
    (void)encoded;
    printf("%u failures\n", failures);
    return failures != 0;
}
