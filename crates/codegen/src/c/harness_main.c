
static uint8_t *read_all(FILE *file, size_t *length)
{
    size_t room = 1 << 16;
    uint8_t *data = malloc(room);
    *length = 0;
    for (;;) {
        size_t got = fread(data + *length, 1, room - *length, file);
        if (got == 0)
            return data;
        *length += got;
        if (*length == room)
            data = realloc(data, room *= 2);
    }
}

static void report(stubc_result result, const stubc_error error)
{
    put("{\"error\":");
    put_signed(result);
    put(",\"offset\":");
    put_unsigned(error.offset);
    THE_BIT
    if (result == STUBC_TRUNCATED) {
        put(",\"needed\":");
        put_unsigned(error.needed);
    }
#ifdef STUBC_ERROR_PATHS
    {
        /* As long as it is said to be, and cut off where there is no room. */
        size_t length = stubc_error_path(&error, NULL, 0);
        char *path = malloc(length + 1), cut[4];
        if (stubc_error_path(&error, path, length + 1) != length || strlen(path) != length)
            abort();
        if (stubc_error_path(&error, cut, sizeof cut) != length || strncmp(cut, path, 3) != 0 || strlen(cut) > 3)
            abort();
        put(",\"path\":\"");
        put(path);
        put_char('"');
        free(path);
    }
#endif
    put("}\n");
}

static void put_arena(const stubc_context *context)
{
    put(",\"arena\":");
    put_unsigned(context->arena_used);
}

/* Decodes one message, prints it, and encodes it again into buffers of exactly the right size. */
static void one(const struct root *r, const uint8_t *message, size_t length, stubc_context context)
{
    stubc_error error;
    uint8_t *input = length ? malloc(length) : NULL, *output, *tail; /* of no octets there need be no place */
    stubc_result result, size;
    uint8_t *value = malloc(r->size);
    memset(value, 0xa5, r->size);
    if (length)
        memcpy(input, message, length);
    result = r->decode(value, input, length, &context, &error);
    if (result < 0) {
        if (error.code != result)
            abort();
        report(result, error);
    } else if (!r->encode) {
        put("{\"length\":");
        put_signed(result);
        put(",\"value\":");
        r->walk(value);
        put_arena(&context);
        put("}\n");
    } else {
        size_t room = length * 4 + 4096;
        output = malloc(room);
        size = r->encode_tail(value, output, room, &context, &error, &tail);
        if (size < 0) {
            report(size, error);
        } else {
            uint8_t *exact = malloc((size_t)size);
            put("{\"length\":");
        put_signed(result);
        put(",\"value\":");
            received[0] = 0;
            r->walk(value);
            if (r->encode(value, exact, (size_t)size, &context, &error) != size || memcmp(exact, tail, (size_t)size) != 0)
                put(",\"tail\":\"differs\"");
            if (size > 0 && r->encode(value, exact, (size_t)size - 1, &context, &error) != STUBC_NO_SPACE)
                put(",\"space\":\"unchecked\"");
            put(",\"encoded\":");
            hex_string(tail, (size_t)size);
            COMMANDS
            KEPT
            put_arena(&context);
            put("}\n");
            free(exact);
        }
        free(output);
    }
    /* What the next message forgets to set must not look set. */
    if (context.arena)
        memset(context.arena, 0xa5, context.arena_used);
    free(value);
    free(input);
}

/* Decodes one message, overwrites one part of the value (its number, and the length of what is put there, in four octets each,
 * stand before the message, with what is put there between), and encodes that. */
static void altered(const struct root *r, const uint8_t *record, size_t length, stubc_context context)
{
    size_t head[2] = {0, 0}, room, i;
    stubc_error error;
    uint8_t *value = malloc(r->size), *octets, *input, *output, *tail;
    stubc_result result;
    for (i = 0; i < 8; i++)
        head[i / 4] |= (size_t)record[i] << 8 * (i % 4);
    octets = malloc(head[1] + 1);
    memcpy(octets, record + 8, head[1]);
    length -= 8 + head[1];
    input = malloc(length + 1);
    memcpy(input, record + 8 + head[1], length);
    room = (length + head[1]) * 4 + 4096;
    output = malloc(room);
    memset(value, 0xa5, r->size);
    result = r->decode(value, input, length, &context, &error);
    if (result >= 0) {
        harness_visited = 0;
        harness_wanted = head[0];
        harness_replacement.data = realloc(octets, head[1] ? head[1] : 1); /* exactly as large as said */
        octets = (uint8_t *)(size_t)harness_replacement.data;
        harness_replacement.length = head[1];
        muted = true;
        if (!setjmp(harness_found)) {
            r->walk(value);
            abort();
        }
        muted = false;
        harness_wanted = SIZE_MAX;
        result = r->encode_tail(value, output, room, &context, &error, &tail);
    }
    if (result < 0) {
        report(result, error);
    } else {
        put("{\"encoded\":");
        hex_string(tail, (size_t)result);
        put("}\n");
    }
    free(output);
    free(input);
    free(octets);
    free(value);
}

