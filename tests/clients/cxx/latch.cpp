// std::latch: nobody goes on before all have arrived, and what was written before is seen after.
//
// -DBUG_COUNT: it waits for one arrival too many (deadlock).
// -DBUG_EARLY: a thread reads before it waits (race).

#include <cassert>
#include <latch>
#include <thread>

int values[2];
#ifdef BUG_COUNT
std::latch gate(3);
#else
std::latch gate(2);
#endif

void work(int me) {
  values[me] = me + 1;
#ifdef BUG_EARLY
  gate.count_down();
  assert(values[0] + values[1] >= me + 1);
  gate.wait();
#else
  gate.arrive_and_wait();
#endif
  assert(values[0] + values[1] == 3);
}

int main() {
  std::thread other(work, 1);
  work(0);
  other.join();
}
