/* Arrays of integers, encoded or decoded so many times: `arrays WAY COUNT PASSES [time]`. -DTIRPC: rpcgen with libtirpc, else
 * stubc; -DMANY: a structure `many` of so many integers, as a fixed array or as fields; -DSERIES: an array of structures of four. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_INTEGERS = 2000 };
static int32_t integers[MOST_INTEGERS];
static uint8_t wire[8 + 4 * MOST_INTEGERS];
static size_t length;

#if defined TIRPC && defined MANY
#include "many.h"
static int encode(size_t count)
{
    XDR xdr;
    (void)count;
    xdrmem_create(&xdr, (char *)wire, sizeof wire, XDR_ENCODE);
    if (!xdr_many(&xdr, (many *)(void *)integers))
        return 0;
    length = xdr_getpos(&xdr);
    return 1;
}
static int decode(size_t count)
{
    static many value;
    XDR xdr;
    (void)count;
    xdrmem_create(&xdr, (char *)wire, (u_int)length, XDR_DECODE);
    return xdr_many(&xdr, &value);
}
#elif defined TIRPC
#include "rmin.h"
static int encode(size_t count)
{
    numbers value = {(u_int)count, integers};
    XDR xdr;
    xdrmem_create(&xdr, (char *)wire, sizeof wire, XDR_ENCODE);
    if (!xdr_numbers(&xdr, &value))
        return 0;
    length = xdr_getpos(&xdr);
    return 1;
}
static int decode(size_t count)
{
    numbers value = {0, NULL};
    XDR xdr;
    int good;
    xdrmem_create(&xdr, (char *)wire, (u_int)length, XDR_DECODE);
    good = xdr_numbers(&xdr, &value) && value.numbers_len == count;
    xdr_free((xdrproc_t)xdr_numbers, (char *)&value);
    return good;
}
#elif defined MANY
#include "many.h"
static int encode(size_t count)
{
    (void)count;
    return (length = (size_t)many_encode((const many *)(const void *)integers, wire, sizeof wire, NULL, NULL)) > 0;
}
static int decode(size_t count)
{
    static many value;
    (void)count;
    return many_decode(&value, wire, length, NULL, NULL) > 0;
}
#elif defined SERIES
#include "series.h"
static int encode(size_t count)
{
    static sample samples[MOST_INTEGERS / 4];
    series value;
    value.items = samples;
    value.count = count;
    return (length = (size_t)series_encode(&value, wire, sizeof wire, NULL, NULL)) > 0;
}
static int decode(size_t count)
{
    (void)count;
    return 0;
}
#elif defined COPIED
static int encode(size_t count)
{
    memcpy(wire, integers, 4 * count);
    length = 4 * count;
    __asm__ volatile("" : : "r"(wire) : "memory");
    return 1;
}
static int decode(size_t count)
{
    memcpy(integers, wire, 4 * count);
    __asm__ volatile("" : : "r"(integers) : "memory");
    return 1;
}
#else
#include "rmin.h"
static int encode(size_t count)
{
    numbers value;
    value.items = integers;
    value.count = count;
    return (length = (size_t)numbers_encode(&value, wire, sizeof wire, NULL, NULL)) > 0;
}
static int decode(size_t count)
{
    static uint64_t arena[MOST_INTEGERS];
    static stubc_context context;
    numbers value;
    if (!context.arena)
        context = stubc_context_over(arena, sizeof arena);
    context.arena_used = 0;
    return numbers_decode(&value, wire, length, &context, NULL) > 0 && value.count == count;
}
#endif

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

int main(int arguments, char **argument)
{
    const int way = argument[1][0];
    const size_t count = strtoul(argument[2], NULL, 10);
    const unsigned long passes = strtoul(argument[3], NULL, 10);
    unsigned long pass;
    size_t i;
    int round;
    double best = 1e30;
    for (i = 0; i < MOST_INTEGERS; i++)
        integers[i] = (int32_t)(i * 2654435761u);
    if (!encode(count))
        return 1;
    for (round = 0; round < (arguments > 4 ? 25 : 1); round++) {
        const double begun = now();
        for (pass = 0; pass < passes; pass++)
            if (!(way == 'e' ? encode(count) : decode(count)))
                return 1;
        if (now() - begun < best)
            best = now() - begun;
    }
    if (arguments > 4)
        printf("%.1f\n", best / (double)passes);
    return 0;
}
