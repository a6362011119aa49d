// std::jthread and std::stop_token: a worker runs until it is asked to stop, and a callback runs once.
//
// -DBUG_PLAIN: the worker also looks at a plain flag (race).
// -DBUG_CALLBACK: the callback writes what the worker reads (race).

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int result;
bool done;
int called;

void work(std::stop_token stop) {
  std::mutex guard;
  std::condition_variable_any ready;
  std::unique_lock<std::mutex> lock(guard);
#ifdef BUG_PLAIN
  if (done) return;
#endif
  bool satisfied = ready.wait(lock, stop, [] { return false; });
  assert(!satisfied && stop.stop_requested());
#ifdef BUG_CALLBACK
  result = called;
#else
  result = 1;
#endif
}

int main() {
  {
    std::jthread worker(work);
#ifdef PART
    std::stop_callback callback(worker.get_stop_token(), [] { ++called; });
#endif
    done = true;
    worker.request_stop();
#ifdef PART
    assert(called == 1);
#endif
  }
  assert(result == 1);
}
