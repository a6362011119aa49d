// Objects made once: by a static variable of a function, by std::call_once (also after an exception), and before main.
//
// -DBUG_FLAG: a flag of one's own instead of the language's (race).
// -DBUG_ONCE: the flag of call_once is looked at by hand (race).

#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

int made, tries;

struct Config {
  int value;
  Config() : value(42) { ++made; }
};

Config& config() {
#ifdef BUG_FLAG
  static Config* instance;
  if (!instance) instance = new Config;
  return *instance;
#else
  static Config instance;
  return instance;
#endif
}

std::once_flag once;
int resource;

void acquire() {
  auto open = [] {
    if (tries++ == 0) throw std::runtime_error("not yet");
    resource = 5;
  };
  for (bool done = false; !done;) {
    try {
#ifdef BUG_ONCE
      if (!resource)
#endif
      std::call_once(once, open);
      done = true;
    } catch (const std::runtime_error&) {
    }
  }
}

struct Before {
  int value;
  explicit Before(int value) : value(value) {}
  ~Before() { assert(value == 3); }
} before(3);

void use() {
  assert(config().value == 42);
  acquire();
  assert(resource == 5);
}

int main() {
  std::thread other(use);
  use();
  other.join();
  assert(made == 1 && tries == 2 && before.value == 3);
}
