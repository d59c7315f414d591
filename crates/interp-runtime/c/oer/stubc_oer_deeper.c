/* ---- The interpreter: procedures, and one level deeper ---- */
#ifdef STUBC_DECODE
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out);

#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
/* Calls the procedure of a program that names some, unless commands have to do its work; moves after the names. Returns
 * -1 if it calls none, else whether decoding goes on. */
static int call_decoder(stubc_decoder *d, const uint8_t **pc, uint8_t *out)
{
    const unsigned procedure = (unsigned)number(pc);
    number(pc);
    (void)d;
    (void)out;
    (void)procedure;
#ifdef STUBC_TAKE_EXTENDED
    if (d->is_own) {
        d->is_own = false;
        return -1;
    }
#endif
#ifdef STUBC_COMPILED_DECODE
    if (procedure && !d->is_plain) {
        const stubc_source at = d->unit->decoders[procedure - 1](d, STUBC_NEXT(d), out);
        if (at == STUBC_GONE) {
            return fail(d, STUBC_BAD_VALUE);
        }
        STUBC_NEXT(d) = at;
        return true;
    }
#endif
    return -1;
}
#endif

#if defined STUBC_USE_RECUR || defined STUBC_USE_HOPS
/* Decodes a value one level deeper; out is a pointer to it if it has a size. */
static STUBC_MAYBE_UNUSED bool decode_deeper(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
{
    const unsigned program = (unsigned)number(&pc);
    const size_t size = (size_t)number(&pc);
    bool is_done;
    if (!d->depth) {
        return fail(d, STUBC_DEPTH);
    }
    if (size) {
        uint8_t *const box = (uint8_t *)alloc(d, size);
        memcpy(out, &box, sizeof box);
        out = box;
        if (!box) {
            return false;
        }
    }
    d->depth--;
    is_done = decode(d, program, out);
    d->depth++;
    return is_done;
}
#endif
#endif

#ifdef STUBC_ENCODE
static bool encode(stubc_encoder *c, unsigned program, const uint8_t *in);

#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
/* Calls the procedure of a program that names some, unless commands have to do its work; moves after the names. Returns
 * whether it calls one. */
static bool call_encoder(stubc_encoder *c, const uint8_t **pc, const uint8_t *in)
{
    unsigned procedure;
    number(pc);
    procedure = (unsigned)number(pc);
    (void)c;
    (void)in;
    (void)procedure;
#ifdef STUBC_PUT_EXTENDED
    if (c->is_own) {
        c->is_own = false;
        return false;
    }
#endif
#ifdef STUBC_COMPILED_ENCODE
    if (procedure && !c->is_plain) {
        c->at = c->unit->encoders[procedure - 1](c, c->at, in);
        return true;
    }
#endif
    return false;
}
#endif

#if defined STUBC_USE_RECUR || defined STUBC_USE_TYPED
/* Encodes a value one level deeper. */
static STUBC_MAYBE_UNUSED void encode_deeper(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const unsigned program = (unsigned)number(&pc);
    if (!c->depth) {
        refuse(c, STUBC_DEPTH);
        return;
    }
    if (number(&pc)) {
        const uint8_t *box;
        memcpy(&box, in, sizeof box);
        if (!box) {
            refuse(c, STUBC_BAD_VALUE);
            return;
        }
        in = box;
    }
    c->depth--;
    encode(c, program, in);
    c->depth++;
}
#endif
#endif
