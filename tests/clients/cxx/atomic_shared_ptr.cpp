// std::atomic<std::shared_ptr>: a reader takes the current version while a writer replaces it.
//
// -DBUG_PLAIN: the pointer is not atomic (race).
// -DBUG_LOST: two writers read and store instead of compare_exchange (assertion).

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Version {
  int number;
};
#ifdef BUG_PLAIN
std::shared_ptr<Version> current = std::make_shared<Version>(Version{1});
#define LOAD current
#define STORE(value) current = value
#else
std::atomic<std::shared_ptr<Version>> current{std::make_shared<Version>(Version{1})};
#define LOAD current.load()
#define STORE(value) current.store(value)
#endif

void replace() {
#if defined(BUG_LOST) || defined(BUG_PLAIN)
  auto old = LOAD;
  STORE(std::make_shared<Version>(Version{old->number + 1}));
#else
  auto old = current.load();
  while (!current.compare_exchange_weak(old, std::make_shared<Version>(Version{old->number + 1}))) {}
#endif
}

int main() {
#ifdef BUG_LOST
  std::thread other(replace);
  replace();
  other.join();
  assert(LOAD->number == 3);
#else
  std::thread other(replace);
  auto seen = LOAD;
  assert(seen->number == 1 || seen->number == 2);
  other.join();
  assert(LOAD->number == 2);
#endif
}
