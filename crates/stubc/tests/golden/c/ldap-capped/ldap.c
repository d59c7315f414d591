/* ldap: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --plan ldap.plan
 */
#include "ldap.h"

static stubc_decode_fn decode_LDAPMessage;
static stubc_decode_fn decode_LDAPResult;
static stubc_decode_fn decode_AttributeValueAssertion;
static stubc_decode_fn decode_PartialAttribute;

static stubc_encode_fn encode_LDAPMessage;
static stubc_encode_fn encode_LDAPResult;
static stubc_encode_fn encode_AttributeValueAssertion;
static stubc_encode_fn encode_PartialAttribute;

enum {
    NODE_LDAPMessage = 2,
    NODE_BindRequest = 3,
    NODE_AuthenticationChoice = 4,
    NODE_SaslCredentials = 5,
    NODE_BindResponse = 6,
    NODE_LDAPResult = 7,
    NODE_Referral = 8,
    NODE_SearchRequest = 9,
    NODE_Filter = 10,
    NODE_AttributeValueAssertion = 0,
    NODE_SubstringFilter = 11,
    NODE_MatchingRuleAssertion = 12,
    NODE_AttributeSelection = 8,
    NODE_SearchResultEntry = 14,
    NODE_PartialAttributeList = 15,
    NODE_PartialAttribute = 1,
    NODE_SearchResultReference = 8,
    NODE_ModifyRequest = 13,
    NODE_AddRequest = 14,
    NODE_AttributeList = 15,
    NODE_ModifyDNRequest = 16,
    NODE_CompareRequest = 17,
    NODE_ExtendedRequest = 18,
    NODE_ExtendedResponse = 19,
    NODE_IntermediateResponse = 20,
    NODE_Controls = 21,
    NODE_Control = 22,
    NODE_LDAPMessage_protocolOp = 23,
    NODE_Filter_and = 24,
    NODE_Filter_or = 24,
    NODE_SubstringFilter_substrings = 25,
    NODE_SubstringFilter_substrings_substring = 26,
    NODE_PartialAttribute_vals = 27,
    NODE_ModifyRequest_changes = 28,
    NODE_ModifyRequest_changes_change = 29,
};

stubc_decode_fn *const stubc_decoders[] = {
    decode_AttributeValueAssertion,
    decode_PartialAttribute,
};

stubc_encode_fn *const stubc_encoders[] = {
    encode_AttributeValueAssertion,
    encode_PartialAttribute,
};

const stubc_wide stubc_wides[] = {
    {0, 10, sizeof(Filter), 0xa2, 0, 0, STUBC_OP_RECUR},
    {0, 10, 0, 0, 0, 0, STUBC_OP_RECUR},
};

