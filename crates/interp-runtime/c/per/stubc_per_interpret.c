/* ---- The interpreter: one walk over the commands decodes and encodes ---- */
#ifdef STUBC_USE_SEQUENCE
/* Converts a SEQUENCE or SET. */
static STUBC_MAYBE_UNUSED void code_sequence(stubc_coder *c, unsigned op, uint8_t *value)
{
#if !defined STUBC_WORDS_OF_64 || !defined STUBC_USE_NUMBERS
    code_structure(c, op, value, STUBC_PRESENT | (STUBC_ENCODES(c) ? STUBC_TO_ENCODE : 0));
#else
#ifdef STUBC_ENCODE
    if (STUBC_ENCODES(c)) {
        encode_quick(c, c->pc, op, value);
        return;
    }
#endif
#ifdef STUBC_DECODE
    decode_quick(c, c->pc, op, value);
#endif
#endif
}
#endif

#ifdef STUBC_USE_CHOICE
/* Converts a CHOICE (X.691 23). */
static STUBC_RARE void code_choice(stubc_coder *c, unsigned op, uint8_t *value)
{
    const size_t construct = c->construct;
    uint8_t *arm = value;
    uint32_t index, roots, all;
    const uint8_t *pc = c->pc;
#ifdef STUBC_USE_UNKNOWN
    stubc_input outer;
#endif
    bool is_addition = false;
    c->construct = place(&c->in);
    NUMBER(index, pc);
    arm += index;
    NUMBER(roots, pc);
    all = roots;
    if (op & STUBC_EXTENSIBLE) {
        NUMBER(all, pc);
        all += roots;
    }
    index = 0;
    if (STUBC_ENCODES(c)) {
        index = STUBC_IS_LARGE(all) ? *(const uint16_t *)(const void *)value : *value;
#if defined STUBC_USE_UNKNOWN && defined STUBC_ENCODE
        if (!index && op & STUBC_EXTENSIBLE) {
            encode_unknown(c, arm, all - roots);
            return;
        }
#endif
        if (index - 1 >= all) {
            fail(c, STUBC_BAD_VALUE);
        }
        index--;
    }
#ifdef STUBC_USE_UNKNOWN
    is_addition = op & STUBC_EXTENSIBLE && bits(c, index >= roots, 1);
    if (is_addition) {
        index = small_number(c, index - roots);
#ifdef STUBC_DECODE
        if (index >= all - roots && !c->code) {
            if (STUBC_IS_LARGE(all)) {
                *(uint16_t *)(void *)value = 0;
            } else {
                *value = 0;
            }
            decode_unknown(c, index, arm);
            c->construct = construct;
            return;
        }
#endif
        index += roots;
        enter(c, &outer);
    }
#endif
    if (!is_addition) {
        index = constrained(c, index, roots - 1, STUBC_BAD_TAG); /* the root has an alternative (X.680 29.1) */
    }
    if (c->code) {
        return;
    }
    if (!STUBC_ENCODES(c)) {
        if (STUBC_IS_LARGE(all)) {
            *(uint16_t *)(void *)value = (uint16_t)(index + 1);
        } else {
            *value = (uint8_t)(index + 1);
        }
    }
    for (; index; pc++) {
        index -= *pc < 0x80;
    }
    c->pc = pc;
    convert(c, reference(c), arm);
#ifdef STUBC_ERROR_PATHS
    if (c->code) {
        stubc_note_step(c->error, (uint32_t)(pc - c->unit->programs));
    }
#endif
#ifdef STUBC_USE_UNKNOWN
    if (is_addition) {
        leave(c, &outer);
    }
#endif
    c->construct = construct;
}
#endif

#ifdef STUBC_USE_ARRAY
/* Converts a SEQUENCE OF or SET OF (X.691 20, 22), in the order of the value. Memory for decoded elements is bounded by
 * the bits that are left: least is the least width of an element. */
