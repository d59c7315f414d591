/* SPDX-License-Identifier: 0BSD
 * Helpers for values of messages: see stubc_util.h.
 */
#include "stubc_util.h"

/* The first row is code 0, the next -1 (STUBC_TRUNCATED), and so on. */
static const char error_names[][14] = {
    "OK",    "TRUNCATED", "BAD_TAG",   "BAD_LENGTH", "BAD_VALUE", "RANGE",     "NOT_CANONICAL",
    "DEPTH", "LIMIT",     "NO_MEMORY", "NO_SPACE",   "TRAILING",  "CONSTRAINT", "OTHER"};

const char *stubc_error_text(stubc_result code)
{
    if (code >= 0) {
        return error_names[0];
    }
    return code >= STUBC_OTHER ? error_names[-code] : "UNKNOWN";
}

/* An arc of 224 bits has at most 32 octets in an object identifier and 68 decimal digits. */
#define ARC_OCTETS 32u
#define ARC_DIGITS 68u

/* A natural number in a base of at most 128, the least digit first. */
typedef struct digits {
    uint8_t digit[ARC_DIGITS];
    size_t count;
} digits;

/* Sets number to number * factor + term. Returns false if the result has more than `most` digits. */
static bool multiply_add(digits *number, unsigned base, unsigned factor, unsigned term, size_t most)
{
    unsigned carry = term;
    size_t i;
    for (i = 0; i < number->count || carry; i++) {
        unsigned digit;
        if (i == most) {
            return false;
        }
        digit = (i < number->count ? number->digit[i] * factor : 0u) + carry;
        number->digit[i] = (uint8_t)(digit % base);
        carry = digit / base;
        if (i >= number->count) {
            number->count = i + 1;
        }
    }
    return true;
}

/* Appends a character to text as snprintf does: counts it, and stores it only if size permits. */
static void append(char *text, size_t size, size_t *length, char c)
{
    if (*length + 1 < size) {
        text[*length] = c;
        text[*length + 1] = 0;
    }
    ++*length;
}

/* Appends a number in decimal digits. */
static void append_number(char *text, size_t size, size_t *length, const digits *number)
{
    size_t i;
    if (!number->count) {
        append(text, size, length, '0');
    }
    for (i = number->count; i > 0; i--) {
        append(text, size, length, (char)('0' + number->digit[i - 1]));
    }
}

/* Splits the first number of an object identifier (X.690 8.19.4) into two arcs: returns the first, and leaves the
 * second in number. */
static unsigned split_first(digits *number)
{
    bool is_large = number->count > 2 || (number->count == 2 && number->digit[1] >= 8);
    unsigned small = number->count ? number->digit[0] : 0, first;
    size_t i;
    if (!is_large) {
        small += number->count == 2 ? number->digit[1] * 10u : 0;
        first = small / 40;
        small %= 40;
        number->digit[0] = (uint8_t)(small % 10);
        number->digit[1] = (uint8_t)(small / 10);
        number->count = small >= 10 ? 2 : small > 0;
        return first;
    }
    /* Subtract 80: take 8 from the tens, and borrow if there are fewer. */
    if (number->digit[1] >= 8) {
        number->digit[1] = (uint8_t)(number->digit[1] - 8);
    } else {
        number->digit[1] = (uint8_t)(number->digit[1] + 2);
        for (i = 2; !number->digit[i]; i++) {
            number->digit[i] = 9;
        }
        number->digit[i]--;
    }
    while (number->count && !number->digit[number->count - 1]) {
        number->count--;
    }
    return 2;
}

size_t stubc_oid_to_text(stubc_slice oid, char *text, size_t size)
{
    size_t at = 0, length = 0;
    if (size) {
        text[0] = 0;
    }
    if (!oid.length || oid.data[oid.length - 1] & 0x80) {
        return 0;
    }
    while (at < oid.length) {
        digits number;
        bool is_first = !at;
        number.count = 0;
        if (oid.data[at] == 0x80) {
            return 0;
        }
        do {
            if (!multiply_add(&number, 10, 128, oid.data[at] & 0x7fu, ARC_DIGITS)) {
                return 0;
            }
        } while (oid.data[at++] & 0x80);
        if (is_first) {
            append(text, size, &length, (char)('0' + split_first(&number)));
        }
        append(text, size, &length, '.');
        append_number(text, size, &length, &number);
    }
    return length;
}

