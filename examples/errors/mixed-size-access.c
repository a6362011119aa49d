/* One thread stores a word while another stores one of its bytes, and main loads the word. Memory models are defined for
 * accesses of one size: what main may see here is not said by any of them.
 *
 *     raddle check examples/errors/mixed-size-access.c
 *     error[mixed-size-access]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static union {
    atomic_uint word;
    atomic_uchar byte[4];
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
    atomic_store_explicit(&cell.byte[1], 2, memory_order_relaxed);
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
