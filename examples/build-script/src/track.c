/* What the crate needs of the generated code: plain numbers across the border, so that Rust need not know its structs. */
#include "track.h"

/* The northernmost latitude of a recording, or a negative error code in *error. */
int32_t track_northernmost(const uint8_t *input, size_t length, void *memory, size_t size, int *error)
{
    stubc_context context = stubc_context_over(memory, size);
    stubc_error why = {0};
    Recording recording;
    int32_t most = INT32_MIN;
    size_t i;
    *error = Recording_decode_exact(&recording, input, length, &context, &why) < 0 ? why.code : 0;
    for (i = 0; !*error && i < recording.points.count; i++)
        if (recording.points.items[i].latitude > most)
            most = recording.points.items[i].latitude;
    return most;
}
