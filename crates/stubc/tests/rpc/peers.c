/* A client and a server of service.x for peers of other makes: `peers serve` registers with rpcbind and serves until it is
 * stopped, `peers ask` asks the server that rpcbind names. */
#define _POSIX_C_SOURCE 200809L
#include "ask.h"

#include <signal.h>

enum { PLACES = 4, RECORD = 9000, PROGRAM = 0x20000099 };

#include "place.h"

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static int serve(void)
{
    static stubc_net_server server;
    static const uint32_t versions[] = {1, 3};
    struct sigaction action;
    size_t i;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    sigaction(SIGTERM, &action, NULL);
    if (listen_here(&server))
        return 2;
    for (i = 0; i < 2; i++) {
        stubc_net_register(PROGRAM, versions[i], 0, 0);
        CHECK(stubc_net_register(PROGRAM, versions[i], STUBC_NET_UDP, server.udp_port));
        CHECK(stubc_net_register(PROGRAM, versions[i], STUBC_NET_TCP, server.tcp_port));
        CHECK(stubc_net_port("127.0.0.1", PROGRAM, versions[i], STUBC_NET_TCP) == server.tcp_port);
    }
    /* Somebody else's registration does not change. */
    CHECK(!stubc_net_register(PROGRAM, 1, STUBC_NET_UDP, 9));
    printf("serving, %u failures\n", failures);
    fflush(stdout);
    while (!stopped)
        stubc_net_serve(&server, 200);
    stubc_net_shut(&server);
    for (i = 0; i < 2; i++)
        CHECK(stubc_net_register(PROGRAM, versions[i], 0, 0));
    CHECK(stubc_net_port("127.0.0.1", PROGRAM, 1, STUBC_NET_TCP) == 0);
    /* What is no address has no port. */
    CHECK(stubc_net_port("no address", PROGRAM, 1, STUBC_NET_TCP) == 0);
    printf("%u failures\n", failures);
    return failures != 0;
}

/* Calls of both versions in one batch. */
static void ask_together(stubc_rpc_client *client)
{
    enum { ROUNDS = 20, KINDS = 6 };
    static stubc_rpc_pending calls[ROUNDS * KINDS];
    static int32_t items[] = {1, 2, 3};
    static xdr_int32 sums[ROUNDS];
    static xdr_string joined[ROUNDS];
    static list parts[ROUNDS];
    static numbers counted[ROUNDS];
    static xdr_uint32 who, many[ROUNDS];
    const xdr_string left = text("one two"), right = text("three");
    const xdr_uint32 spaces = 1;
    stubc_rpc_batch batch;
    numbers some;
    size_t i;
    some.items = items;
    some.count = 3;
    stubc_rpc_batch_begin(&batch, client, calls, ROUNDS * KINDS);
    for (i = 0; i < ROUNDS; i++) {
        many[i] = (xdr_uint32)i;
        CHECK(sum_1_add(&batch, &some, &sums[i]) == (int)(KINDS * i));
        CHECK(join_1_add(&batch, &left, &right, &spaces, &joined[i]) > 0);
        CHECK(split_1_add(&batch, &left, &parts[i]) > 0);
        CHECK(count_3_add(&batch, &many[i], &counted[i]) > 0);
        CHECK(nothing_1_add(&batch) > 0);
        CHECK(caller_3_add(&batch, &who) > 0);
    }
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_AUTH_ERROR + 5);
    for (i = 0; i < ROUNDS; i++) {
        const stubc_rpc_pending *const here = calls + KINDS * i;
        CHECK(!here[0].outcome && sums[i] == 6 && !here[1].outcome && is_text(joined[i], "one two three"));
        CHECK(!here[2].outcome && parts[i] && parts[i]->next && is_text(parts[i]->next->text, "two"));
        CHECK(!here[3].outcome && counted[i].count == i && !here[4].outcome && here[5].outcome == STUBC_RPC_AUTH_ERROR + 5);
    }
}

static int ask(void)
{
    static const unsigned protocols[] = {STUBC_NET_UDP, STUBC_NET_TCP};
    static uint8_t out[9000], in[9000], arena[65536];
    size_t i;
    for (i = 0; i < 2; i++) {
        const uint16_t port = stubc_net_port("127.0.0.1", PROGRAM, 1, protocols[i]);
        stubc_net net;
        stubc_rpc_client client;
        CHECK(port != 0);
        CHECK(stubc_net_open(&net, "127.0.0.1", port, protocols[i]) == 0);
        CHECK(stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
        client.context = stubc_context_over(arena, sizeof arena);
        client.timeout = 5000;
        if (failures)
            break;
        every_procedure(&client);
        stubc_rpc_begin(&client, PROGRAM, 3, 77);
        CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROC_UNAVAIL);
        stubc_rpc_begin(&client, PROGRAM, 2, 0);
        CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROG_MISMATCH && client.low == 1 && client.high == 3);
        stubc_rpc_begin(&client, PROGRAM + 1, 1, 0);
        CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_PROG_UNAVAIL);
        stubc_rpc_begin(&client, PROGRAM, 1, 1);
        CHECK(stubc_rpc_finish(&client, NULL, NULL) == STUBC_RPC_GARBAGE_ARGS);
        ask_together(&client);
        stubc_net_close(&net);
    }
    printf("%u failures\n", failures);
    return failures != 0;
}

int main(int count, char **arguments)
{
    return count == 2 && !strcmp(arguments[1], "serve") ? serve() : ask();
}