static STUBC_RARE void code_array(stubc_coder *c, unsigned op, uint8_t *value)
{
    const size_t construct = c->construct;
    size_t left = 0, done = 0, room = 0, least, size;
    const uint8_t *program;
    uint8_t *items = NULL;
    stubc_sizes sizes;
    bool is_more;
    if (STUBC_ENCODES(c)) {
        memcpy(&items, value, sizeof items);
        memcpy(&left, value + sizeof items, sizeof left);
    }
    sizes_of(c, op, left, &sizes);
    least = next_number(c);
    size = next_number(c);
    program = reference(c);
    do {
        size_t count = piece(c, &sizes, left, &is_more);
        left -= count;
#ifdef STUBC_DECODE
        if (!STUBC_ENCODES(c)) {
            const size_t most = least ? (c->in.end - c->in.at) / least + 1 : count;
            size_t wanted = done + (count < most ? count : most);
            if (c->context && count > c->context->max_elements - done) {
                fail(c, STUBC_LIMIT);
            }
            if (wanted > room && !c->code) {
                const uint8_t *const before = items;
                room = wanted + done;
                items = (uint8_t *)alloc(c, room > SIZE_MAX / size ? SIZE_MAX : room * size);
                if (items && done) {
                    memcpy(items, before, done * size);
                }
            }
        }
#endif
        for (; count && !c->code; count--, done++) {
            const size_t at = c->in.at;
            c->construct = place(&c->in);
            if (!STUBC_ENCODES(c) && done == room) {
                fail(c, STUBC_NO_MEMORY);
                break;
            }
            convert(c, program, items + done * size);
#ifdef STUBC_ERROR_PATHS
            if (c->code) {
                stubc_note(c->error, STUBC_INDEX | (uint32_t)done);
            }
#endif
#if defined STUBC_USE_EMPTY && defined STUBC_DECODE
            if (!STUBC_ENCODES(c) && c->in.at == at && !c->code) {
                count_empty(c, 1);
            }
#else
            (void)at;
#endif
        }
    } while (is_more && !c->code);
    (void)least;
    (void)room;
    c->construct = construct;
    if (!STUBC_ENCODES(c)) {
        memcpy(value, &items, sizeof items);
        memcpy(value + sizeof items, &done, sizeof done);
    }
}
#endif

#if defined STUBC_USE_RECUR || defined STUBC_USE_TYPED
/* Converts a value one level deeper; value is a pointer to it if it has a size. */
static STUBC_RARE void code_deeper(stubc_coder *c, uint8_t *value)
{
    const uint8_t *const program = reference(c);
    const size_t size = next_number(c);
    if (!c->depth) {
        fail(c, STUBC_DEPTH);
        return;
    }
    if (size) {
        uint8_t *box;
        memcpy(&box, value, sizeof box);
#ifdef STUBC_DECODE
        if (!STUBC_ENCODES(c)) {
            box = (uint8_t *)alloc(c, size);
            memcpy(value, &box, sizeof box);
        }
#endif
        if (!box) {
            fail(c, STUBC_BAD_VALUE);
        }
        value = box;
        if (c->code) {
            return;
        }
    }
    c->depth--;
    convert(c, program, value);
    c->depth++;
}
#endif

#ifdef STUBC_CHECKS
/* Converts a value, and then checks its constraints. */
static STUBC_RARE void code_checked(stubc_coder *c, unsigned op, uint8_t *value)
{
    const unsigned check = next_number(c);
#ifdef STUBC_COUNT_COMMANDS
    c->idle++;
#endif
    convert(c, reference(c), value);
    if (!c->code && !PASSES(check, checked_value(op, value), c)) {
        fail(c, STUBC_EXCLUDED(c));
    }
}
#endif

#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
/* Calls the procedure of a program that names some, unless commands have to do its work. Returns
 * whether it calls one. */
