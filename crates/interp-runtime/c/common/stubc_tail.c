#if defined STUBC_ENCODE && defined STUBC_ENTRIES
/* Encodes a message and moves it to the end of the buffer; sets start to its first byte. For encoding rules that write
 * forward. */
stubc_result stubc_encode_at_tail(const void *value, uint8_t *buffer, size_t capacity, stubc_context *context,
                                  stubc_error *error, uint8_t **start, const stubc_root *root)
{
    stubc_result result = stubc_encode_message(value, buffer, capacity, context, error, root);
    *start = buffer;
    if (result > 0) {
        *start = buffer + (capacity - (size_t)result);
        memmove(*start, buffer, (size_t)result);
    }
    return result;
}
#endif
