/* ---- Packed rules: from governors to open types ---- */
#if defined STUBC_DECODE && defined STUBC_USE_HOPS
/* Follows a path of hops through the structure at out: first to the governor, which selects the kind, then to the open
 * types, which it resolves as that kind. Recursion happens once for each array on the path. */
static void resolve(stubc_decoder *d, const stubc_hop *hop, uint8_t *out, unsigned kind)
{
    for (;; hop++) {
        uint8_t *at = out + hop->offset;
        switch (hop->op) {
#ifdef STUBC_USE_HOP_TEST
        case STUBC_HOP_TEST:
            if (*at != hop->value) {
                return;
            }
            break;
#endif
#ifdef STUBC_USE_HOP_KIND
        case STUBC_HOP_KIND:
            if (*(const uint16_t *)(const void *)at != hop->value) {
                return;
            }
            break;
#endif
#ifdef STUBC_USE_HOP_ITEMS
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
#endif
        case STUBC_HOP_OPEN:
            if (!d->code) {
                resolve_open(d, at, kind, (unsigned)hop->value);
            }
            return;
#ifdef STUBC_USE_HOP_OCTETS
        case STUBC_HOP_OCTETS: {
            const stubc_slice *octets = (const stubc_slice *)(const void *)at;
            kind = stubc_select(d->unit->keys + hop->value, octets->data, octets->length);
            break;
        }
#endif
#ifdef STUBC_USE_PARTS
        case STUBC_HOP_PARTS:
            kind = d->unit->choosers[hop->value](at);
            break;
#endif
        default: {
            uint8_t octets[9];
            const stubc_slice number = octets_of_number(at, hop->op - STUBC_HOP_NUMBER, octets);
            kind = stubc_select(d->unit->keys + hop->value, number.data, number.length);
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
