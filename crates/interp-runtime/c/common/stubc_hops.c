/* ---- Packed rules: from governors to open types ---- */
#if defined STUBC_DECODE && defined STUBC_USE_HOPS
/* Returns the integer in a representation, and whether it is negative. */
static uint64_t governor(const uint8_t *at, unsigned repr, bool *is_negative)
{
    int64_t x;
    switch (repr) {
    case 0:
        x = *at;
        break;
    case 1:
        x = *(const uint16_t *)(const void *)at;
        break;
    case 2:
        x = *(const uint32_t *)(const void *)at;
        break;
    case 4:
        x = *(const int8_t *)(const void *)at;
        break;
    case 5:
        x = *(const int16_t *)(const void *)at;
        break;
    case 6:
        x = *(const int32_t *)(const void *)at;
        break;
    default:
        x = *(const int64_t *)(const void *)at;
        break;
    }
    *is_negative = repr > 3 && x < 0;
    return (uint64_t)x;
}

/* Follows a path of hops through the structure at out: first to the governor, which selects the kind, then to the open
 * types, which it resolves as that kind. Recursion happens once for each array on the path. */
static void resolve(stubc_decoder *d, const stubc_hop *hop, uint8_t *out, unsigned kind)
{
    for (;; hop++) {
        uint8_t *at = out + hop->offset;
        switch (hop->op) {
        case STUBC_HOP_TEST:
            if (*at != hop->value) {
                return;
            }
            break;
        case STUBC_HOP_KIND:
            if (*(const uint16_t *)(const void *)at != hop->value) {
                return;
            }
            break;
        case STUBC_HOP_ITEMS: {
            uint8_t *item;
            size_t count;
            memcpy(&item, at, sizeof item);
            memcpy(&count, at + sizeof item, sizeof count);
            for (; count && !d->code; count--, item += hop->value) {
                resolve(d, hop + 1, item, kind);
            }
            return;
        }
        case STUBC_HOP_OPEN:
            if (!d->code) {
                resolve_open(d, at, kind, (unsigned)hop->value);
            }
            return;
        case STUBC_HOP_OCTETS: {
            const stubc_slice *octets = (const stubc_slice *)(const void *)at;
            kind = stubc_select(d->unit->keys + hop->value, octets->data, octets->length);
            break;
        }
#ifdef STUBC_USE_PARTS
        case STUBC_HOP_PARTS:
            kind = d->unit->choosers[hop->value](at);
            break;
#endif
        default: {
            bool is_negative;
            const uint64_t x = governor(at, hop->op - STUBC_HOP_NUMBER, &is_negative);
            kind = stubc_select_number(d->unit->keys + hop->value, x, is_negative);
            break;
        }
        }
        if (hop->op >= STUBC_HOP_OCTETS && !kind) {
            return;
        }
    }
}

/* Resolves the open types of the structure at out by the hops that the program names at pc. */
static void resolve_all(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const stubc_hop *hop = d->unit->hops + number(&pc);
    unsigned left = (unsigned)number(&pc);
    for (; left && !d->code; left--) {
        STUBC_COUNT(d);
#ifdef STUBC_COUNT_COMMANDS
        d->idle++;
#endif
        resolve(d, hop, out, 0);
#ifdef STUBC_ERROR_PATHS
        if (d->code) {
            stubc_note_step(d->error, STUBC_INDEX | (uint32_t)(hop - d->unit->hops));
        }
#endif
        while (hop++->op != STUBC_HOP_OPEN) {
        }
    }
}
#endif
