/* What a server of service.x does. */
#include "service.h"

int nothing_1_svc(stubc_rpc_call *call)
{
    (void)call;
    return STUBC_RPC_SUCCESS;
}

int sum_1_svc(stubc_rpc_call *call, const numbers *argument, xdr_int32 *result)
{
    size_t i;
    (void)call;
    for (i = 0; i < argument->count; i++)
        *result = (int32_t)((uint32_t)*result + (uint32_t)argument->items[i]);
    return STUBC_RPC_SUCCESS;
}

int join_1_svc(stubc_rpc_call *call, const xdr_string *argument1, const xdr_string *argument2,
               const xdr_uint32 *argument3, xdr_string *result)
{
    const size_t spaces = *argument3, length = argument1->length + spaces + argument2->length;
    uint8_t *const text = spaces > 1000 ? NULL : (uint8_t *)stubc_rpc_alloc(call, length + 1);
    if (!text)
        return STUBC_RPC_SYSTEM_ERR;
    memcpy(text, argument1->data, argument1->length);
    memset(text + argument1->length, ' ', spaces);
    memcpy(text + argument1->length + spaces, argument2->data, argument2->length);
    result->data = text;
    result->length = length;
    return STUBC_RPC_SUCCESS;
}

int split_1_svc(stubc_rpc_call *call, const xdr_string *argument, list *result)
{
    size_t from = 0, to;
    for (to = 0; to <= argument->length; to++) {
        if (to == argument->length || argument->data[to] == ' ') {
            node *const one = (node *)stubc_rpc_alloc(call, sizeof *one);
            if (!one)
                return STUBC_RPC_SYSTEM_ERR;
            one->text.data = argument->data + from;
            one->text.length = to - from;
            one->next = NULL;
            *result = one;
            result = &one->next;
            from = to + 1;
        }
    }
    return STUBC_RPC_SUCCESS;
}

static tree *mirrored(stubc_rpc_call *call, const tree *from)
{
    tree *const to = (tree *)stubc_rpc_alloc(call, sizeof *to);
    if (!to)
        return NULL;
    to->value = from->value;
    to->has_left = from->has_right;
    to->has_right = from->has_left;
    to->left = from->has_right ? mirrored(call, from->right) : NULL;
    to->right = from->has_left ? mirrored(call, from->left) : NULL;
    return (from->has_right && !to->left) || (from->has_left && !to->right) ? NULL : to;
}

int mirror_3_svc(stubc_rpc_call *call, const tree *argument, tree *result)
{
    const tree *const to = mirrored(call, argument);
    if (!to)
        return STUBC_RPC_SYSTEM_ERR;
    *result = *to;
    return STUBC_RPC_SUCCESS;
}

int find_3_svc(stubc_rpc_call *call, const handle *argument, found *result)
{
    (void)call;
    result->known = (*argument)[0] != 0;
    if (result->known)
        memcpy(result->u.where, *argument, sizeof result->u.where);
    return STUBC_RPC_SUCCESS;
}

int count_3_svc(stubc_rpc_call *call, const xdr_uint32 *argument, numbers *result)
{
    size_t i;
    if (*argument > 1000)
        return STUBC_RPC_GARBAGE_ARGS;
    result->items = (int32_t *)stubc_rpc_alloc(call, *argument * sizeof(int32_t));
    if (!result->items)
        return STUBC_RPC_SYSTEM_ERR;
    result->count = *argument;
    for (i = 0; i < result->count; i++)
        result->items[i] = (int32_t)i;
    return STUBC_RPC_SUCCESS;
}

int caller_3_svc(stubc_rpc_call *call, xdr_uint32 *result)
{
    if (call->flavor != STUBC_RPC_AUTH_SYS)
        return STUBC_RPC_AUTH_ERROR + 5;
    *result = call->sys.uid + call->sys.group_count;
    return STUBC_RPC_SUCCESS;
}

int tell_3_svc(stubc_rpc_call *call, const xdr_string *argument)
{
    (void)call;
    return argument->length ? STUBC_RPC_SUCCESS : STUBC_RPC_NO_REPLY;
}

int fail_3_svc(stubc_rpc_call *call, const xdr_int32 *argument, xdr_int32 *result)
{
    (void)call;
    *result = 0;
    return *argument;
}
