/* ---- The interpreter: decoding of open types ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_HOPS
/* Enters the bytes found, the contents of an open type. Returns the end of what surrounds them. */
static STUBC_APART const uint8_t *enter(stubc_decoder *d)
{
    const uint8_t *const outer = d->end;
    d->at = d->found.data;
    d->end = d->at + d->found.length;
    d->inside++;
    return outer;
}

/* Returns to what surrounds the contents, which the value must fill. */
static STUBC_APART void leave(stubc_decoder *d, const uint8_t *outer)
{
    if (d->at != d->end) {
        fail(d, STUBC_BAD_LENGTH);
    }
    d->end = outer;
    d->inside--;
    if (d->code) {
        d->at = outer;
    }
}
#endif

#ifdef STUBC_USE_HOPS
/* Decodes the contents of an open type as the kind that its governor selects. A default, which did not come in the
 * message, stays bytes. */
static void resolve_open(stubc_decoder *d, uint8_t *out, unsigned kind, unsigned program)
{
    const uint8_t *const construct = d->construct, *const at = d->at, *outer;
    uint8_t *arm;
    memcpy(&d->found, out, sizeof d->found);
    if ((uintptr_t)d->found.data - (uintptr_t)d->base >= (uintptr_t)at - (uintptr_t)d->base &&
        (d->found.length || d->found.data != at)) {
        return;
    }
    if (!d->depth) {
        fail(d, STUBC_DEPTH);
        return;
    }
    *(uint16_t *)(void *)(out + sizeof d->found) = (uint16_t)kind;
    d->construct = d->found.data;
    outer = enter(d);
    d->pc = d->unit->programs + d->unit->nodes[program] + 1;
    arm = out + number(&d->pc);
    decode_deeper(d, after_numbers(d->pc, 2 * kind - 1), arm);
    leave(d, outer);
    if (!d->code) {
        d->construct = construct;
        d->at = at;
    }
}
#endif
#endif
