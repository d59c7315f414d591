/* Mounts an export of an NFS server on this host, whose ports rpcbind names, and looks for a file in it, through the stubs
 * of specs/xdr/mount.x and specs/xdr/nfs3.x: `nfs EXPORT FILE SIZE`. */
#include "check.h"
#include "mount_mount.h"
#include "nfs_nfs3.h"

#include "mount_stubc_net.h"
#include "nfs_stubc_net.h"

#include <stdlib.h>

/* A transport that keeps the last message that came. */
typedef struct kept {
    nfs_stubc_rpc_transport transport;
    nfs_stubc_net net;
    const uint8_t *data;
    size_t length;
} kept;

static int kept_send(nfs_stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    nfs_stubc_net *const net = &((kept *)transport)->net;
    return net->transport.send(&net->transport, data, length, milliseconds);
}

static nfs_stubc_result kept_receive(nfs_stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t wait)
{
    kept *const k = (kept *)transport;
    const nfs_stubc_result octets = k->net.transport.receive(&k->net.transport, data, capacity, wait);
    k->data = data;
    k->length = octets > 0 ? (size_t)octets : 0;
    return octets;
}

static uint32_t kept_now(nfs_stubc_rpc_transport *transport)
{
    nfs_stubc_net *const net = &((kept *)transport)->net;
    return net->transport.now(&net->transport);
}

/* Where messages are written to, if anywhere. */
static const char *folder;
static unsigned number;

static void write_out(const char *type, const uint8_t *data, size_t length)
{
    char name[512];
    FILE *file;
    snprintf(name, sizeof name, "%s/%04u-%s.xdr", folder, ++number, type);
    file = fopen(name, "wb");
    CHECK(file && fwrite(data, 1, length, file) == length);
    if (file)
        fclose(file);
}

static void keep(const nfs_stubc_rpc_client *client, const char *argument, const char *result)
{
    const kept *const k = (const kept *)client->transport;
    if (!folder || client->transport->is_stream)
        return;
    write_out(argument, client->out + client->head, client->used - client->head);
    write_out(result, k->data + 24, k->length - 24);
}

static nfs_stubc_slice text(const char *from)
{
    nfs_stubc_slice slice;
    slice.data = (const uint8_t *)from;
    slice.length = strlen(from);
    return slice;
}

/* Reads a directory, page by page; whether it has an entry of this name, with attributes that say it has this size. */
static bool listed(nfs_stubc_rpc_client *client, const nfs_nfs_fh3 *dir, const char *name, uint64_t size)
{
    nfs_READDIRPLUS3args args;
    nfs_READDIRPLUS3res res;
    bool found = false, more = true;
    memset(&args, 0, sizeof args);
    args.dir = *dir;
    args.dircount = 512;
    args.maxcount = 2048;
    while (more) {
        const nfs_entryplus3 *entry;
        CHECK(nfs_nfsproc3_readdirplus_3(client, &args, &res) == nfs_STUBC_RPC_SUCCESS && res.status == nfs_NFS3_OK);
        if (failures)
            return false;
        keep(client, "READDIRPLUS3args", "READDIRPLUS3res");
        more = !res.u.resok.reply.eof;
        memcpy(args.cookieverf, res.u.resok.cookieverf, sizeof args.cookieverf);
        for (entry = res.u.resok.reply.entries; entry; entry = entry->nextentry) {
            args.cookie = entry->cookie;
            if (entry->name.length == strlen(name) && !memcmp(entry->name.data, name, entry->name.length))
                found = entry->name_attributes.attributes_follow && entry->name_attributes.u.attributes.size == size;
        }
    }
    return found;
}

