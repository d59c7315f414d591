/* For libFuzzer: octets as a datagram for a server, as a stream of records for one, and as what a client receives. With -DALONE
 * it is a program of its own, `fuzz RUNS`, that makes octets up. The procedures are those of crates/stubc/tests/rpc. */
#include "service.h"

#include <stdio.h>
#include <stdlib.h>

static void answer(stubc_rpc_server *server, const uint8_t *message, size_t length)
{
    static uint8_t reply[2048], memory[4096];
    size_t octets;
    server->services = service_services;
    server->service_count = service_service_count;
    server->context = stubc_context_over(memory, sizeof memory);
    octets = stubc_rpc_answer(server, message, length, reply, sizeof reply);
    /* A reply is one, to this call. */
    if (octets && (octets < 20 || octets > sizeof reply || octets % 4 || memcmp(reply, message, 4) ||
                   memcmp(reply + 4, "\0\0\0\1", 4)))
        abort();
}

static void stream(stubc_rpc_server *server, const uint8_t *data, size_t size)
{
    enum { RECORD = 256 };
    uint8_t *const buffer = (uint8_t *)malloc(RECORD);
    stubc_rpc_record record = stubc_rpc_record_over(buffer, RECORD);
    size_t piece = 1;
    while (buffer && size) {
        const uint8_t *message;
        stubc_result octets;
        size_t room;
        uint8_t *const to = stubc_rpc_room(&record, &room);
        if (!room || to < buffer || to + room > buffer + RECORD)
            abort();
        if (piece < room)
            room = piece;
        if (size < room)
            room = size;
        piece = piece * 5 % 97;
        memcpy(to, data, room);
        record.end += room;
        data += room;
        size -= room;
        while ((octets = stubc_rpc_next(&record, &message)) >= 0) {
            if (message < buffer || message + octets > buffer + RECORD)
                abort();
            answer(server, message, (size_t)octets);
        }
        if (octets != STUBC_TRUNCATED)
            break;
    }
    free(buffer);
}

/* A transport that has these octets, and no more. */
typedef struct canned {
    stubc_rpc_transport transport;
    const uint8_t *data;
    size_t size, at;
    uint32_t now;
    uint8_t xid[4];
} canned;

static int canned_send(stubc_rpc_transport *transport, const uint8_t *data, size_t length, uint32_t milliseconds)
{
    canned *const c = (canned *)transport;
    (void)length;
    (void)milliseconds;
    memcpy(c->xid, data + (transport->is_stream ? 4 : 0), 4);
    return 0;
}

static stubc_result canned_receive(stubc_rpc_transport *transport, uint8_t *data, size_t capacity, uint32_t milliseconds)
{
    canned *const c = (canned *)transport;
    size_t n = c->size - c->at, i;
    (void)milliseconds;
    c->now += 5;
    if (n > capacity)
        n = capacity;
    if (n > 40 && transport->is_stream)
        n = 40;
    memcpy(data, c->data + c->at, n);
    /* Most replies are to this call, or nothing would be learned. */
    for (i = 0; i < 4 && c->data[0] & 1; i++)
        if (c->at == 0 && n >= 8)
            data[(transport->is_stream ? 4 : 0) + i] = c->xid[i];
    c->at += n;
    return n ? (stubc_result)n : STUBC_RPC_TIMED_OUT;
}

static uint32_t canned_now(stubc_rpc_transport *transport)
{
    return ((canned *)transport)->now;
}

