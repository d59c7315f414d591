/* ---- Messages: the functions that the entry points call ---- */
#if defined STUBC_SHAPES && defined STUBC_CHECK_SHAPES
#include <stdlib.h>
#endif

#ifdef STUBC_ERROR_PATHS
/* The root's step belongs to no field, so no name is noted for it. */
#define decode_step decode_unnoted
#define encode_step encode_unnoted
#endif
#ifdef STUBC_COMPILED_DECODE
#define STUBC_DECODE_ROOT(d, p, e, root, value)                           \
    ((root)->decode ? (root)->decode(d, p, e, (root)->decode_tag, value) \
                    : decode_step(d, (root)->step, p, e, (uint8_t *)(value)))
#else
#define STUBC_DECODE_ROOT(d, p, e, root, value) decode_step(d, (root)->step, p, e, (uint8_t *)(value))
#endif
#ifndef STUBC_COMPILED_ENCODE
#define STUBC_ENCODE_ROOT(c, q, root, value) encode_step(c, q, (root)->step, (const uint8_t *)(value))
#elif defined STUBC_INTERPRET_ENCODE
#define STUBC_ENCODE_ROOT(c, q, root, value)                         \
    ((root)->encode ? (root)->encode(c, q, (root)->encode_tag, value) \
                    : encode_step(c, q, (root)->step, (const uint8_t *)(value)))
#else
#define STUBC_ENCODE_ROOT(c, q, root, value) (root)->encode(c, q, (root)->encode_tag, value)
#endif

#if defined STUBC_DECODE && defined STUBC_ENTRIES
#ifdef STUBC_LONG_ROOTS
/* Returns whether the octets from p to e are a proper prefix of an identifier; id: the list of prefixes in a root. */
static bool is_begun(const uint32_t *id, const uint8_t *p, const uint8_t *e)
{
    uint32_t begun = 0;
    if (!id) {
        return false;
    }
    if (!*id) {
        return true;
    }
    for (; p < e; p++) {
        begun = begun << 8 | *p; /* of four octets or more, the last four are more than any prefix in the list */
    }
    while (*id && *id != begun) {
        id++;
    }
    return *id != 0;
}
#endif

/* Decodes a message of type root from the first length bytes of input. Returns the bytes that it takes, or an error
 * code. If it fails and the input ends before the outermost element does, the code says TRUNCATED, or LIMIT beyond
 * max_bytes; but a wrong identifier, even an unfinished one, stays an error. It reads nothing beyond length and the
 * context's max_bytes. If a procedure leaves, the interpreter decodes the message from its beginning: it knows every
 * form and every error. */
