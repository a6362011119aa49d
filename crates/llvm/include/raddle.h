/* Raddle's verification interface: the functions by which a program talks to the checker.
 *
 * They have no definition: the checker models them. Their names are those of other checkers and of the software
 * verification competition, so a program need not include this file to call them.
 */
#ifndef RADDLE_H
#define RADDLE_H

#ifdef __cplusplus
#define RADDLE_BOOL bool
#else
#define RADDLE_BOOL _Bool
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks the thread unless the condition holds: executions in which it does not hold are ignored. */
void __VERIFIER_assume(int condition);

/* The condition must hold in every execution. (`assert` of <assert.h> does the same and shows the expression.) */
void __VERIFIER_assert(int condition);

/* Reaching one of these is an error. */
void __VERIFIER_error(void) __attribute__((__noreturn__));
void reach_error(void);

/* Every number from lo to hi, both included: the rest of the program is explored for each of them. */
int __VERIFIER_nondet_range(int lo, int hi);

/* Any value of the type. Types wider than a character have too many values to explore: use __VERIFIER_nondet_range, or
 * --engine bmc, which takes them all at once. */
RADDLE_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);

/* The code between the two is atomic: no other thread interferes. Not for lock-free code under test: it is stronger
 * than anything a machine offers. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Marks iterations that only wait, for loops in which the checker does not detect them: spin_start at the beginning
 * of an iteration, spin_end(0) at its end if the loop continues to wait, spin_end(1) if it ends. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int leave);

/* Friendlier names. */
#define raddle_assume(condition) __VERIFIER_assume(!!(condition))
#define raddle_assert(condition) __VERIFIER_assert(!!(condition))
#define raddle_nondet_range(lo, hi) __VERIFIER_nondet_range((lo), (hi))
#define raddle_nondet_bool() __VERIFIER_nondet_range(0, 1)
#define raddle_atomic_begin() __VERIFIER_atomic_begin()
#define raddle_atomic_end() __VERIFIER_atomic_end()

/* Waits until the condition holds. Its evaluation must not write to shared memory. */
#define raddle_await(condition)                                                                                       \
    do {                                                                                                              \
        int raddle_await_met_;                                                                                        \
                                                                                                                      \
        __VERIFIER_loop_begin();                                                                                      \
        do {                                                                                                          \
            __VERIFIER_spin_start();                                                                                  \
            raddle_await_met_ = !!(condition);                                                                        \
            __VERIFIER_spin_end(raddle_await_met_);                                                                   \
        } while (!raddle_await_met_);                                                                                 \
    } while (0)

/* Calls of a concurrent object, which `raddle check --spec OBJECT` compares with its specification; without --spec they are ordinary
 * functions. A body follows that makes the call and returns its result:
 *
 *     RADDLE_OP1(enq, v) { enqueue(&q, v); return RADDLE_VOID; }                   defines long op_enq(long v)
 *     RADDLE_OP(deq) { int v; return dequeue(&q, &v) ? v : RADDLE_EMPTY; }         defines long op_deq(void)
 *
 * The program calls op_enq and op_deq. Results are numbers, or one of these: nothing, that there is nothing, that the call gave up and
 * did nothing. */
#define RADDLE_VOID (-9223372036854775807L)
#define RADDLE_EMPTY (-9223372036854775806L)
#define RADDLE_FAILED (-9223372036854775805L)

#define RADDLE_OP(name) RADDLE_CALL_(name, (void), (), 0, 0, 0)
#define RADDLE_OP1(name, a) RADDLE_CALL_(name, (long a), (a), 1, a, 0)
#define RADDLE_OP2(name, a, b) RADDLE_CALL_(name, (long a, long b), (a, b), 2, a, b)

void __raddle_call_begins(const char *name, int arguments, long first, long second);
void __raddle_call_ends(long result);

#define RADDLE_CALL_(name, parameters, arguments, count, first, second)                                               \
    static long raddle_op_##name##_ parameters;                                                                       \
    long op_##name parameters;                                                                                        \
    long op_##name parameters                                                                                         \
    {                                                                                                                 \
        long raddle_result_;                                                                                          \
                                                                                                                      \
        __raddle_call_begins(#name, count, first, second);                                                            \
        raddle_result_ = raddle_op_##name##_ arguments;                                                               \
        __raddle_call_ends(raddle_result_);                                                                           \
        return raddle_result_;                                                                                        \
    }                                                                                                                 \
    static long raddle_op_##name##_ parameters

#ifdef __cplusplus
}
#endif

#endif
