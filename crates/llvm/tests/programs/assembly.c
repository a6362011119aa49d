// Inline assembly of x86-64: what each instruction computes, in registers and in memory, and which flags it sets.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static int word;
static uint64_t words[4];
static uint32_t halves[4];

static int exchange_add(int *p, int v) {
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
    return v;
}

static bool replace(int *p, int old, int new) {
    bool done;
    __asm__ volatile("lock cmpxchgl %3, %0" : "+m"(*p), "=@ccz"(done), "+a"(old) : "q"(new) : "memory", "cc");
    return done;
}

static int replaced(int *p, int old, int new) {
    bool done;
    __asm__ volatile("lock cmpxchg %3, %1; setz %2" : "+a"(old), "+m"(*p), "=q"(done) : "r"(new) : "memory", "cc");
    return done ? old : -old;
}

static int replaced_unlocked(int *p, int old, int new) {
    __asm__ volatile("cmpxchgl %2, %1" : "+a"(old), "+m"(*p) : "r"(new) : "memory", "cc");
    return old;
}

static uint64_t replaced_pair(uint64_t *p, uint64_t old, uint64_t new, bool *done) {
    uint32_t low = old, high = old >> 32;
    __asm__ volatile("lock; cmpxchg8b %0; setz %1"
                     : "+m"(*p), "=q"(*done), "+a"(low), "+d"(high)
                     : "b"((uint32_t)new), "c"((uint32_t)(new >> 32))
                     : "memory", "cc");
    return low | (uint64_t)high << 32;
}

// Whatever the registers hold, memory keeps what it has.
static uint64_t load_pair(uint64_t *p) {
    uint32_t low, high;
    __asm__ volatile("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg8b %2"
                     : "=a"(low), "=d"(high) : "m"(*p) : "rbx", "rcx", "memory", "cc");
    return low | (uint64_t)high << 32;
}

static bool decrement_is_zero(int *p) {
    bool zero;
    __asm__ volatile("lock decl %0; setz %1" : "+m"(*p), "=rm"(zero) : : "memory", "cc");
    return zero;
}

static bool subtract_is_not_positive(int *p, int v) {
    bool result;
    __asm__ volatile("lock subl %2, %0; setle %1" : "+m"(*p), "=q"(result) : "ir"(v) : "memory", "cc");
    return result;
}

static bool set_bit(uint64_t *p, long index) {
    bool old;
    __asm__ volatile("lock btsq %2, %0; setc %1" : "+m"(*(char *)p), "=q"(old) : "r"(index) : "memory", "cc");
    return old;
}

static bool reset_bit(uint32_t *p, int index) {
    bool old;
    __asm__ volatile("btrl %2, %0; setc %1" : "+m"(*(char *)p), "=q"(old) : "r"(index) : "memory", "cc");
    return old;
}

static void negate(int *p) { __asm__ volatile("lock; negl %0" : "+m"(*p) : : "memory", "cc"); }
static void invert(int *p) { __asm__ volatile("lock; notl %0" : "+m"(*p) : : "memory"); }
static void add_seven(int *p) { __asm__ volatile("addl %1, %0" : "+rm"(*p) : "ri"(7) : "cc"); }
static void store_behind(int *p, int v) { __asm__ volatile("movl %1, 4(%0)" : : "r"(p), "r"(v) : "memory"); }

static double exchange_double(double *p, double v) {
    __asm__ volatile("xchgq %0, %1" : "+m"(*p), "+q"(v) : : "memory");
    return v;
}

static int indexed(int *array, long index) {
    int value;
    __asm__("movl 4(%1, %2, 4), %0" : "=r"(value) : "r"(array), "r"(index) : "memory");
    return value;
}

static int borrow(unsigned a, unsigned b) {
    int mask;
    __asm__("cmpl %2, %1; sbbl %0, %0" : "=r"(mask) : "r"(a), "r"(b) : "cc");
    return mask;
}

