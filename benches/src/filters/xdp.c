/* Compares a program for XDP, compiled for the host, with the ordinary filter: on messages, their beginnings and single
   damaged octets, in packets without an octet to spare. The kernel repeats what goes into two files. */
#include "ordinary.h"
#include "program.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADERS 42
static unsigned long packets, matches, passed;
static FILE *repeated, *answers;

static void compare(const uint8_t *message, size_t length, bool is_whole)
{
    const size_t total = HEADERS + length;
    uint8_t *const copy = malloc(length + 1);
    uint8_t *const frame = calloc(total, 1);
    int expected, action;
    memcpy(copy, message, length);
    frame[12] = 8;
    frame[14] = 0x45;
    frame[16] = (uint8_t)((total - 14) >> 8);
    frame[17] = (uint8_t)(total - 14);
    frame[23] = 17;
    frame[37] = 161;
    frame[38] = (uint8_t)((length + 8) >> 8);
    frame[39] = (uint8_t)(length + 8);
    memcpy(frame + HEADERS, message, length);
    expected = ordinary(copy, length) == 1 ? 1 : 2;
    action = program_packet(frame, frame + total);
    packets++;
    matches += expected == 1;
    if (action != expected) {
        /* What the program does not follow passes; the messages of the collections have none of it. */
        if (action != 2 || (is_whole && total < STUBC_XDP_MOST - 8)) {
            printf("%d, not %d, for %lu octets\n", action, expected, (unsigned long)length);
            exit(1);
        }
        passed++;
    }
    if (packets % 64 == 1 && total < 3500) {
        const uint32_t size = (uint32_t)total;
        fwrite(&size, 4, 1, repeated);
        fwrite(frame, 1, total, repeated);
        fprintf(answers, "%d\n", action);
    }
    free(copy);
    free(frame);
}

/* With an argument the messages are random: they may have more elements than the program follows. */
int main(int argc, char **argv)
{
    static uint8_t message[65000];
    uint32_t length;
    (void)argv;
    repeated = fopen("packets", "wb");
    answers = fopen("answers", "w");
    while (fread(&length, 4, 1, stdin) == 1 && length <= sizeof message && fread(message, 1, length, stdin) == length) {
        const uint32_t most = length < 400 ? length : 400;
        uint32_t at;
        compare(message, length, argc == 1);
        for (at = 0; at < most; at++) {
            const uint8_t own = message[at];
            static const uint8_t flips[] = {1, 0x80, 0x7f, 0x20, 0xff};
            size_t i;
            compare(message, at, false);
            for (i = 0; i < sizeof flips; i++) {
                message[at] = own ^ flips[i];
                compare(message, length, false);
            }
            message[at] = own;
        }
    }
    fclose(repeated);
    fclose(answers);
    printf("%lu %lu %lu\n", packets, matches, passed);
    return 0;
}
