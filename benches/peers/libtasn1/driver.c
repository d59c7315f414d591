/* libtasn1: a tree made of the specification's array, and an element made of a definition in it. -DPATH: module and type. */
#include "../driver.h"
#include <libtasn1.h>

extern const asn1_static_node ARRAY[];
static asn1_node definitions, value;

static int peer_decode(const uint8_t *octets, size_t length)
{
    if (!definitions && asn1_array2tree(ARRAY, &definitions, NULL) != ASN1_SUCCESS) {
        return 0;
    }
    return asn1_create_element(definitions, PATH, &value) == ASN1_SUCCESS &&
           asn1_der_decoding(&value, octets, (int)length, NULL) == ASN1_SUCCESS;
}

static void peer_free(void)
{
    asn1_delete_structure(&value);
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    int length = (int)size;
    *octets = room;
    return asn1_der_coding(value, "", room, &length, NULL) == ASN1_SUCCESS ? (size_t)length : 0;
}
