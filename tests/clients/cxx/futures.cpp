// std::promise, std::packaged_task and std::async, with values, exceptions and broken promises.
//
// -DBUG_TWICE: a promise is fulfilled twice (std::future_error is not caught).
// -DBUG_GET: the value is taken twice (std::future_error is not caught).
// -DBUG_RACE: the result is passed by a variable beside the future, which is written after the promise is fulfilled.

#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int beside;

int main() {
#if !defined(PART) || PART == 1
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread producer([&promise] {
#ifdef BUG_RACE
    promise.set_value(4);
    beside = 5;
#else
    beside = 5;
    promise.set_value(4);
#endif
#ifdef BUG_TWICE
    promise.set_value(5);
#endif
  });
  assert(future.get() == 4);
  assert(beside == 5);
  producer.join();
#ifdef BUG_GET
  future.get();
#endif
#endif
#if !defined(PART) || PART == 2
  std::packaged_task<int(int)> task([](int value) {
    if (value < 0) throw std::invalid_argument("negative");
    return value + 1;
  });
  auto result = task.get_future();
  std::thread runner(std::move(task), -1);
  bool caught = false;
  try {
    result.get();
  } catch (const std::invalid_argument&) {
    caught = true;
  }
  runner.join();
  assert(caught);
#endif
#if !defined(PART) || PART == 3
  auto computed = std::async(std::launch::async, [] { return 20; });
  auto lazy = std::async(std::launch::deferred, [] { return 22; });
  assert(computed.get() + lazy.get() == 42);
  std::future<void> broken = std::promise<void>().get_future();
  try {
    broken.get();
    assert(false);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }
#endif
}
