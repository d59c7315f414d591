/* What the sources of heimdal's ASN.1 runtime take of its portability library, which needs an operating system. */
#ifndef BARE_ROKEN_H
#define BARE_ROKEN_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#define RCSID(text) struct bare_rcsid
#define ROKEN_LIB_FUNCTION
#define ROKEN_LIB_CALL
#define rk_UNCONST(x) ((void *)(uintptr_t)(const void *)(x))
int asprintf(char **text, const char *format, ...);
char *strtok_r(char *text, const char *separators, char **state);
int strcasecmp(const char *a, const char *b);
ssize_t hex_encode(const void *data, size_t size, char **text);
ssize_t hex_decode(const char *text, void *data, size_t size);
struct rk_strpool;
struct rk_strpool *rk_strpoolprintf(struct rk_strpool *pool, const char *format, ...);
char *rk_strpoolcollect(struct rk_strpool *pool);
#endif
