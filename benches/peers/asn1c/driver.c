/* asn1c: BER decoding and DER encoding by the type's descriptor. */
#include "../driver.h"
#include HEADER

#define DESCRIPTOR DRIVER_JOIN(asn_DEF_, TYPE)
static void *value;

static int peer_decode(const uint8_t *octets, size_t length)
{
    value = NULL;
    return ber_decode(NULL, &DESCRIPTOR, &value, octets, length).code == RC_OK;
}

static void peer_free(void)
{
    ASN_STRUCT_FREE(DESCRIPTOR, value);
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    const asn_enc_rval_t written = der_encode_to_buffer(&DESCRIPTOR, value, room, size);
    *octets = room;
    return written.encoded > 0 ? (size_t)written.encoded : 0;
}
