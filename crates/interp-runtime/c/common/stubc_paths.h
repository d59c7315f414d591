#ifdef STUBC_ERROR_PATHS
/* For generated code: the names of the fields, each with a zero after it, and the functions that note a field. The
 * number of a field is the offset of its name. */
#define STUBC_INDEX ((uint32_t)1 << 31)
extern const char stubc_names[];
void stubc_note(stubc_error *error, uint32_t field);
#ifdef STUBC_INTERPRET
/* The name of a field. step: the offset of its command in stubc_programs; for a relation, STUBC_INDEX and the index of
 * its first hop. */
typedef struct stubc_step_name {
    uint32_t step;
    uint32_t name; /* 0: the end of the table */
} stubc_step_name;
extern const stubc_step_name stubc_step_names[];
void stubc_note_step(stubc_error *error, uint32_t step);
#endif
#endif
