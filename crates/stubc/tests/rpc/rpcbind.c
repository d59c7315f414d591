/* Asks a host's rpcbind in all versions of its protocol, over UDP and TCP, through the stubs of specs/xdr/rpcbind.x. */
#include "check.h"
#include "rpcbind.h"
#include "stubc_net.h"


enum { RPCBIND_PORT = 111 };

static stubc_slice text(const char *from)
{
    stubc_slice slice;
    slice.data = (const uint8_t *)from;
    slice.length = strlen(from);
    return slice;
}

static bool ends_with(stubc_slice slice, const char *end)
{
    const size_t n = strlen(end);
    return slice.length >= n && !memcmp(slice.data + slice.length - n, end, n);
}

static void ask(unsigned protocol)
{
    static uint8_t out[1024], in[32768], arena[65536];
    const char *const netid = protocol == STUBC_NET_TCP ? "tcp" : "udp";
    stubc_net net;
    stubc_rpc_client client;
    mapping own = {100000, 2, 0, 0};
    xdr_uint32 port, then = 0, now = 0;
    pmaplist_ptr list;
    rpcblist_ptr list3;
    rpcb wanted;
    xdr_string address;
    unsigned found = 0, found3 = 0;
    own.prot = protocol;
    memset(&wanted, 0, sizeof wanted);
    wanted.r_prog = 100000;
    wanted.r_vers = 4;
    wanted.r_netid = text(netid);
    wanted.r_addr = text("");
    wanted.r_owner = text("");
    CHECK(stubc_net_open(&net, "127.0.0.1", RPCBIND_PORT, protocol) == 0);
    CHECK(stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
    client.context = stubc_context_over(arena, sizeof arena);
    client.timeout = 5000;
    /* Version 2. */
    CHECK(pmapproc_null_2(&client) == STUBC_RPC_SUCCESS);
    CHECK(pmapproc_getport_2(&client, &own, &port) == STUBC_RPC_SUCCESS && port == RPCBIND_PORT);
    CHECK(stubc_net_port("127.0.0.1", 100000, 2, protocol) == RPCBIND_PORT);
    own.prog = 99;
    CHECK(pmapproc_getport_2(&client, &own, &port) == STUBC_RPC_SUCCESS && port == 0);
    CHECK(pmapproc_dump_2(&client, &list) == STUBC_RPC_SUCCESS);
    for (; list; list = list->next)
        found += list->map.prog == 100000 && list->map.port == RPCBIND_PORT;
    CHECK(found >= 2);
    /* Versions 3 and 4. */
    stubc_rpc_begin(&client, 100000, 3, 0);
    CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_SUCCESS);
    CHECK(rpcbproc_getaddr_3(&client, &wanted, &address) == STUBC_RPC_SUCCESS && ends_with(address, ".0.111"));
    CHECK(rpcbproc_getaddr_4(&client, &wanted, &address) == STUBC_RPC_SUCCESS && ends_with(address, ".0.111"));
    CHECK(rpcbproc_dump_3(&client, &list3) == STUBC_RPC_SUCCESS);
    for (; list3; list3 = list3->rpcb_next)
        found3 += list3->rpcb_map.r_prog == 100000 && ends_with(list3->rpcb_map.r_netid, netid);
    CHECK(found3 >= 2);
    CHECK(rpcbproc_dump_4(&client, &list3) == STUBC_RPC_SUCCESS && list3);
    CHECK(rpcbproc_gettime_3(&client, &then) == STUBC_RPC_SUCCESS && rpcbproc_gettime_4(&client, &now) == STUBC_RPC_SUCCESS);
    CHECK(now - then <= 60);
    /* All of it at once. */
    {
        stubc_rpc_pending calls[12];
        stubc_rpc_batch batch;
        xdr_uint32 ports[10];
        xdr_string addresses[2];
        size_t i;
        own.prog = 100000;
        stubc_rpc_batch_begin(&batch, &client, calls, 12);
        for (i = 0; i < 10; i++) {
            CHECK(pmapproc_getport_2_add(&batch, &own, &ports[i]) == (int)i);
        }
        CHECK(rpcbproc_getaddr_3_add(&batch, &wanted, &addresses[0]) == 10);
        CHECK(rpcbproc_getaddr_4_add(&batch, &wanted, &addresses[1]) == 11);
        CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_SUCCESS);
        for (i = 0; i < 10; i++) {
            CHECK(ports[i] == RPCBIND_PORT);
        }
        CHECK(ends_with(addresses[0], ".0.111") && ends_with(addresses[1], ".0.111"));
    }
    /* What it refuses. */
    stubc_rpc_begin(&client, 100000, 2, 99);
    CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROC_UNAVAIL);
    stubc_rpc_begin(&client, 100000, 9, 0);
    CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROG_MISMATCH && client.low == 2 && client.high == 4);
    stubc_rpc_begin(&client, 100099, 1, 0);
    CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROG_UNAVAIL);
    stubc_net_close(&net);
}

int main(void)
{
    ask(STUBC_NET_UDP);
    ask(STUBC_NET_TCP);
    printf("%u failures\n", failures);
    return failures != 0;
}
