/* An agent whose filter and shape arrive while it runs: agent SOCKET FIRST SHAPE SECOND SHAPE.
 *
 * Four threads answer SNMP requests over UDP: 1 if the filter refuses a request, else 0. The shape finds the number of a
 * request; of other requests, the agent takes it from its fixed place. The main thread gets the filter FIRST and the
 * first shape, from a file, from `stubc serve` at a local socket, checks them and plugs them in, later the second ones.
 * Eight threads send requests all the while, one after the other, and count answers that are lost or wrong: FIRST must
 * refuse GetBulk requests of more than 50 repetitions, SECOND those of more than 20. The first shape must find the number
 * in requests of one repetition, the second one in all of them. */
#include "plugged.h"
#include "polled.h"
#include "specialize.h"
#include "stubc_net.h"
#include "stubc_plug.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { AGENTS = 4, CLIENTS = 8, REQUESTS = 400 /* of each client with each filter */ };

/* What is plugged in at once. */
typedef struct tables {
    uint8_t filter[PLUGGED_MOST];
    uint8_t shape[POLLED_MOST];
} tables;
STUBC_PLUG_FOR(tables, tables);

static stubc_plug plug;
static stubc_reader readers[AGENTS];
static int agents;                      /* the socket of all agents */
static struct sockaddr_in place;        /* its address */
static int phase;                       /* the tables that have been plugged in */
static unsigned long asked[CLIENTS][3]; /* requests of each client in each phase */
static unsigned long lost, wrong;
static int ended, closed;               /* no more requests, and no more answers */

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* Answers requests: the number of the request, the answer of the filter, and whether the shape found the number. */
static void *agent(void *of)
{
    stubc_reader *const reader = (stubc_reader *)of;
    stubc_plug_join(&plug, reader);
    while (!__atomic_load_n(&closed, __ATOMIC_ACQUIRE)) {
        uint8_t message[256];
        struct sockaddr_in from;
        socklen_t size = sizeof from;
        ssize_t length;
        stubc_plug_away(reader);
        length = recvfrom(agents, message, sizeof message, 0, (struct sockaddr *)&from, &size);
        stubc_plug_back(reader);
        if (length > 0) {
            const tables *const own = tables_use(&plug);
            uint8_t reply[6] = {message[17], message[18], message[19], message[20], 0, 0};
            stubc_hole holes[POLLED_HOLES];
            if (own != NULL) {
                reply[4] = (uint8_t)plugged_run(own->filter, message, (size_t)length);
                reply[5] = polled_run(own->shape, holes, message, (size_t)length) == (size_t)length;
                if (reply[5]) {
                    reply[0] = (uint8_t)(holes[0].number >> 24);
                    reply[1] = (uint8_t)(holes[0].number >> 16);
                    reply[2] = (uint8_t)(holes[0].number >> 8);
                    reply[3] = (uint8_t)holes[0].number;
                }
            }
            (void)sendto(agents, reply, sizeof reply, 0, (struct sockaddr *)&from, size);
        }
    }
    stubc_plug_away(reader);
    return NULL;
}

/* Writes a GetBulk request. */
static size_t request(uint8_t *to, uint32_t number, unsigned repetitions)
{
    static const uint8_t form[] = {0x30, 0x1b, 0x02, 0x01, 0x01, 0x04, 0x06, 'p',  'u',  'b',  'l', 'i',  'c',  0xa5, 0x0e,
                                   0x02, 0x04, 0,    0,    0,    0,    0x02, 0x01, 0x00, 0x02, 1,   0,    0x30, 0x00};
    memcpy(to, form, sizeof form);
    to[17] = (uint8_t)(number >> 24 & 0x7f);
    to[18] = (uint8_t)(number >> 16);
    to[19] = (uint8_t)(number >> 8);
    to[20] = (uint8_t)number;
    to[26] = (uint8_t)repetitions;
    return sizeof form;
}

