/* ---- Packed rules: constraints ---- */
#ifdef STUBC_CHECKS
/* Whether a value passes the check with a number, from 1: bounds first, then functions. */
#if !defined STUBC_PREDICATES_FROM
#define PASSES(check, value, coder) stubc_permits(&stubc_checks[(check)-1], value)
#elif !defined STUBC_BOUNDS
#define PASSES(check, value, coder) stubc_predicates[(check)-1]((value)STUBC_WORK(coder))
#else
#define PASSES(check, value, coder)                                                      \
    ((check) > STUBC_PREDICATES_FROM                                                     \
         ? stubc_predicates[(check)-1 - STUBC_PREDICATES_FROM]((value)STUBC_WORK(coder)) \
         : stubc_permits(&stubc_checks[(check)-1], value))
#endif

/* Returns the value that a check examines. */
static const void *checked_value(unsigned op, const uint8_t *value)
{
    const void *box;
    if (!(op & STUBC_BOXED)) {
        return value;
    }
    memcpy(&box, value, sizeof box);
    return box;
}
#endif
