// A message behind a volatile flag, with barriers for the compiler only, as programs for x86 have them: that is enough there.
// -DPORTABLE: the same without any assembly of x86; C11 knows no such barrier.
// -DBUG_NO_BARRIER: nothing stands between the message and the flag.
#include <assert.h>
#include <pthread.h>

static int message, counter;
static volatile int flag;

#define barrier() __asm__ __volatile__("" ::: "memory")

static void count(void)
{
#ifndef PORTABLE
    __asm__ __volatile__("lock; incl %0" : "+m"(counter) : : "memory");
#endif
}

static void *send(void *unused)
{
    message = 42;
#ifndef BUG_NO_BARRIER
    barrier();
#endif
    flag = 1;
    count();
    return unused;
}

int main(void)
{
    pthread_t sender;

    pthread_create(&sender, 0, send, 0);
    if (flag) {
        barrier();
        assert(message == 42);
    }
    pthread_join(sender, 0);
    return 0;
}
