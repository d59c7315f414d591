/* OpenSSL's certificates. Its decoder does more than marshalling: it sets up keys. Its encoder copies the body that the
 * decoder kept, as its applications have it. */
#include "../driver.h"
#include <openssl/x509.h>

static X509 *value;

static int peer_decode(const uint8_t *octets, size_t length)
{
    value = d2i_X509(NULL, &octets, (long)length);
    return value != NULL;
}

static void peer_free(void)
{
    X509_free(value);
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    uint8_t *end = room;
    const int length = i2d_X509(value, NULL);
    *octets = room;
    return length > 0 && (size_t)length <= size && i2d_X509(value, &end) == length ? (size_t)length : 0;
}
