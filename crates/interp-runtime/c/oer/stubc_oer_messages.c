/* ---- Messages: the functions that the entry points call ---- */
#ifdef STUBC_USE_CONTAINED
/* Returns whether length octets at data are exactly one value that a program accepts. It frees the arena memory of that
 * value. Each such value inside another takes a level of depth, and each takes its length from the work limit; if too
 * little is left, it decodes nothing. */
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, unsigned program, void *value)
{
    stubc_context own;
    stubc_work left;
    stubc_decoder d;
    if (!begin_contents(&left, &own, work, length) || length > SIZE_MAX / 8) {
        return false;
    }
    memset(&d, 0, sizeof d);
    d.base = d.at = d.construct = length ? data : (const uint8_t *)&own; /* C forbids arithmetic on NULL */
    d.end = d.at + length;
    d.context = &own;
    d.work = left;
    d.depth = own.max_depth;
#ifdef STUBC_COMPILED_DECODE
    d.is_plain = true;
#endif
    decode(&d, program, (uint8_t *)value);
    end_contents(work, &d.work);
    return !d.code && d.at == d.end;
}
#endif

#if defined STUBC_DECODE && defined STUBC_ENTRIES
/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. It reads nothing beyond length and the context's max_bytes. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
#ifdef STUBC_COMPILED_DECODE
    const size_t used = context ? context->arena_used : 0;
#endif
    memset(&d, 0, sizeof d);
    if (!length) {
        input = (const uint8_t *)root; /* any valid pointer: C forbids arithmetic on NULL */
    }
    d.depth = STUBC_MAX_DEPTH;
    if (context) {
        d.depth = context->max_depth;
        if (context->max_bytes - 1 < length) {
            length = context->max_bytes; /* the bytes after it are not read */
        }
    }
    if (length > SIZE_MAX / 8) {
        length = SIZE_MAX / 8; /* bits of a string are counted */
    }
#ifdef STUBC_TRY_SHAPES
    {
        const stubc_result hit = decode_shape(value, input, length, context, error, root);
        if (hit >= 0) {
            return hit;
        }
    }
#endif
    d.base = d.at = d.construct = input;
    d.end = input + length;
    d.context = context;
#ifdef STUBC_USE_CONTAINED
    begin_work(&d.work, context, length);
#endif
#ifdef STUBC_BY_UNIT
    d.unit = root->unit;
#endif
#ifdef STUBC_ERROR_PATHS
    d.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
#ifdef STUBC_COMPILED_DECODE
#ifdef STUBC_MAX_STRING
    /* Procedures do not compare lengths with the limit: they get the messages that are no longer. */
    d.is_plain = length > STUBC_MAX_STRING;
#endif
    if (!decode(&d, root->node, (uint8_t *)value)) {
        /* A procedure may have left: the interpreter knows every form and every error. */
        d.at = d.construct = d.base;
        d.end = d.base + length;
        d.needed = d.empty = 0;
        d.inside = 0;
        d.code = 0;
#ifdef STUBC_USE_CONTAINED
        begin_work(&d.work, context, length);
#endif
        d.is_plain = true;
        d.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
        if (context) {
            context->arena_used = used;
        }
#ifdef STUBC_ERROR_PATHS
        if (error) {
            error->fields = 0;
        }
#endif
        decode(&d, root->node, (uint8_t *)value);
    }
#else
    decode(&d, root->node, (uint8_t *)value);
#endif
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += d.commands;
        context->idle += d.idle;
    }
#endif
    if (!d.code) {
        return (stubc_result)(d.at - d.base);
    }
    if (d.code == STUBC_TRUNCATED && context && d.needed - 1 > context->max_bytes - 1) {
        d.code = STUBC_LIMIT;
    }
    if (error) {
        error->code = d.code;
        error->offset = (size_t)(d.construct - d.base);
        error->needed = d.needed;
    }
    return d.code;
}
#endif

#if defined STUBC_ENCODE && defined STUBC_ENTRIES
/* Encodes a message of type root at the start of the buffer. Returns its length or an error code. It writes only inside
 * the buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_encoder c;
    uint8_t none;
    memset(&c, 0, sizeof c);
    if (!capacity) {
        buffer = &none; /* C forbids arithmetic on NULL */
    }
    c.at = buffer;
    c.end = buffer + capacity;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_USE_CONTAINED
    begin_work(&c.work, context, 0);
#endif
#ifdef STUBC_BY_UNIT
    c.unit = root->unit;
#endif
#ifdef STUBC_ERROR_PATHS
    c.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
    encode(&c, root->node, (const uint8_t *)value);
#ifdef STUBC_COMPILED_ENCODE
    if (c.code) {
        /* A procedure may have found what it does not write, or an error: the interpreter knows every form. */
        c.at = buffer;
        c.end = buffer + capacity;
        c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
        c.code = 0;
#ifdef STUBC_USE_CONTAINED
        begin_work(&c.work, context, 0);
#endif
        c.is_plain = true;
#ifdef STUBC_ERROR_PATHS
        if (error) {
            error->fields = 0;
        }
#endif
        encode(&c, root->node, (const uint8_t *)value);
    }
#endif
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += c.commands;
        context->idle += c.idle;
    }
#endif
    if (!c.code) {
        return (stubc_result)(c.at - buffer);
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}
#endif
