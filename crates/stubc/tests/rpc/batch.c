/* Batches of calls of service.x over a wire that goes wrong as it is told: every call has the outcome and the result that it
 * has alone. */
#include "ask.h"

#include <stdlib.h>

enum { CALLS = 100, QUEUE = 400, RECORD = 8192 };

static uint32_t state = 88172645u;

static uint32_t chance(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

/* ---- A wire ---- */

typedef struct message {
    uint8_t octets[RECORD];
    size_t length;
} message;

typedef struct wire {
    stubc_rpc_transport transport;
    stubc_rpc_server server;
    message queue[QUEUE]; /* replies that have not arrived */
    size_t queued, taken; /* taken: octets of the first one that the stream has delivered */
    uint32_t now;
    uint32_t lost, doubled, foreign, damaged; /* of a hundred messages */
    bool is_shuffled;
    size_t piece;       /* octets of the stream that are received together */
    unsigned cut;       /* so many receptions until the connection ends; 0: never */
    unsigned sent;      /* sends */
    unsigned calls[CALLS];   /* datagrams of each call */
    bool is_answered[CALLS]; /* its reply has arrived */
    uint32_t first;
    stubc_rpc_record record;
    uint8_t incoming[RECORD], arena[65536];
} wire;

static void enqueue(wire *w, const uint8_t *octets, size_t length)
{
    message *const to = &w->queue[w->queued];
    CHECK(w->queued < QUEUE && length + 4 <= sizeof to->octets);
    if (w->queued == QUEUE || length + 4 > sizeof to->octets)
        return;
    to->length = length;
    if (w->transport.is_stream) {
        stubc_put_word(to->octets, 0x80000000u | (uint32_t)length);
        memcpy(to->octets + 4, octets, length);
        to->length += 4;
    } else {
        memcpy(to->octets, octets, length);
    }
    w->queued++;
    if (w->is_shuffled) {
        /* Not in place of what has arrived in part. */
        const size_t other = w->taken ? w->queued - 1 : chance((uint32_t)w->queued);
        message kept = w->queue[other];
        w->queue[other] = *to;
        *to = kept;
    }
}

static void answer(wire *w, const uint8_t *call, size_t length)
{
    static uint8_t reply[RECORD - 4];
    const size_t octets = stubc_rpc_answer(&w->server, call, length, reply, sizeof reply);
    if (!octets || chance(100) < w->lost)
        return;
    if (chance(100) < w->foreign) {
        /* To someone else, to a call of before, to one that has not been sent, or too short to be any. */
        uint8_t other[40];
        memset(other, 0, sizeof other);
        stubc_put_word(other, chance(2) ? w->first - 1 - chance(50) : w->first + CALLS + chance(3) * 0x40000000u);
        stubc_put_word(other + 4, 1);
        enqueue(w, other, chance(2) ? sizeof other : chance(8));
    }
    if (chance(100) < w->damaged) {
        reply[4 + chance((uint32_t)octets - 4)] ^= (uint8_t)(1u << chance(8));
        enqueue(w, reply, 4 + chance((uint32_t)octets - 3));
        return;
    }
    enqueue(w, reply, octets);
    if (chance(100) < w->doubled)
        enqueue(w, reply, octets);
}

static int wire_send(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    (void)milliseconds;
    w->sent++;
    if (!transport->is_stream) {
        const uint32_t number = stubc_word(data) - w->first;
        unsigned i, open = 0;
        CHECK(number < CALLS && !w->is_answered[number]);
        if (number < CALLS)
            w->calls[number]++;
        for (i = 0; i < CALLS; i++)
            open += w->calls[i] && !w->is_answered[i];
        CHECK(open <= STUBC_RPC_WINDOW);
        if (chance(100) >= w->lost)
            answer(w, data, length);
        return 0;
    }
    while (length) {
        size_t room;
        const uint8_t *one;
        stubc_result octets;
        uint8_t *const to = stubc_rpc_room(&w->record, &room);
        room = length < room ? length : room;
        memcpy(to, data, room);
        w->record.end += room;
        data += room;
        length -= room;
        while ((octets = stubc_rpc_next(&w->record, &one)) >= 0)
            answer(w, one, (size_t)octets);
        CHECK(octets == STUBC_TRUNCATED);
    }
    return 0;
}

static stubc_result wire_receive(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    size_t n = 0;
    if (w->cut && !--w->cut)
        return STUBC_RPC_LOST;
    if (!w->queued) {
        w->now += milliseconds ? milliseconds : 1;
        return STUBC_RPC_TIMED_OUT;
    }
    w->now += chance(2);
    if (!transport->is_stream) {
        const uint32_t number = stubc_word(w->queue[0].octets) - w->first;
        n = w->queue[0].length < capacity ? w->queue[0].length : capacity;
        memcpy(data, w->queue[0].octets, n);
        if (number < CALLS && n >= 8)
            w->is_answered[number] = true;
        w->queued--;
        memmove(w->queue, w->queue + 1, w->queued * sizeof *w->queue);
        return (stubc_result)n;
    }
    while (n < capacity && n < w->piece && w->queued) {
        size_t part = w->queue[0].length - w->taken;
        part = part > capacity - n ? capacity - n : part;
        part = part > w->piece - n ? w->piece - n : part;
        memcpy(data + n, w->queue[0].octets + w->taken, part);
        n += part;
        w->taken += part;
        if (w->taken == w->queue[0].length) {
            w->taken = 0;
            w->queued--;
            memmove(w->queue, w->queue + 1, w->queued * sizeof *w->queue);
        }
    }
    return (stubc_result)n;
}

static uint32_t wire_now(stubc_rpc_transport *transport)
{
    return ((wire *)transport)->now;
}

static uint8_t *out, *in, *arena;

/* A client whose buffers have these sizes, and end where a sanitizer sees it. */
static wire *connected(stubc_rpc_client *client, bool is_stream, size_t out_size, size_t in_size, size_t arena_size)
{
    static wire w;
    free(out);
    free(in);
    free(arena);
    out = (uint8_t *)malloc(out_size);
    in = (uint8_t *)malloc(in_size);
    arena = (uint8_t *)malloc(arena_size);
    if (!out || !in || !arena)
        exit(2);
    memset(&w, 0, sizeof w);
    w.transport.send = wire_send;
    w.transport.receive = wire_receive;
    w.transport.now = wire_now;
    w.transport.is_stream = is_stream;
    w.now = 0xfffffff0u; /* a clock that turns over */
    w.piece = 1 + chance(2) * 100000 + chance(300);
    w.record = stubc_rpc_record_over(w.incoming, sizeof w.incoming);
    w.server.services = service_services;
    w.server.service_count = service_service_count;
    w.server.context = stubc_context_over(w.arena, sizeof w.arena);
    CHECK(stubc_rpc_client_over(client, &w.transport, out, out_size, in, in_size) == 0);
    client->context = stubc_context_over(arena, arena_size);
    client->timeout = 1000000000;
    w.first = client->xid + 1;
    return &w;
}

/* ---- Calls, and what they come to ---- */

typedef struct asked {
    unsigned kind;
    int index; /* in the batch; negative: why it is not there */
    int expected;
    xdr_string text;
    xdr_uint32 number;
    xdr_int32 code;
    numbers given;
    int32_t items[20];
    handle where;
    /* Results. */
    xdr_int32 sum;
    xdr_string joined;
    list parts;
    numbers counted;
    found known;
    tree mirrored;
} asked;

static asked all[CALLS];
static stubc_rpc_pending pending[CALLS];

static void add(stubc_rpc_batch *batch, asked *a, unsigned kind)
{
    static const char *const texts[] = {"one two three", "", "a", "some words that are not short at all"};
    static const tree leaf = {false, NULL, false, NULL, 5};
    size_t i;
    memset(a, 0, sizeof *a);
    a->kind = kind;
    a->expected = STUBC_RPC_SUCCESS;
    a->text = text(texts[chance(4)]);
    switch (kind) {
    case 0:
        a->index = nothing_1_add(batch);
        break;
    case 1:
        a->given.items = a->items;
        a->given.count = chance(20);
        for (i = 0; i < a->given.count; i++)
            a->items[i] = (int32_t)chance(1000);
        a->index = sum_1_add(batch, &a->given, &a->sum);
        break;
    case 2:
        a->number = chance(4);
        a->index = join_1_add(batch, &a->text, &a->text, &a->number, &a->joined);
        break;
    case 3:
        a->index = split_1_add(batch, &a->text, &a->parts);
        a->expected = a->text.length > 40 ? STUBC_RPC_GARBAGE_ARGS : 0;
        break;
    case 4: {
        tree root;
        memset(&root, 0, sizeof root);
        root.has_left = true;
        root.left = (tree *)(uintptr_t)&leaf;
        a->index = mirror_3_add(batch, &root, &a->mirrored);
        break;
    }
    case 5:
        memset(a->where, (int)chance(2), sizeof a->where);
        a->index = find_3_add(batch, (const handle *)&a->where, &a->known);
        break;
    case 6:
        a->number = chance(4) ? chance(60) : 900 + chance(200);
        a->expected = a->number > 1000 ? STUBC_RPC_GARBAGE_ARGS : 0;
        a->index = count_3_add(batch, &a->number, &a->counted);
        break;
    case 7:
        a->code = (xdr_int32)chance(6);
        a->expected = a->code;
        a->index = fail_3_add(batch, &a->code, &a->sum);
        break;
    case 8:
        a->index = caller_3_add(batch, &a->number);
        a->expected = STUBC_RPC_AUTH_ERROR + 5;
        break;
    default:
        /* An empty one has no reply. */
        a->text = text(kind == 9 ? "told" : "");
        a->expected = kind == 9 ? 0 : STUBC_RPC_TIMED_OUT;
        a->index = tell_3_add(batch, &a->text);
    }
}

/* Whether a result is that of its call. */
static bool is_right(const asked *a)
{
    int32_t sum = 0;
    size_t i;
    node *one;
    switch (a->kind) {
    case 1:
        for (i = 0; i < a->given.count; i++)
            sum += a->items[i];
        return a->sum == sum;
    case 2:
        for (i = 0; i < a->number; i++)
            if (a->joined.data[a->text.length + i] != ' ')
                return false;
        return a->joined.length == 2 * a->text.length + a->number && !memcmp(a->joined.data, a->text.data, a->text.length) &&
               !memcmp(a->joined.data + a->text.length + a->number, a->text.data, a->text.length);
    case 3:
        for (i = 0, one = a->parts; one; one = one->next) {
            if (i + one->text.length > a->text.length || memcmp(one->text.data, a->text.data + i, one->text.length))
                return false;
            i += one->text.length + 1;
        }
        return i == a->text.length + 1;
    case 4:
        return !a->mirrored.has_left && a->mirrored.has_right && a->mirrored.right->value == 5;
    case 5:
        return a->known.known == (a->where[0] != 0) && (!a->where[0] || !memcmp(a->known.u.where, a->where, sizeof a->where));
    case 6:
        for (i = 0; i < a->counted.count; i++)
            if (a->counted.items[i] != (int32_t)i)
                return false;
        return a->counted.count == a->number;
    default:
        return true;
    }
}

static unsigned checked(const stubc_rpc_batch *batch, unsigned count, int code)
{
    unsigned i, others = 0;
    int first = 0;
    for (i = 0; i < count; i++) {
        const int outcome = all[i].index < 0 ? 0 : batch->calls[all[i].index].outcome;
        if (all[i].index < 0)
            continue;
        if (!first)
            first = outcome;
        if (outcome == all[i].expected)
            CHECK(outcome || is_right(&all[i]));
        else
            others++;
    }
    CHECK(code == first);
    return others;
}

/* ---- Batches ---- */

/* Any calls, over a wire with every fault that a client can make up for. */
static void any_calls(unsigned runs)
{
    for (; runs; runs--) {
        stubc_rpc_client client;
        stubc_rpc_batch batch;
        const bool is_stream = runs % 2;
        unsigned i, batches;
        wire *const w = connected(&client, is_stream, 16384, RECORD, 262144);
        w->is_shuffled = chance(2);
        w->foreign = chance(2) * 20;
        w->doubled = chance(2) * 30;
        w->lost = is_stream ? 0 : chance(3) * 10;
        for (batches = 1 + chance(3); batches; batches--) {
            const unsigned count = chance(4) ? 1 + chance(12) : chance(CALLS + 1);
            int code;
            w->first = client.xid + 1;
            memset(w->calls, 0, sizeof w->calls);
            memset(w->is_answered, 0, sizeof w->is_answered);
            stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
            if (chance(2))
                batch.window = 1 + chance(2000);
            for (i = 0; i < count; i++) {
                add(&batch, &all[i], chance(10));
                CHECK(all[i].index == (int)i && pending[i].outcome == STUBC_RPC_PENDING);
            }
            code = stubc_rpc_batch_run(&batch);
            CHECK(checked(&batch, count, code) == 0);
            CHECK(stubc_rpc_batch_run(&batch) == code);
        }
        /* Later calls are none the worse for it. */
        w->first = client.xid + 1;
        memset(w->calls, 0, sizeof w->calls);
        memset(w->is_answered, 0, sizeof w->is_answered);
        CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
    }
}

/* A datagram is repeated until its own reply comes, and no other is. */
static void repeats(void)
{
    stubc_rpc_client client;
    stubc_rpc_batch batch;
    unsigned i;
    wire *const w = connected(&client, false, 16384, RECORD, 65536);
    client.timeout = 10000;
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    for (i = 0; i < 40; i++)
        add(&batch, &all[i], i == 3 || i == 17 ? 10 : i % 3 ? 1 : 6);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_TIMED_OUT && checked(&batch, 40, STUBC_RPC_TIMED_OUT) == 0);
    /* After 1, 2 and 4 seconds; the rest once. */
    for (i = 0; i < 40; i++)
        CHECK(w->calls[i] == (i == 3 || i == 17 ? 4u : 1u));
    CHECK(w->now - 0xfffffff0u <= 10000 + 40 + 5);
}