/* Converts a decimal number to base 128; returns the text after it, or NULL if there are no digits, the number has a
 * leading zero, or it is too large. */
static const char *read_arc(const char *text, digits *number)
{
    const char *start = text;
    number->count = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (!multiply_add(number, 128, 10, (unsigned)(*text - '0'), ARC_OCTETS)) {
            return NULL;
        }
    }
    return text == start || (*start == '0' && text - start > 1) ? NULL : text;
}

size_t stubc_oid_from_text(const char *text, uint8_t *octets, size_t capacity)
{
    digits number;
    size_t length = 0, i;
    unsigned first;
    if (*text < '0' || *text > '2' || text[1] != '.') {
        return 0;
    }
    first = (unsigned)(*text - '0');
    text = read_arc(text + 2, &number);
    if (first < 2 && (number.count > 1 || (number.count == 1 && number.digit[0] >= 40))) {
        return 0;
    }
    if (text && !multiply_add(&number, 128, 1, first * 40, ARC_OCTETS)) {
        return 0;
    }
    while (text) {
        size_t count = number.count ? number.count : 1;
        if (!number.count) {
            number.digit[0] = 0;
        }
        if (count > capacity - length) {
            return 0;
        }
        for (i = count; i > 0; i--) {
            octets[length++] = (uint8_t)(number.digit[i - 1] | (i > 1 ? 0x80 : 0));
        }
        if (!*text) {
            return length;
        }
        text = *text == '.' ? read_arc(text + 1, &number) : NULL;
    }
    return 0;
}

/* Returns the number of octets of the arc at an offset. */
static size_t arc_length(stubc_slice oid, size_t at)
{
    size_t end = at;
    while (end + 1 < oid.length && oid.data[end] & 0x80) {
        end++;
    }
    return end + 1 - at;
}

int stubc_oid_compare(stubc_slice a, stubc_slice b)
{
    size_t at = 0;
    while (at < a.length && at < b.length) {
        /* Arcs have the shortest form, so the longer one is the greater. */
        size_t one = arc_length(a, at), two = arc_length(b, at);
        int order = one != two ? (one < two ? -1 : 1) : memcmp(a.data + at, b.data + at, one);
        if (order) {
            return order;
        }
        at += one;
    }
    return a.length < b.length ? -1 : a.length > b.length;
}

bool stubc_oid_equal(stubc_slice a, stubc_slice b)
{
    return a.length == b.length && (!a.length || !memcmp(a.data, b.data, a.length));
}

bool stubc_oid_starts_with(stubc_slice oid, stubc_slice prefix)
{
    stubc_slice start = oid;
    start.length = prefix.length;
    return prefix.length <= oid.length && stubc_oid_equal(start, prefix);
}

bool stubc_bit(stubc_bits bits, size_t number)
{
    return number < bits.length && bits.data[number / 8] >> (7 - number % 8) & 1;
}

bool stubc_bit_put(stubc_bits *bits, uint8_t *octets, size_t capacity, size_t number, bool on)
{
    size_t held = bits->length / 8 + (bits->length % 8 != 0);
    uint8_t mask = (uint8_t)(0x80u >> number % 8);
    if (number / 8 >= capacity || (bits->length && bits->data != octets)) {
        return false;
    }
    if (number >= bits->length) {
        /* Clear the bits between the last one and the new one. */
        if (bits->length % 8) {
            octets[held - 1] = (uint8_t)(octets[held - 1] & 0xff00u >> bits->length % 8);
        }
        memset(octets + held, 0, number / 8 + 1 - held);
        bits->data = octets;
        bits->length = number + 1;
    }
    octets[number / 8] = (uint8_t)(on ? octets[number / 8] | mask : octets[number / 8] & ~mask);
    return true;
}

