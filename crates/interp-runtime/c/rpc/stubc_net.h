/* SPDX-License-Identifier: 0BSD
 * Remote procedure calls over POSIX sockets, UDP and TCP. Firmware supplies its own transport instead of these two
 * files. They never call malloc: the caller supplies all memory.
 */
#ifndef STUBC_NET_H
#define STUBC_NET_H

#include "stubc_rt.h"

#include <poll.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STUBC_NET_UDP 17u
#define STUBC_NET_TCP 6u

#ifdef STUBC_RPC_CLIENT
typedef struct stubc_net {
    stubc_rpc_transport transport; /* pass this to the client */
    int fd;
} stubc_net;

/* Connects to a port of a host at a numeric address, such as "127.0.0.1" or "::1". Returns 0, or STUBC_RPC_LOST. */
int stubc_net_open(stubc_net *net, const char *address, uint16_t port, unsigned protocol);
/* Connects to the local stream socket at path. Returns 0, or STUBC_RPC_LOST. */
int stubc_net_open_local(stubc_net *net, const char *path);
/* Closes the socket, if it is open. */
void stubc_net_close(stubc_net *net);
#endif

#ifdef STUBC_RPC_SERVER
/* One TCP connection. Set in and out to buffers of size bytes each; they bound the length of a record. Replies to calls
 * that arrived together are gathered in out, and sent together. */
typedef struct stubc_net_connection {
    uint8_t *in, *out;
    size_t size;
    /* Only the server uses the members below. */
    int fd;
    stubc_rpc_record record;
    const uint8_t *call; /* the call whose reply may not fit behind the gathered ones; NULL: none */
    size_t call_length;
    size_t sent, to_send;
    uint32_t used; /* time of the last transfer, in milliseconds */
} stubc_net_connection;

/* The sockets of a server. Set all to zeros, then set the members before the ports. */
typedef struct stubc_net_server {
    stubc_rpc_server rpc;
    uint8_t *in, *out; /* buffers of a datagram, size bytes each; NULL: no UDP */
    size_t size;
    stubc_net_connection *connections; /* connection_count of them; none: no TCP */
    struct pollfd *polls;              /* connection_count + 2 of them */
    size_t connection_count;           /* if all are in use, a new one replaces the least recently used */
    uint16_t udp_port, tcp_port;       /* set by stubc_net_listen */
    int udp, tcp;
} stubc_net_server;

/* Listens at a numeric address on a port; 0: any port. Returns 0, or STUBC_RPC_LOST. */
int stubc_net_listen(stubc_net_server *server, const char *address, uint16_t port);
/* Waits at most so many milliseconds (-1: no limit) for the sockets, serves those that are ready, at most 64
 * datagrams, and returns. */
void stubc_net_serve(stubc_net_server *server, int milliseconds);
/* Closes all sockets and connections. */
void stubc_net_shut(stubc_net_server *server);
#endif

/* Registers the port of a program's version at the rpcbind of this host (RFC 1833 section 3, SET). Port 0 removes the
 * version for all protocols (UNSET). Returns whether rpcbind agreed; it may refuse users other than root. */
bool stubc_net_register(uint32_t program, uint32_t version, unsigned protocol, uint16_t port);
/* Asks the rpcbind of a host for the port of a program's version. Returns 0 if there is none, or no reply. */
uint16_t stubc_net_port(const char *address, uint32_t program, uint32_t version, unsigned protocol);

#ifdef __cplusplus
}
#endif
#endif
