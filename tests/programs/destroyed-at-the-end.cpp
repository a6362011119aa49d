// Mutexes whose lives end with main, or with the last block of it.
//
// -DBUG_MUTEX: a std::mutex is held then.
// -DBUG_PTHREAD: one of POSIX.
// -DBUG_FUNCTION: one that lives as long as main itself.

#include <mutex>
#include <pthread.h>

int main() {
#ifdef BUG_FUNCTION
  std::mutex mutex;
  mutex.lock();
#endif
  {
    std::mutex mutex;
    mutex.lock();
#ifndef BUG_MUTEX
    mutex.unlock();
#endif
  }
  {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
#ifndef BUG_PTHREAD
    pthread_mutex_unlock(&mutex);
#endif
  }
}
