/* SPDX-License-Identifier: 0BSD
 * Helpers for the values that applications put into messages and read from them: initializers, object
 * identifiers, bits, times, strings; and names of errors. Neither generated code nor the runtime calls them. They
 * allocate nothing and take any octets.
 */
#ifndef STUBC_UTIL_H
#define STUBC_UTIL_H

#include "stubc_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Initializers: for a new value, or an old one as in x = (stubc_slice)STUBC_TEXT("abc") ---- */

/* A stubc_slice of the characters of a string literal, without its zero. */
#define STUBC_TEXT(literal) {(const uint8_t *)("" literal), sizeof(literal) - 1}

/* A stubc_slice of all octets of an array. */
#define STUBC_OCTETS(array) {(array), sizeof(array)}

/* A stubc_bits of the first bits of an array of octets. */
#define STUBC_BITS(array, count) {(array), (count)}

/* A list (SEQUENCE OF, SET OF, an array of XDR) of all elements of an array. */
#define STUBC_ITEMS(array) {(array), sizeof(array) / sizeof *(array)}

/* ---- Errors ---- */

/* The name of an error code, such as "TRUNCATED"; "OK" for what is no error, "UNKNOWN" for a number that is
 * no code. */
const char *stubc_error_text(stubc_result code);

/* ---- Object identifiers (X.690 8.19) ---- */

/* Writes an object identifier as text, such as 1.2.840.113549, with a zero behind it, as snprintf does: cut
 * off after size - 1 characters. Returns the length of the whole text, or 0 if the octets are no object
 * identifier. Arcs may have 224 bits. */
size_t stubc_oid_to_text(stubc_slice oid, char *text, size_t size);

/* Reads text such as 1.2.840.113549 into contents octets. Returns their number, or 0 if the text is no
 * object identifier or capacity octets do not hold it. */
size_t stubc_oid_from_text(const char *text, uint8_t *octets, size_t capacity);

/* Less than, equal to or greater than 0, as a stands before, is, or stands behind b in the order of their
 * arcs. */
int stubc_oid_compare(stubc_slice a, stubc_slice b);

bool stubc_oid_equal(stubc_slice a, stubc_slice b);

/* Whether the first arcs of oid are those of prefix. */
bool stubc_oid_starts_with(stubc_slice oid, stubc_slice prefix);

/* ---- Bits: the numbers are those of the specification, 0 is the first ---- */

/* Whether a bit is set. Bits behind the last one are not. */
bool stubc_bit(stubc_bits bits, size_t number);

/* Sets or clears a bit in octets of the caller, and makes bits long enough to hold it. The octets must be
 * those of bits->data; a value without bits (length 0) takes them. Returns false, and changes nothing, if
 * capacity octets do not hold the bit. */
bool stubc_bit_put(stubc_bits *bits, uint8_t *octets, size_t capacity, size_t number, bool on);

/* ---- Times: seconds since 1 January 1970, 00:00:00 UTC, without leap seconds ---- */

/* Reads a UTCTime (X.680 47). Years 50 to 99 are 1950 to 1999, others 2000 to 2049 (RFC 5280 4.1.2.5.1). */
bool stubc_utc_time_to_seconds(stubc_slice time, int64_t *seconds);

/* Reads a GeneralizedTime (X.680 46). Fractions of a second are cut off. Returns false for a local time,
 * one without Z or an offset: it names no second. */
bool stubc_generalized_time_to_seconds(stubc_slice time, int64_t *seconds);

#define STUBC_UTC_TIME_LENGTH 13
#define STUBC_GENERALIZED_TIME_LENGTH 15

/* Write YYMMDDhhmmssZ and YYYYMMDDhhmmssZ, the forms of DER, without a zero behind them. Return false
 * outside of the years 1950 to 2049, and 0 to 9999. */
bool stubc_utc_time_from_seconds(int64_t seconds, uint8_t text[STUBC_UTC_TIME_LENGTH]);
bool stubc_generalized_time_from_seconds(int64_t seconds, uint8_t text[STUBC_GENERALIZED_TIME_LENGTH]);

/* ---- Strings of one octet a character, and UTF-8 ---- */

/* The characters of a C string, without its zero. */
stubc_slice stubc_string(const char *text);

bool stubc_string_equal(stubc_slice string, const char *text);

/* The same, with the letters A to Z equal to a to z. */
bool stubc_string_equal_ignoring_case(stubc_slice string, const char *text);

#ifdef __cplusplus
}
#endif

#endif
