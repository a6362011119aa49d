// std::counting_semaphore: two slots for three users; and a binary one that passes data.
//
// -DBUG_COUNT: one slot too many (assertion).
// -DBUG_FORGET: a slot is not given back (deadlock).

#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

#ifdef BUG_COUNT
std::counting_semaphore<3> slots(2);
#else
std::counting_semaphore<3> slots(1);
#endif
std::atomic<int> inside{0};
int data;

void use() {
  slots.acquire();
  assert(inside.fetch_add(1, std::memory_order_relaxed) == 0);
  ++data;
  inside.fetch_sub(1, std::memory_order_relaxed);
#ifndef BUG_FORGET
  slots.release();
#endif
}

int main() {
  std::thread other(use);
  use();
  other.join();
  assert(data == 2);
}
