/* ---- The interpreter: decoding of open types ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_HOPS
/* Moves to the contents of an open type. Returns the end of what surrounds them. */
static STUBC_APART const uint8_t *enter(stubc_decoder *d, const uint8_t *data, size_t count)
{
    const uint8_t *const outer = d->end;
    d->at = data;
    d->end = data + count;
    d->inside++;
    return outer;
}

/* Returns to what surrounds the contents, which the value must fill. */
static STUBC_APART bool leave(stubc_decoder *d, const uint8_t *outer)
{
    if (d->at != d->end) {
        return fail(d, STUBC_BAD_LENGTH);
    }
    d->end = outer;
    d->inside--;
    return true;
}
#endif

#ifdef STUBC_USE_HOPS
/* Decodes the contents of an open type as the kind that its governor selects. A default, which did not come in the
 * message, stays bytes. */
static void resolve_open(stubc_decoder *d, uint8_t *out, unsigned kind, unsigned program)
{
    const uint8_t *const construct = d->construct, *const at = d->at, *outer;
    const uint8_t *pc = d->unit->programs + d->unit->nodes[program] + 1;
    uint8_t *box, *arm = out + number(&pc);
    unsigned type;
    size_t size;
    stubc_slice raw;
    memcpy(&raw, out, sizeof raw);
    if ((uintptr_t)raw.data - (uintptr_t)d->base >= (uintptr_t)d->at - (uintptr_t)d->base &&
        (raw.length || raw.data != d->at)) {
        return;
    }
    if (!d->depth) {
        fail(d, STUBC_DEPTH);
        return;
    }
    *(uint16_t *)(void *)(out + sizeof raw) = (uint16_t)kind;
    outer = enter(d, raw.data, raw.length);
    d->construct = raw.data;
    number(&pc);
    for (; kind > 1; kind--) {
        number(&pc);
        number(&pc);
    }
    type = (unsigned)number(&pc);
    size = (size_t)number(&pc);
    box = (uint8_t *)alloc(d, size);
    if (size) {
        memcpy(arm, &box, sizeof box);
    }
    d->depth--;
    if (!d->code && decode(d, type, box) && leave(d, outer)) {
        d->construct = construct;
        d->at = at;
    }
    d->depth++;
}
#endif
#endif
