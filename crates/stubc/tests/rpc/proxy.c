/* Clusters through a proxy: the client is far from the proxy (a relay delays what travels), the proxy is beside an NFS
 * server that does not know clusters.
 *
 * `proxy EXPORT` finds, looks at and reads files one by one, as a cluster and in a loop, at delays of 0, 1 and 20 ms. It
 * prints the delay, the round trips and milliseconds of each, and what cluster and loop save. The server's ports come from rpcbind.
 * With MINED, it repeats the calls of a capture instead (benches/xdr/clusters). */
#define _DEFAULT_SOURCE
#include "check.h"
#include "mount_mount.h"
#include "nfs_nfs3.h"

#include "mount_stubc_net.h"
#include "nfs_stubc_net.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif
#define PATIENCE (300u * ROUNDS)
#ifdef MINED
#define TRIPS(number) 0u /* the capture decides */
#define WAYS 2
#else
#define TRIPS(number) (number)
#define WAYS 3
#endif

/* ---- The proxy: each procedure asks the server ---- */

static nfs_stubc_rpc_client back;
#define RESULTS 70000
static uint8_t results[16][RESULTS]; /* results stay until the reply of a cluster has been written */
static size_t next_results;

static nfs_stubc_rpc_client *forward(void)
{
    back.in = nfs_stubc_rpc_record_over(results[next_results++ % 16], RESULTS);
    return &back;
}

#define FORWARD(name, NAME)                                                                                            \
    int nfs_nfsproc3_##name##_3_svc(nfs_stubc_rpc_call *call, const nfs_##NAME##3args *argument,                       \
                                    nfs_##NAME##3res *result)                                                          \
    {                                                                                                                  \
        (void)call;                                                                                                    \
        return nfs_nfsproc3_##name##_3(forward(), argument, result);                                                   \
    }
FORWARD(getattr, GETATTR)
FORWARD(setattr, SETATTR)
FORWARD(lookup, LOOKUP)
FORWARD(access, ACCESS)
FORWARD(readlink, READLINK)
FORWARD(read, READ)
FORWARD(write, WRITE)
FORWARD(create, CREATE)
FORWARD(mkdir, MKDIR)
FORWARD(symlink, SYMLINK)
FORWARD(mknod, MKNOD)
FORWARD(remove, REMOVE)
FORWARD(rmdir, RMDIR)
FORWARD(rename, RENAME)
FORWARD(link, LINK)
FORWARD(readdir, READDIR)
FORWARD(readdirplus, READDIRPLUS)
FORWARD(fsstat, FSSTAT)
FORWARD(fsinfo, FSINFO)
FORWARD(pathconf, PATHCONF)
FORWARD(commit, COMMIT)

int nfs_nfsproc3_null_3_svc(nfs_stubc_rpc_call *call)
{
    (void)call;
    return nfs_nfsproc3_null_3(forward());
}

static nfs_stubc_slice text(const char *from)
{
    nfs_stubc_slice slice;
    slice.data = (const uint8_t *)from;
    slice.length = strlen(from);
    return slice;
}

/* Opens the one client of this process. */
static void open_client(nfs_stubc_rpc_client *client, nfs_stubc_net *net, uint16_t port)
{
    static uint8_t out[RESULTS], in[RESULTS];
    static uint64_t arena[1 << 17];
    nfs_stubc_rpc_sys root;
    CHECK(nfs_stubc_net_open(net, "127.0.0.1", port, nfs_STUBC_NET_TCP) == 0);
    CHECK(nfs_stubc_rpc_client_over(client, &net->transport, out, sizeof out, in, sizeof in) == 0);
    memset(&root, 0, sizeof root);
    root.machine = text("stubc");
    CHECK(nfs_stubc_rpc_credentials(client, &root) == 0);
    client->context = nfs_stubc_context_over((uint8_t *)arena, sizeof arena);
}

