/* Round trips of arrays of integers over the loopback interface: `round_trips udp|tcp COUNT BATCHES CALLS` starts a
 * server, and prints of each batch the mean nanoseconds of a call and the share of the client's time that the kernel took.
 * -DTIRPC: rpcgen with libtirpc on both sides; else stubc on both. */
#define _DEFAULT_SOURCE
#include "rmin.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int32_t integers[2000];

#ifdef TIRPC
void rmin_prog_1(struct svc_req *, SVCXPRT *);
void *rmin_null_1_svc(void *argument, struct svc_req *request)
{
    (void)request;
    return argument ? argument : integers;
}
int *rmin_1_svc(pair *argument, struct svc_req *request)
{
    (void)request;
    return argument->int1 < argument->int2 ? &argument->int1 : &argument->int2;
}
numbers *exchange_1_svc(numbers *argument, struct svc_req *request)
{
    (void)request;
    return argument;
}
int *exchange_fixed_1_svc(int *argument, struct svc_req *request)
{
    (void)request;
    return argument;
}
static CLIENT *client;
static uint16_t listen_on(int stream)
{
    SVCXPRT *const transport = stream ? svctcp_create(RPC_ANYSOCK, 0, 0) : svcudp_create(RPC_ANYSOCK);
    if (!transport || !svc_register(transport, RMIN_PROG, RMIN_VERS, rmin_prog_1, 0))
        exit(2);
    return transport->xp_port;
}
static void serve(void)
{
    svc_run();
}
static int reach(uint16_t port, int stream)
{
    struct sockaddr_in to;
    struct timeval wait = {5, 0};
    int fd = RPC_ANYSOCK;
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client = stream ? clnttcp_create(&to, RMIN_PROG, RMIN_VERS, &fd, 0, 0)
                    : clntudp_create(&to, RMIN_PROG, RMIN_VERS, wait, &fd);
    return client != NULL;
}
static int call(size_t count)
{
    numbers value = {(u_int)count, integers}, *result = exchange_1(&value, client);
    const int good = result && result->numbers_len == count && result->numbers_val[count - 1] == integers[count - 1];
    if (result)
        clnt_freeres(client, (xdrproc_t)xdr_numbers, (caddr_t)result);
    return good;
}
#else
#include "stubc_net.h"
int rmin_null_1_svc(stubc_rpc_call *call)
{
    (void)call;
    return STUBC_RPC_SUCCESS;
}
int rmin_1_svc(stubc_rpc_call *call, const pair *argument, xdr_int32 *result)
{
    (void)call;
    *result = argument->int1 < argument->int2 ? argument->int1 : argument->int2;
    return STUBC_RPC_SUCCESS;
}
int exchange_1_svc(stubc_rpc_call *call, const numbers *argument, numbers *result)
{
    (void)call;
    *result = *argument;
    return STUBC_RPC_SUCCESS;
}
int exchange_fixed_1_svc(stubc_rpc_call *call, const hundred *argument, hundred *result)
{
    (void)call;
    *result = *argument;
    return STUBC_RPC_SUCCESS;
}
static stubc_net_server server;
static stubc_rpc_client client;
static uint16_t listen_on(int stream)
{
    static stubc_net_connection connection;
    static struct pollfd polls[3];
    static uint8_t memory[4][9000];
    static uint64_t arena[2048];
    server.rpc.services = rmin_services;
    server.rpc.service_count = rmin_service_count;
    server.rpc.context = stubc_context_over(arena, sizeof arena);
    server.polls = polls;
    server.size = connection.size = sizeof memory[0];
    connection.in = memory[2];
    connection.out = memory[3];
    server.connections = &connection;
    server.connection_count = (size_t)stream;
    server.in = stream ? NULL : memory[0];
    server.out = memory[1];
    if (stubc_net_listen(&server, "127.0.0.1", 0))
        exit(2);
    return stream ? server.tcp_port : server.udp_port;
}
static void serve(void)
{
    for (;;)
        stubc_net_serve(&server, -1);
}
static int reach(uint16_t port, int stream)
{
    static stubc_net net;
    static uint8_t out[9000], in[9000];
    static uint64_t arena[2048];
    if (stubc_net_open(&net, "127.0.0.1", port, stream ? STUBC_NET_TCP : STUBC_NET_UDP) ||
        stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in))
        return 0;
    client.context = stubc_context_over(arena, sizeof arena);
    return 1;
}
static int call(size_t count)
{
    numbers value, result;
    value.items = integers;
    value.count = count;
    return exchange_1(&client, &value, &result) == STUBC_RPC_SUCCESS && result.count == count &&
           result.items[count - 1] == integers[count - 1];
}
#endif

static double seconds(struct timeval at)
{
    return (double)at.tv_sec + (double)at.tv_usec / 1e6;
}

int main(int arguments, char **argument)
{
    const int stream = arguments > 1 && !strcmp(argument[1], "tcp");
    const size_t count = strtoul(argument[2], NULL, 10);
    const unsigned long batches = strtoul(argument[3], NULL, 10), calls = strtoul(argument[4], NULL, 10);
    const uint16_t port = listen_on(stream);
    unsigned long batch, one;
    size_t i;
    pid_t child;
    for (i = 0; i < 2000; i++)
        integers[i] = (int32_t)(i * 2654435761u);
    child = fork();
    if (child == 0) {
        serve();
        return 1;
    }
    if (!reach(port, stream) || !call(count)) {
        kill(child, SIGKILL);
        return 1;
    }
    for (batch = 0; batch < batches; batch++) {
        struct timespec from, to;
        struct rusage before, after;
        double user, kernel;
        getrusage(RUSAGE_SELF, &before);
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (one = 0; one < calls; one++)
            if (!call(count)) {
                kill(child, SIGKILL);
                return 1;
            }
        clock_gettime(CLOCK_MONOTONIC, &to);
        getrusage(RUSAGE_SELF, &after);
        user = seconds(after.ru_utime) - seconds(before.ru_utime);
        kernel = seconds(after.ru_stime) - seconds(before.ru_stime);
        printf("%.0f %.2f\n",
               ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) / (double)calls,
               user + kernel > 0 ? kernel / (user + kernel) : 0);
        fflush(stdout);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
