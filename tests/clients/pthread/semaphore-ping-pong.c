/* Two threads take turns by means of two semaphores.
 * BUG_TWO_TURNS: both semaphores start with 1, so that both threads may go. BUG_NO_POST: a turn is never given back.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ROUNDS 2

static sem_t ping_turn, pong_turn;
static int ball;

static void *ping(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sem_wait(&ping_turn);
        ball++;
        sem_post(&pong_turn);
    }
    return 0;
}

static void *pong(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sem_wait(&pong_turn);
        ball++;
#ifndef BUG_NO_POST
        sem_post(&ping_turn);
#endif
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    sem_init(&ping_turn, 0, 1);
#ifdef BUG_TWO_TURNS
    sem_init(&pong_turn, 0, 1);
#else
    sem_init(&pong_turn, 0, 0);
#endif
    pthread_create(&t[0], 0, ping, 0);
    pthread_create(&t[1], 0, pong, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(ball == 2 * ROUNDS);
    sem_destroy(&ping_turn);
    sem_destroy(&pong_turn);
    return 0;
}