/* Serves in a process of its own, on a port that it returns. */
static uint16_t serve(uint16_t server_port, pid_t *child)
{
    static nfs_stubc_net_connection places[2];
    static struct pollfd polls[4];
    static nfs_stubc_net_server server;
    static uint8_t buffers[4][RESULTS];
    static uint64_t arena[1 << 17];
    size_t i;
    memset(&server, 0, sizeof server);
    server.rpc.services = nfs_nfs3_services;
    server.rpc.service_count = nfs_nfs3_service_count;
    server.rpc.context = nfs_stubc_context_over((uint8_t *)arena, sizeof arena);
    server.connections = places;
    server.polls = polls;
    server.connection_count = 2;
    for (i = 0; i < 2; i++) {
        places[i].in = buffers[2 * i];
        places[i].out = buffers[2 * i + 1];
        places[i].size = RESULTS;
    }
    CHECK(nfs_stubc_net_listen(&server, "127.0.0.1", 0) == 0);
    *child = fork();
    if (!*child) {
        static nfs_stubc_net net;
        alarm(PATIENCE);
        open_client(&back, &net, server_port);
        for (;;)
            nfs_stubc_net_serve(&server, 1000);
    }
    return server.tcp_port;
}

/* ---- The relay: delays what travels, and counts how often the client waits ---- */

static volatile unsigned *trips;

static void sleep_for(unsigned microseconds)
{
    struct timespec time;
    time.tv_sec = microseconds / 1000000;
    time.tv_nsec = microseconds % 1000000 * 1000L;
    if (microseconds)
        nanosleep(&time, NULL);
}

static void pass_on(int ends[2], unsigned half)
{
    static uint8_t data[1 << 17];
    bool is_answered = true;
    for (;;) {
        struct pollfd both[2];
        int side;
        both[0].fd = ends[0];
        both[1].fd = ends[1];
        both[0].events = both[1].events = POLLIN;
        if (poll(both, 2, -1) < 0)
            return;
        for (side = 0; side < 2; side++) {
            ssize_t octets, sent = 0;
            if (!both[side].revents)
                continue;
            octets = recv(ends[side], data, sizeof data, 0);
            if (octets <= 0)
                return;
            if (side == 0 && is_answered)
                ++*trips;
            is_answered = side == 1;
            sleep_for(half);
            while (sent < octets) {
                const ssize_t more = send(ends[1 - side], data + sent, (size_t)(octets - sent), MSG_NOSIGNAL);
                if (more <= 0)
                    return;
                sent += more;
            }
        }
    }
}

