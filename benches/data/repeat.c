/* Decodes or encodes the message of a file again and again: repeat FILE PASSES decode|encode. TYPE, DECODE and ENCODE
 * are names of the stubs. */
#include "packed.h"
#include <stdio.h>
#include <stdlib.h>

static uint8_t arena[200000], input[4096], output[4096];
static TYPE value;

int main(int count, char **arguments)
{
    stubc_context context = stubc_context_over(arena, sizeof arena);
    FILE *const file = count == 4 ? fopen(arguments[1], "rb") : NULL;
    stubc_result length, result;
    long passes;
    if (!file) {
        return 2;
    }
    length = (stubc_result)fread(input, 1, sizeof input, file);
    result = DECODE(&value, input, (size_t)length, &context, NULL);
    for (passes = atol(arguments[2]); passes > 0 && result == length; passes--) {
        if (arguments[3][0] == 'd') {
            context.arena_used = 0;
            result = DECODE(&value, input, (size_t)length, &context, NULL);
        } else {
            result = ENCODE(&value, output, sizeof output, &context, NULL);
        }
    }
    return result != length || (arguments[3][0] == 'e' && memcmp(input, output, (size_t)length) != 0);
}
