/* Clients and servers of service.x in one process, with a transport that goes wrong as it is told. */
#include "ask.h"

#include <stdlib.h>

/* ---- A wire ---- */

typedef struct wire {
    stubc_rpc_transport transport;
    stubc_rpc_server server;
    uint8_t call[16384], reply[16384], queue[65536];
    size_t queued, length; /* octets that the client has yet to receive; those of the last call */
    uint32_t now;
    unsigned sent;       /* messages */
    unsigned lost;       /* so many that come first do not arrive */
    unsigned strangers;  /* so many replies to someone else come before the right one */
    size_t fragment;     /* octets of a fragment at most */
    size_t piece;        /* octets of the stream that are received together */
    size_t cut;          /* the reply ends so many octets early */
    uint32_t mark;       /* in place of that of a reply */
    uint32_t verifier;   /* octets of a verifier in replies */
    size_t behind;       /* octets behind the results */
    stubc_rpc_record record;
    uint8_t incoming[16384], arena[65536];
} wire;

static void word(uint8_t *to, uint32_t x)
{
    to[0] = (uint8_t)(x >> 24);
    to[1] = (uint8_t)(x >> 16);
    to[2] = (uint8_t)(x >> 8);
    to[3] = (uint8_t)x;
}

static void deliver(wire *w, const uint8_t *message, size_t length)
{
    size_t at = 0;
    if (!w->transport.is_stream) {
        memcpy(w->queue, message, length);
        w->queued = length;
        return;
    }
    do {
        size_t n = length - at < w->fragment ? length - at : w->fragment;
        word(w->queue + w->queued, (at + n == length ? 0x80000000u : 0) | (uint32_t)n);
        if (w->mark)
            word(w->queue + w->queued, w->mark);
        memcpy(w->queue + w->queued + 4, message + at, n);
        w->queued += 4 + n;
        at += n;
    } while (at < length);
}

static void answer(wire *w, const uint8_t *call, size_t length)
{
    size_t octets = stubc_rpc_answer(&w->server, call, length, w->reply, sizeof w->reply);
    if (!octets)
        return;
    while (w->strangers) {
        uint8_t other[28];
        w->strangers--;
        memcpy(other, w->reply, 24);
        word(other, 0xdeadbeef);
        word(other + 24, 7);
        deliver(w, other, sizeof other);
        if (!w->transport.is_stream)
            return;
    }
    if (w->verifier) {
        memmove(w->reply + 20 + w->verifier, w->reply + 20, octets - 20);
        memset(w->reply + 20, 0xaa, w->verifier);
        word(w->reply + 12, 7);
        word(w->reply + 16, w->verifier);
        octets += w->verifier;
    }
    deliver(w, w->reply, octets - w->cut + w->behind);
}

static int send_all(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    (void)milliseconds;
    w->sent++;
    memcpy(w->call, data, length);
    w->length = length;
    if (w->lost) {
        w->lost--;
        return 0;
    }
    if (!transport->is_stream) {
        answer(w, data, length);
        return 0;
    }
    while (length) {
        size_t room, n;
        const uint8_t *message;
        stubc_result octets;
        uint8_t *to = stubc_rpc_room(&w->record, &room);
        n = length < room ? length : room;
        if (n > w->piece)
            n = w->piece;
        memcpy(to, data, n);
        w->record.end += n;
        data += n;
        length -= n;
        while ((octets = stubc_rpc_next(&w->record, &message)) >= 0)
            answer(w, message, (size_t)octets);
        CHECK(octets == STUBC_TRUNCATED);
    }
    return 0;
}

static stubc_result receive(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds)
{
    wire *const w = (wire *)transport;
    size_t n = w->queued < capacity ? w->queued : capacity;
    if (!n) {
        w->now += milliseconds ? milliseconds : 1;
        return STUBC_RPC_TIMED_OUT;
    }
    if (transport->is_stream && n > w->piece)
        n = w->piece;
    memcpy(data, w->queue, n);
    w->queued -= n;
    if (!transport->is_stream)
        w->queued = 0;
    memmove(w->queue, w->queue + n, w->queued);
    return (stubc_result)n;
}

