/* GetResponse of SNMP by hand: encoding. */
#include "snmp.h"
#include "limit.h"

/* Identifiers of the values of a binding, by kind. */
static const uint8_t tags[] = {0, 0x02, 0x04, 0x06, 0x05, 0x40, 0x41, 0x42, 0x43, 0x44, 0x46, 0x80, 0x81, 0x82};

/* Encodes the value of a binding in front of q; returns its start. */
LIMIT_INLINE uint8_t *encode_value(const BindValue *v, const uint8_t *begin, uint8_t *q)
{
    switch (v->kind) {
    case BindValue_kind_number:
        return limit_put_integer(begin, q, 0x02, v->u.number);
    case BindValue_kind_string:
    case BindValue_kind_address:
    case BindValue_kind_arbitrary:
        return limit_put_octets(begin, q, tags[v->kind], v->u.string.data, v->u.string.length);
    case BindValue_kind_object:
        return limit_put_oid(begin, q, &v->u.object);
    case BindValue_kind_counter:
    case BindValue_kind_gauge:
    case BindValue_kind_ticks:
        return limit_put_integer(begin, q, tags[v->kind], v->u.counter);
    case BindValue_kind_big_counter:
        return v->u.big_counter <= INT64_MAX ? limit_put_integer(begin, q, 0x46, (int64_t)v->u.big_counter) : NULL;
    case BindValue_kind_unSpecified:
    case BindValue_kind_noSuchObject:
    case BindValue_kind_noSuchInstance:
    case BindValue_kind_endOfMibView:
        return limit_close(begin, q, q, tags[v->kind]);
    default:
        return NULL;
    }
}

/* Encodes in front of q; returns the start. */
static uint8_t *encode(const Message *v, const uint8_t *begin, uint8_t *q)
{
    const PDU *const pdu = &v->data.u.get_response;
    const VarBind *const items = pdu->variable_bindings.items;
    const uint8_t *const end = q;
    size_t i;
    if (v->data.kind != PDUs_kind_get_response) {
        return NULL;
    }
    for (i = pdu->variable_bindings.count; i-- > 0;) {
        const uint8_t *const last = q;
        if (!(q = encode_value(&items[i].value, begin, q)) || !(q = limit_put_oid(begin, q, &items[i].name)) ||
            !(q = limit_close(begin, q, last, 0x30))) {
            return NULL;
        }
    }
    if (!(q = limit_close(begin, q, end, 0x30)) || !(q = limit_put_integer(begin, q, 0x02, pdu->error_index)) ||
        !(q = limit_put_integer(begin, q, 0x02, pdu->error_status)) ||
        !(q = limit_put_integer(begin, q, 0x02, pdu->request_id)) || !(q = limit_close(begin, q, end, 0xa2)) ||
        !(q = limit_put_octets(begin, q, 0x04, v->community.data, v->community.length)) ||
        !(q = limit_put_integer(begin, q, 0x02, v->version))) {
        return NULL;
    }
    return limit_close(begin, q, end, 0x30);
}

LIMIT_ENCODERS(Message)
