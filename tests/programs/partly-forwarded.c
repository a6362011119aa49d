// Two threads store one byte each of a word, and load the whole word. Each may see its own byte, forwarded, before that of the other.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef STORE
#define STORE __ATOMIC_RELAXED
#endif
#ifndef LOAD
#define LOAD __ATOMIC_RELAXED
#endif

static union {
    uint16_t whole;
    uint8_t byte[2];
} word;

uint16_t seen[2];

static void *thread(void *argument)
{
    int me = (int)(intptr_t)argument;
    __atomic_store_n(&word.byte[me], 1, STORE);
#ifdef WHOLE
    __atomic_store_n(&word.whole, 0x101, STORE);
#endif
#ifdef FENCE
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
#ifdef OWN
    seen[me] = __atomic_load_n(&word.byte[me], LOAD);
#else
    seen[me] = __atomic_load_n(&word.whole, LOAD);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread, (void *)0);
    pthread_create(&threads[1], 0, thread, (void *)1);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(__atomic_load_n(&word.whole, __ATOMIC_RELAXED) == 0x101);
    assert(seen[0] && seen[1]);
    return 0;
}