/* Returns the days from 1 January 1970 to a day of the proleptic Gregorian calendar; months count from 1. */
static int64_t days_before(int64_t year, uint32_t month, uint32_t day)
{
    /* Count years from March, so that the leap day is the last day of a year. */
    int64_t from_march = year - (month < 3), era = (from_march >= 0 ? from_march : from_march - 399) / 400;
    uint32_t of_era = (uint32_t)(from_march - era * 400);
    uint32_t day_of_year = (153 * (month + (month > 2 ? 0u : 12u) - 3) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719468;
}

/* Returns whether the date exists. */
static bool is_day(uint32_t year, uint32_t month, uint32_t day)
{
    static const uint8_t most[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month >= 1 && month <= 12 && day >= 1 && day <= most[month - 1] + (month == 2 && is_leap ? 1u : 0u);
}

/* Reads a number of count digits and advances text. Returns false if the text does not begin with them. */
static bool take(stubc_slice *text, uint32_t count, uint32_t *number)
{
    *number = 0;
    if (text->length < count) {
        return false;
    }
    for (; count; count--, text->data++, text->length--) {
        uint32_t digit = (uint32_t)(*text->data - '0');
        if (digit > 9) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return true;
}

/* Returns whether the text begins with a digit. */
static bool begins_with_digit(const stubc_slice *text)
{
    return text->length && (uint32_t)(*text->data - '0') <= 9;
}

/* Reads Z, +hhmm or -hhmm at the end of the text; with short_zone also +hh or -hh. Sets ahead to the seconds by which
 * the time is ahead of UTC. Returns false for any other text. */
static bool take_zone(stubc_slice *text, bool short_zone, int64_t *ahead)
{
    uint32_t hours, minutes = 0;
    bool is_behind;
    *ahead = 0;
    if (text->length == 1 && *text->data == 'Z') {
        return true;
    }
    if (!text->length || (*text->data != '+' && *text->data != '-')) {
        return false;
    }
    is_behind = *text->data == '-';
    text->data++;
    text->length--;
    if (!take(text, 2, &hours) || ((!short_zone || text->length) && !take(text, 2, &minutes))) {
        return false;
    }
    *ahead = (int64_t)(hours * 60 + minutes) * (is_behind ? -60 : 60);
    return !text->length && hours < 24 && minutes < 60;
}

/* Reads the fraction of a unit, which has `unit` seconds, and sets seconds to its whole seconds. Returns false if no
 * digit follows the point. */
static bool take_fraction(stubc_slice *text, uint32_t unit, uint32_t *seconds)
{
    uint64_t numerator = 0, denominator = 1;
    text->data++;
    text->length--;
    if (!begins_with_digit(text)) {
        return false;
    }
    for (; begins_with_digit(text); text->data++, text->length--) {
        /* Stop after twelve digits: numerator * 3600 then fits 64 bits. */
        if (denominator < 1000000000000u) {
            numerator = numerator * 10 + (uint8_t)(*text->data - '0');
            denominator *= 10;
        }
    }
    *seconds = (uint32_t)(numerator * unit / denominator);
    return true;
}

bool stubc_utc_time_to_seconds(stubc_slice time, int64_t *seconds)
{
    uint32_t year, month, day, hour, minute, second = 0;
    int64_t ahead;
    if (!take(&time, 2, &year) || !take(&time, 2, &month) || !take(&time, 2, &day) || !take(&time, 2, &hour) ||
        !take(&time, 2, &minute) || (begins_with_digit(&time) && !take(&time, 2, &second))) {
        return false;
    }
    year += year < 50 ? 2000 : 1900;
    if (!is_day(year, month, day) || hour > 23 || minute > 59 || second > 59 || !take_zone(&time, false, &ahead)) {
        return false;
    }
    *seconds = days_before(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - ahead;
    return true;
}

bool stubc_generalized_time_to_seconds(stubc_slice time, int64_t *seconds)
{
    uint32_t year, month, day, hour, minute = 0, second = 0, more = 0, unit = 3600;
    int64_t ahead;
    if (!take(&time, 4, &year) || !take(&time, 2, &month) || !take(&time, 2, &day) || !take(&time, 2, &hour)) {
        return false;
    }
    if (begins_with_digit(&time)) {
        unit = 60;
        if (!take(&time, 2, &minute)) {
            return false;
        }
        if (begins_with_digit(&time)) {
            unit = 1;
            if (!take(&time, 2, &second)) {
                return false;
            }
        }
    }
    if (time.length && (*time.data == '.' || *time.data == ',') && !take_fraction(&time, unit, &more)) {
        return false;
    }
    /* A leap second is 60. */
    if (!is_day(year, month, day) || hour > 23 || minute > 59 || second > 60 || !take_zone(&time, true, &ahead)) {
        return false;
    }
    *seconds = days_before(year, month, day) * 86400 + hour * 3600 + minute * 60 + second + more - ahead;
    return true;
}

/* Writes the last count digits of a number. */
static void put(uint8_t *text, uint32_t count, uint32_t number)
{
    for (; count; count--, number /= 10) {
        text[count - 1] = (uint8_t)('0' + number % 10);
    }
}

bool stubc_generalized_time_from_seconds(int64_t seconds, uint8_t text[STUBC_GENERALIZED_TIME_LENGTH])
{
    /* The first and last seconds of the years 0 and 9999. */
    const int64_t first = -62167219200, last = 253402300799;
    int64_t days, since_march;
    uint32_t of_day, year, month, day, of_era, of_year;
    if (seconds < first || seconds > last) {
        return false;
    }
    /* Count days from 1 March of the year -400, so that no number is negative. */
    days = (seconds - first) / 86400;
    of_day = (uint32_t)((seconds - first) % 86400);
    since_march = days - 60 + 146097;
    of_era = (uint32_t)(since_march % 146097);
    year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    of_year = of_era - (365 * year + year / 4 - year / 100);
    month = (5 * of_year + 2) / 153;
    day = of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    year += (uint32_t)(since_march / 146097) * 400 - 400 + (month < 3);
    put(text, 4, year);
    put(text + 4, 2, month);
    put(text + 6, 2, day);
    put(text + 8, 2, of_day / 3600);
    put(text + 10, 2, of_day / 60 % 60);
    put(text + 12, 2, of_day % 60);
    text[14] = 'Z';
    return true;
}

bool stubc_utc_time_from_seconds(int64_t seconds, uint8_t text[STUBC_UTC_TIME_LENGTH])
{
    /* The first and last seconds of the years 1950 and 2049. */
    const int64_t first = -631152000, last = 2524607999;
    uint8_t general[STUBC_GENERALIZED_TIME_LENGTH];
    if (seconds < first || seconds > last || !stubc_generalized_time_from_seconds(seconds, general)) {
        return false;
    }
    memcpy(text, general + 2, STUBC_UTC_TIME_LENGTH);
    return true;
}

stubc_slice stubc_string(const char *text)
{
    stubc_slice string;
    string.data = (const uint8_t *)text;
    for (string.length = 0; text[string.length]; string.length++) {
    }
    return string;
}

bool stubc_string_equal(stubc_slice string, const char *text)
{
    return stubc_oid_equal(string, stubc_string(text));
}

/* Returns the lower-case letter of A to Z; any other byte unchanged. */
static unsigned lower(unsigned c)
{
    return c - 'A' < 26 ? c + ('a' - 'A') : c;
}

bool stubc_string_equal_ignoring_case(stubc_slice string, const char *text)
{
    stubc_slice other = stubc_string(text);
    size_t i;
    if (string.length != other.length) {
        return false;
    }
    for (i = 0; i < string.length; i++) {
        if (lower(string.data[i]) != lower(other.data[i])) {
            return false;
        }
    }
    return true;
}