static void *client(void *of)
{
    unsigned long *const own = (unsigned long *)of;
    const unsigned me = (unsigned)((unsigned long(*)[3])of - asked);
    const int at = socket(AF_INET, SOCK_DGRAM, 0);
    const struct timeval limit = {10, 0};
    uint32_t number = (uint32_t)(me + 1) << 24;
    unsigned seen[3] = {0, 0, 0}; /* answers to small, middle and large requests never go back */
    if (at < 0 || connect(at, (struct sockaddr *)&place, sizeof place) != 0 ||
        setsockopt(at, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0) {
        fail("a client has no socket");
    }
    while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE)) {
        const int before = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
        const unsigned kind = number % 3, least = kind == 2 ? before >= 1 : kind == 1 ? before >= 2 : 0;
        uint8_t message[64], reply[8];
        /* Repetitions 1 to 20, 21 to 50, 51 to 100. */
        const unsigned repetitions = kind == 0 ? 1 + number % 20 : kind == 1 ? 21 + number % 30 : 51 + number % 50;
        const size_t length = request(message, ++number, repetitions);
        ssize_t got;
        if (send(at, message, length, 0) != (ssize_t)length) {
            fail("a request cannot be sent");
        }
        got = recv(at, reply, sizeof reply, 0);
        if (got != 6 || memcmp(reply, message + 17, 4) != 0) {
            (void)__atomic_fetch_add(&lost, 1, __ATOMIC_RELAXED);
        } else if (reply[4] > (kind == 0 ? 0 : 1) || reply[4] < least || reply[4] < seen[kind] ||
                   reply[5] < (before >= 2 || (before == 1 && repetitions == 1))) {
            (void)__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
        } else {
            seen[kind] = reply[4];
        }
        (void)__atomic_fetch_add(&own[before], 1, __ATOMIC_RELAXED);
    }
    close(at);
    return NULL;
}

/* Waits until each client has made its requests in a phase. */
static void wait_for(int own)
{
    size_t i;
    for (i = 0; i < CLIENTS; i++) {
        while (__atomic_load_n(&asked[i][own], __ATOMIC_ACQUIRE) < REQUESTS) {
            usleep(1000);
        }
    }
}

/* Gets the table of a filter or shape from the server, and its token. Returns the length of the table. */
static size_t fetch(stubc_rpc_client *server, specialize_kind kind, const char *text, uint8_t *blob, size_t most,
                    specialize_digest token)
{
    specialize_context context = {kind, {(const uint8_t *)text, strlen(text)}, {0}};
    specialize_prepared prepared;
    specialize_fetched fetched;
    memcpy(context.configuration, kind == SPECIALIZE_FILTER ? plugged_configuration : polled_configuration,
           sizeof context.configuration);
    if (specialize_prepare_1(server, &context, &prepared) != STUBC_RPC_SUCCESS) {
        fail("the server does not prepare");
    }
    if (prepared.status == SPECIALIZE_REFUSED) {
        fprintf(stderr, "%.*s", (int)prepared.u.report.length, (const char *)prepared.u.report.data);
    }
    if (prepared.status != SPECIALIZE_DONE) {
        fail("the server refuses the context, or is busy");
    }
    memcpy(token, prepared.u.token, sizeof(specialize_digest));
    if (specialize_fetch_1(server, (const specialize_digest *)token, &fetched) != STUBC_RPC_SUCCESS ||
        fetched.status != SPECIALIZE_DONE || fetched.u.blob.length > most) {
        fail("the server has no blob");
    }
    memcpy(blob, fetched.u.blob.data, fetched.u.blob.length);
    return fetched.u.blob.length;
}

/* Gets a filter and a shape, and plugs them in if the checkers accept them; frees the old ones when no thread uses them.
 * Damages the filter if that is asked for. Returns whether they are plugged in. */
static bool replace(stubc_rpc_client *server, const char *predicate, const char *shape, bool damaged,
                    specialize_digest token)
{
    tables *const next = (tables *)malloc(sizeof *next);
    const tables *old;
    size_t filter_length, shape_length;
    if (next == NULL) {
        fail("no memory");
    }
    shape_length = fetch(server, SPECIALIZE_SHAPE, shape, next->shape, sizeof next->shape, token);
    filter_length = fetch(server, SPECIALIZE_FILTER, predicate, next->filter, sizeof next->filter, token);
    next->filter[0] ^= damaged ? 0x80 : 0;
    if (!plugged_check(next->filter, filter_length) || !polled_check(next->shape, shape_length)) {
        free(next);
        return false;
    }
    old = tables_put(&plug, next);
    while (!stubc_plug_grace(&plug, readers, AGENTS)) {
        usleep(100);
    }
    free((void *)(uintptr_t)old);
    return true;
}

