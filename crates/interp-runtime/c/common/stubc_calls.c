/* ---- Packed rules: what procedures call to have commands run ---- */
#ifdef STUBC_COMPILED_DECODE
#ifdef STUBC_TAKE_ELEMENTS
/* Allocates the elements of an array; least: what each takes of the input at least, in the unit of STUBC_LEFT. Returns
 * NULL if there are none, or if the procedure leaves. */
void *stubc_elements(stubc_decoder *d, stubc_source at, size_t count, size_t least, size_t size)
{
    if (!d->context || count > d->context->max_elements || (uint64_t)count * least > STUBC_LEFT(d, at) ||
        count > SIZE_MAX / size) {
        return NULL;
    }
    return alloc(d, count * size);
}
#endif

#ifdef STUBC_TAKE_EMPTY
/* Counts an element without bits. Returns false if there are too many. */
bool stubc_empty(stubc_decoder *d)
{
    return count_empty(d, 1);
}
#endif

#ifdef STUBC_TAKE_RELATIONS
/* Resolves the open types of a structure by the hops that a program names. Returns the place, or STUBC_GONE. */
stubc_source stubc_decode_relations(stubc_decoder *d, stubc_source at, size_t program, void *value)
{
    STUBC_NEXT(d) = at;
    resolve_all(d, d->unit->programs + program, (uint8_t *)value);
    return d->code ? STUBC_GONE : at;
}
#endif

#ifdef STUBC_TAKE_PROGRAM
/* Decodes a value by a program. Returns the place after it, or STUBC_GONE. */
stubc_source stubc_interpret_decode(stubc_decoder *d, stubc_source at, unsigned program, void *value)
{
    STUBC_NEXT(d) = at;
    return decode(d, program, (uint8_t *)value) ? STUBC_NEXT(d) : STUBC_GONE;
}
#endif

#ifdef STUBC_TAKE_EXTENDED
/* Decodes a value by its program, though it has a procedure. Returns the place after it, or STUBC_GONE. */
stubc_source stubc_decode_extended(stubc_decoder *d, stubc_source at, unsigned program, void *value)
{
    STUBC_NEXT(d) = at;
    d->is_own = *STUBC_PROGRAM(d, program) == STUBC_OP_PROCEDURE;
    return decode(d, program, (uint8_t *)value) ? STUBC_NEXT(d) : STUBC_GONE;
}
#endif
#endif

#ifdef STUBC_COMPILED_ENCODE
#ifdef STUBC_PUT_PROGRAM
/* Encodes a value by a program. Returns the place after it. */
stubc_target stubc_interpret_encode(stubc_encoder *c, stubc_target at, unsigned program, const void *value)
{
    STUBC_NEXT(c) = at;
    encode(c, program, (const uint8_t *)value);
    return STUBC_NEXT(c);
}
#endif

#ifdef STUBC_PUT_EXTENDED
/* Encodes a value by its program, though it has a procedure. Returns the place after it. */
stubc_target stubc_encode_extended(stubc_encoder *c, stubc_target at, unsigned program, const void *value)
{
    STUBC_NEXT(c) = at;
    c->is_own = *STUBC_PROGRAM(c, program) == STUBC_OP_PROCEDURE;
    encode(c, program, (const uint8_t *)value);
    return STUBC_NEXT(c);
}
#endif
#endif
