/* Four specifications in one program: each root keeps its own encoding rules. */
#include "cert_cert.h"
#include "ldap.h"
#include "mount.h"
#include "rpcbind.h"
#include <stdio.h>

static int failures;

static void check(const char *what, long found, long wanted)
{
    if (found != wanted) {
        printf("%s: %ld, not %ld\n", what, found, wanted);
        failures++;
    }
}

#define ALGORITHM 0x30, 5, 6, 3, 0x2a, 3, 4
#define TIME 0x17, 13, '2', '0', '0', '1', '0', '1', '0', '0', '0', '0', '0', '0', 'Z'
#define TBS 0x30, 59, 2, 1, 7, ALGORITHM, 0x30, 0, 0x30, 30, TIME, TIME, 0x30, 0, 0x30, 11, ALGORITHM, 3, 2, 0, 5
#define CERTIFICATE TBS, ALGORITHM, 3, 2, 0, 5
#define BIND 2, 1, 1, 0x60, 7, 2, 1, 3, 4, 0, 0x80, 0

/* BER takes all three forms of the length, DER the shortest alone. */
static void lengths(stubc_context *context)
{
    static const uint8_t ldap[] = {0x30, 12, BIND}, ldap_long[] = {0x30, 0x81, 12, BIND},
                         ldap_open[] = {0x30, 0x80, BIND, 0, 0}, own[] = {0x30, 72, CERTIFICATE},
                         own_long[] = {0x30, 0x81, 72, CERTIFICATE}, own_open[] = {0x30, 0x80, CERTIFICATE, 0, 0};
    static LDAPMessage message;
    static cert_Certificate certificate;
    uint8_t again[sizeof ldap];
    stubc_error error;
    check("ldap", LDAPMessage_decode_exact(&message, ldap, sizeof ldap, context, &error), sizeof ldap);
    check("the message", message.protocolOp.kind, LDAPMessage_protocolOp_kind_bindRequest);
    check("sent", LDAPMessage_encode(&message, again, sizeof again, context, &error), sizeof ldap);
    check("as received", memcmp(again, ldap, sizeof ldap), 0);
    check("ldap, long", LDAPMessage_decode(&message, ldap_long, sizeof ldap_long, context, &error), sizeof ldap_long);
    check("ldap, open", LDAPMessage_decode(&message, ldap_open, sizeof ldap_open, context, &error), sizeof ldap_open);
    check("cert", cert_Certificate_decode_exact(&certificate, own, sizeof own, context, &error), sizeof own);
    check("its number", *certificate.tbsCertificate.serialNumber.data, 7);
    check("cert, long", cert_Certificate_decode(&certificate, own_long, sizeof own_long, context, &error),
          STUBC_NOT_CANONICAL);
    check("cert, open", cert_Certificate_decode(&certificate, own_open, sizeof own_open, context, &error),
          STUBC_NOT_CANONICAL);
}

/* DER refuses a default that is sent, a BOOLEAN that is not 0xff and segmented strings; BER takes them. */
static void values(stubc_context *context)
{
    static const uint8_t version[] = {0x30, 77, 0x30, 64, 0xa0, 3, 2, 1, 0, 2, 1, 7, ALGORITHM, 0x30, 0, 0x30, 30,
                                      TIME, TIME, 0x30, 0, 0x30, 11, ALGORITHM, 3, 2, 0, 5, ALGORITHM, 3, 2, 0, 5};
    static const uint8_t bits[] = {0x30, 76, TBS, ALGORITHM, 0x23, 6, 3, 1, 0, 3, 1, 0};
    /* A delete request of the segmented name "ab", with a control whose criticality is FALSE, the default, as 0. */
    static const uint8_t name[] = {0x30, 27, 2, 1, 5, 0x6a, 8, 4, 1, 'a', 4, 3, 'b', 'c', 'd',
                                   0xa0, 12, 0x30, 10, 4, 5, '1', '.', '2', '.', '3', 1, 1, 0};
    static cert_Certificate certificate;
    static LDAPMessage message;
    check("version", cert_Certificate_decode(&certificate, version, sizeof version, context, NULL), STUBC_NOT_CANONICAL);
    check("bits", cert_Certificate_decode(&certificate, bits, sizeof bits, context, NULL) < 0, 1);
    check("name", LDAPMessage_decode_exact(&message, name, sizeof name, context, NULL), sizeof name);
    check("joined", memcmp(message.protocolOp.u.delRequest.data, "abcd", 4), 0);
}

/* XDR, with a list in either specification. */
static void words(stubc_context *context)
{
    static const uint8_t one[] = {0, 1, 0x86, 0xa0, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 111};
    static const uint8_t list[] = {0, 0, 0, 1, 0, 0, 0, 1, 'h', 0, 0, 0, 0, 0, 0, 1, 'd', 0, 0, 0, 0, 0, 0, 0};
    static const uint8_t maps[] = {0, 0, 0, 1, 0, 1, 0x86, 0xa0, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 111, 0, 0, 0, 0};
    mapping map;
    pmaplist_ptr known;
    mountlist mounted;
    uint8_t again[sizeof list];
    check("rpcbind", mapping_decode_exact(&map, one, sizeof one, context, NULL), sizeof one);
    check("the port", (long)map.port, 111);
    check("truncated", mapping_decode(&map, one, sizeof one - 1, context, NULL), STUBC_TRUNCATED);
    check("list", pmaplist_ptr_decode_exact(&known, maps, sizeof maps, context, NULL), sizeof maps);
    check("its port", (long)known->map.port, 111);
    check("mount", mountlist_decode_exact(&mounted, list, sizeof list, context, NULL), sizeof list);
    check("the host", *mounted->ml_hostname.data, 'h');
    check("sent", mountlist_encode(&mounted, again, sizeof again, context, NULL), sizeof list);
    check("as received", memcmp(again, list, sizeof list), 0);
}

int main(void)
{
    static uint64_t memory[512];
    stubc_context context = stubc_context_over(memory, sizeof memory);
    lengths(&context);
    values(&context);
    words(&context);
    return failures != 0;
}
