/* Plugs: `plug` runs all checks, with four readers and a writer at the end; `plug alone` leaves out the threads; `plug early`
 * frees a set that a reader uses. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "stubc_plug.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { READERS = 4, WORDS = 16, SETS = 400 };

typedef struct table {
    size_t words[WORDS]; /* all equal; 0 in a freed set */
} table;

STUBC_PLUG_FOR(tables, table);

static const table *made(size_t word)
{
    table *const one = (table *)malloc(sizeof *one);
    size_t i;
    if (!one)
        exit(2);
    for (i = 0; i < WORDS; i++)
        one->words[i] = word;
    return one;
}

static bool is_whole(const table *one)
{
    size_t i;
    for (i = 1; i < WORDS; i++)
        if (one->words[i] != one->words[0])
            return false;
    return one->words[0] != 0;
}

/* ---- One after the other: what grace says, against who holds what ---- */

static uint32_t state = 2463534242u;

static uint32_t chance(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void against_a_model(unsigned steps)
{
    static table sets[8];
    const table *held[READERS]; /* what a reader took first since it was quiet */
    unsigned since[READERS];     /* the replacements when it was quiet last; -1: it is away */
    stubc_reader readers[READERS];
    stubc_plug plug;
    unsigned i, replaced = 0, yes = 0, no = 0;
    memset(readers, 0, sizeof readers);
    memset(held, 0, sizeof held);
    stubc_plug_begin(&plug, &sets[0]);
    CHECK(stubc_plug_grace(&plug, readers, READERS) && stubc_plug_grace(&plug, readers, 0));
    for (i = 0; i < READERS; i++)
        since[i] = UINT32_MAX;
    for (; steps; steps--) {
        stubc_reader *const reader = &readers[i = chance(READERS)];
        const bool is_away = since[i] == UINT32_MAX;
        bool is_over = true;
        switch (chance(6)) {
        case 0:
            CHECK(tables_put(&plug, &sets[(replaced + 1) % 8]) == &sets[replaced % 8]);
            replaced++;
            break;
        case 1:
            stubc_plug_away(reader);
            since[i] = UINT32_MAX;
            held[i] = NULL;
            break;
        case 2:
            if (is_away && (!reader->plug || chance(2)))
                stubc_plug_join(&plug, reader);
            else if (is_away)
                stubc_plug_back(reader);
            else
                stubc_plug_quiet(reader);
            since[i] = replaced;
            held[i] = NULL;
            break;
        default:
            if (!is_away) {
                const table *const one = tables_use(&plug);
                CHECK(one == &sets[replaced % 8]);
                held[i] = held[i] ? held[i] : one;
            }
        }
        for (i = 0; i < READERS; i++)
            is_over &= since[i] == UINT32_MAX || since[i] == replaced;
        CHECK(stubc_plug_grace(&plug, readers, READERS) == is_over);
        /* After a grace period, nobody holds an old set. */
        for (i = 0; i < READERS && is_over; i++)
            CHECK(!held[i] || held[i] == &sets[replaced % 8]);
        yes += is_over;
        no += !is_over;
    }
    CHECK(yes > 0 && no > 0);
}

/* ---- Four readers and a writer ---- */

static stubc_plug plug;
static stubc_reader readers[READERS];
static int started, finished; /* atomic */
static size_t uses[READERS], broken[READERS];

static void *read_on(void *about)
{
    const size_t me = (size_t)((stubc_reader *)about - readers);
    unsigned turn;
    stubc_plug_join(&plug, &readers[me]);
    __atomic_fetch_add(&started, 1, __ATOMIC_RELAXED);
    for (turn = 0; !__atomic_load_n(&finished, __ATOMIC_RELAXED); turn++) {
        const table *const one = tables_use(&plug);
        size_t before;
        broken[me] += !is_whole(one);
        before = one->words[0];
        /* The set stays, whatever the writer does meanwhile; a later one is not older. */
        if (turn % 3 == 0)
            sched_yield();
        broken[me] += !is_whole(one) || one->words[0] != before || tables_use(&plug)->words[0] < before;
        uses[me]++;
        if (turn % 7 == me) {
            stubc_plug_away(&readers[me]);
            sched_yield();
            stubc_plug_back(&readers[me]);
        } else {
            stubc_plug_quiet(&readers[me]);
        }
        sched_yield();
    }
    stubc_plug_away(&readers[me]);
    return NULL;
}

static void with_threads(void)
{
    pthread_t threads[READERS];
    size_t i, n;
    stubc_plug_begin(&plug, made(1));
    for (i = 0; i < READERS; i++)
        if (pthread_create(&threads[i], NULL, read_on, &readers[i]))
            exit(2);
    while (__atomic_load_n(&started, __ATOMIC_RELAXED) < READERS)
        sched_yield();
    for (n = 2; n < SETS; n++) {
        const table *const old = tables_put(&plug, made(n));
        CHECK(old->words[0] == n - 1);
        while (!stubc_plug_grace(&plug, readers, READERS))
            sched_yield();
        memset((table *)(uintptr_t)old, 0, sizeof *old);
        free((table *)(uintptr_t)old);
    }
    __atomic_store_n(&finished, 1, __ATOMIC_RELAXED);
    for (i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        CHECK(broken[i] == 0);
        CHECK(uses[i] > 1);
    }
    CHECK(stubc_plug_grace(&plug, readers, READERS));
    free((table *)(uintptr_t)stubc_plug_put(&plug, NULL));
}

/* Frees a set before the grace period is over: a sanitizer must end the program. */
static int early(void)
{
    const table *used, *old;
    stubc_plug_begin(&plug, made(1));
    stubc_plug_join(&plug, &readers[0]);
    used = tables_use(&plug);
    old = tables_put(&plug, made(2));
    CHECK(!stubc_plug_grace(&plug, readers, READERS));
    free((table *)(uintptr_t)old);
    printf("%u failures, %d\n", failures, is_whole(used));
    return 0;
}

int main(int count, char **arguments)
{
    if (count > 1 && !strcmp(arguments[1], "early"))
        return early();
    against_a_model(100000);
    if (count == 1)
        with_threads();
    printf("%u failures\n", failures);
    return failures != 0;
}
