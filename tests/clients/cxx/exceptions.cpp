// Exceptions thrown across a std::lock_guard, caught by a base class, rethrown, and carried to another thread.
//
// -DBUG_LOCK: the mutex is locked by hand, and stays locked when the exception passes (deadlock).
// -DBUG_UNCAUGHT: a handler for another type (std::terminate).
// -DBUG_NOEXCEPT: the exception leaves a function that says it throws nothing (std::terminate).
// -DBUG_THREAD: the exception leaves the function of a thread (std::terminate).

#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

struct Failure : std::runtime_error {
  int code;
  explicit Failure(int code) : std::runtime_error("failure"), code(code) {}
};

std::mutex guard;
int state;

#ifdef BUG_NOEXCEPT
void step(bool fail) noexcept
#else
void step(bool fail)
#endif
{
#ifdef BUG_LOCK
  guard.lock();
#else
  std::lock_guard<std::mutex> lock(guard);
#endif
  ++state;
  if (fail) throw Failure(7);
#ifdef BUG_LOCK
  guard.unlock();
#endif
}

void worker(bool fail, std::exception_ptr& result) {
#ifdef BUG_THREAD
  step(fail);
#endif
  try {
    step(fail);
#ifdef BUG_UNCAUGHT
  } catch (const std::logic_error&) {
#else
  } catch (const std::exception& error) {
    assert(std::string(error.what()) == "failure");
#endif
    result = std::current_exception();
  }
}

int main() {
  std::exception_ptr first, second;
  std::thread other(worker, true, std::ref(first));
  worker(false, second);
  other.join();
  assert(!second && state == 2);
  int code = 0;
  try {
    try {
      std::rethrow_exception(first);
    } catch (Failure& failure) {
      failure.code++;
      throw;
    }
  } catch (const Failure& failure) {
    code = failure.code;
  }
  assert(code == 8);
}
