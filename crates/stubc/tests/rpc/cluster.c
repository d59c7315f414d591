/* Random clusters (cases.h, which the test writes) against the same calls one by one, over a transport in memory:
 * procedures that fail, replies that do not fit, memory that runs out, old servers, a connection that is cut. */
#include "check.h"
#include "cluster.h"

#include <stdlib.h>

static uint32_t seed = 1;

static uint32_t chance(uint32_t most)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % most;
}

/* ---- Procedures: what they do depends on their arguments alone, so the same call may be made twice. ---- */

static uint32_t salt;     /* changes what fails */
static unsigned failing;  /* one call of so many fails; 0: none */
static unsigned executed; /* calls that were made */

static uint32_t mix(uint32_t hash, const void *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        hash = (hash ^ ((const uint8_t *)data)[i]) * 16777619u;
    return hash;
}

static const int outcomes[] = {STUBC_RPC_SYSTEM_ERR, STUBC_RPC_GARBAGE_ARGS, STUBC_RPC_PROC_UNAVAIL, 77, -5,
                               STUBC_RPC_NOT_MADE, STUBC_RPC_PENDING, STUBC_RPC_NO_REPLY, STUBC_RPC_AUTH_ERROR + 5,
                               STUBC_RPC_RPC_MISMATCH + 1, STUBC_RPC_NO_REPLY + 7};

static int verdict(uint32_t hash)
{
    hash = mix(hash, &salt, sizeof salt) >> 7;
    executed++;
    return failing && hash % failing == 0 ? outcomes[hash / failing % (sizeof outcomes / sizeof *outcomes)]
                                          : STUBC_RPC_SUCCESS;
}

static const uint8_t bytes[700] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

static fh handle(uint32_t hash)
{
    fh it;
    it.data = bytes + hash % 9;
    it.length = hash % 17;
    return it;
}

static uint32_t of_where(const where *it)
{
    uint32_t hash = mix(2166136261u, it->dir.data, it->dir.length);
    hash = mix(hash, it->name.data, it->name.length);
    hash = mix(hash, it->mark, sizeof it->mark);
    return it->has_limit ? mix(hash, &it->limit, sizeof it->limit) : hash;
}

static int find(uint32_t hash, found *result)
{
    result->status = (int32_t)(hash >> 5 & 3);
    if (result->status == 0) {
        result->u.ok.object = handle(hash);
        result->u.ok.size = hash % 100;
    } else if (result->status < 3) {
        result->u.other = handle(hash);
    } else {
        result->u.why = hash;
    }
    return verdict(hash);
}

int t_find_1_svc(stubc_rpc_call *call, const where *argument, found *result)
{
    CHECK(call->version == 1 && call->procedure == 1);
    return find(of_where(argument), result);
}

int t_nest_1_svc(stubc_rpc_call *call, const outer *argument, found *result)
{
    (void)call;
    return find(mix(of_where(&argument->inner), &argument->depth, sizeof argument->depth), result);
}

int t_read_1_svc(stubc_rpc_call *call, const span *argument, chunk *result)
{
    uint32_t hash = mix(2166136261u, argument->file.data, argument->file.length);
    hash = mix(mix(hash, &argument->offset, sizeof argument->offset), &argument->count, sizeof argument->count);
    (void)call;
    result->good = hash % 5 != 0;
    if (result->good) {
        result->u.piece.data.data = bytes;
        result->u.piece.data.length = hash % 3 ? hash % 30 : hash % 600;
        result->u.piece.next = handle(hash);
    }
    return verdict(hash);
}

int t_mark_1_svc(stubc_rpc_call *call, const key *argument1, const xdr_uint32 *argument2, key *result)
{
    uint32_t hash = mix(mix(2166136261u, argument1, sizeof *argument1), argument2, sizeof *argument2);
    (void)call;
    memcpy(result, &hash, sizeof hash);
    return verdict(hash);
}

int t_touch_1_svc(stubc_rpc_call *call, const fh *argument)
{
    (void)call;
    return verdict(mix(1, argument->data, argument->length));
}

int t_count_1_svc(stubc_rpc_call *call, xdr_uint32 *result)
{
    (void)call;
    *result = 12345;
    return verdict(99);
}

int t_list_1_svc(stubc_rpc_call *call, const xdr_uint32 *argument, numbers *result)
{
    uint32_t i;
    /* One of many results cannot be encoded. */
    result->count = *argument % 152;
    result->items = (int32_t *)stubc_rpc_alloc(call, result->count * sizeof *result->items);
    if (!result->items && result->count)
        return STUBC_RPC_SYSTEM_ERR;
    for (i = 0; i < result->count; i++)
        result->items[i] = (int32_t)(i * *argument);
    return verdict(*argument);
}

/* ---- The transport: a datagram is answered at once ---- */

static stubc_rpc_service services[cluster_service_count];
static stubc_rpc_server server;
static uint64_t server_arena[1 << 13];
static size_t capacity;  /* of replies */
static unsigned travels; /* calls that were sent */
static unsigned refusals; /* calls of versions that the server does not have */
static unsigned cut;     /* so many are answered before the connection is cut */

