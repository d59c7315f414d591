/* Drops requests for many repetitions, and counts them. */
#define STUBC_XDP_INCLUDED
#include "bulk.c"

/* An array of one number; a loader that knows no BTF makes it. */
static uint64_t *(*const lookup)(void *map, const void *key) = (uint64_t *(*)(void *, const void *))1;

struct {
    int (*type)[2]; /* BPF_MAP_TYPE_ARRAY */
    int (*max_entries)[1];
    uint32_t *key;
    uint64_t *value;
} dropped __attribute__((section(".maps"), used));

struct context {
    uint32_t data, data_end;
};

__attribute__((section("xdp"), used)) int drop(struct context *context)
{
    const uint8_t *const data = (const uint8_t *)(uint64_t)context->data;
    const int action = bulk_packet(data, (const uint8_t *)(uint64_t)context->data_end);
    if (action == 1) {
        const uint32_t key = 0;
        uint64_t *const count = lookup(&dropped, &key);
        if (count != 0) {
            __sync_fetch_and_add(count, 1);
        }
    }
    return action;
}
