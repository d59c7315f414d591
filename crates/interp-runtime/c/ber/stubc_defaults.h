/* ---- Defaults and constraints ---- */
#ifdef STUBC_MIXED
#define STUBC_CANONICAL_BOOLEAN(octet) (!d->unit->is_der || (octet) == 0 || (octet) == 0xff)
#elif defined STUBC_DER
#define STUBC_CANONICAL_BOOLEAN(octet) ((octet) == 0 || (octet) == 0xff)
#else
#define STUBC_CANONICAL_BOOLEAN(octet) true
#endif
#ifdef STUBC_COMPILED_DECODE
/* Whether length octets that begin with first are the shortest for their length; one octet counts from 0x80. */
#ifdef STUBC_MIXED
#define STUBC_SHORTEST(length, least) (!d->unit->is_der || (length) >= (least))
#elif defined STUBC_DER
#define STUBC_SHORTEST(length, least) ((length) >= (least))
#else
#define STUBC_SHORTEST(length, least) true
#endif
#endif

#ifdef STUBC_DEFAULT_SLICES
/* Values of DEFAULT fields; the length of a bit string counts bits. */
#ifndef STUBC_SEVERAL
extern const stubc_slice stubc_default_slices[];
#endif
#ifdef STUBC_CALLS_SAME
/* Generated code calls it too. */
bool stubc_same(const void *value, const stubc_slice *known, unsigned op);
#elif defined STUBC_ENCODE || defined STUBC_DER || defined STUBC_PROFILE
STUBC_LOCAL bool stubc_same(const void *value, const stubc_slice *known, unsigned op);
#endif
#endif
