/* ---- The interpreter of packed rules: steps and defaults ---- */
/* What decode_fields and encode_fields do with the fields. */
enum {
    STUBC_PRESENT = 1, /* convert those whose flags say so, not none */
    STUBC_SINGLE = 2   /* one field, without a flag in the encoding */
};

#if defined STUBC_USE_KEEP_UNKNOWN && defined STUBC_ENCODE
/* Returns whether an addition is present. */
static STUBC_MAYBE_UNUSED bool is_present(const stubc_unknown *unknown, size_t at)
{
    return unknown->present.data[at / 8] >> (7 - at % 8) & 1;
}

/* Returns the number of additions to send: those of the struct, or more if unknown ones were received. Sets is_any if
 * one of these is present. */
static STUBC_MAYBE_UNUSED size_t all_additions(const stubc_unknown *unknown, size_t own, bool *is_any)
{
    size_t at;
    if (!unknown || unknown->present.length <= own) {
        return own;
    }
    for (at = own; at < unknown->present.length; at++) {
        *is_any |= is_present(unknown, at);
    }
    return unknown->present.length;
}
#endif

#if defined STUBC_CHECKS && defined STUBC_USE_DEFAULT
/* Returns the program of a value without the check around it. */
static STUBC_APART const uint8_t *unchecked(const stubc_unit *unit, const uint8_t *of)
{
    const uint8_t *from = of + 1;
    stubc_number inner;
    (void)unit;
    if ((of[0] & STUBC_OP) != STUBC_OP_CHECKED) {
        return of;
    }
    number(&from);
    of = from;
    inner = number(&from);
    return inner < unit->numbered ? unit->programs + unit->nodes[inner] : of + (inner - unit->numbered);
}
#endif

#if defined STUBC_USE_DEFAULT && (defined STUBC_ENCODE || defined STUBC_CANONICAL)
/* Returns whether a field has its default; pc: the default after its step; of: its program. */
static bool is_default(const stubc_unit *unit, const uint8_t *pc, const uint8_t *of, const uint8_t *in)
{
    const stubc_number known = number(&pc), index = known >> 2;
#ifdef STUBC_CHECKS
    of = unchecked(unit, of);
#endif
    (void)unit;
    switch (known & 3) {
#ifdef STUBC_DEFAULT_SLICES
    case STUBC_KNOWN_SLICE:
        return stubc_same(in, &unit->default_slices[index], of[0] & STUBC_OP);
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    case STUBC_KNOWN_VALUE:
        if ((of[0] & STUBC_OP) == STUBC_OP_RECUR) {
            const uint8_t *box, *at = of + 1;
            number(&at);
            if (number(&at)) {
                memcpy(&box, in, sizeof box);
                in = box;
            }
        }
        return unit->constructed_defaults[index].is_same(in);
#endif
    default:
#ifdef STUBC_USE_BOOLEAN
        if ((of[0] & STUBC_OP) == STUBC_OP_BOOLEAN) {
            return *in == index;
        }
#endif
        (void)of;
#ifdef STUBC_USE_NUMBERS
        return holds(in, of[1] & STUBC_REPR, (known & 3) == STUBC_KNOWN_NEGATIVE ? 0 - (stubc_word)index : index);
#else
        return true;
#endif
    }
}
#endif

#ifdef STUBC_DECODE
#ifdef STUBC_USE_DEFAULT
/* Fills in the default of an absent field; pc: after its step; of: its program. Returns where the default ends. */
static const uint8_t *fill_in(stubc_decoder *d, const uint8_t *pc, const uint8_t *of, uint8_t *out)
{
    const stubc_number known = number(&pc), index = known >> 2;
#ifdef STUBC_CHECKS
    of = unchecked(d->unit, of);
#endif
    (void)d;
    (void)of;
    (void)index;
    switch (known & 3) {
#ifdef STUBC_DEFAULT_SLICES
    case STUBC_KNOWN_SLICE:
        memcpy(out, &d->unit->default_slices[index], sizeof(stubc_slice));
        break;
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    case STUBC_KNOWN_VALUE: {
        const stubc_default *constant = &d->unit->constructed_defaults[index];
        if (constant->size) {
            memcpy(out, constant->value, constant->size);
        }
        break;
    }
#endif
    default:
#ifdef STUBC_USE_BOOLEAN
        if ((of[0] & STUBC_OP) == STUBC_OP_BOOLEAN) {
            *out = (uint8_t)index;
            break;
        }
#endif
#ifdef STUBC_USE_NUMBERS
        store(out, of[1] & STUBC_REPR, (known & 3) == STUBC_KNOWN_NEGATIVE ? 0 - (stubc_word)index : index);
#endif
        break;
    }
    return pc;
}
#endif
#endif
