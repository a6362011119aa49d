// Words of objects of the library, and members that begin with underscores, have names of their own.
#include <pthread.h>
#include <stdatomic.h>

static struct { int __first, __second; union { long whole; int half; } both; } user;
static pthread_cond_t c;
static pthread_mutex_t m;

static void *thread(void *arg) {
#ifdef USER
    user.__second = 1;
#elif defined PART
    ((int *)(void *)&user.both.whole)[1] = 1;
#elif defined CONDITION
    pthread_cond_signal(&c);
#else
    pthread_mutex_lock(&m);
    user.__first = 1;
    pthread_mutex_unlock(&m);
#endif
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_mutex_init(&m, 0);
    pthread_create(&id, 0, thread, 0);
#ifdef USER
    user.__second = 2;
#elif defined PART
    ((int *)(void *)&user.both.whole)[1] = 2;
#elif defined CONDITION
    pthread_cond_init(&c, 0);
#else
    user.__first = 2;
#endif
    pthread_join(id, 0);
}
