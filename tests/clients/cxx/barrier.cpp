// std::barrier with a completion function: two threads, two phases.
//
// -DBUG_SKIP: one thread leaves without arriving in the second phase (deadlock).
// -DBUG_PHASE: one thread writes after it arrived (race).

#include <barrier>
#include <cassert>
#include <thread>

int values[2], phases;

void complete() noexcept { ++phases; }
std::barrier<void (*)() noexcept> meeting(2, complete);

void work(int me) {
  values[me] = 1;
#ifdef BUG_PHASE
  auto token = meeting.arrive();
  values[me] = 2;
  meeting.wait(std::move(token));
#else
  meeting.arrive_and_wait();
#endif
  assert(values[1 - me] >= 1);
#ifdef BUG_SKIP
  if (me) return;
#endif
#ifdef PHASES
  meeting.arrive_and_wait();
  values[me] = 3;
#endif
}

int main() {
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(phases >= 1);
}
