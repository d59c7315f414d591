/* Replies of NFS as they were captured, decoded and encoded so many times: `replies TYPE FILE WAY PASSES [time]`.
 * -DTIRPC: rpcgen with libtirpc; else stubc. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nfs3.h"

static uint8_t message[65536], again[65536];
static size_t length;

static union {
    GETATTR3res getattr;
    READDIRPLUS3res readdirplus;
} value;

#ifdef TIRPC
static xdrproc_t type;
static int decode(void)
{
    XDR xdr;
    xdrmem_create(&xdr, (char *)message, (u_int)length, XDR_DECODE);
    memset(&value, 0, sizeof value);
    return type(&xdr, &value, 0);
}
static void release(void)
{
    xdr_free(type, (char *)&value);
}
static int encode(void)
{
    XDR xdr;
    xdrmem_create(&xdr, (char *)again, sizeof again, XDR_ENCODE);
    return type(&xdr, &value, 0) && xdr_getpos(&xdr) == length;
}
static void choose(const char *name)
{
    type = strcmp(name, "GETATTR3res") ? (xdrproc_t)xdr_READDIRPLUS3res : (xdrproc_t)xdr_GETATTR3res;
}
#else
static int is_getattr;
static int decode(void)
{
    static uint64_t arena[8192];
    static stubc_context context;
    if (!context.arena)
        context = stubc_context_over(arena, sizeof arena);
    context.arena_used = 0;
    return (is_getattr ? GETATTR3res_decode(&value.getattr, message, length, &context, NULL)
                       : READDIRPLUS3res_decode(&value.readdirplus, message, length, &context, NULL)) > 0;
}
static void release(void)
{
}
static int encode(void)
{
    return (is_getattr ? GETATTR3res_encode(&value.getattr, again, sizeof again, NULL, NULL)
                       : READDIRPLUS3res_encode(&value.readdirplus, again, sizeof again, NULL, NULL)) ==
           (stubc_result)length;
}
static void choose(const char *name)
{
    is_getattr = !strcmp(name, "GETATTR3res");
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
    FILE *const file = fopen(argument[2], "rb");
    const int way = argument[3][0];
    const unsigned long passes = strtoul(argument[4], NULL, 10);
    unsigned long pass;
    int round;
    double best = 1e30;
    choose(argument[1]);
    length = file ? fread(message, 1, sizeof message, file) : 0;
    if (!length || !decode() || !encode() || memcmp(message, again, length))
        return 1;
    for (round = 0; round < (arguments > 5 ? 25 : 1); round++) {
        const double begun = now();
        for (pass = 0; pass < passes; pass++) {
            if (way == 'e') {
                if (!encode())
                    return 1;
            } else {
                /* What was decoded is released: a part of decoding. */
                release();
                if (!decode())
                    return 1;
            }
        }
        if (now() - begun < best)
            best = now() - begun;
    }
    if (arguments > 5)
        printf("%.1f\n", best / (double)passes);
    return 0;
}
