/* Atomic accesses as one thread sees them; thread-local and volatile variables; barriers for the compiler. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct pair { int a, b; };

static atomic_int x;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic uint8_t byte;
static _Atomic uint64_t word;
static _Atomic(int *) pointer;
static _Atomic struct pair both;
static int list[4];
static _Thread_local int local = 42;
static _Thread_local struct pair local_pair = {1, 2};
static volatile int changing;

static void operations(void)
{
    int expected = 1;

    atomic_store(&x, 5);
    assert(atomic_load(&x) == 5 && atomic_fetch_add(&x, 3) == 5 && x == 8);
    assert(!atomic_compare_exchange_strong(&x, &expected, 2) && expected == 8);
    assert(atomic_compare_exchange_strong(&x, &expected, 2) && x == 2 && atomic_exchange(&x, 9) == 2);
    x += 1;
    x |= 4;
    x--;
    assert(x == 13);
    x *= 2;
    assert(x == 26 && !atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    byte = 255;
    byte++;
    word = 1ull << 40;
    assert(byte == 0 && atomic_fetch_sub_explicit(&word, 1, memory_order_acq_rel) == 1ull << 40);
    pointer = list;
    assert(atomic_fetch_add(&pointer, 2) == list && pointer == &list[2]);
}

static void structs(void)
{
    struct pair p = {1, 2}, q, r = {5, 6};

    both = p;
    q = both;
    p.a = 7;
    assert(q.a == 1 && q.b == 2);
    q = atomic_exchange(&both, p);
    assert(q.a == 1);
    q.a = 0;
    assert(!atomic_compare_exchange_strong(&both, &q, p) && q.a == 7);
    assert(atomic_compare_exchange_strong(&both, &q, r));
    q = atomic_load(&both);
    assert(q.b == 6);
}

static void builtins(void)
{
    int v = 20, w = 30, hidden = 4;

    __atomic_store(&v, &w, __ATOMIC_RELEASE);
    assert(__atomic_load_n(&v, __ATOMIC_ACQUIRE) == 30);
    assert(__sync_fetch_and_add(&v, 1) == 30 && __sync_bool_compare_and_swap(&v, 31, 5) && v == 5);
    assert(__atomic_fetch_nand(&v, 4, __ATOMIC_RELAXED) == 5 && v == ~4);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    __sync_synchronize();
    __asm__ volatile("" ::: "memory");
    __asm__("" : "+r"(hidden));
    assert(hidden == 4);
#ifdef __x86_64__
    __asm__ volatile("pause");
    __asm__ volatile("mfence" ::: "memory");
    __builtin_ia32_pause();
#endif
}

static void locals(void)
{
    _Atomic int mine = 3, seen;
    _Atomic float f = 1.5f;

    atomic_fetch_add(&mine, 4);
    atomic_init(&seen, 5);
    pointer = (int *)&seen;
    f += 1.0f;
    assert(mine == 7 && seen == 5 && *atomic_load(&pointer) == 5 && f == 2.5f);
    pointer = (int *)0;
}

int main(void)
{
    int *p = &local;

    operations();
    structs();
    builtins();
    locals();
    local++;
    assert(local == 43 && local_pair.b == 2);
    *p = 1;
    changing = 3;
    changing++;
    assert(local == 1 && changing == 4);
    return 0;
}