/* Calls without replies take up the window, and the time that a run may take is over. */
static void dead(bool is_stream)
{
    stubc_rpc_client client;
    stubc_rpc_batch batch;
    unsigned i;
    wire *const w = connected(&client, is_stream, 16384, RECORD, 65536);
    client.timeout = 5000;
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    for (i = 0; i < 20; i++)
        add(&batch, &all[i], 10);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_TIMED_OUT && checked(&batch, 20, STUBC_RPC_TIMED_OUT) == 0);
    CHECK(w->now - 0xfffffff0u <= 5005 && w->sent == (is_stream ? 1u : 8u * 3));
    w->first = client.xid + 1;
    memset(w->calls, 0, sizeof w->calls);
    CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
}

/* Records are gathered: a hundred small calls leave in so many sends. */
static void gathered(void)
{
    stubc_rpc_client client;
    stubc_rpc_batch batch;
    unsigned i;
    wire *const w = connected(&client, true, 16384, RECORD, 65536);
    w->piece = 100000;
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    for (i = 0; i < CALLS; i++)
        add(&batch, &all[i], 0);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_SUCCESS && w->sent == 1);
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    batch.window = 44 * 20;
    w->sent = 0;
    for (i = 0; i < CALLS; i++)
        add(&batch, &all[i], 0);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_SUCCESS && w->sent == 9);
}

