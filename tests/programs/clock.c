// Time passes: a loop that waits for something until a deadline may be left by either.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;
static struct timespec begin;

static long milliseconds_since_begin(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000;
}

#if defined(LOOP)
static void *worker(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    time_t end = time(NULL) + 1;
    while (!flag && time(NULL) < end)
        ;
#if defined(BUG_LATE)
    assert(flag);
#endif
    pthread_join(thread, NULL);
    return 0;
}
#elif defined(COUNTER) // The counter of the processor.
static void *worker(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    unsigned long long end = __builtin_readcyclecounter() + 1000000;
    while (!flag && __builtin_readcyclecounter() < end)
        ;
#if defined(BUG_LATE)
    assert(flag);
#endif
    pthread_join(thread, NULL);
    return 0;
}
#elif defined(KEEPS) // Loops that keep the time they read, or count their looks.
static void *worker(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int looks = 0;
    time_t now, end = time(NULL) + 5;
    pthread_create(&thread, NULL, worker, NULL);
    do
        now = time(NULL);
    while (!flag && now < end);
    end = now + 5;
    while (time(NULL) < end)
        looks++;
    pthread_join(thread, NULL);
    return 0;
}
#elif defined(AGAIN) // Gives up and tries again, and counts that.
static void *worker(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int tries = 0;
    pthread_create(&thread, NULL, worker, NULL);
    while (!flag) {
        time_t end = time(NULL) + 1;
        while (!flag && time(NULL) < end)
            ;
        tries++;
    }
    pthread_join(thread, NULL);
    return 0;
}
#else // No thread that knows of a time sees an earlier one.
static void *worker(void *unused) {
    long passed = milliseconds_since_begin();
    assert(passed >= 0);
#if defined(BUG_FAST)
    assert(passed < 5000);
#endif
    return unused;
}

int main(void) {
    pthread_t first, second;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pthread_create(&first, NULL, worker, NULL);
    pthread_join(first, NULL);
    long passed = milliseconds_since_begin();
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(second, NULL);
    assert(milliseconds_since_begin() >= passed);
    return 0;
}
#endif
