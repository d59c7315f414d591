/* ldap: types and entry points made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique interpreted
 * 4680 bytes of object code (estimate, between 3510 and 7488), no cap
 * definitions by direction: 70 interpreted, 0 compiled; 0 references inlined
 */
#ifndef STUBC_HEADER_OF_ldap
#define STUBC_HEADER_OF_ldap

#include "stubc_rt.h"

#ifndef STUBC_FOR_ldap
#error "the runtime of another specification: generate both with different --prefix"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LDAPMessage LDAPMessage;
typedef struct BindRequest BindRequest;
typedef struct AuthenticationChoice AuthenticationChoice;
typedef struct SaslCredentials SaslCredentials;
typedef struct BindResponse BindResponse;
typedef struct LDAPResult LDAPResult;
typedef struct Referral Referral;
typedef struct SearchRequest SearchRequest;
typedef struct Filter Filter;
typedef struct AttributeValueAssertion AttributeValueAssertion;
typedef struct SubstringFilter SubstringFilter;
typedef struct MatchingRuleAssertion MatchingRuleAssertion;
typedef struct AttributeSelection AttributeSelection;
typedef struct SearchResultEntry SearchResultEntry;
typedef struct PartialAttributeList PartialAttributeList;
typedef struct PartialAttribute PartialAttribute;
typedef struct SearchResultReference SearchResultReference;
typedef struct ModifyRequest ModifyRequest;
typedef struct AddRequest AddRequest;
typedef struct AttributeList AttributeList;
typedef struct ModifyDNRequest ModifyDNRequest;
typedef struct CompareRequest CompareRequest;
typedef struct ExtendedRequest ExtendedRequest;
typedef struct ExtendedResponse ExtendedResponse;
typedef struct IntermediateResponse IntermediateResponse;
typedef struct Controls Controls;
typedef struct Control Control;
typedef struct LDAPMessage_protocolOp LDAPMessage_protocolOp;
typedef struct Filter_and Filter_and;
typedef struct Filter_or Filter_or;
typedef struct SubstringFilter_substrings SubstringFilter_substrings;
typedef struct SubstringFilter_substrings_substring SubstringFilter_substrings_substring;
typedef struct PartialAttribute_vals PartialAttribute_vals;
typedef struct ModifyRequest_changes ModifyRequest_changes;
typedef struct ModifyRequest_changes_change ModifyRequest_changes_change;

enum BindResponse_resultCode_item {
    BindResponse_resultCode_success = 0,
    BindResponse_resultCode_operationsError = 1,
    BindResponse_resultCode_protocolError = 2,
    BindResponse_resultCode_timeLimitExceeded = 3,
    BindResponse_resultCode_sizeLimitExceeded = 4,
    BindResponse_resultCode_compareFalse = 5,
    BindResponse_resultCode_compareTrue = 6,
    BindResponse_resultCode_authMethodNotSupported = 7,
    BindResponse_resultCode_strongerAuthRequired = 8,
    BindResponse_resultCode_referral = 10,
    BindResponse_resultCode_adminLimitExceeded = 11,
    BindResponse_resultCode_unavailableCriticalExtension = 12,
    BindResponse_resultCode_confidentialityRequired = 13,
    BindResponse_resultCode_saslBindInProgress = 14,
    BindResponse_resultCode_noSuchAttribute = 16,
    BindResponse_resultCode_undefinedAttributeType = 17,
    BindResponse_resultCode_inappropriateMatching = 18,
    BindResponse_resultCode_constraintViolation = 19,
    BindResponse_resultCode_attributeOrValueExists = 20,
    BindResponse_resultCode_invalidAttributeSyntax = 21,
    BindResponse_resultCode_noSuchObject = 32,
    BindResponse_resultCode_aliasProblem = 33,
    BindResponse_resultCode_invalidDNSyntax = 34,
    BindResponse_resultCode_aliasDereferencingProblem = 36,
    BindResponse_resultCode_inappropriateAuthentication = 48,
    BindResponse_resultCode_invalidCredentials = 49,
    BindResponse_resultCode_insufficientAccessRights = 50,
    BindResponse_resultCode_busy = 51,
    BindResponse_resultCode_unavailable = 52,
    BindResponse_resultCode_unwillingToPerform = 53,
    BindResponse_resultCode_loopDetect = 54,
    BindResponse_resultCode_namingViolation = 64,
    BindResponse_resultCode_objectClassViolation = 65,
    BindResponse_resultCode_notAllowedOnNonLeaf = 66,
    BindResponse_resultCode_notAllowedOnRDN = 67,
    BindResponse_resultCode_entryAlreadyExists = 68,
    BindResponse_resultCode_objectClassModsProhibited = 69,
    BindResponse_resultCode_affectsMultipleDSAs = 71,
    BindResponse_resultCode_other = 80,
};

