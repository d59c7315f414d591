/* ---- Field paths in errors (--error-paths) ---- */
#ifdef STUBC_ERROR_PATHS

/* Notes the field, or the element of an array, in which something went wrong; those around it are noted after it. */
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
/* The same, of the field of a command. */
void stubc_note_step(stubc_error *error, uint32_t step)
{
    const stubc_step_name *known = stubc_step_names;
    while (known->name && known->step != step) {
        known++;
    }
    stubc_note(error, known->name);
}
#endif

static size_t append(char *text, size_t size, size_t at, const char *more)
{
    for (; *more; more++, at++) {
        if (at + 1 < size) {
            text[at] = *more;
        }
    }
    return at;
}

/* Writes `Type.field.field[3].field`, as much of it as there is room for, and a zero; returns the length of all of it.
 * Where more fields than are held lie in each other, dots stand for the outer ones. */
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
