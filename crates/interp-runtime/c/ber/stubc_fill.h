#ifdef STUBC_USE_CONTAINED
bool stubc_contains(stubc_work *work, const uint8_t *data, size_t length, const uint8_t *pc, void *value);
#endif

#ifdef STUBC_USE_OID
STUBC_LOCAL bool stubc_is_oid(const stubc_slice *value);
#endif
#ifdef STUBC_ENCODED_DEFAULTS
#ifdef STUBC_DECODE
#ifdef STUBC_DER
/* Returns whether the octets from p to e are those of a constructed default. */
STUBC_LOCAL bool stubc_is_sent(const stubc_slice *known, const uint8_t *p, const uint8_t *e);
#endif
/* The limits of a decoder, saved while it decodes a default. */
typedef struct stubc_filling {
    size_t max_elements;
    unsigned depth;
#ifdef STUBC_FILLS
    bool filling;
#endif
} stubc_filling;

STUBC_LOCAL const uint8_t *stubc_fill(stubc_decoder *d, stubc_filling *before, const stubc_slice *known,
                                      const uint8_t **e);
STUBC_LOCAL void stubc_filled(stubc_decoder *d, const stubc_filling *before);
#endif
#endif
