/* An SNMP agent (v2c: RFC 1901, 3416): answers get, get-next and get-bulk for objects of RFC 3418, refuses set. */
#define _POSIX_C_SOURCE 200809L
#include "snmp.h"
#include "stubc_util.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { MAX_MESSAGE = 1472, MAX_BINDINGS = 64 };

/* A VarBind is a name and a value, which is a union in a union in a union. */
#define OBJECT(NAME, GROUP, TYPE, KIND, VALUE)                                                                        \
    {{NAME, sizeof NAME}, {.kind = VarBind_valueType_kind_value, .u.value = {.kind = ObjectSyntax_kind_##GROUP,       \
                           .u.GROUP = {.kind = TYPE##_kind_##KIND, .u.KIND = VALUE}}}}

static const uint8_t description[] = SYSDESCR_VALUE, up_time[] = SYSUPTIME_VALUE, name[] = SYSNAME_VALUE,
                     malformed[] = SNMPINASNPARSEERRS_VALUE; /* objects.asn1 */

static VarBind objects[] = { /* ascending */
    OBJECT(description, simple, SimpleSyntax, string_value, STUBC_TEXT("an agent with four objects")),
    OBJECT(up_time, application_wide, ApplicationSyntax, timeticks_value, 0),
    OBJECT(name, simple, SimpleSyntax, string_value, STUBC_TEXT("agent.example.org")),
    OBJECT(malformed, application_wide, ApplicationSyntax, counter_value, 0),
};
enum { OBJECTS = sizeof objects / sizeof *objects };
static ApplicationSyntax *const clock_ticks = &objects[1].valueType.u.value.u.application_wide;
static ApplicationSyntax *const errors = &objects[3].valueType.u.value.u.application_wide;

static VarBind get(stubc_slice wanted)
{
    VarBind answer = {.name = wanted, .valueType.kind = VarBind_valueType_kind_noSuchObject};
    for (size_t i = 0; i < OBJECTS; i++) {
        const stubc_slice type = {objects[i].name.data, objects[i].name.length - 1}; /* without the instance, .0 */
        if (stubc_oid_equal(wanted, objects[i].name)) {
            return objects[i];
        }
        if (stubc_oid_starts_with(wanted, type)) {
            answer.valueType.kind = VarBind_valueType_kind_noSuchInstance;
        }
    }
    return answer;
}

static VarBind get_next(stubc_slice before)
{
    for (size_t i = 0; i < OBJECTS; i++) {
        if (stubc_oid_compare(objects[i].name, before) > 0) {
            return objects[i];
        }
    }
    return (VarBind){.name = before, .valueType.kind = VarBind_valueType_kind_endOfMibView};
}

/* The first names are asked for once, the others in rows of one step each (RFC 3416 4.2.3). */
static VarBindList get_bulk(const BulkPDU *request)
{
    static VarBind items[MAX_BINDINGS];
    VarBindList answer = {items, 0};
    const VarBindList *asked = &request->variable_bindings;
    const size_t once = request->non_repeaters < asked->count ? request->non_repeaters : asked->count;
    const size_t row = asked->count - once;
    while (answer.count < once
           || (row > 0 && answer.count < MAX_BINDINGS && (answer.count - once) / row < request->max_repetitions)) {
        const VarBind *before = answer.count < asked->count ? &asked->items[answer.count] : &items[answer.count - row];
        items[answer.count++] = get_next(before->name);
    }
    return answer;
}

static PDU answer_each(const PDU *request, VarBind (*answer)(stubc_slice name))
{
    PDU response = {.request_id = request->request_id, .variable_bindings = request->variable_bindings};
    for (size_t i = 0; i < response.variable_bindings.count; i++) {
        response.variable_bindings.items[i] = answer(response.variable_bindings.items[i].name);
    }
    return response;
}

/* Writes the response to a request. Returns its length; 0 or less if there is none. */
static stubc_result respond(Message *message, uint8_t *buffer)
{
    const PDUs request = message->data;
    PDU *response = &message->data.u.response;
    stubc_result length;
    message->data.kind = PDUs_kind_response;
    switch (request.kind) {
    case PDUs_kind_get_request:
        *response = answer_each(&request.u.get_request, get);
        break;
    case PDUs_kind_get_next_request:
        *response = answer_each(&request.u.get_next_request, get_next);
        break;
    case PDUs_kind_get_bulk_request:
        *response = (PDU){.request_id = request.u.get_bulk_request.request_id,
                          .variable_bindings = get_bulk(&request.u.get_bulk_request)};
        break;
    case PDUs_kind_set_request:
        response->error_status = PDU_error_status_notWritable;
        response->error_index = 1;
        break;
    default:
        return 0;
    }
    while ((length = Message_encode(message, buffer, MAX_MESSAGE, NULL, NULL)) == STUBC_NO_SPACE) {
        if (request.kind == PDUs_kind_get_bulk_request) { /* may have fewer bindings than were asked for */
            response->variable_bindings.count--;
        } else {
            *response = (PDU){.request_id = response->request_id, .error_status = PDU_error_status_tooBig};
        }
    }
    return length;
}

int main(int count, char **words)
{
    static VarBind memory[MAX_BINDINGS]; /* of the bindings, the only array of a message */
    uint8_t request[MAX_MESSAGE], response[MAX_MESSAGE];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr *const peer = (struct sockaddr *)&address;
    socklen_t size = sizeof address;
    const int udp = socket(AF_INET, SOCK_DGRAM, 0);
    const time_t start = time(NULL);
    address.sin_port = htons((uint16_t)(count > 1 ? atoi(words[1]) : 0)); /* 0: any that is free */
    if (bind(udp, peer, size) != 0 || getsockname(udp, peer, &size) != 0) {
        perror("snmp-agent");
        return 1;
    }
    fprintf(stderr, "snmp-agent: port %d\n", ntohs(address.sin_port));
    for (ssize_t length; (length = recvfrom(udp, request, sizeof request, 0, peer, &size)) >= 0;) {
        stubc_context context = stubc_context_over(memory, sizeof memory);
        stubc_error error;
        Message message;
        context.max_elements = MAX_BINDINGS;
        clock_ticks->u.timeticks_value = (uint32_t)difftime(time(NULL), start) * 100;
        if (Message_decode_exact(&message, request, (size_t)length, &context, &error) < 0) {
            char path[120];
            stubc_error_path(&error, path, sizeof path);
            fprintf(stderr, "snmp-agent: dropped: %s at byte %zu, %s\n", stubc_error_text(error.code), error.offset, path);
            errors->u.counter_value++;
        } else if (message.version == Message_version_version && stubc_string_equal(message.community, "public")
                   && (length = respond(&message, response)) > 0) {
            sendto(udp, response, (size_t)length, 0, peer, size);
        }
    }
    return 1;
}
