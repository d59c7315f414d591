
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

static void report(stubc_result result, stubc_error error)
{
    printf("{\"error\":%d,\"offset\":%zu}\n", (int)result, error.offset);
}

/* Decodes one message, prints it, and encodes it again into buffers of exactly the right size. */
static void one(const struct root *r, const uint8_t *message, size_t length, uint8_t *arena, size_t arena_size)
{
    stubc_context context = stubc_context_over(arena, arena_size);
    stubc_error error = {0, 0};
    uint8_t *input = malloc(length ? length : 1), *output, *tail;
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
        printf("{\"length\":%d,\"value\":", (int)result);
        r->walk(value);
        printf("}\n");
    } else {
        size_t room = length * 4 + 4096;
        output = malloc(room);
        size = r->encode_tail(value, output, room, &context, &error, &tail);
        if (size < 0) {
            report(size, error);
        } else {
            uint8_t *exact = malloc((size_t)size);
            printf("{\"length\":%d,\"value\":", (int)result);
            r->walk(value);
            if (r->encode(value, exact, (size_t)size, &context, &error) != size || memcmp(exact, tail, (size_t)size) != 0)
                printf(",\"tail\":\"differs\"");
            if (size > 0 && r->encode(value, exact, (size_t)size - 1, &context, &error) != STUBC_NO_SPACE)
                printf(",\"space\":\"unchecked\"");
            printf(",\"encoded\":");
            hex_string(tail, (size_t)size);
            COMMANDS
            printf("}\n");
            free(exact);
        }
        free(output);
    }
    free(value);
    free(input);
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

/* Reads records (root, length in four octets little-endian, message) and answers each with a line. */
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
        one(&roots[data[at]], data + at + 5, size, arena, arena_size);
        at += 5 + size;
    }
    free(arena);
    free(data);
    return 0;
}