enum LDAPResult_resultCode_item {
    LDAPResult_resultCode_success = 0,
    LDAPResult_resultCode_operationsError = 1,
    LDAPResult_resultCode_protocolError = 2,
    LDAPResult_resultCode_timeLimitExceeded = 3,
    LDAPResult_resultCode_sizeLimitExceeded = 4,
    LDAPResult_resultCode_compareFalse = 5,
    LDAPResult_resultCode_compareTrue = 6,
    LDAPResult_resultCode_authMethodNotSupported = 7,
    LDAPResult_resultCode_strongerAuthRequired = 8,
    LDAPResult_resultCode_referral = 10,
    LDAPResult_resultCode_adminLimitExceeded = 11,
    LDAPResult_resultCode_unavailableCriticalExtension = 12,
    LDAPResult_resultCode_confidentialityRequired = 13,
    LDAPResult_resultCode_saslBindInProgress = 14,
    LDAPResult_resultCode_noSuchAttribute = 16,
    LDAPResult_resultCode_undefinedAttributeType = 17,
    LDAPResult_resultCode_inappropriateMatching = 18,
    LDAPResult_resultCode_constraintViolation = 19,
    LDAPResult_resultCode_attributeOrValueExists = 20,
    LDAPResult_resultCode_invalidAttributeSyntax = 21,
    LDAPResult_resultCode_noSuchObject = 32,
    LDAPResult_resultCode_aliasProblem = 33,
    LDAPResult_resultCode_invalidDNSyntax = 34,
    LDAPResult_resultCode_aliasDereferencingProblem = 36,
    LDAPResult_resultCode_inappropriateAuthentication = 48,
    LDAPResult_resultCode_invalidCredentials = 49,
    LDAPResult_resultCode_insufficientAccessRights = 50,
    LDAPResult_resultCode_busy = 51,
    LDAPResult_resultCode_unavailable = 52,
    LDAPResult_resultCode_unwillingToPerform = 53,
    LDAPResult_resultCode_loopDetect = 54,
    LDAPResult_resultCode_namingViolation = 64,
    LDAPResult_resultCode_objectClassViolation = 65,
    LDAPResult_resultCode_notAllowedOnNonLeaf = 66,
    LDAPResult_resultCode_notAllowedOnRDN = 67,
    LDAPResult_resultCode_entryAlreadyExists = 68,
    LDAPResult_resultCode_objectClassModsProhibited = 69,
    LDAPResult_resultCode_affectsMultipleDSAs = 71,
    LDAPResult_resultCode_other = 80,
};

enum SearchRequest_scope_item {
    SearchRequest_scope_baseObject = 0,
    SearchRequest_scope_singleLevel = 1,
    SearchRequest_scope_wholeSubtree = 2,
};

enum SearchRequest_derefAliases_item {
    SearchRequest_derefAliases_neverDerefAliases = 0,
    SearchRequest_derefAliases_derefInSearching = 1,
    SearchRequest_derefAliases_derefFindingBaseObj = 2,
    SearchRequest_derefAliases_derefAlways = 3,
};

