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
    /* 2: Point, packed.asn1:19: frequency 3.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_SEQUENCE,
    2, 0,
    32, STUBC_ONE(offsetof(Point, x)),
    4, STUBC_ONE(offsetof(Point, y)),
    /* 3: Body, packed.asn1:24: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_CHOICE | STUBC_EXTENSIBLE,
    STUBC_ONE(offsetof(Body, u)),
    3,
    0,
    9,
    10,
    1,
    /* 4: Report.path, packed.asn1:9: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_ARRAY, 3, STUBC_ONE(sizeof(Point)),
    2,
    /* 5 */
    STUBC_OP_BOOLEAN,
    /* 6 */
    STUBC_OP_ENUMERATED, 6,
    /* 7 */
    STUBC_OP_OCTETS | STUBC_FIXED, 4,
    /* 8 */
    STUBC_OP_INTEGER, 76,
    /* 9 */
    STUBC_OP_NULL,
    /* 10 */
    STUBC_OP_OCTETS,
    /* 11: Report, packed.asn1:5: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_OP_SEQUENCE | STUBC_EXTENSIBLE,
    7, 2,
    0, STUBC_ONE(offsetof(Report, station)),
    20, STUBC_ONE(offsetof(Report, moving)),
    26, STUBC_ONE(offsetof(Report, kind)),
    16, STUBC_ONE(offsetof(Report, path)),
    12, STUBC_ONE(offsetof(Report, body)),
    28, STUBC_ONE(offsetof(Report, key)),
    3, STUBC_ONE(offsetof(Report, level)), 12,
    1,
    0,
    1, STUBC_ONE(offsetof(Report, quality)),
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 2, 4, 11, 18, 22, 23, 25, 27, 29, 30, 31,
};

const stubc_root stubc_root_Report = {.node = 11};

