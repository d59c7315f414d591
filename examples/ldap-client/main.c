/* An LDAP client (RFC 4511): binds, prints the entries in which an attribute has a value, unbinds. */
#define _POSIX_C_SOURCE 200809L
#include "ldap.h"
#include "stubc_util.h"
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define TEXT(slice) (int)(slice).length, (const char *)(slice).data /* for %.*s: no string has a zero at its end */

static struct {
    int socket;
    uint8_t bytes[16384]; /* as received: the last message, and perhaps the beginning of the next one */
    size_t length;
    size_t used;          /* length of the last message */
    uint64_t arena[2048]; /* its arrays */
} server;

static void fail(const char *why, const stubc_error *error)
{
    char path[120];
    fprintf(stderr, "ldap-client: %s", why);
    if (error != NULL) {
        stubc_error_path(error, path, sizeof path);
        fprintf(stderr, ": %s at byte %zu, %s", stubc_error_text(error->code), error->offset, path);
    }
    fputs("\n", stderr);
    exit(1);
}

static void connect_to(const char *host, const char *port)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *address;
    if (getaddrinfo(host, port, &hints, &address) != 0
        || (server.socket = socket(address->ai_family, address->ai_socktype, address->ai_protocol)) < 0
        || connect(server.socket, address->ai_addr, address->ai_addrlen) != 0) {
        fail("the server does not answer", NULL);
    }
    freeaddrinfo(address);
}

static void send_message(const LDAPMessage *message)
{
    uint8_t buffer[2048];
    stubc_error error;
    stubc_result length = LDAPMessage_encode(message, buffer, sizeof buffer, NULL, &error);
    if (length < 0 || send(server.socket, buffer, (size_t)length, MSG_NOSIGNAL) != length) {
        fail("the request cannot be sent", length < 0 ? &error : NULL);
    }
}

/* Reads until a message is whole. It points into server.bytes and server.arena, so the next call invalidates it. */
static void receive_message(LDAPMessage *message)
{
    stubc_context context = stubc_context_over(server.arena, sizeof server.arena);
    stubc_error error;
    stubc_result used;
    server.length -= server.used;
    memmove(server.bytes, server.bytes + server.used, server.length);
    while ((used = LDAPMessage_decode(message, server.bytes, server.length, &context, &error)) == STUBC_TRUNCATED
           && server.length < sizeof server.bytes) {
        ssize_t received = recv(server.socket, server.bytes + server.length, sizeof server.bytes - server.length, 0);
        if (received <= 0) {
            fail("the server has closed the connection", NULL);
        }
        server.length += (size_t)received;
    }
    if (used < 0) {
        fail("the reply is malformed or too long", &error);
    }
    server.used = (size_t)used;
}

static void send_bind(const char *name, const char *password)
{
    LDAPMessage message = {.messageID = 1, .protocolOp.kind = LDAPMessage_protocolOp_kind_bindRequest};
    BindRequest *request = &message.protocolOp.u.bindRequest;
    request->version = 3;
    request->name = stubc_string(name);
    request->authentication.kind = AuthenticationChoice_kind_simple;
    request->authentication.u.simple = stubc_string(password);
    send_message(&message);
}

static void send_search(const char *base, const char *attribute, const char *value)
{
    LDAPMessage message = {.messageID = 2, .protocolOp.kind = LDAPMessage_protocolOp_kind_searchRequest};
    SearchRequest *request = &message.protocolOp.u.searchRequest;
    request->baseObject = stubc_string(base);
    request->scope = SearchRequest_scope_wholeSubtree;
    request->filter.kind = Filter_kind_equalityMatch;
    request->filter.u.equalityMatch.attributeDesc = stubc_string(attribute);
    request->filter.u.equalityMatch.assertionValue = stubc_string(value);
    send_message(&message);
}

static void print_entry(const SearchResultEntry *entry)
{
    printf("dn: %.*s\n", TEXT(entry->objectName));
    for (size_t i = 0; i < entry->attributes.count; i++) {
        const PartialAttribute *attribute = &entry->attributes.items[i];
        for (size_t j = 0; j < attribute->vals.count; j++) {
            printf("%.*s: %.*s\n", TEXT(attribute->type), TEXT(attribute->vals.items[j]));
        }
    }
    puts("");
}

static void check_result(int32_t code, stubc_slice diagnostic)
{
    if (code != LDAPResult_resultCode_success) {
        fprintf(stderr, "ldap-client: result code %d %.*s\n", (int)code, TEXT(diagnostic));
        exit(1);
    }
}

int main(int count, char **words)
{
    LDAPMessage message;
    const BindResponse *bound = &message.protocolOp.u.bindResponse;
    const SearchResultDone *done = &message.protocolOp.u.searchResDone;
    if (count != 8) {
        fail("usage: ldap-client HOST PORT NAME PASSWORD BASE ATTRIBUTE VALUE", NULL);
    }
    connect_to(words[1], words[2]);
    send_bind(words[3], words[4]);
    for (;;) {
        receive_message(&message);
        switch (message.protocolOp.kind) {
        case LDAPMessage_protocolOp_kind_bindResponse:
            check_result(bound->resultCode, bound->diagnosticMessage);
            send_search(words[5], words[6], words[7]);
            break;
        case LDAPMessage_protocolOp_kind_searchResEntry:
            print_entry(&message.protocolOp.u.searchResEntry);
            break;
        case LDAPMessage_protocolOp_kind_searchResDone:
            check_result(done->resultCode, done->diagnosticMessage);
            message = (LDAPMessage){.messageID = 3, .protocolOp.kind = LDAPMessage_protocolOp_kind_unbindRequest};
            send_message(&message);
            return 0;
        default: /* a referral, or the server's notice that it ends the connection */
            fail("the server does not answer the request", NULL);
        }
    }
}
