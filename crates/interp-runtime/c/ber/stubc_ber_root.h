/* ---- Message types ---- */
/* A message type: the step that interprets it, and its procedures; a direction without one is interpreted. */
#if defined STUBC_DECODE || defined STUBC_ENCODE
typedef struct stubc_root {
#if defined STUBC_SHAPES && defined STUBC_CHECK_SHAPES
    size_t size; /* of the value, for a type with shapes that are tried; else 0 */
#endif
#ifdef STUBC_ERROR_PATHS
    const char *name;
#endif
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_LONG_ROOTS
    const uint32_t *begun; /* the proper prefixes of its identifiers, then 0; 0 alone: any prefix */
#endif
#ifdef STUBC_INTERPRET
    uint8_t step[4];
#endif
#ifdef STUBC_COMPILED_DECODE
    uint32_t decode_tag;
    stubc_decode_fn *decode;
#endif
#ifdef STUBC_COMPILED_ENCODE
    uint32_t encode_tag;
    stubc_encode_fn *encode;
#endif
} stubc_root;
#endif
