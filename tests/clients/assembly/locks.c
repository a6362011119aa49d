// Locks written in inline assembly as headers have them: loops over local labels, tickets in the bytes of a register, `asm goto`.
// -DLOCK_ticket: two bytes, taken by one `xadd`. -DLOCK_bit: a bit, tried by `bts` and `asm goto`. Else an exchange and a wait.
// -DBUG_UNLOCKED_BTS, -DBUG_UNLOCKED_XADD: the prefix `lock` is missing.
// -DBUG_TEST_FIRST: the lock is taken by a look and a store.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int counter;

#if defined(LOCK_ticket)
static uint16_t tickets;
static void take(void) {
    uint32_t mine = 0x100;
    __asm__ volatile(
#ifndef BUG_UNLOCKED_XADD
        "lock; "
#endif
        "xaddw %w0, %1\n"
        "1:\tcmpb %h0, %b0\n\t"
        "je 2f\n\t"
        "rep; nop\n\t"
        "movb %1, %b0\n\t"
        "jmp 1b\n"
        "2:"
        : "+Q"(mine), "+m"(tickets)
        :
        : "memory", "cc");
}
static void give(void) { __asm__ volatile("lock; incb %0" : "+m"(tickets) : : "memory", "cc"); }
#elif defined(LOCK_bit)
static uint32_t word;
static void take(void) {
again:
    __asm__ goto(
#ifndef BUG_UNLOCKED_BTS
        "lock; "
#endif
        "btsl $3, %0; jc %l[held]"
        :
        : "m"(word)
        : "memory", "cc"
        : held);
    return;
held:
    __asm__ volatile("1: pause; testl $8, %0; jnz 1b" : : "m"(word) : "memory", "cc");
    goto again;
}
static void give(void) { __asm__ volatile("lock; btrl $3, %0" : "+m"(word) : : "memory", "cc"); }
#else
static int locked;
static void take(void) {
#ifdef BUG_TEST_FIRST
    __asm__ volatile("1: cmpl $0, %0; jne 1b; movl $1, %0" : "+m"(locked) : : "memory", "cc");
#else
    int value = 1;
    __asm__ volatile("1:\n"
                     "xchg %[lock], %[value]\n"
                     "test %[value], %[value]\n"
                     "jz 3f\n"
                     "2:\n"
                     "pause\n"
                     "cmpl $0, %[lock]\n"
                     "jnz 2b\n"
                     "jmp 1b\n"
                     "3:\n"
                     : [lock] "=m"(locked), [value] "=q"(value)
                     : "[value]"(value)
                     : "memory", "cc");
#endif
}
static void give(void) { __asm__ volatile("movl $0, %0" : "=m"(locked) : : "memory"); }
#endif

static void *run(void *argument) {
    take();
    counter++;
    give();
    return argument;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
