/* ---- The interpreter on large targets: structures with few flags, by a loop for each direction ---- */
#if defined STUBC_WORDS_OF_64 && defined STUBC_USE_SEQUENCE && defined STUBC_USE_NUMBERS
/* The first programs are numbers of one byte in C, of one bit to so many, all of which are values. */
#define STUBC_WIDTHS 7

/* Reads a step at pc: its number of one byte or two, and its offset of one, or others by calls. */
#define READ_STEP(step, offset, pc)                                        \
    step = (pc)[0];                                                        \
    offset = (pc)[1];                                                      \
    if ((step | offset) < 0x80) {                                          \
        (pc) += 2;                                                         \
    } else if (step >= 0x80 && (offset | (pc)[2]) < 0x80) {                \
        step = (step & 0x7f) << 7 | (unsigned)offset;                      \
        offset = (pc)[2];                                                  \
        (pc) += 3;                                                         \
    } else {                                                               \
        READ_LONG(step, offset, pc);                                       \
    }
#define READ_LONG(step, offset, pc)      \
    do {                                 \
        const uint8_t *after = (pc);     \
        step = number(&after);           \
        offset = number(&after);         \
        (pc) = after;                    \
    } while (false)

/* Moves after the default of a step. */
#ifdef STUBC_USE_DEFAULT
#define SKIP_DEFAULT(kind, pc)                 \
    while ((kind) == STUBC_DEFAULT && *(pc)++ & 0x80) { \
    }
#else
#define SKIP_DEFAULT(kind, pc) ((void)0)
#endif

#ifdef STUBC_DECODE
/* Takes bits of the word, and fills it if it has fewer. */
#define TAKE(count) (word <<= (count), has -= (count), at += (count))
#define REFILL(count)                \
    if ((count) > has) {             \
        has = c->in.end - at;        \
        has = has < 57 ? has : 57;   \
        word = peek(&c->in, at);     \
    }

/* Decodes a structure; pc: after its operation. Bits are taken from a word, which holds those at the cursor. */
static void decode_quick(stubc_coder *c, const uint8_t *pc, unsigned op, uint8_t *value)
{
    const size_t construct = c->construct, start = c->in.at;
    const uint8_t *const first = pc;
    size_t at = start, has = c->in.end - at;
    uint8_t *next = value;
    unsigned left;
    uint64_t word, sent;
    NUMBER(left, pc);
    if ((left & 7) == 7 || has < 8) {
        c->pc = first;
        code_structure(c, op, value, STUBC_PRESENT);
        return;
    }
    c->construct = place(&c->in);
    has = has < 57 ? has : 57;
    sent = peek(&c->in, at);
    if (op & STUBC_EXTENSIBLE) {
        sent <<= 1;
        has--;
        at++;
    }
    word = sent << (left & 7);
    has -= left & 7;
    at += left & 7;
    for (left >>= 3; left; left--) {
        const uint8_t *const own = pc, *program;
        unsigned step, kind, count;
        size_t offset;
        uint8_t *field;
        READ_STEP(step, offset, pc);
        field = value + offset;
        kind = step & 3;
        if (kind) {
            const bool is_present = sent >> 63;
            sent <<= 1;
            if (kind != STUBC_DEFAULT) {
                *next++ = is_present;
            }
            if (!is_present) {
#ifdef STUBC_COUNT_COMMANDS
                c->commands++;
                c->idle++;
#endif
#ifdef STUBC_USE_DEFAULT
                if (kind == STUBC_DEFAULT) {
                    pc = fill_in(c, pc, program_at(c, step >> 2, own), field);
                }
#endif
                continue;
            }
        }
#ifdef STUBC_USE_NUMBERS
        if (step < STUBC_WIDTHS << 2) {
            count = (step >> 2) + 1;
            REFILL(count);
            if (count <= has) {
                STUBC_COUNT(c);
                *field = (uint8_t)(word >> (64 - count));
                TAKE(count);
                SKIP_DEFAULT(kind, pc);
                continue;
            }
        }
#endif
        program = program_at(c, step >> 2, own);
        op = *program;
#ifdef STUBC_USE_NUMBERS
        if ((op & STUBC_OP) == STUBC_OP_FIELD && !(op & STUBC_PADDED) && (program[1] & 3) < 2) {
            const uint8_t *bounds = program + 2;
            uint32_t x, most = UINT32_MAX, base = 0;
            count = program[1] >> 3;
            if (op & STUBC_PARTIAL) {
                NUMBER(most, bounds);
            }
            if (op & STUBC_BASED) {
                NUMBER(base, bounds);
                base = SIGNED_NUMBER(base);
            }
            REFILL(count);
            x = (uint32_t)(word >> 1 >> (63 - count));
            if (count <= has && x <= most) {
                STUBC_COUNT(c);
                x += base;
                if (program[1] & 3) {
                    *(uint16_t *)(void *)field = (uint16_t)x;
                } else {
                    *field = (uint8_t)x;
                }
                TAKE(count);
                SKIP_DEFAULT(kind, pc);
                continue;
            }
        }
#endif
        c->in.at = at;
        if ((op & STUBC_OP) == STUBC_OP_SEQUENCE) {
            STUBC_COUNT(c);
            decode_quick(c, program + 1, op, field);
        } else {
            convert(c, program, field);
        }
        if (c->code) {
#ifdef STUBC_ERROR_PATHS
            stubc_note_step(c->error, (uint32_t)(own - c->unit->programs));
#endif
            break;
        }
        at = c->in.at;
        has = 0;
        SKIP_DEFAULT(kind, pc);
    }
    if (!c->code) {
        c->in.at = at;
        c->pc = pc;
        c->flag = next;
        end_structure(c, first[-1], value, start);
    }
    c->construct = construct;
}
#endif