static void short_buffers(void)
{
    stubc_rpc_client client;
    stubc_rpc_batch batch;
    unsigned i, fit;
    size_t size;
    int code;
    /* Calls that do not fit are not added, and the others are made. */
    for (size = 44; size < 700; size += 4) {
        connected(&client, size % 8 == 0, size, RECORD, 65536);
        stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
        for (i = fit = 0; i < 20; i++) {
            add(&batch, &all[i], 1 + chance(6));
            fit += all[i].index >= 0;
            CHECK(all[i].index >= 0 || all[i].index == STUBC_NO_SPACE);
        }
        CHECK(fit == batch.count && fit < 20);
        code = stubc_rpc_batch_run(&batch);
        CHECK(checked(&batch, 20, code) == 0);
    }
    connected(&client, true, 4096, RECORD, 65536);
    stubc_rpc_batch_begin(&batch, &client, pending, 3);
    for (i = 0; i < 5; i++)
        add(&batch, &all[i], 0);
    CHECK(all[2].index == 2 && all[3].index == STUBC_NO_SPACE && all[4].index == STUBC_NO_SPACE);
    CHECK(stubc_rpc_batch_run(&batch) == 0 && checked(&batch, 5, 0) == 0);
    /* Results for which the arena has no room; the others arrive. */
    for (size = 1; size < 3000; size += 1 + size / 3) {
        unsigned without = 0;
        connected(&client, size % 2, 4096, RECORD, size);
        stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
        for (i = 0; i < 20; i++)
            add(&batch, &all[i], i % 2 ? 1 : 2 + chance(2));
        code = stubc_rpc_batch_run(&batch);
        for (i = 0; i < 20; i++) {
            without += pending[i].outcome == STUBC_NO_MEMORY;
            CHECK(i % 2 == 0 || pending[i].outcome == 0);
        }
        CHECK(checked(&batch, 20, code) == without);
        CHECK(size > 3 || without == 10);
    }
    /* A record that is larger than the buffer ends the stream, for what comes later, too. */
    connected(&client, true, 4096, 200, 65536);
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    for (i = 0; i < 5; i++) {
        add(&batch, &all[i], 6);
        all[i].number = 900;
    }
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    add(&batch, &all[0], 0);
    all[1].number = 900;
    all[1].index = count_3_add(&batch, &all[1].number, &all[1].counted);
    add(&batch, &all[2], 0);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_TOO_LARGE);
    CHECK(pending[0].outcome == 0 && pending[1].outcome == STUBC_RPC_TOO_LARGE && pending[2].outcome == STUBC_RPC_TOO_LARGE);
    CHECK(nothing_1(&client) == STUBC_RPC_TOO_LARGE && nothing_1_add(&batch) == STUBC_BAD_VALUE);
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    CHECK(nothing_1_add(&batch) == STUBC_RPC_TOO_LARGE);
}

