/* Times generated stubs in three states of the cache. mod.rs puts `decode` and `encode` of a root in front of this file.
 *
 * Argument: how often each message is timed in each state. Standard input: records of a length in 4 bytes, little-endian, and a
 * message. Output: a line for each state with the ticks to decode and to encode a message, both means over the messages. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

enum {
    WARM,         /* the code ran just before */
    OTHER_CODE,   /* other code replaced it in the instruction cache */
    OTHER_WORK,   /* other work also replaced it in the second level */
    STATES
};

/* More than the second level of the cache holds. */
#define SPAN ((size_t)8 << 20)
/* Of an arena and of a buffer, what a message usually touches. */
#define TOUCHED 16384
/* Messages that are timed. */
#define MESSAGES 1024

static uint8_t arena[1u << 22] __attribute__((aligned(64)));
static uint8_t value[1u << 16] __attribute__((aligned(64)));
static uint8_t output[1u << 20];
static uint8_t records[1u << 24];
static uint8_t *span;
static volatile uint64_t sink;
/* The least ticks to decode and to encode each message: a disturbance only adds ticks. */
static uint64_t least[MESSAGES][2];

/* Runs 128 KB of code, more than the instruction cache holds. */
__attribute__((noinline)) static void run_other_code(void)
{
    __asm__ volatile(".rept 2048\n .balign 64\n nop\n .endr\n");
}

/* Writes and reads more memory than the second level holds. */
static void do_other_work(void)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < SPAN; at += 64) {
        span[at]++;
        sum += span[at];
    }
    sink += sum;
}

/* Brings data into the cache: only code and tables are cold. */
static void touch(const uint8_t *data, size_t length)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < length; at += 64) {
        sum += data[at];
    }
    sink += sum;
}

static void prepare(int state, const uint8_t *message, size_t length)
{
    if (state == OTHER_WORK) {
        do_other_work();
    }
    if (state != WARM) {
        run_other_code();
        touch(message, length);
        touch(value, sizeof value / 16);
        touch(arena, TOUCHED);
        touch(output, length + 64);
    }
}

static uint64_t begin(void)
{
    _mm_lfence();
    uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}

static uint64_t end(void)
{
    unsigned processor;
    uint64_t now = __rdtscp(&processor);
    _mm_lfence();
    return now;
}

/* Decodes and encodes a message once; returns 0 if the stubs refuse it. */
static int timed(int state, const uint8_t *message, size_t length, uint64_t ticks[2])
{
    stubc_context context = stubc_context_over(arena, sizeof arena);
    prepare(state, message, length);
    uint64_t from = begin();
    stubc_result decoded = decode(value, message, length, &context);
    ticks[0] = end() - from;
    if (decoded < 0) {
        return 0;
    }
    prepare(state, message, length);
    from = begin();
    stubc_result encoded = encode(value, output, length + 64, &context);
    ticks[1] = end() - from;
    return encoded >= 0;
}

/* Times all messages so many times; returns the number of those that the stubs accept, with their times in `least`. */
static size_t time_all(int state, int passes, size_t all)
{
    size_t messages = 0;
    memset(least, 0xFF, sizeof least);
    /* The first pass warms up what all states have warm; its times are the longest. */
    for (int pass = 0; pass <= passes; pass++) {
        messages = 0;
        for (size_t at = 0; at + 4 <= all && messages < MESSAGES;) {
            size_t length = records[at] | (size_t)records[at + 1] << 8 | (size_t)records[at + 2] << 16 | (size_t)records[at + 3] << 24;
            const uint8_t *message = records + at + 4;
            uint64_t ticks[2];
            at += 4 + length;
            /* Repeated at once, a message finds its code warm. */
            int repeats = state == WARM ? 4 : 1, done = 1;
            while (done && repeats-- > 0) {
                done = timed(state, message, length, ticks);
                least[messages][0] = ticks[0] < least[messages][0] ? ticks[0] : least[messages][0];
                least[messages][1] = ticks[1] < least[messages][1] ? ticks[1] : least[messages][1];
            }
            messages += (size_t)done;
        }
    }
    return messages;
}

int main(int count, char **words)
{
    int passes = count > 1 ? atoi(words[1]) : 1;
    size_t all = fread(records, 1, sizeof records, stdin);
    span = aligned_alloc(64, SPAN);
    if (span == NULL) {
        return 1;
    }
    memset(span, 1, SPAN);
    for (int state = WARM; state < STATES; state++) {
        size_t messages = time_all(state, passes, all);
        uint64_t sum[2] = {0, 0};
        for (size_t at = 0; at < messages; at++) {
            sum[0] += least[at][0];
            sum[1] += least[at][1];
        }
        if (messages == 0) {
            return 1;
        }
        printf("%.1f %.1f\n", (double)sum[0] / (double)messages, (double)sum[1] / (double)messages);
    }
    return 0;
}
