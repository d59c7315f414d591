#if defined STUBC_DECODE && defined STUBC_ENTRIES
/* Decodes a message that must take all length bytes of input. */
stubc_result stubc_decode_exactly(void *value, const uint8_t *input, size_t length, stubc_context *context,
                                  stubc_error *error, const stubc_root *root)
{
    stubc_result result = stubc_decode_message(value, input, length, context, error, root);
    if (result < 0 || (size_t)result == length) {
        return result;
    }
    if (error) {
        error->code = STUBC_TRAILING;
        error->offset = (size_t)result;
    }
    return STUBC_TRAILING;
}
#endif
