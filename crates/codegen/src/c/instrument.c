/* One more; counters stay at their largest value. */
static void stubc_count(uint32_t *n, size_t by)
{
    *n = by > UINT32_MAX - *n ? UINT32_MAX : *n + (uint32_t)by;
}

/* A value was met: values, messages that hold one, the last of them. */
static void stubc_met(uint32_t *c, uint32_t message)
{
    stubc_count(c, 1);
    if (c[2] != message) {
        stubc_count(c + 1, 1);
    }
    c[2] = message;
}
@LENGTH
/* An array was met: with 0, 1, 2 to 3, 4 to 7, ... elements. */
static void stubc_length(uint32_t *c, size_t count)
{
    unsigned at = 0;
    for (; count && at < STUBC_LENGTHS - 1; count >>= 1) {
        at++;
    }
    stubc_count(c + at, 1);
}
@END
typedef struct stubc_sink {
    void (*put)(void *user, const char *text, size_t length);
    void *user;
} stubc_sink;

static void stubc_put_text(const stubc_sink *s, const char *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    s->put(s->user, text, length);
}

static void stubc_put_number(const stubc_sink *s, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    s->put(s->user, digits + at, sizeof digits - at);
}

/* n / d to six places, without floating point. */
static void stubc_put_share(const stubc_sink *s, uint64_t n, uint64_t d)
{
    uint64_t millionths = d ? (n * 1000000 + d / 2) / d : 0, place;
    stubc_put_number(s, millionths / 1000000);
    stubc_put_text(s, ".");
    for (place = 100000; place; place /= 10) {
        stubc_put_number(s, millionths / place % 10);
    }
}

static void stubc_put_fields(const stubc_sink *s, const uint32_t *c)
{
    const stubc_counted *field;
    for (field = stubc_counted_fields; field->path; field++) {
        const uint32_t *owner = c + field->owner;
        if (!owner[0]) {
            continue;
        }
        stubc_put_text(s, "\"");
        stubc_put_text(s, field->path);
        stubc_put_text(s, "\" = { v = ");
        stubc_put_share(s, c[field->seen], owner[0]);
        stubc_put_text(s, ", seen = ");
        stubc_put_number(s, c[field->seen]);
        stubc_put_text(s, ", of = ");
        stubc_put_number(s, owner[0]);
        stubc_put_text(s, ", messages = ");
        stubc_put_number(s, owner[1]);
        if (field->lengths) {
            unsigned at, classes = STUBC_LENGTHS;
            while (classes && !c[field->lengths + classes - 1]) {
                classes--;
            }
            for (at = 0; at < classes; at++) {
                stubc_put_text(s, at ? ", " : ", lengths = [");
                stubc_put_number(s, c[field->lengths + at]);
            }
            stubc_put_text(s, classes ? "]" : "");
        }
        stubc_put_text(s, " }\n");
    }
}

static uint64_t stubc_messages(const uint32_t *c)
{
    const stubc_counted *root;
    uint64_t sum = 0;
    for (root = stubc_counted_roots; root->path; root++) {
        sum += c[root->seen];
    }
    return sum;
}

void stubc_profile_dump(const uint32_t *profile, void (*put)(void *user, const char *text, size_t length), void *user)
{
    const uint32_t *in = profile + STUBC_DECODED, *out = profile + STUBC_ENCODED;
    const stubc_counted *root;
    stubc_sink sink;
    sink.put = put;
    sink.user = user;
    stubc_put_text(&sink, "# Counted by instrumented stubs. Add profiles up with stubc profile --merge.\n\n[messages]\n");
    for (root = stubc_counted_roots; root->path; root++) {
        stubc_put_text(&sink, "\"");
        stubc_put_text(&sink, root->path);
        stubc_put_text(&sink, "\" = { decode = ");
        stubc_put_number(&sink, in[root->seen]);
        stubc_put_text(&sink, ", encode = ");
        stubc_put_number(&sink, out[root->seen]);
        stubc_put_text(&sink, " }\n");
    }
    stubc_put_text(&sink, "\n[roots]\n");
    for (root = stubc_counted_roots; root->path; root++) {
        stubc_put_text(&sink, "\"");
        stubc_put_text(&sink, root->path);
        stubc_put_text(&sink, "\" = { decode = ");
        stubc_put_share(&sink, in[root->seen], stubc_messages(in));
        stubc_put_text(&sink, ", encode = ");
        stubc_put_share(&sink, out[root->seen], stubc_messages(out));
        stubc_put_text(&sink, " }\n");
    }
    stubc_put_text(&sink, "\n[decode.frequency]\n");
    stubc_put_fields(&sink, in);
    stubc_put_text(&sink, "\n[encode.frequency]\n");
    stubc_put_fields(&sink, out);
}
