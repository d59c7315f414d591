/* Feeds the loop of docs/streams.md through a socket: messages that are cut at every byte, pipelined, and refused. */
#define _DEFAULT_SOURCE
#include "ldap.h"
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int receive(int socket, void (*use)(const LDAPMessage *message));

/* A bind, an unbind in indefinite form, an abandon with a long length. */
static const uint8_t messages[] = {0x30, 0x0c, 2, 1, 1, 0x60, 7, 2, 1, 3, 4, 0, 0x80, 0,          /* 14 */
                                   0x30, 0x80, 2, 1, 2, 0x42, 0, 0, 0,                            /* 9 */
                                   0x30, 0x82, 0, 6, 2, 1, 3, 0x50, 1, 1};                        /* 10 */
static int failures;
static int32_t seen[8];
static size_t count;

static void use(const LDAPMessage *message)
{
    if (count < sizeof seen / sizeof *seen)
        seen[count] = (int32_t)message->messageID;
    count++;
}

/* Writes octets in pieces, each when the one before has been read; then closes, or keeps the socket open. */
static void write_pieces(int to, int from, const uint8_t *octets, size_t length, size_t first, size_t piece)
{
    size_t at = 0;
    while (at < length) {
        size_t size = at ? piece : first;
        int waiting = 1;
        if (size > length - at)
            size = length - at;
        if (write(to, octets + at, size) != (ssize_t)size)
            _exit(1);
        at += size;
        while (waiting && ioctl(from, FIONREAD, &waiting) == 0)
            sched_yield();
    }
}

static void check(const char *title, size_t cut, const uint8_t *octets, size_t length, size_t first, size_t piece,
                  int ends, int expected, size_t expected_count)
{
    int pair[2], code;
    pid_t child;
    size_t i;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        exit(2);
    child = fork();
    if (child == 0) {
        write_pieces(pair[1], pair[0], octets, length, first, piece);
        if (!ends)
            pause(); /* the reader must not wait for more */
        _exit(0);
    }
    close(pair[1]);
    count = 0;
    code = receive(pair[0], use);
    if (!ends)
        kill(child, 9);
    waitpid(child, NULL, 0);
    close(pair[0]);
    if (code != expected || count != expected_count) {
        printf("%s %u: %d after %u messages\n", title, (unsigned)cut, code, (unsigned)count);
        failures++;
    }
    for (i = 0; i < count && i < 3; i++)
        if (seen[i] != (int32_t)i + 1) {
            printf("%s %u: message %d\n", title, (unsigned)cut, (int)seen[i]);
            failures++;
        }
}

int main(void)
{
    static const uint8_t http[] = "GET / HTTP/1.1\r\n";
    static const uint8_t huge[] = {0x30, 0x84, 0x7f, 0xff, 0xff, 0xff};
    static const uint8_t malformed[] = {0x30, 0xff};
    const size_t all = sizeof messages;
    size_t cut;
    check("at once", 0, messages, all, all, all, 1, 0, 3);
    for (cut = 1; cut < all; cut++) {
        check("cut", cut, messages, all, cut, all, 1, 0, 3);
        check("pieces", cut, messages, all, cut, cut, 1, 0, 3);
        check("ends", cut, messages, cut, cut, cut, 1, cut == 14 || cut == 23 ? 0 : STUBC_TRUNCATED,
              (size_t)((cut >= 14) + (cut >= 23)));
    }
    check("http", 0, http, sizeof http - 1, 1, 1, 0, STUBC_BAD_TAG, 0);
    check("too long", 0, huge, sizeof huge, 1, 1, 0, STUBC_LIMIT, 0);
    check("malformed", 0, malformed, sizeof malformed, 1, 1, 0, STUBC_BAD_LENGTH, 0);
    printf("%d failures\n", failures);
    return failures != 0;
}
