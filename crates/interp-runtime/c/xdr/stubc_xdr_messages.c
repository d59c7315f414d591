/* ---- Messages: the functions that the entry points call ---- */
#ifdef STUBC_INTERPRET
#define STUBC_DECODE_ROOT(d, p, value, root) decode_node(d, p, value, (root)->node)
#define STUBC_ENCODE_ROOT(c, q, value, root) encode_node(c, q, value, (root)->node)
#else
#define STUBC_DECODE_ROOT(d, p, value, root) (root)->decode(d, p, value)
#define STUBC_ENCODE_ROOT(c, q, value, root) (root)->encode(c, q, value)
#endif

#ifdef STUBC_DECODE
/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. It reads nothing beyond length and the context's max_bytes. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
    const uint8_t *p, *start;
    if (!length) {
        input = (const uint8_t *)root; /* any valid pointer: C forbids arithmetic on NULL */
    }
    if (context && context->max_bytes - 1 < length) {
        length = context->max_bytes; /* the bytes after it are not read */
    }
#ifdef STUBC_TRY_SHAPES
    {
        const stubc_result hit = decode_shape(value, input, length, context, error, root);
        if (hit >= 0) {
            return hit;
        }
    }
#endif
    p = start = input;
    d.end = p + length;
    d.at = p;
    d.arena = context && context->arena ? context->arena + context->arena_used : (uint8_t *)&d;
    d.arena_end = context && context->arena ? context->arena + context->arena_size : (uint8_t *)&d;
    d.max_elements = context ? context->max_elements : SIZE_MAX;
    d.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_ERROR_PATHS
    d.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
#ifdef STUBC_BY_UNIT
    d.unit = root->unit;
#endif
    d.code = 0;
#ifdef STUBC_COUNT_COMMANDS
    d.commands = 0;
    d.idle = 0;
#endif
    if (length < root->lead) {
        p = stubc_fail(&d, STUBC_TRUNCATED, p);
    } else {
        p = STUBC_DECODE_ROOT(&d, p, value, root);
    }
    if (context) {
        if (context->arena) {
            context->arena_used = (size_t)(d.arena - context->arena);
        }
#ifdef STUBC_COUNT_COMMANDS
        context->commands += d.commands;
        context->idle += d.idle;
#endif
    }
    if (p) {
        return p - start;
    }
    if (d.code == STUBC_TRUNCATED) {
        /* A message has a multiple of four bytes (RFC 4506 3), so it needs at least the next multiple. */
        length = length < root->lead ? root->lead : (length | 3) + 1;
        if (context && length - 1 > context->max_bytes - 1) {
            d.code = STUBC_LIMIT;
        }
    }
    if (error) {
        error->code = d.code;
        error->offset = (size_t)(d.at - start);
        error->needed = length;
    }
    return d.code;
}
#endif

#ifdef STUBC_ENCODE
/* Encodes a message of type root at the start of buffer. Returns its length or an error code. It writes only inside the
 * buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_encoder c;
    uint8_t *q = NULL;
    if (!capacity) {
        buffer = (uint8_t *)&c;
    }
    c.end = buffer + capacity;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_ERROR_PATHS
    c.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
#ifdef STUBC_BY_UNIT
    c.unit = root->unit;
#endif
    c.code = 0;
#ifdef STUBC_COUNT_COMMANDS
    c.commands = 0;
    c.idle = 0;
#endif
    if (capacity < root->lead) {
        stubc_refuse(&c, STUBC_NO_SPACE);
    } else {
        q = STUBC_ENCODE_ROOT(&c, buffer, value, root);
    }
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += c.commands;
        context->idle += c.idle;
    }
#endif
    if (!c.code) {
        return q - buffer;
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}
#endif
