/* The compiler's option for size (-Os) removes the shortcuts for speed. */
#ifndef __OPTIMIZE_SIZE__
#define STUBC_SPEED
#endif

#if defined(__GNUC__)
#define STUBC_INLINE static inline __attribute__((always_inline))
#define STUBC_MAYBE_UNUSED __attribute__((unused))
#else
#define STUBC_INLINE static inline
#define STUBC_MAYBE_UNUSED
#endif

/* A function that only the runtime calls if every type is interpreted: the compiler removes it after inlining all its
 * calls. */
#if defined STUBC_ALONE && defined __GNUC__
#define STUBC_LOCAL static STUBC_MAYBE_UNUSED
#else
#define STUBC_LOCAL
#endif

/* The target is little-endian and loads and stores words at any address. Elsewhere bytes are moved one by one. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                      \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__ARM_FEATURE_UNALIGNED))
#define STUBC_WORDS_ANYWHERE
#endif

#if defined STUBC_DECODE || defined STUBC_RPC
/* Returns the big-endian word at p (RFC 4506 4.2). The caller has checked that four bytes are there. */
STUBC_INLINE uint32_t stubc_word(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
#endif

#if defined STUBC_ENCODE || defined STUBC_RPC
/* Writes a word at q, big-endian (RFC 4506 4.2). The caller has checked that there is space for four bytes. */
STUBC_INLINE void stubc_put_word(uint8_t *q, uint32_t word)
{
    /* Some compilers vectorize the four bytes first and do not combine them. */
#ifdef STUBC_WORDS_ANYWHERE
    word = __builtin_bswap32(word);
    memcpy(q, &word, sizeof word);
#else
    q[0] = (uint8_t)(word >> 24);
    q[1] = (uint8_t)(word >> 16);
    q[2] = (uint8_t)(word >> 8);
    q[3] = (uint8_t)word;
#endif
}
#endif

/* The lead of a type is a number of bytes with which each of its values begins. The caller of a procedure checks that
 * the input or the buffer has the lead; the procedure does not check it again. */
#ifdef STUBC_BY_UNIT
/* The tables of one specification; several specifications share the runtime. */
typedef struct stubc_unit stubc_unit;
#endif

#ifdef STUBC_DECODE
typedef struct stubc_decoder {
    const uint8_t *end; /* end of the input */
    const uint8_t *at;  /* start of the innermost construct that failed */
    uint8_t *arena;
    uint8_t *arena_end;
    size_t max_elements;
    unsigned depth; /* levels of recursion that are left */
    int code;
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_COUNT_COMMANDS
    unsigned long commands;
    unsigned long idle;
#endif
#ifdef STUBC_ERROR_PATHS
    stubc_error *error;
    const uint8_t *step; /* the command that is being executed */
#endif
} stubc_decoder;

/* Decodes a value at p; returns where it ends, or NULL after an error, which is in d->code and d->at. */
typedef const uint8_t *stubc_decode_fn(stubc_decoder *d, const uint8_t *p, void *value);
/* Decodes a value of static size that has no invalid encodings. The caller has checked the length. */
typedef void stubc_read_fn(const uint8_t *p, void *value);

#ifndef STUBC_FAIL
#define STUBC_FAIL STUBC_LOCAL
#endif
STUBC_FAIL const uint8_t *stubc_fail(stubc_decoder *d, int code, const uint8_t *at);
#ifdef STUBC_USE_ARENA
STUBC_LOCAL void *stubc_alloc(stubc_decoder *d, const uint8_t *at, size_t size);
#endif
#ifdef STUBC_USE_COUNTED
STUBC_LOCAL const uint8_t *stubc_get_counted(stubc_decoder *d, const uint8_t *p, const uint8_t *at, uint32_t most,
                                             stubc_slice *value);
#endif
#ifdef STUBC_USE_ARRAY
STUBC_LOCAL void *stubc_get_array(stubc_decoder *d, const uint8_t *p, uint32_t most, size_t lead, size_t size,
                                  size_t *count);

/* As stubc_get_array; inline for the usual case, where the compiler knows lead and size. */
#ifdef STUBC_SPEED
STUBC_INLINE void *stubc_quick_array(stubc_decoder *d, const uint8_t *p, uint32_t most, size_t lead, size_t size,
                                     size_t *count)
{
    size_t n = stubc_word(p), pad = (size_t)(0u - (uintptr_t)d->arena) & (STUBC_ALIGN - 1);
    size_t left = (size_t)(d->arena_end - d->arena);
    uint8_t *taken;
    if (n - 1 >= most || n > d->max_elements || n > (size_t)(d->end - p - 4) / lead || left < pad ||
        n > (left - pad) / size) {
        return stubc_get_array(d, p, most, lead, size, count);
    }
    taken = d->arena + pad;
    d->arena = taken + n * size;
    *count = n;
    return taken;
}
#else
#define stubc_quick_array stubc_get_array
#endif
#endif

/* Returns the big-endian 64-bit number at p (RFC 4506 4.5). */
STUBC_INLINE uint64_t stubc_hyper(const uint8_t *p)
{
    return (uint64_t)stubc_word(p) << 32 | stubc_word(p + 4);
}

/* Returns the float at p (RFC 4506 4.6). */
STUBC_INLINE float stubc_float(const uint8_t *p)
{
    uint32_t word = stubc_word(p);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Returns the double at p (RFC 4506 4.7). */
STUBC_INLINE double stubc_double(const uint8_t *p)
{
    uint64_t hyper = stubc_hyper(p);
    double value;
    memcpy(&value, &hyper, sizeof value);
    return value;
}
#endif

#ifdef STUBC_ENCODE
typedef struct stubc_encoder {
    const uint8_t *end; /* end of the buffer */
    unsigned depth;
    int code;
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
#ifdef STUBC_COUNT_COMMANDS
    unsigned long commands;
    unsigned long idle;
#endif
#ifdef STUBC_ERROR_PATHS
    stubc_error *error;
    const uint8_t *step;
#endif
} stubc_encoder;

/* Encodes a value at q; returns where it ends, or NULL after an error, which is in c->code. */
typedef uint8_t *stubc_encode_fn(stubc_encoder *c, uint8_t *q, const void *value);
/* Encodes a value of static size. The caller has checked the space. */
typedef void stubc_write_fn(uint8_t *q, const void *value);

#ifndef STUBC_REFUSE
#define STUBC_REFUSE STUBC_LOCAL
#endif
STUBC_REFUSE uint8_t *stubc_refuse(stubc_encoder *c, int code);
#ifdef STUBC_USE_COUNTED
STUBC_LOCAL uint8_t *stubc_put_counted(stubc_encoder *c, uint8_t *q, uint32_t most, const stubc_slice *value);
#endif
#ifdef STUBC_USE_ARRAY
STUBC_LOCAL uint8_t *stubc_put_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count);

/* As stubc_put_count; inline for the usual case, where the compiler knows the lead. */
#ifdef STUBC_SPEED
STUBC_INLINE uint8_t *stubc_quick_count(stubc_encoder *c, uint8_t *q, uint32_t most, size_t lead, size_t count)
{
    if (count > most || count > (size_t)(c->end - q - 4) / lead) {
        return stubc_put_count(c, q, most, lead, count);
    }
    stubc_put_word(q, (uint32_t)count);
    return q + 4;
}
#else
#define stubc_quick_count stubc_put_count
#endif
#endif

/* Writes a 64-bit number at q, big-endian (RFC 4506 4.5). */
STUBC_INLINE void stubc_put_hyper(uint8_t *q, uint64_t hyper)
{
    stubc_put_word(q, (uint32_t)(hyper >> 32));
    stubc_put_word(q + 4, (uint32_t)hyper);
}

/* Writes a float at q (RFC 4506 4.6). */
STUBC_INLINE void stubc_put_float(uint8_t *q, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    stubc_put_word(q, word);
}

/* Writes a double at q (RFC 4506 4.7). */
STUBC_INLINE void stubc_put_double(uint8_t *q, double value)
{
    uint64_t hyper;
    memcpy(&hyper, &value, sizeof hyper);
    stubc_put_hyper(q, hyper);
}
#endif

/* Copy count numbers of 32 or 64 bits, and convert them between the machine's byte order and that of XDR, in either
 * direction. The caller has checked both lengths. */
#ifdef STUBC_USE_SWAP32
STUBC_LOCAL void stubc_swap32(void *to, const void *from, size_t count);
#endif
#ifdef STUBC_USE_SWAP64
STUBC_LOCAL void stubc_swap64(void *to, const void *from, size_t count);
#endif

/* A message type: its lead, and its procedures; if any type is interpreted, its node instead of procedures. */
typedef struct stubc_root {
#ifdef STUBC_ERROR_PATHS
    const char *name;
#endif
#ifdef STUBC_BY_UNIT
    const stubc_unit *unit;
#endif
    STUBC_ROOT_CELL lead;
#ifdef STUBC_INTERPRET
    STUBC_ROOT_CELL node;
#else
#ifdef STUBC_DECODE
    stubc_decode_fn *decode;
#endif
#ifdef STUBC_ENCODE
    stubc_encode_fn *encode;
#endif
#endif
#ifdef STUBC_STRAIGHT_ROOTS
#ifdef STUBC_DECODE
    stubc_read_fn *read; /* NULL unless the size is static and no encoding is invalid */
#endif
#ifdef STUBC_ENCODE
    stubc_write_fn *write;
#endif
#endif
#ifdef STUBC_TRY_SHAPES
#ifdef STUBC_CHECK_SHAPES
    size_t size; /* of the value */
#endif
    /* Decodes a message of some shapes; else it returns STUBC_OTHER, and nothing has changed. */
    stubc_result (*shape)(void *value, const uint8_t *input, size_t length, stubc_context *context);
#endif
} stubc_root;