/* Relays one connection to a port, with a delay of so many microseconds for there and back. */
static uint16_t relay(uint16_t port, unsigned delay, pid_t *child)
{
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    const int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    *child = fork();
    if (!*child) {
        nfs_stubc_net net;
        int ends[2];
        alarm(PATIENCE);
        ends[0] = accept(listener, NULL, NULL);
        if (nfs_stubc_net_open(&net, "127.0.0.1", port, nfs_STUBC_NET_TCP))
            _exit(1);
        ends[1] = net.fd;
        setsockopt(ends[0], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        pass_on(ends, delay / 2);
        _exit(0);
    }
    close(listener);
    return ntohs(address.sin_port);
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* ---- What the client does ---- */

static uint32_t digest;

static void note(const void *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        digest = (digest ^ ((const uint8_t *)data)[i]) * 16777619u;
}

static void note_lookup(const nfs_LOOKUP3res *found)
{
    note(&found->status, sizeof found->status);
    if (found->status == nfs_NFS3_OK)
        note(found->u.resok.object.data.data, found->u.resok.object.data.length);
}

static void note_getattr(const nfs_GETATTR3res *found)
{
    note(&found->status, sizeof found->status);
    if (found->status == nfs_NFS3_OK)
        note(&found->u.resok.obj_attributes.size, sizeof found->u.resok.obj_attributes.size);
}

static void note_read(const nfs_READ3res *found)
{
    note(&found->status, sizeof found->status);
    if (found->status == nfs_NFS3_OK)
        note(found->u.resok.data.data, found->u.resok.data.length);
}

enum { FILES = 20 };

/* How the calls are made. */
typedef enum way { ALONE, CLUSTERED, LOOPED } way;

/* Finds, looks at and reads all files in one call. */
static void find_all(nfs_stubc_rpc_client *client, const nfs_nfs_fh3 *dir)
{
    static nfs_FIND_ALL_arguments wanted[FILES + 1];
    static nfs_find_all_4_results found[FILES + 1];
    static char names[FILES + 1][20];
    nfs_FIND_ALL_turns turns;
    unsigned i;
    for (i = 0; i <= FILES; i++) {
        snprintf(names[i], sizeof names[i], i < FILES ? "entry-%u" : "nowhere", i);
        wanted[i].call0.what.dir = *dir;
        wanted[i].call0.what.name = text(names[i]);
        wanted[i].call2.offset = 0;
        wanted[i].call2.count = 1000;
    }
    turns.items = wanted;
    turns.count = FILES + 1;
    CHECK(nfs_find_all_4(client, &turns, found) == nfs_STUBC_RPC_NOT_MADE);
    for (i = 0; i <= FILES; i++) {
        const int expected = i < FILES ? 0 : nfs_STUBC_RPC_NOT_MADE;
        CHECK(found[i].outcome[0] == 0 && found[i].outcome[1] == expected && found[i].outcome[2] == expected);
        note_lookup(&found[i].result0);
        if (i < FILES) {
            note_getattr(&found[i].result1);
            note_read(&found[i].result2);
        }
    }
}

/* Finds, looks at and reads files of a directory; the last one does not exist. */
static void find(nfs_stubc_rpc_client *client, const nfs_nfs_fh3 *dir, way how)
{
    unsigned i;
    if (how == LOOPED) {
        find_all(client, dir);
        return;
    }
    for (i = 0; i <= FILES; i++) {
        char name[20];
        int outcomes[3];
        snprintf(name, sizeof name, i < FILES ? "entry-%u" : "nowhere", i);
        if (how == CLUSTERED) {
            nfs_LOOKUP_GETATTR_READ_arguments wanted;
            nfs_lookup_getattr_read_4_results found;
            memset(&wanted, 0, sizeof wanted);
            wanted.call0.what.dir = *dir;
            wanted.call0.what.name = text(name);
            wanted.call2.count = 1000;
            nfs_lookup_getattr_read_4(client, &wanted, &found);
            memcpy(outcomes, found.outcome, sizeof outcomes);
            note_lookup(&found.result0);
            if (!outcomes[1])
                note_getattr(&found.result1);
            if (!outcomes[2])
                note_read(&found.result2);
        } else {
            uint8_t handle[64];
            nfs_LOOKUP3args wanted;
            nfs_LOOKUP3res found;
            nfs_GETATTR3args about;
            nfs_GETATTR3res attributes;
            nfs_READ3args part;
            nfs_READ3res data;
            outcomes[1] = outcomes[2] = nfs_STUBC_RPC_NOT_MADE;
            wanted.what.dir = *dir;
            wanted.what.name = text(name);
            outcomes[0] = nfs_nfsproc3_lookup_3(client, &wanted, &found);
            note_lookup(&found);
            if (!outcomes[0] && found.status == nfs_NFS3_OK) {
                memcpy(handle, found.u.resok.object.data.data, found.u.resok.object.data.length);
                about.object.data.data = handle;
                about.object.data.length = found.u.resok.object.data.length;
                outcomes[1] = nfs_nfsproc3_getattr_3(client, &about, &attributes);
                note_getattr(&attributes);
                part.file = about.object;
                part.offset = 0;
                part.count = 1000;
                outcomes[2] = nfs_nfsproc3_read_3(client, &part, &data);
                note_read(&data);
            }
        }
        CHECK(outcomes[0] == 0 && (outcomes[1] == 0) == (i < FILES) && (outcomes[2] == 0) == (i < FILES));
    }
}

#ifdef MINED
#include "replay.h"
#endif

/* Runs over a relay to a port, and returns milliseconds; clients then know what the server has. */
static double run(uint16_t port, unsigned delay, const nfs_nfs_fh3 *dir, way how, unsigned expected)
{
    nfs_stubc_net net;
    nfs_stubc_rpc_client client;
    pid_t child;
    double begun;
    *trips = 0;
    digest = 2166136261u;
    open_client(&client, &net, relay(port, delay, &child));
    begun = now();
#ifdef MINED
    replay(&client, how != ALONE);
    (void)dir;
#else
    find(&client, dir, how);
#endif
    begun = now() - begun;
    CHECK(!expected || *trips == expected);
    nfs_stubc_net_close(&net);
    end(child);
    return begun;
}

static void compare(uint16_t server, const nfs_nfs_fh3 *dir)
{
    static const unsigned delays[] = {0, 1000, 20000};
    pid_t child;
    const uint16_t proxy = serve(server, &child);
    uint32_t expected = 0;
    size_t i;
    for (i = 0; i < sizeof delays / sizeof *delays; i++) {
        static const unsigned trips_of[] = {TRIPS(3 * FILES + 1), TRIPS(FILES + 1), TRIPS(1)};
        /* Without a delay a run is short, and other work on the machine weighs more. */
        const unsigned rounds = delays[i] ? ROUNDS : 10 * ROUNDS;
        unsigned round, how, counted[WAYS];
        double best[WAYS] = {0};
        for (round = 0; round < rounds; round++) {
            for (how = 0; how < WAYS; how++) {
                const double time = run(proxy, delays[i], dir, (way)how, trips_of[how]);
                best[how] = !round || time < best[how] ? time : best[how];
                counted[how] = *trips;
                CHECK(how == 0 || digest == expected);
                expected = digest;
            }
        }
        printf("| %u |", delays[i] / 1000);
        for (how = 0; how < WAYS; how++)
            printf(" %u | %.1f |", counted[how], best[how]);
        for (how = 1; how < WAYS; how++)
            printf(" %.0f %% |", 100 * (1 - best[how] / best[0]));
        printf("\n");
    }
    /* The server itself does not know the clusters: one call more, and the calls one by one. */
    for (i = 0; i < WAYS; i++) {
        run(server, 0, dir, (way)i, TRIPS(3 * FILES + 1 + (i > 0)));
        CHECK(digest == expected);
    }
    end(child);
}

int main(int count, char **arguments)
{
    static uint8_t out[2048], in[16384], arena[65536], handle[64];
    mount_stubc_net net;
    mount_stubc_rpc_client client;
    mount_dirpath wanted;
    mount_mountres3 mounted;
    nfs_nfs_fh3 dir;
    if (count < 2)
        return 2;
    /* Who hangs ends, and so do its children. */
    alarm(PATIENCE);
    trips = (volatile unsigned *)mmap(NULL, sizeof *trips, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#ifdef MINED
    read_capture(arguments[2]);
#endif
    wanted.data = (const uint8_t *)arguments[1];
    wanted.length = strlen(arguments[1]);
    CHECK(mount_stubc_net_open(&net, "127.0.0.1",
                               mount_stubc_net_port("127.0.0.1", mount_MOUNT_PROGRAM, 3, mount_STUBC_NET_TCP),
                               mount_STUBC_NET_TCP) == 0);
    CHECK(mount_stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
    client.context = mount_stubc_context_over(arena, sizeof arena);
    CHECK(mount_mountproc3_mnt_3(&client, &wanted, &mounted) == mount_STUBC_RPC_SUCCESS);
    CHECK(mounted.fhs_status == mount_MNT3_OK && mounted.u.mountinfo.fhandle.length <= sizeof handle);
    if (!failures) {
        dir.data.length = mounted.u.mountinfo.fhandle.length;
        dir.data.data = handle;
        memcpy(handle, mounted.u.mountinfo.fhandle.data, dir.data.length);
        compare(nfs_stubc_net_port("127.0.0.1", nfs_NFS_PROGRAM, 3, nfs_STUBC_NET_TCP), &dir);
    }
    printf("%u failures\n", failures);
    return failures != 0;
}
