/* Searches messages of one size that cost the stubs the most work: hill climbing over mutations of valid messages.
 * `work SIZE ROUNDS SEED FILE...` prints the work of the worst message for decoding and for encoding its value.
 * Work is the number of basic blocks that run, and of eight bytes each that the memory functions touch. */
#include "work_stubs.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long work_done;

/* The compiler calls this in each block of the stubs. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    work_done++;
}

void work_add(size_t bytes);
void work_add(size_t bytes)
{
    work_done += bytes / 8;
}

static uint8_t memory[1 << 26], output[1 << 22];

typedef struct message {
    uint8_t *data;
    size_t size;
    unsigned long long decode, encode;
} message;

static void measure(message *m)
{
    static THE_TYPE value;
    stubc_context context = stubc_context_over(memory, sizeof memory);
    stubc_result result;
    work_done = 0;
    result = work_decode(&value, m->data, m->size, &context);
    m->decode = work_done;
    m->encode = 0;
    if (result >= 0) {
        work_done = 0;
        work_encode(&value, output, sizeof output, &context);
        m->encode = work_done;
    }
}

static uint64_t state;
static size_t chance(size_t below)
{
    uint64_t bits = state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return (size_t)((bits ^ bits >> 31) % (below ? below : 1));
}

/* One to three changes: bytes, and parts that are dropped, repeated often, moved, or taken from another message. */
static void change(message *to, const message *from, const message *other, size_t most)
{
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0x81, 0x82, 0xff, 0x30, 0xa0, 0xc4};
    size_t changes = 1 + chance(3), size = from->size;
    memcpy(to->data, from->data, size);
    for (; changes && size; changes--) {
        const size_t at = chance(size);
        size_t length = 1 + chance(size - at < 24 ? size - at : 24), times, place;
        switch (chance(6)) {
        case 0:
            to->data[at] = (uint8_t)(to->data[at] ^ 1u << chance(8));
            break;
        case 1:
            to->data[at] = odd[chance(sizeof odd)];
            break;
        case 2:
            memmove(to->data + at, to->data + at + length, size - at - length);
            size -= length;
            break;
        case 3:
            to->data[at] = (uint8_t)chance(256);
            break;
        case 4:
            place = chance(other->size);
            length = other->size - place < length ? other->size - place : length;
            if (size + length <= most) {
                memmove(to->data + at + length, to->data + at, size - at);
                memcpy(to->data + at, other->data + place, length);
                size += length;
            }
            break;
        default:
            for (times = chance(2) ? 1 : 1 + chance(most / length); times && size + length <= most; times--) {
                memmove(to->data + at + length, to->data + at, size - at);
                size += length;
            }
        }
    }
    to->size = size ? size : 1;
}

int main(int count, char **arguments)
{
    size_t most, rounds, known = 0, best = 0, at, kind;
    message *all, next;
    if (count < 5) {
        return 2;
    }
    most = (size_t)strtoull(arguments[1], NULL, 10);
    rounds = (size_t)strtoull(arguments[2], NULL, 10);
    all = (message *)malloc((size_t)count * sizeof *all);
    for (at = 4; all && at < (size_t)count; at++) {
        FILE *const file = fopen(arguments[at], "rb");
        message *const m = &all[known];
        m->data = (uint8_t *)malloc(2 * most + 64);
        m->size = file ? fread(m->data, 1, most, file) : 0;
        if (file) {
            fclose(file);
        }
        known += m->size > 0;
    }
    if (!known) {
        return 3;
    }
    next.data = (uint8_t *)malloc(2 * most + 64);
    for (kind = 0; kind < 2; kind++) {
        message worst = {NULL, 0, 0, 0};
        state = strtoull(arguments[3], NULL, 10);
        worst.data = (uint8_t *)malloc(2 * most + 64);
        for (at = 0; at < known; at++) {
            measure(&all[at]);
            if (kind ? all[at].encode >= all[best].encode : all[at].decode >= all[best].decode) {
                best = at;
            }
        }
        memcpy(worst.data, all[best].data, all[best].size);
        worst.size = all[best].size;
        worst.decode = all[best].decode;
        worst.encode = all[best].encode;
        for (at = 0; at < rounds; at++) {
            const bool fresh = chance(8) == 0;
            change(&next, fresh ? &all[chance(known)] : &worst, &all[chance(known)], most);
            measure(&next);
            if (kind ? next.encode >= worst.encode : next.decode >= worst.decode) {
                const message before = worst;
                worst = next;
                next = before;
            }
        }
        printf("%lu %llu\n", (unsigned long)worst.size, kind ? worst.encode : worst.decode);
        free(worst.data);
    }
    return 0;
}
