#ifdef STUBC_USE_REAL
/* Returns the end of the decimal digits at c. */
static const uint8_t *digits(const uint8_t *c, const uint8_t *end)
{
    while (c < end && (unsigned)(*c - '0') <= 9) {
        c++;
    }
    return c;
}

/* Returns the end of the optional sign at c. */
static const uint8_t *sign(const uint8_t *c, const uint8_t *end)
{
    return c < end && (*c == '+' || *c == '-') ? c + 1 : c;
}
#endif
