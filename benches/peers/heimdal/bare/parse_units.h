/* Names of bits, which nothing here prints. */
#ifndef BARE_PARSE_UNITS_H
#define BARE_PARSE_UNITS_H
struct units {
    const char *name;
    uint64_t mult;
};
#endif