enum ModifyRequest_changes_change_operation_item {
    ModifyRequest_changes_change_operation_add = 0,
    ModifyRequest_changes_change_operation_delete = 1,
    ModifyRequest_changes_change_operation_replace = 2,
};

enum ExtendedResponse_resultCode_item {
    ExtendedResponse_resultCode_success = 0,
    ExtendedResponse_resultCode_operationsError = 1,
    ExtendedResponse_resultCode_protocolError = 2,
    ExtendedResponse_resultCode_timeLimitExceeded = 3,
    ExtendedResponse_resultCode_sizeLimitExceeded = 4,
    ExtendedResponse_resultCode_compareFalse = 5,
    ExtendedResponse_resultCode_compareTrue = 6,
    ExtendedResponse_resultCode_authMethodNotSupported = 7,
    ExtendedResponse_resultCode_strongerAuthRequired = 8,
    ExtendedResponse_resultCode_referral = 10,
    ExtendedResponse_resultCode_adminLimitExceeded = 11,
    ExtendedResponse_resultCode_unavailableCriticalExtension = 12,
    ExtendedResponse_resultCode_confidentialityRequired = 13,
    ExtendedResponse_resultCode_saslBindInProgress = 14,
    ExtendedResponse_resultCode_noSuchAttribute = 16,
    ExtendedResponse_resultCode_undefinedAttributeType = 17,
    ExtendedResponse_resultCode_inappropriateMatching = 18,
    ExtendedResponse_resultCode_constraintViolation = 19,
    ExtendedResponse_resultCode_attributeOrValueExists = 20,
    ExtendedResponse_resultCode_invalidAttributeSyntax = 21,
    ExtendedResponse_resultCode_noSuchObject = 32,
    ExtendedResponse_resultCode_aliasProblem = 33,
    ExtendedResponse_resultCode_invalidDNSyntax = 34,
    ExtendedResponse_resultCode_aliasDereferencingProblem = 36,
    ExtendedResponse_resultCode_inappropriateAuthentication = 48,
    ExtendedResponse_resultCode_invalidCredentials = 49,
    ExtendedResponse_resultCode_insufficientAccessRights = 50,
    ExtendedResponse_resultCode_busy = 51,
    ExtendedResponse_resultCode_unavailable = 52,
    ExtendedResponse_resultCode_unwillingToPerform = 53,
    ExtendedResponse_resultCode_loopDetect = 54,
    ExtendedResponse_resultCode_namingViolation = 64,
    ExtendedResponse_resultCode_objectClassViolation = 65,
    ExtendedResponse_resultCode_notAllowedOnNonLeaf = 66,
    ExtendedResponse_resultCode_notAllowedOnRDN = 67,
    ExtendedResponse_resultCode_entryAlreadyExists = 68,
    ExtendedResponse_resultCode_objectClassModsProhibited = 69,
    ExtendedResponse_resultCode_affectsMultipleDSAs = 71,
    ExtendedResponse_resultCode_other = 80,
};

/* Values of Lightweight-Directory-Access-Protocol-V3 */
#define MAXINT_VALUE 2147483647

typedef uint32_t MessageID; /* INTEGER (0..2147483647), ldap.asn1:36 */
typedef stubc_slice LDAPDN; /* OCTET STRING, ldap.asn1:44 */
typedef stubc_slice LDAPString; /* OCTET STRING, ldap.asn1:46 */
typedef stubc_slice URI; /* OCTET STRING, ldap.asn1:85 */
typedef uint8_t UnbindRequest; /* NULL, ldap.asn1:87 */
typedef stubc_slice AttributeDescription; /* OCTET STRING, ldap.asn1:121 */
typedef stubc_slice AssertionValue; /* OCTET STRING, ldap.asn1:123 */
typedef stubc_slice MatchingRuleId; /* OCTET STRING, ldap.asn1:141 */
typedef stubc_slice AttributeValue; /* OCTET STRING, ldap.asn1:157 */
typedef LDAPResult SearchResultDone; /* ldap.asn1:159 */
typedef LDAPResult ModifyResponse; /* ldap.asn1:171 */
typedef PartialAttribute Attribute; /* ldap.asn1:180 */
typedef LDAPResult AddResponse; /* ldap.asn1:182 */
typedef stubc_slice DelRequest; /* OCTET STRING, ldap.asn1:184 */
typedef LDAPResult DelResponse; /* ldap.asn1:186 */
typedef stubc_slice RelativeLDAPDN; /* OCTET STRING, ldap.asn1:195 */
typedef LDAPResult ModifyDNResponse; /* ldap.asn1:197 */
typedef LDAPResult CompareResponse; /* ldap.asn1:204 */
typedef uint32_t AbandonRequest; /* INTEGER (0..2147483647), ldap.asn1:206 */
typedef stubc_slice LDAPOID; /* OCTET STRING, ldap.asn1:213 */

