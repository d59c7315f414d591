/* A server of service.x on a free port of this host. PLACES says for how many connections it has memory, RECORD how much for
 * each. */
#ifndef PLACE_H
#define PLACE_H

#include "service.h"
#include "stubc_net.h"

static int listen_here(stubc_net_server *server)
{
    static stubc_net_connection connections[PLACES];
    static struct pollfd polls[PLACES + 2];
    static uint8_t memory[2 * PLACES + 2][RECORD], arena[65536];
    int i;
    for (i = 0; i < PLACES; i++) {
        connections[i].in = memory[2 * i];
        connections[i].out = memory[2 * i + 1];
        connections[i].size = RECORD;
    }
    server->rpc.services = service_services;
    server->rpc.service_count = service_service_count;
    server->rpc.context = stubc_context_over(arena, sizeof arena);
    server->in = memory[2 * PLACES];
    server->out = memory[2 * PLACES + 1];
    server->size = RECORD;
    server->connections = connections;
    server->connection_count = PLACES;
    server->polls = polls;
    return stubc_net_listen(server, "127.0.0.1", 0);
}

#endif
