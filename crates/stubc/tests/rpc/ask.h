/* What clients of service.x ask, over whatever carries it. */
#ifndef ASK_H
#define ASK_H

#include "check.h"
#include "service.h"

#define MOST 1000

static xdr_string text(const char *from)
{
    xdr_string slice;
    slice.data = (const uint8_t *)from;
    slice.length = strlen(from);
    return slice;
}

static bool is_text(xdr_string slice, const char *expected)
{
    return slice.length == strlen(expected) && !memcmp(slice.data, expected, slice.length);
}

static void every_procedure(stubc_rpc_client *client)
{
    static int32_t items[MOST];
    numbers some;
    xdr_int32 sum;
    xdr_uint32 spaces = 2, many = MOST, who;
    xdr_string a = text("left"), b = text("right"), joined;
    list parts;
    tree root, leaf, mirror;
    handle where;
    found known;
    size_t i;
    CHECK(nothing_1(client) == STUBC_RPC_SUCCESS);
    for (i = 0; i < MOST; i++)
        items[i] = (int32_t)i - 10;
    some.items = items;
    some.count = MOST;
    CHECK(sum_1(client, &some, &sum) == STUBC_RPC_SUCCESS && sum == MOST * (MOST - 1) / 2 - 10 * MOST);
    CHECK(join_1(client, &a, &b, &spaces, &joined) == STUBC_RPC_SUCCESS && is_text(joined, "left  right"));
    a = text("one two three");
    CHECK(split_1(client, &a, &parts) == STUBC_RPC_SUCCESS && parts && parts->next && is_text(parts->next->text, "two"));
    CHECK(parts && parts->next && parts->next->next && !parts->next->next->next);
    memset(&root, 0, sizeof root);
    memset(&leaf, 0, sizeof leaf);
    leaf.value = 5;
    root.has_left = true;
    root.left = &leaf;
    CHECK(mirror_3(client, &root, &mirror) == STUBC_RPC_SUCCESS);
    CHECK(!mirror.has_left && mirror.has_right && mirror.right->value == 5);
    memset(&where, 3, sizeof where);
    CHECK(find_3(client, (const handle *)&where, &known) == STUBC_RPC_SUCCESS && known.known && known.u.where[31] == 3);
    where[0] = 0;
    CHECK(find_3(client, (const handle *)&where, &known) == STUBC_RPC_SUCCESS && !known.known);
    CHECK(count_3(client, &many, &some) == STUBC_RPC_SUCCESS && some.count == MOST && some.items[MOST - 1] == MOST - 1);
    a = text("hello");
    CHECK(tell_3(client, &a) == STUBC_RPC_SUCCESS);
    many = MOST + 1;
    CHECK(count_3(client, &many, &some) == STUBC_RPC_GARBAGE_ARGS);
    CHECK(caller_3(client, &who) == STUBC_RPC_AUTH_ERROR + 5);
    {
        stubc_rpc_sys sys;
        memset(&sys, 0, sizeof sys);
        sys.machine = text("host");
        sys.uid = 40;
        sys.group_count = 2;
        CHECK(stubc_rpc_credentials(client, &sys) == 0);
        CHECK(caller_3(client, &who) == STUBC_RPC_SUCCESS && who == 42);
        sys.group_count = 17;
        CHECK(stubc_rpc_credentials(client, &sys) == STUBC_BAD_VALUE);
        CHECK(stubc_rpc_credentials(client, NULL) == 0);
        CHECK(caller_3(client, &who) == STUBC_RPC_AUTH_ERROR + 5);
    }
}

#endif
