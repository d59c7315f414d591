/* ---- Shapes: tables of constant octets, and what tries shapes before a message is decoded ---- */
#ifdef STUBC_RIGID_LIKE
bool stubc_rigid_like(const uint8_t *table, const uint8_t *p)
{
    for (;;) {
        const unsigned skip = *table++, flags = *table++;
        unsigned count = flags & 0x7f;
        if (!(skip | flags)) {
            return true;
        }
        for (p += skip; count > 0; count--, p++) {
            const unsigned mask = flags & 0x80 ? *table++ : 0xff;
            if ((*p ^ *table++) & mask) {
                return false;
            }
        }
    }
}
#endif

#if defined STUBC_TRY_SHAPES && defined STUBC_DECODE
#ifdef STUBC_CHECK_SHAPES
#include <stdlib.h>

/* Decodes a message of a shape again without it, on the same memory. Any difference ends the program. */
static void check_shape(void *value, const uint8_t *input, size_t length, stubc_context *context, size_t used,
                        const stubc_root *root, stubc_result hit)
{
    const size_t grown = context ? context->arena_used - used : 0;
    uint8_t *const copy = (uint8_t *)malloc(root->size + grown);
    stubc_root general = *root;
    if (!copy) {
        return;
    }
    memcpy(copy, value, root->size);
    if (grown) {
        memcpy(copy + root->size, context->arena + used, grown);
    }
    if (context) {
        context->arena_used = used;
    }
    general.shape = NULL;
    if (stubc_decode_message(value, input, length, context, NULL, &general) != hit ||
        memcmp(copy, value, root->size) != 0 ||
        (context && (context->arena_used - used != grown ||
                     (grown && memcmp(copy + root->size, context->arena + used, grown) != 0)))) {
        abort(); /* the shape and the general decoder differ */
    }
    free(copy);
}
#endif

/* Decodes a message of type root if it has a shape. Returns its bytes, or STUBC_OTHER. */
static stubc_result decode_shape(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                 stubc_error *error, const stubc_root *root)
{
    stubc_result hit = STUBC_OTHER;
    if (root->shape) {
#ifdef STUBC_CHECK_SHAPES
        const size_t used = context ? context->arena_used : 0;
#endif
        hit = root->shape(value, input, length, context);
#ifdef STUBC_CHECK_SHAPES
        if (hit >= 0) {
            check_shape(value, input, length, context, used, root, hit);
        }
#endif
    }
    (void)error;
#ifdef STUBC_ERROR_PATHS
    if (hit >= 0 && error) {
        error->root = root->name;
        error->fields = 0;
    }
#endif
    return hit;
}
#endif