typedef struct wire {
    stubc_rpc_transport transport;
    uint8_t reply[65536];
    size_t length;
    uint32_t time;
} wire;

static int wire_send(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    uint8_t *const out = (uint8_t *)malloc(capacity), *const in = (uint8_t *)malloc(length);
    (void)milliseconds;
    w->length = 0;
    if (travels++ < cut) {
        memcpy(in, data, length);
        w->length = stubc_rpc_answer(&server, in, length, out, capacity);
        refusals += w->length == 32 && stubc_word(out + 20) == STUBC_RPC_PROG_MISMATCH;
        memcpy(w->reply, out, w->length);
    }
    free(out);
    free(in);
    return travels > cut ? STUBC_RPC_LOST : 0;
}

static stubc_result wire_receive(stubc_rpc_transport *transport, uint8_t *data, size_t room, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    const size_t length = w->length < room ? w->length : room;
    if (!w->length) {
        w->time += milliseconds;
        return STUBC_RPC_TIMED_OUT;
    }
    memcpy(data, w->reply, length);
    w->length = 0;
    return (stubc_result)length;
}

static uint32_t wire_now(stubc_rpc_transport *transport)
{
    return ((wire *)transport)->time;
}

static wire line;
static size_t in_size;
static uint8_t ins[64 * 8][8192]; /* each call of the model has buffers of its own, so its results stay */
static uint64_t arenas[64 * 8][256];
static uint8_t outs[65536];
static unsigned alone;

static void start(stubc_rpc_client *client, uint8_t *in, uint64_t *arena, size_t words)
{
    CHECK(stubc_rpc_client_over(client, &line.transport, outs, sizeof outs, in, in_size) == 0);
    client->context = stubc_context_over((uint8_t *)arena, words * sizeof *arena);
    client->timeout = 10;
    client->retry = 100;
}

/* Returns a client for one call of the model. */
static stubc_rpc_client *fresh(void)
{
    static stubc_rpc_client client;
    start(&client, ins[alone], arenas[alone], 256);
    alone++;
    return &client;
}

/* ---- Values ---- */

static uint8_t pool[1 << 16];

static const uint8_t *any_bytes(uint32_t length)
{
    const uint32_t at = chance((uint32_t)sizeof pool - length);
    return pool + at;
}

static void any_fh(fh *it)
{
    it->length = chance(17);
    it->data = any_bytes(16);
}

static void any_name(stubc_slice *it)
{
    /* One of many is too long, and cannot be sent. */
    it->length = chance(60) ? chance(9) : 9;
    it->data = any_bytes(9);
}

static void any_key(key *it)
{
    memcpy(it, any_bytes(8), 8);
}

static void any_number(xdr_uint32 *it)
{
    *it = chance(400);
}

static void any_offset(uint64_t *it)
{
    *it = chance(3);
}

static void any_limit(bool *is_there, uint32_t *it)
{
    *is_there = chance(2);
    *it = chance(4);
}

static bool same_fh(const fh *a, const fh *b)
{
    return a->length == b->length && (!a->length || !memcmp(a->data, b->data, a->length));
}

static bool same_found(const found *a, const found *b)
{
    if (a->status != b->status)
        return false;
    switch (a->status) {
    case 0:
        return same_fh(&a->u.ok.object, &b->u.ok.object) && a->u.ok.size == b->u.ok.size;
    case 1:
    case 2:
        return same_fh(&a->u.other, &b->u.other);
    default:
        return a->u.why == b->u.why;
    }
}

static bool same_chunk(const chunk *a, const chunk *b)
{
    return a->good == b->good &&
           (!a->good ||
            (same_fh(&a->u.piece.next, &b->u.piece.next) && a->u.piece.data.length == b->u.piece.data.length &&
             !memcmp(a->u.piece.data.data, b->u.piece.data.data, a->u.piece.data.length)));
}

static bool same_key(const key *a, const key *b)
{
    return !memcmp(a, b, sizeof *a);
}

static bool same_number(const xdr_uint32 *a, const xdr_uint32 *b)
{
    return *a == *b;
}

static bool same_numbers(const numbers *a, const numbers *b)
{
    return a->count == b->count && (!a->count || !memcmp(a->items, b->items, a->count * sizeof *a->items));
}

/* What happened, so that the test sees that everything did. */
static unsigned wholes, singles, failures_seen, not_made, cuts, mismatches;

/* What a case does: the cluster with this client, then the model, and the comparison. */
typedef void case_fn(stubc_rpc_client *client);

/* Compares outcomes. A call that the cluster made has the outcome that it has alone. */
static bool same_outcome(int found_outcome, int expected)
{
    if (found_outcome != expected)
        printf("outcome %d, alone %d\n", found_outcome, expected);
    failures_seen += expected != 0;
    not_made += expected == STUBC_RPC_NOT_MADE;
    return found_outcome == expected;
}