#ifdef STUBC_ENCODE
/* Writes up to 56 bits. */
STUBC_ALWAYS void flush(stubc_coder *c, uint64_t word, unsigned count)
{
    if (c->in.end - c->in.at >= 64) {
        put_word(&c->in, word, count);
        return;
    }
    if (count > 32) {
        bits(c, (uint32_t)(word >> 32), count - 32);
        count = 32;
    }
    bits(c, (uint32_t)word, count);
}

/* Adds bits to the word. */
#define APPEND(x, bits_of)             \
    if (count + (bits_of) > 56) {      \
        flush(c, word, count);         \
        word = count = 0;              \
    }                                  \
    word = word << (bits_of) | (x);    \
    count += (bits_of)

/* Encodes a structure; pc: after its operation. Bits are collected in a word; those of flags are set at the end. */
static void encode_quick(stubc_coder *c, const uint8_t *pc, unsigned op, uint8_t *value)
{
    const size_t start = c->in.at;
    const uint8_t *const first = pc;
    const uint8_t *next = value;
    unsigned left, count, flags, sent = 0;
    uint64_t word = 0;
    NUMBER(left, pc);
    flags = left & 7;
    if (flags == 7) {
        c->pc = first;
        code_structure(c, op, value, STUBC_PRESENT | STUBC_TO_ENCODE);
        return;
    }
    count = flags + (op & STUBC_EXTENSIBLE ? 1 : 0); /* bits in the word */
    for (left >>= 3; left; left--) {
        const uint8_t *const own = pc, *program;
        unsigned step, kind;
        size_t offset;
        uint8_t *field;
        READ_STEP(step, offset, pc);
        field = value + offset;
        kind = step & 3;
        if (kind) {
            bool is_present = false;
            if (kind != STUBC_DEFAULT) {
                is_present = *next++;
#ifdef STUBC_USE_DEFAULT
            } else {
                is_present = !is_default(c->unit, pc, program_at(c, step >> 2, own), field);
#endif
            }
            sent = sent << 1 | is_present;
            if (!is_present) {
#ifdef STUBC_COUNT_COMMANDS
                c->commands++;
                c->idle++;
#endif
                SKIP_DEFAULT(kind, pc);
                continue;
            }
        }
#ifdef STUBC_USE_NUMBERS
        if (step < STUBC_WIDTHS << 2) {
            const unsigned bits_of = (step >> 2) + 1, x = *field;
            if (!(x >> bits_of)) {
                STUBC_COUNT(c);
                APPEND(x, bits_of);
                SKIP_DEFAULT(kind, pc);
                continue;
            }
        }
#endif
        program = program_at(c, step >> 2, own);
        op = *program;
#ifdef STUBC_USE_NUMBERS
        if ((op & STUBC_OP) == STUBC_OP_FIELD && !(op & STUBC_PADDED) && (program[1] & 7) < 2) {
            const unsigned bits_of = program[1] >> 3;
            const uint8_t *bounds = program + 2;
            uint32_t x = program[1] & 1 ? *(const uint16_t *)(const void *)field : *field;
            uint32_t most = ((uint32_t)1 << bits_of) - 1;
            if (op & STUBC_PARTIAL) {
                NUMBER(most, bounds);
            }
            if (op & STUBC_BASED) {
                uint32_t base;
                NUMBER(base, bounds);
                x -= SIGNED_NUMBER(base);
            }
            if (x <= most) {
                STUBC_COUNT(c);
                APPEND(x, bits_of);
                SKIP_DEFAULT(kind, pc);
                continue;
            }
        }
#endif
        flush(c, word, count);
        word = count = 0;
        if ((op & STUBC_OP) == STUBC_OP_SEQUENCE) {
            STUBC_COUNT(c);
            encode_quick(c, program + 1, op, field);
        } else {
            convert(c, program, field);
        }
        if (c->code) {
#ifdef STUBC_ERROR_PATHS
            stubc_note_step(c->error, (uint32_t)(own - c->unit->programs));
#endif
            return;
        }
        SKIP_DEFAULT(kind, pc);
    }
    flush(c, word, count);
    if (c->code) {
        return;
    }
    if (sent) {
        const size_t at = start + (first[-1] & STUBC_EXTENSIBLE ? 1 : 0);
        uint8_t *const to = c->in.base + at / 8;
        sent <<= 16 - at % 8 - flags;
        to[0] = (uint8_t)(to[0] | sent >> 8);
        if (sent & 0xff) {
            to[1] = (uint8_t)(to[1] | (sent & 0xff));
        }
    }
    c->pc = pc;
    c->flag = value + (next - value);
    end_structure(c, first[-1], value, start);
}
#endif
#endif
