// Threads, C11 atomics of every kind, fences, volatile and thread-local variables.
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

enum { relaxed = 0, acquire = 2, release = 3, acq_rel = 4, seq_cst = 5 };

struct node {
    int value;
    struct node *_Atomic next;
};

_Atomic int flag;
_Atomic(long) counter = 7;
static _Atomic(struct node *) top;
_Thread_local int mine = 3;
volatile int port;
_Atomic double total;
_Atomic __int128 wide;

static void push(struct node *node) {
    struct node *old = __c11_atomic_load(&top, relaxed);
    do {
        __c11_atomic_store(&node->next, old, relaxed);
    } while (!__c11_atomic_compare_exchange_weak(&top, &old, node, release, relaxed));
}

static void *writer(void *argument) {
    push(argument);
    mine += 1;
    __c11_atomic_store(&flag, 1, release);
    __c11_atomic_fetch_add(&counter, 1, acq_rel);
    __c11_atomic_fetch_sub(&counter, 1, relaxed);
    __c11_atomic_fetch_or(&flag, 4, seq_cst);
    __c11_atomic_fetch_and(&flag, ~4, seq_cst);
    __c11_atomic_fetch_xor(&flag, 2, seq_cst);
    __atomic_fetch_nand((int *)&flag, 1, relaxed);
    __c11_atomic_fetch_max(&counter, 9, relaxed);
    __c11_atomic_fetch_min(&counter, 3, relaxed);
    total += 0.5;
    return 0;
}

static void *reader(void *argument) {
    __c11_atomic_thread_fence(seq_cst);
    __c11_atomic_signal_fence(acquire);
    while (!__c11_atomic_load(&flag, acquire))
        port++;
    int expected = 1;
    __c11_atomic_compare_exchange_strong(&flag, &expected, 2, seq_cst, seq_cst);
    return (void *)(long)__c11_atomic_exchange(&flag, expected, acq_rel);
}

int main(void) {
    static struct node node = {.value = 42};
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, &node);
    pthread_create(&threads[1], 0, reader, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return mine;
}