#include "cases.h"

/* The version of a server that has other clusters than the client. */
static int serve_none(stubc_rpc_call *call)
{
    (void)call;
    return STUBC_RPC_PROC_UNAVAIL;
}

static void round_of(case_fn *test, unsigned number)
{
    static uint8_t in[8192];
    static uint64_t arena[1 << 16];
    stubc_rpc_client client;
    const unsigned kind = number % 5;
    size_t i;
    size_t service_count = cluster_service_count;
    memcpy(services, cluster_services, sizeof services);
    if (kind == 1) {
        /* An old server has the first version only. */
        service_count = 1;
    } else if (kind == 2) {
        for (i = 1; i < cluster_service_count; i++)
            services[i].serve = serve_none;
    }
    server.services = services;
    server.service_count = service_count;
    server.context = stubc_context_over((uint8_t *)server_arena, chance(2) ? sizeof server_arena : 200 + chance(1200));
    failing = chance(3) ? 3 + chance(8) : 0;
    salt = chance(1000);
    capacity = chance(2) ? 8192 : 32 + chance(1200);
    in_size = chance(2) ? 8192 : 32 + chance(1200);
    /* The client knows that the server is old before the connection is cut, so that both runs send the same calls. */
    cut = kind == 3 ? chance(6) : kind == 4 ? 0 : 1u << 30;
    /* Where results are not compared, memory may be short. */
    start(&client, in, arena, compares ? 1 << 16 : chance(60));
    if (kind == 3) {
        client.old = 0xffffffffu;
        cuts++;
    }
    travels = executed = 0;
    test(&client);
    if (kind == 1 || kind == 2)
        mismatches += client.old != 0;
    CHECK(kind != 0 || !client.old);
    if (kind == 1 && client.old) {
        /* The client remembers: a second run sends no clustered call, so the old server refuses nothing. */
        refusals = 0;
        test(&client);
        CHECK(!refusals);
    }
}

/* Bytes that no client sends: the server answers within its buffer, whatever they are. */
static void hostile(unsigned runs)
{
    static uint8_t message[600];
    memcpy(services, cluster_services, sizeof services);
    server.services = services;
    server.service_count = cluster_service_count;
    failing = 0;
    for (; runs; runs--) {
        const stubc_rpc_service *const service = &services[1 + chance(cluster_service_count - 1)];
        size_t length = 40 + chance(sizeof message - 40), i;
        uint8_t *in, *out;
        server.context = stubc_context_over((uint8_t *)server_arena, chance(sizeof server_arena));
        capacity = 32 + chance(2000);
        memset(message, 0, sizeof message);
        for (i = 40; i < length; i++)
            message[i] = (uint8_t)(chance(3) ? 0 : chance(2) ? chance(20) : chance(256));
        stubc_put_word(message + 8, 2);
        stubc_put_word(message + 12, service->program);
        stubc_put_word(message + 16, service->version);
        stubc_put_word(message + 20, numbers_of_clusters[chance(sizeof numbers_of_clusters / sizeof *numbers_of_clusters)]);
        if (chance(2))
            stubc_put_word(message + 40, 2000);
        in = (uint8_t *)malloc(length);
        out = (uint8_t *)malloc(capacity);
        memcpy(in, message, length);
        CHECK(stubc_rpc_answer(&server, in, length, out, capacity) <= capacity);
        free(in);
        free(out);
    }
}

/* Replies that no server sends: the client reads within them. */
static uint32_t wild;

static int wild_send(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    const int code = wire_send(transport, data, length, milliseconds);
    wire *const w = (wire *)transport;
    unsigned i;
    for (i = chance(4); i && w->length > 24; i--)
        w->reply[24 + chance((uint32_t)w->length - 24)] = (uint8_t)(chance(2) ? chance(4) : chance(256));
    if (w->length > 24 && chance(4) == 0)
        w->length -= chance((uint32_t)w->length - 24);
    wild++;
    return code;
}

int main(int count, char **arguments)
{
    const unsigned runs = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 200;
    const size_t cases_count = sizeof cases / sizeof *cases;
    unsigned i;
    for (i = 0; i < sizeof pool; i++)
        pool[i] = (uint8_t)chance(256);
    line.transport.send = wire_send;
    line.transport.receive = wire_receive;
    line.transport.now = wire_now;
    for (i = 0; i < runs * cases_count; i++)
        round_of(cases[i % cases_count], i / (unsigned)cases_count);
    printf("%u as one, %u one by one, %u outcomes, %u not made, %u old\n", wholes, singles, failures_seen, not_made,
           mismatches);
    CHECK(wholes && singles && failures_seen && not_made && mismatches && cuts);
    hostile(runs * 100);
    line.transport.send = wild_send;
    compares = false;
    for (i = 0; i < runs * cases_count; i++)
        round_of(cases[i % cases_count], 0);
    CHECK(wild);
    printf("%u failures\n", failures);
    return failures != 0;
}
