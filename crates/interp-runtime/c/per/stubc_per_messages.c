/* ---- Messages: the functions that the entry points call ---- */
#if defined STUBC_ENTRIES || defined STUBC_USE_CONTAINED
/* Begins a message in length bytes. */
static void begin(stubc_coder *c, const uint8_t *base, size_t length, stubc_context *context)
{
    memset(c, 0, sizeof *c);
    c->in.base = (uint8_t *)(uintptr_t)base; /* decoders do not write to it */
    c->in.end = (length < SIZE_MAX / 8 ? length : SIZE_MAX / 8) * 8;
    c->context = context;
}
#endif

#ifdef STUBC_USE_CONTAINED
/* Returns whether length octets at data are exactly one value that a program accepts. It frees the arena memory of that
 * value. Each such value inside another takes a level of depth, and each takes its length from the work limit; if too
 * little is left, it decodes nothing. */
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, unsigned program, void *value)
{
    stubc_context own;
    stubc_work left;
    stubc_decoder d;
    if (!begin_contents(&left, &own, work, length)) {
        return false;
    }
    begin(&d, length ? data : (const uint8_t *)&own, length, &own); /* C forbids arithmetic on NULL */
    d.in.is_whole = true;
#ifdef STUBC_SEE_TAIL
    see(&d.in, d.in.end);
#endif
    d.work = left;
    d.depth = own.max_depth;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    d.is_plain = true;
#endif
    decode(&d, program, (uint8_t *)value);
    bits(&d, 0, d.in.at ? 0 : 8); /* a complete encoding has at least one byte (X.691 11.1) */
    end_contents(work, &d.work);
    return !d.code && (d.in.at + 7) / 8 == length;
}
#endif

#ifdef STUBC_ENTRIES
/* Converts a message. Returns its bytes, or an error code. */
static stubc_result finish(stubc_coder *c, uint8_t *value, stubc_error *error, const stubc_root *root)
{
    stubc_context *const context = c->context;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    const size_t used = context ? context->arena_used : 0;
    const stubc_input whole = c->in;
#endif
#ifdef STUBC_BY_UNIT
    c->unit = root->unit;
#endif
#ifdef STUBC_ERROR_PATHS
    c->error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
    c->depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_USE_CONTAINED
    begin_work(&c->work, context, STUBC_ENCODES(c) ? 0 : c->in.end / 8);
#endif
#if defined STUBC_MAX_STRING && defined STUBC_COMPILED_DECODE
    /* Procedures do not compare lengths with the limit: they get the messages that are no longer. */
    c->is_plain = !STUBC_ENCODES(c) && c->in.end / 8 > STUBC_MAX_STRING;
#endif
    convert(c, program_at(c, root->node, c->unit->programs), value);
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (c->code) {
        /* A procedure may have left: the interpreter knows every form and every error. */
        c->in = whole;
#ifdef STUBC_USE_CONTAINED
        begin_work(&c->work, context, STUBC_ENCODES(c) ? 0 : c->in.end / 8);
#endif
        c->construct = c->needed = c->empty = 0;
        c->code = 0;
        c->is_plain = true;
        c->depth = context ? context->max_depth : STUBC_MAX_DEPTH;
        if (context) {
            context->arena_used = used;
        }
#ifdef STUBC_ERROR_PATHS
        if (error) {
            error->fields = 0;
        }
#endif
        convert(c, program_at(c, root->node, c->unit->programs), value);
    }
#endif
    /* A complete encoding has at least one byte (X.691 11.1). */
    bits(c, 0, !c->in.at ? 8 : STUBC_ENCODES(c) ? (0 - c->in.at) & 7 : 0);
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += c->commands;
        context->idle += c->idle;
    }
#endif
    if (!c->code) {
        return (stubc_result)((c->in.at + 7) / 8);
    }
    if (c->code == STUBC_TRUNCATED && context && c->needed - 1 > context->max_bytes - 1) {
        c->code = STUBC_LIMIT;
    }
    if (error) {
        error->code = c->code;
        error->offset = c->failed / 8;
        error->bit = (unsigned)(c->failed % 8);
        error->needed = c->needed;
    }
    return c->code;
}
#endif

#if defined STUBC_DECODE && defined STUBC_ENTRIES
/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. It reads nothing beyond length and the context's max_bytes. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
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
    begin(&d, input, length, context);
    d.in.is_whole = true;
#ifdef STUBC_SEE_TAIL
    see(&d.in, d.in.end);
#endif
    return finish(&d, (uint8_t *)value, error, root);
}
#endif

#if defined STUBC_ENCODE && defined STUBC_ENTRIES
/* Encodes a message of type root at the start of the buffer. Returns its length or an error code. It writes only inside
 * the buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_encoder c;
    begin(&c, buffer, capacity, context);
    c.is_encoder = true;
    return finish(&c, (uint8_t *)(uintptr_t)value, error, root);
}
#endif