/* SaslCredentials, ldap.asn1:54 */
struct SaslCredentials {
    bool has_credentials;
    LDAPString mechanism; /* LDAPString: OCTET STRING, ldap.asn1:55 */
    stubc_slice credentials; /* OCTET STRING OPTIONAL, ldap.asn1:56 */
};

/* AuthenticationChoice, ldap.asn1:48 */
enum AuthenticationChoice_kind {
    AuthenticationChoice_kind_simple = 1,
    AuthenticationChoice_kind_sasl = 2,
};
struct AuthenticationChoice {
    uint8_t kind; /* enum AuthenticationChoice_kind; 0: an alternative that the specification did not know */
    union {
        stubc_slice unknown; /* its whole encoding */
        stubc_slice simple; /* OCTET STRING, ldap.asn1:49 */
        SaslCredentials sasl; /* SaslCredentials, ldap.asn1:50 */
    } u;
};

/* BindRequest, ldap.asn1:38 */
struct BindRequest {
    uint8_t version; /* INTEGER (1..127), ldap.asn1:39 */
    LDAPDN name; /* LDAPDN: OCTET STRING, ldap.asn1:40 */
    AuthenticationChoice authentication; /* AuthenticationChoice, ldap.asn1:41 */
};

/* Referral, ldap.asn1:83 */
struct Referral {
    URI *items; /* URI: OCTET STRING, ldap.asn1:83 */
    size_t count; /* SIZE (1..MAX) */
};

/* BindResponse, ldap.asn1:59 */
struct BindResponse {
    bool has_referral;
    bool has_serverSaslCreds;
    int32_t resultCode; /* ENUMERATED, extensible, enum BindResponse_resultCode_item, ldap.asn1:65 */
    LDAPDN matchedDN; /* LDAPDN: OCTET STRING, ldap.asn1:78 */
    LDAPString diagnosticMessage; /* LDAPString: OCTET STRING, ldap.asn1:79 */
    Referral referral; /* Referral: SEQUENCE (SIZE (1..MAX)) OF URI OPTIONAL, ldap.asn1:80 */
    stubc_slice serverSaslCreds; /* OCTET STRING OPTIONAL, ldap.asn1:61 */
};

/* Filter.and, ldap.asn1:103 */
struct Filter_and {
    Filter *items; /* Filter, ldap.asn1:103 */
    size_t count; /* SIZE (1..MAX) */
};

/* Filter.or, ldap.asn1:104 */
struct Filter_or {
    Filter *items; /* Filter, ldap.asn1:104 */
    size_t count; /* SIZE (1..MAX) */
};

/* AttributeValueAssertion, ldap.asn1:116 */
struct AttributeValueAssertion {
    AttributeDescription attributeDesc; /* AttributeDescription: OCTET STRING, ldap.asn1:117 */
    AssertionValue assertionValue; /* AssertionValue: OCTET STRING, ldap.asn1:118 */
};

/* SubstringFilter.substrings, ldap.asn1:127 */
struct SubstringFilter_substrings {
    SubstringFilter_substrings_substring *items; /* CHOICE, ldap.asn1:127 */
    size_t count; /* SIZE (1..MAX) */
};