/* Reads the text of a shape. */
static const char *text_of(const char *name)
{
    static char texts[2][4096];
    static size_t number;
    char *const text = texts[number++];
    FILE *const file = fopen(name, "r");
    const size_t length = file != NULL ? fread(text, 1, sizeof texts[0] - 1, file) : 0;
    if (length == 0) {
        fail("a shape cannot be read");
    }
    fclose(file);
    return text;
}

static void listen_for_requests(void)
{
    socklen_t size = sizeof place;
    const struct timeval limit = {0, 100000};
    agents = socket(AF_INET, SOCK_DGRAM, 0);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (agents < 0 || bind(agents, (struct sockaddr *)&place, sizeof place) != 0 ||
        getsockname(agents, (struct sockaddr *)&place, &size) != 0 ||
        setsockopt(agents, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0) {
        fail("the agent has no socket");
    }
}

static void start(pthread_t *thread, void *(*run)(void *), void *of)
{
    if (pthread_create(thread, NULL, run, of) != 0) {
        fail("a thread does not start");
    }
}

int main(int count, char **arguments)
{
    static uint8_t out[16384], in[32768], arena[32768];
    pthread_t threads[AGENTS + CLIENTS];
    specialize_digest token;
    specialize_fetched fetched;
    specialize_status status;
    stubc_net net;
    stubc_rpc_client server;
    const char *shapes[2];
    unsigned long all = 0;
    size_t i;
    if (count != 6) {
        fail("agent SOCKET FIRST SHAPE SECOND SHAPE");
    }
    shapes[0] = text_of(arguments[3]);
    shapes[1] = text_of(arguments[5]);
    stubc_plug_begin(&plug, NULL);
    listen_for_requests();
    for (i = 0; i < AGENTS; i++) {
        start(&threads[i], agent, &readers[i]);
    }
    for (i = 0; i < CLIENTS; i++) {
        start(&threads[AGENTS + i], client, asked[i]);
    }
    if (stubc_net_open_local(&net, arguments[1]) != 0 ||
        stubc_rpc_client_over(&server, &net.transport, out, sizeof out, in, sizeof in) != 0) {
        fail("there is no server");
    }
    server.context = stubc_context_over(arena, sizeof arena);
    wait_for(0);
    for (i = 1; i <= 2; i++) {
        const char *const predicate = arguments[2 * i];
        if (!replace(&server, predicate, shapes[i - 1], false, token)) {
            fail("a checker refuses a table of the server");
        }
        __atomic_store_n(&phase, (int)i, __ATOMIC_RELEASE);
        wait_for((int)i);
        /* The same filter, damaged on the way, stays outside. */
        if (replace(&server, predicate, shapes[i - 1], true, token)) {
            fail("a checker accepts a damaged table");
        }
    }
    __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
    for (i = 0; i < AGENTS + CLIENTS; i++) {
        (void)pthread_join(threads[(i + AGENTS) % (AGENTS + CLIENTS)], NULL);
        if (i == CLIENTS - 1) {
            __atomic_store_n(&closed, 1, __ATOMIC_RELEASE);
        }
    }
    if (specialize_drop_1(&server, (const specialize_digest *)token, &status) != STUBC_RPC_SUCCESS ||
        status != SPECIALIZE_DONE ||
        specialize_fetch_1(&server, (const specialize_digest *)token, &fetched) != STUBC_RPC_SUCCESS ||
        fetched.status != SPECIALIZE_UNKNOWN) {
        fail("a dropped blob must be unknown");
    }
    stubc_net_close(&net);
    free((void *)(uintptr_t)tables_use(&plug));
    for (i = 0; i < CLIENTS; i++) {
        all += asked[i][0] + asked[i][1] + asked[i][2];
    }
    printf("%lu answers, %lu lost, %lu wrong\n", all, lost, wrong);
    return lost != 0 || wrong != 0 || all < CLIENTS * 3ul * REQUESTS;
}