static int larger(int a, int b) {
    __asm__("cmpl %1, %0; cmovl %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}

static bool overflows(int8_t a, int8_t b) {
    bool result;
    __asm__("addb %2, %1; seto %0" : "=q"(result), "+q"(a) : "q"(b) : "cc");
    return result;
}

static bool carries(uint8_t a, uint8_t b) {
    bool result;
    __asm__("addb %2, %1; setc %0" : "=q"(result), "+q"(a) : "q"(b) : "cc");
    return result;
}

static uint32_t swap_bytes(uint32_t v) {
    __asm__("{bswap %0|bswap %0}" : "+r"(v));
    return v;
}

static long sign_extended(signed char c) {
    long r;
    __asm__("movsbq %1, %0" : "=r"(r) : "q"(c));
    return r;
}

static unsigned zero_extended(unsigned char c) {
    unsigned r;
    __asm__("movzbl %1, %0" : "=r"(r) : "qm"(c));
    return r;
}

static unsigned lowest(unsigned v) {
    unsigned r;
    __asm__("rep; bsf %1, %0" : "=r"(r) : "r"(v) : "cc");
    return r;
}

static unsigned highest(unsigned v) {
    unsigned r = 99;
    __asm__("bsrl %1, %0" : "+r"(r) : "rm"(v) : "cc");
    return r;
}

static int shift_left(int v, char by) {
    __asm__("shll %%cl, %0" : "+r"(v) : "c"(by) : "cc");
    return v;
}

static int shift_right(int v) {
    __asm__("sarl $3, %0" : "+r"(v) : : "cc");
    return v;
}

static uint16_t rotate(uint16_t v) {
    __asm__("rorw $8, %0" : "+r"(v) : : "cc");
    return v;
}

static uint64_t low_half(uint64_t x) {
    __asm__("movl %k0, %k0 # the upper half becomes 0" : "+r"(x));
    return x;
}

static uint64_t low_bytes(uint64_t x) {
    __asm__("movb $0x12, %b0; incw %w0" : "+r"(x) : : "cc");
    return x;
}

static uint16_t swap_low_bytes(uint16_t x) {
    __asm__("xchgb %b0, %h0" : "+Q"(x));
    return x;
}

static int second_byte(int x) {
    __asm__("movb %%ah, %%al; movzbl %%al, %%eax" : "+a"(x));
    return x;
}

static void increment(int *p) { __asm__ volatile("lock; incl %0" : "=m"(*p) : "0"(*p) : "memory", "cc"); }

static bool prefix_on_its_own_line(long *p, long old, long new) {
    unsigned char done;
    __asm__ volatile("lock\n\tcmpxchgq %3, %1\n\tsete %0" : "=a"(done) : "m"(*p), "a"(old), "r"(new) : "memory", "cc");
    return done;
}

static __uint128_t pair(uint64_t a) {
    __uint128_t r;
    __asm__("movq %1, %%rax; leaq 1(%%rax), %%rdx" : "=A"(r) : "r"(a));
    return r;
}

static int sum_to(int n) {
    int sum;
    __asm__("xorl %0, %0\n1:\taddl %1, %0\n\tdecl %1\n\tjne 1b" : "=&r"(sum), "+r"(n) : : "cc");
    return sum;
}

static int sign(int x) {
    __asm__("testl %0, %0; js 1f; jz 2f; movl $1, %0; jmp 2f; 1: movl $-1, %0; 2:" : "+r"(x) : : "cc");
    return x;
}

static int classify(int x) {
    __asm__ goto("testl %0, %0; jz %l1; cmpl $5, %0; jg %l2" : : "r"(x) : "cc" : zero, large);
    return 1;
zero:
    return 0;
large:
    return 2;
}

int main(void) {
    assert(exchange_add(&word, 5) == 0 && word == 5);
    assert(exchange_add(&word, -2) == 5 && word == 3);
    assert(!replace(&word, 1, 9) && word == 3);
    assert(replace(&word, 3, 9) && word == 9);
    assert(replaced(&word, 9, 4) == 9 && replaced(&word, 9, 5) == -4 && word == 4);
    assert(replaced_unlocked(&word, 4, 6) == 4 && replaced_unlocked(&word, 4, 7) == 6 && word == 6);
    bool done;
    words[3] = 0x100000002;
    assert(replaced_pair(words + 3, 0x100000002, 0x300000004, &done) == 0x100000002 && done);
    assert(replaced_pair(words + 3, 1, 2, &done) == 0x300000004 && !done && words[3] == 0x300000004);
    assert(load_pair(words + 3) == 0x300000004);
    word = 2;
    assert(!decrement_is_zero(&word) && decrement_is_zero(&word));
    word = 5;
    assert(!subtract_is_not_positive(&word, 4) && subtract_is_not_positive(&word, 1) && word == 0);
    assert(subtract_is_not_positive(&word, 1) && word == -1);
    assert(!set_bit(words, 70) && words[1] == 64 && set_bit(words, 70));
    assert(!set_bit(words + 1, -1) && words[0] == 1ull << 63);
    halves[2] = 64;
    assert(reset_bit(halves, 70) && halves[2] == 0 && !reset_bit(halves, 70));
    word = 7;
    negate(&word);
    assert(word == -7);
    invert(&word);
    assert(word == 6);
    add_seven(&word);
    assert(word == 13);
    double number = 1.5;
    assert(exchange_double(&number, 2.5) == 1.5 && number == 2.5);
    int array[4] = {1, 2, 3, 4};
    assert(indexed(array, 1) == 3 && indexed(array, -1) == 1);
    store_behind(array, 9);
    assert(array[1] == 9);
    assert(borrow(1, 2) == -1 && borrow(2, 1) == 0);
    assert(larger(1, 2) == 2 && larger(2, 1) == 2 && larger(-5, 1) == 1);
    assert(overflows(127, 1) && !overflows(-1, 1) && overflows(-128, -1) && !overflows(5, 6));
    assert(carries(255, 1) && !carries(254, 1));
    assert(swap_bytes(0x11223344) == 0x44332211);
    assert(sign_extended(-3) == -3 && zero_extended(200) == 200);
    assert(lowest(8) == 3 && highest(9) == 3 && highest(0) == 99);
    assert(shift_left(3, 2) == 12 && shift_left(1, 33) == 2 && shift_right(-16) == -2 && rotate(0x1234) == 0x3412);
    assert(low_half(0x123456789aull) == 0x3456789a);
    assert(low_bytes(0x11ff) == 0x1113 && low_bytes(0xffff) == 0xff13);
    assert(swap_low_bytes(0x1234) == 0x3412 && second_byte(0x123456) == 0x34);
    increment(&word);
    assert(word == 14);
    long wide = 5;
    assert(prefix_on_its_own_line(&wide, 5, 6) && wide == 6 && !prefix_on_its_own_line(&wide, 5, 7) && wide == 6);
    __uint128_t both = pair(41);
    assert((uint64_t)both == 41 && (uint64_t)(both >> 64) == 42);
    assert(sum_to(4) == 10 && sign(-7) == -1 && sign(0) == 0 && sign(9) == 1);
    assert(classify(0) == 0 && classify(3) == 1 && classify(6) == 2 && classify(-6) == 1);
    return 0;
}
