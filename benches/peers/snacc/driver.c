/* snacc: a buffer that checks its bounds (SBuf), and nibble memory, which is freed all at once. */
#include "../driver.h"
#include <asn-incl.h>
#include HEADER

static TYPE value;
static SBuf buffer;

static int peer_decode(const uint8_t *octets, size_t length)
{
    static int ready;
    jmp_buf env;
    AsnLen decoded = 0;
    if (!ready) {
        InitNibbleMem(16384, 16384);
        ready = 1;
    }
    SBufInstallData(&buffer, (char *)(size_t)octets, (long)length);
    if (setjmp(env)) {
        return 0;
    }
    DRIVER_JOIN(BDec, TYPE)(&buffer, &value, &decoded, env);
    return decoded == length;
}

static void peer_free(void)
{
    ResetNibbleMem();
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    AsnLen length;
    SBufInit(&buffer, (char *)room, (long)size);
    SBufResetInWriteRvsMode(&buffer);
    length = DRIVER_JOIN(BEnc, TYPE)(&buffer, &value);
    *octets = (const uint8_t *)SBufDataPtr(&buffer);
    return SBufWriteError(&buffer) ? 0 : length;
}
