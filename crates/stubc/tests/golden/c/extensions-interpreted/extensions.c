/* extensions: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: extensions.asn1
 * Options: --rules der --pdu Certificate --config keep.toml --technique interpreted --error-paths --check-constraints
 */
#include "extensions.h"

static const uint8_t stubc_default_octets[] = {
    0x30, 0x0b, 0x02, 0x01, 0x03, 0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x02,
};
const stubc_slice stubc_default_slices[] = {
    {stubc_default_octets + 0, 13},
};

enum {
    NODE_Certificate = 0,
    NODE_Policy = 1,
    NODE_Owner = 2,
    NODE_Validity = 3,
    NODE_Extension = 4,
    NODE_Limits = 5,
    NODE_Certificate_extensions = 6,
    NODE_Policy_hints = 7,
    NODE_Extension_value = 8,
};

static const int64_t stubc_bounds_0[] = {INT64_C(1), INT64_MAX};
static const int64_t stubc_bounds_1[] = {INT64_C(0), INT64_C(9)};
static const int64_t stubc_bounds_2[] = {INT64_C(0), INT64_C(55295), INT64_C(57344), INT64_C(1114111)};
const stubc_check stubc_checks[] = {
    {stubc_bounds_0, 1, 0, STUBC_CHECK_COUNT},
    {stubc_bounds_1, 1, 0, STUBC_CHECK_U8},
    {stubc_bounds_2, 0, 2, STUBC_CHECK_UTF8},
};

const uint8_t stubc_keys[] = {
    2, 1, 0, 42, 1, 2, 2, 0, 42, 2, 0,
};

const stubc_default_integer stubc_default_integers[] = {0, 7};

const stubc_wide stubc_wides[] = {
    {offsetof(Certificate, version), 0, 0, 0xa0, 0, 0x02, STUBC_OP_I64, 0, 0, 0, 0},
    {offsetof(Certificate, policy), 1, 0, 0, 0, 0x30, STUBC_OP_CALL, 0, 0, 0, 1},
    {offsetof(Certificate, extensions), 6, 0, 0xa2, 0, 0x30, STUBC_OP_CALL_SEQUENCE, 1, 0, 0, 0},
    {offsetof(Policy, level), 0, 0, 0, 0, 0x02, STUBC_OP_U8, 2, 0, 0, 0},
    {offsetof(Owner, name), 0, 0, 0xa0, 0, 0x0c, STUBC_OP_OCTETS, 3, 0, 0, 0},
    {offsetof(Owner, number), 1, 0, 0xa1, 0, 0x02, STUBC_OP_U16, 0, 0, 0, 0},
    {0, 0, sizeof(Certificate), 0xa0, 0, 0x30, STUBC_OP_RECUR, 0, 0, 0, 0},
    {0, 4, 0, 0, 0, 0x30, STUBC_OP_CALL, 0, offsetof(Extension, raw), 1, 0},
};

const stubc_hop stubc_hops[] = {
    {offsetof(Extension, id), 0, STUBC_HOP_OCTETS},
    {offsetof(Extension, value), 8, STUBC_HOP_OPEN},
};

