/* Prints a name that another thread has perhaps not set yet: `%s` needs a string, not a null pointer.
 *
 *     raddle check examples/errors/invalid-argument.c
 *     error[invalid-argument]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic(const char *) name;

static void *setter(void *arg)
{
    (void)arg;
    atomic_store(&name, "raddle");
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, setter, 0);
    printf("hello %s\n", atomic_load(&name));
    pthread_join(t, 0);
    return 0;
}
