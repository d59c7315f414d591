/* Checks of the test programs: what fails is printed and counted. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static unsigned failures;
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            failures++;                                                                                                \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
        }                                                                                                              \
    } while (0)

#endif
