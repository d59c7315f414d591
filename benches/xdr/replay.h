/* Repeats the calls of a capture in their order (for proxy.c): one by one, or with the mined cluster
 * LOOKUP_ACCESS_GETATTR_READ wherever its calls follow each other with one file handle. */

typedef struct recorded {
    uint32_t procedure;
    size_t length;
    uint8_t arguments[512];
} recorded;

static recorded records[20000];
static size_t record_count;

/* Reads the calls that were sent to port 2049: pcap of the loopback interface, whose segments are in order and hold whole
 * records, because every call is small. */
static void read_capture(const char *path)
{
    static uint8_t packet[1 << 17];
    FILE *const file = fopen(path, "rb");
    uint8_t head[24];
    CHECK(file && fread(head, 1, 24, file) == 24);
    while (!failures && fread(head, 1, 16, file) == 16) {
        uint32_t length;
        size_t at, end;
        memcpy(&length, head + 8, 4);
        CHECK(length <= sizeof packet && fread(packet, 1, length, file) == length);
        /* Ethernet, IPv4, TCP. */
        at = 14 + (size_t)(packet[14] & 15) * 4;
        if (length < at + 20 || packet[12] != 8 || packet[23] != 6 || packet[at + 2] != 2049 >> 8 || packet[at + 3] != (2049 & 255))
            continue;
        end = 14 + (size_t)packet[16] * 256 + packet[17];
        at += (size_t)(packet[at + 12] >> 4) * 4;
        while (at + 44 <= end) {
            const uint8_t *const call = packet + at + 4;
            const size_t size = nfs_stubc_word(packet + at) & 0x7fffffff;
            const size_t credentials = nfs_stubc_word(call + 28), start = 40 + (credentials + 3) / 4 * 4;
            recorded *const to = &records[record_count];
            if (size < start || at + 4 + size > end)
                break;
            if (nfs_stubc_word(call + 12) == nfs_NFS_PROGRAM && record_count < 20000 && size - start <= sizeof to->arguments) {
                to->procedure = nfs_stubc_word(call + 20);
                to->length = size - start;
                memcpy(to->arguments, call + start, to->length);
                record_count++;
            }
            at += 4 + size;
        }
    }
    if (file)
        fclose(file);
    printf("%u calls in the capture\n", (unsigned)record_count);
    CHECK(record_count > 0);
}

static nfs_stubc_context decoding;

#define DECODE(type, at)                                                                                               \
    nfs_##type it;                                                                                                     \
    CHECK(nfs_##type##_decode(&it, records[at].arguments, records[at].length, &decoding, NULL) >= 0)

static nfs_nfs_fh3 handle_at(size_t at)
{
    nfs_nfs_fh3 handle;
    handle.data.length = nfs_stubc_word(records[at].arguments);
    handle.data.data = records[at].arguments + 4;
    return handle;
}

static bool same_handle(nfs_nfs_fh3 a, nfs_nfs_fh3 b)
{
    return a.data.length == b.data.length && !memcmp(a.data.data, b.data.data, a.data.length);
}

static void note_access(const nfs_ACCESS3res *found)
{
    note(&found->status, sizeof found->status);
    if (found->status == nfs_NFS3_OK)
        note(&found->u.resok.access, sizeof found->u.resok.access);
}

static void alone(nfs_stubc_rpc_client *client, size_t at)
{
    switch (records[at].procedure) {
    case 0:
        CHECK(nfs_nfsproc3_null_3(client) == 0);
        return;
    case 1: {
        nfs_GETATTR3res found;
        DECODE(GETATTR3args, at);
        CHECK(nfs_nfsproc3_getattr_3(client, &it, &found) == 0);
        note_getattr(&found);
        return;
    }
    case 3: {
        nfs_LOOKUP3res found;
        DECODE(LOOKUP3args, at);
        CHECK(nfs_nfsproc3_lookup_3(client, &it, &found) == 0);
        note_lookup(&found);
        return;
    }
    case 4: {
        nfs_ACCESS3res found;
        DECODE(ACCESS3args, at);
        CHECK(nfs_nfsproc3_access_3(client, &it, &found) == 0);
        note_access(&found);
        return;
    }
    case 6: {
        nfs_READ3res found;
        DECODE(READ3args, at);
        CHECK(nfs_nfsproc3_read_3(client, &it, &found) == 0);
        note_read(&found);
        return;
    }
    case 17: {
        nfs_READDIRPLUS3res found;
        DECODE(READDIRPLUS3args, at);
        CHECK(nfs_nfsproc3_readdirplus_3(client, &it, &found) == 0);
        note(&found.status, sizeof found.status);
        return;
    }
    case 19: {
        nfs_FSINFO3res found;
        DECODE(FSINFO3args, at);
        CHECK(nfs_nfsproc3_fsinfo_3(client, &it, &found) == 0);
        note(&found.status, sizeof found.status);
        return;
    }
    default:
        printf("the replay does not know procedure %u\n", (unsigned)records[at].procedure);
        failures++;
    }
}

/* Whether the four calls of the cluster follow, with one handle. */
static bool is_cluster(size_t at)
{
    return at + 3 < record_count && records[at].procedure == 3 && records[at + 1].procedure == 4 &&
           records[at + 2].procedure == 1 && records[at + 3].procedure == 6 &&
           same_handle(handle_at(at + 1), handle_at(at + 2)) && same_handle(handle_at(at + 1), handle_at(at + 3));
}

static void replay(nfs_stubc_rpc_client *client, bool as_one)
{
    static uint64_t memory[1 << 12];
    size_t at;
    decoding = nfs_stubc_context_over((uint8_t *)memory, sizeof memory);
    for (at = 0; at < record_count; at++) {
        if (as_one && is_cluster(at)) {
            nfs_LOOKUP_ACCESS_GETATTR_READ_arguments wanted;
            nfs_lookup_access_getattr_read_4_results found;
            const uint8_t *const access = records[at + 1].arguments + records[at + 1].length - 4;
            const uint8_t *const read = records[at + 3].arguments + records[at + 3].length - 12;
            DECODE(LOOKUP3args, at);
            wanted.call0 = it;
            wanted.call1.access = nfs_stubc_word(access);
            wanted.call3.offset = (uint64_t)nfs_stubc_word(read) << 32 | nfs_stubc_word(read + 4);
            wanted.call3.count = nfs_stubc_word(read + 8);
            CHECK(nfs_lookup_access_getattr_read_4(client, &wanted, &found) == 0);
            /* The fed handle is the one that the captured client has sent. */
            CHECK(same_handle(found.result0.u.resok.object, handle_at(at + 1)));
            note_lookup(&found.result0);
            note_access(&found.result1);
            note_getattr(&found.result2);
            note_read(&found.result3);
            at += 3;
        } else {
            alone(client, at);
        }
    }
}
