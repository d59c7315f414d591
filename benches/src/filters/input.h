/* What programs over messages read, and the damage that they do to them. */
#include <stdint.h>
#include <stdio.h>

static uint32_t state = 1;

static uint32_t next_random(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Reads a number of four bytes; returns 0 at the end of the input. */
static int read_number(uint32_t *number)
{
    uint8_t octets[4];
    if (fread(octets, 1, 4, stdin) != 4) {
        return 0;
    }
    *number = octets[0] | (uint32_t)octets[1] << 8 | (uint32_t)octets[2] << 16 | (uint32_t)octets[3] << 24;
    return 1;
}
