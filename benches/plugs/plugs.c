/* What it costs to use what may be replaced, and to replace it: `plugs` prints cycles of the time stamp counter for each way.
 * A use calls a function through the set; the first row is the call alone. Table 1 of the paper on repluggers, again. */
#define _POSIX_C_SOURCE 200809L
#include "stubc_plug.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <x86intrin.h>

enum { ROUNDS = 2000, USES = 1000 };

typedef struct table {
    int (*decide)(int);
} table;

static int first(int x)
{
    return x + 1;
}
static int second(int x)
{
    return x + 2;
}
static const table sets[2] = {{first}, {second}};
static const table *fixed = &sets[0];

/* The boolean replugger: one thread says that it is inside. */
static const table *boolean_set = &sets[0];
static volatile int inside, waiting;
/* The counting one: so many threads are. */
static const table *counting_set = &sets[0];
static int users;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const table *locked_set = &sets[0];
/* A spin lock of readers and a writer, as in kernels: the writer takes all that readers can. */
enum { WRITER = 0x01000000 };
static int spin = WRITER;
static const table *spun_set = &sets[0];
static stubc_plug plug;
static stubc_reader reader;

static int direct_use(int x)
{
    return fixed->decide(x);
}
static int boolean_use(int x)
{
    int result;
    inside = 1;
    result = boolean_set->decide(x);
    inside = 0;
    return waiting ? -1 : result;
}
static int fenced_use(int x)
{
    int result;
    inside = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    result = boolean_set->decide(x);
    __atomic_store_n(&inside, 0, __ATOMIC_RELEASE);
    return waiting ? -1 : result;
}
static int counting_use(int x)
{
    int result;
    __atomic_fetch_add(&users, 1, __ATOMIC_SEQ_CST);
    result = counting_set->decide(x);
    __atomic_fetch_sub(&users, 1, __ATOMIC_SEQ_CST);
    return waiting ? -1 : result;
}
static int locked_use(int x)
{
    int result;
    pthread_rwlock_rdlock(&lock);
    result = locked_set->decide(x);
    pthread_rwlock_unlock(&lock);
    return result;
}
static int spun_use(int x)
{
    int result;
    while (__atomic_sub_fetch(&spin, 1, __ATOMIC_ACQUIRE) < 0) {
        __atomic_add_fetch(&spin, 1, __ATOMIC_RELAXED);
    }
    result = spun_set->decide(x);
    __atomic_add_fetch(&spin, 1, __ATOMIC_RELEASE);
    return result;
}
static int plug_use(int x)
{
    return ((const table *)stubc_plug_use(&plug))->decide(x);
}
static int quiet_use(int x)
{
    const int result = ((const table *)stubc_plug_use(&plug))->decide(x);
    stubc_plug_quiet(&reader);
    return result;
}

static int no_put(int x)
{
    return x;
}
static int boolean_put(int x)
{
    waiting = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    while (inside) {
        continue;
    }
    boolean_set = &sets[x & 1];
    waiting = 0;
    return x;
}
static int counting_put(int x)
{
    waiting = 1;
    while (__atomic_load_n(&users, __ATOMIC_SEQ_CST)) {
        continue;
    }
    counting_set = &sets[x & 1];
    __atomic_store_n(&waiting, 0, __ATOMIC_SEQ_CST);
    return x;
}
static int locked_put(int x)
{
    pthread_rwlock_wrlock(&lock);
    locked_set = &sets[x & 1];
    pthread_rwlock_unlock(&lock);
    return x;
}
static int spun_put(int x)
{
    int whole = WRITER;
    while (!__atomic_compare_exchange_n(&spin, &whole, 0, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        whole = WRITER;
    }
    spun_set = &sets[x & 1];
    __atomic_add_fetch(&spin, WRITER, __ATOMIC_RELEASE);
    return x;
}
static int plug_put(int x)
{
    stubc_plug_put(&plug, &sets[x & 1]);
    stubc_plug_quiet(&reader);
    return x + stubc_plug_grace(&plug, &reader, 1);
}

/* Returns the least cycles of a call of how. */
static double cycles(int (*volatile how)(int))
{
    double least = 1e30;
    int round, use, x = 0;
    for (round = 0; round < ROUNDS; round++) {
        const uint64_t begun = __rdtsc();
        double took;
        for (use = 0; use < USES; use++) {
            x = how(x);
        }
        took = (double)(__rdtsc() - begun) / USES;
        least = took < least ? took : least;
    }
    return least;
}

int main(void)
{
    static const struct {
        const char *name;
        int (*use)(int), (*put)(int);
    } ways[] = {
        {"atomic pointer (stubc_plug)", plug_use, plug_put},
        {"the same, quiet after each use", quiet_use, plug_put},
        {"boolean replugger, one processor", boolean_use, boolean_put},
        {"boolean replugger, fenced", fenced_use, boolean_put},
        {"counting replugger", counting_use, counting_put},
        {"readers-writer spin lock", spun_use, spun_put},
        {"pthread_rwlock", locked_use, locked_put},
    };
    double alone, empty;
    size_t i;
    stubc_plug_begin(&plug, &sets[0]);
    stubc_plug_join(&plug, &reader);
    alone = cycles(direct_use);
    empty = cycles(no_put);
    printf("| way | a use adds, cycles | a replacement, cycles |\n|---|---|---|\n");
    for (i = 0; i < sizeof ways / sizeof *ways; i++) {
        const double use = cycles(ways[i].use) - alone, put = cycles(ways[i].put) - empty;
        printf("| %s | %.1f | %.1f |\n", ways[i].name, use > 0 ? use : 0.0, put > 0 ? put : 0.0);
    }
    return 0;
}
