/* What the functions of a filter under PER need of each other. */
#if defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_CONTENTS
#endif
#if defined STUBC_FILTER_SMALL
#define STUBC_FILTER_COUNTED
#endif
#if defined STUBC_FILTER_CONTENTS || defined STUBC_FILTER_COUNTED || defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_LENGTH
#endif
#if defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_OVER
#endif
#if defined STUBC_FILTER_CONTENTS
#define STUBC_FILTER_ITEMS
#endif
#if defined STUBC_FILTER_COUNTED || defined STUBC_FILTER_MEASURED
#define STUBC_FILTER_WHOLE
#endif
#if defined STUBC_FILTER_MEASURED
#define STUBC_FILTER_ALIGN
#endif
#if defined STUBC_FILTER_LENGTH || defined STUBC_FILTER_SMALL || defined STUBC_FILTER_MEASURED || \
    defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_TAKE
#endif
