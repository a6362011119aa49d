// Two threads count under a std::mutex, by std::lock_guard and std::unique_lock.
//
// -DBUG_UNLOCKED: one of them forgets the lock (race).
// -DBUG_JOIN: a thread is destroyed before it is joined (std::terminate).
// -DBUG_TWICE: a mutex that is not recursive is locked twice by one thread (deadlock).

#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

std::mutex guard;
int counter;

void add(int amount) {
#ifndef BUG_UNLOCKED
  std::lock_guard<std::mutex> lock(guard);
#endif
#ifdef BUG_TWICE
  std::lock_guard<std::mutex> again(guard);
#endif
  counter += amount;
}

void subtract(int amount) {
  std::unique_lock<std::mutex> lock(guard, std::defer_lock);
  lock.lock();
  counter -= amount;
  lock.unlock();
}

int main() {
  std::thread first(add, 3);
  std::thread second([] { subtract(1); });
  first.join();
#ifndef BUG_JOIN
  second.join();
#else
  return 0;
#endif
  assert(counter == 2);
  std::cout << "counter: " << counter << std::endl;
}
