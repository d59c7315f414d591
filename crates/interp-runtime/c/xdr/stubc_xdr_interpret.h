/* ---- Commands: four bytes per step; docs/design/xdr.md of stubc has the format ---- */
#ifdef STUBC_INTERPRET
enum {
    STUBC_STOP,
    STUBC_OP_NEED,     /* the input or the buffer must have as many bytes as the next three bytes say */
    STUBC_OP_OPTIONAL, /* optional data; if it is absent, skip as many steps as byte 3 says */
    STUBC_OP_DEPTH,    /* a level of depth must be left */
    STUBC_OP_BOX,      /* the next call fills arena memory of this size, in three bytes */
    STUBC_OP_WORD,     /* a number of 32 bits */
    STUBC_OP_HYPER,    /* a number of 64 bits */
    STUBC_OP_TRUTH,
    STUBC_OP_I8, /* shorter numbers; they take a word */
    STUBC_OP_U8,
    STUBC_OP_I16,
    STUBC_OP_U16,
    STUBC_OP_OPAQUE,    /* as many bytes as the next four bytes say */
    STUBC_OP_COUNTED,   /* a slice; if byte 3 is not 0, the next four bytes are its bound */
    STUBC_OP_CALL = 16, /* to 23: the node; its number is byte 3, and the low three bits above it */

    STUBC_OP = 0x3f,
    STUBC_RECURSIVE = 0x40,
    STUBC_BOXED = 0x80
};

/* The kind of a program: its first byte. */
enum { STUBC_SEQUENCE, STUBC_SWITCH, STUBC_FIXED, STUBC_COUNTED, STUBC_LIST, STUBC_CLOSED_LIST };

/* Numbers as bytes, the lowest first. A value that does not fit makes the array's size negative, which is a compile
 * error. */
#define STUBC_OCTET(value, at) ((uint8_t)((value) >> (at) & 0xff))
#define STUBC_CHECKED(value, condition) ((uint8_t)(((value) & 0xff) + 0 * sizeof(char[(condition) ? 1 : -1])))
#define STUBC_TWO(value) STUBC_OCTET(value, 0), STUBC_OCTET(value, 8)
#define STUBC_THREE(value) STUBC_OCTET(value, 0), STUBC_OCTET(value, 8), STUBC_OCTET(value, 16)
#define STUBC_FOUR(value) STUBC_TWO(value), STUBC_OCTET(value, 16), STUBC_OCTET(value, 24)
#define STUBC_AT(type, member)                                                                                       \
    STUBC_CHECKED(offsetof(type, member), offsetof(type, member) <= 0xffff), STUBC_OCTET(offsetof(type, member), 8)
#define STUBC_SIZE(type)                                                                                             \
    STUBC_CHECKED(sizeof(type), sizeof(type) <= 0x7fff || sizeof(type) <= 0xffffff), STUBC_OCTET(sizeof(type), 8),   \
        STUBC_OCTET((uint32_t)sizeof(type), 16)

#ifdef STUBC_COUNT_COMMANDS
#define STUBC_COUNT(state) ((state)->commands++)
#else
#define STUBC_COUNT(state) ((void)0)
#endif

#ifndef STUBC_SEVERAL
extern const uint8_t stubc_programs[];
extern const STUBC_PROGRAM_OFFSET stubc_nodes[];
#ifdef STUBC_DECODE
extern stubc_decode_fn *const stubc_decoders[];
#endif
#ifdef STUBC_ENCODE
extern stubc_encode_fn *const stubc_encoders[];
#endif
#endif
#ifdef STUBC_DECODE
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, void *value, unsigned node);
#endif
#ifdef STUBC_ENCODE
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, const void *value, unsigned node);
#endif

#ifdef STUBC_BY_UNIT
struct stubc_unit {
    const uint8_t *programs;
    const STUBC_PROGRAM_OFFSET *nodes;
#if STUBC_DECODERS
    stubc_decode_fn *const *decoders;
#endif
#if STUBC_ENCODERS
    stubc_encode_fn *const *encoders;
#endif
#if STUBC_DECODERS
    uint16_t decoder_count; /* nodes below this have decoding procedures */
#endif
#if STUBC_ENCODERS
    uint16_t encoders_from; /* nodes from this on have encoding procedures */
    uint16_t encoder_count;
#endif
};
#endif
#endif
