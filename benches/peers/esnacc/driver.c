/* esnacc: its buffer of one block, and malloc. */
#include "../driver.h"
#include <asn-incl.h>
#include <sbuf.h>
#include HEADER

static TYPE *value;

static int peer_decode(const uint8_t *octets, size_t length)
{
    SBuf block, *at = &block;
    GenBuf buffer;
    jmp_buf env;
    AsnLen decoded = 0;
    SBufInit(&block, (char *)(size_t)octets, (long)length);
    SBufInstallData(&block, (char *)(size_t)octets, (long)length);
    PutSBufInGenBuf(at, &buffer);
    value = calloc(1, sizeof *value);
    if (!value || setjmp(env)) {
        return 0;
    }
    DRIVER_JOIN(BDec, TYPE)(&buffer, value, &decoded, env);
    return decoded == length;
}

static void peer_free(void)
{
    DRIVER_JOIN(Free, TYPE)(value);
    free(value);
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    SBuf block;
    GenBuf buffer;
    AsnLen length;
    SBufInit(&block, (char *)room, (long)size);
    SBufResetInWriteRvsMode(&block);
    PutSBufInGenBuf(&block, &buffer);
    length = DRIVER_JOIN(BEnc, TYPE)(&buffer, value);
    *octets = (const uint8_t *)SBufDataPtr(&block);
    return block.writeError ? 0 : length;
}
