/* A server of service.x in a process of its own, called over UDP and TCP, and beset by a thousand connections. */
#define _POSIX_C_SOURCE 200809L
#include "ask.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLACES = 16, RECORD = 8192, CROWD = 1000 };

#include "place.h"

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static void serve(stubc_net_server *server)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    sigaction(SIGTERM, &action, NULL);
    while (!stopped)
        stubc_net_serve(server, 200);
    stubc_net_shut(server);
}

/* A connection that says so much and no more. */
static int half_open(uint16_t port, const void *said, size_t length)
{
    struct sockaddr_in to;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    if (length)
        CHECK(send(fd, said, length, MSG_NOSIGNAL) >= 0);
    return fd;
}

static void ask(uint16_t port, unsigned protocol)
{
    static uint8_t out[8192], in[8192], arena[65536];
    stubc_net net;
    stubc_rpc_client client;
    CHECK(stubc_net_open(&net, "127.0.0.1", port, protocol) == 0);
    CHECK(stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
    client.context = stubc_context_over(arena, sizeof arena);
    every_procedure(&client);
    stubc_net_close(&net);
}

static void crowd(uint16_t port, uint16_t udp)
{
    static int fds[CROWD];
    static const uint8_t said[][8] = {"\200\0\0\60\0\0\0", "\200\0", "\377\377\377\377\0\0\0", "\0\0\0\0\0\0\0", "GET / H"};
    size_t i;
    for (i = 0; i < CROWD; i++)
        fds[i] = half_open(port, said[i % 5], i % 7);
    ask(port, STUBC_NET_TCP);
    ask(udp, STUBC_NET_UDP);
    for (i = 0; i < CROWD; i++)
        close(fds[i]);
    ask(port, STUBC_NET_TCP);
}

/* One who asks and never listens holds up nobody else. */
static void deaf(uint16_t port)
{
    /* COUNT(1000), a reply of 4 KB, asked until no more is taken. */
    static const uint8_t call[] = "\200\0\0\54\0\0\0\1\0\0\0\0\0\0\0\2\40\0\0\231\0\0\0\3\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3\350";
    const int fd = half_open(port, call, 48);
    unsigned i;
    for (i = 0; i < 100000 && send(fd, call, 48, MSG_DONTWAIT | MSG_NOSIGNAL) > 0; i++)
        continue;
    CHECK(i > 100 && i < 100000);
    ask(port, STUBC_NET_TCP);
    close(fd);
}

/* One who takes a connection in and nothing that comes over it. */
static void unread(void)
{
    static uint8_t out[1 << 24], in[256], text[(1 << 24) - 256];
    const xdr_string long_one = {text, sizeof text};
    struct sockaddr_in at;
    socklen_t size = sizeof at;
    stubc_net net;
    stubc_rpc_client client;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    memset(&at, 0, sizeof at);
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&at, &size) == 0);
    CHECK(stubc_net_open(&net, "127.0.0.1", ntohs(at.sin_port), STUBC_NET_TCP) == 0);
    CHECK(stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
    client.timeout = 200;
    /* Part of the first has gone: what follows would be taken for the rest of it. */
    CHECK(tell_3(&client, &long_one) == STUBC_RPC_TIMED_OUT);
    CHECK(tell_3(&client, &long_one) == STUBC_RPC_TIMED_OUT);
    stubc_net_close(&net);
    close(fd);
}

int main(void)
{
    static stubc_net_server server;
    stubc_net nobody;
    pid_t child;
    int status;
    if (listen_here(&server))
        return 2;
    fflush(stdout);
    /* Who hangs fails. */
    alarm(300);
    child = fork();
    if (child == 0) {
        serve(&server);
        return failures != 0;
    }
    close(server.udp);
    close(server.tcp);
    ask(server.udp_port, STUBC_NET_UDP);
    ask(server.tcp_port, STUBC_NET_TCP);
    crowd(server.tcp_port, server.udp_port);
    deaf(server.tcp_port);
    unread();
    kill(child, SIGTERM);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    /* Where nobody listens, and what is no address. */
    CHECK(stubc_net_open(&nobody, "127.0.0.1", server.tcp_port, STUBC_NET_TCP) == STUBC_RPC_LOST);
    CHECK(stubc_net_open(&nobody, "localhost", server.tcp_port, STUBC_NET_TCP) == STUBC_RPC_LOST);
    printf("%u failures\n", failures);
    return failures != 0;
}