/* SubstringFilter, ldap.asn1:125 */
struct SubstringFilter {
    AttributeDescription type; /* AttributeDescription: OCTET STRING, ldap.asn1:126 */
    SubstringFilter_substrings substrings; /* SEQUENCE (SIZE (1..MAX)) OF CHOICE, ldap.asn1:127 */
};

/* MatchingRuleAssertion, ldap.asn1:134 */
struct MatchingRuleAssertion {
    bool has_matchingRule;
    bool has_type;
    MatchingRuleId matchingRule; /* MatchingRuleId: OCTET STRING OPTIONAL, ldap.asn1:135 */
    AttributeDescription type; /* AttributeDescription: OCTET STRING OPTIONAL, ldap.asn1:136 */
    AssertionValue matchValue; /* AssertionValue: OCTET STRING, ldap.asn1:137 */
    bool dnAttributes; /* BOOLEAN DEFAULT FALSE, ldap.asn1:138 */
};

/* Filter, ldap.asn1:102 */
enum Filter_kind {
    Filter_kind_and = 1,
    Filter_kind_or = 2,
    Filter_kind_not = 3,
    Filter_kind_equalityMatch = 4,
    Filter_kind_substrings = 5,
    Filter_kind_greaterOrEqual = 6,
    Filter_kind_lessOrEqual = 7,
    Filter_kind_present = 8,
    Filter_kind_approxMatch = 9,
    Filter_kind_extensibleMatch = 10,
};
struct Filter {
    uint8_t kind; /* enum Filter_kind; 0: an alternative that the specification did not know */
    union {
        stubc_slice unknown; /* its whole encoding */
        Filter_and and_; /* SET (SIZE (1..MAX)) OF Filter, ldap.asn1:103 */
        Filter_or or_; /* SET (SIZE (1..MAX)) OF Filter, ldap.asn1:104 */
        Filter *not_; /* Filter, ldap.asn1:105 */
        AttributeValueAssertion equalityMatch; /* AttributeValueAssertion, ldap.asn1:106 */
        SubstringFilter substrings; /* SubstringFilter, ldap.asn1:107 */
        AttributeValueAssertion greaterOrEqual; /* AttributeValueAssertion, ldap.asn1:108 */
        AttributeValueAssertion lessOrEqual; /* AttributeValueAssertion, ldap.asn1:109 */
        AttributeDescription present; /* AttributeDescription: OCTET STRING, ldap.asn1:110 */
        AttributeValueAssertion approxMatch; /* AttributeValueAssertion, ldap.asn1:111 */
        MatchingRuleAssertion extensibleMatch; /* MatchingRuleAssertion, ldap.asn1:112 */
    } u;
};

/* AttributeSelection, ldap.asn1:143 */
struct AttributeSelection {
    LDAPString *items; /* LDAPString: OCTET STRING, ldap.asn1:143 */
    size_t count;
};

/* SearchRequest, ldap.asn1:89 */
struct SearchRequest {
    LDAPDN baseObject; /* LDAPDN: OCTET STRING, ldap.asn1:90 */
    int32_t scope; /* ENUMERATED, extensible, enum SearchRequest_scope_item, ldap.asn1:91 */
    int32_t derefAliases; /* ENUMERATED, extensible, enum SearchRequest_derefAliases_item, ldap.asn1:92 */
    uint32_t sizeLimit; /* INTEGER (0..2147483647), ldap.asn1:95 */
    uint32_t timeLimit; /* INTEGER (0..2147483647), ldap.asn1:96 */
    bool typesOnly; /* BOOLEAN, ldap.asn1:97 */
    Filter filter; /* Filter, ldap.asn1:98 */
    AttributeSelection attributes; /* AttributeSelection: SEQUENCE OF LDAPString, ldap.asn1:99 */
};

/* PartialAttributeList, ldap.asn1:150 */
struct PartialAttributeList {
    PartialAttribute *items; /* PartialAttribute, ldap.asn1:150 */
    size_t count;
};

