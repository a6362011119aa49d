// Waits with deadlines, which may be missed or not: condition_variable::wait_for, timed_mutex, shared_timed_mutex,
// future::wait_for, sleeping; and recursive mutexes and std::scoped_lock.
//
// -DPART=N: only one of them.
// -DBUG_TIMEOUT: the program takes it for granted that nobody misses a deadline (assertion).
// -DBUG_ORDER: two mutexes locked one after the other, in different orders (deadlock).

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex guard;
std::condition_variable ready;
bool flag;

void conditions() {
  std::thread setter([] {
    std::lock_guard<std::mutex> lock(guard);
    flag = true;
    ready.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(guard);
    bool in_time = ready.wait_for(lock, 10ms, [] { return flag; });
    assert(in_time == flag);
#ifdef BUG_TIMEOUT
    assert(in_time);
#endif
    if (!in_time) assert(ready.wait_until(lock, std::chrono::steady_clock::now() + 1s) == std::cv_status::timeout || flag || !flag);
  }
  setter.join();
}

void mutexes() {
  std::timed_mutex timed;
  std::shared_timed_mutex shared;
  int entered = 0;
  std::thread other([&] {
    if (timed.try_lock_for(5ms)) {
      ++entered;
      timed.unlock();
    }
    if (shared.try_lock_shared_for(5ms)) shared.unlock_shared();
  });
  if (timed.try_lock_until(std::chrono::system_clock::now() + 5ms)) {
    ++entered;
    timed.unlock();
  }
  other.join();
  assert(entered <= 2);
  std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_until(std::chrono::steady_clock::now() + 1ms);
}

void futures() {
  auto value = std::async(std::launch::async, [] { return 3; });
  auto status = value.wait_for(1ms);
  assert(status == std::future_status::ready || status == std::future_status::timeout);
  assert(value.get() == 3);
}

std::mutex first, second;
std::recursive_mutex nested;
int depth;

int descend(int levels) {
  std::lock_guard<std::recursive_mutex> lock(nested);
  ++depth;
  return levels ? 1 + descend(levels - 1) : 0;
}

void both(bool swap) {
#ifdef BUG_ORDER
  std::lock_guard<std::mutex> one(swap ? first : second), two(swap ? second : first);
#else
  std::scoped_lock lock(swap ? first : second, swap ? second : first);
#endif
  descend(2);
}

void nesting() {
  std::thread other(both, true);
  both(false);
  other.join();
  assert(depth == 6);
}

int main() {
#if PART == 1
  conditions();
#elif PART == 2
  mutexes();
#elif PART == 3
  futures();
#else
  nesting();
#endif
}