/* Looks at a file in a directory, at both, and through the directory, in one batch. */
static void explore_together(nfs_stubc_rpc_client *client, const nfs_nfs_fh3 *dir, const nfs_nfs_fh3 *file, const char *name,
                             uint64_t size)
{
    nfs_stubc_rpc_pending calls[14];
    nfs_stubc_rpc_batch batch;
    nfs_GETATTR3args about[2];
    nfs_GETATTR3res attributes[10];
    nfs_LOOKUP3args wanted[2];
    nfs_LOOKUP3res found[2];
    nfs_READ3args part;
    nfs_READ3res data;
    size_t i;
    about[0].object = *dir;
    about[1].object = *file;
    wanted[0].what.dir = wanted[1].what.dir = *dir;
    wanted[0].what.name = text(name);
    wanted[1].what.name = text("nowhere");
    part.file = *file;
    part.offset = 0;
    part.count = 1000;
    nfs_stubc_rpc_batch_begin(&batch, client, calls, 14);
    for (i = 0; i < 10; i++)
        CHECK(nfs_nfsproc3_getattr_3_add(&batch, &about[i % 2], &attributes[i]) == (int)i);
    CHECK(nfs_nfsproc3_lookup_3_add(&batch, &wanted[0], &found[0]) == 10);
    CHECK(nfs_nfsproc3_read_3_add(&batch, &part, &data) == 11);
    CHECK(nfs_nfsproc3_lookup_3_add(&batch, &wanted[1], &found[1]) == 12);
    CHECK(nfs_nfsproc3_null_3_add(&batch) == 13);
    CHECK(nfs_stubc_rpc_batch_run(&batch) == nfs_STUBC_RPC_SUCCESS);
    for (i = 0; i < 10; i++) {
        const nfs_fattr3 *const it = &attributes[i].u.resok.obj_attributes;
        CHECK(attributes[i].status == nfs_NFS3_OK && (i % 2 ? it->size == size : it->type == nfs_NF3DIR));
    }
    CHECK(found[0].status == nfs_NFS3_OK && found[0].u.resok.object.data.length == file->data.length);
    CHECK(!memcmp(found[0].u.resok.object.data.data, file->data.data, file->data.length));
    CHECK(found[1].status == nfs_NFS3ERR_NOENT);
    CHECK(data.status == nfs_NFS3_OK && data.u.resok.data.length == (size < 1000 ? size : 1000));
}

static void explore(const mount_fhandle3 *mounted, const char *name, uint64_t size, unsigned protocol)
{
    static uint8_t out[4096], in[16384], arena[65536], directory[64], file[64];
    static kept wire;
    nfs_stubc_rpc_client client;
    nfs_stubc_rpc_sys root;
    nfs_nfs_fh3 dir, object;
    nfs_GETATTR3args about;
    nfs_GETATTR3res attributes;
    nfs_LOOKUP3args wanted;
    nfs_LOOKUP3res found;
    nfs_READ3args part;
    nfs_READ3res data;
    wire.transport.send = kept_send;
    wire.transport.receive = kept_receive;
    wire.transport.now = kept_now;
    wire.transport.is_stream = protocol == nfs_STUBC_NET_TCP;
    CHECK(nfs_stubc_net_open(&wire.net, "127.0.0.1", nfs_stubc_net_port("127.0.0.1", nfs_NFS_PROGRAM, 3, protocol), protocol) == 0);
    CHECK(nfs_stubc_rpc_client_over(&client, &wire.transport, out, sizeof out, in, sizeof in) == 0);
    memset(&root, 0, sizeof root);
    root.machine = text("stubc");
    CHECK(nfs_stubc_rpc_credentials(&client, &root) == 0);
    client.context = nfs_stubc_context_over(arena, sizeof arena);
    CHECK(nfs_nfsproc3_null_3(&client) == nfs_STUBC_RPC_SUCCESS);
    memcpy(directory, mounted->data, mounted->length);
    dir.data.data = directory;
    dir.data.length = mounted->length;
    about.object = dir;
    CHECK(nfs_nfsproc3_getattr_3(&client, &about, &attributes) == nfs_STUBC_RPC_SUCCESS);
    keep(&client, "GETATTR3args", "GETATTR3res");
    CHECK(attributes.status == nfs_NFS3_OK && attributes.u.resok.obj_attributes.type == nfs_NF3DIR);
    wanted.what.dir = dir;
    wanted.what.name = text(name);
    CHECK(nfs_nfsproc3_lookup_3(&client, &wanted, &found) == nfs_STUBC_RPC_SUCCESS && found.status == nfs_NFS3_OK);
    if (failures)
        return;
    keep(&client, "LOOKUP3args", "LOOKUP3res");
    CHECK(found.u.resok.obj_attributes.attributes_follow && found.u.resok.obj_attributes.u.attributes.size == size);
    object = found.u.resok.object;
    memcpy(file, object.data.data, object.data.length);
    object.data.data = file;
    about.object = object;
    CHECK(nfs_nfsproc3_getattr_3(&client, &about, &attributes) == nfs_STUBC_RPC_SUCCESS);
    keep(&client, "GETATTR3args", "GETATTR3res");
    CHECK(attributes.status == nfs_NFS3_OK && attributes.u.resok.obj_attributes.size == size);
    part.file = object;
    part.offset = 0;
    part.count = 1000;
    CHECK(nfs_nfsproc3_read_3(&client, &part, &data) == nfs_STUBC_RPC_SUCCESS && data.status == nfs_NFS3_OK);
    keep(&client, "READ3args", "READ3res");
    CHECK(data.u.resok.data.length == (size < 1000 ? size : 1000));
    explore_together(&client, &dir, &object, name, size);
    wanted.what.name = text("nowhere");
    CHECK(nfs_nfsproc3_lookup_3(&client, &wanted, &found) == nfs_STUBC_RPC_SUCCESS && found.status == nfs_NFS3ERR_NOENT);
    keep(&client, "LOOKUP3args", "LOOKUP3res");
    CHECK(listed(&client, &dir, name, size));
    nfs_stubc_net_close(&wire.net);
}

