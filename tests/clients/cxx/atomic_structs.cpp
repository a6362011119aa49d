// std::atomic of structs of any size: 16 bytes, and odd ones, for which the compiler calls a library.
//
// -DSIZE=N: the size.
// -DBUG_LOST: an update by load and store instead of compare_exchange (assertion).
// -DBUG_RELAXED: the value is stored relaxed, and does not publish the data (race).

#include <atomic>
#include <cassert>
#include <thread>

#ifndef SIZE
#define SIZE 16
#endif

struct Value {
  unsigned char bytes[SIZE];
};
std::atomic<Value> value{Value{}};
int data;

void increment() {
  Value old = value.load(std::memory_order_relaxed), next;
#ifdef BUG_LOST
  next = old;
  next.bytes[0]++, next.bytes[SIZE - 1]++;
  value.store(next);
#else
  do {
    next = old;
    next.bytes[0]++, next.bytes[SIZE - 1]++;
  } while (!value.compare_exchange_strong(old, next));
#endif
}

int main() {
  std::thread other([] {
    data = 1;
#ifdef BUG_RELAXED
    Value one = Value{};
    one.bytes[0] = one.bytes[SIZE - 1] = 1;
    value.store(one, std::memory_order_relaxed);
#else
    increment();
#endif
  });
  Value seen = value.load();
  assert(seen.bytes[0] == seen.bytes[SIZE - 1]);
  if (seen.bytes[0] == 1) assert(data == 1);
#ifndef BUG_RELAXED
  increment();
  other.join();
  assert(value.load().bytes[0] == 2);
#else
  other.join();
#endif
}
