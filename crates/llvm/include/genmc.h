/* What programs written for GenMC include: its interface, declared for Raddle.
 *
 * Annotations that help GenMC to explore less have no effect in Raddle: the annotated statement is executed as it is.
 * Hazard pointers and persistent memory are declared, so that programs compile; calling them is reported as
 * unsupported.
 */
#ifndef RADDLE_GENMC_H
#define RADDLE_GENMC_H

#include <pthread.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks the thread unless the condition holds. */
void __VERIFIER_assume(int condition);

/* Fails unless the condition holds. */
void __VERIFIER_assert(int condition);

int __VERIFIER_nondet_int(void);

/* Loops that wait: the beginning of the loop, of an iteration, and the end of one, with whether the loop is left. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int leave);

/* Threads. One spawned as symmetric runs the same function as the thread it is symmetric to. */
typedef pthread_t __VERIFIER_thread_t;

__VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *), void *arg, __VERIFIER_thread_t other);

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *arg)
{
    __VERIFIER_thread_t thread;

    pthread_create(&thread, 0, function, arg);
    return thread;
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread)
{
    void *result;

    pthread_join(thread, &result);
    return result;
}

static inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread)
{
    pthread_join(thread, 0);
}

/* Hints about statements. */
#define __VERIFIER_local_write(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) do { statement; } while (0)
#define __VERIFIER_helped_CAS(statement) do { statement; } while (0)
#define __VERIFIER_helping_CAS(statement) do { statement; } while (0)

/* Hints about expressions. The argument may end in a semicolon, hence statement expressions. */
#define __VERIFIER_speculative_read(expression) ({ expression; })
#define __VERIFIER_confirming_read(expression) ({ expression; })
#define __VERIFIER_confirming_CAS(expression) ({ expression; })
#define __VERIFIER_final_CAS(expression) ({ expression; })

/* Optional code that does not matter to safety, such as backing off while waiting: it is left out. */
#define __VERIFIER_optional(statement) do { } while (0)

/* Hazard pointers. */
typedef struct __VERIFIER_hp *__VERIFIER_hp_t;

__VERIFIER_hp_t __VERIFIER_hp_alloc(void);
void *__VERIFIER_hp_protect(__VERIFIER_hp_t *hp, void *address);
void __VERIFIER_hp_clear(__VERIFIER_hp_t *hp);
void __VERIFIER_hp_free(__VERIFIER_hp_t *hp);
void __VERIFIER_hp_retire(void *pointer);

/* Persistent memory. */
#define __VERIFIER_persistent_storage(declaration) declaration

void *__VERIFIER_palloc(size_t size);
void __VERIFIER_pbarrier(void);
void __VERIFIER_recovery_routine(void);

#ifdef __cplusplus
}
#endif

#endif