/* What was not as it should be at one size. */
static void figures(const char *what, size_t room, stubc_result result, size_t needed)
{
    put("\n{\"");
    put(what);
    put("\":");
    put_unsigned(room);
    put(",\"result\":");
    put_signed(result);
    put(",\"needed\":");
    put_unsigned(needed);
    put("}\n");
    flush();
}

/* The first size of an arena that is too small here: offset and path of the error, where they differ from those of one octet less. */
static void fault(size_t room, const stubc_error *error)
{
    static char last[1000];
    char text[1000];
    int length = sprintf(text, "%lu,\"", (unsigned long)error->offset);
#ifdef STUBC_ERROR_PATHS
    stubc_error_path(error, text + length, sizeof text - (size_t)length);
#else
    (void)length;
#endif
    if (room && strcmp(text, last) == 0)
        return;
    strcpy(last, text);
    put(room ? ",[" : "[");
    put_unsigned(room);
    put_char(',');
    put(text);
    put("\"]");
}

/* Where memory is short and the message cut: a number for the errors of all its beginnings. */
static void cut(const struct root *r, const uint8_t *message, size_t length, void *value, size_t room)
{
    uint32_t sum = 0;
    size_t end;
    for (end = 0; end < length; end++) {
        uint8_t *exact = room ? malloc(room) : NULL, *input = end ? malloc(end) : NULL;
        stubc_context small = stubc_context_over(exact, room);
        stubc_error error;
        stubc_result got;
        if (input)
            memcpy(input, message, end);
        got = r->decode(value, input, end, &small, &error);
        sum = (sum ^ (uint32_t)(got < 0 ? error.code : (int)got)) * 16777619u;
        sum = (sum ^ (uint32_t)(got < 0 ? error.offset : 0)) * 16777619u;
        free(exact);
        free(input);
    }
    put_unsigned(sum);
}

/* Decodes one message into arenas, and encodes it into buffers, of every size that is too small and the first that is
 * not: each must say so, and leave the octets behind alone. */
static void sizes(const struct root *r, const uint8_t *message, size_t length, uint8_t *arena, size_t arena_size)
{
    stubc_context context = stubc_context_over(arena, arena_size);
    stubc_error error;
    uint8_t *value = malloc(r->size), *output;
    stubc_result result = r->decode(value, message, length, &context, &error), size;
    size_t needed = context.arena_used, room;
    if (result < 0) {
        report(result, error);
        free(value);
        return;
    }
    output = malloc(length * 4 + 4096);
    size = r->encode(value, output, length * 4 + 4096, &context, &error);
    for (room = 0; size > 0 && room <= (size_t)size; room++) {
        uint8_t *exact = room ? malloc(room) : NULL;
        stubc_result got = r->encode(value, exact, room, &context, &error);
        if (got != (room < (size_t)size ? (stubc_result)STUBC_NO_SPACE : size) || (got > 0 && memcmp(exact, output, room) != 0)) {
            figures("space", room, got, (size_t)size);
            exit(2);
        }
        free(exact);
    }
    put("{\"arena\":");
    put_unsigned(needed);
    put(",\"size\":");
    put_signed(size);
    put(",\"faults\":[");
    for (room = 0; room <= needed + 8; room++) {
        /* The arena may start anywhere; its padding then differs. */
        size_t odd = room > needed ? room - needed : 0;
        size_t size_of_arena = room + (odd ? 8 : 0);
        uint8_t *exact = room ? malloc(size_of_arena + odd) : NULL, *again = malloc((size_t)size + 1);
        stubc_context small = stubc_context_over(room ? exact + odd : NULL, size_of_arena);
        stubc_result got = r->decode(value, message, length, &small, &error);
        if (got != (room < needed ? (stubc_result)STUBC_NO_MEMORY : result) || (got < 0 && error.code != got)) {
            figures("arena", room, got, needed);
            exit(2);
        }
        if (got < 0)
            fault(room, &error);
        if (small.arena_used > small.arena_size)
            abort();
        if (got >= 0 && (r->encode(value, again, (size_t)size + 1, &small, &error) != size || memcmp(again, output, (size_t)size) != 0))
            abort();
        free(exact);
        free(again);
    }
    put("],\"cut\":[");
    cut(r, message, length, value, 0);
    put(",");
    cut(r, message, length, value, needed / 2);
    put("]}\n");
    free(output);
    free(value);
}

/* Decodes or encodes one message over and over. */
static int bench(const struct root *r, bool decode, long passes, const char *path, uint8_t *arena, size_t arena_size)
{
    FILE *file = fopen(path, "rb");
    size_t length, room;
    uint8_t *input, *output;
    uint8_t *value = malloc(r->size);
    stubc_context context = stubc_context_over(arena, arena_size);
    stubc_error error;
    if (!file)
        return 1;
    input = read_all(file, &length);
    room = length * 2 + 64;
    output = malloc(room);
    if (r->decode(value, input, length, &context, &error) < 0)
        return 1;
    while (passes-- > 0) {
        if (decode) {
            context.arena_used = 0;
            if (r->decode(value, input, length, &context, &error) < 0)
                return 1;
        } else if (r->encode(value, output, room, &context, &error) < 0) {
            return 1;
        }
    }
    return 0;
}

