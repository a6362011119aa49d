// std::shared_ptr and std::weak_ptr: the last owner destroys the object, whoever that is.
//
// -DBUG_RAW: a raw pointer is used after the owners have gone (use after free or race).
// -DBUG_SAME: both threads change one std::shared_ptr (race).
// -DBUG_WEAK: a weak pointer that is not checked (null).

#include <cassert>
#include <memory>
#include <thread>

int destroyed;

struct Node {
  int value = 1;
  ~Node() {
    value = 0;
    ++destroyed;
  }
};

int main() {
  std::shared_ptr<Node> owner = std::make_shared<Node>();
  std::weak_ptr<Node> observer = owner;
#ifdef BUG_RAW
  Node* raw = owner.get();
  std::thread other([raw] { assert(raw->value == 1); });
#elif defined(BUG_SAME)
  std::thread other([&owner] { owner.reset(); });
#elif defined(BUG_WEAK)
  std::thread other([observer] { assert(observer.lock()->value == 1); });
#else
  std::thread other([observer] {
    if (auto locked = observer.lock()) assert(locked->value == 1);
  });
#endif
  owner.reset();
  other.join();
  assert(destroyed == 1);
  assert(observer.expired());
}
