/* packed: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: packed.asn1
 * Options: --rules coer --technique interpreted
 */
#include "packed.h"

const uint8_t stubc_programs[] = {
    /* 0 */
    STUBC_OP_INTEGER, 8,
    /* 1 */
    STUBC_OP_INTEGER, 17,
    /* 2: Report, packed.asn1:5: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_SEQUENCE | STUBC_EXTENSIBLE,
    7, 2,
    0, STUBC_ONE(offsetof(Report, station)),
    24, STUBC_ONE(offsetof(Report, moving)),
    30, STUBC_ONE(offsetof(Report, kind)),
    20, STUBC_ONE(offsetof(Report, path)),
    16, STUBC_ONE(offsetof(Report, body)),
    32, STUBC_ONE(offsetof(Report, key)),
    3, STUBC_ONE(offsetof(Report, level)), 12,
    1,
    0,
    1, STUBC_ONE(offsetof(Report, quality)),
    /* 3: Point, packed.asn1:19: frequency 3.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_SEQUENCE,
    2, 0,
    36, STUBC_ONE(offsetof(Point, x)),
    4, STUBC_ONE(offsetof(Point, y)),
    /* 4: Body, packed.asn1:24: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_CHOICE | STUBC_EXTENSIBLE,
    STUBC_ONE(offsetof(Body, u)),
    3,
    0,
    10,
    11,
    1,
    /* 5: Report.path, packed.asn1:9: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_ARRAY, 3, STUBC_ONE(sizeof(Point)),
    3,
    /* 6 */
    STUBC_OP_BOOLEAN,
    /* 7 */
    STUBC_OP_ENUMERATED, 6,
    /* 8 */
    STUBC_OP_OCTETS | STUBC_FIXED, 4,
    /* 9 */
    STUBC_OP_INTEGER, 76,
    /* 10 */
    STUBC_OP_NULL,
    /* 11 */
    STUBC_OP_OCTETS,
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 2, 4, 26, 33, 40, 44, 45, 47, 49, 51, 52,
};

const stubc_root stubc_root_Report = {.node = 2};

