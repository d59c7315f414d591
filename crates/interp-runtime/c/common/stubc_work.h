#ifdef STUBC_USE_CONTAINED
/* The work limit for checks that decode the contents of strings (CONTAINING). */
typedef struct stubc_work {
    const stubc_context *context; /* the caller's; inside such a string a copy with less depth */
    size_t left;                  /* bytes that may still be decoded */
    bool by_string;               /* no limit for the message: each string gets its own */
    bool spent;                   /* a check needed more than was left */
} stubc_work;
#define STUBC_WORK(coder) , &(coder)->work
#define STUBC_EXCLUDED(coder) ((coder)->work.spent ? STUBC_LIMIT : STUBC_CONSTRAINT)
#elif defined STUBC_CHECKS
#define STUBC_WORK(coder)
#define STUBC_EXCLUDED(coder) STUBC_CONSTRAINT
#endif