/* SearchResultEntry, ldap.asn1:145 */
struct SearchResultEntry {
    LDAPDN objectName; /* LDAPDN: OCTET STRING, ldap.asn1:146 */
    PartialAttributeList attributes; /* PartialAttributeList: SEQUENCE OF PartialAttribute, ldap.asn1:147 */
};

/* LDAPResult, ldap.asn1:64 */
struct LDAPResult {
    bool has_referral;
    int32_t resultCode; /* ENUMERATED, extensible, enum LDAPResult_resultCode_item, ldap.asn1:65 */
    LDAPDN matchedDN; /* LDAPDN: OCTET STRING, ldap.asn1:78 */
    LDAPString diagnosticMessage; /* LDAPString: OCTET STRING, ldap.asn1:79 */
    Referral referral; /* Referral: SEQUENCE (SIZE (1..MAX)) OF URI OPTIONAL, ldap.asn1:80 */
};

/* SearchResultReference, ldap.asn1:161 */
struct SearchResultReference {
    URI *items; /* URI: OCTET STRING, ldap.asn1:161 */
    size_t count; /* SIZE (1..MAX) */
};

/* ModifyRequest.changes, ldap.asn1:165 */
struct ModifyRequest_changes {
    ModifyRequest_changes_change *items; /* SEQUENCE, ldap.asn1:165 */
    size_t count;
};

/* ModifyRequest, ldap.asn1:163 */
struct ModifyRequest {
    LDAPDN object; /* LDAPDN: OCTET STRING, ldap.asn1:164 */
    ModifyRequest_changes changes; /* SEQUENCE OF SEQUENCE, ldap.asn1:165 */
};

/* AttributeList, ldap.asn1:178 */
struct AttributeList {
    Attribute *items; /* Attribute, ldap.asn1:178 */
    size_t count;
};

/* AddRequest, ldap.asn1:173 */
struct AddRequest {
    LDAPDN entry; /* LDAPDN: OCTET STRING, ldap.asn1:174 */
    AttributeList attributes; /* AttributeList: SEQUENCE OF Attribute, ldap.asn1:175 */
};

/* ModifyDNRequest, ldap.asn1:188 */
struct ModifyDNRequest {
    bool has_newSuperior;
    LDAPDN entry; /* LDAPDN: OCTET STRING, ldap.asn1:189 */
    RelativeLDAPDN newrdn; /* RelativeLDAPDN: OCTET STRING, ldap.asn1:190 */
    bool deleteoldrdn; /* BOOLEAN, ldap.asn1:191 */
    LDAPDN newSuperior; /* LDAPDN: OCTET STRING OPTIONAL, ldap.asn1:192 */
};

/* CompareRequest, ldap.asn1:199 */
struct CompareRequest {
    LDAPDN entry; /* LDAPDN: OCTET STRING, ldap.asn1:200 */
    AttributeValueAssertion ava; /* AttributeValueAssertion, ldap.asn1:201 */
};

/* ExtendedRequest, ldap.asn1:208 */
struct ExtendedRequest {
    bool has_requestValue;
    LDAPOID requestName; /* LDAPOID: OCTET STRING, ldap.asn1:209 */
    stubc_slice requestValue; /* OCTET STRING OPTIONAL, ldap.asn1:210 */
};

/* ExtendedResponse, ldap.asn1:215 */
struct ExtendedResponse {
    bool has_referral;
    bool has_responseName;
    bool has_responseValue;
    int32_t resultCode; /* ENUMERATED, extensible, enum ExtendedResponse_resultCode_item, ldap.asn1:65 */
    LDAPDN matchedDN; /* LDAPDN: OCTET STRING, ldap.asn1:78 */
    LDAPString diagnosticMessage; /* LDAPString: OCTET STRING, ldap.asn1:79 */
    Referral referral; /* Referral: SEQUENCE (SIZE (1..MAX)) OF URI OPTIONAL, ldap.asn1:80 */
    LDAPOID responseName; /* LDAPOID: OCTET STRING OPTIONAL, ldap.asn1:217 */
    stubc_slice responseValue; /* OCTET STRING OPTIONAL, ldap.asn1:218 */
};

