/* ---- The interpreter: decoding of open types ---- */
#ifdef STUBC_DECODE
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out);

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
static bool get_open(stubc_decoder *d, uint8_t *out, bool is_typed)
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
#ifdef STUBC_COMPILED_DECODE
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
#endif
