/* ---- Field paths in errors (--error-paths) ---- */
#ifdef STUBC_ERROR_PATHS

/* Adds a field, or the element of an array, to the path of an error. The innermost field comes first; a path
 * keeps a fixed number of fields and counts the others. */
void stubc_note(stubc_error *error, uint32_t field)
{
    if (!error || !field) {
        return;
    }
    if (error->fields < STUBC_PATH_LENGTH) {
        error->path[error->fields] = field;
    }
    error->fields++;
}

#ifdef STUBC_INTERPRET
/* As stubc_note, for the field of a command. The search is linear, and happens only after an error. */
void stubc_note_step(stubc_error *error, uint32_t step)
{
    const stubc_step_name *known = stubc_step_names;
    while (known->name && known->step != step) {
        known++;
    }
    stubc_note(error, known->name);
}
#endif

/* Appends more to text, which has size bytes, at the offset at; returns the offset after it, also beyond size. */
static size_t append(char *text, size_t size, size_t at, const char *more)
{
    for (; *more; more++, at++) {
        if (at + 1 < size) {
            text[at] = *more;
        }
    }
    return at;
}

/* Writes the path of an error, such as `Type.field.field[3].field`, and a zero, in at most size bytes. Returns the
 * length of the whole path. "..." replaces the outer fields that the path does not hold. */
size_t stubc_error_path(const stubc_error *error, char *text, size_t size)
{
    unsigned n = error->fields;
    size_t at = append(text, size, 0, error->root);
    if (n > STUBC_PATH_LENGTH) {
        n = STUBC_PATH_LENGTH;
        at = append(text, size, at, "...");
    }
    while (n--) {
        uint32_t field = error->path[n];
        if (field & STUBC_INDEX) {
            char digits[12], *digit = digits + sizeof digits;
            *--digit = 0;
            *--digit = ']';
            field &= ~STUBC_INDEX;
            do {
                *--digit = (char)('0' + field % 10);
            } while (field /= 10);
            at = append(text, size, at, "[");
            at = append(text, size, at, digit);
        } else {
            at = append(text, size, at, ".");
            at = append(text, size, at, stubc_names + field);
        }
    }
    if (size) {
        text[at < size ? at : size - 1] = 0;
    }
    return at;
}
#endif
