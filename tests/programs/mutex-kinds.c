// Recursive and error-checking mutexes, by static initialisers: local variables, members, and on the heap.
//
// -DBUG_TWICE: a normal mutex, initialised beside them, is locked twice (deadlock).
// -DBUG_FOREIGN: a normal mutex is unlocked by a thread that does not hold it.
// -DBUG_C11: a recursive mutex of C11 is unlocked once too often, which is undefined there.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void deposit(struct account *account, int amount) {
  pthread_mutex_lock(&account->lock);
  account->balance += amount;
  pthread_mutex_unlock(&account->lock);
}

static void *twice(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->lock);
  deposit(account, 1);
  deposit(account, 1);
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  struct account account = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 0};
  pthread_t thread;
  pthread_create(&thread, 0, twice, &account);
  twice(&account);
  pthread_join(thread, 0);
  assert(account.balance == 4);
  assert(pthread_mutex_unlock(&account.lock) == EPERM);

  pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_lock(&checking) == 0);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_unlock(&checking) == 0);
  assert(pthread_mutex_unlock(&checking) == EPERM);

  pthread_mutex_t *heap = malloc(sizeof *heap);
  *heap = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  for (int i = 0; i < 2; i++)
    assert(pthread_mutex_lock(heap) == 0);
  for (int i = 0; i < 2; i++)
    assert(pthread_mutex_unlock(heap) == 0);
  free(heap);

#ifdef BUG_TWICE
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&normal);
  pthread_mutex_lock(&normal);
#endif
#ifdef BUG_FOREIGN
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_unlock(&normal);
#endif
#ifdef BUG_C11
  mtx_t recursive;
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  mtx_lock(&recursive);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
#endif
}