stubc_result stubc_decode_message(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_decoder d;
    size_t most = SIZE_MAX; /* max_bytes of the context less 1; 0 wraps to no limit */
    const uint8_t *p, *e;
    int extent, code;
    bool is_cut;
#ifdef STUBC_COMPILED_DECODE
    size_t used; /* of the arena before this message */
#ifdef STUBC_ENCODED_DEFAULTS
    size_t max_elements;
#endif
#ifdef STUBC_USE_CONTAINED
    size_t work;
#endif
#endif
#if defined STUBC_SHAPES && defined STUBC_CHECK_SHAPES
    const uint8_t *hit = NULL;
    uint8_t *copy = NULL; /* what the shape has decoded, or a procedure: the value, then the memory in the arena */
    size_t grown = 0;
#endif
    if (!length) {
        input = (const uint8_t *)root; /* any valid pointer: C forbids arithmetic on NULL */
    }
    d.code = 0;
#ifdef STUBC_BY_UNIT
    d.unit = root->unit;
#endif
    d.at = NULL;
    d.context = context;
    d.depth = STUBC_MAX_DEPTH;
    if (context) {
        d.depth = context->max_depth;
        most = context->max_bytes - 1;
        if (most < length) {
            length = most + 1; /* the bytes after it are not read */
        }
    }
#ifdef STUBC_FILLS
    d.filling = false;
#endif
#ifdef STUBC_ERROR_PATHS
    d.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
#ifdef STUBC_COUNT_COMMANDS
    d.commands = 0;
    d.idle = 0;
#endif
#ifdef STUBC_COMPILED_DECODE
    d.plain = false;
    used = context ? context->arena_used : 0;
#ifdef STUBC_ENCODED_DEFAULTS
    max_elements = context ? context->max_elements : 0;
#endif
#endif
    e = input + length;
#ifdef STUBC_USE_CONTAINED
    d.next = e;
    scan(&d, input, e);
    begin_work(&d.work, context, (size_t)(d.next - input));
#ifdef STUBC_COMPILED_DECODE
    work = d.work.left;
#endif
#endif
#if defined STUBC_MAX_STRING && defined STUBC_COMPILED_DECODE
    /* Procedures do not compare lengths with the limit: they get the messages that are no longer. */
    p = length > STUBC_MAX_STRING ? NULL : STUBC_DECODE_ROOT(&d, input, e, root, value);
#else
    p = STUBC_DECODE_ROOT(&d, input, e, root, value);
#endif
#if defined STUBC_SHAPES && defined STUBC_CHECK_SHAPES
    if (p && !d.code && root->size) {
        /* The interpreter decodes the message again, on the same memory. */
        hit = p;
        grown = context ? context->arena_used - used : 0;
        copy = (uint8_t *)malloc(root->size + grown);
        if (copy) {
            memcpy(copy, value, root->size);
            memcpy(copy + root->size, context ? context->arena + used : copy, grown);
            p = NULL;
        }
    }
#endif
#ifdef STUBC_COMPILED_DECODE
    if (!p || d.code) {
        d.plain = true;
        d.code = 0;
        d.at = NULL;
        d.depth = STUBC_MAX_DEPTH;
        if (context) {
            d.depth = context->max_depth;
            context->arena_used = used;
#ifdef STUBC_ENCODED_DEFAULTS
            context->max_elements = max_elements; /* the procedure may have left while it filled in a default */
#endif
        }
#ifdef STUBC_FILLS
        d.filling = false;
#endif
#ifdef STUBC_ERROR_PATHS
        if (error) {
            error->fields = 0;
        }
#endif
#ifdef STUBC_USE_CONTAINED
        d.work.left = work;
        d.work.spent = false;
#endif
        p = decode_step(&d, root->step, input, e, (uint8_t *)value);
    }
#endif
#if defined STUBC_SHAPES && defined STUBC_CHECK_SHAPES
    if (copy) {
        if (d.code || p != hit || memcmp(copy, value, root->size) != 0 ||
            (context && (context->arena_used - used != grown ||
                         memcmp(copy + root->size, context->arena + used, grown) != 0))) {
            abort(); /* the shape and the interpreter differ */
        }
        free(copy);
    }
#endif
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += d.commands;
        context->idle += d.idle;
    }
#endif
    code = d.code;
    if (!code) {
        return p - input;
    }
    extent = scan(&d, input, e);
    is_cut = extent > STUBC_CUT && (!length || code != STUBC_BAD_TAG);
#ifdef STUBC_LONG_ROOTS
    is_cut = is_cut || (extent == STUBC_CUT - STUBC_BAD_TAG && is_begun(root->begun, input, e));
#endif
    if (is_cut) {
        length += d.missing;
        if (length < d.missing) {
            length = SIZE_MAX;
        }
        code = length - 1 > most ? STUBC_LIMIT : STUBC_TRUNCATED;
#ifdef STUBC_ERROR_PATHS
        if (error) {
            error->fields = 0;
        }
#endif
    }
    if (error) {
        error->code = code;
        error->offset = d.at ? (size_t)(d.at - input) : 0;
        error->needed = length;
    }
    return code;
}
#endif

