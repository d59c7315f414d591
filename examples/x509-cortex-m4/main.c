/* Firmware for a Cortex-M4: decodes a certificate (RFC 5280) and prints its subject, validity and public key. */
#include "cert.h"
#include "stubc_util.h"
#include <stdio.h>
#include <time.h>

#define OCTETS(ARRAY) {ARRAY, sizeof ARRAY}
#define TEXT(SLICE) (int)(SLICE).length, (const char *)(SLICE).data /* for %.*s: no string has a zero at its end */

/* Object identifiers that have a name. The specifications, RFC 5280 and keys.asn1, hold their values. */
static const uint8_t country[] = ID_AT_COUNTRYNAME_VALUE, organization[] = ID_AT_ORGANIZATIONNAME_VALUE,
                     unit[] = ID_AT_ORGANIZATIONALUNITNAME_VALUE, common[] = ID_AT_COMMONNAME_VALUE;
static const uint8_t rsa[] = RSAENCRYPTION_VALUE, elliptic[] = ID_ECPUBLICKEY_VALUE, p256[] = PRIME256V1_VALUE,
                     p384[] = SECP384R1_VALUE;
static const stubc_slice rsa_encryption = OCTETS(rsa);
static const struct {
    stubc_slice identifier;
    const char *name;
} names[] = {
    {OCTETS(country), "C"},
    {OCTETS(organization), "O"},
    {OCTETS(unit), "OU"},
    {OCTETS(common), "CN"},
    {OCTETS(rsa), "rsaEncryption"},
    {OCTETS(elliptic), "id-ecPublicKey"},
    {OCTETS(p256), "prime256v1"},
    {OCTETS(p384), "secp384r1"},
};

static int fail(const char *what, const stubc_error *error)
{
    char path[100];
    stubc_error_path(error, path, sizeof path);
    printf("%s: %s at byte %u, %s\n", what, stubc_error_text(error->code), (unsigned)error->offset, path);
    return 1;
}

static void print_identifier(const char *before, stubc_slice identifier)
{
    char numbers[80];
    const char *name = numbers;
    stubc_oid_to_text(identifier, numbers, sizeof numbers);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (stubc_oid_equal(identifier, names[i].identifier)) {
            name = names[i].name;
        }
    }
    printf("%s%s", before, name);
}

static int print_name(const Name *name)
{
    const RDNSequence *parts = &name->u.rdnSequence;
    for (size_t i = 0; i < parts->count; i++) {
        for (size_t j = 0; j < parts->items[i].count; j++) {
            const AttributeTypeAndValue *attribute = &parts->items[i].items[j];
            const stubc_slice value = attribute->value;
            stubc_error error;
            DirectoryString string;
            if (DirectoryString_decode_exact(&string, value.data, value.length, NULL, &error) < 0) {
                return fail("attribute", &error);
            }
            print_identifier(j > 0 ? "+" : i > 0 ? "," : "subject=", attribute->type);
            switch (string.kind) {
            case DirectoryString_kind_printableString:
                printf("=%.*s", TEXT(string.u.printableString));
                break;
            case DirectoryString_kind_utf8String:
                printf("=%.*s", TEXT(string.u.utf8String));
                break;
            default: /* characters that the terminal does not know */
                printf("=?");
            }
        }
    }
    printf("\n");
    return 0;
}

static void print_time(const char *what, const Time *when)
{
    int64_t seconds = 0;
    char text[32];
    time_t moment;
    if (when->kind == Time_kind_utcTime) {
        stubc_utc_time_to_seconds(when->u.utcTime, &seconds);
    } else {
        stubc_generalized_time_to_seconds(when->u.generalTime, &seconds);
    }
    moment = (time_t)seconds;
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%SZ", gmtime(&moment));
    printf("%s=%s\n", what, text);
}

static int print_key(const SubjectPublicKeyInfo *info)
{
    const AlgorithmIdentifier *algorithm = &info->algorithm;
    print_identifier("Public Key Algorithm: ", algorithm->algorithm);
    if (stubc_oid_equal(algorithm->algorithm, rsa_encryption)) {
        RSAPublicKey key;
        stubc_error error;
        const size_t length = info->subjectPublicKey.length / 8;
        if (RSAPublicKey_decode_exact(&key, info->subjectPublicKey.data, length, NULL, &error) < 0) {
            return fail("public key", &error);
        }
        printf("\nPublic-Key: (%u bit)", (unsigned)(key.modulus.length - 1) * 8); /* the first byte is the sign */
    } else if (algorithm->has_parameters
               && algorithm->parameters.kind == AlgorithmIdentifier_parameters_kind_OBJECT_IDENTIFIER) {
        print_identifier("\nASN1 OID: ", *algorithm->parameters.u.OBJECT_IDENTIFIER_);
    }
    printf("\n");
    return 0;
}

int main(int count, char **words)
{
    static uint8_t bytes[4096];
    static uint64_t arena[256];
    stubc_context context = stubc_context_over(arena, sizeof arena);
    stubc_error error;
    Certificate certificate;
    const TBSCertificate *body = &certificate.tbsCertificate;
    FILE *file = fopen(count > 1 ? words[1] : "certificate.der", "rb"); /* by semihosting, from the machine of QEMU */
    size_t length;
    if (file == NULL) {
        printf("no certificate\n");
        return 1;
    }
    length = fread(bytes, 1, sizeof bytes, file);
    if (Certificate_decode_exact(&certificate, bytes, length, &context, &error) < 0) {
        return fail("certificate", &error);
    }
    if (print_name(&body->subject) != 0) {
        return 1;
    }
    print_time("notBefore", &body->validity.notBefore);
    print_time("notAfter", &body->validity.notAfter);
    return print_key(&body->subjectPublicKeyInfo);
}
