/* rpc: marshalling code made by stubc. Do not edit.
 * Version: stubc 0.1.0
 * Specifications: rpc.x
 * Options: --rpc client --rpc server --technique compiled
 */
#include "rpc.h"

static stubc_read_fn decode_range;
static stubc_decode_fn decode_state;
static stubc_decode_fn decode_series;
static stubc_read_fn decode_xdr_uint32;

static stubc_write_fn encode_range;
static stubc_write_fn encode_state;
static stubc_encode_fn encode_series;
static stubc_write_fn encode_xdr_uint32;

static const uint8_t *decode_step_range(stubc_decoder *d, const uint8_t *p, void *value)
{
    (void)d;
    decode_range(p, value);
    return p + 8;
}

static const uint8_t *decode_step_xdr_uint32(stubc_decoder *d, const uint8_t *p, void *value)
{
    (void)d;
    decode_xdr_uint32(p, value);
    return p + 4;
}

static uint8_t *encode_step_range(stubc_encoder *c, uint8_t *q, const void *value)
{
    (void)c;
    encode_range(q, value);
    return q + 8;
}

static uint8_t *encode_step_state(stubc_encoder *c, uint8_t *q, const void *value)
{
    (void)c;
    encode_state(q, value);
    return q + 12;
}

static uint8_t *encode_step_xdr_uint32(stubc_encoder *c, uint8_t *q, const void *value)
{
    (void)c;
    encode_xdr_uint32(q, value);
    return q + 4;
}

static void decode_range(const uint8_t *p, void *value)
{
    range *const v = (range *)value;
    v->from = (int32_t)stubc_word(p);
    v->to = (int32_t)stubc_word(p + 4);
}

static const uint8_t *decode_state(stubc_decoder *d, const uint8_t *p, void *value)
{
    state *const v = (state *)value;
    const uint8_t *const start = p;
    if (stubc_word(p) > 1) {
        return stubc_fail(d, STUBC_BAD_VALUE, start);
    }
    v->busy = stubc_word(p) != 0;
    v->since = (uint64_t)stubc_hyper(p + 4);
    p += 12;
    return p;
}

static const uint8_t *decode_series(stubc_decoder *d, const uint8_t *p, void *value)
{
    series *const v = (series *)value;
    v->items = (int32_t *)stubc_quick_array(d, p, 1000u, 4, sizeof *v->items, &v->count);
    if (d->code) {
        return NULL;
    }
    stubc_swap32(v->items, p + 4, v->count);
    p += 4 + 4 * v->count;
    return p;
}

static void decode_xdr_uint32(const uint8_t *p, void *value)
{
    xdr_uint32 *const v = (xdr_uint32 *)value;
    *v = (uint32_t)stubc_word(p);
}

static void encode_range(uint8_t *q, const void *value)
{
    const range *const v = (const range *)value;
    stubc_put_word(q, (uint32_t)v->from);
    stubc_put_word(q + 4, (uint32_t)v->to);
}

static void encode_state(uint8_t *q, const void *value)
{
    const state *const v = (const state *)value;
    stubc_put_word(q, v->busy);
    stubc_put_hyper(q + 4, (uint64_t)v->since);
}

static uint8_t *encode_series(stubc_encoder *c, uint8_t *q, const void *value)
{
    const series *const v = (const series *)value;
    q = stubc_quick_count(c, q, 1000u, 4, v->count);
    if (!q) {
        return NULL;
    }
    stubc_swap32(q, v->items, v->count);
    q += 4 * v->count;
    return q;
}

static void encode_xdr_uint32(uint8_t *q, const void *value)
{
    const xdr_uint32 *const v = (const xdr_uint32 *)value;
    stubc_put_word(q, (uint32_t)*v);
}

static const stubc_root stubc_root_state = {.lead = 12, .decode = decode_state, .encode = encode_step_state,
    .write = encode_state};

static const stubc_root stubc_root_range = {.lead = 8, .decode = decode_step_range, .read = decode_range,
    .encode = encode_step_range, .write = encode_range};

static const stubc_root stubc_root_series = {.lead = 4, .decode = decode_series, .encode = encode_series};