/* IntermediateResponse, ldap.asn1:221 */
struct IntermediateResponse {
    bool has_responseName;
    bool has_responseValue;
    LDAPOID responseName; /* LDAPOID: OCTET STRING OPTIONAL, ldap.asn1:222 */
    stubc_slice responseValue; /* OCTET STRING OPTIONAL, ldap.asn1:223 */
};

/* LDAPMessage.protocolOp, ldap.asn1:9 */
enum LDAPMessage_protocolOp_kind {
    LDAPMessage_protocolOp_kind_bindRequest = 1,
    LDAPMessage_protocolOp_kind_bindResponse = 2,
    LDAPMessage_protocolOp_kind_unbindRequest = 3,
    LDAPMessage_protocolOp_kind_searchRequest = 4,
    LDAPMessage_protocolOp_kind_searchResEntry = 5,
    LDAPMessage_protocolOp_kind_searchResDone = 6,
    LDAPMessage_protocolOp_kind_searchResRef = 7,
    LDAPMessage_protocolOp_kind_modifyRequest = 8,
    LDAPMessage_protocolOp_kind_modifyResponse = 9,
    LDAPMessage_protocolOp_kind_addRequest = 10,
    LDAPMessage_protocolOp_kind_addResponse = 11,
    LDAPMessage_protocolOp_kind_delRequest = 12,
    LDAPMessage_protocolOp_kind_delResponse = 13,
    LDAPMessage_protocolOp_kind_modDNRequest = 14,
    LDAPMessage_protocolOp_kind_modDNResponse = 15,
    LDAPMessage_protocolOp_kind_compareRequest = 16,
    LDAPMessage_protocolOp_kind_compareResponse = 17,
    LDAPMessage_protocolOp_kind_abandonRequest = 18,
    LDAPMessage_protocolOp_kind_extendedReq = 19,
    LDAPMessage_protocolOp_kind_extendedResp = 20,
    LDAPMessage_protocolOp_kind_intermediateResponse = 21,
};
struct LDAPMessage_protocolOp {
    uint8_t kind; /* enum LDAPMessage_protocolOp_kind; 0: an alternative that the specification did not know */
    union {
        stubc_slice unknown; /* its whole encoding */
        BindRequest bindRequest; /* BindRequest, ldap.asn1:10 */
        BindResponse bindResponse; /* BindResponse, ldap.asn1:11 */
        SearchRequest searchRequest; /* SearchRequest, ldap.asn1:13 */
        SearchResultEntry searchResEntry; /* SearchResultEntry, ldap.asn1:14 */
        SearchResultDone searchResDone; /* SearchResultDone, ldap.asn1:15 */
        SearchResultReference searchResRef; /* SearchResultReference: SEQUENCE (SIZE (1..MAX)) OF URI, ldap.asn1:16 */
        ModifyRequest modifyRequest; /* ModifyRequest, ldap.asn1:17 */
        ModifyResponse modifyResponse; /* ModifyResponse, ldap.asn1:18 */
        AddRequest addRequest; /* AddRequest, ldap.asn1:19 */
        AddResponse addResponse; /* AddResponse, ldap.asn1:20 */
        DelRequest delRequest; /* DelRequest: OCTET STRING, ldap.asn1:21 */
        DelResponse delResponse; /* DelResponse, ldap.asn1:22 */
        ModifyDNRequest modDNRequest; /* ModifyDNRequest, ldap.asn1:23 */
        ModifyDNResponse modDNResponse; /* ModifyDNResponse, ldap.asn1:24 */
        CompareRequest compareRequest; /* CompareRequest, ldap.asn1:25 */
        CompareResponse compareResponse; /* CompareResponse, ldap.asn1:26 */
        AbandonRequest abandonRequest; /* AbandonRequest: INTEGER (0..2147483647), ldap.asn1:27 */
        ExtendedRequest extendedReq; /* ExtendedRequest, ldap.asn1:28 */
        ExtendedResponse extendedResp; /* ExtendedResponse, ldap.asn1:29 */
        IntermediateResponse intermediateResponse; /* IntermediateResponse, ldap.asn1:31 */
    } u;
};

