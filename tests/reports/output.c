/* What a program prints is shown on request. */
#include <stdatomic.h>
#include <stdio.h>
#include <pthread.h>

static atomic_int turn;

static void *sing(void *arg)
{
    int bottles = 2 - atomic_fetch_add(&turn, 1);

    printf("%d green bottle%s\n", bottles, bottles == 1 ? "" : "s");
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, sing, 0);
    pthread_join(thread, 0);
    sing(0);
    return 0;
}