static const stubc_root stubc_root_xdr_uint32 = {.lead = 4, .decode = decode_step_xdr_uint32, .read = decode_xdr_uint32,
    .encode = encode_step_xdr_uint32, .write = encode_xdr_uint32};

/* ---- Calls of METER (536870978), METER_1 (1) ---- */

int look_1(stubc_rpc_client *client, state *result)
{
    static const stubc_rpc_procedure procedure = {536870978u, 1u, 1u, NULL, &stubc_root_state};
    return stubc_rpc_invoke(client, &procedure, NULL, result);
}

int read_1(stubc_rpc_client *client, const range *argument, series *result)
{
    static const stubc_rpc_procedure procedure = {536870978u, 1u, 2u, &stubc_root_range, &stubc_root_series};
    return stubc_rpc_invoke(client, &procedure, argument, result);
}

int span_1(stubc_rpc_client *client, const series *argument1, const xdr_uint32 *argument2, range *result)
{
    stubc_rpc_begin(client, 536870978u, 1u, 3u);
    stubc_rpc_argument(client, argument1, &stubc_root_series);
    stubc_rpc_argument(client, argument2, &stubc_root_xdr_uint32);
    return stubc_rpc_finish(client, result, &stubc_root_range);
}

int reset_1(stubc_rpc_client *client, const state *argument)
{
    static const stubc_rpc_procedure procedure = {536870978u, 1u, 4u, &stubc_root_state, NULL};
    return stubc_rpc_invoke(client, &procedure, argument, NULL);
}

/* ---- Procedures of METER (536870978), METER_1 (1) ---- */

static int serve_look_1(stubc_rpc_call *call)
{
    state result;
    int outcome;
    memset(&result, 0, sizeof result);
    outcome = look_1_svc(call, &result);
    return outcome ? outcome : stubc_rpc_give(call, &result, &stubc_root_state);
}

static int serve_read_1(stubc_rpc_call *call)
{
    range argument;
    series result;
    int outcome;
    outcome = stubc_rpc_take(call, &argument, &stubc_root_range);
    if (outcome) {
        return outcome;
    }
    memset(&result, 0, sizeof result);
    outcome = read_1_svc(call, &argument, &result);
    return outcome ? outcome : stubc_rpc_give(call, &result, &stubc_root_series);
}

static int serve_span_1(stubc_rpc_call *call)
{
    series argument1;
    xdr_uint32 argument2;
    range result;
    int outcome;
    outcome = stubc_rpc_take(call, &argument1, &stubc_root_series);
    if (outcome) {
        return outcome;
    }
    outcome = stubc_rpc_take(call, &argument2, &stubc_root_xdr_uint32);
    if (outcome) {
        return outcome;
    }
    memset(&result, 0, sizeof result);
    outcome = span_1_svc(call, &argument1, &argument2, &result);
    return outcome ? outcome : stubc_rpc_give(call, &result, &stubc_root_range);
}

static int serve_reset_1(stubc_rpc_call *call)
{
    state argument;
    int outcome;
    outcome = stubc_rpc_take(call, &argument, &stubc_root_state);
    if (outcome) {
        return outcome;
    }
    return reset_1_svc(call, &argument);
}

static int stubc_dispatch_536870978_1(stubc_rpc_call *call)
{
    switch (call->procedure) {
    case 0:
        return STUBC_RPC_SUCCESS;
    case 1u:
        return serve_look_1(call);
    case 2u:
        return serve_read_1(call);
    case 3u:
        return serve_span_1(call);
    case 4u:
        return serve_reset_1(call);
    default:
        return STUBC_RPC_PROC_UNAVAIL;
    }
}

static const stubc_rpc_bound stubc_bounds_536870978_1[] = {
    {1u, 36u}, /* LOOK */
    {2u, 4028u}, /* READ */
    {3u, 32u}, /* SPAN */
    {4u, 32u}, /* RESET */
};

const stubc_rpc_service rpc_services[] = {
    {536870978u, 1u, stubc_dispatch_536870978_1, stubc_bounds_536870978_1, 4u},
};