static uint32_t now(stubc_rpc_transport *transport)
{
    return ((wire *)transport)->now;
}

static uint8_t out[8192], in[8192], arena[65536];

static wire *connected(stubc_rpc_client *client, bool is_stream)
{
    static wire w;
    memset(&w, 0, sizeof w);
    w.transport.send = send_all;
    w.transport.receive = receive;
    w.transport.now = now;
    w.transport.is_stream = is_stream;
    w.now = 0xfffffff0u; /* a clock that turns over */
    w.fragment = w.piece = 100000;
    w.record = stubc_rpc_record_over(w.incoming, sizeof w.incoming);
    w.server.services = service_services;
    w.server.service_count = service_service_count;
    w.server.context = stubc_context_over(w.arena, sizeof w.arena);
    CHECK(stubc_rpc_client_over(client, &w.transport, out, sizeof out, in, sizeof in) == 0);
    CHECK(client->context.max_depth == stubc_context_over(NULL, 0).max_depth);
    client->context = stubc_context_over(arena, sizeof arena);
    return &w;
}

static void outcomes(stubc_rpc_client *client)
{
    int32_t outcome, result;
    /* What a procedure may answer arrives; what it may not is a failure of the system. */
    for (outcome = -3; outcome <= 0x20; outcome++) {
        const int expected = outcome >= 0 && outcome <= 5 ? outcome : STUBC_RPC_SYSTEM_ERR;
        CHECK(fail_3(client, &outcome, &result) == expected);
    }
    outcome = STUBC_RPC_AUTH_ERROR + 2;
    CHECK(fail_3(client, &outcome, &result) == outcome);
    outcome = STUBC_RPC_RPC_MISMATCH;
    CHECK(fail_3(client, &outcome, &result) == outcome && client->low == 2 && client->high == 2);
    /* What does not exist. */
    stubc_rpc_begin(client, 0x20000099, 3, 7);
    CHECK(stubc_rpc_finish(client, NULL, NULL) == STUBC_RPC_PROC_UNAVAIL);
    stubc_rpc_begin(client, 0x20000099, 2, 0);
    CHECK(stubc_rpc_finish(client, NULL, NULL) == STUBC_RPC_PROG_MISMATCH && client->low == 1 && client->high == 3);
    stubc_rpc_begin(client, 0x20000098, 1, 0);
    CHECK(stubc_rpc_finish(client, NULL, NULL) == STUBC_RPC_PROG_UNAVAIL);
    /* Procedure 0 is there, although nobody wrote it. */
    stubc_rpc_begin(client, 0x20000099, 3, 0);
    CHECK(stubc_rpc_finish(client, NULL, NULL) == STUBC_RPC_SUCCESS);
    /* Arguments that are missing. */
    stubc_rpc_begin(client, 0x20000099, 1, 1);
    CHECK(stubc_rpc_finish(client, NULL, NULL) == STUBC_RPC_GARBAGE_ARGS);
}

static void datagrams(void)
{
    stubc_rpc_client client;
    xdr_uint32 many = 3;
    xdr_string nothing = text("");
    numbers some;
    wire *w = connected(&client, false);
    every_procedure(&client);
    outcomes(&client);
    /* Lost ones are sent again, under the same number, after twice the time. */
    w = connected(&client, false);
    w->lost = 3;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_SUCCESS && some.count == 3);
    CHECK(w->sent == 4 && w->now - 0xfffffff0u == 7000);
    /* Nobody answers. */
    w = connected(&client, false);
    w->lost = 1000;
    client.timeout = 10000;
    CHECK(nothing_1(&client) == STUBC_RPC_TIMED_OUT && w->sent == 4 && w->now - 0xfffffff0u == 10000);
    w->lost = 0;
    CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
    /* Procedures that do not answer. */
    CHECK(tell_3(&client, &nothing) == STUBC_RPC_TIMED_OUT);
    /* A reply to another call is none; the next one to be sent again is answered. */
    w = connected(&client, false);
    w->strangers = 1;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_SUCCESS && some.items[2] == 2 && w->sent == 2);
    /* Replies that are cut off. */
    for (w->cut = 1; w->cut < 40; w->cut++) {
        int code = count_3(&client, &many, &some);
        /* What is shorter than a number and what it is comes to nothing. */
        CHECK(code == (w->cut <= 16 ? STUBC_TRUNCATED : w->cut <= 32 ? STUBC_RPC_MALFORMED : STUBC_RPC_TIMED_OUT));
    }
    w->cut = 0;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_SUCCESS);
    /* A call that does not fit its buffer is not sent. */
    client.out_size = client.head + 4;
    w->sent = 0;
    nothing = text("too long");
    CHECK(tell_3(&client, &nothing) == STUBC_NO_SPACE && w->sent == 0);
    /* Results that do not fit the arena. */
    client.out_size = sizeof out;
    client.context.arena_size = 4;
    CHECK(count_3(&client, &many, &some) == STUBC_NO_MEMORY);
    w->server.context.arena_size = 4;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_SYSTEM_ERR);
}

