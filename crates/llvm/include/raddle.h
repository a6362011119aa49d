/* Raddle's verification interface: what a program may say to the checker besides C itself.
 *
 * The functions have no definition anywhere; the checker gives them their meaning. Their names are those that other
 * checkers and the software verification competition use, so a program need not include this file to call them.
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

/* Executions in which the condition does not hold are of no interest: the thread blocks. */
void __VERIFIER_assume(int condition);

/* The condition must hold in every execution. (`assert` of <assert.h> does the same and shows the expression.) */
void __VERIFIER_assert(int condition);

/* Reaching one of these is an error. */
void __VERIFIER_error(void) __attribute__((__noreturn__));
void reach_error(void);

/* Every number from lo to hi, both included: the rest of the program is explored for each of them. */
int __VERIFIER_nondet_range(int lo, int hi);

/* Any value of the type. Of types wider than a character there are too many to try them all, and the checker refuses:
 * use __VERIFIER_nondet_range. */
RADDLE_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);

/* What is between the two happens without interference by other threads. Not for lock-free code under test: it is
 * stronger than anything a machine offers. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* An iteration that only waits, for loops of which the checker does not see it by itself: spin_start at its
 * beginning, and spin_end(0) at its end if the loop goes on waiting, spin_end(1) if it is left. */
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

#ifdef __cplusplus
}
#endif

#endif
