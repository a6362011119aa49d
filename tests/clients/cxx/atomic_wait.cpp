// std::atomic::wait and notify, on an int, on a byte (which is watched by a word of the library) and on a flag.
//
// -DBUG_NOTIFY: nobody is notified (deadlock).
// -DBUG_RELAXED: the value is stored relaxed, and does not publish the data (race).

#include <atomic>
#include <cassert>
#include <thread>

#ifndef TYPE
#define TYPE int
#endif

std::atomic<TYPE> ready{0};
int data;

int main() {
  std::thread consumer([] {
    ready.wait(0);
    assert(data == 1);
  });
  data = 1;
#ifdef BUG_RELAXED
  ready.store(1, std::memory_order_relaxed);
#else
  ready.store(1);
#endif
#ifndef BUG_NOTIFY
  ready.notify_one();
#endif
  consumer.join();
}
