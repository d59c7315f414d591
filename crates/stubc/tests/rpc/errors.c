/* Errors of the system under the sockets of clients and servers, addresses of IPv6, and local sockets. Built with
 * -Dsend=faulty_send and the like, so that socket calls fail as they are told. argv[1]: a folder for a local socket. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "service.h"
#include "stubc_net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PLACES = 2, RECORD = 512 };

#include "place.h"

/* ---- Socket calls that fail ---- */

typedef enum system_call { SEND, RECV, POLL, BIND, FCNTL, SYSTEM_CALLS } system_call;

static unsigned failing[SYSTEM_CALLS]; /* how many of the next calls fail */
static int reasons[SYSTEM_CALLS];
static int binder = -1;                /* what stands for an rpcbind */

static void fail(system_call which, unsigned count, int reason)
{
    failing[which] = count;
    reasons[which] = reason;
}

static bool fails(system_call which)
{
    if (!failing[which])
        return false;
    failing[which]--;
    errno = reasons[which];
    return true;
}

/* Answers a call of the portmapper with its port 1, in the xid of the call. */
static void answer_as_rpcbind(void)
{
    uint8_t call[64], reply[28] = {0};
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    if (binder >= 0 && recvfrom(binder, call, sizeof call, MSG_DONTWAIT, (struct sockaddr *)&from, &size) == 56) {
        memcpy(reply, call, 4);
        reply[7] = 1;
        memcpy(reply + 24, call + 52, 4);
        reply[27] = 1;
        CHECK(sendto(binder, reply, sizeof reply, 0, (struct sockaddr *)&from, size) == (ssize_t)sizeof reply);
    }
}

ssize_t faulty_send(int fd, const void *data, size_t length, int flags)
{
    const ssize_t sent = fails(SEND) ? -1 : sendto(fd, data, length, flags, NULL, 0);
    answer_as_rpcbind();
    return sent;
}

ssize_t faulty_recv(int fd, void *data, size_t length, int flags)
{
    return fails(RECV) ? -1 : recvfrom(fd, data, length, flags, NULL, NULL);
}

#undef poll
#undef bind
#undef fcntl
#undef connect
int poll(struct pollfd *polls, nfds_t count, int milliseconds);
int bind(int fd, const struct sockaddr *at, socklen_t size);
int fcntl(int fd, int command, ...);
int connect(int fd, const struct sockaddr *to, socklen_t size);

int faulty_poll(struct pollfd *polls, nfds_t count, int milliseconds)
{
    /* A time that is over, or an interruption. */
    return fails(POLL) ? (reasons[POLL] ? -1 : 0) : poll(polls, count, milliseconds);
}

int faulty_bind(int fd, const struct sockaddr *at, socklen_t size)
{
    return fails(BIND) ? -1 : bind(fd, at, size);
}

int faulty_fcntl(int fd, int command, ...)
{
    CHECK(command == F_SETFL);
    return fails(FCNTL) ? -1 : fcntl(fd, F_SETFL, O_NONBLOCK);
}

static uint16_t port_of(int fd)
{
    struct sockaddr_in at;
    socklen_t size = sizeof at;
    CHECK(getsockname(fd, (struct sockaddr *)&at, &size) == 0);
    return ntohs(at.sin_port);
}

/* Whoever asks for port 111 gets what stands for an rpcbind. */
int faulty_connect(int fd, const struct sockaddr *to, socklen_t size)
{
    struct sockaddr_in here;
    memcpy(&here, to, sizeof here);
    if (to->sa_family == AF_INET && ntohs(here.sin_port) == 111) {
        here.sin_port = htons(binder < 0 ? 111 : port_of(binder));
        return connect(fd, (struct sockaddr *)&here, sizeof here);
    }
    return connect(fd, to, size);
}

/* ---- Sockets of the test ---- */

/* Returns a bound socket. */
static int bound(int type)
{
    struct sockaddr_in at;
    const int fd = socket(AF_INET, type, 0);
    memset(&at, 0, sizeof at);
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0);
    return fd;
}

