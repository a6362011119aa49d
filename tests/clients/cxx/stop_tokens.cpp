// std::jthread and std::stop_token: a worker runs until it is asked to stop, and a callback runs once.
//
// -DCALLBACK: only a callback that is registered while another thread asks.
// -DBUG_PLAIN: the worker also looks at a plain flag (race).
// -DBUG_CALLBACK: the callback of one thread writes what another reads (race).

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
  result = 1;
}

int main() {
#ifdef CALLBACK
  std::stop_source source;
  std::thread asker([&source] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [] { ++called; });
#ifdef BUG_CALLBACK
    called = 0;
#endif
  }
  // It was called, or it never will be.
  assert(called <= 1);
  asker.join();
#else
  {
    std::jthread worker(work);
    done = true;
    worker.request_stop();
  }
  assert(result == 1);
#endif
}
