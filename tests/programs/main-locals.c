// The local variables of main end when it returns, although other threads run on until the process has ended.
//
// -DJOINED: main waits for the thread: nothing is wrong.
// -DEXIT: main ends the process, and its variables live as long as that.
// -DFLAG: main waits for a flag that the thread sets when it is done; -DBUG_RELAXED: which orders nothing.
// -DSTATIC: the variable is static.
// -DBLOCK: the variable is that of the last block of main.
// -DARRAY: it is an array of variable length.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int *) shared;
static atomic_int done;

#ifdef BUG_RELAXED
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#endif

static void *worker(void *arg) {
  atomic_int *variable = atomic_load(&shared);
  if (variable)
    atomic_store(variable, 1);
  atomic_store_explicit(&done, 1, RELEASE);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
#ifdef STATIC
  static atomic_int variable;
#elif defined ARRAY
  int length = argc + 1;
  atomic_int variables[length];
  atomic_init(&variables[1], 0);
#define variable variables[1]
#endif
#ifdef BLOCK
  {
#endif
#if !defined STATIC && !defined ARRAY
    atomic_int variable = 0;
#endif
    atomic_store(&shared, &variable);
#ifdef BLOCK
  }
#endif
#ifdef JOINED
  pthread_join(thread, 0);
#endif
#ifdef EXIT
  exit(0);
#endif
#ifdef FLAG
  while (!atomic_load_explicit(&done, ACQUIRE))
    ;
#endif
  return 0;
}
