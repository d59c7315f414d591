/* ---- The toy rule: numbers of fixed width, the highest octet first, and no tags ---- */
#ifdef STUBC_DECODE
typedef struct stubc_decoder {
    const uint8_t *end; /* of the input */
    const uint8_t *at;  /* where decoding failed */
    uint8_t *arena;
    uint8_t *arena_end;
    size_t max_elements;
    int code;
} stubc_decoder;

/* Decodes a value at p; returns where it ends, or NULL with d->code and d->at set. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, void *value);

const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at);
/* A number of so many octets. */
const uint8_t *stubc_get(stubc_decoder *d, const uint8_t *p, unsigned octets, uint64_t *number);
/* The number of an arm: one of so many, from 0. */
const uint8_t *stubc_get_arm(stubc_decoder *d, const uint8_t *p, unsigned arms, uint64_t *arm);
/* The count of an array and memory for its elements, of this size each. */
const uint8_t *stubc_get_array(stubc_decoder *d, const uint8_t *p, size_t size, void **items, size_t *count);
#endif

#ifdef STUBC_ENCODE
typedef struct stubc_encoder {
    const uint8_t *end; /* of the buffer */
    int code;
} stubc_encoder;

/* Encodes a value at q; returns where it ends, or NULL with c->code set. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, const void *value);

uint8_t *stubc_refuse(stubc_encoder *c, int code);
uint8_t *stubc_put(stubc_encoder *c, uint8_t *q, unsigned octets, uint64_t number);
uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, size_t count);
#endif

/* ---- Commands ---- */
#ifdef STUBC_INTERPRET
enum { STUBC_NUMBER, STUBC_TRUTH, STUBC_CALL };
enum { STUBC_SEQUENCE, STUBC_UNION, STUBC_ARRAY };

/* Converts the member at an offset: of so many octets, or by the commands of a node. */
typedef struct stubc_step {
    uint8_t op;
    uint8_t octets;
    uint16_t offset;
    uint16_t node;
} stubc_step;

/* The steps of a node, or its procedures where it has any. */
typedef struct stubc_node {
#ifdef STUBC_DECODE
    stubc_decode_fn *decode;
#endif
#ifdef STUBC_ENCODE
    stubc_encode_fn *encode;
#endif
    const stubc_step *steps;
    size_t size;     /* of an element */
    uint16_t length; /* of the array: where it lies */
    uint8_t kind;
    uint8_t count; /* of the steps */
} stubc_node;

extern const stubc_node stubc_nodes[];
#ifdef STUBC_DECODE
const uint8_t *stubc_interpret_decode(stubc_decoder *d, const uint8_t *p, void *value, unsigned node);
#endif
#ifdef STUBC_ENCODE
uint8_t *stubc_interpret_encode(stubc_encoder *c, uint8_t *q, const void *value, unsigned node);
#endif
#endif

/* A message type: its number where anything is interpreted, otherwise its procedures. */
typedef struct stubc_root {
#ifdef STUBC_INTERPRET
    unsigned node;
#else
#ifdef STUBC_DECODE
    stubc_decode_fn *decode;
#endif
#ifdef STUBC_ENCODE
    stubc_encode_fn *encode;
#endif
#endif
} stubc_root;
