/* extensions: types and entry points made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: extensions.asn1
 * Options: --rules der --pdu Certificate --config keep.toml --technique inlined
 * 16373 bytes of object code (estimate, between 12280 and 26197), no cap
 * definitions by direction: 0 interpreted, 18 compiled; 14 references inlined
 */
#ifndef STUBC_HEADER_OF_extensions
#define STUBC_HEADER_OF_extensions

#include "stubc_rt.h"

#ifndef STUBC_FOR_extensions
#error "the runtime of another specification: generate both with different --prefix"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Certificate Certificate;
typedef struct Policy Policy;
typedef struct Owner Owner;
typedef struct Validity Validity;
typedef struct Extension Extension;
typedef struct Limits Limits;
typedef struct Certificate_extensions Certificate_extensions;
typedef struct Policy_hints Policy_hints;
typedef struct Extension_value Extension_value;

enum KeyUsage_item {
    KeyUsage_sign = 0,
    KeyUsage_encrypt = 1,
};

enum Certificate_version_item {
    Certificate_version_v1 = 0,
    Certificate_version_v2 = 1,
};

typedef stubc_bits KeyUsage; /* BIT STRING, enum KeyUsage_item, extensions.asn1:32 */

/* Policy.hints, extensions.asn1:14 */
struct Policy_hints {
    uint8_t *items; /* INTEGER (0..255), extensions.asn1:14 */
    size_t count;
};

/* Policy, extensions.asn1:14 */
struct Policy {
    uint8_t level; /* INTEGER (0..9), extensions.asn1:14 */
    Policy_hints hints; /* SEQUENCE OF INTEGER (0..255), extensions.asn1:14 */
};

/* Owner, extensions.asn1:16 */
struct Owner {
    bool has_note;
    stubc_slice name; /* UTF8String, extensions.asn1:16 */
    uint16_t number; /* INTEGER (0..65535) DEFAULT 7, extensions.asn1:16 */
    bool note; /* BOOLEAN OPTIONAL, extensions.asn1:16 */
};

/* Validity, extensions.asn1:18 */
enum Validity_kind {
    Validity_kind_always = 1,
    Validity_kind_until = 2,
    Validity_kind_next = 3,
};
struct Validity {
    uint8_t kind; /* enum Validity_kind */
    union {
        stubc_slice until; /* GeneralizedTime, extensions.asn1:18 */
        Certificate *next; /* Certificate, extensions.asn1:18 */
    } u;
};

/* Certificate.extensions, extensions.asn1:10 */
struct Certificate_extensions {
    Extension *items; /* Extension, extensions.asn1:10 */
    size_t count; /* SIZE (1..MAX) */
};

/* Certificate, extensions.asn1:4 */
struct Certificate {
    bool has_validity;
    bool has_extensions;
    int64_t version; /* INTEGER DEFAULT v1, enum Certificate_version_item, extensions.asn1:5 */
    uint32_t serial; /* INTEGER (0..4294967295), extensions.asn1:6 */
    Policy policy; /* Policy DEFAULT {level 3, hints {1, 2}}, extensions.asn1:7 */
    Owner owner; /* Owner, extensions.asn1:8 */
    Validity validity; /* Validity OPTIONAL, extensions.asn1:9 */
    Certificate_extensions extensions; /* SEQUENCE (SIZE (1..MAX)) OF Extension OPTIONAL, extensions.asn1:10 */
};

/* Extension.value, extensions.asn1:29 */
enum Extension_value_kind {
    Extension_value_kind_KeyUsage = 1,
    Extension_value_kind_Limits = 2,
};
struct Extension_value {
    stubc_slice raw; /* the whole encoding as received; sent when kind is 0 */
    uint16_t kind; /* enum Extension_value_kind, what is decoded and sent; 0: the governor's value is not known */
    union {
        KeyUsage *KeyUsage_; /* KeyUsage: BIT STRING, extensions.asn1:32 */
        Limits *Limits_; /* Limits, extensions.asn1:33 */
    } u;
};

/* Extension, extensions.asn1:26 */
struct Extension {
    stubc_slice id; /* OBJECT IDENTIFIER ({Known}), extensions.asn1:27 */
    bool critical; /* BOOLEAN DEFAULT FALSE, extensions.asn1:28 */
    Extension_value value; /* open type, by id, extensions.asn1:29 */
    stubc_slice raw; /* the whole encoding as received, sent as it is unless its length is 0 */
};

/* Limits, extensions.asn1:33 */
struct Limits {
    bool has_depth;
    uint8_t depth; /* INTEGER (0..255) OPTIONAL, extensions.asn1:33 */
    uint8_t width; /* INTEGER (0..255), extensions.asn1:33 */
};

extern const stubc_root stubc_root_Certificate;
STUBC_ENTRY stubc_result Certificate_decode(Certificate *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_Certificate);
}
STUBC_ENTRY stubc_result Certificate_decode_exact(Certificate *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_Certificate);
}
STUBC_ENTRY stubc_result Certificate_encode(const Certificate *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_Certificate);
}
STUBC_ENTRY stubc_result Certificate_encode_tail(const Certificate *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_Certificate);
}

#ifdef __cplusplus
}
#endif
#endif
