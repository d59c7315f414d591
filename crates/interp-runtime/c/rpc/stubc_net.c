/* SPDX-License-Identifier: 0BSD
 * Remote procedure calls over POSIX sockets.
 */
#define _POSIX_C_SOURCE 200809L
#include "stubc_net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* An address of IPv4 or IPv6. */
typedef union stubc_net_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} stubc_net_address;

/* Converts a numeric address and a port. Returns the size of the address; 0 if text is not a numeric address. */
static socklen_t stubc_net_parse(stubc_net_address *to, const char *text, uint16_t port)
{
    memset(to, 0, sizeof *to);
    if (inet_pton(AF_INET, text, &to->v4.sin_addr) == 1) {
        to->v4.sin_family = AF_INET;
        to->v4.sin_port = htons(port);
        return sizeof to->v4;
    }
    if (inet_pton(AF_INET6, text, &to->v6.sin6_addr) == 1) {
        to->v6.sin6_family = AF_INET6;
        to->v6.sin6_port = htons(port);
        return sizeof to->v6;
    }
    return 0;
}

/* Returns milliseconds of the monotonic clock, modulo 2 to the power 32. */
static uint32_t stubc_net_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

/* Makes TCP send small messages immediately. */
static void stubc_net_no_delay(int fd)
{
    const int yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* Sends without waiting; returns the bytes sent, or -1. If the peer has closed the connection, it suppresses SIGPIPE
 * where the system can. */
static ssize_t stubc_net_write(int fd, const uint8_t *data, size_t length)
{
#ifdef MSG_NOSIGNAL
    return send(fd, data, length, MSG_DONTWAIT | MSG_NOSIGNAL);
#else
    return send(fd, data, length, MSG_DONTWAIT);
#endif
}

/* Returns whether the caller may retry the failed operation; reads errno. */
static bool stubc_net_again(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

#ifdef STUBC_RPC_CLIENT
/* ---- Clients ---- */

/* Waits until fd can receive or send, as events says. Returns 0 if the time is over. */
static int stubc_net_wait(int fd, short events, uint32_t milliseconds)
{
    struct pollfd wait;
    wait.fd = fd;
    wait.events = events;
    return poll(&wait, 1, milliseconds > 0x7fffffff ? -1 : (int)milliseconds);
}

/* Sends a datagram, or all bytes to a stream; see stubc_rpc_transport. */
static int stubc_net_send(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    const int fd = ((const stubc_net *)transport)->fd;
    const uint32_t begun = stubc_net_now();
    bool again = !transport->is_stream;
    while (length) {
        const ssize_t sent = stubc_net_write(fd, data, length);
        if (sent < 0 && stubc_net_again()) {
            /* The socket's buffer is full, or a signal interrupted the call. */
            const uint32_t passed = stubc_net_now() - begun;
            if (passed >= milliseconds || stubc_net_wait(fd, POLLOUT, milliseconds - passed) == 0) {
                return STUBC_RPC_TIMED_OUT;
            }
            continue;
        }
        /* ECONNREFUSED reports an earlier datagram, when the peer may not have listened yet: retry once. */
        if (sent < 0 && errno == ECONNREFUSED && again) {
            again = false;
            continue;
        }
        if (sent <= 0) {
            return STUBC_RPC_LOST;
        }
        data += sent;
        length -= (size_t)sent;
    }
    return 0;
}

/* Receives a datagram, or bytes of a stream; see stubc_rpc_transport. */
static stubc_result stubc_net_receive(stubc_rpc_transport *transport, uint8_t *data, size_t capacity,
                                      uint32_t milliseconds)
{
    const int fd = ((const stubc_net *)transport)->fd;
    /* First take the data that has arrived. */
    ssize_t got = recv(fd, data, capacity, MSG_DONTWAIT);
    if (got < 0 && stubc_net_again()) {
        if (stubc_net_wait(fd, POLLIN, milliseconds) == 0) {
            return STUBC_RPC_TIMED_OUT;
        }
        got = recv(fd, data, capacity, MSG_DONTWAIT);
        /* A signal interrupted the call, or a datagram had a bad checksum. The caller retries while time is left. */
        if (got < 0 && stubc_net_again()) {
            return STUBC_RPC_TIMED_OUT;
        }
    }
    if (got > 0 || (got == 0 && !transport->is_stream)) {
        return got;
    }
    return STUBC_RPC_LOST;
}

/* Returns milliseconds; see stubc_rpc_transport. */
static uint32_t stubc_net_clock(stubc_rpc_transport *transport)
{
    (void)transport;
    return stubc_net_now();
}

/* Connects to an address; size 0 means that it is invalid. Returns 0, or LOST after closing the socket. */
static int stubc_net_connect(stubc_net *net, const struct sockaddr *to, socklen_t size, bool is_stream)
{
    net->transport.send = stubc_net_send;
    net->transport.receive = stubc_net_receive;
    net->transport.now = stubc_net_clock;
    net->transport.is_stream = is_stream;
    net->fd = size ? socket(to->sa_family, is_stream ? SOCK_STREAM : SOCK_DGRAM, 0) : -1;
    if (net->fd >= 0 && connect(net->fd, to, size) == 0) {
        if (is_stream && to->sa_family != AF_UNIX) {
            stubc_net_no_delay(net->fd);
        }
        return 0;
    }
    stubc_net_close(net);
    return STUBC_RPC_LOST;
}

int stubc_net_open(stubc_net *net, const char *address, uint16_t port, unsigned protocol)
{
    stubc_net_address to;
    const socklen_t size = stubc_net_parse(&to, address, port);
    return stubc_net_connect(net, &to.any, size, protocol == STUBC_NET_TCP);
}

int stubc_net_open_local(stubc_net *net, const char *path)
{
    union {
        struct sockaddr any;
        struct sockaddr_un un;
    } to;
    const size_t length = strlen(path);
    memset(&to, 0, sizeof to);
    to.un.sun_family = AF_UNIX;
    if (length < sizeof to.un.sun_path) {
        memcpy(to.un.sun_path, path, length);
    }
    return stubc_net_connect(net, &to.any, length < sizeof to.un.sun_path ? sizeof to.un : 0, true);
}

void stubc_net_close(stubc_net *net)
{
    if (net->fd >= 0) {
        close(net->fd);
    }
    net->fd = -1;
}
#endif

#ifdef STUBC_RPC_SERVER
/* ---- Servers ---- */

/* Returns a socket bound to the address and sets bound to its port; returns -1 if that fails. */
static int stubc_net_bind(const char *address, uint16_t port, int type, uint16_t *bound)
{
    stubc_net_address at;
    socklen_t size = stubc_net_parse(&at, address, port);
    const int yes = 1;
    const int fd = size ? socket(at.any.sa_family, type, 0) : -1;
    if (fd < 0) {
        return -1;
    }
    if (type == SOCK_STREAM) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    }
    if (bind(fd, &at.any, size) || getsockname(fd, &at.any, &size) || fcntl(fd, F_SETFL, O_NONBLOCK) ||
        (type == SOCK_STREAM && listen(fd, SOMAXCONN))) {
        close(fd);
        return -1;
    }
    *bound = ntohs(at.any.sa_family == AF_INET ? at.v4.sin_port : at.v6.sin6_port);
    return fd;
}

int stubc_net_listen(stubc_net_server *server, const char *address, uint16_t port)
{
    size_t i;
    server->udp = server->tcp = -1;
    server->udp_port = server->tcp_port = 0;
    for (i = 0; i < server->connection_count; i++) {
        server->connections[i].fd = -1;
    }
    if (server->connection_count) {
        server->tcp = stubc_net_bind(address, port, SOCK_STREAM, &server->tcp_port);
        /* UDP uses the port of TCP if it is free. */
        port = server->tcp_port;
        if (server->tcp < 0) {
            return STUBC_RPC_LOST;
        }
    }
    if (server->in) {
        server->udp = stubc_net_bind(address, port, SOCK_DGRAM, &server->udp_port);
        if (server->udp < 0) {
            server->udp = stubc_net_bind(address, 0, SOCK_DGRAM, &server->udp_port);
        }
        if (server->udp < 0) {
            stubc_net_shut(server);
            return STUBC_RPC_LOST;
        }
    }
    return 0;
}

/* Closes a connection and frees its place. */
static void stubc_net_drop(stubc_net_connection *connection)
{
    if (connection->fd >= 0) {
        close(connection->fd);
    }
    connection->fd = -1;
}

void stubc_net_shut(stubc_net_server *server)
{
    size_t i;
    for (i = 0; i < server->connection_count; i++) {
        stubc_net_drop(&server->connections[i]);
    }
    if (server->udp >= 0) {
        close(server->udp);
    }
    if (server->tcp >= 0) {
        close(server->tcp);
    }
    server->udp = server->tcp = -1;
}

/* Receives one datagram and answers it. Returns false if none has arrived. */
static bool stubc_net_datagram(stubc_net_server *server)
{
    stubc_net_address from;
    socklen_t size = sizeof from;
    const ssize_t got = recvfrom(server->udp, server->in, server->size, 0, &from.any, &size);
    if (got < 0) {
        return false;
    }
    {
        const size_t octets = stubc_rpc_answer(&server->rpc, server->in, (size_t)got, server->out, server->size);
        if (octets) {
            (void)!sendto(server->udp, server->out, octets, 0, &from.any, size);
        }
    }
    return true;
}

/* Accepts a connection into a free place; if there is none, it closes the least recently used one. Returns false if no
 * connection waits. */
static bool stubc_net_accept(stubc_net_server *server)
{
    const uint32_t now = stubc_net_now();
    const int fd = accept(server->tcp, NULL, NULL);
    stubc_net_connection *place = server->connections;
    size_t i;
    if (fd < 0) {
        return false;
    }
    for (i = 0; i < server->connection_count && place->fd >= 0; i++) {
        stubc_net_connection *const one = &server->connections[i];
        if (one->fd < 0 || now - one->used > now - place->used) {
            place = one;
        }
    }
    stubc_net_drop(place);
    stubc_net_no_delay(fd);
    place->fd = fd;
    place->used = now;
    place->sent = place->to_send = 0;
    place->call = NULL;
    place->record = stubc_rpc_record_over(place->in, place->size);
    if (fcntl(fd, F_SETFL, O_NONBLOCK)) {
        stubc_net_drop(place);
    }
    return true;
}

/* Sends the rest of the gathered replies, as much as the socket takes. Returns whether all of it was sent. */
static bool stubc_net_flush(stubc_net_connection *connection)
{
    while (connection->sent < connection->to_send) {
        const ssize_t sent = stubc_net_write(connection->fd, connection->out + connection->sent,
                                             connection->to_send - connection->sent);
        if (sent <= 0) {
            if (sent < 0 && stubc_net_again()) {
                return false;
            }
            stubc_net_drop(connection);
            return false;
        }
        connection->sent += (size_t)sent;
        connection->used = stubc_net_now();
    }
    return true;
}

/* Answers the calls that have arrived on a connection, and gathers their replies. Returns STUBC_TRUNCATED after the
 * last call, STUBC_NO_SPACE if the next reply may not fit behind the others, or an error that ends the stream. */
static stubc_result stubc_net_gather(stubc_net_server *server, stubc_net_connection *connection)
{
    connection->sent = connection->to_send = 0;
    for (;;) {
        const size_t room = connection->size - connection->to_send;
        uint8_t *const to = connection->out + connection->to_send;
        size_t reply = 0;
        if (!connection->call) {
            const stubc_result octets = stubc_rpc_next(&connection->record, &connection->call);
            if (octets < 0) {
                return octets;
            }
            connection->call_length = (size_t)octets;
        }
        /* A call is executed once, so its reply must fit. Alone in the buffer, it has all the room there is. */
        if (connection->to_send &&
            (room < 4 || stubc_rpc_largest(&server->rpc, connection->call, connection->call_length) > room - 4)) {
            return STUBC_NO_SPACE;
        }
        if (room > 4) {
            reply = stubc_rpc_answer(&server->rpc, connection->call, connection->call_length, to + 4, room - 4);
        }
        connection->call = NULL;
        if (reply) {
            const uint32_t mark = htonl(0x80000000 | (uint32_t)reply);
            memcpy(to, &mark, 4);
            connection->to_send += reply + 4;
        }
    }
}

/* Answers the calls that have arrived on a connection, and reads from it at most once. Replies that the peer does not
 * accept delay later calls of this connection only. */
static void stubc_net_converse(stubc_net_server *server, stubc_net_connection *connection, bool readable)
{
    while (stubc_net_flush(connection)) {
        const stubc_result code = stubc_net_gather(server, connection);
        if (connection->to_send) {
            continue;
        }
        if (code != STUBC_TRUNCATED) {
            stubc_net_drop(connection);
            return;
        } else if (readable) {
            size_t room;
            uint8_t *const to = stubc_rpc_room(&connection->record, &room);
            const ssize_t got = recv(connection->fd, to, room, 0);
            readable = false;
            if (got < 0 && stubc_net_again()) {
                return;
            }
            if (got <= 0) {
                stubc_net_drop(connection);
                return;
            }
            connection->record.end += (size_t)got;
            connection->used = stubc_net_now();
        } else {
            return;
        }
    }
}

void stubc_net_serve(stubc_net_server *server, int milliseconds)
{
    struct pollfd *const polls = server->polls;
    const size_t count = server->connection_count;
    size_t i;
    for (i = 0; i < count; i++) {
        const stubc_net_connection *const connection = &server->connections[i];
        polls[i].fd = connection->fd;
        polls[i].events = connection->sent < connection->to_send ? POLLOUT : POLLIN;
    }
    polls[count].fd = server->tcp;
    polls[count].events = POLLIN;
    polls[count + 1].fd = server->udp;
    polls[count + 1].events = POLLIN;
    if (poll(polls, (nfds_t)(count + 2), milliseconds) <= 0) {
        return;
    }
    for (i = 0; i < count; i++) {
        if (polls[i].fd >= 0 && polls[i].revents) {
            stubc_net_converse(server, &server->connections[i], !(polls[i].revents & POLLOUT));
        }
    }
    /* Accept at most as many connections as there are places, so that the established ones are served again. */
    if (polls[count].fd >= 0 && polls[count].revents) {
        for (i = 0; i < count && stubc_net_accept(server); i++) {
            continue;
        }
    }
    if (polls[count + 1].fd >= 0 && polls[count + 1].revents) {
        for (i = 0; i < 64 && stubc_net_datagram(server); i++) {
            continue;
        }
    }
}
#endif

/* ---- The rpcbind of a host, as a portmapper (RFC 1833 section 3) ---- */

enum { STUBC_NET_SET = 1, STUBC_NET_UNSET = 2, STUBC_NET_GETPORT = 3 };

/* Returns a datagram socket, bound to a port below 1024 if the process may do that, because rpcbind demands it for
 * registration; else unbound. Returns -1 if there is no socket. */
static int stubc_net_privileged(const stubc_net_address *to)
{
    const int fd = socket(to->any.sa_family, SOCK_DGRAM, 0);
    uint16_t port;
    for (port = 1023; fd >= 0 && port > 600; port--) {
        stubc_net_address from;
        const socklen_t size = stubc_net_parse(&from, to->any.sa_family == AF_INET ? "0.0.0.0" : "::", port);
        if (bind(fd, &from.any, size) == 0 || errno == EACCES) {
            break;
        }
    }
    return fd;
}

/* Calls a procedure of the portmapper at address, at most three times. Returns its result, a word; 0 if there is
 * none. */
static uint32_t stubc_net_portmap(const char *address, uint32_t procedure, uint32_t program, uint32_t version,
                                  uint32_t protocol, uint32_t port)
{
    const uint32_t xid = stubc_net_now() * 0x9e3779b9u;
    const uint32_t words[14] = {xid, 0, 2, 100000, 2, procedure, 0, 0, 0, 0, program, version, protocol, port};
    const uint32_t expected[6] = {xid, 1, 0, 0, 0, 0};
    uint8_t call[sizeof words], reply[64];
    stubc_net_address to;
    const socklen_t size = stubc_net_parse(&to, address, 111);
    int fd, attempt;
    uint32_t result = 0;
    size_t i;
    if (!size) {
        return 0;
    }
    fd = stubc_net_privileged(&to);
    for (i = 0; i < 14; i++) {
        stubc_put_word(call + 4 * i, words[i]);
    }
    if (fd >= 0 && connect(fd, &to.any, size) == 0) {
        for (attempt = 0; attempt < 3; attempt++) {
            struct pollfd wait;
            ssize_t got;
            wait.fd = fd;
            wait.events = POLLIN;
            if (stubc_net_write(fd, call, sizeof call) < 0 || poll(&wait, 1, 1000 << attempt) < 0) {
                break;
            }
            got = recv(fd, reply, sizeof reply, MSG_DONTWAIT);
            if (got < 0 && stubc_net_again()) {
                continue;
            }
            for (i = 0; i < 6 && got >= 28 && stubc_word(reply + 4 * i) == expected[i]; i++) {
                continue;
            }
            if (i == 6) {
                result = stubc_word(reply + 24);
            }
            break;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return result;
}

bool stubc_net_register(uint32_t program, uint32_t version, unsigned protocol, uint16_t port)
{
    const uint32_t procedure = port ? STUBC_NET_SET : STUBC_NET_UNSET;
    return stubc_net_portmap("127.0.0.1", procedure, program, version, protocol, port) != 0;
}

uint16_t stubc_net_port(const char *address, uint32_t program, uint32_t version, unsigned protocol)
{
    return (uint16_t)stubc_net_portmap(address, STUBC_NET_GETPORT, program, version, protocol, 0);
}
