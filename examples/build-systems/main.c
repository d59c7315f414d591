/* Encodes a recording of two points, decodes the octets, and prints the northernmost latitude. */
#include "track.h"
#include <stdio.h>

int main(void)
{
    Point points[2] = {{0}, {0}};
    Recording sent = {0}, received;
    uint8_t message[64];
    uint64_t arena[64];
    stubc_context context = stubc_context_over(arena, sizeof arena);
    stubc_error error = {0, 0};
    stubc_result length;
    int32_t most;
    size_t i;

    points[0].latitude = 52520008;
    points[1].latitude = 60169857;
    sent.name.data = (const uint8_t *)"north";
    sent.name.length = 5;
    sent.points.items = points;
    sent.points.count = 2;
    length = Recording_encode(&sent, message, sizeof message, &context, &error);
    if (length > 0) {
        length = Recording_decode(&received, message, (size_t)length, &context, &error);
    }
    if (length < 0 || received.points.count == 0) {
        fprintf(stderr, "error %d at offset %lu\n", error.code, (unsigned long)error.offset);
        return 1;
    }
    most = received.points.items[0].latitude;
    for (i = 1; i < received.points.count; i++) {
        if (received.points.items[i].latitude > most) {
            most = received.points.items[i].latitude;
        }
    }
    printf("%ld.%06ld\n", (long)most / 1000000, (long)most % 1000000);
    return 0;
}
