/* SPDX-License-Identifier: 0BSD
 * Remote procedure calls over POSIX sockets, UDP and TCP. Firmware brings its own transport in place of these two
 * files.
 * No malloc: all memory is the caller's.
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
    stubc_rpc_transport transport; /* what a client is made over */
    int fd;
} stubc_net;

/* Connects to a port of a host by its numeric address, "127.0.0.1" or "::1": 0, or STUBC_RPC_LOST. */
int stubc_net_open(stubc_net *net, const char *address, uint16_t port, unsigned protocol);
/* Connects to a local stream socket. */
int stubc_net_open_local(stubc_net *net, const char *path);
void stubc_net_close(stubc_net *net);
#endif

#ifdef STUBC_RPC_SERVER
/* One TCP connection: set in and out (of size octets each), which bound a record. */
typedef struct stubc_net_connection {
    uint8_t *in, *out;
    size_t size;
    /* The rest is the server's. */
    int fd;
    stubc_rpc_record record;
    size_t sent, to_send;
    uint32_t used; /* when octets came or went last */
} stubc_net_connection;

/* Sockets with what they serve. Set to zeros, then set the first part. */
typedef struct stubc_net_server {
    stubc_rpc_server rpc;
    uint8_t *in, *out; /* of a datagram, of size octets each; none: no UDP */
    size_t size;
    stubc_net_connection *connections; /* none: no TCP */
    struct pollfd *polls;              /* two more than connections */
    size_t connection_count;           /* when all are in use, a new one replaces the one used least recently */
    uint16_t udp_port, tcp_port;       /* set by stubc_net_listen */
    int udp, tcp;
} stubc_net_server;

/* Listens at a numeric address, on a port or on any (0): 0, or STUBC_RPC_LOST. */
int stubc_net_listen(stubc_net_server *server, const char *address, uint16_t port);
/* Serves what comes within so many milliseconds, and returns when something has been done. */
void stubc_net_serve(stubc_net_server *server, int milliseconds);
void stubc_net_shut(stubc_net_server *server);
#endif

/* Tells the rpcbind of this host where a program's version is served, or with port 0 that it is not any more, over any
 * protocol (RFC 1833 section 3, SET and UNSET): whether it has agreed. It may refuse others than root. */
bool stubc_net_register(uint32_t program, uint32_t version, unsigned protocol, uint16_t port);
/* The port of a program's version on a host, as its rpcbind says: 0 when there is none. */
uint16_t stubc_net_port(const char *address, uint32_t program, uint32_t version, unsigned protocol);

#ifdef __cplusplus
}
#endif
#endif
