/* ldap: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique interpreted
 */
#include "ldap.h"

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
    /* 0: LDAPMessage, ldap.asn1:7: frequency 1.0000, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 4, 1,
    STUBC_OP_U32, 0x02, STUBC_OFFSET(LDAPMessage, messageID, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(LDAPMessage, protocolOp, 4), NODE_LDAPMessage_protocolOp,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa0, STUBC_OFFSET(LDAPMessage, controls, 4), NODE_Controls,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 19: BindRequest, ldap.asn1:38: frequency 0.0502, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 4, 0,
    STUBC_OP_U8, 0x02, STUBC_OFFSET(BindRequest, version, 1), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindRequest, name, 4), 0,
    STUBC_OP_CALL, 0, STUBC_OFFSET(BindRequest, authentication, 4), NODE_AuthenticationChoice,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 38: AuthenticationChoice, ldap.asn1:48: frequency 0.0502, interpreted, 0 bytes (both directions) */
    STUBC_UNION | STUBC_EXTENSIBLE, 2, STUBC_OFFSET(AuthenticationChoice, u, 1),
    STUBC_OP_OCTETS | STUBC_LOOK, 0x80, 0, 0, /* simple */
    STUBC_OP_CALL, 0xa3, 0, NODE_SaslCredentials, /* sasl */
    /* 49: SaslCredentials, ldap.asn1:54: frequency 0.0167, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SaslCredentials, mechanism, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x04, STUBC_OFFSET(SaslCredentials, credentials, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 64: BindResponse, ldap.asn1:59: frequency 0.0251, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 6, 2,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(BindResponse, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(BindResponse, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(BindResponse, referral, 4), NODE_Referral,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x87, STUBC_OFFSET(BindResponse, serverSaslCreds, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 91: LDAPResult, ldap.asn1:64: frequency 0.2471, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 5, 1,
    STUBC_OP_I32, 0x0a, STUBC_OFFSET(LDAPResult, resultCode, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, matchedDN, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(LDAPResult, diagnosticMessage, 4), 0,
    STUBC_OP_CALL | STUBC_OPTIONAL, 0xa3, STUBC_OFFSET(LDAPResult, referral, 4), NODE_Referral,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 114: Referral, ldap.asn1:83: frequency 0.1149, interpreted, 0 bytes (both directions) */
    /* 114: AttributeSelection, ldap.asn1:143: frequency 0.1675, interpreted, 0 bytes (both directions) */
    /* 114: SearchResultReference, ldap.asn1:161: frequency 0.0478, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(URI),
    STUBC_OP_OCTETS, 0x04, 0, 0,
    /* 121: SearchRequest, ldap.asn1:89: frequency 0.1675, interpreted, 0 bytes (both directions) */
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
    /* 160: Filter, ldap.asn1:102: frequency 0.2642, interpreted, 0 bytes (both directions) */
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
    /* 203: AttributeValueAssertion, ldap.asn1:116: frequency 0.1292, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, attributeDesc, 4), 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AttributeValueAssertion, assertionValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 218: SubstringFilter, ldap.asn1:125: frequency 0.0323, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(SubstringFilter, type, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(SubstringFilter, substrings, 4), NODE_SubstringFilter_substrings,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 233: MatchingRuleAssertion, ldap.asn1:134: frequency 0.0161, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 5, 2,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x81, STUBC_OFFSET(MatchingRuleAssertion, matchingRule, 4), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x82, STUBC_OFFSET(MatchingRuleAssertion, type, 4), 0,
    STUBC_OP_OCTETS, 0x83, STUBC_OFFSET(MatchingRuleAssertion, matchValue, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x84, STUBC_OFFSET(MatchingRuleAssertion, dnAttributes, 1), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 256: PartialAttribute, ldap.asn1:152: frequency 0.8301, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(PartialAttribute, type, 4), 0,
    STUBC_OP_CALL, 0x31, STUBC_OFFSET(PartialAttribute, vals, 4), NODE_PartialAttribute_vals,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 271: ModifyRequest, ldap.asn1:163: frequency 0.0419, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(ModifyRequest, object, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(ModifyRequest, changes, 4), NODE_ModifyRequest_changes,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 286: SearchResultEntry, ldap.asn1:145: frequency 0.2679, interpreted, 0 bytes (both directions) */
    /* 286: AddRequest, ldap.asn1:173: frequency 0.0335, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 3, 0,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(AddRequest, entry, 4), 0,
    STUBC_OP_CALL, 0x30, STUBC_OFFSET(AddRequest, attributes, 4), NODE_AttributeList,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 301: PartialAttributeList, ldap.asn1:150: frequency 0.2679, interpreted, 0 bytes (both directions) */
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
    /* 407: Controls, ldap.asn1:226: frequency 0.2000, interpreted, 0 bytes (both directions) */
    STUBC_ARRAY, STUBC_SIZE(Control),
    STUBC_OP_CALL, 0x30, 0, NODE_Control,
    /* 414: Control, ldap.asn1:228: frequency 0.5000, interpreted, 0 bytes (both directions) */
    STUBC_SEQUENCE, 4, 1,
    STUBC_OP_OCTETS, 0x04, STUBC_OFFSET(Control, controlType, 4), 0,
    STUBC_OP_BOOLEAN | STUBC_DEFAULT, 0x01, STUBC_OFFSET(Control, criticality, 1), 0,
    STUBC_OP_OCTETS | STUBC_OPTIONAL, 0x04, STUBC_OFFSET(Control, controlValue, 4), 0,
    STUBC_OP_SKIP, 0, 0, 0,
    /* 433: LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, interpreted, 0 bytes (both directions) */
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
    /* 549: PartialAttribute.vals, ldap.asn1:154: frequency 0.8301, interpreted, 0 bytes (both directions) */
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
    0, 19, 38, 49, 64, 91, 114, 121, 160, 203, 218, 233, 256, 271, 286, 301,
    308, 331, 346, 361, 392, 407, 414, 433, 520, 527, 534, 549, 556, 563,
};

const stubc_root stubc_root_LDAPMessage = {.step = {STUBC_OP_CALL, 0x30, 0, NODE_LDAPMessage}};

