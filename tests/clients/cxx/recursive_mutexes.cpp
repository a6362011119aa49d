// Recursive mutexes that are no static variables: a member of a local variable, and one on the heap.
//
// -DBUG_ORDER: two of them are locked in different orders (deadlock).
// -DBUG_FOREIGN: one is unlocked by a thread that does not hold it, which is undefined in C++.

#include <cassert>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  int balance = 0;
  std::recursive_mutex guard;

  void deposit() {
    std::lock_guard<std::recursive_mutex> lock(guard);
    balance++;
  }
  void twice() {
    std::lock_guard<std::recursive_mutex> lock(guard);
    deposit();
    deposit();
  }
};

int main() {
  Account account;
  auto other = std::make_unique<std::recursive_timed_mutex>();
  std::thread thread([&] {
#ifdef BUG_ORDER
    std::lock_guard<std::recursive_timed_mutex> lock(*other);
#endif
    account.twice();
  });
#ifdef BUG_ORDER
  {
    std::lock_guard<std::recursive_mutex> lock(account.guard);
    std::lock_guard<std::recursive_timed_mutex> second(*other);
  }
#endif
  account.twice();
  thread.join();
  assert(account.balance == 4);
  other->lock();
  other->lock();
  other->unlock();
  other->unlock();
#ifdef BUG_FOREIGN
  account.guard.unlock();
#endif
}