static void client(unsigned procedure, bool is_stream, const uint8_t *data, size_t size)
{
    static uint8_t out[1024], arena[2048];
    uint8_t *const in = (uint8_t *)malloc(512);
    canned c;
    stubc_rpc_client client;
    xdr_uint32 many = 3, number;
    xdr_string text;
    numbers some;
    list parts;
    found known;
    tree root, mirror;
    handle where;
    memset(&c, 0, sizeof c);
    memset(&root, 0, sizeof root);
    memset(&where, 0, sizeof where);
    c.transport.send = canned_send;
    c.transport.receive = canned_receive;
    c.transport.now = canned_now;
    c.transport.is_stream = is_stream;
    c.data = data;
    c.size = size;
    text.data = (const uint8_t *)"text";
    text.length = 4;
    if (in && stubc_rpc_client_over(&client, &c.transport, out, sizeof out, in, 512) == 0) {
        client.context = stubc_context_over(arena, sizeof arena);
        client.timeout = 10;
        switch (procedure % 7) {
        case 0:
            nothing_1(&client);
            break;
        case 1:
            if (split_1(&client, &text, &parts) == STUBC_RPC_SUCCESS)
                for (; parts; parts = parts->next)
                    if (parts->text.length > 40)
                        abort();
            break;
        case 2:
            if (count_3(&client, &many, &some) == STUBC_RPC_SUCCESS && some.count > 128)
                abort();
            break;
        case 3:
            find_3(&client, (const handle *)&where, &known);
            break;
        case 4:
            mirror_3(&client, &root, &mirror);
            break;
        case 5: {
            stubc_rpc_pending calls[3];
            stubc_rpc_batch batch;
            size_t i;
            stubc_rpc_batch_begin(&batch, &client, calls, 3);
            if (count_3_add(&batch, &many, &some) || split_1_add(&batch, &text, &parts) != 1 ||
                mirror_3_add(&batch, &root, &mirror) != 2)
                abort();
            stubc_rpc_batch_run(&batch);
            for (i = 0; i < 3; i++)
                if (calls[i].outcome == STUBC_RPC_PENDING)
                    abort();
            if (!calls[0].outcome && some.count > 128)
                abort();
            for (; !calls[1].outcome && parts; parts = parts->next)
                if (parts->text.length > 40)
                    abort();
            break;
        }
        default:
            caller_3(&client, &number);
        }
    }
    free(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stubc_rpc_server server;
    uint8_t *alone;
    if (size < 2)
        return 0;
    /* Memory of its own, so that a sanitizer sees what is read behind it. */
    alone = (uint8_t *)malloc(size - 1);
    if (!alone)
        return 0;
    memcpy(alone, data + 1, size - 1);
    memset(&server, 0, sizeof server);
    switch (data[0] & 3) {
    case 0:
        answer(&server, alone, size - 1);
        break;
    case 1:
        stream(&server, alone, size - 1);
        break;
    default:
        client(data[0] >> 2, data[0] & 1, alone, size - 1);
    }
    free(alone);
    return 0;
}

#ifdef ALONE
static uint32_t state = 1;
static uint32_t chance(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* Words as headers have them, with a few that are odd; marks of records before them now and then. */
int main(int count, char **arguments)
{
    unsigned long runs = count > 1 ? strtoul(arguments[1], NULL, 10) : 100000;
    static const uint32_t usual[] = {0, 0, 0, 1, 1, 2, 3, 4, 5, 0x20000099u, 0x20000099u, 0x80000000u, 0x80000028u, 0xffffffffu, 24, 100};
    static const uint32_t call[] = {7, 0, 2, 0x20000099u, 3, 3, 0, 0, 0, 0, 2}, reply[] = {7, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5};
    for (; runs; runs--) {
        uint8_t data[1 + 64 * 4];
        size_t size = 1, i, words = 1 + chance(63);
        const uint32_t *const known = chance(2) ? call : reply;
        const size_t shift = chance(2);
        data[0] = (uint8_t)chance(256);
        for (i = 0; i < words; i++) {
            uint32_t word = i >= shift && i - shift < 11 && chance(16) ? known[i - shift] : usual[chance(16)];
            if (shift && i == 0 && chance(8))
                word = 0x80000000u | (uint32_t)(4 * words - 4);
            data[size++] = (uint8_t)(word >> 24);
            data[size++] = (uint8_t)(word >> 16);
            data[size++] = (uint8_t)(word >> 8);
            data[size++] = (uint8_t)(word + (chance(64) == 0 ? chance(256) : 0));
        }
        LLVMFuzzerTestOneInput(data, size - (chance(8) ? 0 : chance(4)));
    }
    return 0;
}
#endif
