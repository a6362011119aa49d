// Accesses outside of objects: reports name the nearest object and where the access lies.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int before[4], a[4], after[4];
static _Thread_local int local_to_thread[4];
struct node { int value; struct node *next; };

int main(void) {
    int private[4] = {0}, shared[4] = {0}, i = 4;
    pthread_t id = 0;
    (void)id;
    before[0] = after[0] = private[0];
#ifdef GLOBAL
    a[i] = 1;
#elif defined GLOBAL_FAR
    a[i + 1] = 1;
#elif defined GLOBAL_BEFORE
    a[i - 5] = 1;
#elif defined GLOBAL_ACROSS
    *(long *)(void *)((char *)a + 3 * i) = 1;
#elif defined PRIVATE
    private[i] = 1;
#elif defined PRIVATE_BEFORE
    return private[i - 5];
#elif defined SHARED
    int *volatile known = shared;
    known[i] = 1;
#elif defined THREAD_LOCAL
    local_to_thread[i] = 1;
#elif defined HEAP
    int *block = malloc(16);
    block[i + 1] = 1;
    free(block);
#elif defined HEAP_BEFORE
    int *block = malloc(16);
    block[i - 6] = 1;
    free(block);
#elif defined COPY
    memcpy(a, before, 5 * i);
#elif defined FILL
    memset(a, 0, 5 * i);
#elif defined NULL_POINTER
    return *(int *)(long)(i - 4);
#elif defined NULL_PLUS
    struct node *node = (struct node *)(long)(i - 4);
    return node->next == 0;
#elif defined NULL_MINUS
    return ((int *)(long)(i - 4))[-2];
#elif defined INTEGER
    return *(int *)(0x123456780000 + i);
#endif
}
