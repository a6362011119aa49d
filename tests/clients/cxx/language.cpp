// The language alone: when objects are made and destroyed, which handler catches what, and how casts find their way.
//
// -DBUG_SLICE: a handler by value of the base class, which slices (assertion).
// -DBUG_AMBIGUOUS: a base class that is there twice catches nothing (not caught).
// -DBUG_PRIVATE: neither does a private one (not caught).
// -DBUG_DESTRUCTOR: a destructor throws while another exception is on its way (std::terminate).

#include <cassert>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <typeinfo>

char trace[64];
int length;
void note(char what) { trace[length++] = what; }
bool traced(const char* expected) {
  bool same = std::strcmp(trace, expected) == 0;
  std::memset(trace, 0, sizeof trace);
  length = 0;
  return same;
}

struct Note {
  char enter, leave;
  Note(char enter, char leave) : enter(enter), leave(leave) { note(enter); }
  Note(const Note&) = default;
  ~Note() { note(leave); }
};

struct Animal {
  virtual ~Animal() = default;
  virtual char kind() const { return 'a'; }
};
struct Left : Animal {
  char kind() const override { return 'l'; }
};
struct Right : Animal {};
struct Both : Left, Right {};
struct Hidden : private Animal {};
struct Top {
  int top = 1;
  virtual ~Top() = default;
};
struct A : virtual Top {};
struct B : virtual Top {};
struct Bottom : A, B {
  int bottom = 2;
};

struct Whole {
  Note first{'1', '2'};
  Note second{'3', '4'};
  explicit Whole(bool fail) : third('5', '6') {
    if (fail) throw 7;
  }
  Note third;
};

struct Throws {
  ~Throws() noexcept(false) { throw 2; }
};

int function_try(int value)
try {
  if (value) throw value;
  return 0;
} catch (int caught) {
  return caught + 1;
}

template <typename E, typename T> bool caught_as(const T& thrown) {
  try {
    throw thrown;
  } catch (E&) {
    return true;
  } catch (...) {
    return false;
  }
}

int main() {
  try {
    Whole whole(true);
    assert(false);
  } catch (int value) {
    assert(value == 7);
  }
  assert(traced("135642"));
  try {
    Note outer('a', 'b');
    try {
      Note inner('c', 'd');
      throw 'x';
    } catch (int) {
      assert(false);
    }
    assert(false);
  } catch (char what) {
    note(what);
  }
  assert(traced("acdbx"));
  assert(function_try(0) == 0 && function_try(4) == 5);

  assert(caught_as<Animal>(Left()) && !caught_as<Left>(Right()) && caught_as<Top>(Bottom()));
  assert(caught_as<std::exception>(std::out_of_range("")) && !caught_as<std::runtime_error>(std::logic_error("")));
  assert(!caught_as<Animal>(Both()) && !caught_as<Animal>(Hidden()));
  Bottom object;
  try {
    throw static_cast<A*>(&object);
  } catch (const Top* top) {
    assert(top == &object && top->top == 1);
  }
  try {
    throw nullptr;
  } catch (int* pointer) {
    assert(!pointer);
  }
  try {
    try {
      throw Left();
#ifdef BUG_SLICE
    } catch (Animal animal) {
#else
    } catch (Animal& animal) {
#endif
      assert(animal.kind() == 'l');
      throw;
    }
  } catch (Left&) {
    note('L');
  }
  assert(traced("L"));
  assert(std::uncaught_exceptions() == 0);

  Both both;
  Left* left = &both;
  Right* right = dynamic_cast<Right*>(left);
  assert(right == &both && dynamic_cast<void*>(right) == &both && !dynamic_cast<Bottom*>(left));
  Top* top = &object;
  assert(dynamic_cast<Bottom*>(top)->bottom == 2 && dynamic_cast<B*>(static_cast<A*>(&object)) == &object);
  assert(typeid(*left) == typeid(Both) && typeid(*left) != typeid(Left));
  try {
    dynamic_cast<Bottom&>(static_cast<Animal&>(*left));
    assert(false);
  } catch (const std::bad_cast& error) {
    assert(error.what()[0]);
  }

  auto numbers = new int[3]{1, 2, 3};
  auto aligned = new (std::align_val_t(64)) int(4);
  assert(reinterpret_cast<unsigned long>(aligned) % 64 == 0 && numbers[2] == 3);
  operator delete(aligned, std::align_val_t(64));
  delete[] numbers;
  delete new (std::nothrow) int(5);

#ifdef BUG_AMBIGUOUS
  try {
    throw Both();
  } catch (const Animal&) {
  }
#endif
#ifdef BUG_PRIVATE
  try {
    throw Hidden();
  } catch (const Animal&) {
  }
#endif
#ifdef BUG_DESTRUCTOR
  try {
    Throws throws;
    throw 1;
  } catch (int) {
  }
#endif
}
