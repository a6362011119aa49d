// A bounded queue with two condition variables, a std::deque and std::unique_lock.
//
// -DBUG_IF: `if` instead of a loop around the wait, with two consumers (assertion).
// -DBUG_NOTIFY: the consumer does not tell the producer that there is room (deadlock).

#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Queue {
  std::mutex guard;
  std::condition_variable filled, emptied;
  std::deque<int> items;

public:
  void put(int item) {
    std::unique_lock<std::mutex> lock(guard);
    emptied.wait(lock, [this] { return items.size() < 1; });
    items.push_back(item);
    filled.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(guard);
#ifdef BUG_IF
    if (items.empty()) filled.wait(lock);
    assert(!items.empty());
#else
    while (items.empty()) filled.wait(lock);
#endif
    int item = items.front();
    items.pop_front();
#ifndef BUG_NOTIFY
    emptied.notify_one();
#endif
    return item;
  }
};

int main() {
  Queue queue;
  int first = 0, second = 0;
  std::thread consumer([&] { first = queue.take(); });
#ifdef BUG_IF
  std::thread other([&] { second = queue.take(); });
#endif
  queue.put(1);
  queue.put(2);
#ifdef BUG_IF
  other.join();
#else
  second = queue.take();
#endif
  consumer.join();
  assert(first + second == 3);
}
