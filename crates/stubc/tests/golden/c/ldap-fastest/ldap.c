/* ldap: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: ldap.asn1
 * Options: --pdu LDAPMessage --technique inlined
 */
#include "ldap.h"

static stubc_decode_fn decode_LDAPMessage;
static stubc_decode_fn decode_Filter;

static stubc_encode_fn encode_LDAPMessage;
static stubc_encode_fn encode_Filter;

/* SaslCredentials, ldap.asn1:54: frequency 0.0193, inlined */
STUBC_INLINE const uint8_t *inline_decode_SaslCredentials(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SaslCredentials *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->mechanism);
    v->has_credentials = stubc_at_string(p, e, 0x04);
    if (v->has_credentials) {
        p = stubc_fast_octets(d, p, e, 0x04, &v->credentials);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* AuthenticationChoice, ldap.asn1:48: frequency 0.0580, inlined */
STUBC_INLINE const uint8_t *inline_decode_AuthenticationChoice(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    AuthenticationChoice *v)
{
    const uint8_t *const start = p, *const limit = e;
    if (d->code) {
        return limit;
    }
    switch (p < e ? *p : 0) {
    case 0x80:
    case 0xa0:
        v->kind = AuthenticationChoice_kind_simple;
        p = stubc_fast_octets(d, p, e, 0x80, &v->u.simple);
        break;
    case 0xa3:
        v->kind = AuthenticationChoice_kind_sasl;
        p = inline_decode_SaslCredentials(d, p, e, 0xa3, &v->u.sasl);
        break;
    default:
        v->kind = 0;
        p = stubc_get_open(d, p, e, 0, &v->u.unknown, 0);
        break;
    }
    return d->code ? stubc_leave(d, start, limit) : p;
}

/* BindRequest, ldap.asn1:38: frequency 0.0580, inlined */
STUBC_INLINE const uint8_t *inline_decode_BindRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, BindRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_u8(d, p, e, 0x02, &v->version);
    p = stubc_fast_octets(d, p, e, 0x04, &v->name);
    p = inline_decode_AuthenticationChoice(d, p, e, &v->authentication);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Referral, ldap.asn1:83: frequency 0.1327, inlined */
STUBC_INLINE const uint8_t *inline_decode_Referral(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Referral *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (URI *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = stubc_fast_octets(d, p, e, 0x04, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* BindResponse, ldap.asn1:59: frequency 0.0290, inlined */
STUBC_INLINE const uint8_t *inline_decode_BindResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, BindResponse *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_i32(d, p, e, 0x0a, &v->resultCode);
    p = stubc_fast_octets(d, p, e, 0x04, &v->matchedDN);
    p = stubc_fast_octets(d, p, e, 0x04, &v->diagnosticMessage);
    v->has_referral = stubc_at(p, e, 0xa3);
    if (v->has_referral) {
        p = inline_decode_Referral(d, p, e, 0xa3, &v->referral);
    }
    v->has_serverSaslCreds = stubc_at_string(p, e, 0x87);
    if (v->has_serverSaslCreds) {
        p = stubc_fast_octets(d, p, e, 0x87, &v->serverSaslCreds);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Filter.and, ldap.asn1:103: frequency 0.0324, inlined */
STUBC_INLINE const uint8_t *inline_decode_Filter_and(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Filter_and *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (Filter *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        if (!d->depth) {
            p = stubc_fail(d, STUBC_DEPTH, e);
        } else {
            d->depth--;
            p = decode_Filter(d, p, e, 0, &v->items[i]);
            d->depth++;
        }
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Filter.or, ldap.asn1:104: frequency 0.0162, inlined */
STUBC_INLINE const uint8_t *inline_decode_Filter_or(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Filter_or *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (Filter *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        if (!d->depth) {
            p = stubc_fail(d, STUBC_DEPTH, e);
        } else {
            d->depth--;
            p = decode_Filter(d, p, e, 0, &v->items[i]);
            d->depth++;
        }
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1357, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeValueAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeValueAssertion *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->attributeDesc);
    p = stubc_fast_octets(d, p, e, 0x04, &v->assertionValue);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0416, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter_substrings_substring(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, SubstringFilter_substrings_substring *v)
{
    const uint8_t *const start = p, *const limit = e;
    if (d->code) {
        return limit;
    }
    switch (p < e ? *p : 0) {
    case 0x80:
    case 0xa0:
        v->kind = SubstringFilter_substrings_substring_kind_initial;
        p = stubc_fast_octets(d, p, e, 0x80, &v->u.initial);
        break;
    case 0x81:
    case 0xa1:
        v->kind = SubstringFilter_substrings_substring_kind_any;
        p = stubc_fast_octets(d, p, e, 0x81, &v->u.any);
        break;
    case 0x82:
    case 0xa2:
        v->kind = SubstringFilter_substrings_substring_kind_final;
        p = stubc_fast_octets(d, p, e, 0x82, &v->u.final_);
        break;
    default:
        v->kind = 0;
        p = stubc_get_open(d, p, e, 0, &v->u.unknown, 0);
        break;
    }
    return d->code ? stubc_leave(d, start, limit) : p;
}

/* SubstringFilter.substrings, ldap.asn1:127: frequency 0.0333, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter_substrings(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, uint32_t tag, SubstringFilter_substrings *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (SubstringFilter_substrings_substring *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = inline_decode_SubstringFilter_substrings_substring(d, p, e, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* SubstringFilter, ldap.asn1:125: frequency 0.0333, inlined */
STUBC_INLINE const uint8_t *inline_decode_SubstringFilter(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SubstringFilter *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->type);
    p = inline_decode_SubstringFilter_substrings(d, p, e, 0x30, &v->substrings);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* MatchingRuleAssertion, ldap.asn1:134: frequency 0.0166, inlined */
STUBC_INLINE const uint8_t *inline_decode_MatchingRuleAssertion(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, MatchingRuleAssertion *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->has_matchingRule = stubc_at_string(p, e, 0x81);
    if (v->has_matchingRule) {
        p = stubc_fast_octets(d, p, e, 0x81, &v->matchingRule);
    }
    v->has_type = stubc_at_string(p, e, 0x82);
    if (v->has_type) {
        p = stubc_fast_octets(d, p, e, 0x82, &v->type);
    }
    p = stubc_fast_octets(d, p, e, 0x83, &v->matchValue);
    if (stubc_at(p, e, 0x84)) {
        p = stubc_fast_boolean(d, p, e, 0x84, &v->dnAttributes);
    } else {
        v->dnAttributes = false;
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Filter, ldap.asn1:102: frequency 0.2722, compiled, 704 bytes */
STUBC_INLINE const uint8_t *inline_decode_Filter(stubc_decoder *d, const uint8_t *p, const uint8_t *e, Filter *v)
{
    const uint8_t *const start = p, *const limit = e;
    if (d->code) {
        return limit;
    }
    switch (p < e ? *p : 0) {
    case 0xa0:
        v->kind = Filter_kind_and;
        p = inline_decode_Filter_and(d, p, e, 0xa0, &v->u.and_);
        break;
    case 0xa1:
        v->kind = Filter_kind_or;
        p = inline_decode_Filter_or(d, p, e, 0xa1, &v->u.or_);
        break;
    case 0xa2: {
        v->kind = Filter_kind_not;
        const uint8_t *p1 = stubc_fast_enter(d, p, e, 0xa2);
        const uint8_t *const e1 = d->end, *const next1 = d->next;
        if (!d->code) {
            if (!d->depth) {
                p1 = stubc_fail(d, STUBC_DEPTH, e1);
            } else {
                v->u.not_ = (Filter *)stubc_alloc(d, sizeof *v->u.not_);
                d->depth--;
                p1 = v->u.not_ ? decode_Filter(d, p1, e1, 0, v->u.not_) : e1;
                d->depth++;
            }
        }
        p = d->code ? e : p1 == e1 ? next1 : stubc_fail(d, STUBC_BAD_LENGTH, e);
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
        p = inline_decode_AttributeValueAssertion(d, p, e, 0xa5, &v->u.greaterOrEqual);
        break;
    case 0xa6:
        v->kind = Filter_kind_lessOrEqual;
        p = inline_decode_AttributeValueAssertion(d, p, e, 0xa6, &v->u.lessOrEqual);
        break;
    case 0x87:
    case 0xa7:
        v->kind = Filter_kind_present;
        p = stubc_fast_octets(d, p, e, 0x87, &v->u.present);
        break;
    case 0xa8:
        v->kind = Filter_kind_approxMatch;
        p = inline_decode_AttributeValueAssertion(d, p, e, 0xa8, &v->u.approxMatch);
        break;
    case 0xa9:
        v->kind = Filter_kind_extensibleMatch;
        p = inline_decode_MatchingRuleAssertion(d, p, e, 0xa9, &v->u.extensibleMatch);
        break;
    default:
        v->kind = 0;
        p = stubc_get_open(d, p, e, 0, &v->u.unknown, 0);
        break;
    }
    return d->code ? stubc_leave(d, start, limit) : p;
}

/* AttributeSelection, ldap.asn1:143: frequency 0.1934, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeSelection(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeSelection *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (LDAPString *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = stubc_fast_octets(d, p, e, 0x04, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* SearchRequest, ldap.asn1:89: frequency 0.1934, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->baseObject);
    p = stubc_fast_i32(d, p, e, 0x0a, &v->scope);
    p = stubc_fast_i32(d, p, e, 0x0a, &v->derefAliases);
    p = stubc_fast_u32(d, p, e, 0x02, &v->sizeLimit);
    p = stubc_fast_u32(d, p, e, 0x02, &v->timeLimit);
    p = stubc_fast_boolean(d, p, e, 0x01, &v->typesOnly);
    p = inline_decode_Filter(d, p, e, &v->filter);
    p = inline_decode_AttributeSelection(d, p, e, 0x30, &v->attributes);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* PartialAttribute.vals, ldap.asn1:154: frequency 0.5651, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttribute_vals(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttribute_vals *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (AttributeValue *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = stubc_fast_octets(d, p, e, 0x04, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* PartialAttribute, ldap.asn1:152: frequency 0.5651, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttribute(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttribute *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->type);
    p = inline_decode_PartialAttribute_vals(d, p, e, 0x31, &v->vals);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.1547, inlined */
STUBC_INLINE const uint8_t *inline_decode_PartialAttributeList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, PartialAttributeList *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (PartialAttribute *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* SearchResultEntry, ldap.asn1:145: frequency 0.1547, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchResultEntry(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchResultEntry *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->objectName);
    p = inline_decode_PartialAttributeList(d, p, e, 0x30, &v->attributes);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* LDAPResult, ldap.asn1:64: frequency 0.2853, inlined */
STUBC_INLINE const uint8_t *inline_decode_LDAPResult(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    LDAPResult *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_i32(d, p, e, 0x0a, &v->resultCode);
    p = stubc_fast_octets(d, p, e, 0x04, &v->matchedDN);
    p = stubc_fast_octets(d, p, e, 0x04, &v->diagnosticMessage);
    v->has_referral = stubc_at(p, e, 0xa3);
    if (v->has_referral) {
        p = inline_decode_Referral(d, p, e, 0xa3, &v->referral);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* SearchResultReference, ldap.asn1:161: frequency 0.0553, inlined */
STUBC_INLINE const uint8_t *inline_decode_SearchResultReference(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, SearchResultReference *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (URI *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = stubc_fast_octets(d, p, e, 0x04, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0732, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest_changes_change(stubc_decoder *d, const uint8_t *p,
    const uint8_t *e, uint32_t tag, ModifyRequest_changes_change *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_i32(d, p, e, 0x0a, &v->operation);
    p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->modification);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ModifyRequest.changes, ldap.asn1:165: frequency 0.0483, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest_changes(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyRequest_changes *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (ModifyRequest_changes_change *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = inline_decode_ModifyRequest_changes_change(d, p, e, 0x30, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ModifyRequest, ldap.asn1:163: frequency 0.0483, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->object);
    p = inline_decode_ModifyRequest_changes(d, p, e, 0x30, &v->changes);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* AttributeList, ldap.asn1:178: frequency 0.0387, inlined */
STUBC_INLINE const uint8_t *inline_decode_AttributeList(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, AttributeList *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (Attribute *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = inline_decode_PartialAttribute(d, p, e, 0x30, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* AddRequest, ldap.asn1:173: frequency 0.0387, inlined */
STUBC_INLINE const uint8_t *inline_decode_AddRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    AddRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->entry);
    p = inline_decode_AttributeList(d, p, e, 0x30, &v->attributes);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ModifyDNRequest, ldap.asn1:188: frequency 0.0276, inlined */
STUBC_INLINE const uint8_t *inline_decode_ModifyDNRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ModifyDNRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->entry);
    p = stubc_fast_octets(d, p, e, 0x04, &v->newrdn);
    p = stubc_fast_boolean(d, p, e, 0x01, &v->deleteoldrdn);
    v->has_newSuperior = stubc_at_string(p, e, 0x80);
    if (v->has_newSuperior) {
        p = stubc_fast_octets(d, p, e, 0x80, &v->newSuperior);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* CompareRequest, ldap.asn1:199: frequency 0.0242, inlined */
STUBC_INLINE const uint8_t *inline_decode_CompareRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, CompareRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->entry);
    p = inline_decode_AttributeValueAssertion(d, p, e, 0x30, &v->ava);
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ExtendedRequest, ldap.asn1:208: frequency 0.0204, inlined */
STUBC_INLINE const uint8_t *inline_decode_ExtendedRequest(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ExtendedRequest *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x80, &v->requestName);
    v->has_requestValue = stubc_at_string(p, e, 0x81);
    if (v->has_requestValue) {
        p = stubc_fast_octets(d, p, e, 0x81, &v->requestValue);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* ExtendedResponse, ldap.asn1:215: frequency 0.0193, inlined */
STUBC_INLINE const uint8_t *inline_decode_ExtendedResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, ExtendedResponse *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_i32(d, p, e, 0x0a, &v->resultCode);
    p = stubc_fast_octets(d, p, e, 0x04, &v->matchedDN);
    p = stubc_fast_octets(d, p, e, 0x04, &v->diagnosticMessage);
    v->has_referral = stubc_at(p, e, 0xa3);
    if (v->has_referral) {
        p = inline_decode_Referral(d, p, e, 0xa3, &v->referral);
    }
    v->has_responseName = stubc_at_string(p, e, 0x8a);
    if (v->has_responseName) {
        p = stubc_fast_octets(d, p, e, 0x8a, &v->responseName);
    }
    v->has_responseValue = stubc_at_string(p, e, 0x8b);
    if (v->has_responseValue) {
        p = stubc_fast_octets(d, p, e, 0x8b, &v->responseValue);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* IntermediateResponse, ldap.asn1:221: frequency 0.0184, inlined */
STUBC_INLINE const uint8_t *inline_decode_IntermediateResponse(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    uint32_t tag, IntermediateResponse *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->has_responseName = stubc_at_string(p, e, 0x80);
    if (v->has_responseName) {
        p = stubc_fast_octets(d, p, e, 0x80, &v->responseName);
    }
    v->has_responseValue = stubc_at_string(p, e, 0x81);
    if (v->has_responseValue) {
        p = stubc_fast_octets(d, p, e, 0x81, &v->responseValue);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* LDAPMessage.protocolOp, ldap.asn1:9: frequency 1.0000, inlined */
STUBC_INLINE const uint8_t *inline_decode_LDAPMessage_protocolOp(stubc_decoder *d, const uint8_t *p, const uint8_t *e,
    LDAPMessage_protocolOp *v)
{
    const uint8_t *const start = p, *const limit = e;
    if (d->code) {
        return limit;
    }
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
        p = stubc_get_null(d, p, e, 0x42, NULL, 0);
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
        p = inline_decode_LDAPResult(d, p, e, 0x69, &v->u.addResponse);
        break;
    case 0x4a:
    case 0x6a:
        v->kind = LDAPMessage_protocolOp_kind_delRequest;
        p = stubc_fast_octets(d, p, e, 0x4a, &v->u.delRequest);
        break;
    case 0x6b:
        v->kind = LDAPMessage_protocolOp_kind_delResponse;
        p = inline_decode_LDAPResult(d, p, e, 0x6b, &v->u.delResponse);
        break;
    case 0x6c:
        v->kind = LDAPMessage_protocolOp_kind_modDNRequest;
        p = inline_decode_ModifyDNRequest(d, p, e, 0x6c, &v->u.modDNRequest);
        break;
    case 0x6d:
        v->kind = LDAPMessage_protocolOp_kind_modDNResponse;
        p = inline_decode_LDAPResult(d, p, e, 0x6d, &v->u.modDNResponse);
        break;
    case 0x6e:
        v->kind = LDAPMessage_protocolOp_kind_compareRequest;
        p = inline_decode_CompareRequest(d, p, e, 0x6e, &v->u.compareRequest);
        break;
    case 0x6f:
        v->kind = LDAPMessage_protocolOp_kind_compareResponse;
        p = inline_decode_LDAPResult(d, p, e, 0x6f, &v->u.compareResponse);
        break;
    case 0x50:
        v->kind = LDAPMessage_protocolOp_kind_abandonRequest;
        p = stubc_fast_u32(d, p, e, 0x50, &v->u.abandonRequest);
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
        p = stubc_get_open(d, p, e, 0, &v->u.unknown, 0);
        break;
    }
    return d->code ? stubc_leave(d, start, limit) : p;
}

/* Control, ldap.asn1:228: frequency 0.4100, inlined */
STUBC_INLINE const uint8_t *inline_decode_Control(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Control *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_octets(d, p, e, 0x04, &v->controlType);
    if (stubc_at(p, e, 0x01)) {
        p = stubc_fast_boolean(d, p, e, 0x01, &v->criticality);
    } else {
        v->criticality = false;
    }
    v->has_controlValue = stubc_at_string(p, e, 0x04);
    if (v->has_controlValue) {
        p = stubc_fast_octets(d, p, e, 0x04, &v->controlValue);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Controls, ldap.asn1:226: frequency 0.2000, inlined */
STUBC_INLINE const uint8_t *inline_decode_Controls(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    Controls *v)
{
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    v->items = (Control *)stubc_array(d, p, e, sizeof *v->items, &v->count);
    for (size_t i = 0; i < v->count; i++) {
        const uint8_t *const item = p;
        p = inline_decode_Control(d, p, e, 0x30, &v->items[i]);
        if (d->code) {
            if (!d->at) {
                d->at = item;
            }
            break;
        }
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* LDAPMessage, ldap.asn1:7: frequency 1.0000, compiled, 474 bytes */
static const uint8_t *decode_LDAPMessage(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag,
    void *value)
{
    LDAPMessage *const v = (LDAPMessage *)value;
    const uint8_t *const start = p, *const limit = e;
    p = stubc_fast_enter(d, p, e, tag);
    if (d->code) {
        return limit;
    }
    const uint8_t *const next = d->next;
    e = d->end;
    p = stubc_fast_u32(d, p, e, 0x02, &v->messageID);
    p = inline_decode_LDAPMessage_protocolOp(d, p, e, &v->protocolOp);
    v->has_controls = stubc_at(p, e, 0xa0);
    if (v->has_controls) {
        p = inline_decode_Controls(d, p, e, 0xa0, &v->controls);
    }
    while (p < e) {
        p = stubc_skip(d, p, e);
    }
    return p == e && !d->code ? next : stubc_leave(d, start, limit);
}

/* Filter, ldap.asn1:102: frequency 0.2722, compiled, 704 bytes */
static const uint8_t *decode_Filter(stubc_decoder *d, const uint8_t *p, const uint8_t *e, uint32_t tag, void *value)
{
    (void)tag;
    return inline_decode_Filter(d, p, e, (Filter *)value);
}

/* SaslCredentials, ldap.asn1:54: frequency 0.0193, inlined */
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

/* AuthenticationChoice, ldap.asn1:48: frequency 0.0580, inlined */
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
        q = stubc_put_open(c, q, 0, &v->u.unknown, 0);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* BindRequest, ldap.asn1:38: frequency 0.0580, inlined */
STUBC_INLINE uint8_t *inline_encode_BindRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const BindRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AuthenticationChoice(c, q, &v->authentication);
    q = stubc_fast_put_octets(c, q, 0x04, &v->name);
    q = stubc_fast_put_integer(c, q, 0x02, v->version);
    return stubc_fast_header(c, q, end, tag);
}

/* Referral, ldap.asn1:83: frequency 0.1327, inlined */
STUBC_INLINE uint8_t *inline_encode_Referral(stubc_encoder *c, uint8_t *q, uint32_t tag, const Referral *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* BindResponse, ldap.asn1:59: frequency 0.0290, inlined */
STUBC_INLINE uint8_t *inline_encode_BindResponse(stubc_encoder *c, uint8_t *q, uint32_t tag, const BindResponse *v)
{
    uint8_t *const end = q;
    if (v->has_serverSaslCreds) {
        q = stubc_fast_put_octets(c, q, 0x87, &v->serverSaslCreds);
    }
    if (v->has_referral) {
        q = inline_encode_Referral(c, q, 0xa3, &v->referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* Filter.and, ldap.asn1:103: frequency 0.0324, inlined */
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

/* Filter.or, ldap.asn1:104: frequency 0.0162, inlined */
STUBC_INLINE uint8_t *inline_encode_Filter_or(stubc_encoder *c, uint8_t *q, uint32_t tag, const Filter_or *v)
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

/* AttributeValueAssertion, ldap.asn1:116: frequency 0.1357, inlined */
STUBC_INLINE uint8_t *inline_encode_AttributeValueAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const AttributeValueAssertion *v)
{
    uint8_t *const end = q;
    q = stubc_fast_put_octets(c, q, 0x04, &v->assertionValue);
    q = stubc_fast_put_octets(c, q, 0x04, &v->attributeDesc);
    return stubc_fast_header(c, q, end, tag);
}

/* SubstringFilter.substrings.substring, ldap.asn1:127: frequency 0.0416, inlined */
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
        q = stubc_put_open(c, q, 0, &v->u.unknown, 0);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* SubstringFilter.substrings, ldap.asn1:127: frequency 0.0333, inlined */
STUBC_INLINE uint8_t *inline_encode_SubstringFilter_substrings(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SubstringFilter_substrings *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = inline_encode_SubstringFilter_substrings_substring(c, q, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* SubstringFilter, ldap.asn1:125: frequency 0.0333, inlined */
STUBC_INLINE uint8_t *inline_encode_SubstringFilter(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SubstringFilter *v)
{
    uint8_t *const end = q;
    q = inline_encode_SubstringFilter_substrings(c, q, 0x30, &v->substrings);
    q = stubc_fast_put_octets(c, q, 0x04, &v->type);
    return stubc_fast_header(c, q, end, tag);
}

/* MatchingRuleAssertion, ldap.asn1:134: frequency 0.0166, inlined */
STUBC_INLINE uint8_t *inline_encode_MatchingRuleAssertion(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const MatchingRuleAssertion *v)
{
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

/* Filter, ldap.asn1:102: frequency 0.2722, compiled, 389 bytes */
STUBC_INLINE uint8_t *inline_encode_Filter(stubc_encoder *c, uint8_t *q, const Filter *v)
{
    switch (v->kind) {
    case Filter_kind_and:
        q = inline_encode_Filter_and(c, q, 0xa0, &v->u.and_);
        break;
    case Filter_kind_or:
        q = inline_encode_Filter_or(c, q, 0xa1, &v->u.or_);
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
        q = inline_encode_AttributeValueAssertion(c, q, 0xa5, &v->u.greaterOrEqual);
        break;
    case Filter_kind_lessOrEqual:
        q = inline_encode_AttributeValueAssertion(c, q, 0xa6, &v->u.lessOrEqual);
        break;
    case Filter_kind_present:
        q = stubc_fast_put_octets(c, q, 0x87, &v->u.present);
        break;
    case Filter_kind_approxMatch:
        q = inline_encode_AttributeValueAssertion(c, q, 0xa8, &v->u.approxMatch);
        break;
    case Filter_kind_extensibleMatch:
        q = inline_encode_MatchingRuleAssertion(c, q, 0xa9, &v->u.extensibleMatch);
        break;
    case 0:
        q = stubc_put_open(c, q, 0, &v->u.unknown, 0);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* AttributeSelection, ldap.asn1:143: frequency 0.1934, inlined */
STUBC_INLINE uint8_t *inline_encode_AttributeSelection(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const AttributeSelection *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* SearchRequest, ldap.asn1:89: frequency 0.1934, inlined */
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

/* PartialAttribute.vals, ldap.asn1:154: frequency 0.5651, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttribute_vals(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttribute_vals *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttribute, ldap.asn1:152: frequency 0.5651, inlined */
STUBC_INLINE uint8_t *inline_encode_PartialAttribute(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const PartialAttribute *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttribute_vals(c, q, 0x31, &v->vals);
    q = stubc_fast_put_octets(c, q, 0x04, &v->type);
    return stubc_fast_header(c, q, end, tag);
}

/* PartialAttributeList, ldap.asn1:150: frequency 0.1547, inlined */
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

/* SearchResultEntry, ldap.asn1:145: frequency 0.1547, inlined */
STUBC_INLINE uint8_t *inline_encode_SearchResultEntry(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SearchResultEntry *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttributeList(c, q, 0x30, &v->attributes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->objectName);
    return stubc_fast_header(c, q, end, tag);
}

/* LDAPResult, ldap.asn1:64: frequency 0.2853, inlined */
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

/* SearchResultReference, ldap.asn1:161: frequency 0.0553, inlined */
STUBC_INLINE uint8_t *inline_encode_SearchResultReference(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const SearchResultReference *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = stubc_fast_put_octets(c, q, 0x04, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest.changes.change, ldap.asn1:165: frequency 0.0732, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest_changes_change(stubc_encoder *c, uint8_t *q, uint32_t tag,
    const ModifyRequest_changes_change *v)
{
    uint8_t *const end = q;
    q = inline_encode_PartialAttribute(c, q, 0x30, &v->modification);
    q = stubc_fast_put_integer(c, q, 0x0a, v->operation);
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyRequest.changes, ldap.asn1:165: frequency 0.0483, inlined */
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

/* ModifyRequest, ldap.asn1:163: frequency 0.0483, inlined */
STUBC_INLINE uint8_t *inline_encode_ModifyRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const ModifyRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_ModifyRequest_changes(c, q, 0x30, &v->changes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->object);
    return stubc_fast_header(c, q, end, tag);
}

/* AttributeList, ldap.asn1:178: frequency 0.0387, inlined */
STUBC_INLINE uint8_t *inline_encode_AttributeList(stubc_encoder *c, uint8_t *q, uint32_t tag, const AttributeList *v)
{
    uint8_t *const end = q;
    for (size_t i = v->count; i > 0 && !c->code;) {
        i--;
        q = inline_encode_PartialAttribute(c, q, 0x30, &v->items[i]);
    }
    return stubc_fast_header(c, q, end, tag);
}

/* AddRequest, ldap.asn1:173: frequency 0.0387, inlined */
STUBC_INLINE uint8_t *inline_encode_AddRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const AddRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AttributeList(c, q, 0x30, &v->attributes);
    q = stubc_fast_put_octets(c, q, 0x04, &v->entry);
    return stubc_fast_header(c, q, end, tag);
}

/* ModifyDNRequest, ldap.asn1:188: frequency 0.0276, inlined */
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

/* CompareRequest, ldap.asn1:199: frequency 0.0242, inlined */
STUBC_INLINE uint8_t *inline_encode_CompareRequest(stubc_encoder *c, uint8_t *q, uint32_t tag, const CompareRequest *v)
{
    uint8_t *const end = q;
    q = inline_encode_AttributeValueAssertion(c, q, 0x30, &v->ava);
    q = stubc_fast_put_octets(c, q, 0x04, &v->entry);
    return stubc_fast_header(c, q, end, tag);
}

/* ExtendedRequest, ldap.asn1:208: frequency 0.0204, inlined */
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

/* ExtendedResponse, ldap.asn1:215: frequency 0.0193, inlined */
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
        q = inline_encode_Referral(c, q, 0xa3, &v->referral);
    }
    q = stubc_fast_put_octets(c, q, 0x04, &v->diagnosticMessage);
    q = stubc_fast_put_octets(c, q, 0x04, &v->matchedDN);
    q = stubc_fast_put_integer(c, q, 0x0a, v->resultCode);
    return stubc_fast_header(c, q, end, tag);
}

/* IntermediateResponse, ldap.asn1:221: frequency 0.0184, inlined */
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
        q = stubc_put_header(c, q, q, 0x42);
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
        q = inline_encode_LDAPResult(c, q, 0x69, &v->u.addResponse);
        break;
    case LDAPMessage_protocolOp_kind_delRequest:
        q = stubc_fast_put_octets(c, q, 0x4a, &v->u.delRequest);
        break;
    case LDAPMessage_protocolOp_kind_delResponse:
        q = inline_encode_LDAPResult(c, q, 0x6b, &v->u.delResponse);
        break;
    case LDAPMessage_protocolOp_kind_modDNRequest:
        q = inline_encode_ModifyDNRequest(c, q, 0x6c, &v->u.modDNRequest);
        break;
    case LDAPMessage_protocolOp_kind_modDNResponse:
        q = inline_encode_LDAPResult(c, q, 0x6d, &v->u.modDNResponse);
        break;
    case LDAPMessage_protocolOp_kind_compareRequest:
        q = inline_encode_CompareRequest(c, q, 0x6e, &v->u.compareRequest);
        break;
    case LDAPMessage_protocolOp_kind_compareResponse:
        q = inline_encode_LDAPResult(c, q, 0x6f, &v->u.compareResponse);
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
        q = stubc_put_open(c, q, 0, &v->u.unknown, 0);
        break;
    default:
        q = stubc_refuse(c, q, STUBC_BAD_VALUE);
        break;
    }
    return q;
}

/* Control, ldap.asn1:228: frequency 0.4100, inlined */
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
    for (size_t i = v->count; i > 0 && !c->code;) {
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

/* Filter, ldap.asn1:102: frequency 0.2722, compiled, 389 bytes */
static uint8_t *encode_Filter(stubc_encoder *c, uint8_t *q, uint32_t tag, const void *value)
{
    (void)tag;
    return inline_encode_Filter(c, q, (const Filter *)value);
}

const stubc_root stubc_root_LDAPMessage = {.decode = decode_LDAPMessage, .decode_tag = 0x30,
    .encode = encode_LDAPMessage, .encode_tag = 0x30};

