/* ---- The interpreter: decoding of open types ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_HOPS
/* What surrounds the contents of an open type. */
typedef struct stubc_outer {
    const uint8_t *at;
    const uint8_t *end;
    bool is_inside;
} stubc_outer;

/* Moves to the contents of an open type. */
static stubc_outer enter(stubc_decoder *d, const uint8_t *data, size_t count)
{
    stubc_outer outer;
    outer.at = d->at;
    outer.end = d->end;
    outer.is_inside = d->is_inside;
    d->at = data;
    d->end = data + count;
    d->is_inside = true;
    return outer;
}

/* Returns to what surrounds the contents, which the value must fill. */
static bool leave(stubc_decoder *d, const stubc_outer *outer)
{
    if (d->at != d->end) {
        return fail(d, STUBC_BAD_LENGTH);
    }
    d->at = outer->at;
    d->end = outer->end;
    d->is_inside = outer->is_inside;
    return true;
}
#endif

#ifdef STUBC_USE_HOPS
/* Decodes the contents of an open type as the kind that its governor selects. A default, which did not come in the
 * message, stays bytes. */
static void resolve_open(stubc_decoder *d, uint8_t *out, unsigned kind, unsigned program)
{
    const uint8_t *const construct = d->construct;
    const uint8_t *pc = d->unit->programs + d->unit->nodes[program] + 1;
    uint8_t *box, *arm = out + number(&pc);
    stubc_outer outer;
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
    if (!d->code && decode(d, type, box) && leave(d, &outer)) {
        d->construct = construct;
    }
    d->depth++;
}
#endif
#endif