#ifdef STUBC_USE_CONTAINED
/* Returns whether length octets at data are exactly one value that the step at pc accepts. It frees the arena memory
 * of that value. Each such value inside another takes a level of depth, and each takes its length from the work limit;
 * if too little is left, it decodes nothing. */
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, const uint8_t *pc, void *value)
{
    stubc_context own;
    stubc_decoder d;
    const uint8_t *e;
    bool is_one;
    if (!length || !begin_contents(&d.work, &own, work, length)) {
        return false;
    }
    d.depth = own.max_depth;
    d.at = NULL;
    d.context = &own;
#ifdef STUBC_COMPILED_DECODE
    d.plain = true;
#endif
#ifdef STUBC_FILLS
    d.filling = false;
#endif
#ifdef STUBC_ERROR_PATHS
    d.error = NULL;
#endif
#ifdef STUBC_COUNT_COMMANDS
    d.commands = 0;
    d.idle = 0;
#endif
    e = data + length;
    d.code = scan(&d, data, e);
    is_one = !d.code && d.next == e && decode_step(&d, pc, data, e, (uint8_t *)value) == e && !d.code;
    end_contents(work, &d.work);
    return is_one;
}
#endif

#ifdef STUBC_ENCODE
/* Encodes a message of type root so that it ends at the end of the buffer; sets start to its first byte. Returns its
 * length or an error code. It writes only inside the buffer. */
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root)
{
    stubc_encoder c;
    if (!capacity) {
        buffer = (uint8_t *)start; /* any valid pointer: C forbids arithmetic on NULL */
    }
#ifdef STUBC_USE_CONTAINED
    begin_work(&c.work, context, 0);
#endif
#ifdef STUBC_BY_UNIT
    c.unit = root->unit;
#endif
    c.begin = buffer;
#if defined STUBC_FAST || defined STUBC_SPEED
    c.ample = buffer + (capacity < STUBC_AMPLE ? capacity : STUBC_AMPLE - 1);
#endif
    c.code = 0;
    c.depth = context ? context->max_depth : STUBC_MAX_DEPTH;
#ifdef STUBC_ERROR_PATHS
    c.error = error;
    if (error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
#ifdef STUBC_COUNT_COMMANDS
    c.commands = 0;
    c.idle = 0;
#endif
    *start = STUBC_ENCODE_ROOT(&c, buffer + capacity, root, value);
#ifdef STUBC_COUNT_COMMANDS
    if (context) {
        context->commands += c.commands;
        context->idle += c.idle;
    }
#endif
    if (!c.code) {
        return buffer + capacity - *start;
    }
    if (error) {
        error->code = c.code;
        error->offset = 0;
    }
    return c.code;
}

#if defined STUBC_WORDS && (defined STUBC_FAST || defined STUBC_SPEED)
/* Moves length octets, where to and from may overlap. For a few octets a call of memmove takes longer than the move. */
STUBC_INLINE void move(uint8_t *to, const uint8_t *from, size_t length)
{
    if (length >= 8 && length <= 16) {
        uint64_t first, last;
        memcpy(&first, from, sizeof first);
        memcpy(&last, from + length - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + length - sizeof last, &last, sizeof last);
    } else if (length >= 4 && length < 8) {
        uint32_t first, last;
        memcpy(&first, from, sizeof first);
        memcpy(&last, from + length - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + length - sizeof last, &last, sizeof last);
    } else if (length >= 2 && length < 4) {
        uint16_t first;
        const uint8_t last = from[length - 1];
        memcpy(&first, from, sizeof first);
        memcpy(to, &first, sizeof first);
        to[length - 1] = last;
    } else {
        memmove(to, from, length);
    }
}
#endif

/* As stubc_encode_at_tail, and moves the message to the start of the buffer. */
stubc_result stubc_encode_message(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    uint8_t *start;
    stubc_result result = stubc_encode_at_tail(value, buffer, capacity, context, error, &start, root);
    if (result > 0) {
#if defined STUBC_WORDS && (defined STUBC_FAST || defined STUBC_SPEED)
        move(buffer, start, (size_t)result);
#else
        memmove(buffer, start, (size_t)result);
#endif
    }
    return result;
}
#endif
