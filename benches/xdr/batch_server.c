/* A server of NFS version 3 that knows the attributes of every file and nothing else: prints its ports of UDP and TCP, and
 * serves until it is stopped. */
#define _POSIX_C_SOURCE 200809L
#include "nfs3.h"
#include "stubc_net.h"

#include <signal.h>
#include <stdio.h>

int nfsproc3_null_3_svc(stubc_rpc_call *call)
{
    (void)call;
    return STUBC_RPC_SUCCESS;
}

int nfsproc3_getattr_3_svc(stubc_rpc_call *call, const GETATTR3args *argument, GETATTR3res *result)
{
    (void)call;
    result->status = NFS3_OK;
    result->u.resok.obj_attributes.type = NF3REG;
    result->u.resok.obj_attributes.nlink = 1;
    result->u.resok.obj_attributes.fileid = argument->object.data.length ? argument->object.data.data[0] : 0;
    return STUBC_RPC_SUCCESS;
}

#define REFUSED(name, type)                                                                                            \
    int nfsproc3_##name##_3_svc(stubc_rpc_call *call, const type##3args *argument, type##3res *result)                 \
    {                                                                                                                  \
        (void)call;                                                                                                    \
        (void)argument;                                                                                                \
        (void)result;                                                                                                  \
        return STUBC_RPC_SYSTEM_ERR;                                                                                   \
    }
REFUSED(setattr, SETATTR)
REFUSED(lookup, LOOKUP)
REFUSED(access, ACCESS)
REFUSED(readlink, READLINK)
REFUSED(read, READ)
REFUSED(write, WRITE)
REFUSED(create, CREATE)
REFUSED(mkdir, MKDIR)
REFUSED(symlink, SYMLINK)
REFUSED(mknod, MKNOD)
REFUSED(remove, REMOVE)
REFUSED(rmdir, RMDIR)
REFUSED(rename, RENAME)
REFUSED(link, LINK)
REFUSED(readdir, READDIR)
REFUSED(readdirplus, READDIRPLUS)
REFUSED(fsstat, FSSTAT)
REFUSED(fsinfo, FSINFO)
REFUSED(pathconf, PATHCONF)
REFUSED(commit, COMMIT)

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

int main(void)
{
    enum { SIZE = 65536 };
    static uint8_t memory[4][SIZE], arena[SIZE];
    static stubc_net_server server;
    static stubc_net_connection connection;
    static struct pollfd polls[3];
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    sigaction(SIGTERM, &action, NULL);
    server.rpc.services = nfs3_services;
    server.rpc.service_count = nfs3_service_count;
    server.rpc.context = stubc_context_over(arena, sizeof arena);
    server.polls = polls;
    server.size = connection.size = SIZE;
    server.in = memory[0];
    server.out = memory[1];
    connection.in = memory[2];
    connection.out = memory[3];
    server.connections = &connection;
    server.connection_count = 1;
    if (stubc_net_listen(&server, "127.0.0.1", 0)) {
        return 2;
    }
    printf("%u %u\n", (unsigned)server.udp_port, (unsigned)server.tcp_port);
    fflush(stdout);
    while (!stopped) {
        stubc_net_serve(&server, -1);
    }
    stubc_net_shut(&server);
    return 0;
}
