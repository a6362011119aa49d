// Virtual calls on objects that another thread made, with multiple and virtual bases and dynamic_cast.
//
// -DBUG_RELAXED: the object is published by a relaxed store (race with its constructor).
// -DBUG_CAST: a dynamic_cast that fails (std::bad_cast is not caught).
// -DBUG_PURE: the object is destroyed while it is used (race or use after free).

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Named {
  int name;
  explicit Named(int name) : name(name) {}
  virtual ~Named() = default;
};
struct Shape : virtual Named {
  Shape() : Named(0) {}
  virtual int area() const = 0;
};
struct Scaled {
  int factor = 2;
  virtual int scale() const { return factor; }
  virtual ~Scaled() = default;
};
struct Square : Shape, Scaled {
  int side;
  explicit Square(int side) : Named(9), side(side) {}
  int area() const override { return side * side * scale(); }
  int scale() const override { return factor + 1; }
};

std::atomic<Shape*> published{nullptr};

void consume() {
  Shape* shape = published.load(std::memory_order_acquire);
  if (!shape) return;
  assert(shape->area() == 27 && shape->name == 9);
  Scaled& scaled = dynamic_cast<Scaled&>(*shape);
  assert(scaled.scale() == 3);
  int (Shape::*member)() const = &Shape::area;
  assert((shape->*member)() == 27);
#ifdef BUG_CAST
  struct Other : Scaled {};
  dynamic_cast<Other&>(scaled);
#endif
}

int main() {
  std::thread other(consume);
  auto square = std::make_unique<Square>(3);
#ifdef BUG_RELAXED
  published.store(square.get(), std::memory_order_relaxed);
#else
  published.store(square.get(), std::memory_order_release);
#endif
#ifdef BUG_PURE
  square.reset();
#endif
  other.join();
}
