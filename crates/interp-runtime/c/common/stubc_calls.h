/* ---- Packed rules: procedures, and what they call to have commands run ---- */
#ifdef STUBC_COMPILED_DECODE
#ifdef STUBC_TAKE_ELEMENTS
void *stubc_elements(stubc_decoder *d, stubc_source at, size_t count, size_t least, size_t size);
#endif
#ifdef STUBC_TAKE_EMPTY
bool stubc_empty(stubc_decoder *d);
#endif
#ifdef STUBC_TAKE_ADDITIONS
stubc_source stubc_decode_additions(stubc_decoder *d, stubc_source at, size_t program, size_t flags, void *value);
#endif
#ifdef STUBC_TAKE_RELATIONS
stubc_source stubc_decode_relations(stubc_decoder *d, stubc_source at, size_t program, void *value);
#endif
#ifdef STUBC_TAKE_PROGRAM
stubc_source stubc_interpret_decode(stubc_decoder *d, stubc_source at, unsigned program, void *value);
#endif
#ifdef STUBC_TAKE_EXTENDED
stubc_source stubc_decode_extended(stubc_decoder *d, stubc_source at, unsigned program, void *value);
#endif
#endif

#ifdef STUBC_COMPILED_ENCODE
#ifdef STUBC_PUT_ADDITIONS
stubc_target stubc_encode_additions(stubc_encoder *c, stubc_target at, size_t program, size_t flags, const void *value,
                                    stubc_target start);
#endif
#ifdef STUBC_PUT_PROGRAM
stubc_target stubc_interpret_encode(stubc_encoder *c, stubc_target at, unsigned program, const void *value);
#endif
#ifdef STUBC_PUT_EXTENDED
stubc_target stubc_encode_extended(stubc_encoder *c, stubc_target at, unsigned program, const void *value);
#endif
#endif
