/* ---- Constraints on the contents of strings: their work ---- */
#ifdef STUBC_USE_CONTAINED
/* Returns the default work limit for a message of this length, or on encoding for a string: 64 times the length. */
static size_t work_for(size_t length)
{
    return length < SIZE_MAX / 64 ? length * 64 : SIZE_MAX;
}

/* Sets the work limit of a message of this length; 0: it is encoded, and its length is not known yet. */
static void begin_work(stubc_work *work, const stubc_context *context, size_t length)
{
    work->context = context;
    work->left = context ? context->max_work : 0;
    work->by_string = !work->left && !length;
    if (!work->left) {
        work->left = work_for(length);
    }
    work->spent = false;
}

/* Begins to decode length octets of a string: takes them from the work limit, and a level from the depth in context,
 * which becomes a copy of the caller's. Returns false if too little is left. */
static bool begin_contents(stubc_work *own, stubc_context *context, stubc_work *work, size_t length)
{
    *context = work->context ? *work->context : stubc_context_over(NULL, 0);
    *own = *work;
    own->context = context;
    if (own->by_string) {
        own->by_string = false;
        own->left = work_for(length);
    }
    if (work->spent || !context->max_depth) {
        return false;
    }
    if (length > own->left) {
        work->spent = true;
        return false;
    }
    own->left -= length;
    context->max_depth--;
    return true;
}

/* Ends what begin_contents began. */
static void end_contents(stubc_work *work, const stubc_work *own)
{
    work->spent = own->spent;
    if (!work->by_string) {
        work->left = own->left;
    }
}
#endif
