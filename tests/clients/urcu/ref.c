// urcu_ref: an object that two threads hold is freed by the last of them, after everything that both did with it.
// -DBUG_PUT_TWICE: one thread gives its reference back twice.
// -DBUG_USE_AFTER_PUT: one thread uses the object after it gave its reference back.
// -DBUG_NO_GET: the second thread has no reference of its own.
// -DBUG_GET_LATE: the second thread takes its reference itself, when the first may have dropped the last one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <urcu/compiler.h>
#include <urcu/ref.h>

struct object {
    int used[2];
    struct urcu_ref ref;
};

static int freed;

static void release(struct urcu_ref *ref) {
    struct object *object = (struct object *)((char *)ref - offsetof(struct object, ref));
#if !defined(BUG_NO_GET) && !defined(BUG_GET_LATE)
    assert(object->used[0] && object->used[1]);
#endif
    freed++;
    free(object);
}

static struct object *shared;

static void *run(void *argument) {
    long self = (long)argument;
#ifdef BUG_GET_LATE
    if (self == 1)
        urcu_ref_get(&shared->ref);
#endif
    shared->used[self] = 1;
    struct object *object = shared;
    urcu_ref_put(&object->ref, release);
#ifdef BUG_PUT_TWICE
    if (self == 1)
        urcu_ref_put(&object->ref, release);
#endif
#ifdef BUG_USE_AFTER_PUT
    object->used[self] = 2;
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    shared = calloc(1, sizeof *shared);
    assert(shared != NULL);
    urcu_ref_init(&shared->ref);
#if !defined(BUG_NO_GET) && !defined(BUG_GET_LATE)
    urcu_ref_get(&shared->ref);
#endif
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(freed == 1);
    return 0;
}
