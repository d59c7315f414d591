/* SearchResultEntry of LDAP by hand, both ways. */
#include "ldap.h"
#include "limit.h"

/* Decodes the values of an attribute from p to e, in one pass: each takes two octets of input or more. Returns e. */
LIMIT_INLINE const uint8_t *decode_values(PartialAttribute_vals *v, limit_arena *arena, const uint8_t *p,
                                          const uint8_t *e)
{
    stubc_slice *item = (stubc_slice *)(void *)arena->next;
    if (p == e || (size_t)(arena->end - arena->next) / sizeof *item < (size_t)(e - p) / 2) {
        return NULL;
    }
    v->items = item;
    do {
        p = limit_octets(p, e, 0x04, item++);
        if (!p) {
            return NULL;
        }
    } while (p != e);
    v->count = (size_t)(item - v->items);
    arena->next = (uint8_t *)item;
    return v->count <= arena->most ? p : NULL;
}

/* Decodes the usual form; returns its end. */
static const uint8_t *decode(LDAPMessage *v, const uint8_t *input, size_t length, stubc_context *context)
{
    SearchResultEntry *const entry = &v->protocolOp.u.searchResEntry;
    PartialAttribute *item;
    const uint8_t *p, *e, *end, *last;
    int32_t id;
    limit_arena arena;
    if (!limit_open(&arena, context, length) || !(p = limit_enter(input, input + length, 0x30, &end)) ||
        !(p = limit_integer(p, end, &id)) || id < 0 || !(p = limit_enter(p, end, 0x64, &e)) || e != end ||
        !(p = limit_octets(p, end, 0x04, &entry->objectName)) || !(p = limit_enter(p, end, 0x30, &e)) || e != end) {
        return NULL;
    }
    v->has_controls = false;
    v->messageID = (uint32_t)id;
    v->protocolOp.kind = ProtocolOp_kind_searchResEntry;
    item = (PartialAttribute *)limit_array(&arena, p, end, sizeof *item, &entry->attributes.count);
    if (!item) {
        return NULL;
    }
    entry->attributes.items = item;
    do {
        if (!(p = limit_enter(p, end, 0x30, &last)) || !(p = limit_octets(p, last, 0x04, &item->type)) ||
            !(p = limit_enter(p, last, 0x31, &e)) || e != last || !(p = decode_values(&item->vals, &arena, p, e))) {
            return NULL;
        }
        item++;
    } while (p != end);
    limit_keep(&arena, context);
    return p;
}

/* Encodes in front of q; returns the start. */
static uint8_t *encode(const LDAPMessage *v, const uint8_t *begin, uint8_t *q)
{
    const SearchResultEntry *const entry = &v->protocolOp.u.searchResEntry;
    const PartialAttribute *item;
    const uint8_t *const end = q;
    size_t i, j;
    if (v->has_controls || v->protocolOp.kind != ProtocolOp_kind_searchResEntry) {
        return NULL;
    }
    item = entry->attributes.items;
    for (i = entry->attributes.count; i-- > 0;) {
        const uint8_t *const last = q;
        const stubc_slice *const values = item[i].vals.items;
        for (j = item[i].vals.count; j-- > 0;) {
            q = limit_put_octets(begin, q, 0x04, values[j].data, values[j].length);
            if (!q) {
                return NULL;
            }
        }
        if (!(q = limit_close(begin, q, last, 0x31)) ||
            !(q = limit_put_octets(begin, q, 0x04, item[i].type.data, item[i].type.length)) ||
            !(q = limit_close(begin, q, last, 0x30))) {
            return NULL;
        }
    }
    if (!(q = limit_close(begin, q, end, 0x30)) ||
        !(q = limit_put_octets(begin, q, 0x04, entry->objectName.data, entry->objectName.length)) ||
        !(q = limit_close(begin, q, end, 0x64)) || !(q = limit_put_integer(begin, q, 0x02, v->messageID))) {
        return NULL;
    }
    return limit_close(begin, q, end, 0x30);
}

LIMIT_DECODER(LDAPMessage)
LIMIT_ENCODERS(LDAPMessage)
