/* heimdal: functions of one type, the same for code and for templates. Its encoders want to know the length first. */
#include "../driver.h"
#include HEADER

static TYPE value;

static int peer_decode(const uint8_t *octets, size_t length)
{
    size_t decoded = 0;
    return DRIVER_JOIN(decode_, TYPE)(octets, length, &value, &decoded) == 0 && decoded == length;
}

static void peer_free(void)
{
    DRIVER_JOIN(free_, TYPE)(&value);
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    const size_t length = DRIVER_JOIN(length_, TYPE)(&value);
    size_t written = 0;
    *octets = room;
    if (length > size || DRIVER_JOIN(encode_, TYPE)(room + length - 1, length, &value, &written)) {
        return 0;
    }
    return written;
}
