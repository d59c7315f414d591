/* ---- Decoding ---- */
#ifdef STUBC_DECODE
/* Says why and where; returns NULL. */
const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at)
{
    d->code = code;
    d->at = at;
    return NULL;
}

const uint8_t *stubc_get(stubc_decoder *d, const uint8_t *p, unsigned octets, uint64_t *number)
{
    if ((size_t)(d->end - p) < octets) {
        return stubc_fail(d, STUBC_TRUNCATED, p);
    }
    *number = 0;
    while (octets--) {
        *number = *number << 8 | *p++;
    }
    return p;
}

const uint8_t *stubc_get_arm(stubc_decoder *d, const uint8_t *p, unsigned arms, uint64_t *arm)
{
    const uint8_t *next = stubc_get(d, p, 1, arm);
    return next && *arm >= arms ? stubc_fail(d, STUBC_BAD_VALUE, p) : next;
}

/* Every element takes an octet at least: a count beyond the octets that are left is wrong. */
const uint8_t *stubc_get_array(stubc_decoder *d, const uint8_t *p, size_t size, void **items, size_t *count)
{
    uint64_t n = 0;
    const uint8_t *next = stubc_get(d, p, 4, &n);
    size_t pad = (size_t)(0u - (uintptr_t)d->arena) & (STUBC_ALIGN - 1);
    size_t left = (size_t)(d->arena_end - d->arena);
    *items = NULL;
    *count = 0;
    if (!next || !n) {
        return next;
    }
    if (n > d->max_elements) {
        return stubc_fail(d, STUBC_LIMIT, p);
    }
    if (n > (size_t)(d->end - next)) {
        return stubc_fail(d, STUBC_TRUNCATED, p);
    }
    if (left < pad || (left - pad) / size < n) {
        return stubc_fail(d, STUBC_NO_MEMORY, p);
    }
    *items = d->arena + pad;
    *count = (size_t)n;
    d->arena += pad + *count * size;
    return next;
}
#endif

/* ---- Encoding ---- */
#ifdef STUBC_ENCODE
/* Says why; returns NULL. */
uint8_t *stubc_refuse(stubc_encoder *c, int code)
{
    c->code = code;
    return NULL;
}

uint8_t *stubc_put(stubc_encoder *c, uint8_t *q, unsigned octets, uint64_t number)
{
    if ((size_t)(c->end - q) < octets) {
        return stubc_refuse(c, STUBC_NO_SPACE);
    }
    while (octets--) {
        *q++ = (uint8_t)(number >> (8 * octets) & 0xff);
    }
    return q;
}

uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, size_t count)
{
    return (uint64_t)count > UINT32_MAX ? stubc_refuse(c, STUBC_BAD_VALUE) : stubc_put(c, q, 4, count);
}
#endif

/* ---- Commands ---- */
#if defined STUBC_INTERPRET && defined STUBC_DECODE
static const uint8_t *decode_step(stubc_decoder *d, const uint8_t *p, uint8_t *value, const stubc_step *step)
{
    const uint8_t *const start = p;
    uint8_t *const member = value + step->offset;
    uint64_t number = 0;
    if (step->op == STUBC_CALL) {
        return stubc_interpret_decode(d, p, member, step->node);
    }
    p = stubc_get(d, p, step->octets, &number);
    if (!p) {
        return NULL;
    }
    if (step->op == STUBC_TRUTH) {
        bool truth = number != 0;
        memcpy(member, &truth, sizeof truth);
        return number > 1 ? stubc_fail(d, STUBC_BAD_VALUE, start) : p;
    }
    switch (step->octets) {
    case 1:
        *member = (uint8_t)number;
        break;
    case 2: {
        uint16_t narrow = (uint16_t)number;
        memcpy(member, &narrow, sizeof narrow);
        break;
    }
    case 4: {
        uint32_t narrow = (uint32_t)number;
        memcpy(member, &narrow, sizeof narrow);
        break;
    }
    default:
        memcpy(member, &number, sizeof number);
    }
    return p;
}