/* A connection that ends: what has arrived counts. */
static void cut(void)
{
    unsigned when;
    for (when = 1; when < 6; when++) {
        stubc_rpc_client client;
        stubc_rpc_batch batch;
        unsigned i, others;
        int code;
        wire *const w = connected(&client, when % 4 != 0, 4096, RECORD, 65536);
        w->cut = when;
        w->piece = 60;
        stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
        for (i = 0; i < 12; i++)
            add(&batch, &all[i], i % 10);
        code = stubc_rpc_batch_run(&batch);
        others = checked(&batch, 12, code);
        CHECK(others > 0 && others <= 12);
        for (i = 0; i < 12; i++)
            CHECK(pending[i].outcome == all[i].expected || pending[i].outcome == STUBC_RPC_LOST);
    }
}

static int send_to_no_one(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    (void)data;
    (void)length;
    (void)milliseconds;
    ((wire *)transport)->sent++;
    return STUBC_RPC_LOST;
}

/* Calls that cannot be sent: the first failure ends the batch. */
static void unsent(void)
{
    unsigned is_stream, i;
    for (is_stream = 0; is_stream < 2; is_stream++) {
        stubc_rpc_client client;
        stubc_rpc_batch batch;
        wire *const w = connected(&client, is_stream, 4096, RECORD, 65536);
        w->transport.send = send_to_no_one;
        stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
        for (i = 0; i < 12; i++)
            add(&batch, &all[i], i % 10);
        CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_LOST && w->sent == 1);
        for (i = 0; i < 12; i++)
            CHECK(pending[i].outcome == STUBC_RPC_LOST);
    }
}

