/* One thread stores a word atomically, another stores one of its bytes plainly, and main loads the word. Parts of a word may
 * be accessed, too, but this plain store to a part is a data race.
 *
 *     raddle check examples/errors/mixed-size-access.c
 *     error[mixed-size-access]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static union {
    atomic_uint word;
    unsigned char byte[4];
} cell;

static void *word_writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&cell.word, 0x01010101, memory_order_relaxed);
    return 0;
}

static void *byte_writer(void *arg)
{
    (void)arg;
    cell.byte[1] = 2;
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, word_writer, 0);
    pthread_create(&t[1], 0, byte_writer, 0);
    atomic_load_explicit(&cell.word, memory_order_relaxed);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
