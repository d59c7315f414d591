/* What the functions of a filter under OER need of each other. */
#if defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_CONTENTS
#endif
#if defined STUBC_FILTER_QUANTITY
#define STUBC_FILTER_COUNTED
#endif
#if defined STUBC_FILTER_CONTENTS || defined STUBC_FILTER_COUNTED || defined STUBC_FILTER_ADDITIONS || \
    defined STUBC_FILTER_UNUSED
#define STUBC_FILTER_LENGTH
#endif
#if defined STUBC_FILTER_CONTENTS || defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_ITEMS
#endif
#if defined STUBC_FILTER_COUNTED || defined STUBC_FILTER_LENGTH || defined STUBC_FILTER_ITEM
#define STUBC_FILTER_WHOLE
#endif
#if defined STUBC_FILTER_LENGTH || defined STUBC_FILTER_UNUSED || defined STUBC_FILTER_ITEM || \
    defined STUBC_FILTER_TAG || defined STUBC_FILTER_ADDITIONS
#define STUBC_FILTER_TAKE
#endif