static bool call_procedure(stubc_coder *c, uint8_t *value)
{
    const unsigned decoder = next_number(c), encoder = next_number(c);
    (void)decoder;
    (void)encoder;
    (void)value;
#if defined STUBC_TAKE_EXTENDED || defined STUBC_PUT_EXTENDED
    if (c->is_own) {
        c->is_own = false;
        return false;
    }
#endif
    if (c->is_plain) {
        return false;
    }
#ifdef STUBC_COMPILED_DECODE
    if (decoder && !STUBC_ENCODES(c)) {
        const size_t at = c->unit->decoders[decoder - 1](c, c->in.at, value);
        if (at == STUBC_GONE) {
            fail(c, STUBC_BAD_VALUE);
        } else {
            c->in.at = at;
        }
        return true;
    }
#endif
#ifdef STUBC_COMPILED_ENCODE
    if (encoder && STUBC_ENCODES(c)) {
        c->in.at = c->unit->encoders[encoder - 1](c, c->in.at, value);
        return true;
    }
#endif
    return false;
}
#endif

/* Converts a value by a program. */
static void convert(stubc_coder *c, const uint8_t *program, uint8_t *value)
{
    unsigned op = *program;
    c->pc = program + 1;
#if defined STUBC_COMPILED_DECODE || defined STUBC_COMPILED_ENCODE
    if (op == STUBC_OP_PROCEDURE) {
        if (call_procedure(c, value)) {
            return;
        }
        op = *c->pc++;
    }
#endif
    STUBC_COUNT(c);
    (void)value;
    switch (op & STUBC_OP) {
    case STUBC_OP_NULL:
        break;
#ifdef STUBC_USE_NUMBERS
    case STUBC_OP_FIELD:
        code_field(c, op, value);
        break;
#endif
#ifdef STUBC_USE_INTEGER
    case STUBC_OP_INTEGER:
        code_integer(c, op, value);
        break;
#endif
#ifdef STUBC_USE_ENUMERATED
    case STUBC_OP_ENUMERATED:
        code_enumerated(c, op, value);
        break;
#endif
#if defined STUBC_USE_OCTETS || defined STUBC_USE_BITS
    case STUBC_OP_OCTETS:
    case STUBC_OP_BITS:
    case STUBC_OP_NAMED_BITS:
        code_sized(c, op, value);
        break;
#endif
#ifdef STUBC_USE_CHARACTERS
    case STUBC_OP_CHARACTERS:
        code_characters(c, op, value);
        break;
#endif
#ifdef STUBC_USE_SEQUENCE
    case STUBC_OP_SEQUENCE:
        code_sequence(c, op, value);
        break;
#endif
#ifdef STUBC_USE_CHOICE
    case STUBC_OP_CHOICE:
        code_choice(c, op, value);
        break;
#endif
#ifdef STUBC_USE_ARRAY
    case STUBC_OP_ARRAY:
        code_array(c, op, value);
        break;
#endif
#ifdef STUBC_USE_TYPED
    case STUBC_OP_TYPED:
        code_typed(c, value);
        break;
#endif
#ifdef STUBC_USE_RECUR
    case STUBC_OP_RECUR:
        code_deeper(c, value);
        break;
#endif
#ifdef STUBC_CHECKS
    case STUBC_OP_CHECKED:
        code_checked(c, op, value);
        break;
#endif
    default:
#ifdef STUBC_USE_SLICES
        code_bytes(c, op & STUBC_OP, value);
#endif
        break;
    }
}

#if defined STUBC_COMPILED_DECODE || defined STUBC_USE_CONTAINED
/* Decodes a value by a program. Returns false after an error. */
static STUBC_MAYBE_UNUSED bool decode(stubc_decoder *d, unsigned program, uint8_t *out)
{
    convert(d, program_at(d, program, d->unit->programs), out);
    return !d->code;
}
#endif

#ifdef STUBC_COMPILED_ENCODE
/* Encodes a value by a program. */
static STUBC_MAYBE_UNUSED void encode(stubc_encoder *c, unsigned program, const uint8_t *in)
{
    convert(c, program_at(c, program, c->unit->programs), (uint8_t *)(uintptr_t)in);
}
#endif