const uint8_t stubc_programs[] = {
    /* 0: AttributeValueAssertion, ldap.asn1:116: decode: frequency 0.1292, compiled, 387 bytes: encode: frequency
     * 0.1292, compiled, 290 bytes */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, attributeDesc, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, assertionValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 15: PartialAttribute, ldap.asn1:152: decode: frequency 0.8301, compiled, 360 bytes: encode: frequency 0.8301,
     * compiled, 247 bytes */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(PartialAttribute, type, 4), 0,
    STUBC_OP_CALL, 0x31, STUBC_OFFSET(PartialAttribute, vals, 4), NODE_PartialAttribute_vals,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 30: LDAPMessage, ldap.asn1:7: decode: frequency 1.0000, compiled, 474 bytes: encode: frequency 1.0000,
     * compiled, 262 bytes */
    STUBC_SEQUENCE, 4, 1,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(LDAPMessage, messageID, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(LDAPMessage, protocolOp, 4), NODE_LDAPMessage_protocolOp,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa0, STUBC_OFFSET(LDAPMessage, controls, 4), NODE_Controls,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 49: BindRequest, ldap.asn1:38: frequency 0.0502, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 4, 0,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(BindRequest, version, 1), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindRequest, name, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(BindRequest, authentication, 4), NODE_AuthenticationChoice,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 68: AuthenticationChoice, ldap.asn1:48: frequency 0.0502, interpreted, 0 bytes (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 2, STUBC_OFFSET(AuthenticationChoice, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x80, 0, 0, /* simple */
    STUBC_OP_CALL, 0xa3, 0, NODE_SaslCredentials, /* sasl */
    /* 79: SaslCredentials, ldap.asn1:54: frequency 0.0167, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SaslCredentials, mechanism, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x04, STUBC_OFFSET(SaslCredentials, credentials, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 94: BindResponse, ldap.asn1:59: frequency 0.0251, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 6, 2,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(BindResponse, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(BindResponse, referral, 4), NODE_Referral,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x87, STUBC_OFFSET(BindResponse, serverSaslCreds, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 121: LDAPResult, ldap.asn1:64: decode: frequency 0.2471, compiled, 568 bytes: encode: frequency 0.2471,
     * compiled, 366 bytes */
    STUBC_SEQUENCE, 5, 1,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(LDAPResult, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(LDAPResult, referral, 4), NODE_Referral,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 144: Referral, ldap.asn1:83: frequency 0.1149, interpreted, 0 bytes (both directions) */
    /* 144: AttributeSelection, ldap.asn1:143: frequency 0.1675, inlined (both directions) */
    /* 144: SearchResultReference, ldap.asn1:161: frequency 0.0478, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(URI),
    STUBC_OP_OCTETS, 0x04, 0, 0,
    /* 151: SearchRequest, ldap.asn1:89: frequency 0.1675, inlined (both directions) */
    STUBC_SEQUENCE, 9, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SearchRequest, baseObject, 4), 0,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(SearchRequest, scope, 4), 0,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(SearchRequest, derefAliases, 4), 0,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(SearchRequest, sizeLimit, 4), 0,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(SearchRequest, timeLimit, 4), 0,
    STUBC_OP_BOOLEAN, 0x01, STUBC_OFFSET(SearchRequest, typesOnly, 1), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(SearchRequest, filter, 4), NODE_Filter,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(SearchRequest, attributes, 4), NODE_AttributeSelection,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 190: Filter, ldap.asn1:102: frequency 0.2642, interpreted, 0 bytes (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 10, STUBC_OFFSET(Filter, u, 1),
    STUBC_OP_CALL, 0xa0, 0, NODE_Filter_and, /* and */
    STUBC_OP_CALL, 0xa1, 0, NODE_Filter_or, /* or */
    STUBC_OP_WIDE | STUBC_LOOK | STUBC_EXPLICIT, 0, 0, 0, /* not */
    STUBC_OP_CALL, 0xa3, 0, NODE_AttributeValueAssertion, /* equalityMatch */
    STUBC_OP_CALL, 0xa4, 0, NODE_SubstringFilter, /* substrings */
    STUBC_OP_CALL, 0xa5, 0, NODE_AttributeValueAssertion, /* greaterOrEqual */
    STUBC_OP_CALL, 0xa6, 0, NODE_AttributeValueAssertion, /* lessOrEqual */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x87, 0, 0, /* present */
    STUBC_OP_CALL, 0xa8, 0, NODE_AttributeValueAssertion, /* approxMatch */
    STUBC_OP_CALL, 0xa9, 0, NODE_MatchingRuleAssertion, /* extensibleMatch */
    /* 233: SubstringFilter, ldap.asn1:125: frequency 0.0323, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SubstringFilter, type, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(SubstringFilter, substrings, 4), NODE_SubstringFilter_substrings,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 248: MatchingRuleAssertion, ldap.asn1:134: frequency 0.0161, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 5, 2,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(MatchingRuleAssertion, matchingRule, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x82, STUBC_OFFSET(MatchingRuleAssertion, type, 4), 0,
    STUBC_OP_OCTETS, 0x83, STUBC_OFFSET(MatchingRuleAssertion, matchValue, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x84, STUBC_OFFSET(MatchingRuleAssertion, dnAttributes, 1), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 271: ModifyRequest, ldap.asn1:163: decode: frequency 0.0419, interpreted, 0 bytes: encode: frequency 0.0419,
     * inlined */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyRequest, object, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(ModifyRequest, changes, 4), NODE_ModifyRequest_changes,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 286: SearchResultEntry, ldap.asn1:145: frequency 0.2679, inlined (both directions) */
    /* 286: AddRequest, ldap.asn1:173: frequency 0.0335, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AddRequest, entry, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(AddRequest, attributes, 4), NODE_AttributeList,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 301: PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined (both directions) */
    /* 301: AttributeList, ldap.asn1:178: frequency 0.0335, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Attribute),
    STUBC_OP_CALL, 0x30, 0, NODE_PartialAttribute,
    /* 308: ModifyDNRequest, ldap.asn1:188: frequency 0.0239, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 5, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyDNRequest, entry, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyDNRequest, newrdn, 4), 0,
    STUBC_OP_BOOLEAN, 0x01, STUBC_OFFSET(ModifyDNRequest, deleteoldrdn, 1), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x80, STUBC_OFFSET(ModifyDNRequest, newSuperior, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 331: CompareRequest, ldap.asn1:199: frequency 0.0209, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(CompareRequest, entry, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(CompareRequest, ava, 4), NODE_AttributeValueAssertion,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 346: ExtendedRequest, ldap.asn1:208: frequency 0.0176, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 1,
    STUBC_OP_OCTETS, 0x80, STUBC_OFFSET(ExtendedRequest, requestName, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(ExtendedRequest, requestValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 361: ExtendedResponse, ldap.asn1:215: frequency 0.0167, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 7, 3,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(ExtendedResponse, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ExtendedResponse, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ExtendedResponse, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(ExtendedResponse, referral, 4), NODE_Referral,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x8a, STUBC_OFFSET(ExtendedResponse, responseName, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x8b, STUBC_OFFSET(ExtendedResponse, responseValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 392: IntermediateResponse, ldap.asn1:221: frequency 0.0159, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 2,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x80, STUBC_OFFSET(IntermediateResponse, responseName, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(IntermediateResponse, responseValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 407: Controls, ldap.asn1:226: frequency 0.2000, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Control),
    STUBC_OP_CALL, 0x30, 0, NODE_Control,
    /* 414: Control, ldap.asn1:228: frequency 0.5000, inlined (both directions) */
    STUBC_SEQUENCE, 4, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(Control, controlType, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x01, STUBC_OFFSET(Control, criticality, 1), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x04, STUBC_OFFSET(Control, controlValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 433: LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 21, STUBC_OFFSET(LDAPMessage_protocolOp, u, 1),
    STUBC_OP_CALL, 0x60, 0, NODE_BindRequest, /* bindRequest */
    STUBC_OP_CALL, 0x61, 0, NODE_BindResponse, /* bindResponse */
    STUBC_OP_NULL, 0x42, 0, 0, /* unbindRequest */
    STUBC_OP_CALL, 0x63, 0, NODE_SearchRequest, /* searchRequest */
    STUBC_OP_CALL, 0x64, 0, NODE_SearchResultEntry, /* searchResEntry */
    STUBC_OP_CALL, 0x65, 0, NODE_LDAPResult, /* searchResDone */
    STUBC_OP_CALL, 0x73, 0, NODE_SearchResultReference, /* searchResRef */
    STUBC_OP_CALL, 0x66, 0, NODE_ModifyRequest, /* modifyRequest */
    STUBC_OP_CALL, 0x67, 0, NODE_LDAPResult, /* modifyResponse */
    STUBC_OP_CALL, 0x68, 0, NODE_AddRequest, /* addRequest */
    STUBC_OP_CALL, 0x69, 0, NODE_LDAPResult, /* addResponse */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x4a, 0, 0, /* delRequest */
    STUBC_OP_CALL, 0x6b, 0, NODE_LDAPResult, /* delResponse */
    STUBC_OP_CALL, 0x6c, 0, NODE_ModifyDNRequest, /* modDNRequest */
    STUBC_OP_CALL, 0x6d, 0, NODE_LDAPResult, /* modDNResponse */
    STUBC_OP_CALL, 0x6e, 0, NODE_CompareRequest, /* compareRequest */
    STUBC_OP_CALL, 0x6f, 0, NODE_LDAPResult, /* compareResponse */
    STUBC_OP_U32, 0x50, 0, 0, /* abandonRequest */
    STUBC_OP_CALL, 0x77, 0, NODE_ExtendedRequest, /* extendedReq */
    STUBC_OP_CALL, 0x78, 0, NODE_ExtendedResponse, /* extendedResp */
    STUBC_OP_CALL, 0x79, 0, NODE_IntermediateResponse, /* intermediateResponse */
    /* 520: Filter.and, ldap.asn1:103: frequency 0.0403, interpreted, 0 bytes (both directions) */
    /* 520: Filter.or, ldap.asn1:104: frequency 0.0202, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Filter),
    STUBC_OP_WIDE, 0, 1, 0,
    /* 527: SubstringFilter.substrings, ldap.asn1:127: frequency 0.0323, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(SubstringFilter_substrings_substring),
    STUBC_OP_CALL, 0, 0, NODE_SubstringFilter_substrings_substring,
    /* 534: SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0404, interpreted, 0 bytes (both
     * directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 3, STUBC_OFFSET(SubstringFilter_substrings_substring, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x80, 0, 0, /* initial */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x81, 0, 0, /* any */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x82, 0, 0, /* final */
    /* 549: PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(AttributeValue),
    STUBC_OP_OCTETS, 0x04, 0, 0,
    /* 556: ModifyRequest.changes, ldap.asn1:165: frequency 0.0419, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(ModifyRequest_changes_change),
    STUBC_OP_CALL, 0x30, 0, NODE_ModifyRequest_changes_change,
    /* 563: ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0634, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(ModifyRequest_changes_change, operation, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(ModifyRequest_changes_change, modification, 4), NODE_PartialAttribute,
    STUBC_OP_SKIP, 0, 0, 0,
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 15, 30, 49, 68, 79, 94, 121, 144, 151, 190, 233, 248, 271, 286, 301,
    308, 331, 346, 361, 392, 407, 414, 433, 520, 527, 534, 549, 556, 563,
};

/* AttributeSelection, ldap.asn1:143: frequency 0.1675, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeSelection(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeSelection *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    LDAPString *const grown = (LDAPString *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = stubc_take_octets(d, p, e, 0x04, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (LDAPString *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* SearchRequest, ldap.asn1:89: frequency 0.1675, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchRequest *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->baseObject);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x0a, &v->scope, STUBC_OP_I32);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x0a, &v->derefAliases, STUBC_OP_I32);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x02, &v->sizeLimit, STUBC_OP_U32);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x02, &v->timeLimit, STUBC_OP_U32);
    if (!p) {
        return NULL;
    }
    p = stubc_take_boolean(d, p, e, 0x01, &v->typesOnly);
    if (!p) {
        return NULL;
    }
    p = stubc_take_node(d, p, e, 0, &v->filter, NODE_Filter);
    if (!p) {
        return NULL;
    }
    p = inline_decode_AttributeSelection(d, p, e, 0x30, &v->attributes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttributeList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttributeList *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (PartialAttribute *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        p = decode_PartialAttribute(d, p, e, 0x30, &v->items[i]);
        if (!p) {
            return NULL;
        }
    }
    return p == e ? next : NULL;
}

/* SearchResultEntry, ldap.asn1:145: frequency 0.2679, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchResultEntry(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchResultEntry *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->objectName);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PartialAttributeList(d, p, e, 0x30, &v->attributes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_LDAPMessage_protocolOp(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    LDAPMessage_protocolOp *v)
{
    switch (p < e ? *p : 0) {
    case 0x60:
        v->kind = LDAPMessage_protocolOp_kind_bindRequest;
        p = stubc_take_node(d, p, e, 0x60, &v->u.bindRequest, NODE_BindRequest);
        break;
    case 0x61:
        v->kind = LDAPMessage_protocolOp_kind_bindResponse;
        p = stubc_take_node(d, p, e, 0x61, &v->u.bindResponse, NODE_BindResponse);
        break;
    case 0x42:
        v->kind = LDAPMessage_protocolOp_kind_unbindRequest;
        p = stubc_take(d, p, e, 0x42, NULL, STUBC_OP_NULL);
        break;
    case 0x63:
        v->kind = LDAPMessage_protocolOp_kind_searchRequest;
        p = inline_decode_SearchRequest(d, p, e, 0x63, &v->u.searchRequest);
        break;
    case 0x64:
        v->kind = LDAPMessage_protocolOp_kind_searchResEntry;
        p = inline_decode_SearchResultEntry(d, p, e, 0x64, &v->u.searchResEntry);
        break;
    case 0x65:
        v->kind = LDAPMessage_protocolOp_kind_searchResDone;
        p = decode_LDAPResult(d, p, e, 0x65, &v->u.searchResDone);
        break;
    case 0x73:
        v->kind = LDAPMessage_protocolOp_kind_searchResRef;
        p = stubc_take_node(d, p, e, 0x73, &v->u.searchResRef, NODE_SearchResultReference);
        break;
    case 0x66:
        v->kind = LDAPMessage_protocolOp_kind_modifyRequest;
        p = stubc_take_node(d, p, e, 0x66, &v->u.modifyRequest, NODE_ModifyRequest);
        break;
    case 0x67:
        v->kind = LDAPMessage_protocolOp_kind_modifyResponse;
        p = decode_LDAPResult(d, p, e, 0x67, &v->u.modifyResponse);
        break;
    case 0x68:
        v->kind = LDAPMessage_protocolOp_kind_addRequest;
        p = stubc_take_node(d, p, e, 0x68, &v->u.addRequest, NODE_AddRequest);
        break;
    case 0x69:
        v->kind = LDAPMessage_protocolOp_kind_addResponse;
        p = decode_LDAPResult(d, p, e, 0x69, &v->u.addResponse);
        break;
    case 0x4a:
    case 0x6a:
        v->kind = LDAPMessage_protocolOp_kind_delRequest;
        p = stubc_take_octets(d, p, e, 0x4a, &v->u.delRequest);
        break;
    case 0x6b:
        v->kind = LDAPMessage_protocolOp_kind_delResponse;
        p = decode_LDAPResult(d, p, e, 0x6b, &v->u.delResponse);
        break;
    case 0x6c:
        v->kind = LDAPMessage_protocolOp_kind_modDNRequest;
        p = stubc_take_node(d, p, e, 0x6c, &v->u.modDNRequest, NODE_ModifyDNRequest);
        break;
    case 0x6d:
        v->kind = LDAPMessage_protocolOp_kind_modDNResponse;
        p = decode_LDAPResult(d, p, e, 0x6d, &v->u.modDNResponse);
        break;
    case 0x6e:
        v->kind = LDAPMessage_protocolOp_kind_compareRequest;
        p = stubc_take_node(d, p, e, 0x6e, &v->u.compareRequest, NODE_CompareRequest);
        break;
    case 0x6f:
        v->kind = LDAPMessage_protocolOp_kind_compareResponse;
        p = decode_LDAPResult(d, p, e, 0x6f, &v->u.compareResponse);
        break;
    case 0x50:
        v->kind = LDAPMessage_protocolOp_kind_abandonRequest;
        p = stubc_take_integer(d, p, e, 0x50, &v->u.abandonRequest, STUBC_OP_U32);
        break;
    case 0x77:
        v->kind = LDAPMessage_protocolOp_kind_extendedReq;
        p = stubc_take_node(d, p, e, 0x77, &v->u.extendedReq, NODE_ExtendedRequest);
        break;
    case 0x78:
        v->kind = LDAPMessage_protocolOp_kind_extendedResp;
        p = stubc_take_node(d, p, e, 0x78, &v->u.extendedResp, NODE_ExtendedResponse);
        break;
    case 0x79:
        v->kind = LDAPMessage_protocolOp_kind_intermediateResponse;
        p = stubc_take_node(d, p, e, 0x79, &v->u.intermediateResponse, NODE_IntermediateResponse);
        break;
    default:
        v->kind = 0;
        p = stubc_take(d, p, e, 0, &v->u.unknown, STUBC_OP_OPEN);
        break;
    }
    return p;
}

/* Control, ldap.asn1:228: frequency 0.5000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Control(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Control *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->controlType);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0x01)) {
        p = stubc_take_boolean(d, p, e, 0x01, &v->criticality);
        if (!p) {
            return NULL;
        }
    } else {
        v->criticality = false;
    }
    v->has_controlValue = stubc_at_string(p, e, 0x04);
    if (v->has_controlValue) {
        p = stubc_take_octets(d, p, e, 0x04, &v->controlValue);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Controls, ldap.asn1:226: frequency 0.2000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Controls(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Controls *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    Control *const grown = (Control *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = inline_decode_Control(d, p, e, 0x30, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (Control *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttribute_vals(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttribute_vals *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    AttributeValue *const grown = (AttributeValue *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = stubc_take_octets(d, p, e, 0x04, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (AttributeValue *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* LDAPMessage, ldap.asn1:7: frequency 1.0000, compiled, 474 bytes */
static const uint8_t *decode_LDAPMessage(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    LDAPMessage *const v = (LDAPMessage *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x02, &v->messageID, STUBC_OP_U32);
    if (!p) {
        return NULL;
    }
    p = inline_decode_LDAPMessage_protocolOp(d, p, e, &v->protocolOp);
    if (!p) {
        return NULL;
    }
    v->has_controls = stubc_at(p, e, 0xa0);
    if (v->has_controls) {
        p = inline_decode_Controls(d, p, e, 0xa0, &v->controls);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* LDAPResult, ldap.asn1:64: frequency 0.2471, compiled, 568 bytes */
static const uint8_t *decode_LDAPResult(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    LDAPResult *const v = (LDAPResult *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_integer(d, p, e, 0x0a, &v->resultCode, STUBC_OP_I32);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->matchedDN);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->diagnosticMessage);
    if (!p) {
        return NULL;
    }
    v->has_referral = stubc_at(p, e, 0xa3);
    if (v->has_referral) {
        p = stubc_take_node(d, p, e, 0xa3, &v->referral, NODE_Referral);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 387 bytes */
static const uint8_t *decode_AttributeValueAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    AttributeValueAssertion *const v = (AttributeValueAssertion *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->attributeDesc);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->assertionValue);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* PartialAttribute, ldap.asn1:152: frequency 0.8301, compiled, 360 bytes */
static const uint8_t *decode_PartialAttribute(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    PartialAttribute *const v = (PartialAttribute *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->type);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PartialAttribute_vals(d, p, e, 0x31, &v->vals);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* AttributeSelection, ldap.asn1:143: frequency 0.1675, inlined */
STUBC_INLINE uint8_t *inline_encode_AttributeSelection(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const AttributeSelection *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* SearchRequest, ldap.asn1:89: frequency 0.1675, inlined */
STUBC_INLINE uint8_t *inline_encode_SearchRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const SearchRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AttributeSelection(c, q, 0x30, &v->attributes);
    q = stubc_interpret_encode(c, q, 0, &v->filter, NODE_Filter);
    q = stubc_fast_put_boolean(c, q, 0x01, v->typesOnly);
    q = stubc_fast_put_integer(c, q, 0x02, v->timeLimit);
    q = stubc_fast_put_integer(c, q, 0x02, v->sizeLimit);
    q = stubc_fast_put_integer(c, q, 0x0a, v->derefAliases);
    q = stubc_fast_put_integer(c, q, 0x0a, v->scope);
    q = stubc_fast_put_octets(c, q, 0x04, &v->baseObject);
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttributeList(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttributeList *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = encode_PartialAttribute(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* SearchResultEntry, ldap.asn1:145: frequency 0.2679, inlined */
STUBC_INLINE uint8_t *inline_encode_SearchResultEntry(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SearchResultEntry *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttributeList(c, q, 0x30, &v->attributes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->objectName);
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest, ldap.asn1:163: frequency 0.0419, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const ModifyRequest *v)
{
    uint8_t *const end = q;
    q = stubc_interpret_encode(c, q, 0x30, &v->changes, NODE_ModifyRequest_changes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->object);
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_LDAPMessage_protocolOp(stubc_encoder *c, uint8_t *q,
    const LDAPMessage_protocolOp *v)
{
    switch (v->kind) {
    case LDAPMessage_protocolOp_kind_bindRequest:
        q = stubc_interpret_encode(c, q, 0x60, &v->u.bindRequest, NODE_BindRequest);
        break;
    case LDAPMessage_protocolOp_kind_bindResponse:
        q = stubc_interpret_encode(c, q, 0x61, &v->u.bindResponse, NODE_BindResponse);
        break;
    case LDAPMessage_protocolOp_kind_unbindRequest:
        q = STUBC_CLOSE(c, q, q, 0x42);
        break;
    case LDAPMessage_protocolOp_kind_searchRequest:
        q = inline_encode_SearchRequest(c, q, 0x63, &v->u.searchRequest);
        break;
    case LDAPMessage_protocolOp_kind_searchResEntry:
        q = inline_encode_SearchResultEntry(c, q, 0x64, &v->u.searchResEntry);
        break;
    case LDAPMessage_protocolOp_kind_searchResDone:
        q = encode_LDAPResult(c, q, 0x65, &v->u.searchResDone);
        break;
    case LDAPMessage_protocolOp_kind_searchResRef:
        q = stubc_interpret_encode(c, q, 0x73, &v->u.searchResRef, NODE_SearchResultReference);
        break;
    case LDAPMessage_protocolOp_kind_modifyRequest:
        q = inline_encode_ModifyRequest(c, q, 0x66, &v->u.modifyRequest);
        break;
    case LDAPMessage_protocolOp_kind_modifyResponse:
        q = encode_LDAPResult(c, q, 0x67, &v->u.modifyResponse);
        break;
    case LDAPMessage_protocolOp_kind_addRequest:
        q = stubc_interpret_encode(c, q, 0x68, &v->u.addRequest, NODE_AddRequest);
        break;
    case LDAPMessage_protocolOp_kind_addResponse:
        q = encode_LDAPResult(c, q, 0x69, &v->u.addResponse);
        break;
    case LDAPMessage_protocolOp_kind_delRequest:
        q = stubc_fast_put_octets(c, q, 0x4a, &v->u.delRequest);
        break;
    case LDAPMessage_protocolOp_kind_delResponse:
        q = encode_LDAPResult(c, q, 0x6b, &v->u.delResponse);
        break;
    case LDAPMessage_protocolOp_kind_modDNRequest:
        q = stubc_interpret_encode(c, q, 0x6c, &v->u.modDNRequest, NODE_ModifyDNRequest);
        break;
    case LDAPMessage_protocolOp_kind_modDNResponse:
        q = encode_LDAPResult(c, q, 0x6d, &v->u.modDNResponse);
        break;
    case LDAPMessage_protocolOp_kind_compareRequest:
        q = stubc_interpret_encode(c, q, 0x6e, &v->u.compareRequest, NODE_CompareRequest);
        break;
    case LDAPMessage_protocolOp_kind_compareResponse:
        q = encode_LDAPResult(c, q, 0x6f, &v->u.compareResponse);
        break;
    case LDAPMessage_protocolOp_kind_abandonRequest:
        q = stubc_fast_put_integer(c, q, 0x50, v->u.abandonRequest);
        break;
    case LDAPMessage_protocolOp_kind_extendedReq:
        q = stubc_interpret_encode(c, q, 0x77, &v->u.extendedReq, NODE_ExtendedRequest);
        break;
    case LDAPMessage_protocolOp_kind_extendedResp:
        q = stubc_interpret_encode(c, q, 0x78, &v->u.extendedResp, NODE_ExtendedResponse);
        break;
    case LDAPMessage_protocolOp_kind_intermediateResponse:
        q = stubc_interpret_encode(c, q, 0x79, &v->u.intermediateResponse, NODE_IntermediateResponse);
        break;
    case 0:
        q = stubc_fast_put_open(c, q, &v->u.unknown);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* Control, ldap.asn1:228: frequency 0.5000, inlined */
STUBC_INLINE uint8_t *inline_encode_Control(stubc_encoder *c, uint8_t *q, uint32_t tag, const Control *v)
{
    uint8_t *const end = q;
    if (v->has_controlValue) {
        q = stubc_fast_put_octets(c, q, 0x04, &v->controlValue);
    }
    if (v->criticality) {
        q = stubc_fast_put_boolean(c, q, 0x01, v->criticality);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->controlType);
    return stubc_fast_header(c, q, end, tag);
}

/* Controls, ldap.asn1:226: frequency 0.2000, inlined */
STUBC_INLINE uint8_t *inline_encode_Controls(stubc_encoder *c, uint8_t *q, uint32_t tag, const Controls *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = inline_encode_Control(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttribute_vals(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttribute_vals *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPMessage, ldap.asn1:7: frequency 1.0000, compiled, 262 bytes */
static uint8_t *encode_LDAPMessage(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const LDAPMessage *const v = (const LDAPMessage *)value;
    uint8_t *const end = q;
    if (v->has_controls) {
        q = inline_encode_Controls(c, q, 0xa0, &v->controls);
    }
    q = inline_encode_LDAPMessage_protocolOp(c, q, &v->protocolOp);
    q = stubc_fast_put_integer(c, q, 0x02, v->messageID);
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPResult, ldap.asn1:64: frequency 0.2471, compiled, 366 bytes */
static uint8_t *encode_LDAPResult(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const LDAPResult *const v = (const LDAPResult *)value;
    uint8_t *const end = q;
    if (v->has_referral) {
        q = stubc_interpret_encode(c, q, 0xa3, &v->referral, NODE_Referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 290 bytes */
static uint8_t *encode_AttributeValueAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const AttributeValueAssertion *const v = (const AttributeValueAssertion *)value;
    uint8_t *const end = q;
    q = stubc_fast_put_octets(c, q, 0x04, &v->assertionValue);
    q = stubc_fast_put_octets(c, q, 0x04, &v->attributeDesc);
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttribute, ldap.asn1:152: frequency 0.8301, compiled, 247 bytes */
static uint8_t *encode_PartialAttribute(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const PartialAttribute *const v = (const PartialAttribute *)value;
    uint8_t *const end = q;
    q = inline_encode_PartialAttribute_vals(c, q, 0x31, &v->vals);
    q = stubc_fast_put_octets(c, q, 0x04, &v->type);
    return stubc_fast_header(c, q, end, tag);
}

const stubc_root stubc_root_LDAPMessage = {.step = {STUBC_OP_CALL, 0x30, 0, NODE_LDAPMessage},
    .decode = decode_LDAPMessage, .decode_tag = 0x30, .encode = encode_LDAPMessage, .encode_tag = 0x30};

