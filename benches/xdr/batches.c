/* So many GETATTR at once, over and over: `batches WAY udp|tcp PORT CALLS ROUNDS` prints the mean nanoseconds of a round
 * against a server on this host (batch_server.c). WAY: `one`, a call after the other; `batch`, with the functions of
 * `--rpc client,batch`; `pipelined`, all calls in one send without stubs (over UDP a datagram each), then all replies.
 * -DTIRPC: a call after the other with libtirpc; `unanswered` over TCP is its batched calls: all but the last get no reply. */
#define _DEFAULT_SOURCE
#include "nfs3.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 100, CALL_SIZE = 80, REPLY_SIZE = 116, SIZE = 65536 };

static void fail(const char *why)
{
    fprintf(stderr, "batches: %s\n", why);
    exit(1);
}

#ifdef TIRPC
static char handle[32] = {7};
static CLIENT *client;

static void one_by_one(size_t calls)
{
    GETATTR3args about;
    about.object.data.data_val = handle;
    about.object.data.data_len = sizeof handle;
    for (; calls; calls--) {
        const GETATTR3res *const found = nfsproc3_getattr_3(&about, client);
        if (!found || found->GETATTR3res_u.resok.obj_attributes.fileid != 7) {
            fail("no attributes");
        }
    }
}

static void unanswered(size_t calls)
{
    struct timeval none = {0, 0};
    GETATTR3args about;
    about.object.data.data_val = handle;
    about.object.data.data_len = sizeof handle;
    for (; calls > 1; calls--) {
        clnt_call(client, NFSPROC3_GETATTR, (xdrproc_t)xdr_GETATTR3args, (caddr_t)&about, NULL, NULL, none);
    }
    one_by_one(1);
}

static void (*way_of(const char *name))(size_t)
{
    return !strcmp(name, "one") ? one_by_one : !strcmp(name, "unanswered") ? unanswered : NULL;
}

static void reach(int is_stream, uint16_t port)
{
    struct sockaddr_in to;
    struct timeval wait = {5, 0};
    int fd = RPC_ANYSOCK;
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client = is_stream ? clnttcp_create(&to, NFS_PROGRAM, NFS_V3, &fd, 0, 0)
                       : clntudp_create(&to, NFS_PROGRAM, NFS_V3, wait, &fd);
    if (!client) {
        fail("cannot connect");
    }
}
#else
#include "stubc_net.h"

static uint8_t out[SIZE], in[SIZE], arena[SIZE];
static const uint8_t handle[32] = {7};
static stubc_net net;
static stubc_rpc_client client;

static void one_by_one(size_t calls)
{
    GETATTR3args about;
    GETATTR3res found;
    about.object.data.data = handle;
    about.object.data.length = sizeof handle;
    for (; calls; calls--) {
        if (nfsproc3_getattr_3(&client, &about, &found) || found.u.resok.obj_attributes.fileid != 7) {
            fail("no attributes");
        }
    }
}

static void batched(size_t calls)
{
    static stubc_rpc_pending pending[MOST];
    static GETATTR3res found[MOST];
    stubc_rpc_batch batch;
    GETATTR3args about;
    size_t i;
    about.object.data.data = handle;
    about.object.data.length = sizeof handle;
    stubc_rpc_batch_begin(&batch, &client, pending, MOST);
    for (i = 0; i < calls; i++) {
        nfsproc3_getattr_3_add(&batch, &about, &found[i]);
    }
    if (batch.count != calls || stubc_rpc_batch_run(&batch) || found[calls - 1].u.resok.obj_attributes.fileid != 7) {
        fail("no attributes");
    }
}

/* The bytes of GETATTR are those of the stub, which has left a call in its buffer. */
static void pipelined(size_t calls)
{
    static uint8_t all[MOST * CALL_SIZE];
    const bool is_stream = net.transport.is_stream;
    const size_t unmarked = is_stream ? 0 : 4, due = calls * (REPLY_SIZE - unmarked);
    size_t i, got = 0;
    for (i = 0; i < calls; i++) {
        uint8_t *const to = all + i * (CALL_SIZE - unmarked);
        memcpy(to, out + unmarked, CALL_SIZE - unmarked);
        stubc_put_word(to + 4 - unmarked, ++client.xid);
        if (!is_stream && net.transport.send(&net.transport, to, CALL_SIZE - unmarked, 5000)) {
            fail("cannot send");
        }
    }
    if (is_stream && net.transport.send(&net.transport, all, calls * CALL_SIZE, 5000)) {
        fail("cannot send");
    }
    while (got < due) {
        const stubc_result octets = net.transport.receive(&net.transport, in, sizeof in, 5000);
        if (octets <= 0) {
            fail("no reply");
        }
        got += (size_t)octets;
    }
    if (got > due) {
        fail("too many replies");
    }
}

static void (*way_of(const char *name))(size_t)
{
    return !strcmp(name, "one") ? one_by_one : !strcmp(name, "batch") ? batched : !strcmp(name, "pipelined") ? pipelined : NULL;
}

static void reach(int is_stream, uint16_t port)
{
    if (stubc_net_open(&net, "127.0.0.1", port, is_stream ? STUBC_NET_TCP : STUBC_NET_UDP) ||
        stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in)) {
        fail("cannot connect");
    }
    client.context = stubc_context_over(arena, sizeof arena);
}
#endif

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

int main(int count, char **argument)
{
    void (*const way)(size_t) = count < 6 ? NULL : way_of(argument[1]);
    size_t calls;
    unsigned long rounds, round;
    double begun;
    if (!way || (calls = strtoul(argument[4], NULL, 10)) < 1 || calls > MOST) {
        fail("usage: batches WAY udp|tcp PORT CALLS ROUNDS");
    }
    rounds = strtoul(argument[5], NULL, 10);
    reach(strcmp(argument[2], "udp"), (uint16_t)atoi(argument[3]));
    one_by_one(1);
    begun = now();
    for (round = 0; round < rounds; round++) {
        way(calls);
    }
    printf("%.0f\n", (now() - begun) / (double)rounds);
    return 0;
}