static stubc_result counted_result;

/* What a program that counts instructions looks for: each call is one message, and what comes before it ends here. */
static void counted_start(void)
{
    counted_result = 0;
}

static void counted_decode(const struct root *r, void *value, const uint8_t *input, size_t length, stubc_context *context)
{
    counted_result = r->decode(value, input, length, context, NULL);
}

static void counted_encode(const struct root *r, const void *value, uint8_t *output, size_t room, stubc_context *context)
{
    counted_result = r->encode(value, output, room, context, NULL);
}

/* Decodes and encodes one message twice: the first time links functions and fills tables. */
static int counted(const struct root *r, const uint8_t *input, size_t length, stubc_context context)
{
    /* Through pointers, so that they stay functions. */
    void (*volatile decode)(const struct root *, void *, const uint8_t *, size_t, stubc_context *) = counted_decode;
    void (*volatile encode)(const struct root *, const void *, uint8_t *, size_t, stubc_context *) = counted_encode;
    void (*volatile start)(void) = counted_start;
    size_t room = length * 2 + 64;
    uint8_t *value = malloc(r->size), *output = malloc(room);
    int failed = r->decode(value, input, length, &context, NULL) < 0 || r->encode(value, output, room, &context, NULL) < 0;
    if (!failed) {
        context.arena_used = 0;
        start();
        decode(r, value, input, length, &context);
        failed = counted_result < 0;
        start();
        encode(r, value, output, room, &context);
        failed |= counted_result < 0;
    }
    free(output);
    free(value);
    return failed;
}

/* Decodes one message twice, whether it is valid or not: the first time links functions and fills tables. */
static void decoded(const struct root *r, const uint8_t *input, size_t length, stubc_context context)
{
    void (*volatile decode)(const struct root *, void *, const uint8_t *, size_t, stubc_context *) = counted_decode;
    void (*volatile start)(void) = counted_start;
    uint8_t *value = malloc(r->size);
    r->decode(value, input, length, &context, NULL);
    context.arena_used = 0;
    start();
    decode(r, value, input, length, &context);
    free(value);
}

/* Reads records (root, length in four octets little-endian, message) and answers each with a line.
 * limits DEPTH ELEMENTS WORK BYTES: so does the context say; sizes: all sizes of arenas and buffers; altered: what values are encoded to of
 * which one part is overwritten; count: no answers, but functions to be counted; decode: the same, of valid and other messages. */
int main(int argc, char **argv)
{
    size_t length, at = 0, arena_size = (size_t)1 << 26;
    uint8_t *arena = malloc(arena_size), *data;
    if (argc >= 6 && strcmp(argv[1], "bench") == 0) {
        int file;
        for (file = 5; file < argc; file++)
            if (bench(&roots[atoi(argv[2])], argv[3][0] == 'd', atol(argv[4]), argv[file], arena, arena_size))
                return 1;
        return 0;
    }
    data = read_all(stdin, &length);
    while (length - at >= 5) {
        size_t size = data[at + 1] | (size_t)data[at + 2] << 8 | (size_t)data[at + 3] << 16 | (size_t)data[at + 4] << 24;
        if (size > length - at - 5)
            return 1;
        if (argc == 2 && strcmp(argv[1], "decode") == 0) {
            decoded(&roots[data[at]], data + at + 5, size, stubc_context_over(arena, arena_size));
        } else if (argc == 2 && strcmp(argv[1], "sizes") == 0) {
            sizes(&roots[data[at]], data + at + 5, size, arena, arena_size);
        } else if (argc == 2 && strcmp(argv[1], "altered") == 0) {
            altered(&roots[data[at]], data + at + 5, size, stubc_context_over(arena, arena_size));
        } else if (argc == 2 && strcmp(argv[1], "count") == 0) {
            if (counted(&roots[data[at]], data + at + 5, size, stubc_context_over(arena, arena_size)))
                return 1;
        } else {
            stubc_context context = stubc_context_over(arena, arena_size);
            if (argc == 6 && strcmp(argv[1], "limits") == 0) {
                context.max_depth = (unsigned)strtoul(argv[2], NULL, 10);
                context.max_elements = (size_t)strtoull(argv[3], NULL, 10);
                context.max_work = (size_t)strtoull(argv[4], NULL, 10);
                context.max_bytes = (size_t)strtoull(argv[5], NULL, 10);
            }
            one(&roots[data[at]], data + at + 5, size, context);
        }
        flush(); /* so that a crash comes behind the answers before it */
        at += 5 + size;
    }
    free(arena);
    free(data);
    return 0;
}