/* The expected reply and others that say the same: with a verifier, and with octets behind the results. */
static void expected_or_not(void)
{
    stubc_rpc_client client;
    xdr_uint32 five = 5;
    numbers some;
    int32_t items[] = {3, 4};
    xdr_int32 sum = 0;
    wire *w = connected(&client, false);
    some.items = items;
    some.count = 2;
    CHECK(sum_1(&client, &some, &sum) == STUBC_RPC_SUCCESS && sum == 7);
    for (w->verifier = 0; w->verifier <= 404; w->verifier += 4) {
        const int expected = w->verifier <= 400 ? STUBC_RPC_SUCCESS : STUBC_RPC_MALFORMED;
        for (w->behind = 0; w->behind <= 8; w->behind += 4) {
            sum = 0;
            some.items = items;
            some.count = 2;
            CHECK(sum_1(&client, &some, &sum) == expected && (expected || sum == 7));
            CHECK(count_3(&client, &five, &some) == expected && (expected || some.count == 5));
        }
    }
    /* A reply of static size that is too short. */
    w->verifier = 0;
    w->behind = 0;
    some.items = items;
    some.count = 2;
    w->cut = 1;
    CHECK(sum_1(&client, &some, &sum) == STUBC_TRUNCATED);
}

static void streams(void)
{
    stubc_rpc_client client;
    xdr_uint32 many = 300;
    numbers some;
    wire *w;
    static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 28, 100, 4096, 100000};
    size_t i, j;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (j = 0; j < sizeof sizes / sizeof *sizes; j++) {
            w = connected(&client, true);
            w->fragment = sizes[i];
            w->piece = sizes[j];
            w->strangers = 2;
            every_procedure(&client);
            outcomes(&client);
        }
    }
    /* A reply that comes too late is ignored by the next call. */
    w = connected(&client, true);
    w->piece = 9;
    client.timeout = 0;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_TIMED_OUT && w->sent == 1);
    client.timeout = 1000;
    many = 5;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_SUCCESS && some.count == 5);
    /* Fragments of nothing, and lengths beyond all bounds; then the stream is of no more use. */
    for (i = 0; i < 3; i++) {
        static const uint32_t marks[] = {0x7fffffff, 0xffffffff, 0x80002000};
        w = connected(&client, true);
        w->mark = marks[i];
        CHECK(nothing_1(&client) == STUBC_RPC_TOO_LARGE && nothing_1(&client) == STUBC_RPC_TOO_LARGE && w->sent == 1);
    }
    w = connected(&client, true);
    memset(w->queue, 0, 4);
    w->queued = 4;
    CHECK(nothing_1(&client) == STUBC_RPC_MALFORMED && nothing_1(&client) == STUBC_RPC_MALFORMED);
    /* A last fragment of nothing ends a record. */
    w = connected(&client, true);
    memcpy(w->queue, "\0\0\0\10\0\0\0\1\0\0\0\1\200\0\0\0", 16);
    w->queued = 16;
    CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
    /* A record that is larger than the buffer. */
    w = connected(&client, true);
    client.in.size = 1000;
    many = 300;
    CHECK(count_3(&client, &many, &some) == STUBC_RPC_TOO_LARGE);
}

