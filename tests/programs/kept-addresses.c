/* Loops that wait, and keep the addresses of variables of their bodies: these mean nothing when the next iteration begins. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct view {
    int *data;
    int count;
};

static atomic_int flag;

static void *writer(void *unused)
{
    atomic_store(&flag, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct view view = { NULL, 0 };
    int *last = NULL, total = 0;

    pthread_create(&thread, NULL, writer, NULL);
    while (!atomic_load(&flag)) {
        int data[2] = { 1, 2 };

#ifdef BUG_LAST
        if (last)
            total = *last;
#endif
        last = data;
        view.data = data;
        view.count = 2;
        total = view.data[0] + last[1];
    }
#ifdef BUG_VIEW
    if (view.count)
        total = view.data[1];
#endif
    assert(total == 0 || view.count == 2);
    assert((last == NULL) == (total == 0));
    pthread_join(thread, NULL);
    return 0;
}
