/* SPDX-License-Identifier: 0BSD
 * Helpers for applications: initializers, object identifiers, bits, times and strings in messages, and names of
 * errors. Neither generated code nor the runtime calls them. They allocate nothing and accept any bytes.
 */
#ifndef STUBC_UTIL_H
#define STUBC_UTIL_H

#include "stubc_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Initializers, also for assignments: x = (stubc_slice)STUBC_TEXT("abc") ---- */

/* A stubc_slice of the characters of a string literal, without its terminating zero. */
#define STUBC_TEXT(literal) {(const uint8_t *)("" literal), sizeof(literal) - 1}

/* A stubc_slice of all bytes of an array of bytes. */
#define STUBC_OCTETS(array) {(array), sizeof(array)}

/* A stubc_bits of the first count bits of an array of bytes. */
#define STUBC_BITS(array, count) {(array), (count)}

/* A list (SEQUENCE OF, SET OF, an array of XDR) of all elements of an array. */
#define STUBC_ITEMS(array) {(array), sizeof(array) / sizeof *(array)}

/* ---- Errors ---- */

/* Returns the name of an error code, such as "TRUNCATED"; "OK" for 0 or more, "UNKNOWN" for any other number. */
const char *stubc_error_text(stubc_result code);

/* ---- Object identifiers (X.690 8.19) ---- */

/* Writes an object identifier as text, such as 1.2.840.113549, as snprintf does: at most size - 1 characters
 * and a zero. Returns the length of the whole text, or 0 if the octets are not an object identifier. Arcs of
 * up to 224 bits are accepted. */
size_t stubc_oid_to_text(stubc_slice oid, char *text, size_t size);

/* Converts text such as 1.2.840.113549 to contents octets. Returns their number, or 0 if the text is not an
 * object identifier or needs more than capacity octets. */
size_t stubc_oid_from_text(const char *text, uint8_t *octets, size_t capacity);

/* Compares object identifiers arc by arc. Returns a number less than, equal to or greater than 0, as a is
 * before, equal to or after b. */
int stubc_oid_compare(stubc_slice a, stubc_slice b);

/* Returns whether two object identifiers are equal. */
bool stubc_oid_equal(stubc_slice a, stubc_slice b);

/* Returns whether the first arcs of oid are those of prefix. */
bool stubc_oid_starts_with(stubc_slice oid, stubc_slice prefix);

/* ---- Bits: numbered as in the specification; 0 is the first ---- */

/* Returns whether a bit is set. Bits after the last one are clear. */
bool stubc_bit(stubc_bits bits, size_t number);

/* Sets or clears a bit, and extends bits to contain it. octets: the caller's buffer of capacity bytes; it
 * must be bits->data, unless bits is empty, which makes it so. Returns false, and changes nothing, if the
 * buffer is another one or too short. */
bool stubc_bit_put(stubc_bits *bits, uint8_t *octets, size_t capacity, size_t number, bool on);

/* ---- Times: seconds since 1 January 1970, 00:00:00 UTC, without leap seconds ---- */

/* Converts a UTCTime (X.680 47). Returns false if it is invalid. Years 50 to 99 are 1950 to 1999, others 2000 to 2049
 * (RFC 5280 4.1.2.5.1). */
bool stubc_utc_time_to_seconds(stubc_slice time, int64_t *seconds);

/* Converts a GeneralizedTime (X.680 46). It drops fractions of a second. Returns false if the time is
 * invalid, or local: a time without Z or an offset does not identify a second. */
bool stubc_generalized_time_to_seconds(stubc_slice time, int64_t *seconds);

#define STUBC_UTC_TIME_LENGTH 13
#define STUBC_GENERALIZED_TIME_LENGTH 15

/* Write YYMMDDhhmmssZ and YYYYMMDDhhmmssZ, the forms of DER (X.690 11.7, 11.8), without a terminating zero.
 * Return false outside the years 1950 to 2049 for a UTCTime, and 0 to 9999 for a GeneralizedTime. */
bool stubc_utc_time_from_seconds(int64_t seconds, uint8_t text[STUBC_UTC_TIME_LENGTH]);
bool stubc_generalized_time_from_seconds(int64_t seconds, uint8_t text[STUBC_GENERALIZED_TIME_LENGTH]);

/* ---- Strings of one byte per character, and UTF-8 ---- */

/* Returns the characters of a C string, without its terminating zero. */
stubc_slice stubc_string(const char *text);

/* Returns whether a string equals a C string. */
bool stubc_string_equal(stubc_slice string, const char *text);

/* As stubc_string_equal, with the letters A to Z equal to a to z. */
bool stubc_string_equal_ignoring_case(stubc_slice string, const char *text);

#ifdef __cplusplus
}
#endif

#endif
