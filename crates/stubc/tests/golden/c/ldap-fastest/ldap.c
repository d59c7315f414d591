/* ldap: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique inlined
 */
#include "ldap.h"

static stubc_decode_fn decode_LDAPMessage;
static stubc_decode_fn decode_LDAPResult;
static stubc_decode_fn decode_Referral;
static stubc_decode_fn decode_Filter;
static stubc_decode_fn decode_AttributeValueAssertion;
static stubc_decode_fn decode_MatchingRuleAssertion;
static stubc_decode_fn decode_Filter_or;

static stubc_encode_fn encode_LDAPMessage;
static stubc_encode_fn encode_LDAPResult;
static stubc_encode_fn encode_Referral;
static stubc_encode_fn encode_Filter;
static stubc_encode_fn encode_AttributeValueAssertion;
static stubc_encode_fn encode_MatchingRuleAssertion;
static stubc_encode_fn encode_Filter_or;

enum {
    NODE_LDAPMessage = 0,
    NODE_BindRequest = 1,
    NODE_AuthenticationChoice = 2,
    NODE_SaslCredentials = 3,
    NODE_BindResponse = 4,
    NODE_LDAPResult = 5,
    NODE_Referral = 6,
    NODE_SearchRequest = 7,
    NODE_Filter = 8,
    NODE_AttributeValueAssertion = 9,
    NODE_SubstringFilter = 10,
    NODE_MatchingRuleAssertion = 11,
    NODE_AttributeSelection = 6,
    NODE_SearchResultEntry = 14,
    NODE_PartialAttributeList = 15,
    NODE_PartialAttribute = 12,
    NODE_SearchResultReference = 6,
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

const stubc_wide stubc_wides[] = {
    {0, 8, sizeof(Filter), 0xa2, 0, 0, STUBC_OP_RECUR},
    {0, 8, 0, 0, 0, 0, STUBC_OP_RECUR},
};

const uint8_t stubc_programs[] = {
    /* 0: LDAPMessage, ldap.asn1:7: decode: frequency 1.0000, compiled, 474 bytes: encode: frequency 1.0000,
     * compiled, 262 bytes */
    STUBC_SEQUENCE, 4, 1,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(LDAPMessage, messageID, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(LDAPMessage, protocolOp, 4), NODE_LDAPMessage_protocolOp,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa0, STUBC_OFFSET(LDAPMessage, controls, 4), NODE_Controls,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 19: BindRequest, ldap.asn1:38: frequency 0.0502, inlined (both directions) */
    STUBC_SEQUENCE, 4, 0,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(BindRequest, version, 1), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindRequest, name, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(BindRequest, authentication, 4), NODE_AuthenticationChoice,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 38: AuthenticationChoice, ldap.asn1:48: frequency 0.0502, inlined (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 2, STUBC_OFFSET(AuthenticationChoice, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x80, 0, 0, /* simple */
    STUBC_OP_CALL, 0xa3, 0, NODE_SaslCredentials, /* sasl */
    /* 49: SaslCredentials, ldap.asn1:54: frequency 0.0167, inlined (both directions) */
    STUBC_SEQUENCE, 3, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SaslCredentials, mechanism, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x04, STUBC_OFFSET(SaslCredentials, credentials, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 64: BindResponse, ldap.asn1:59: frequency 0.0251, inlined (both directions) */
    STUBC_SEQUENCE, 6, 2,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(BindResponse, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(BindResponse, referral, 4), NODE_Referral,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x87, STUBC_OFFSET(BindResponse, serverSaslCreds, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 91: LDAPResult, ldap.asn1:64: decode: frequency 0.2471, compiled, 568 bytes: encode: frequency 0.2471,
     * compiled, 366 bytes */
    STUBC_SEQUENCE, 5, 1,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(LDAPResult, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(LDAPResult, referral, 4), NODE_Referral,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 114: Referral, ldap.asn1:83: decode: frequency 0.1149, compiled, 376 bytes: encode: frequency 0.1149,
     * compiled, 239 bytes */
    /* 114: AttributeSelection, ldap.asn1:143: frequency 0.1675, inlined (both directions) */
    /* 114: SearchResultReference, ldap.asn1:161: frequency 0.0478, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(URI),
    STUBC_OP_OCTETS, 0x04, 0, 0,
    /* 121: SearchRequest, ldap.asn1:89: frequency 0.1675, inlined (both directions) */
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
    /* 160: Filter, ldap.asn1:102: decode: frequency 0.2642, compiled, 704 bytes: encode: frequency 0.2642, compiled,
     * 389 bytes */
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
    /* 203: AttributeValueAssertion, ldap.asn1:116: decode: frequency 0.1292, compiled, 387 bytes: encode: frequency
     * 0.1292, compiled, 290 bytes */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, attributeDesc, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, assertionValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 218: SubstringFilter, ldap.asn1:125: frequency 0.0323, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SubstringFilter, type, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(SubstringFilter, substrings, 4), NODE_SubstringFilter_substrings,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 233: MatchingRuleAssertion, ldap.asn1:134: decode: frequency 0.0161, compiled, 584 bytes: encode: frequency
     * 0.0161, compiled, 439 bytes */
    STUBC_SEQUENCE, 5, 2,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(MatchingRuleAssertion, matchingRule, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x82, STUBC_OFFSET(MatchingRuleAssertion, type, 4), 0,
    STUBC_OP_OCTETS, 0x83, STUBC_OFFSET(MatchingRuleAssertion, matchValue, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x84, STUBC_OFFSET(MatchingRuleAssertion, dnAttributes, 1), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 256: PartialAttribute, ldap.asn1:152: frequency 0.8301, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(PartialAttribute, type, 4), 0,
    STUBC_OP_CALL, 0x31, STUBC_OFFSET(PartialAttribute, vals, 4), NODE_PartialAttribute_vals,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 271: ModifyRequest, ldap.asn1:163: frequency 0.0419, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyRequest, object, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(ModifyRequest, changes, 4), NODE_ModifyRequest_changes,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 286: SearchResultEntry, ldap.asn1:145: frequency 0.2679, inlined (both directions) */
    /* 286: AddRequest, ldap.asn1:173: frequency 0.0335, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AddRequest, entry, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(AddRequest, attributes, 4), NODE_AttributeList,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 301: PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined (both directions) */
    /* 301: AttributeList, ldap.asn1:178: frequency 0.0335, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Attribute),
    STUBC_OP_CALL, 0x30, 0, NODE_PartialAttribute,
    /* 308: ModifyDNRequest, ldap.asn1:188: frequency 0.0239, inlined (both directions) */
    STUBC_SEQUENCE, 5, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyDNRequest, entry, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyDNRequest, newrdn, 4), 0,
    STUBC_OP_BOOLEAN, 0x01, STUBC_OFFSET(ModifyDNRequest, deleteoldrdn, 1), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x80, STUBC_OFFSET(ModifyDNRequest, newSuperior, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 331: CompareRequest, ldap.asn1:199: frequency 0.0209, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(CompareRequest, entry, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(CompareRequest, ava, 4), NODE_AttributeValueAssertion,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 346: ExtendedRequest, ldap.asn1:208: frequency 0.0176, inlined (both directions) */
    STUBC_SEQUENCE, 3, 1,
    STUBC_OP_OCTETS, 0x80, STUBC_OFFSET(ExtendedRequest, requestName, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(ExtendedRequest, requestValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 361: ExtendedResponse, ldap.asn1:215: frequency 0.0167, inlined (both directions) */
    STUBC_SEQUENCE, 7, 3,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(ExtendedResponse, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ExtendedResponse, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ExtendedResponse, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(ExtendedResponse, referral, 4), NODE_Referral,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x8a, STUBC_OFFSET(ExtendedResponse, responseName, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x8b, STUBC_OFFSET(ExtendedResponse, responseValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 392: IntermediateResponse, ldap.asn1:221: frequency 0.0159, inlined (both directions) */
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
    /* 520: Filter.and, ldap.asn1:103: frequency 0.0403, inlined (both directions) */
    /* 520: Filter.or, ldap.asn1:104: decode: frequency 0.0202, compiled, 349 bytes: encode: frequency 0.0202,
     * compiled, 196 bytes */
    STUBC_ARRAY, STUBC_SIZE(Filter),
    STUBC_OP_WIDE, 0, 1, 0,
    /* 527: SubstringFilter.substrings, ldap.asn1:127: frequency 0.0323, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(SubstringFilter_substrings_substring),
    STUBC_OP_CALL, 0, 0, NODE_SubstringFilter_substrings_substring,
    /* 534: SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0404, inlined (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 3, STUBC_OFFSET(SubstringFilter_substrings_substring, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x80, 0, 0, /* initial */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x81, 0, 0, /* any */
    STUBC_OP_OCTETS | STUBC_LOOK, 0x82, 0, 0, /* final */
    /* 549: PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(AttributeValue),
    STUBC_OP_OCTETS, 0x04, 0, 0,
    /* 556: ModifyRequest.changes, ldap.asn1:165: frequency 0.0419, inlined (both directions) */
    STUBC_ARRAY, STUBC_SIZE(ModifyRequest_changes_change),
    STUBC_OP_CALL, 0x30, 0, NODE_ModifyRequest_changes_change,
    /* 563: ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0634, inlined (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(ModifyRequest_changes_change, operation, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(ModifyRequest_changes_change, modification, 4), NODE_PartialAttribute,
    STUBC_OP_SKIP, 0, 0, 0,
};

const STUBC_PROGRAM_OFFSET stubc_nodes[] = {
    0, 19, 38, 49, 64, 91, 114, 121, 160, 203, 218, 233, 256, 271, 286, 301,
    308, 331, 346, 361, 392, 407, 414, 433, 520, 527, 534, 549, 556, 563,
};

/* SaslCredentials, ldap.asn1:54: frequency 0.0167, inlined */
STUBC_INLINE const uint8_t *inline_decode_SaslCredentials(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SaslCredentials *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->mechanism);
    if (!p) {
        return NULL;
    }
    v->has_credentials = stubc_at_string(p, e, 0x04);
    if (v->has_credentials) {
        p = stubc_take_octets(d, p, e, 0x04, &v->credentials);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* AuthenticationChoice, ldap.asn1:48: frequency 0.0502, inlined */
STUBC_INLINE const uint8_t *inline_decode_AuthenticationChoice(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    AuthenticationChoice *v)
{
    switch (p < e ? *p : 0) {
    case 0x80:
    case 0xa0:
        v->kind = AuthenticationChoice_kind_simple;
        p = stubc_quick_octets(d, p, e, 0x80, &v->u.simple);
        break;
    case 0xa3:
        v->kind = AuthenticationChoice_kind_sasl;
        p = inline_decode_SaslCredentials(d, p, e, 0xa3, &v->u.sasl);
        break;
    default:
        v->kind = 0;
        p = stubc_take(d, p, e, 0, &v->u.unknown, STUBC_OP_OPEN);
        break;
    }
    return p;
}

/* BindRequest, ldap.asn1:38: frequency 0.0502, inlined */
STUBC_INLINE const uint8_t *inline_decode_BindRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, BindRequest *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u8(d, p, e, 0x02, &v->version);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->name);
    if (!p) {
        return NULL;
    }
    p = inline_decode_AuthenticationChoice(d, p, e, &v->authentication);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* BindResponse, ldap.asn1:59: frequency 0.0251, inlined */
STUBC_INLINE const uint8_t *inline_decode_BindResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, BindResponse *v)
{
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
        p = decode_Referral(d, p, e, 0xa3, &v->referral);
        if (!p) {
            return NULL;
        }
    }
    v->has_serverSaslCreds = stubc_at_string(p, e, 0x87);
    if (v->has_serverSaslCreds) {
        p = stubc_take_octets(d, p, e, 0x87, &v->serverSaslCreds);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Filter.and, ldap.asn1:103: frequency 0.0403, inlined */
STUBC_INLINE const uint8_t *inline_decode_Filter_and(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Filter_and *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (Filter *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        if (!d->depth) {
            return NULL;
        }
        d->depth--;
        p = decode_Filter(d, p, e, 0, &v->items[i]);
        d->depth++;
        if (!p) {
            return NULL;
        }
    }
    return p == e ? next : NULL;
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 387 bytes */
STUBC_INLINE const uint8_t *inline_decode_AttributeValueAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeValueAssertion *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->attributeDesc);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->assertionValue);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0404, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter_substrings_substring(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, SubstringFilter_substrings_substring *v)
{
    switch (p < e ? *p : 0) {
    case 0x80:
    case 0xa0:
        v->kind = SubstringFilter_substrings_substring_kind_initial;
        p = stubc_quick_octets(d, p, e, 0x80, &v->u.initial);
        break;
    case 0x81:
    case 0xa1:
        v->kind = SubstringFilter_substrings_substring_kind_any;
        p = stubc_quick_octets(d, p, e, 0x81, &v->u.any);
        break;
    case 0x82:
    case 0xa2:
        v->kind = SubstringFilter_substrings_substring_kind_final;
        p = stubc_quick_octets(d, p, e, 0x82, &v->u.final_);
        break;
    default:
        v->kind = 0;
        p = stubc_take(d, p, e, 0, &v->u.unknown, STUBC_OP_OPEN);
        break;
    }
    return p;
}

/* SubstringFilter.substrings, ldap.asn1:127: frequency 0.0323, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter_substrings(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, uint32_t tag, SubstringFilter_substrings *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    SubstringFilter_substrings_substring *const grown = (SubstringFilter_substrings_substring *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = inline_decode_SubstringFilter_substrings_substring(d, p, e, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (SubstringFilter_substrings_substring *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* SubstringFilter, ldap.asn1:125: frequency 0.0323, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SubstringFilter *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->type);
    if (!p) {
        return NULL;
    }
    p = inline_decode_SubstringFilter_substrings(d, p, e, 0x30, &v->substrings);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Filter, ldap.asn1:102: frequency 0.2642, compiled, 704 bytes */
STUBC_INLINE const uint8_t *inline_decode_Filter(stubc_decoder *d, const uint8_t *p, const uint8_t *e, Filter *v)
{
    switch (p < e ? *p : 0) {
    case 0xa0:
        v->kind = Filter_kind_and;
        p = inline_decode_Filter_and(d, p, e, 0xa0, &v->u.and_);
        break;
    case 0xa1:
        v->kind = Filter_kind_or;
        p = decode_Filter_or(d, p, e, 0xa1, &v->u.or_);
        break;
    case 0xa2: {
        v->kind = Filter_kind_not;
        const uint8_t *e1 = e, *next1;
        const uint8_t *p1 = stubc_quick_enter(d, p, &e1, 0xa2, &next1);
        if (!p1) {
            return NULL;
        }
        if (!d->depth) {
            return NULL;
        }
        v->u.not_ = (Filter *)stubc_alloc(d, sizeof *v->u.not_);
        if (!v->u.not_) {
            return NULL;
        }
        d->depth--;
        p1 = decode_Filter(d, p1, e1, 0, v->u.not_);
        d->depth++;
        p = p1 == e1 ? next1 : NULL;
        break;
    }
    case 0xa3:
        v->kind = Filter_kind_equalityMatch;
        p = inline_decode_AttributeValueAssertion(d, p, e, 0xa3, &v->u.equalityMatch);
        break;
    case 0xa4:
        v->kind = Filter_kind_substrings;
        p = inline_decode_SubstringFilter(d, p, e, 0xa4, &v->u.substrings);
        break;
    case 0xa5:
        v->kind = Filter_kind_greaterOrEqual;
        p = decode_AttributeValueAssertion(d, p, e, 0xa5, &v->u.greaterOrEqual);
        break;
    case 0xa6:
        v->kind = Filter_kind_lessOrEqual;
        p = decode_AttributeValueAssertion(d, p, e, 0xa6, &v->u.lessOrEqual);
        break;
    case 0x87:
    case 0xa7:
        v->kind = Filter_kind_present;
        p = stubc_quick_octets(d, p, e, 0x87, &v->u.present);
        break;
    case 0xa8:
        v->kind = Filter_kind_approxMatch;
        p = decode_AttributeValueAssertion(d, p, e, 0xa8, &v->u.approxMatch);
        break;
    case 0xa9:
        v->kind = Filter_kind_extensibleMatch;
        p = decode_MatchingRuleAssertion(d, p, e, 0xa9, &v->u.extensibleMatch);
        break;
    default:
        v->kind = 0;
        p = stubc_take(d, p, e, 0, &v->u.unknown, STUBC_OP_OPEN);
        break;
    }
    return p;
}

/* AttributeSelection, ldap.asn1:143: frequency 0.1675, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeSelection(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeSelection *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
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
        p = stubc_quick_octets(d, p, e, 0x04, &grown[n]);
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
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->baseObject);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x0a, &v->scope);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x0a, &v->derefAliases);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->sizeLimit);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->timeLimit);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_boolean(d, p, e, 0x01, &v->typesOnly);
    if (!p) {
        return NULL;
    }
    p = inline_decode_Filter(d, p, e, &v->filter);
    if (!p) {
        return NULL;
    }
    p = inline_decode_AttributeSelection(d, p, e, 0x30, &v->attributes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttribute_vals(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttribute_vals *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
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
        p = stubc_quick_octets(d, p, e, 0x04, &grown[n]);
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

/* PartialAttribute, ldap.asn1:152: frequency 0.8301, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttribute(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttribute *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->type);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PartialAttribute_vals(d, p, e, 0x31, &v->vals);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttributeList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttributeList *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (PartialAttribute *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->items[i]);
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
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->objectName);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PartialAttributeList(d, p, e, 0x30, &v->attributes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Referral, ldap.asn1:83: frequency 0.1149, compiled, 376 bytes */
STUBC_INLINE const uint8_t *inline_decode_Referral(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Referral *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    URI *const grown = (URI *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = stubc_quick_octets(d, p, e, 0x04, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (URI *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* LDAPResult, ldap.asn1:64: frequency 0.2471, compiled, 568 bytes */
STUBC_INLINE const uint8_t *inline_decode_LDAPResult(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    LDAPResult *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x0a, &v->resultCode);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->matchedDN);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->diagnosticMessage);
    if (!p) {
        return NULL;
    }
    v->has_referral = stubc_at(p, e, 0xa3);
    if (v->has_referral) {
        p = inline_decode_Referral(d, p, e, 0xa3, &v->referral);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* SearchResultReference, ldap.asn1:161: frequency 0.0478, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchResultReference(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchResultReference *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    size_t room, n = 0;
    URI *const grown = (URI *)stubc_rest(d, &room);
    while (p < e) {
        if (room < sizeof *grown) {
            return NULL;
        }
        room -= sizeof *grown;
        p = stubc_quick_octets(d, p, e, 0x04, &grown[n]);
        if (!p) {
            return NULL;
        }
        n++;
    }
    if (n && n > d->context->max_elements) {
        return NULL;
    }
    v->items = n ? (URI *)stubc_claim(d, grown, n * sizeof *grown) : NULL;
    v->count = n;
    return p == e ? next : NULL;
}

/* ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0634, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest_changes_change(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, uint32_t tag, ModifyRequest_changes_change *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_i32(d, p, e, 0x0a, &v->operation);
    if (!p) {
        return NULL;
    }
    p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->modification);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* ModifyRequest.changes, ldap.asn1:165: frequency 0.0419, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest_changes(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyRequest_changes *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (ModifyRequest_changes_change *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        p = inline_decode_ModifyRequest_changes_change(d, p, e, 0x30, &v->items[i]);
        if (!p) {
            return NULL;
        }
    }
    return p == e ? next : NULL;
}

/* ModifyRequest, ldap.asn1:163: frequency 0.0419, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyRequest *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->object);
    if (!p) {
        return NULL;
    }
    p = inline_decode_ModifyRequest_changes(d, p, e, 0x30, &v->changes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* AttributeList, ldap.asn1:178: frequency 0.0335, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeList *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (Attribute *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->items[i]);
        if (!p) {
            return NULL;
        }
    }
    return p == e ? next : NULL;
}

/* AddRequest, ldap.asn1:173: frequency 0.0335, inlined */
STUBC_INLINE const uint8_t *inline_decode_AddRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    AddRequest *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->entry);
    if (!p) {
        return NULL;
    }
    p = inline_decode_AttributeList(d, p, e, 0x30, &v->attributes);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* ModifyDNRequest, ldap.asn1:188: frequency 0.0239, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyDNRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyDNRequest *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->entry);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->newrdn);
    if (!p) {
        return NULL;
    }
    p = stubc_take_boolean(d, p, e, 0x01, &v->deleteoldrdn);
    if (!p) {
        return NULL;
    }
    v->has_newSuperior = stubc_at_string(p, e, 0x80);
    if (v->has_newSuperior) {
        p = stubc_take_octets(d, p, e, 0x80, &v->newSuperior);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* CompareRequest, ldap.asn1:199: frequency 0.0209, inlined */
STUBC_INLINE const uint8_t *inline_decode_CompareRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, CompareRequest *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x04, &v->entry);
    if (!p) {
        return NULL;
    }
    p = decode_AttributeValueAssertion(d, p, e, 0x30, &v->ava);
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* ExtendedRequest, ldap.asn1:208: frequency 0.0176, inlined */
STUBC_INLINE const uint8_t *inline_decode_ExtendedRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ExtendedRequest *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_take_octets(d, p, e, 0x80, &v->requestName);
    if (!p) {
        return NULL;
    }
    v->has_requestValue = stubc_at_string(p, e, 0x81);
    if (v->has_requestValue) {
        p = stubc_take_octets(d, p, e, 0x81, &v->requestValue);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* ExtendedResponse, ldap.asn1:215: frequency 0.0167, inlined */
STUBC_INLINE const uint8_t *inline_decode_ExtendedResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ExtendedResponse *v)
{
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
        p = decode_Referral(d, p, e, 0xa3, &v->referral);
        if (!p) {
            return NULL;
        }
    }
    v->has_responseName = stubc_at_string(p, e, 0x8a);
    if (v->has_responseName) {
        p = stubc_take_octets(d, p, e, 0x8a, &v->responseName);
        if (!p) {
            return NULL;
        }
    }
    v->has_responseValue = stubc_at_string(p, e, 0x8b);
    if (v->has_responseValue) {
        p = stubc_take_octets(d, p, e, 0x8b, &v->responseValue);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* IntermediateResponse, ldap.asn1:221: frequency 0.0159, inlined */
STUBC_INLINE const uint8_t *inline_decode_IntermediateResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, IntermediateResponse *v)
{
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->has_responseName = stubc_at_string(p, e, 0x80);
    if (v->has_responseName) {
        p = stubc_take_octets(d, p, e, 0x80, &v->responseName);
        if (!p) {
            return NULL;
        }
    }
    v->has_responseValue = stubc_at_string(p, e, 0x81);
    if (v->has_responseValue) {
        p = stubc_take_octets(d, p, e, 0x81, &v->responseValue);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_LDAPMessage_protocolOp(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    LDAPMessage_protocolOp *v)
{
    switch (p < e ? *p : 0) {
    case 0x60:
        v->kind = LDAPMessage_protocolOp_kind_bindRequest;
        p = inline_decode_BindRequest(d, p, e, 0x60, &v->u.bindRequest);
        break;
    case 0x61:
        v->kind = LDAPMessage_protocolOp_kind_bindResponse;
        p = inline_decode_BindResponse(d, p, e, 0x61, &v->u.bindResponse);
        break;
    case 0x42:
        v->kind = LDAPMessage_protocolOp_kind_unbindRequest;
        p = stubc_quick_null(d, p, e, 0x42);
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
        p = inline_decode_LDAPResult(d, p, e, 0x65, &v->u.searchResDone);
        break;
    case 0x73:
        v->kind = LDAPMessage_protocolOp_kind_searchResRef;
        p = inline_decode_SearchResultReference(d, p, e, 0x73, &v->u.searchResRef);
        break;
    case 0x66:
        v->kind = LDAPMessage_protocolOp_kind_modifyRequest;
        p = inline_decode_ModifyRequest(d, p, e, 0x66, &v->u.modifyRequest);
        break;
    case 0x67:
        v->kind = LDAPMessage_protocolOp_kind_modifyResponse;
        p = inline_decode_LDAPResult(d, p, e, 0x67, &v->u.modifyResponse);
        break;
    case 0x68:
        v->kind = LDAPMessage_protocolOp_kind_addRequest;
        p = inline_decode_AddRequest(d, p, e, 0x68, &v->u.addRequest);
        break;
    case 0x69:
        v->kind = LDAPMessage_protocolOp_kind_addResponse;
        p = decode_LDAPResult(d, p, e, 0x69, &v->u.addResponse);
        break;
    case 0x4a:
    case 0x6a:
        v->kind = LDAPMessage_protocolOp_kind_delRequest;
        p = stubc_quick_octets(d, p, e, 0x4a, &v->u.delRequest);
        break;
    case 0x6b:
        v->kind = LDAPMessage_protocolOp_kind_delResponse;
        p = decode_LDAPResult(d, p, e, 0x6b, &v->u.delResponse);
        break;
    case 0x6c:
        v->kind = LDAPMessage_protocolOp_kind_modDNRequest;
        p = inline_decode_ModifyDNRequest(d, p, e, 0x6c, &v->u.modDNRequest);
        break;
    case 0x6d:
        v->kind = LDAPMessage_protocolOp_kind_modDNResponse;
        p = decode_LDAPResult(d, p, e, 0x6d, &v->u.modDNResponse);
        break;
    case 0x6e:
        v->kind = LDAPMessage_protocolOp_kind_compareRequest;
        p = inline_decode_CompareRequest(d, p, e, 0x6e, &v->u.compareRequest);
        break;
    case 0x6f:
        v->kind = LDAPMessage_protocolOp_kind_compareResponse;
        p = decode_LDAPResult(d, p, e, 0x6f, &v->u.compareResponse);
        break;
    case 0x50:
        v->kind = LDAPMessage_protocolOp_kind_abandonRequest;
        p = stubc_quick_u32(d, p, e, 0x50, &v->u.abandonRequest);
        break;
    case 0x77:
        v->kind = LDAPMessage_protocolOp_kind_extendedReq;
        p = inline_decode_ExtendedRequest(d, p, e, 0x77, &v->u.extendedReq);
        break;
    case 0x78:
        v->kind = LDAPMessage_protocolOp_kind_extendedResp;
        p = inline_decode_ExtendedResponse(d, p, e, 0x78, &v->u.extendedResp);
        break;
    case 0x79:
        v->kind = LDAPMessage_protocolOp_kind_intermediateResponse;
        p = inline_decode_IntermediateResponse(d, p, e, 0x79, &v->u.intermediateResponse);
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
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_octets(d, p, e, 0x04, &v->controlType);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0x01)) {
        p = stubc_quick_boolean(d, p, e, 0x01, &v->criticality);
        if (!p) {
            return NULL;
        }
    } else {
        v->criticality = false;
    }
    v->has_controlValue = stubc_at_string(p, e, 0x04);
    if (v->has_controlValue) {
        p = stubc_quick_octets(d, p, e, 0x04, &v->controlValue);
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Controls, ldap.asn1:226: frequency 0.2000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Controls(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Controls *v)
{
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
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

/* LDAPMessage, ldap.asn1:7: frequency 1.0000, compiled, 474 bytes */
static const uint8_t *decode_LDAPMessage(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    LDAPMessage *const v = (LDAPMessage *)value;
    const uint8_t *next;
    p = stubc_quick_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    p = stubc_quick_u32(d, p, e, 0x02, &v->messageID);
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
    return inline_decode_LDAPResult(d, p, e, tag, (LDAPResult *)value);
}

/* Referral, ldap.asn1:83: frequency 0.1149, compiled, 376 bytes */
static const uint8_t *decode_Referral(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    return inline_decode_Referral(d, p, e, tag, (Referral *)value);
}

/* Filter, ldap.asn1:102: frequency 0.2642, compiled, 704 bytes */
static const uint8_t *decode_Filter(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    (void)tag;
    return inline_decode_Filter(d, p, e, (Filter *)value);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 387 bytes */
static const uint8_t *decode_AttributeValueAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    return inline_decode_AttributeValueAssertion(d, p, e, tag, (AttributeValueAssertion *)value);
}

/* MatchingRuleAssertion, ldap.asn1:134: frequency 0.0161, compiled, 584 bytes */
static const uint8_t *decode_MatchingRuleAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    MatchingRuleAssertion *const v = (MatchingRuleAssertion *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->has_matchingRule = stubc_at_string(p, e, 0x81);
    if (v->has_matchingRule) {
        p = stubc_take_octets(d, p, e, 0x81, &v->matchingRule);
        if (!p) {
            return NULL;
        }
    }
    v->has_type = stubc_at_string(p, e, 0x82);
    if (v->has_type) {
        p = stubc_take_octets(d, p, e, 0x82, &v->type);
        if (!p) {
            return NULL;
        }
    }
    p = stubc_take_octets(d, p, e, 0x83, &v->matchValue);
    if (!p) {
        return NULL;
    }
    if (stubc_at(p, e, 0x84)) {
        p = stubc_take_boolean(d, p, e, 0x84, &v->dnAttributes);
    } else {
        v->dnAttributes = false;
    }
    return p == e ? next : stubc_pass_all(d, p, e, next);
}

/* Filter.or, ldap.asn1:104: frequency 0.0202, compiled, 349 bytes */
static const uint8_t *decode_Filter_or(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    Filter_or *const v = (Filter_or *)value;
    const uint8_t *next;
    p = stubc_enter(d, p, &e, tag, &next);
    if (!p) {
        return NULL;
    }
    v->items = (Filter *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    for (size_t i = 0; i < v->count; i++) {
        if (!d->depth) {
            return NULL;
        }
        d->depth--;
        p = decode_Filter(d, p, e, 0, &v->items[i]);
        d->depth++;
        if (!p) {
            return NULL;
        }
    }
    return p == e ? next : NULL;
}

/* SaslCredentials, ldap.asn1:54: frequency 0.0167, inlined */
STUBC_INLINE uint8_t *inline_encode_SaslCredentials(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SaslCredentials *v)
{
    uint8_t *const end = q;
    if (v->has_credentials) {
        q = stubc_fast_put_octets(c, q, 0x04, &v->credentials);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->mechanism);
    return stubc_fast_header(c, q, end, tag);
}

/* AuthenticationChoice, ldap.asn1:48: frequency 0.0502, inlined */
STUBC_INLINE uint8_t *inline_encode_AuthenticationChoice(stubc_encoder *c, uint8_t *q, const AuthenticationChoice *v)
{
    switch (v->kind) {
    case AuthenticationChoice_kind_simple:
        q = stubc_fast_put_octets(c, q, 0x80, &v->u.simple);
        break;
    case AuthenticationChoice_kind_sasl:
        q = inline_encode_SaslCredentials(c, q, 0xa3, &v->u.sasl);
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

/* BindRequest, ldap.asn1:38: frequency 0.0502, inlined */
STUBC_INLINE uint8_t *inline_encode_BindRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const BindRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AuthenticationChoice(c, q, &v->authentication);
    q = stubc_fast_put_octets(c, q, 0x04, &v->name);
    q = stubc_fast_put_integer(c, q, 0x02, v->version);
    return stubc_fast_header(c, q, end, tag);
}

/* BindResponse, ldap.asn1:59: frequency 0.0251, inlined */
STUBC_INLINE uint8_t *inline_encode_BindResponse(stubc_encoder *c, uint8_t *q, uint32_t tag, const BindResponse *v)
{
    uint8_t *const end = q;
    if (v->has_serverSaslCreds) {
        q = stubc_fast_put_octets(c, q, 0x87, &v->serverSaslCreds);
    }
    if (v->has_referral) {
        q = encode_Referral(c, q, 0xa3, &v->referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* Filter.and, ldap.asn1:103: frequency 0.0403, inlined */
STUBC_INLINE uint8_t *inline_encode_Filter_and(stubc_encoder *c, uint8_t *q, uint32_t tag, const Filter_and *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        if (!c->depth) {
            q = stubc_refuse(c, q, STUBC_DEPTH);
        } else {
            c->depth--;
            q = encode_Filter(c, q, 0, &v->items[i]);
            c->depth++;
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 290 bytes */
STUBC_INLINE uint8_t *inline_encode_AttributeValueAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const AttributeValueAssertion *v)
{
    uint8_t *const end = q;
    q = stubc_fast_put_octets(c, q, 0x04, &v->assertionValue);
    q = stubc_fast_put_octets(c, q, 0x04, &v->attributeDesc);
    return stubc_fast_header(c, q, end, tag);
}

/* SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0404, inlined */
STUBC_INLINE uint8_t *inline_encode_SubstringFilter_substrings_substring(stubc_encoder *c, uint8_t *q,
    const SubstringFilter_substrings_substring *v)
{
    switch (v->kind) {
    case SubstringFilter_substrings_substring_kind_initial:
        q = stubc_fast_put_octets(c, q, 0x80, &v->u.initial);
        break;
    case SubstringFilter_substrings_substring_kind_any:
        q = stubc_fast_put_octets(c, q, 0x81, &v->u.any);
        break;
    case SubstringFilter_substrings_substring_kind_final:
        q = stubc_fast_put_octets(c, q, 0x82, &v->u.final_);
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

/* SubstringFilter.substrings, ldap.asn1:127: frequency 0.0323, inlined */
STUBC_INLINE uint8_t *inline_encode_SubstringFilter_substrings(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SubstringFilter_substrings *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = inline_encode_SubstringFilter_substrings_substring(c, q, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* SubstringFilter, ldap.asn1:125: frequency 0.0323, inlined */
STUBC_INLINE uint8_t *inline_encode_SubstringFilter(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SubstringFilter *v)
{
    uint8_t *const end = q;
    q = inline_encode_SubstringFilter_substrings(c, q, 0x30, &v->substrings);
    q = stubc_fast_put_octets(c, q, 0x04, &v->type);
    return stubc_fast_header(c, q, end, tag);
}

/* Filter, ldap.asn1:102: frequency 0.2642, compiled, 389 bytes */
STUBC_INLINE uint8_t *inline_encode_Filter(stubc_encoder *c, uint8_t *q, const Filter *v)
{
    switch (v->kind) {
    case Filter_kind_and:
        q = inline_encode_Filter_and(c, q, 0xa0, &v->u.and_);
        break;
    case Filter_kind_or:
        q = encode_Filter_or(c, q, 0xa1, &v->u.or_);
        break;
    case Filter_kind_not: {
        uint8_t *const end1 = q;
        if (!c->depth) {
            q = stubc_refuse(c, q, STUBC_DEPTH);
        } else {
            c->depth--;
            q = v->u.not_ ? encode_Filter(c, q, 0, v->u.not_) : stubc_refuse(c, q, STUBC_BAD_VALUE);
            c->depth++;
        }
        q = stubc_fast_header(c, q, end1, 0xa2);
        break;
    }
    case Filter_kind_equalityMatch:
        q = inline_encode_AttributeValueAssertion(c, q, 0xa3, &v->u.equalityMatch);
        break;
    case Filter_kind_substrings:
        q = inline_encode_SubstringFilter(c, q, 0xa4, &v->u.substrings);
        break;
    case Filter_kind_greaterOrEqual:
        q = encode_AttributeValueAssertion(c, q, 0xa5, &v->u.greaterOrEqual);
        break;
    case Filter_kind_lessOrEqual:
        q = encode_AttributeValueAssertion(c, q, 0xa6, &v->u.lessOrEqual);
        break;
    case Filter_kind_present:
        q = stubc_fast_put_octets(c, q, 0x87, &v->u.present);
        break;
    case Filter_kind_approxMatch:
        q = encode_AttributeValueAssertion(c, q, 0xa8, &v->u.approxMatch);
        break;
    case Filter_kind_extensibleMatch:
        q = encode_MatchingRuleAssertion(c, q, 0xa9, &v->u.extensibleMatch);
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
    q = inline_encode_Filter(c, q, &v->filter);
    q = stubc_fast_put_boolean(c, q, 0x01, v->typesOnly);
    q = stubc_fast_put_integer(c, q, 0x02, v->timeLimit);
    q = stubc_fast_put_integer(c, q, 0x02, v->sizeLimit);
    q = stubc_fast_put_integer(c, q, 0x0a, v->derefAliases);
    q = stubc_fast_put_integer(c, q, 0x0a, v->scope);
    q = stubc_fast_put_octets(c, q, 0x04, &v->baseObject);
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

/* PartialAttribute, ldap.asn1:152: frequency 0.8301, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttribute(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttribute *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttribute_vals(c, q, 0x31, &v->vals);
    q = stubc_fast_put_octets(c, q, 0x04, &v->type);
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.2679, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttributeList(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttributeList *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = inline_encode_PartialAttribute(c, q, 0x30, &v->items[i]);
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

/* Referral, ldap.asn1:83: frequency 0.1149, compiled, 239 bytes */
STUBC_INLINE uint8_t *inline_encode_Referral(stubc_encoder *c, uint8_t *q, uint32_t tag, const Referral *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPResult, ldap.asn1:64: frequency 0.2471, compiled, 366 bytes */
STUBC_INLINE uint8_t *inline_encode_LDAPResult(stubc_encoder *c, uint8_t *q, uint32_t tag, const LDAPResult *v)
{
    uint8_t *const end = q;
    if (v->has_referral) {
        q = inline_encode_Referral(c, q, 0xa3, &v->referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* SearchResultReference, ldap.asn1:161: frequency 0.0478, inlined */
STUBC_INLINE uint8_t *inline_encode_SearchResultReference(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SearchResultReference *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0634, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest_changes_change(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ModifyRequest_changes_change *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttribute(c, q, 0x30, &v->modification);
    q = stubc_fast_put_integer(c, q, 0x0a, v->operation);
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest.changes, ldap.asn1:165: frequency 0.0419, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest_changes(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ModifyRequest_changes *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = inline_encode_ModifyRequest_changes_change(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest, ldap.asn1:163: frequency 0.0419, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const ModifyRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_ModifyRequest_changes(c, q, 0x30, &v->changes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->object);
    return stubc_fast_header(c, q, end, tag);
}

/* AttributeList, ldap.asn1:178: frequency 0.0335, inlined */
STUBC_INLINE uint8_t *inline_encode_AttributeList(stubc_encoder *c, uint8_t *q, uint32_t tag, const AttributeList *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = inline_encode_PartialAttribute(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* AddRequest, ldap.asn1:173: frequency 0.0335, inlined */
STUBC_INLINE uint8_t *inline_encode_AddRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const AddRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AttributeList(c, q, 0x30, &v->attributes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->entry);
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyDNRequest, ldap.asn1:188: frequency 0.0239, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyDNRequest(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ModifyDNRequest *v)
{
    uint8_t *const end = q;
    if (v->has_newSuperior) {
        q = stubc_fast_put_octets(c, q, 0x80, &v->newSuperior);
    }
    q = stubc_fast_put_boolean(c, q, 0x01, v->deleteoldrdn);
    q = stubc_fast_put_octets(c, q, 0x04, &v->newrdn);
    q = stubc_fast_put_octets(c, q, 0x04, &v->entry);
    return stubc_fast_header(c, q, end, tag);
}

/* CompareRequest, ldap.asn1:199: frequency 0.0209, inlined */
STUBC_INLINE uint8_t *inline_encode_CompareRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const CompareRequest *v)
{
    uint8_t *const end = q;
    q = encode_AttributeValueAssertion(c, q, 0x30, &v->ava);
    q = stubc_fast_put_octets(c, q, 0x04, &v->entry);
    return stubc_fast_header(c, q, end, tag);
}

/* ExtendedRequest, ldap.asn1:208: frequency 0.0176, inlined */
STUBC_INLINE uint8_t *inline_encode_ExtendedRequest(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ExtendedRequest *v)
{
    uint8_t *const end = q;
    if (v->has_requestValue) {
        q = stubc_fast_put_octets(c, q, 0x81, &v->requestValue);
    }
    q = stubc_fast_put_octets(c, q, 0x80, &v->requestName);
    return stubc_fast_header(c, q, end, tag);
}

/* ExtendedResponse, ldap.asn1:215: frequency 0.0167, inlined */
STUBC_INLINE uint8_t *inline_encode_ExtendedResponse(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ExtendedResponse *v)
{
    uint8_t *const end = q;
    if (v->has_responseValue) {
        q = stubc_fast_put_octets(c, q, 0x8b, &v->responseValue);
    }
    if (v->has_responseName) {
        q = stubc_fast_put_octets(c, q, 0x8a, &v->responseName);
    }
    if (v->has_referral) {
        q = encode_Referral(c, q, 0xa3, &v->referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* IntermediateResponse, ldap.asn1:221: frequency 0.0159, inlined */
STUBC_INLINE uint8_t *inline_encode_IntermediateResponse(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const IntermediateResponse *v)
{
    uint8_t *const end = q;
    if (v->has_responseValue) {
        q = stubc_fast_put_octets(c, q, 0x81, &v->responseValue);
    }
    if (v->has_responseName) {
        q = stubc_fast_put_octets(c, q, 0x80, &v->responseName);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE uint8_t *inline_encode_LDAPMessage_protocolOp(stubc_encoder *c, uint8_t *q,
    const LDAPMessage_protocolOp *v)
{
    switch (v->kind) {
    case LDAPMessage_protocolOp_kind_bindRequest:
        q = inline_encode_BindRequest(c, q, 0x60, &v->u.bindRequest);
        break;
    case LDAPMessage_protocolOp_kind_bindResponse:
        q = inline_encode_BindResponse(c, q, 0x61, &v->u.bindResponse);
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
        q = inline_encode_LDAPResult(c, q, 0x65, &v->u.searchResDone);
        break;
    case LDAPMessage_protocolOp_kind_searchResRef:
        q = inline_encode_SearchResultReference(c, q, 0x73, &v->u.searchResRef);
        break;
    case LDAPMessage_protocolOp_kind_modifyRequest:
        q = inline_encode_ModifyRequest(c, q, 0x66, &v->u.modifyRequest);
        break;
    case LDAPMessage_protocolOp_kind_modifyResponse:
        q = inline_encode_LDAPResult(c, q, 0x67, &v->u.modifyResponse);
        break;
    case LDAPMessage_protocolOp_kind_addRequest:
        q = inline_encode_AddRequest(c, q, 0x68, &v->u.addRequest);
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
        q = inline_encode_ModifyDNRequest(c, q, 0x6c, &v->u.modDNRequest);
        break;
    case LDAPMessage_protocolOp_kind_modDNResponse:
        q = encode_LDAPResult(c, q, 0x6d, &v->u.modDNResponse);
        break;
    case LDAPMessage_protocolOp_kind_compareRequest:
        q = inline_encode_CompareRequest(c, q, 0x6e, &v->u.compareRequest);
        break;
    case LDAPMessage_protocolOp_kind_compareResponse:
        q = encode_LDAPResult(c, q, 0x6f, &v->u.compareResponse);
        break;
    case LDAPMessage_protocolOp_kind_abandonRequest:
        q = stubc_fast_put_integer(c, q, 0x50, v->u.abandonRequest);
        break;
    case LDAPMessage_protocolOp_kind_extendedReq:
        q = inline_encode_ExtendedRequest(c, q, 0x77, &v->u.extendedReq);
        break;
    case LDAPMessage_protocolOp_kind_extendedResp:
        q = inline_encode_ExtendedResponse(c, q, 0x78, &v->u.extendedResp);
        break;
    case LDAPMessage_protocolOp_kind_intermediateResponse:
        q = inline_encode_IntermediateResponse(c, q, 0x79, &v->u.intermediateResponse);
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
    return inline_encode_LDAPResult(c, q, tag, (const LDAPResult *)value);
}

/* Referral, ldap.asn1:83: frequency 0.1149, compiled, 239 bytes */
static uint8_t *encode_Referral(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    return inline_encode_Referral(c, q, tag, (const Referral *)value);
}

/* Filter, ldap.asn1:102: frequency 0.2642, compiled, 389 bytes */
static uint8_t *encode_Filter(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    (void)tag;
    return inline_encode_Filter(c, q, (const Filter *)value);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, compiled, 290 bytes */
static uint8_t *encode_AttributeValueAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    return inline_encode_AttributeValueAssertion(c, q, tag, (const AttributeValueAssertion *)value);
}

/* MatchingRuleAssertion, ldap.asn1:134: frequency 0.0161, compiled, 439 bytes */
static uint8_t *encode_MatchingRuleAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const MatchingRuleAssertion *const v = (const MatchingRuleAssertion *)value;
    uint8_t *const end = q;
    if (v->dnAttributes) {
        q = stubc_fast_put_boolean(c, q, 0x84, v->dnAttributes);
    }
    q = stubc_fast_put_octets(c, q, 0x83, &v->matchValue);
    if (v->has_type) {
        q = stubc_fast_put_octets(c, q, 0x82, &v->type);
    }
    if (v->has_matchingRule) {
        q = stubc_fast_put_octets(c, q, 0x81, &v->matchingRule);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* Filter.or, ldap.asn1:104: frequency 0.0202, compiled, 196 bytes */
static uint8_t *encode_Filter_or(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    const Filter_or *const v = (const Filter_or *)value;
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        if (!c->depth) {
            q = stubc_refuse(c, q, STUBC_DEPTH);
        } else {
            c->depth--;
            q = encode_Filter(c, q, 0, &v->items[i]);
            c->depth++;
        }
    }
    return stubc_fast_header(c, q, end, tag);
}

const stubc_root stubc_root_LDAPMessage = {.step = {STUBC_OP_CALL, 0x30, 0, NODE_LDAPMessage},
    .decode = decode_LDAPMessage, .decode_tag = 0x30, .encode = encode_LDAPMessage, .encode_tag = 0x30};

