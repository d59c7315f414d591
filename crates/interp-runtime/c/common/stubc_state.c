/* ---- Packed rules: memory ---- */
#ifdef STUBC_DECODE
static bool fail(stubc_decoder *d, int code);

#ifdef STUBC_USE_ARENA
/* Allocates size bytes of the arena, aligned for any member of a generated struct. Returns NULL for size 0, and, with
 * an error, if the arena has less space left. */
static STUBC_APART void *alloc(stubc_decoder *d, size_t size)
{
    stubc_context *const context = d->context;
    if (!size) {
        return NULL;
    }
    if (context) {
        size_t used = context->arena_used, left = context->arena_size - used;
        size_t pad = (size_t)(0u - (uintptr_t)context->arena - used) & (STUBC_ALIGN - 1);
        if (left >= pad && left - pad >= size) {
            used += pad;
            context->arena_used = used + size;
            return context->arena + used;
        }
    }
    fail(d, STUBC_NO_MEMORY);
    return NULL;
}
#endif

#ifdef STUBC_USE_EMPTY
/* The most elements and characters without bits in a message. */
#define STUBC_MOST_EMPTY ((size_t)1 << 20)

/* Counts elements or characters that took no bits: a few bytes must not announce very many. */
static bool count_empty(stubc_decoder *d, size_t count)
{
    d->empty += count;
    return d->empty <= STUBC_MOST_EMPTY || fail(d, STUBC_LIMIT);
}
#endif
#endif