/* ---- Messages of no one ---- */

static uint32_t state = 2463534242u;

static uint32_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Octets changed, cut off and put in, where lengths and counts are above all. */
static size_t mutated(uint8_t *message, size_t length, size_t capacity)
{
    unsigned changes = 1 + chance() % 3;
    for (; changes; changes--) {
        size_t at = length ? chance() % length : 0;
        if (!length)
            return 0;
        switch (chance() % 5) {
        case 0:
            message[at] = (uint8_t)chance();
            break;
        case 1:
            message[at] = (uint8_t)(message[at] ^ 1u << chance() % 8);
            break;
        case 2:
            length = at;
            break;
        case 3:
            if (length >= 4)
                word(message + at / 4 * 4 - (at / 4 * 4 + 4 > length ? 4 : 0), chance() % 3 ? 0xffffffff - chance() % 8 : chance() % 64);
            break;
        default:
            if (length + 4 <= capacity) {
                memmove(message + at + 4, message + at, length - at);
                word(message + at, chance() % 2 ? chance() : chance() % 4);
                length += 4;
            }
        }
    }
    return length;
}

/* A message in memory of its own, so that whoever reads beyond it is seen. */
static uint8_t *alone(const uint8_t *message, size_t length)
{
    uint8_t *const copy = (uint8_t *)malloc(length ? length : 1);
    if (!copy)
        exit(2);
    memcpy(copy, message, length);
    return copy;
}

/* One call of each kind, as it was sent. */
static unsigned calls_of(uint8_t calls[][8192], size_t lengths[])
{
    static int32_t items[5] = {1, 2, 3, 4, 5};
    stubc_rpc_client client;
    stubc_rpc_sys sys;
    numbers some;
    xdr_int32 sum;
    xdr_uint32 three = 3, who;
    xdr_string a = text("one two"), b = text("three"), joined;
    list parts;
    tree root, leaf, mirror;
    handle where;
    found known;
    unsigned count = 0;
    wire *const w = connected(&client, false);
    memset(&root, 0, sizeof root);
    memset(&leaf, 0, sizeof leaf);
    root.has_left = true;
    root.left = &leaf;
    memset(&where, 1, sizeof where);
    memset(&sys, 0, sizeof sys);
    sys.machine = a;
    sys.group_count = 3;
    some.items = items;
    some.count = 5;
#define KEEP(asked)                                                                                                    \
    do {                                                                                                               \
        CHECK((asked) >= 0);                                                                                             \
        memcpy(calls[count], w->call, w->length);                                                                      \
        lengths[count++] = w->length;                                                                                  \
    } while (0)
    KEEP(nothing_1(&client));
    KEEP(sum_1(&client, &some, &sum));
    KEEP(join_1(&client, &a, &b, &three, &joined));
    CHECK(stubc_rpc_credentials(&client, &sys) == 0);
    KEEP(split_1(&client, &a, &parts));
    KEEP(mirror_3(&client, &root, &mirror));
    KEEP(find_3(&client, (const handle *)&where, &known));
    KEEP(count_3(&client, &three, &some));
    KEEP(caller_3(&client, &who));
    KEEP(tell_3(&client, &a));
    return count;
}

