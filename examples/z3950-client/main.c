/* A Z39.50 client: opens a session, searches a database for a term, prints the first record, closes the session. */
#define _POSIX_C_SOURCE 200809L
#include "z3950.h"
#include "stubc_util.h"
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define TEXT(SLICE) (int)(SLICE).length, (const char *)(SLICE).data /* for %.*s: no string has a zero at its end */

static const uint8_t bib_1[] = BIB_1_VALUE, xml[] = XML_VALUE;
static int server;
static uint8_t received[32768]; /* a message as received */
static uint64_t arena[2048];    /* and its arrays */

static void fail(const char *why, const stubc_error *error)
{
    char path[120];
    fprintf(stderr, "z3950-client: %s", why);
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
        || (server = socket(address->ai_family, address->ai_socktype, address->ai_protocol)) < 0
        || connect(server, address->ai_addr, address->ai_addrlen) != 0) {
        fail("the server does not answer", NULL);
    }
    freeaddrinfo(address);
}

/* Sends a request and puts its response in its place. This points into received and arena, so the next call ends it. */
static void ask(PDU *pdu, uint8_t answer)
{
    stubc_context context = stubc_context_over(arena, sizeof arena);
    uint8_t buffer[1024];
    size_t length = 0;
    stubc_error error;
    stubc_result size = PDU_encode(pdu, buffer, sizeof buffer, NULL, &error);
    if (size < 0 || send(server, buffer, (size_t)size, MSG_NOSIGNAL) != size) {
        fail("the request cannot be sent", size < 0 ? &error : NULL);
    }
    while ((size = PDU_decode(pdu, received, length, &context, &error)) == STUBC_TRUNCATED
           && length < sizeof received) {
        const ssize_t more = recv(server, received + length, sizeof received - length, 0);
        if (more <= 0) {
            fail("the server has closed the connection", NULL);
        }
        length += (size_t)more;
    }
    if (size < 0 || pdu->kind != answer) {
        fail("the response is malformed, too long, or another one", size < 0 ? &error : NULL);
    }
}

/* Ends the program if there is a diagnostic in place of records. */
static void check_records(bool has_records, const Records *records)
{
    if (has_records && records->kind == Records_kind_nonSurrogateDiagnostic) {
        fprintf(stderr, "z3950-client: diagnostic %ld\n", (long)records->u.nonSurrogateDiagnostic.condition);
        exit(1);
    }
}

static void open_session(void)
{
    PDU pdu = {.kind = PDU_kind_initRequest};
    InitializeRequest *request = &pdu.u.initRequest;
    uint8_t versions[1], options[1];
    for (size_t version = ProtocolVersion_version_1; version <= ProtocolVersion_version_3; version++) {
        stubc_bit_put(&request->protocolVersion, versions, sizeof versions, version, true);
    }
    stubc_bit_put(&request->options, options, sizeof options, Options_search, true);
    stubc_bit_put(&request->options, options, sizeof options, Options_present, true);
    request->preferredMessageSize = request->exceptionalRecordSize = sizeof received;
    ask(&pdu, PDU_kind_initResponse);
    if (!pdu.u.initResponse.result) {
        fail("the server refuses the session", NULL);
    }
}

static void search(const char *database, const char *term)
{
    PDU pdu = {.kind = PDU_kind_searchRequest};
    SearchRequest *request = &pdu.u.searchRequest;
    DatabaseName name = stubc_string(database);
    Operand *operand = &request->query.u.type_1.rpn.u.op;
    request->largeSetLowerBound = 1; /* no record comes with the response */
    request->replaceIndicator = true;
    request->resultSetName = (stubc_slice)STUBC_TEXT("default");
    request->databaseNames.items = &name;
    request->databaseNames.count = 1;
    request->query.kind = Query_kind_type_1;
    request->query.u.type_1.attributeSet = (stubc_slice){bib_1, sizeof bib_1};
    request->query.u.type_1.rpn.kind = RPNStructure_kind_op;
    operand->kind = Operand_kind_attrTerm;
    operand->u.attrTerm.term.kind = Term_kind_general;
    operand->u.attrTerm.term.u.general = stubc_string(term);
    ask(&pdu, PDU_kind_searchResponse);
    check_records(pdu.u.searchResponse.has_records, &pdu.u.searchResponse.records);
    printf("hits: %ld\n", (long)pdu.u.searchResponse.resultCount);
}

static void print_first_record(void)
{
    PDU pdu = {.kind = PDU_kind_presentRequest};
    PresentRequest *request = &pdu.u.presentRequest;
    const PresentResponse *response = &pdu.u.presentResponse;
    request->resultSetId = (stubc_slice)STUBC_TEXT("default");
    request->resultSetStartPoint = request->numberOfRecordsRequested = 1;
    request->has_preferredRecordSyntax = true;
    request->preferredRecordSyntax = (stubc_slice){xml, sizeof xml};
    ask(&pdu, PDU_kind_presentResponse);
    check_records(response->has_records, &response->records);
    if (response->has_records && response->records.kind == Records_kind_responseRecords
        && response->records.u.responseRecords.count > 0) {
        const NamePlusRecord_record *record = &response->records.u.responseRecords.items[0].record;
        const EXTERNAL_encoding *encoding = &record->u.retrievalRecord.encoding;
        if (record->kind == NamePlusRecord_record_kind_retrievalRecord
            && encoding->kind == EXTERNAL_encoding_kind_octet_aligned) {
            printf("%.*s", TEXT(encoding->u.octet_aligned));
        }
    }
}

int main(int count, char **words)
{
    PDU pdu = {.kind = PDU_kind_close, .u.close.closeReason = CloseReason_finished};
    if (count != 5) {
        fail("usage: z3950-client HOST PORT DATABASE TERM", NULL);
    }
    connect_to(words[1], words[2]);
    open_session();
    search(words[3], words[4]);
    print_first_record();
    ask(&pdu, PDU_kind_close);
    return 0;
}