static unsigned open_files(void)
{
    unsigned count = 0;
    int fd;
    for (fd = 0; fd < 64; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

/* Returns whether these bytes come next from a socket, and nothing else. */
static bool hears(int fd, const char *expected)
{
    char got[64];
    const ssize_t length = recvfrom(fd, got, sizeof got, MSG_DONTWAIT, NULL, NULL);
    return length == (ssize_t)strlen(expected) && !memcmp(got, expected, strlen(expected));
}

/* ---- Clients ---- */

#define SAY(net, text, milliseconds)                                                                                   \
    (net).transport.send(&(net).transport, (const uint8_t *)(text), strlen(text), milliseconds)
#define HEAR(net, milliseconds) (net).transport.receive(&(net).transport, in, sizeof in, milliseconds)

static void datagrams(void)
{
    static uint8_t in[64];
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    const int peer = bound(SOCK_DGRAM);
    stubc_net net;
    CHECK(stubc_net_open(&net, "127.0.0.1", port_of(peer), STUBC_NET_UDP) == 0);
    /* The error of an earlier datagram, once; twice, nobody listens. */
    fail(SEND, 1, ECONNREFUSED);
    CHECK(SAY(net, "one", 100) == 0 && hears(peer, "one"));
    fail(SEND, 2, ECONNREFUSED);
    CHECK(SAY(net, "two", 100) == STUBC_RPC_LOST && !hears(peer, "two"));
    fail(SEND, 1, EPERM);
    CHECK(SAY(net, "three", 100) == STUBC_RPC_LOST);
    /* Interrupted: goes on while time is left. */
    fail(SEND, 3, EINTR);
    CHECK(SAY(net, "four", 1000) == 0 && hears(peer, "four"));
    fail(SEND, 1, EAGAIN);
    CHECK(SAY(net, "five", 0) == STUBC_RPC_TIMED_OUT);
    fail(SEND, 1, EAGAIN);
    fail(POLL, 1, 0);
    CHECK(SAY(net, "six", 1000) == STUBC_RPC_TIMED_OUT && !hears(peer, "six"));
    /* Nothing has arrived; then something whose checksum is bad, and an empty datagram. */
    CHECK(HEAR(net, 0) == STUBC_RPC_TIMED_OUT);
    CHECK(SAY(net, "seven", 100) == 0);
    CHECK(recvfrom(peer, in, sizeof in, 0, (struct sockaddr *)&from, &size) == 5);
    CHECK(sendto(peer, "", 0, 0, (struct sockaddr *)&from, size) == 0);
    fail(RECV, 2, EAGAIN);
    CHECK(HEAR(net, 1000) == STUBC_RPC_TIMED_OUT);
    CHECK(HEAR(net, 1000) == 0);
    fail(RECV, 1, ECONNREFUSED);
    CHECK(HEAR(net, 1000) == STUBC_RPC_LOST);
    stubc_net_close(&net);
    stubc_net_close(&net);
    close(peer);
}

static void streams(void)
{
    static uint8_t in[64];
    const int listener = bound(SOCK_STREAM);
    stubc_net net;
    int peer;
    CHECK(listen(listener, 1) == 0);
    CHECK(stubc_net_open(&net, "127.0.0.1", port_of(listener), STUBC_NET_TCP) == 0);
    peer = accept(listener, NULL, NULL);
    /* A stream that is refused is lost. */
    fail(SEND, 1, ECONNREFUSED);
    CHECK(SAY(net, "one", 100) == STUBC_RPC_LOST && !hears(peer, "one"));
    CHECK(SAY(net, "two", 100) == 0 && hears(peer, "two"));
    close(peer);
    CHECK(HEAR(net, 1000) == STUBC_RPC_LOST);
    stubc_net_close(&net);
    close(listener);
}

/* ---- Servers ---- */

/* A call of procedure 0, and the start of its reply. */
static const uint8_t call[44] = {0x80, 0, 0, 40, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 2, 0x20, 0, 0, 0x99, 0, 0, 0, 1};
static const uint8_t reply[12] = {0x80, 0, 0, 24, 0, 0, 0, 7, 0, 0, 0, 1};

/* Asks a server through an open socket. */
static void ask(stubc_net_server *server, stubc_net *net)
{
    static uint8_t in[64];
    const size_t mark = net->transport.is_stream ? 0 : 4;
    stubc_result got = STUBC_RPC_TIMED_OUT;
    unsigned i;
    CHECK(net->transport.send(&net->transport, call + mark, sizeof call - mark, 1000) == 0);
    for (i = 0; i < 100 && got == STUBC_RPC_TIMED_OUT; i++) {
        stubc_net_serve(server, 10);
        got = HEAR(*net, 0);
    }
    CHECK(got == (stubc_result)(28 - mark) && !memcmp(in, reply + mark, sizeof reply - mark));
    stubc_net_close(net);
}

static void ports(void)
{
    static stubc_net_server server;
    const unsigned before = open_files();
    uint16_t port = 0;
    int other, attempt;
    stubc_net net;
    memset(&server, 0, sizeof server);
    CHECK(listen_here(&server) == 0);
    CHECK(server.udp_port == server.tcp_port);
    /* The port of TCP is taken. */
    {
        static stubc_net_server second;
        static stubc_net_connection place;
        memset(&second, 0, sizeof second);
        second.connections = &place;
        second.connection_count = 1;
        CHECK(stubc_net_listen(&second, "127.0.0.1", server.tcp_port) == STUBC_RPC_LOST);
        CHECK(second.tcp == -1 && second.udp == -1);
        CHECK(stubc_net_listen(&second, "no address", 0) == STUBC_RPC_LOST);
    }
    stubc_net_shut(&server);
    CHECK(open_files() == before);
    /* That of UDP is taken, of TCP it is free. Another program may take it meanwhile. */
    for (attempt = 0; attempt < 100; attempt++) {
        other = bound(SOCK_DGRAM);
        port = port_of(other);
        if (stubc_net_listen(&server, "127.0.0.1", port) == 0)
            break;
        close(other);
    }
    CHECK(server.tcp_port == port && server.udp_port && server.udp_port != port);
    CHECK(stubc_net_open(&net, "127.0.0.1", server.udp_port, STUBC_NET_UDP) == 0);
    ask(&server, &net);
    stubc_net_shut(&server);
    /* Neither that nor any other; nothing stays open. */
    fail(FCNTL, 0, 0);
    server.connection_count = 0;
    fail(BIND, 2, EADDRINUSE);
    CHECK(stubc_net_listen(&server, "127.0.0.1", port) == STUBC_RPC_LOST && server.udp == -1);
    server.connection_count = PLACES;
    close(other);
    CHECK(open_files() == before);
}

/* A connection that cannot be made non-blocking is closed, and its place is free. */
static void accepted(void)
{
    static stubc_net_server server;
    static uint8_t in[64];
    stubc_net net;
    memset(&server, 0, sizeof server);
    CHECK(listen_here(&server) == 0);
    CHECK(stubc_net_open(&net, "127.0.0.1", server.tcp_port, STUBC_NET_TCP) == 0);
    fail(FCNTL, 1, EBADF);
    stubc_net_serve(&server, 1000);
    CHECK(server.connections[0].fd == -1 && server.connections[1].fd == -1);
    CHECK(HEAR(net, 1000) == STUBC_RPC_LOST);
    stubc_net_close(&net);
    CHECK(stubc_net_open(&net, "127.0.0.1", server.tcp_port, STUBC_NET_TCP) == 0);
    ask(&server, &net);
    fail(POLL, 1, EINTR);
    stubc_net_serve(&server, 1000);
    stubc_net_shut(&server);
}

static void ipv6(void)
{
    static stubc_net_server server;
    stubc_net net;
    memset(&server, 0, sizeof server);
    CHECK(listen_here(&server) == 0);
    stubc_net_shut(&server);
    if (stubc_net_listen(&server, "::1", 0)) {
        printf("this host has no IPv6\n");
        CHECK(stubc_net_open(&net, "::1", 9, STUBC_NET_TCP) == STUBC_RPC_LOST);
        return;
    }
    CHECK(stubc_net_open(&net, "::1", server.tcp_port, STUBC_NET_TCP) == 0);
    ask(&server, &net);
    CHECK(stubc_net_open(&net, "::1", server.udp_port, STUBC_NET_UDP) == 0);
    ask(&server, &net);
    stubc_net_shut(&server);
}

static void local(const char *folder)
{
    struct sockaddr_un at;
    static char path[256], longer[256];
    static uint8_t in[64];
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    stubc_net net;
    int peer;
    /* The longest name that an address has room for. */
    CHECK(chdir(folder) == 0);
    memset(&at, 0, sizeof at);
    at.sun_family = AF_UNIX;
    memset(path, 'p', sizeof at.sun_path - 1);
    memset(longer, 'p', sizeof at.sun_path);
    CHECK(stubc_net_open_local(&net, path) == STUBC_RPC_LOST && net.fd == -1);
    memcpy(at.sun_path, path, sizeof at.sun_path);
    CHECK(listener >= 0 && bind(listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(listener, 1) == 0);
    CHECK(stubc_net_open_local(&net, path) == 0 && net.transport.is_stream);
    peer = accept(listener, NULL, NULL);
    CHECK(SAY(net, "near", 100) == 0 && hears(peer, "near"));
    CHECK(sendto(peer, "here", 4, 0, NULL, 0) == 4 && HEAR(net, 1000) == 4 && !memcmp(in, "here", 4));
    stubc_net_close(&net);
    close(peer);
    CHECK(stubc_net_open_local(&net, longer) == STUBC_RPC_LOST && net.fd == -1);
    close(listener);
}

/* ---- Ports of programs ---- */

static void rpcbind(void)
{
    const unsigned before = open_files();
    CHECK(stubc_net_port("no address", 1, 1, STUBC_NET_UDP) == 0);
    binder = bound(SOCK_DGRAM);
    CHECK(stubc_net_port("127.0.0.1", 1, 1, STUBC_NET_UDP) == 1);
    /* Replies that are lost, the first time and every time. */
    fail(RECV, 1, EAGAIN);
    CHECK(stubc_net_port("127.0.0.1", 1, 1, STUBC_NET_UDP) == 1);
    fail(RECV, 3, EAGAIN);
    CHECK(stubc_net_port("127.0.0.1", 1, 1, STUBC_NET_UDP) == 0);
    fail(SEND, 1, ENETUNREACH);
    CHECK(stubc_net_port("127.0.0.1", 1, 1, STUBC_NET_UDP) == 0);
    /* No port below 1024 is for this user. */
    fail(BIND, 2, EADDRINUSE);
    CHECK(stubc_net_register(1, 1, STUBC_NET_UDP, 9));
    fail(BIND, 1, EACCES);
    CHECK(stubc_net_register(1, 1, STUBC_NET_UDP, 9));
    close(binder);
    binder = -1;
    CHECK(open_files() == before);
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    /* Who hangs fails. */
    alarm(300);
    datagrams();
    streams();
    ports();
    accepted();
    ipv6();
    local(arguments[1]);
    rpcbind();
    printf("%u failures\n", failures);
    return failures != 0;
}