static void hostile_calls(unsigned runs)
{
    static uint8_t calls[16][8192], reply[512];
    size_t lengths[16];
    const unsigned count = calls_of(calls, lengths);
    stubc_rpc_server server;
    unsigned answered = 0;
    memset(&server, 0, sizeof server);
    server.services = service_services;
    server.service_count = service_service_count;
    for (; runs; runs--) {
        static uint8_t memory[4096];
        uint8_t message[8192], *copy;
        const unsigned which = chance() % count;
        size_t length = lengths[which], octets;
        memcpy(message, calls[which], length);
        length = mutated(message, length, sizeof message);
        copy = alone(message, length);
        server.context = stubc_context_over(memory, sizeof memory);
        octets = stubc_rpc_answer(&server, copy, length, reply, sizeof reply);
        /* A reply is one: to this call, with an outcome that there is. */
        CHECK(!octets || (octets >= 20 && octets <= sizeof reply && octets % 4 == 0 && !memcmp(reply, copy, 4) &&
                          !memcmp(reply + 4, "\0\0\0\1", 4) && reply[11] <= 1));
        answered += octets != 0;
        free(copy);
    }
    CHECK(answered > 0);
    /* Nothing at all, at NULL: no message, no room for a reply, no memory. */
    CHECK(stubc_rpc_answer(&server, NULL, 0, reply, sizeof reply) == 0);
    CHECK(stubc_rpc_answer(&server, calls[0], lengths[0], NULL, 0) == 0);
    for (answered = 0; answered < count; answered++) {
        server.context = stubc_context_over(NULL, 0);
        CHECK(stubc_rpc_answer(&server, calls[answered], lengths[answered], reply, sizeof reply) >= 20 || answered + 1 == count);
    }
}

/* Replies as they came, changed: a result or an error. */
static uint8_t changed[8192];
static size_t changed_length;

static int send_nothing(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    (void)transport;
    (void)milliseconds;
    memcpy(changed, data + (transport->is_stream ? 4 : 0), 4);
    (void)length;
    return 0;
}

static stubc_result receive_changed(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds)
{
    const size_t n = changed_length < capacity ? changed_length : capacity;
    wire *const w = (wire *)transport;
    (void)milliseconds;
    w->now += 5;
    memcpy(data, changed, n);
    changed_length = 0;
    return n ? (stubc_result)n : STUBC_RPC_TIMED_OUT;
}

static void hostile_replies(unsigned runs)
{
    unsigned good = 0, bad = 0;
    for (; runs; runs--) {
        stubc_rpc_client client;
        xdr_uint32 many = 6;
        numbers some;
        list parts;
        xdr_string a = text("a b c");
        int code;
        const bool lists = runs % 2;
        wire *const w = connected(&client, false);
        if (lists)
            split_1(&client, &a, &parts);
        else
            count_3(&client, &many, &some);
        changed_length = lists ? 24 + 3 * 12 + 4 : 24 + 28;
        memcpy(changed, w->reply, changed_length);
        changed_length = mutated(changed, changed_length, sizeof changed);
        w->transport.send = send_nothing;
        w->transport.receive = receive_changed;
        client.timeout = 10;
        client.context.arena_size = 512;
        code = lists ? split_1(&client, &a, &parts) : count_3(&client, &many, &some);
        if (code == STUBC_RPC_SUCCESS && lists) {
            for (; parts; parts = parts->next)
                good += parts->text.length < 100;
        } else if (code == STUBC_RPC_SUCCESS) {
            CHECK(some.count <= 128);
            good++;
        } else {
            bad++;
        }
    }
    CHECK(good > 0 && bad > 0);
}

/* Streams of anything: every message lies within the buffer, and everything ends. */
static void hostile_streams(unsigned runs)
{
    for (; runs; runs--) {
        const size_t size = 8 + chance() % 120;
        uint8_t *const buffer = (uint8_t *)malloc(size);
        stubc_rpc_record record = stubc_rpc_record_over(buffer, size);
        unsigned rounds;
        if (!buffer)
            exit(2);
        for (rounds = 0; rounds < 60; rounds++) {
            const uint8_t *message;
            stubc_result octets;
            size_t room, n, i;
            uint8_t *to = stubc_rpc_room(&record, &room);
            CHECK(room > 0 && to >= buffer && to + room == buffer + size);
            n = 1 + chance() % room;
            for (i = 0; i < n; i++)
                to[i] = (uint8_t)(chance() % 4 ? 0 : chance() % 8 ? 1u << chance() % 8 : chance());
            record.end += n;
            while ((octets = stubc_rpc_next(&record, &message)) >= 0)
                CHECK(message >= buffer && message + octets <= buffer + size);
            if (octets != STUBC_TRUNCATED)
                break;
        }
        free(buffer);
    }
}

/* Whether these octets stand somewhere in others. */
static bool holds(const uint8_t *octets, size_t length, const void *what, size_t size)
{
    size_t at;
    for (at = 0; at + size <= length; at++) {
        if (memcmp(octets + at, what, size) == 0) {
            return true;
        }
    }
    return false;
}

