/* ---- The interpreter: decoding of open types ---- */
#ifdef STUBC_DECODE
#if defined STUBC_USE_ADDITIONS || defined STUBC_USE_UNKNOWN || defined STUBC_USE_TYPED
/* Returns whether the complete encoding that ends at the cursor fills the contents around it: at least one byte. */
static bool fills(stubc_decoder *d)
{
    const size_t used = d->in.at - d->in.start;
    return ((used ? used : 1) + 7) / 8 * 8 == d->in.end - d->in.start || fail(d, STUBC_BAD_LENGTH);
}
#endif

#ifdef STUBC_USE_OPEN
/* Decodes an open type to its bytes (X.691 11.2). With is_typed, bytes that are copied into the arena begin after their
 * place in the message, and whether they follow each other there. */
static STUBC_RARE bool get_open(stubc_decoder *d, uint8_t *out, bool is_typed)
{
    stubc_string s;
    stubc_slice raw;
    const size_t head = is_typed ? 2 * sizeof(size_t) : 0;
    if (!find(d, &any_size, 8, false, head, &s)) {
        return false;
    }
    if (!s.count) {
        return fail(d, STUBC_BAD_LENGTH);
    }
    raw.data = s.data ? s.data : d->in.base + s.at / 8;
    raw.length = s.count;
    if (!s.data && (s.at % 8 || (is_typed && d->in.is_joined))) {
        uint8_t *const copy = (uint8_t *)alloc(d, head + s.count);
        if (!copy) {
            return false;
        }
        copy_bits(&d->in, copy + head, s.at, s.count * 8);
        raw.data = copy + head;
    }
#ifdef STUBC_USE_TYPED
    if (is_typed && raw.data != d->in.base + s.at / 8) {
        const size_t from[2] = {s.place, s.is_whole};
        memcpy((uint8_t *)(uintptr_t)raw.data - head, from, head);
    }
#endif
    memcpy(out, &raw, sizeof raw);
    return true;
}
#endif

#ifdef STUBC_USE_HOPS
/* Decodes the contents of an open type as the kind that its governor selects. A default, which did not come in the
 * message, stays bytes. */
static void resolve_open(stubc_decoder *d, uint8_t *out, unsigned kind, unsigned program)
{
    const stubc_input outer = d->in;
    const size_t construct = d->construct;
    const stubc_context *const context = d->context;
    const uint8_t *pc = d->unit->programs + d->unit->nodes[program] + 1;
    uint8_t *box, *arm = out + number(&pc);
    unsigned type;
    size_t size;
    stubc_slice raw;
    memcpy(&raw, out, sizeof raw);
    if ((uintptr_t)raw.data - (uintptr_t)d->in.base < (d->in.at + 7) / 8) {
        d->in.start = (size_t)(raw.data - d->in.base) * 8;
    } else if (context && (uintptr_t)raw.data - (uintptr_t)context->arena < context->arena_used) {
        size_t from[2];
        memcpy(from, raw.data - sizeof from, sizeof from);
        d->in.base = raw.data;
        d->in.start = 0;
        d->in.place = from[0];
        d->in.is_whole = from[1] != 0;
        d->in.is_joined = false;
#ifdef STUBC_SEE_TAIL
        see(&d->in, raw.length * 8);
#endif
    } else {
        return;
    }
    if (!d->depth) {
        fail(d, STUBC_DEPTH);
        return;
    }
    *(uint16_t *)(void *)(out + sizeof raw) = (uint16_t)kind;
    d->in.at = d->in.start;
    d->in.end = d->in.start + raw.length * 8;
    d->in.is_inside = true;
    d->construct = place(&d->in);
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
    if (!d->code && decode(d, type, box) && fills(d)) {
        d->construct = construct;
        d->in = outer;
    }
    d->depth++;
}
#endif
#endif
