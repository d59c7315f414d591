/* SPDX-License-Identifier: 0BSD
 * Plugs: tables that are replaced while other threads use them. A set is anything that does not change once it is
 * plugged in. Readers take it by one load; who replaces it waits until no reader uses the old one before it frees its
 * memory. Nothing here blocks, allocates memory or needs an operating system.
 *
 *     static stubc_plug plug;                              a reader's thread:
 *     stubc_plug_begin(&plug, &first);                     stubc_plug_join(&plug, &readers[i]);
 *     old = stubc_plug_put(&plug, next);                   for (;;) {
 *     while (!stubc_plug_grace(&plug, readers, count))         filter(stubc_plug_use(&plug), message);
 *         pause();                                             stubc_plug_quiet(&readers[i]);
 *     free(old);                                           }
 *
 * gcc and clang have atomic operations in every language that they compile, other compilers in C11. Without them the
 * header is for one core, which writes a pointer at once, and for one writer; readers may then be interrupts and
 * threads.
 */
#ifndef STUBC_PLUG_H
#define STUBC_PLUG_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2
#define STUBC_PLUG_ATOMIC(type) type
#define stubc_plug_load(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define stubc_plug_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)
#define stubc_plug_swap(in, value) __atomic_exchange_n(in, value, __ATOMIC_ACQ_REL)
#define stubc_plug_step(in) __atomic_fetch_add(in, 2, __ATOMIC_ACQ_REL)
#define stubc_plug_fence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__) && !defined(__GNUC__)
#include <stdatomic.h>
#if ATOMIC_POINTER_LOCK_FREE != 2
#error "stubc_plug.h: this core cannot replace a pointer at once"
#endif
#define STUBC_PLUG_ATOMIC(type) _Atomic(type)
#define stubc_plug_load(from) atomic_load_explicit(from, memory_order_acquire)
#define stubc_plug_store(to, value) atomic_store_explicit(to, value, memory_order_release)
#define stubc_plug_swap(in, value) atomic_exchange_explicit(in, value, memory_order_acq_rel)
#define stubc_plug_step(in) atomic_fetch_add_explicit(in, 2, memory_order_acq_rel)
#define stubc_plug_fence() atomic_thread_fence(memory_order_seq_cst)
#elif defined(__AVR__) || defined(__SDCC_mcs51) || defined(__CC65__) || defined(__XC8)
#error "stubc_plug.h: this core cannot write a pointer at once"
#else
#define STUBC_PLUG_ONE_CORE
#define STUBC_PLUG_ATOMIC(type) type volatile
#endif

/* What is plugged in. */
typedef struct stubc_plug {
    STUBC_PLUG_ATOMIC(const void *) set;
    STUBC_PLUG_ATOMIC(size_t) epoch; /* grows by 2 with each set; odd, so never 0 */
} stubc_plug;

/* A thread that uses it. */
typedef struct stubc_reader {
    stubc_plug *plug;
    STUBC_PLUG_ATOMIC(size_t) seen; /* the epoch when it used no set last; 0: it is away */
} stubc_reader;

#ifdef STUBC_PLUG_ONE_CORE
/* The compiler moves no other access across these. */
#ifdef __GNUC__
#define stubc_plug_fence() __asm__ volatile("" : : : "memory")
#else
#define stubc_plug_fence() ((void)0)
#endif
static inline const void *stubc_plug_swap(const void *volatile *in, const void *value)
{
    const void *const old = *in;
    stubc_plug_fence();
    *in = value;
    stubc_plug_fence();
    return old;
}
#define stubc_plug_load(from) (*(from))
#define stubc_plug_store(to, value)                                                                                    \
    do {                                                                                                               \
        stubc_plug_fence();                                                                                            \
        *(to) = (value);                                                                                               \
    } while (0)
#define stubc_plug_step(in) (*(in) += 2)
#endif

/* Plugs in the first set, before readers join. It may be NULL. */
static inline void stubc_plug_begin(stubc_plug *plug, const void *set)
{
    stubc_plug_store(&plug->epoch, 1);
    stubc_plug_store(&plug->set, set);
}

/* Returns the set that is plugged in. The calling thread may use it until its next stubc_plug_quiet or
 * stubc_plug_away. */
static inline const void *stubc_plug_use(stubc_plug *plug)
{
    return stubc_plug_load(&plug->set);
}

/* Plugs in another set, and returns the old one, which readers may still use. */
static inline const void *stubc_plug_put(stubc_plug *plug, const void *next)
{
    const void *const old = stubc_plug_swap(&plug->set, next);
    (void)stubc_plug_step(&plug->epoch);
    return old;
}

/* Says that the calling thread uses no set: between two messages, say. Takes a load and a store. */
static inline void stubc_plug_quiet(stubc_reader *reader)
{
    const size_t epoch = stubc_plug_load(&reader->plug->epoch);
    stubc_plug_store(&reader->seen, epoch);
}

/* Says that the calling thread uses no set until stubc_plug_back: before it waits or ends. */
static inline void stubc_plug_away(stubc_reader *reader)
{
    stubc_plug_store(&reader->seen, 0);
}

/* Says that the calling thread uses sets again. */
static inline void stubc_plug_back(stubc_reader *reader)
{
    stubc_plug_quiet(reader);
    /* Whoever misses this store has replaced the set before, and the next use takes the new one. */
    stubc_plug_fence();
}

/* Makes the calling thread a reader of a plug. */
static inline void stubc_plug_join(stubc_plug *plug, stubc_reader *reader)
{
    reader->plug = plug;
    stubc_plug_back(reader);
}

/* Returns whether no reader uses a set that was replaced before this call: every reader has been quiet since, or is
 * away. If not, call it again later. Readers that have never joined must be zeros. */
static inline bool stubc_plug_grace(stubc_plug *plug, stubc_reader *readers, size_t count)
{
    const size_t epoch = stubc_plug_load(&plug->epoch);
    size_t i;
    stubc_plug_fence();
    for (i = 0; i < count; i++) {
        const size_t seen = stubc_plug_load(&readers[i].seen);
        if (seen && seen != epoch) {
            return false;
        }
    }
    return true;
}

/* Defines NAME_use and NAME_put, which plug in sets of one type. */
#define STUBC_PLUG_FOR(name, type)                                                                                     \
    static inline const type *name##_use(stubc_plug *plug)                                                             \
    {                                                                                                                  \
        return (const type *)stubc_plug_use(plug);                                                                     \
    }                                                                                                                  \
    static inline const type *name##_put(stubc_plug *plug, const type *next)                                           \
    {                                                                                                                  \
        return (const type *)stubc_plug_put(plug, next);                                                               \
    }                                                                                                                  \
    typedef type name##_set

#endif
