/* ---- The tables of one of several specifications ---- */
#ifdef STUBC_BY_UNIT
struct stubc_unit {
#ifdef STUBC_INTERPRET
    const uint8_t *programs;
    const STUBC_PROGRAM_OFFSET *nodes;
    const STUBC_TAG_CELL *tags;
#ifdef STUBC_USE_WIDE
    const struct stubc_wide *wides;
#endif
#ifdef STUBC_USE_HOPS
    const struct stubc_hop *hops;
    const uint8_t *keys;
#endif
#ifdef STUBC_USE_PARTS
    unsigned (*const *choosers)(const void *);
#endif
#ifdef STUBC_DEFAULT_INTEGERS
    const stubc_default_integer *default_integers;
#endif
#ifdef STUBC_CONSTRUCTED_DEFAULTS
    const struct stubc_constructed *constructed_defaults;
#endif
#if STUBC_DECODERS
    stubc_decode_fn *const *decoders;
#endif
#if STUBC_ENCODERS
    stubc_encode_fn *const *encoders;
#endif
#endif
#if defined STUBC_DEFAULT_SLICES && (defined STUBC_INTERPRET || defined STUBC_OPEN_DEFAULTS)
    const stubc_slice *default_slices;
#endif
#ifdef STUBC_INTERPRET
    uint16_t tag_count;
#if STUBC_DECODERS
    stubc_number decoder_count; /* nodes below this have decoding procedures */
#endif
#if STUBC_ENCODERS
    stubc_number encoders_from; /* nodes from this on have encoding procedures */
    stubc_number encoder_count;
#endif
#endif
#ifdef STUBC_OPEN_DEFAULTS
    uint16_t open_defaults; /* bytes of the defaults that contain an open type; they come first */
#endif
#ifdef STUBC_MIXED
    bool is_der;
#endif
};
#endif