static void mount(const char *path, const char *name, uint64_t size, unsigned protocol)
{
    static uint8_t out[2048], in[16384], arena[65536];
    mount_stubc_net net;
    mount_stubc_rpc_client client;
    mount_dirpath wanted;
    mount_mountres3 mounted;
    mount_exports exports;
    bool exported = false;
    wanted.data = (const uint8_t *)path;
    wanted.length = strlen(path);
    CHECK(mount_stubc_net_open(&net, "127.0.0.1", mount_stubc_net_port("127.0.0.1", mount_MOUNT_PROGRAM, 3, protocol), protocol) == 0);
    CHECK(mount_stubc_rpc_client_over(&client, &net.transport, out, sizeof out, in, sizeof in) == 0);
    client.context = mount_stubc_context_over(arena, sizeof arena);
    if (failures)
        return;
    CHECK(mount_mountproc3_null_3(&client) == mount_STUBC_RPC_SUCCESS);
    CHECK(mount_mountproc3_export_3(&client, &exports) == mount_STUBC_RPC_SUCCESS);
    for (; exports; exports = exports->ex_next)
        exported |= exports->ex_dir.length == wanted.length && !memcmp(exports->ex_dir.data, path, wanted.length);
    CHECK(exported);
    CHECK(mount_mountproc3_mnt_3(&client, &wanted, &mounted) == mount_STUBC_RPC_SUCCESS);
    CHECK(mounted.fhs_status == mount_MNT3_OK && mounted.u.mountinfo.fhandle.length <= 64);
    if (!failures)
        explore(&mounted.u.mountinfo.fhandle, name, size, protocol);
    CHECK(mount_mountproc3_umnt_3(&client, &wanted) == mount_STUBC_RPC_SUCCESS);
    mount_stubc_net_close(&net);
}

int main(int count, char **arguments)
{
    if (count < 4)
        return 2;
    folder = count > 4 ? arguments[4] : NULL;
    mount(arguments[1], arguments[2], strtoull(arguments[3], NULL, 10), mount_STUBC_NET_UDP);
    mount(arguments[1], arguments[2], strtoull(arguments[3], NULL, 10), mount_STUBC_NET_TCP);
    printf("%u failures\n", failures);
    return failures != 0;
}