const uint8_t stubc_programs[] = {
    /* 0: Certificate, extensions.asn1:4: frequency 1.0710, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 7, 2,
    STUBC_OP_WIDE | STUBC_DEFAULT | STUBC_EXPLICIT, 0, 0, 0, /* version */
    STUBC_OP_U32, 0x02, STUBC_OFFSET(Certificate, serial, 4), 0,
    STUBC_OP_WIDE | STUBC_DEFAULT, 0, 1, 0, /* policy */
    STUBC_OP_CALL, 0x31, STUBC_OFFSET(Certificate, owner, 4), NODE_Owner,
    STUBC_OP_CALL | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa1, STUBC_OFFSET(Certificate, validity, 4), NODE_Validity,
    STUBC_OP_WIDE | STUBC_OPTIONAL | STUBC_EXPLICIT, 0, 2, 0, /* extensions */
    STUBC_OP_SKIP, 0, 0, 0,
    /* 31: Policy, extensions.asn1:14: frequency 0.2116, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 2, 0,
    STUBC_OP_WIDE, 0, 3, 0, /* level */
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(Policy, hints, 4), NODE_Policy_hints,
    /* 42: Owner, extensions.asn1:16: frequency 1.0710, interpreted, 0 bytes (both directions) */
    STUBC_SET | STUBC_EXTENSIBLE, 3, 1,
    STUBC_OP_WIDE | STUBC_EXPLICIT, 0, 4, 0, /* name */
    STUBC_OP_WIDE | STUBC_DEFAULT | STUBC_EXPLICIT, 0, 5, 0, /* number */
    STUBC_OP_BOOLEAN | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa2, STUBC_OFFSET(Owner, note, 1), 0x01,
    /* 57: Validity, extensions.asn1:18: frequency 0.3907, interpreted, 0 bytes (both directions) */
    STUBC_UNION, 3, STUBC_OFFSET(Validity, u, 1),
    STUBC_OP_NULL, 0x05, 0, 0, /* always */
    STUBC_OP_GENERALIZED_TIME, 0x18, 0, 0, /* until */
    STUBC_OP_WIDE | STUBC_LOOK | STUBC_EXPLICIT, 0, 6, 0, /* next */
    /* 72: Extension, extensions.asn1:26: frequency 1.3982, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE | STUBC_GOVERNS, 3, 0,
    STUBC_OP_OID, 0x06, STUBC_OFFSET(Extension, id, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x01, STUBC_OFFSET(Extension, critical, 1), 0,
    STUBC_OP_OPEN | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Extension, value, 4), NODE_Extension_value + 1,
    0, 0, 1,
    /* 90: Limits, extensions.asn1:33: frequency 0.8190, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 2, 1,
    STUBC_OP_U8 | STUBC_OPTIONAL | STUBC_EXPLICIT, 0xa0, STUBC_OFFSET(Limits, depth, 1), 0x02,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(Limits, width, 1), 0,
    /* 101: Certificate.extensions, extensions.asn1:10: frequency 0.9887, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Extension),
    STUBC_OP_WIDE, 0, 7, 0,
    /* 108: Policy.hints, extensions.asn1:14: frequency 0.2116, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(uint8_t),
    STUBC_OP_U8, 0x02, 0, 0,
    /* 115: Extension.value, extensions.asn1:29: frequency 1.3982, interpreted, 0 bytes (both directions) */
    STUBC_TYPED, 2, STUBC_OFFSET(Extension_value, u, 1),
    STUBC_OP_NAMED_BITS, 0x03, 0, 0, /* KeyUsage */
    STUBC_OP_CALL, 0x30, 0, NODE_Limits, /* Limits */
    STUBC_SIZE_IN_UNITS(KeyUsage),
    STUBC_SIZE_IN_UNITS(Limits),
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 31, 42, 57, 72, 90, 101, 108, 115,
};

const char stubc_names[] = {
    0,
    'v', 'e', 'r', 's', 'i', 'o', 'n', 0,
    's', 'e', 'r', 'i', 'a', 'l', 0,
    'p', 'o', 'l', 'i', 'c', 'y', 0,
    'o', 'w', 'n', 'e', 'r', 0,
    'v', 'a', 'l', 'i', 'd', 'i', 't', 'y', 0,
    'e', 'x', 't', 'e', 'n', 's', 'i', 'o', 'n', 's', 0,
    'l', 'e', 'v', 'e', 'l', 0,
    'h', 'i', 'n', 't', 's', 0,
    'n', 'a', 'm', 'e', 0,
    'n', 'u', 'm', 'b', 'e', 'r', 0,
    'n', 'o', 't', 'e', 0,
    'a', 'l', 'w', 'a', 'y', 's', 0,
    'u', 'n', 't', 'i', 'l', 0,
    'n', 'e', 'x', 't', 0,
    'i', 'd', 0,
    'c', 'r', 'i', 't', 'i', 'c', 'a', 'l', 0,
    'v', 'a', 'l', 'u', 'e', 0,
    'd', 'e', 'p', 't', 'h', 0,
    'w', 'i', 'd', 't', 'h', 0,
};

const stubc_step_name stubc_step_names[] = {
    {3, 1},
    {7, 9},
    {11, 16},
    {15, 23},
    {19, 29},
    {23, 38},
    {34, 49},
    {38, 55},
    {45, 61},
    {49, 66},
    {53, 73},
    {60, 78},
    {64, 85},
    {68, 91},
    {75, 96},
    {79, 99},
    {83, 108},
    {93, 114},
    {97, 120},
    {STUBC_INDEX | 0, 108},
    {0, 0}
};

static bool holds_default_Certificate_policy(const void *value)
{
    const Policy *const v = (const Policy *)value;
    return v->level == 3 && v->hints.count == 2 && v->hints.items[0] == 1 && v->hints.items[1] == 2;
}

const stubc_constructed stubc_constructed_defaults[] = {
    {&stubc_default_slices[0], holds_default_Certificate_policy},
};

const stubc_root stubc_root_Certificate = {.name = "Certificate", .step = {STUBC_OP_CALL, 0x30, 0, NODE_Certificate}};

