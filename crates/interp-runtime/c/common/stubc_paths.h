#ifdef STUBC_ERROR_PATHS
/* For generated code: each name with a zero behind it (fields are known by where theirs starts), and what notes
 * fields. */
#define STUBC_INDEX ((uint32_t)1 << 31)
extern const char stubc_names[];
void stubc_note(stubc_error *error, uint32_t field);
#ifdef STUBC_INTERPRET
/* The name of a step's field, by where the step lies in stubc_programs; of a relation by STUBC_INDEX and its first
 * hop. */
typedef struct stubc_step_name {
    uint32_t step;
    uint32_t name; /* 0: the end of the table */
} stubc_step_name;
extern const stubc_step_name stubc_step_names[];
void stubc_note_step(stubc_error *error, uint32_t step);
#endif
#endif