/* Another call takes the buffer and its number: the batch is not sent. */
static void misused(void)
{
    stubc_rpc_client client;
    stubc_rpc_batch batch;
    stubc_rpc_sys sys;
    wire *const w = connected(&client, false, 4096, RECORD, 65536);
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_SUCCESS && w->sent == 0);
    add(&batch, &all[0], 0);
    CHECK(all[0].index == 0);
    w->first = client.xid + 1;
    CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
    w->sent = 0;
    CHECK(nothing_1_add(&batch) == STUBC_BAD_VALUE);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_BAD_VALUE && w->sent == 0);
    /* Credentials belong before the first call. */
    memset(&sys, 0, sizeof sys);
    sys.machine = text("host");
    sys.uid = 40;
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    CHECK(stubc_rpc_credentials(&client, &sys) == 0 && nothing_1_add(&batch) == STUBC_BAD_VALUE);
    stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
    w->first = client.xid + 1;
    memset(w->calls, 0, sizeof w->calls);
    memset(w->is_answered, 0, sizeof w->is_answered);
    add(&batch, &all[0], 8);
    CHECK(stubc_rpc_batch_run(&batch) == STUBC_RPC_SUCCESS && all[0].number == 40);
}

/* Replies to these calls that are cut off and changed: an error or a result, within all bounds. */
static void hostile(unsigned runs)
{
    unsigned good = 0, bad = 0;
    for (; runs; runs--) {
        stubc_rpc_client client;
        stubc_rpc_batch batch;
        unsigned i;
        wire *const w = connected(&client, runs % 2, 4096, RECORD, 4096);
        w->damaged = 50;
        w->is_shuffled = true;
        client.timeout = 3000;
        stubc_rpc_batch_begin(&batch, &client, pending, CALLS);
        for (i = 0; i < 10; i++)
            add(&batch, &all[i], chance(10));
        stubc_rpc_batch_run(&batch);
        for (i = 0; i < 10; i++) {
            CHECK(pending[i].outcome != STUBC_RPC_PENDING);
            good += pending[i].outcome == all[i].expected;
            bad += pending[i].outcome != all[i].expected;
        }
    }
    CHECK(good > 0 && bad > 0);
}

int main(int count, char **arguments)
{
    const unsigned runs = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 400;
    stubc_rpc_client client;
    connected(&client, true, RECORD, RECORD, 65536);
    every_procedure(&client);
    any_calls(runs);
    repeats();
    dead(false);
    dead(true);
    gathered();
    short_buffers();
    cut();
    unsent();
    misused();
    hostile(runs * 2);
    free(out);
    free(in);
    free(arena);
    printf("%u failures\n", failures);
    return failures != 0;
}
