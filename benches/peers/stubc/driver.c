/* stubc's own stubs, with an arena that is used anew for each message; -DLIMIT: the codec by hand of benches/limit, around
 * them. */
#include "../driver.h"
#ifdef LIMIT
#include LIMIT
#define ENTRY(name) DRIVER_JOIN(limit_, DRIVER_JOIN(TYPE, name))
#else
#include HEADER
#define ENTRY(name) DRIVER_JOIN(TYPE, name)
#endif
#ifdef LIMIT_DECODES_NOT
#define DECODE DRIVER_JOIN(TYPE, _decode)
#else
#define DECODE ENTRY(_decode)
#endif

static TYPE value;
static uint64_t arena[1 << 13];

static int peer_decode(const uint8_t *octets, size_t length)
{
    static stubc_context context;
    if (!context.arena) {
        context = stubc_context_over(arena, sizeof arena);
    }
    context.arena_used = 0;
    return DECODE(&value, octets, length, &context, NULL) == (stubc_result)length;
}

static void peer_free(void)
{
}

static size_t peer_encode(uint8_t *room, size_t size, const uint8_t **octets)
{
    /* As much room as an application takes for a message of a known size, so that the final move is short. */
    const stubc_result length = ENTRY(_encode)(&value, room, size < 4096 ? size : 4096, NULL, NULL);
    *octets = room;
    return length > 0 ? (size_t)length : 0;
}
