/* One more; counters stay at their largest value. */
static void stubc_count(uint32_t *n, size_t by)
{
    *n = by > UINT32_MAX - *n ? UINT32_MAX : *n + (uint32_t)by;
}

/* A value was met: values, messages that hold one, the last of them. */
static void stubc_met(uint32_t *c, uint32_t mark)
{
    stubc_count(c, 1);
    if (c[2] != mark) {
        stubc_count(c + 1, 1);
    }
    c[2] = mark;
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

static void stubc_put_text(const stubc_sink *s, const char *p)
{
    size_t count = 0;
    while (p[count]) {
        count++;
    }
    s->put(s->user, p, count);
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
    uint64_t value = d ? (n * 1000000 + d / 2) / d : 0, k;
    stubc_put_number(s, value / 1000000);
    stubc_put_text(s, ".");
    for (k = 100000; k; k /= 10) {
        stubc_put_number(s, value / k % 10);
    }
}

static void stubc_put_fields(const stubc_sink *s, const uint32_t *c)
{
    const stubc_counted *item;
    for (item = stubc_counted_fields; item->path; item++) {
        const uint32_t *start = c + item->owner;
        if (!start[0]) {
            continue;
        }
        stubc_put_text(s, "\"");
        stubc_put_text(s, item->path);
        stubc_put_text(s, "\" = { v = ");
        stubc_put_share(s, c[item->seen], start[0]);
        stubc_put_text(s, ", seen = ");
        stubc_put_number(s, c[item->seen]);
        stubc_put_text(s, ", of = ");
        stubc_put_number(s, start[0]);
        stubc_put_text(s, ", messages = ");
        stubc_put_number(s, start[1]);
        if (item->lengths) {
            unsigned at, classes = STUBC_LENGTHS;
            while (classes && !c[item->lengths + classes - 1]) {
                classes--;
            }
            for (at = 0; at < classes; at++) {
                stubc_put_text(s, at ? ", " : ", lengths = [");
                stubc_put_number(s, c[item->lengths + at]);
            }
            stubc_put_text(s, classes ? "]" : "");
        }
        stubc_put_text(s, " }\n");
    }
}

static uint64_t stubc_messages(const uint32_t *c)
{
    const stubc_counted *item;
    uint64_t sum = 0;
    for (item = stubc_counted_roots; item->path; item++) {
        sum += c[item->seen];
    }
    return sum;
}

void stubc_profile_dump(const uint32_t *c, void (*to)(void *user, const char *text, size_t length), void *u)
{
    const uint32_t *in = c + STUBC_DECODED, *out = c + STUBC_ENCODED;
    const stubc_counted *item;
    stubc_sink sink;
    sink.put = to;
    sink.user = u;
    stubc_put_text(&sink, "# Counted by instrumented stubs. Add profiles up with stubc profile --merge.\n\n[messages]\n");
    for (item = stubc_counted_roots; item->path; item++) {
        stubc_put_text(&sink, "\"");
        stubc_put_text(&sink, item->path);
        stubc_put_text(&sink, "\" = { decode = ");
        stubc_put_number(&sink, in[item->seen]);
        stubc_put_text(&sink, ", encode = ");
        stubc_put_number(&sink, out[item->seen]);
        stubc_put_text(&sink, " }\n");
    }
    stubc_put_text(&sink, "\n[roots]\n");
    for (item = stubc_counted_roots; item->path; item++) {
        stubc_put_text(&sink, "\"");
        stubc_put_text(&sink, item->path);
        stubc_put_text(&sink, "\" = { decode = ");
        stubc_put_share(&sink, in[item->seen], stubc_messages(in));
        stubc_put_text(&sink, ", encode = ");
        stubc_put_share(&sink, out[item->seen], stubc_messages(out));
        stubc_put_text(&sink, " }\n");
    }
    stubc_put_text(&sink, "\n[decode.frequency]\n");
    stubc_put_fields(&sink, in);
    stubc_put_text(&sink, "\n[encode.frequency]\n");
    stubc_put_fields(&sink, out);
}
