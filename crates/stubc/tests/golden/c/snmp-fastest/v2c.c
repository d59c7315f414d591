/* v2c: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: v2c.asn1
 * Options: --technique inlined
 */
#include "v2c.h"

static stubc_decode_fn decode_Message;
static stubc_decode_fn decode_Unsigned32;
static stubc_decode_fn decode_PDU;

static stubc_encode_fn encode_Message;
static stubc_encode_fn encode_Unsigned32;
static stubc_encode_fn encode_PDU;

enum {
    NODE_Message = 0,
    NODE_PDUs = 1,
    NODE_PDU = 2,
    NODE_VarBindList = 3,
    NODE_VarBind = 4,
    NODE_ObjectSyntax = 5,
    NODE_SimpleSyntax = 6,
    NODE_ApplicationSyntax = 7,
    NODE_BulkPDU = 8,
    NODE_VarBind_valueType = 9,
};

const uint8_t stubc_programs[] = {
    /* 0: Message, v2c.asn1:9: decode: frequency 0.8333, compiled, 416 bytes: encode: frequency 0.8333, compiled, 249
     * bytes */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_I64, 0x02, STUBC_OFFSET(Message, version, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(Message, community, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(Message, data, 4), NODE_PDUs,
    /* 15: PDUs, v2c.asn1:24: frequency 0.8333, inlined (both directions) */
    STUBC_UNION, 8, STUBC_OFFSET(PDUs, u, 1),
    STUBC_OP_CALL, 0xa0, 0, NODE_PDU, /* get-request */
    STUBC_OP_CALL, 0xa1, 0, NODE_PDU, /* get-next-request */
    STUBC_OP_CALL, 0xa5, 0, NODE_BulkPDU, /* get-bulk-request */
    STUBC_OP_CALL, 0xa2, 0, NODE_PDU, /* response */
    STUBC_OP_CALL, 0xa3, 0, NODE_PDU, /* set-request */
    STUBC_OP_CALL, 0xa6, 0, NODE_PDU, /* inform-request */
    STUBC_OP_CALL, 0xa7, 0, NODE_PDU, /* snmpV2-trap */
    STUBC_OP_CALL, 0xa8, 0, NODE_PDU, /* report */
    /* 50: PDU, v2c.asn1:37: decode: frequency 0.7113, compiled, 589 bytes: encode: frequency 0.7113, compiled, 286
     * bytes */
    STUBC_SEQUENCE, 4, 0,
    STUBC_OP_I32, 0x02, STUBC_OFFSET(PDU, request_id, 4), 0,
    STUBC_OP_I64, 0x02, STUBC_OFFSET(PDU, error_status, 4), 0,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(PDU, error_index, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(PDU, variable_bindings, 4), NODE_VarBindList,
    /* 69: VarBindList, v2c.asn1:49: frequency 0.8333, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(VarBind),
    STUBC_OP_CALL, 0x30, 0, NODE_VarBind,
    /* 76: VarBind, v2c.asn1:51: frequency 2.1196, inlined (both directions) */
    STUBC_SEQUENCE, 2, 0,
    STUBC_OP_OID, 0x06, STUBC_OFFSET(VarBind, name, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(VarBind, valueType, 4), NODE_VarBind_valueType,
    /* 87: ObjectSyntax, v2c.asn1:64: frequency 1.6581, inlined (both directions) */
    STUBC_UNION, 2, STUBC_OFFSET(ObjectSyntax, u, 1),
    STUBC_OP_CALL | STUBC_LOOK, 0, 0, NODE_SimpleSyntax, /* simple */
    STUBC_OP_CALL | STUBC_LOOK, 0, 0, NODE_ApplicationSyntax, /* application-wide */
    /* 98: SimpleSyntax, v2c.asn1:69: frequency 1.3265, inlined (both directions) */
    STUBC_UNION, 3, STUBC_OFFSET(SimpleSyntax, u, 1),
    STUBC_OP_I32, 0x02, 0, 0, /* integer-value */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x04, 0, 0, /* string-value */
    STUBC_OP_OID, 0x06, 0, 0, /* objectID-value */
    /* 113: ApplicationSyntax, v2c.asn1:75: frequency 0.3316, inlined (both directions) */
    STUBC_UNION, 6, STUBC_OFFSET(ApplicationSyntax, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x40, 0, 0, /* ipAddress-value */
    STUBC_OP_U32, 0x41, 0, 0, /* counter-value */
    STUBC_OP_U32, 0x43, 0, 0, /* timeticks-value */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x44, 0, 0, /* arbitrary-value */
    STUBC_OP_U64, 0x46, 0, 0, /* big-counter-value */
    STUBC_OP_U32, 0x42, 0, 0, /* unsigned-integer-value */
    /* 140: BulkPDU, v2c.asn1:98: frequency 0.1221, inlined (both directions) */
    STUBC_SEQUENCE, 4, 0,
    STUBC_OP_I32, 0x02, STUBC_OFFSET(BulkPDU, request_id, 4), 0,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(BulkPDU, non_repeaters, 4), 0,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(BulkPDU, max_repetitions, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(BulkPDU, variable_bindings, 4), NODE_VarBindList,
    /* 159: VarBind.valueType, v2c.asn1:53: frequency 2.1196, inlined (both directions) */
    STUBC_UNION, 5, STUBC_OFFSET(VarBind_valueType, u, 1),
    STUBC_OP_CALL | STUBC_LOOK, 0, 0, NODE_ObjectSyntax, /* value */
    STUBC_OP_NULL, 0x05, 0, 0, /* unSpecified */
    STUBC_OP_NULL, 0x80, 0, 0, /* noSuchObject */
    STUBC_OP_NULL, 0x81, 0, 0, /* noSuchInstance */
    STUBC_OP_NULL, 0x82, 0, 0, /* endOfMibView */
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 15, 50, 69, 76, 87, 98, 113, 140, 159,
};

/* SimpleSyntax, v2c.asn1:69: frequency 1.3265, inlined */
STUBC_INLINE const uint8_t *inline_decode_SimpleSyntax(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    SimpleSyntax *v)
{
    switch (p < e ? *p : 0) {
    case 0x02:
        v->kind = SimpleSyntax_kind_integer_value;
        p = stubc_quick_i32(d, p, e, 0x02, &v->u.integer_value);
        break;
    case 0x04:
    case 0x24:
        v->kind = SimpleSyntax_kind_string_value;
        p = stubc_quick_octets(d, p, e, 0x04, &v->u.string_value);
        break;
    case 0x06:
        v->kind = SimpleSyntax_kind_objectID_value;
        p = stubc_quick_oid(d, p, e, 0x06, &v->u.objectID_value);
        break;
    default:
        return NULL;
    }
    return p;
}

/* ApplicationSyntax, v2c.asn1:75: frequency 0.3316, inlined */
STUBC_INLINE const uint8_t *inline_decode_ApplicationSyntax(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    ApplicationSyntax *v)
{
    switch (p < e ? *p : 0) {
    case 0x40:
    case 0x60:
        v->kind = ApplicationSyntax_kind_ipAddress_value;
        p = stubc_take_octets(d, p, e, 0x40, &v->u.ipAddress_value);
        break;
    case 0x41:
        v->kind = ApplicationSyntax_kind_counter_value;
        p = stubc_take_integer(d, p, e, 0x41, &v->u.counter_value, STUBC_OP_U32);
        break;
    case 0x43:
        v->kind = ApplicationSyntax_kind_timeticks_value;
        p = stubc_take_integer(d, p, e, 0x43, &v->u.timeticks_value, STUBC_OP_U32);
        break;
    case 0x44:
    case 0x64:
        v->kind = ApplicationSyntax_kind_arbitrary_value;
        p = stubc_take_octets(d, p, e, 0x44, &v->u.arbitrary_value);
        break;
    case 0x46:
        v->kind = ApplicationSyntax_kind_big_counter_value;
        p = stubc_take_integer(d, p, e, 0x46, &v->u.big_counter_value, STUBC_OP_U64);
        break;
    case 0x42:
        v->kind = ApplicationSyntax_kind_unsigned_integer_value;
        p = stubc_take_integer(d, p, e, 0x42, &v->u.unsigned_integer_value, STUBC_OP_U32);
        break;
    default:
        return NULL;
    }
    return p;
}

/* ObjectSyntax, v2c.asn1:64: frequency 1.6581, inlined */
STUBC_INLINE const uint8_t *inline_decode_ObjectSyntax(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    ObjectSyntax *v)
{
    switch (p < e ? *p : 0) {
    case 0x02:
    case 0x04:
    case 0x24:
    case 0x06:
        v->kind = ObjectSyntax_kind_simple;
        p = inline_decode_SimpleSyntax(d, p, e, &v->u.simple);
        break;
    case 0x40:
    case 0x60:
    case 0x41:
    case 0x43:
    case 0x44:
    case 0x64:
    case 0x46:
    case 0x42:
        v->kind = ObjectSyntax_kind_application_wide;
        p = inline_decode_ApplicationSyntax(d, p, e, &v->u.application_wide);
        break;
    default:
        return NULL;
    }
    return p;
}

/* VarBind.valueType, v2c.asn1:53: frequency 2.1196, inlined */
STUBC_INLINE const uint8_t *inline_decode_VarBind_valueType(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    VarBind_valueType *v)
{
    switch (p < e ? *p : 0) {
    case 0x02:
    case 0x04:
    case 0x24:
    case 0x06:
    case 0x40:
    case 0x60:
    case 0x41:
    case 0x43:
    case 0x44:
    case 0x64:
    case 0x46:
    case 0x42:
        v->kind = VarBind_valueType_kind_value;
        p = inline_decode_ObjectSyntax(d, p, e, &v->u.value);
        break;
    case 0x05:
        v->kind = VarBind_valueType_kind_unSpecified;
        p = stubc_quick_null(d, p, e, 0x05);
        break;
    case 0x80:
        v->kind = VarBind_valueType_kind_noSuchObject;
        p = stubc_quick_null(d, p, e, 0x80);
        break;
    case 0x81:
        v->kind = VarBind_valueType_kind_noSuchInstance;
        p = stubc_quick_null(d, p, e, 0x81);
        break;
    case 0x82:
        v->kind = VarBind_valueType_kind_endOfMibView;
        p = stubc_quick_null(d, p, e, 0x82);
        break;
    default:
        return NULL;
    }
    return p;
}

/* VarBind, v2c.asn1:51: frequency 2.1196, inlined */
STUBC_INLINE const uint8_t *inline_decode_VarBind(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    VarBind *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_oid(d, p, e, 0x06, &v->name);
    if (!p) {
        return NULL;
    }
    p = inline_decode_VarBind_valueType(d, p, e, &v->valueType);
    return p == e ? next : NULL;
}

/* VarBindList, v2c.asn1:49: frequency 0.8333, inlined */
STUBC_INLINE const uint8_t *inline_decode_VarBindList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, VarBindList *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    VarBind *const grown = (VarBind *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = inline_decode_VarBind(d, p, e, 0x30, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (VarBind *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* BulkPDU, v2c.asn1:98: frequency 0.1221, inlined */
STUBC_INLINE const uint8_t *inline_decode_BulkPDU(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    BulkPDU *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x02, &v->request_id);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->non_repeaters);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->max_repetitions);
    if (!p) {
        return NULL;
    }
    p = inline_decode_VarBindList(d, p, e, 0x30, &v->variable_bindings);
    return p == e ? next : NULL;
}

/* PDUs, v2c.asn1:24: frequency 0.8333, inlined */
STUBC_INLINE const uint8_t *inline_decode_PDUs(stubc_decoder *d, const uint8_t *p, const uint8_t *e, PDUs *v)
{
    switch (p < e ? *p : 0) {
    case 0xa0:
        v->kind = PDUs_kind_get_request;
        p = decode_PDU(d, p, e, 0xa0, &v->u.get_request);
        break;
    case 0xa1:
        v->kind = PDUs_kind_get_next_request;
        p = decode_PDU(d, p, e, 0xa1, &v->u.get_next_request);
        break;
    case 0xa5:
        v->kind = PDUs_kind_get_bulk_request;
        p = inline_decode_BulkPDU(d, p, e, 0xa5, &v->u.get_bulk_request);
        break;
    case 0xa2:
        v->kind = PDUs_kind_response;
        p = decode_PDU(d, p, e, 0xa2, &v->u.response);
        break;
    case 0xa3:
        v->kind = PDUs_kind_set_request;
        p = decode_PDU(d, p, e, 0xa3, &v->u.set_request);
        break;
    case 0xa6:
        v->kind = PDUs_kind_inform_request;
        p = decode_PDU(d, p, e, 0xa6, &v->u.inform_request);
        break;
    case 0xa7:
        v->kind = PDUs_kind_snmpV2_trap;
        p = decode_PDU(d, p, e, 0xa7, &v->u.snmpV2_trap);
        break;
    case 0xa8:
        v->kind = PDUs_kind_report;
        p = decode_PDU(d, p, e, 0xa8, &v->u.report);
        break;
    default:
        return NULL;
    }
    return p;
}

/* Message, v2c.asn1:9: frequency 0.8333, compiled, 416 bytes */
static const uint8_t *decode_Message(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Message *const v = (Message *)value;
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i64(d, p, e, 0x02, &v->version);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->community);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PDUs(d, p, e, &v->data);
    return p == e ? next : NULL;
}

/* Unsigned32, v2c.asn1:22: frequency 0.1892, compiled, 214 bytes */
static const uint8_t *decode_Unsigned32(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    return stubc_quick_u32(d, p, e, tag, (Unsigned32 *)value);
}

/* PDU, v2c.asn1:37: frequency 0.7113, compiled, 589 bytes */
static const uint8_t *decode_PDU(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    PDU *const v = (PDU *)value;
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x02, &v->request_id);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i64(d, p, e, 0x02, &v->error_status);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->error_index);
    if (!p) {
        return NULL;
    }
    p = inline_decode_VarBindList(d, p, e, 0x30, &v->variable_bindings);
    return p == e ? next : NULL;
}

/* SimpleSyntax, v2c.asn1:69: frequency 1.3265, inlined */
STUBC_INLINE uint8_t *inline_encode_SimpleSyntax(stubc_encoder *c, uint8_t *q, const SimpleSyntax *v)
{
    switch (v->kind) {
    case SimpleSyntax_kind_integer_value:
        q = stubc_fast_put_integer(c, q, 0x02, v->u.integer_value);
        break;
    case SimpleSyntax_kind_string_value:
        q = stubc_fast_put_octets(c, q, 0x04, &v->u.string_value);
        break;
    case SimpleSyntax_kind_objectID_value:
        q = stubc_fast_put_oid(c, q, 0x06, &v->u.objectID_value);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* ApplicationSyntax, v2c.asn1:75: frequency 0.3316, inlined */
STUBC_INLINE uint8_t *inline_encode_ApplicationSyntax(stubc_encoder *c, uint8_t *q, const ApplicationSyntax *v)
{
    switch (v->kind) {
    case ApplicationSyntax_kind_ipAddress_value:
        q = stubc_fast_put_octets(c, q, 0x40, &v->u.ipAddress_value);
        break;
    case ApplicationSyntax_kind_counter_value:
        q = stubc_fast_put_integer(c, q, 0x41, v->u.counter_value);
        break;
    case ApplicationSyntax_kind_timeticks_value:
        q = stubc_fast_put_integer(c, q, 0x43, v->u.timeticks_value);
        break;
    case ApplicationSyntax_kind_arbitrary_value:
        q = stubc_fast_put_octets(c, q, 0x44, &v->u.arbitrary_value);
        break;
    case ApplicationSyntax_kind_big_counter_value:
        q = stubc_put_unsigned(c, q, 0x46, v->u.big_counter_value);
        break;
    case ApplicationSyntax_kind_unsigned_integer_value:
        q = stubc_fast_put_integer(c, q, 0x42, v->u.unsigned_integer_value);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* ObjectSyntax, v2c.asn1:64: frequency 1.6581, inlined */
STUBC_INLINE uint8_t *inline_encode_ObjectSyntax(stubc_encoder *c, uint8_t *q, const ObjectSyntax *v)
{
    switch (v->kind) {
    case ObjectSyntax_kind_simple:
        q = inline_encode_SimpleSyntax(c, q, &v->u.simple);
        break;
    case ObjectSyntax_kind_application_wide:
        q = inline_encode_ApplicationSyntax(c, q, &v->u.application_wide);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* VarBind.valueType, v2c.asn1:53: frequency 2.1196, inlined */
STUBC_INLINE uint8_t *inline_encode_VarBind_valueType(stubc_encoder *c, uint8_t *q, const VarBind_valueType *v)
{
    switch (v->kind) {
    case VarBind_valueType_kind_value:
        q = inline_encode_ObjectSyntax(c, q, &v->u.value);
        break;
    case VarBind_valueType_kind_unSpecified:
        q = STUBC_CLOSE(c, q, q, 0x05);
        break;
    case VarBind_valueType_kind_noSuchObject:
        q = STUBC_CLOSE(c, q, q, 0x80);
        break;
    case VarBind_valueType_kind_noSuchInstance:
        q = STUBC_CLOSE(c, q, q, 0x81);
        break;
    case VarBind_valueType_kind_endOfMibView:
        q = STUBC_CLOSE(c, q, q, 0x82);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* VarBind, v2c.asn1:51: frequency 2.1196, inlined */
STUBC_INLINE uint8_t *inline_encode_VarBind(stubc_encoder *c, uint8_t *q, uint32_t tag, const VarBind *v)
{
    uint8_t *const end = q;
    q = inline_encode_VarBind_valueType(c, q, &v->valueType);
    q = stubc_fast_put_oid(c, q, 0x06, &v->name);
    return stubc_fast_header(c, q, end, tag);
}

/* VarBindList, v2c.asn1:49: frequency 0.8333, inlined */
STUBC_INLINE uint8_t *inline_encode_VarBindList(stubc_encoder *c, uint8_t *q, uint32_t tag, const VarBindList *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = inline_encode_VarBind(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* PDU, v2c.asn1:37: frequency 0.7113, compiled, 286 bytes */
STUBC_INLINE uint8_t *inline_encode_PDU(stubc_encoder *c, uint8_t *q, uint32_t tag, const PDU *v)
{
    uint8_t *const end = q;
    q = inline_encode_VarBindList(c, q, 0x30, &v->variable_bindings);
    q = stubc_fast_put_integer(c, q, 0x02, v->error_index);
    q = stubc_fast_put_integer(c, q, 0x02, v->error_status);
    q = stubc_fast_put_integer(c, q, 0x02, v->request_id);
    return stubc_fast_header(c, q, end, tag);
}

/* BulkPDU, v2c.asn1:98: frequency 0.1221, inlined */
STUBC_INLINE uint8_t *inline_encode_BulkPDU(stubc_encoder *c, uint8_t *q, uint32_t tag, const BulkPDU *v)
{
    uint8_t *const end = q;
    q = inline_encode_VarBindList(c, q, 0x30, &v->variable_bindings);
    q = stubc_fast_put_integer(c, q, 0x02, v->max_repetitions);
    q = stubc_fast_put_integer(c, q, 0x02, v->non_repeaters);
    q = stubc_fast_put_integer(c, q, 0x02, v->request_id);
    return stubc_fast_header(c, q, end, tag);
}

/* PDUs, v2c.asn1:24: frequency 0.8333, inlined */
STUBC_INLINE uint8_t *inline_encode_PDUs(stubc_encoder *c, uint8_t *q, const PDUs *v)
{
    switch (v->kind) {
    case PDUs_kind_get_request:
        q = inline_encode_PDU(c, q, 0xa0, &v->u.get_request);
        break;
    case PDUs_kind_get_next_request:
        q = encode_PDU(c, q, 0xa1, &v->u.get_next_request);
        break;
    case PDUs_kind_get_bulk_request:
        q = inline_encode_BulkPDU(c, q, 0xa5, &v->u.get_bulk_request);
        break;
    case PDUs_kind_response:
        q = encode_PDU(c, q, 0xa2, &v->u.response);
        break;
    case PDUs_kind_set_request:
        q = encode_PDU(c, q, 0xa3, &v->u.set_request);
        break;
    case PDUs_kind_inform_request:
        q = encode_PDU(c, q, 0xa6, &v->u.inform_request);
        break;
    case PDUs_kind_snmpV2_trap:
        q = encode_PDU(c, q, 0xa7, &v->u.snmpV2_trap);
        break;
    case PDUs_kind_report:
        q = encode_PDU(c, q, 0xa8, &v->u.report);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* Message, v2c.asn1:9: frequency 0.8333, compiled, 249 bytes */
static uint8_t *encode_Message(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Message *const v = (const Message *)value;
    uint8_t *const end = q;
    q = inline_encode_PDUs(c, q, &v->data);
    q = stubc_fast_put_octets(c, q, 0x04, &v->community);
    q = stubc_fast_put_integer(c, q, 0x02, v->version);
    return stubc_fast_header(c, q, end, tag);
}

/* Unsigned32, v2c.asn1:22: frequency 0.1892, compiled, 109 bytes */
static uint8_t *encode_Unsigned32(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Unsigned32 *const v = (const Unsigned32 *)value;
    return stubc_fast_put_integer(c, q, tag, *v);
}

/* PDU, v2c.asn1:37: frequency 0.7113, compiled, 286 bytes */
static uint8_t *encode_PDU(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    return inline_encode_PDU(c, q, tag, (const PDU *)value);
}

const stubc_root stubc_root_Message = {.step = {STUBC_OP_CALL, 0x30, 0, NODE_Message}, .decode = decode_Message,
    .decode_tag = 0x30, .encode = encode_Message, .encode_tag = 0x30};

const stubc_root stubc_root_Gauge32 = {.step = {STUBC_OP_U32, 0x42, 0, 0}, .decode = decode_Unsigned32,
    .decode_tag = 0x42, .encode = encode_Unsigned32, .encode_tag = 0x42};

