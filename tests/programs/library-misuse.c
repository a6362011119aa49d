/* Calls of library functions that the standards leave undefined, one for each macro; without a macro their legal relatives. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
static struct pair pair, *one = &pair, *same = &pair;
static char text[32] = "abcdefghij";

static void *worker(void *key)
{
    int value = 1;

    assert(pthread_setspecific(*(pthread_key_t *)key, &value) == 0);
    assert(pthread_getspecific(*(pthread_key_t *)key) == &value);
    assert(pthread_setspecific(*(pthread_key_t *)key, 0) == 0);
    return 0;
}

static void keys(void)
{
    pthread_key_t key, other;
    pthread_t t[2];

    pthread_key_create(&key, 0);
    pthread_key_create(&other, free);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &key);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    pthread_setspecific(other, malloc(4));
    free(pthread_getspecific(other));
    pthread_setspecific(other, 0);
    pthread_key_delete(key);
#ifdef BUG_SET_DELETED
    pthread_setspecific(key, text);
#endif
#ifdef BUG_GET_DELETED
    pthread_getspecific(key);
#endif
#ifdef BUG_DELETE_DELETED
    pthread_key_delete(key);
#endif
    pthread_setspecific(other, 0);
}

static void blocks(volatile size_t most)
{
    void *block;

    assert(posix_memalign(&block, 24, 8) == EINVAL);
    assert(posix_memalign(&block, 4, 8) == EINVAL);
    assert(posix_memalign(&block, 64, most) == ENOMEM);
    errno = 0;
    assert(!malloc(most) && errno == ENOMEM);
    assert(!malloc(PTRDIFF_MAX) && !calloc(most, 1) && !calloc(most / 8, 64) && !aligned_alloc(8, most));
    block = malloc(8);
    assert(!realloc(block, most));
    free(block);
    free(aligned_alloc(64, 64));
    free(memalign(0, 8));
#ifdef BUG_ODD_ALIGNMENT
    free(aligned_alloc(24, 48));
#endif
#ifdef BUG_NO_ALIGNMENT
    free(aligned_alloc(0, 48));
#endif
}

static void prints(const char *string)
{
    printf("%d%% of %s: %p %m %-*d %zu %c\n", 1, string, (void *)0, 3, 4, (size_t)5, 'c');
    printf("%2$s %1$d\n", 1, string);
    fprintf(stderr, "one more than needed %d\n", 1, 2);
    puts(string);
    perror(0);
#ifdef BUG_NULL_STRING
    string = 0;
    fprintf(stderr, "%d %.*s\n", 1, 2, string);
#endif
#ifdef BUG_NULL_PUTS
    string = 0;
    puts(string);
#endif
#ifdef BUG_FEW_ARGUMENTS
    printf("%d %*d\n", 1, 2);
#endif
}

static void copies(volatile int distance)
{
    *one = *same;
    memmove(text, text + 1, 8);
    memmove(text + 1, text, 8);
    memcpy(text, text + 8, 8);
    memcpy(text, text, 8);
    strcpy(text, "abc");
    strcpy(text + 4, text);
    strcpy(text, text + 4);
    strcat(text, "d");
#ifdef BUG_OVERLAP
    memcpy(text, text + distance, 8);
#endif
#ifdef BUG_OVERLAP_BEHIND
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    copy(text + distance, text, 8);
#endif
#ifdef BUG_OVERLAP_ASSIGNMENT
    static int cells[3];
    same = (struct pair *)cells, one = (struct pair *)(cells + 1);
    *one = *same;
#endif
#ifdef BUG_OVERLAP_STRING
    strcpy(text, text + 2);
#endif
#ifdef BUG_OVERLAP_STRING_BEHIND
    strcpy(text + 2, text);
#endif
#ifdef BUG_OVERLAP_APPEND
    strcat(text, text);
#endif
}

int main(void)
{
    keys();
    blocks(SIZE_MAX - 100);
    prints("text");
    copies(7);
    return 0;
}
