/* ---- The interpreter of packed rules: steps and defaults ---- */
/* What decode_fields and encode_fields do with the fields. */
enum {
    STUBC_PRESENT = 1, /* convert those whose flags say so, not none */
    STUBC_SINGLE = 2   /* one field, without a flag in the encoding */
};

/* As number, without a call for the usual number of one byte. */
#define NUMBER(pc) (**(pc) < 0x80 ? *(*(pc))++ : number(pc))

#if defined STUBC_USE_DEFAULT && (defined STUBC_ENCODE || defined STUBC_CANONICAL)
/* Returns whether a field has its default; pc: the default after its step. */
static bool is_default(const stubc_unit *unit, const uint8_t *pc, unsigned program, const uint8_t *in)
{
    const stubc_word known = number(&pc), index = known >> 2;
    const uint8_t *of = unit->programs + unit->nodes[program];
    (void)unit;
    switch (known & 3) {
#ifdef STUBC_DEFAULT_SLICES
    case STUBC_KNOWN_SLICE:
        return stubc_same(in, &unit->default_slices[index], of[0] & STUBC_OP);
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    case STUBC_KNOWN_VALUE:
        if ((of[0] & STUBC_OP) == STUBC_OP_RECUR) {
            const uint8_t *box, *at = of + 1;
            number(&at);
            if (number(&at)) {
                memcpy(&box, in, sizeof box);
                in = box;
            }
        }
        return unit->constructed_defaults[index].is_same(in);
#endif
    default:
#ifdef STUBC_USE_NUMBERS
        if ((of[0] & STUBC_OP) != STUBC_OP_BOOLEAN) {
            return holds(in, of[1] & STUBC_REPR, (known & 3) == STUBC_KNOWN_NEGATIVE ? 0 - index : index);
        }
#endif
        (void)of;
        return *in == index;
    }
}
#endif

#ifdef STUBC_DECODE
static bool decode(stubc_decoder *d, unsigned program, uint8_t *out);

#ifdef STUBC_USE_DEFAULT
/* Fills in the default of an absent field; pc: after its step. Returns where the default ends. */
static const uint8_t *fill_in(stubc_decoder *d, const uint8_t *pc, unsigned program, uint8_t *out)
{
    const stubc_word known = number(&pc), index = known >> 2;
    const uint8_t *of = d->unit->programs + d->unit->nodes[program];
    (void)d;
    (void)of;
    (void)index;
    switch (known & 3) {
#ifdef STUBC_DEFAULT_SLICES
    case STUBC_KNOWN_SLICE:
        memcpy(out, &d->unit->default_slices[index], sizeof(stubc_slice));
        break;
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    case STUBC_KNOWN_VALUE: {
        const stubc_default *constant = &d->unit->constructed_defaults[index];
        if (constant->size) {
            memcpy(out, constant->value, constant->size);
        }
        break;
    }
#endif
    default:
#ifdef STUBC_USE_NUMBERS
        if ((of[0] & STUBC_OP) != STUBC_OP_BOOLEAN) {
            store(out, of[1] & STUBC_REPR, (known & 3) == STUBC_KNOWN_NEGATIVE ? 0 - index : index);
            break;
        }
#endif
        *out = (uint8_t)index;
        break;
    }
    return pc;
}
#endif

#ifdef STUBC_USE_RECUR
/* Decodes a value one level deeper; out is a pointer to it if it has a size. */
static bool decode_deeper(stubc_decoder *d, const uint8_t *pc, uint8_t *out)
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

/* A step of a program. */
typedef struct stubc_step {
    unsigned program;
    unsigned kind;
    size_t offset;
    const uint8_t *pc; /* of the default */
} stubc_step;

/* Returns a step, and moves after it. */
static STUBC_MAYBE_UNUSED stubc_step step_at(const uint8_t **pc)
{
    stubc_step step;
    step.program = (unsigned)number(pc);
    step.kind = step.program & 3;
    step.program >>= 2;
    step.offset = (size_t)number(pc);
    step.pc = *pc;
    if (step.kind == STUBC_DEFAULT) {
        number(pc);
    }
    return step;
}

/* Returns whether the field of a step is sent; moves flag after its flag. */
static STUBC_MAYBE_UNUSED bool is_sent(const stubc_unit *unit, const stubc_step *step, const uint8_t *in,
                                       const uint8_t **flag)
{
    (void)unit;
    (void)in;
    switch (step->kind) {
    case STUBC_MANDATORY:
        return true;
#ifdef STUBC_USE_DEFAULT
    case STUBC_DEFAULT:
        return !is_default(unit, step->pc, step->program, in + step->offset);
#endif
    default:
        return *(*flag)++ != 0;
    }
}

#ifdef STUBC_USE_RECUR
/* Encodes a value one level deeper. */
static void encode_deeper(stubc_encoder *c, const uint8_t *pc, const uint8_t *in)
{
    const unsigned program = (unsigned)number(&pc);
    if (!c->depth) {
        refuse(c, STUBC_DEPTH);
        return;
    }
    if (number(&pc)) {
        const uint8_t *box;
        memcpy(&box, in, sizeof box);
        in = box;
    }
    c->depth--;
    encode(c, program, in);
    c->depth++;
}
#endif
#endif
