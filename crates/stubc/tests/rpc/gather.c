/* What a server sends to peers that say many calls at once, compared byte by byte with the answers to one call after the
 * other: calls of every kind and hostile bytes, peers that read slowly, connections that are cut, replies that do not fit.
 * Built with -Dsend=faulty_send -Drecv=faulty_recv, so that the server's socket calls go wrong as they are told. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "service.h"
#include "stubc_net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST = 65536 };

static uint32_t state = 2463534242u;

static uint32_t chance(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

/* ---- Socket calls of the server ---- */

static unsigned sends;     /* that it has made */
static bool is_whole;      /* the calls do what they can */
static bool is_broken;     /* no call comes through any more */

ssize_t faulty_send(int fd, const void *data, size_t length, int flags)
{
    sends++;
    if (is_broken) {
        errno = chance(2) ? EPIPE : ECONNRESET;
        return -1;
    }
    if (!is_whole && chance(4) == 0) {
        errno = chance(2) ? EAGAIN : EINTR;
        return -1;
    }
    return sendto(fd, data, is_whole ? length : 1 + chance((uint32_t)length), flags, NULL, 0);
}

ssize_t faulty_recv(int fd, void *data, size_t length, int flags)
{
    if (!is_whole && chance(8) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return recvfrom(fd, data, is_whole || !length ? length : 1 + chance((uint32_t)length), flags, NULL, NULL);
}

/* ---- A server with one place, whose buffers end where a sanitizer sees it ---- */

static stubc_net_server server;
static stubc_net_connection place;
static struct pollfd polls[3];
static uint8_t arena[65536];

static void listen_with(size_t size)
{
    memset(&server, 0, sizeof server);
    memset(&place, 0, sizeof place);
    place.in = (uint8_t *)malloc(size);
    place.out = (uint8_t *)malloc(size);
    if (!place.in || !place.out)
        exit(2);
    place.size = size;
    server.rpc.services = service_services;
    server.rpc.service_count = service_service_count;
    server.rpc.context = stubc_context_over(arena, sizeof arena);
    server.connections = &place;
    server.connection_count = 1;
    server.polls = polls;
    if (stubc_net_listen(&server, "127.0.0.1", 0))
        exit(2);
}

static void shut(void)
{
    stubc_net_shut(&server);
    free(place.in);
    free(place.out);
}

static int reach(void)
{
    struct sockaddr_in to;
    const int fd = socket(AF_INET, SOCK_STREAM, 0), small = 4096;
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(server.tcp_port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    /* A peer that takes little at once. */
    CHECK(chance(2) || setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small) == 0);
    CHECK(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0);
    is_whole = true;
    stubc_net_serve(&server, 1000);
    CHECK(place.fd >= 0);
    return fd;
}

/* ---- Calls ---- */

typedef struct text {
    uint8_t octets[LONGEST];
    size_t length;
} text;

static void put(text *to, uint32_t word)
{
    if (to->length + 4 <= sizeof to->octets) {
        stubc_put_word(to->octets + to->length, word);
        to->length += 4;
    }
}

static void begin(text *to, uint32_t version, uint32_t procedure)
{
    static uint32_t xid;
    put(to, 0x80000000u);
    put(to, ++xid);
    put(to, 0);
    put(to, chance(40) ? 2 : 3);
    put(to, chance(40) ? 0x20000099u : 0x20000098u);
    put(to, version);
    put(to, procedure);
    put(to, 0);
    put(to, 0);
    put(to, 0);
    put(to, 0);
}

/* Closes a record; now and then as two fragments. */
static void end(text *to, size_t from)
{
    const size_t length = to->length - from - 4, first = length / 8 * 4;
    stubc_put_word(to->octets + from, 0x80000000u | (uint32_t)length);
    if (chance(4) == 0 && to->length + 4 <= sizeof to->octets) {
        memmove(to->octets + from + 8 + first, to->octets + from + 4 + first, length - first);
        stubc_put_word(to->octets + from, (uint32_t)first);
        stubc_put_word(to->octets + from + 4 + first, 0x80000000u | (uint32_t)(length - first));
        to->length += 4;
    }
}

static void string(text *to, uint32_t words)
{
    put(to, 4 * words);
    for (; words; words--)
        put(to, chance(3) ? 0x61626364u : 0x61206220u);
}

/* One call of any kind. */
static void call(text *to)
{
    const size_t from = to->length;
    uint32_t n = chance(12);
    switch (chance(10)) {
    case 0: /* SUM: 28 bytes */
        begin(to, 1, 1);
        put(to, n);
        for (; n; n--)
            put(to, chance(100));
        break;
    case 1: /* JOIN and SPLIT: no bound */
        begin(to, 1, 2);
        string(to, n);
        string(to, 1);
        put(to, chance(3) ? chance(20) : chance(1500));
        break;
    case 2:
        begin(to, 1, 3);
        string(to, n);
        break;
    case 3: /* COUNT: at most 4,028 bytes */
    case 4:
        begin(to, 3, 3);
        put(to, chance(3) ? chance(50) : chance(1100));
        break;
    case 5: /* FAIL: any answer */
        begin(to, 3, 6);
        put(to, chance(2) ? chance(8) : chance(2) ? STUBC_RPC_AUTH_ERROR + 2u : (uint32_t)STUBC_RPC_RPC_MISMATCH);
        break;
    case 6: /* TELL: an empty string has no reply */
        begin(to, 3, 5);
        string(to, chance(2));
        break;
    case 7:
        begin(to, chance(4), chance(9));
        break;
    case 8: /* not a call */
        begin(to, 1, 0);
        stubc_put_word(to->octets + from + 8, chance(3));
        to->length -= chance(8) * 4;
        break;
    default:
        begin(to, 1, 0);
    }
    end(to, from);
}

/* Writes the replies to calls as a server without gathering sends them: each in a buffer of its own. Returns whether the
 * stream stays usable. */
static bool answered(const text *calls, text *replies)
{
    static uint8_t one_arena[65536];
    uint8_t *const in = (uint8_t *)malloc(place.size), *const out = (uint8_t *)malloc(place.size);
    stubc_rpc_record record = stubc_rpc_record_over(in, place.size);
    stubc_rpc_server one = server.rpc;
    stubc_result octets = STUBC_TRUNCATED;
    size_t at = 0;
    one.context = stubc_context_over(one_arena, sizeof one_arena);
    replies->length = 0;
    for (;;) {
        const uint8_t *message;
        size_t room;
        while ((octets = stubc_rpc_next(&record, &message)) >= 0) {
            const size_t reply = stubc_rpc_answer(&one, message, (size_t)octets, out + 4, place.size - 4);
            if (reply) {
                stubc_put_word(out, 0x80000000u | (uint32_t)reply);
                if (replies->length + reply + 4 > sizeof replies->octets)
                    exit(3);
                memcpy(replies->octets + replies->length, out, reply + 4);
                replies->length += reply + 4;
            }
        }
        if (octets != STUBC_TRUNCATED || at == calls->length)
            break;
        {
            uint8_t *const to = stubc_rpc_room(&record, &room);
            if (room > calls->length - at)
                room = calls->length - at;
            memcpy(to, calls->octets + at, room);
            record.end += room;
            at += room;
        }
    }
    free(in);
    free(out);
    return octets == STUBC_TRUNCATED;
}

/* Reads what has arrived, at most so many bytes; whether the server has closed the connection. */
static bool listen_to(int fd, text *heard, size_t most)
{
    ssize_t got;
    if (most > sizeof heard->octets - heard->length)
        most = sizeof heard->octets - heard->length;
    got = recvfrom(fd, heard->octets + heard->length, most, 0, NULL, NULL);
    if (got > 0)
        heard->length += (size_t)got;
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

static text calls, expected, heard;

/* Says the calls in pieces, serves, and listens, in any order, until nothing more comes. Waits for what is due. */
static void converse(bool is_usable)
{
    const int fd = reach();
    size_t at = 0;
    unsigned idle = 0;
    bool is_closed = false;
    heard.length = 0;
    while (!is_closed && idle < 1000) {
        const size_t before = at + heard.length;
        const bool is_due = at < calls.length || heard.length < expected.length || !is_usable;
        if (idle > 40 && !is_due)
            break;
        is_whole = idle > 20;
        if (idle > 40) {
            struct pollfd wait;
            wait.fd = fd;
            wait.events = POLLIN;
            poll(&wait, 1, 5);
        }
        if (at < calls.length && chance(2)) {
            const size_t left = calls.length - at;
            const ssize_t sent = sendto(fd, calls.octets + at, chance(2) ? left : 1 + chance((uint32_t)left), MSG_NOSIGNAL, NULL, 0);
            if (sent < 0 && errno != EAGAIN)
                at = calls.length;
            else
                at += sent > 0 ? (size_t)sent : 0;
        }
        stubc_net_serve(&server, 0);
        CHECK(place.to_send <= place.size && place.sent <= place.to_send);
        if (idle > 20 || chance(3) == 0)
            is_closed = listen_to(fd, &heard, chance(2) ? LONGEST : 1 + chance(200));
        idle = before == at + heard.length ? idle + 1 : 0;
    }
    CHECK(is_closed != is_usable);
    /* A reset may take away what the peer has not read. */
    CHECK(heard.length == expected.length || (!is_usable && heard.length < expected.length));
    CHECK(memcmp(heard.octets, expected.octets, heard.length) == 0);
    close(fd);
    is_whole = true;
    while (place.fd >= 0)
        stubc_net_serve(&server, 1000);
}

static const size_t sizes[] = {36, 40, 64, 100, 256, 1000, 4032, 4100, 8192, 20000};

static void any_calls(unsigned runs)
{
    unsigned unusable = 0;
    for (; runs; runs--) {
        bool is_usable;
        unsigned count = 1 + chance(runs % 2 ? 12 : 60);
        listen_with(sizes[chance(sizeof sizes / sizeof *sizes)]);
        calls.length = 0;
        for (; count && calls.length + 200 < 16384; count--)
            call(&calls);
        if (runs % 3 == 0) {
            /* Bytes of no one. */
            for (count = 1 + chance(3); count; count--)
                calls.octets[chance((uint32_t)calls.length)] = (uint8_t)(chance(2) ? 0 : chance(256));
        }
        is_usable = answered(&calls, &expected);
        unusable += !is_usable;
        converse(is_usable);
        shut();
    }
    CHECK(unusable > 0);
}

/* Ten calls that arrive together are answered by one send; one call, by one. */
static void counted(void)
{
    unsigned count;
    for (count = 1; count <= 10; count += 9) {
        unsigned i;
        int fd;
        listen_with(8192);
        calls.length = 0;
        for (i = 0; i < count; i++) {
            const size_t from = calls.length;
            begin(&calls, 3, 2);
            for (; calls.length < from + 44 + 32;)
                put(&calls, 7);
            stubc_put_word(calls.octets + from, 0x80000000u | 72);
            stubc_put_word(calls.octets + from + 12, 2);
            stubc_put_word(calls.octets + from + 16, 0x20000099u);
        }
        CHECK(answered(&calls, &expected));
        fd = reach();
        sends = 0;
        heard.length = 0;
        CHECK(sendto(fd, calls.octets, calls.length, 0, NULL, 0) == (ssize_t)calls.length);
        stubc_net_serve(&server, 1000);
        CHECK(sends == 1);
        listen_to(fd, &heard, LONGEST);
        CHECK(heard.length == expected.length && !memcmp(heard.octets, expected.octets, heard.length));
        close(fd);
        shut();
    }
}

/* A connection that is cut while replies are gathered frees its place, and the next peer hears nothing of it. */
static void cut(unsigned runs)
{
    for (; runs; runs--) {
        int fd;
        unsigned i;
        listen_with(sizes[chance(sizeof sizes / sizeof *sizes)]);
        fd = reach();
        calls.length = 0;
        for (i = 0; i < 100; i++)
            call(&calls);
        (void)!sendto(fd, calls.octets, calls.length, MSG_NOSIGNAL, NULL, 0);
        is_whole = false;
        for (i = chance(6); i; i--)
            stubc_net_serve(&server, 0);
        is_broken = chance(2);
        close(fd);
        is_whole = true;
        for (i = 0; i < 100 && place.fd >= 0; i++)
            stubc_net_serve(&server, 100);
        CHECK(place.fd < 0);
        is_broken = false;
        calls.length = 0;
        call(&calls);
        converse(answered(&calls, &expected));
        shut();
    }
}

int main(int count, char **arguments)
{
    const unsigned runs = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 300;
    /* Who hangs fails. */
    alarm(300);
    counted();
    any_calls(runs);
    cut(runs / 4);
    printf("%u failures\n", failures);
    return failures != 0;
}