/* Nothing that a client's buffer held gets into a call. */
static void credentials_in_a_used_buffer(void)
{
    stubc_rpc_client client;
    stubc_rpc_sys sys;
    wire *const w = connected(&client, false);
    memset(&sys, 0, sizeof sys);
    sys.machine = text("hosts");
    memset(client.out + 24, 0xff, 100);
    CHECK(stubc_rpc_credentials(&client, &sys) == 0);
    CHECK(nothing_1(&client) == STUBC_RPC_SUCCESS);
    CHECK(holds(w->call, w->length, "hosts\0\0", 8));
}

/* Returns the reason for which a server denies a call of CALLER with this flavor and so many bytes of credentials; 0 if
 * it answers. The machine has a name of name bytes, and is in so many groups. */
static unsigned denied(uint32_t flavor, size_t octets, uint32_t name, uint32_t groups)
{
    static uint8_t message[1024], reply[256], memory[64];
    const size_t group_count = 32 + 8 + (name + 3) / 4 * 4 + 8;
    const uint32_t header[8] = {5, 0, 2, 0x20000099, 3, 4, flavor, (uint32_t)octets};
    stubc_rpc_server server;
    size_t i;
    memset(&server, 0, sizeof server);
    server.services = service_services;
    server.service_count = service_service_count;
    server.context = stubc_context_over(memory, sizeof memory);
    memset(message, 0, sizeof message);
    for (i = 0; i < 8; i++)
        word(message + 4 * i, header[i]);
    word(message + 36, name);
    word(message + group_count, groups);
    CHECK(stubc_rpc_answer(&server, message, 32 + octets + 8, reply, sizeof reply) >= 20);
    return reply[11] ? reply[15] * 100u + reply[19] : 0;
}

/* Buffers without room for a header or for credentials, and credentials beyond the limits of RFC 5531. */
static void limits_of_headers(void)
{
    stubc_rpc_client client;
    stubc_rpc_sys sys;
    size_t size;
    wire *const w = connected(&client, false);
    memset(&sys, 0, sizeof sys);
    sys.machine = text("host");
    CHECK(stubc_rpc_client_over(&client, &w->transport, out, 43, in, 28) == STUBC_NO_SPACE);
    CHECK(stubc_rpc_client_over(&client, &w->transport, out, 44, in, 27) == STUBC_NO_SPACE);
    for (size = 44; size < 68; size++) {
        CHECK(stubc_rpc_client_over(&client, &w->transport, out, size, in, 28) == 0);
        CHECK(stubc_rpc_credentials(&client, &sys) == STUBC_NO_SPACE && stubc_rpc_credentials(&client, NULL) == 0);
    }
    CHECK(stubc_rpc_client_over(&client, &w->transport, out, size, in, 28) == 0);
    CHECK(stubc_rpc_credentials(&client, &sys) == 0);
    /* Denied as bad credentials (1), or as a flavor that the server does not know (2). */
    CHECK(denied(STUBC_RPC_AUTH_SYS, 24, 4, 0) == 0);
    CHECK(denied(STUBC_RPC_AUTH_SYS, 400, 255, 16) == 0);
    CHECK(denied(STUBC_RPC_AUTH_SYS, 400, 256, 16) == 101);
    CHECK(denied(STUBC_RPC_AUTH_SYS, 400, 255, 17) == 101);
    CHECK(denied(STUBC_RPC_AUTH_SYS, 404, 255, 16) == 101);
    CHECK(denied(STUBC_RPC_AUTH_SYS, 20, 4, 0) == 101);
    CHECK(denied(7, 0, 0, 0) == 102);
}

int main(int count, char **arguments)
{
    const unsigned runs = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 20000;
    datagrams();
    limits_of_headers();
    credentials_in_a_used_buffer();
    expected_or_not();
    streams();
    hostile_calls(runs);
    hostile_replies(runs);
    hostile_streams(runs);
    printf("%u failures\n", failures);
    return failures != 0;
}
