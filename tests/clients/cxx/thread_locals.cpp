// Thread-local objects with constructors and destructors: each thread adds its count to the total when it ends.
//
// -DBUG_EARLY: the total is read before the thread is joined (race).
// -DBUG_POINTER: a thread uses another's object after that thread has ended (its object is destroyed: assertion).

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex guard;
int total;

struct Statistics {
  int count = 0;
  ~Statistics() {
    std::lock_guard<std::mutex> lock(guard);
    total += count;
    count = -1;
  }
};
thread_local Statistics statistics;
std::atomic<Statistics*> last{nullptr};

void work(int times) {
  for (int i = 0; i < times; ++i) statistics.count++;
  last = &statistics;
}

int main() {
  std::thread first(work, 2), second(work, 1);
#ifdef BUG_EARLY
  int early = total;
#endif
  first.join();
  second.join();
  assert(total == 3);
  assert(statistics.count == 0);
#ifdef BUG_POINTER
  assert(last.load()->count > 0);
#endif
}
