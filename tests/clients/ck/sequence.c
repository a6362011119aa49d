// ck_sequence: a reader that was not disturbed by the writer saw both halves of what it wrote.
// The data are accessed with ck_pr; -DPLAIN: without, as the library's own example has it (a race by the letter of C11).
// -DBUG_NO_RETRY: the reader does not look whether it was disturbed.
// -DBUG_READ_OUTSIDE: the reader reads one half before it begins.
// -DBUG_WRITE_OUTSIDE: the writer writes one half after it ended.
#include <assert.h>
#include <ck_pr.h>
#include <ck_sequence.h>
#include <pthread.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static int first, second;

#ifdef PLAIN
#define READ(x) (x)
#define WRITE(x, value) ((x) = (value))
#else
#define READ(x) ck_pr_load_int(&(x))
#define WRITE(x, value) ck_pr_store_int(&(x), value)
#endif

static void *reader(void *argument) {
    int a, b;
    unsigned int version;
    (void)argument;
#ifdef BUG_READ_OUTSIDE
    a = READ(first);
    do {
        version = ck_sequence_read_begin(&sequence);
        b = READ(second);
    } while (ck_sequence_read_retry(&sequence, version));
#elif defined(BUG_NO_RETRY)
    version = ck_sequence_read_begin(&sequence);
    a = READ(first);
    b = READ(second);
    (void)version;
#else
    do {
        version = ck_sequence_read_begin(&sequence);
        a = READ(first);
        b = READ(second);
    } while (ck_sequence_read_retry(&sequence, version));
#endif
    assert(a == b);
    return NULL;
}

static void *writer(void *argument) {
    (void)argument;
    ck_sequence_write_begin(&sequence);
    WRITE(first, 1);
#ifndef BUG_WRITE_OUTSIDE
    WRITE(second, 1);
#endif
    ck_sequence_write_end(&sequence);
#ifdef BUG_WRITE_OUTSIDE
    WRITE(second, 1);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