/* Controls, ldap.asn1:226 */
struct Controls {
    Control *items; /* Control, ldap.asn1:226 */
    size_t count;
};

/* LDAPMessage, ldap.asn1:7 */
struct LDAPMessage {
    bool has_controls;
    MessageID messageID; /* MessageID: INTEGER (0..2147483647), ldap.asn1:8 */
    LDAPMessage_protocolOp protocolOp; /* CHOICE, ldap.asn1:9 */
    Controls controls; /* Controls: SEQUENCE OF Control OPTIONAL, ldap.asn1:33 */
};

/* PartialAttribute.vals, ldap.asn1:154 */
struct PartialAttribute_vals {
    AttributeValue *items; /* AttributeValue: OCTET STRING, ldap.asn1:154 */
    size_t count;
};

/* PartialAttribute, ldap.asn1:152 */
struct PartialAttribute {
    AttributeDescription type; /* AttributeDescription: OCTET STRING, ldap.asn1:153 */
    PartialAttribute_vals vals; /* SET OF AttributeValue, ldap.asn1:154 */
};

/* Control, ldap.asn1:228 */
struct Control {
    bool has_controlValue;
    LDAPOID controlType; /* LDAPOID: OCTET STRING, ldap.asn1:229 */
    bool criticality; /* BOOLEAN DEFAULT FALSE, ldap.asn1:230 */
    stubc_slice controlValue; /* OCTET STRING OPTIONAL, ldap.asn1:231 */
};

/* SubstringFilter.substrings.substring, ldap.asn1:127 */
enum SubstringFilter_substrings_substring_kind {
    SubstringFilter_substrings_substring_kind_initial = 1,
    SubstringFilter_substrings_substring_kind_any = 2,
    SubstringFilter_substrings_substring_kind_final = 3,
};
struct SubstringFilter_substrings_substring {
    /* enum SubstringFilter_substrings_substring_kind; 0: an alternative that the specification did not know */
    uint8_t kind;
    union {
        stubc_slice unknown; /* its whole encoding */
        AssertionValue initial; /* AssertionValue: OCTET STRING, ldap.asn1:128 */
        AssertionValue any; /* AssertionValue: OCTET STRING, ldap.asn1:129 */
        AssertionValue final_; /* AssertionValue: OCTET STRING, ldap.asn1:130 */
    } u;
};

/* ModifyRequest.changes.change, ldap.asn1:165 */
struct ModifyRequest_changes_change {
    /* ENUMERATED, extensible, enum ModifyRequest_changes_change_operation_item, ldap.asn1:166 */
    int32_t operation;
    PartialAttribute modification; /* PartialAttribute, ldap.asn1:167 */
};

extern const stubc_root stubc_root_LDAPMessage;
STUBC_ENTRY stubc_result LDAPMessage_decode(LDAPMessage *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_message(value, input, length, context, error, &stubc_root_LDAPMessage);
}
STUBC_ENTRY stubc_result LDAPMessage_decode_exact(LDAPMessage *value, const uint8_t *input, size_t length,
    stubc_context *context, stubc_error *error)
{
    return stubc_decode_exactly(value, input, length, context, error, &stubc_root_LDAPMessage);
}
STUBC_ENTRY stubc_result LDAPMessage_encode(const LDAPMessage *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error)
{
    return stubc_encode_message(value, buffer, capacity, context, error, &stubc_root_LDAPMessage);
}
STUBC_ENTRY stubc_result LDAPMessage_encode_tail(const LDAPMessage *value, uint8_t *buffer, size_t capacity,
    stubc_context *context, stubc_error *error, uint8_t **start)
{
    return stubc_encode_at_tail(value, buffer, capacity, context, error, start, &stubc_root_LDAPMessage);
}

#ifdef __cplusplus
}
#endif
#endif