const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, void *value, unsigned number)
{
    const stubc_node *const node = &stubc_nodes[number];
    uint8_t *at = (uint8_t *)value;
    uint64_t arm = 0;
    void *items = NULL;
    size_t i, count = 0;
    if (node->decode) {
        return node->decode(d, p, value);
    }
    switch (node->kind) {
    case STUBC_UNION:
        p = stubc_get_arm(d, p, node->count, &arm);
        if (!p) {
            return NULL;
        }
        *at = (uint8_t)(arm + 1);
        return decode_step(d, p, at, &node->steps[arm]);
    case STUBC_ARRAY:
        p = stubc_get_array(d, p, node->size, &items, &count);
        memcpy(at, &items, sizeof items);
        memcpy(at + node->length, &count, sizeof count);
        for (i = 0; p && i < count; i++) {
            p = decode_step(d, p, (uint8_t *)items + i * node->size, node->steps);
        }
        return p;
    default:
        for (i = 0; p && i < node->count; i++) {
            p = decode_step(d, p, at, &node->steps[i]);
        }
        return p;
    }
}
#endif

#if defined STUBC_INTERPRET && defined STUBC_ENCODE
static uint8_t *encode_step(stubc_encoder *c, uint8_t *q, const uint8_t *value, const stubc_step *step)
{
    const uint8_t *const member = value + step->offset;
    uint64_t number = 0;
    if (step->op == STUBC_CALL) {
        return stubc_interpret_encode(c, q, member, step->node);
    }
    switch (step->octets) {
    case 1:
        number = *member;
        break;
    case 2: {
        uint16_t narrow;
        memcpy(&narrow, member, sizeof narrow);
        number = narrow;
        break;
    }
    case 4: {
        uint32_t narrow;
        memcpy(&narrow, member, sizeof narrow);
        number = narrow;
        break;
    }
    default:
        memcpy(&number, member, sizeof number);
    }
    return stubc_put(c, q, step->octets, number);
}

uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, const void *value, unsigned number)
{
    const stubc_node *const node = &stubc_nodes[number];
    const uint8_t *at = (const uint8_t *)value;
    void *items = NULL;
    size_t i, count = 0;
    if (node->encode) {
        return node->encode(c, q, value);
    }
    switch (node->kind) {
    case STUBC_UNION:
        if (*at == 0 || *at > node->count) {
            return stubc_refuse(c, STUBC_BAD_VALUE);
        }
        q = stubc_put(c, q, 1, *at - 1u);
        return q ? encode_step(c, q, at, &node->steps[*at - 1]) : NULL;
    case STUBC_ARRAY:
        memcpy(&items, at, sizeof items);
        memcpy(&count, at + node->length, sizeof count);
        q = stubc_put_count(c, q, count);
        for (i = 0; q && i < count; i++) {
            q = encode_step(c, q, (const uint8_t *)items + i * node->size, node->steps);
        }
        return q;
    default:
        for (i = 0; q && i < node->count; i++) {
            q = encode_step(c, q, at, &node->steps[i]);
        }
        return q;
    }
}
#endif

/* ---- Messages: what the entry points call ---- */
#ifdef STUBC_INTERPRET
#define STUBC_DECODE_ROOT(d, p, value, root) stubc_interpret_decode(d, p, value, (root)->node)
#define STUBC_ENCODE_ROOT(c, q, value, root) stubc_interpret_encode(c, q, value, (root)->node)
#else
#define STUBC_DECODE_ROOT(d, p, value, root) (root)->decode(d, p, value)
#define STUBC_ENCODE_ROOT(c, q, value, root) (root)->encode(c, q, value)
#endif

#ifdef STUBC_DECODE
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    const bool has_arena = context && context->arena;
    stubc_decoder d;
    const uint8_t *p;
    if (!length) {
        input = (const uint8_t *)root; /* any place: C has no arithmetic on NULL */
    }
    d.end = input + length;
    d.at = input;
    d.arena = has_arena ? context->arena + context->arena_used : (uint8_t *)&d;
    d.arena_end = has_arena ? context->arena + context->arena_size : (uint8_t *)&d;
    d.max_elements = context ? context->max_elements : SIZE_MAX;
    d.code = 0;
    p = STUBC_DECODE_ROOT(&d, input, value, root);
    if (has_arena) {
        context->arena_used = (size_t)(d.arena - context->arena);
    }
    if (p) {
        return p - input;
    }
    if (error) {
        error->code = d.code;
        error->offset = (size_t)(d.at - input);
        error->needed = length + 1;
    }
    return d.code;
}
#endif

#ifdef STUBC_ENCODE
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_encoder c;
    const uint8_t *q;
    (void)context;
    if (!capacity) {
        buffer = (uint8_t *)&c;
    }
    c.end = buffer + capacity;
    c.code = 0;
    q = STUBC_ENCODE_ROOT(&c, buffer, value, root);
    if (q) {
        return q - buffer;
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}
#endif
