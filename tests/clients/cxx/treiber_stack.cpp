// Treiber's stack as a template with new and delete; nodes are kept until all threads are done.
//
// -DBUG_RELAXED: the new top is published by a relaxed exchange (race on the value).
// -DBUG_DELETE: popped nodes are deleted at once (use after free).

#include <atomic>
#include <cassert>
#include <optional>
#include <utility>
#include <thread>
#include <vector>

template <typename T> class Stack {
  struct Node {
    T value;
    Node* next;
  };
  std::atomic<Node*> top{nullptr};
  std::atomic<Node*> garbage{nullptr};
#ifdef BUG_RELAXED
  static constexpr auto release = std::memory_order_relaxed;
#else
  static constexpr auto release = std::memory_order_release;
#endif

  void retire(Node* node) {
#ifdef BUG_DELETE
    delete node;
#else
    node->next = garbage.load(std::memory_order_relaxed);
    while (!garbage.compare_exchange_weak(node->next, node, std::memory_order_acq_rel, std::memory_order_relaxed)) {}
#endif
  }

public:
  void push(T value) {
    Node* node = new Node{value, top.load(std::memory_order_relaxed)};
    while (!top.compare_exchange_weak(node->next, node, release, std::memory_order_relaxed)) {}
  }
  std::optional<T> pop() {
    Node* node = top.load(std::memory_order_acquire);
    while (node && !top.compare_exchange_weak(node, node->next, std::memory_order_acquire)) {}
    if (!node) return std::nullopt;
    T value = node->value;
    retire(node);
    return value;
  }
  ~Stack() {
    for (Node* list : {top.load(), garbage.load()})
      while (list) delete std::exchange(list, list->next);
  }
};

int main() {
  Stack<int> stack;
  int sum = 0;
  std::thread pusher([&] {
    stack.push(1);
    stack.push(2);
  });
#ifdef BUG_DELETE
  std::thread popper([&] { stack.pop(); });
#endif
  if (auto value = stack.pop()) sum += *value;
  pusher.join();
#ifdef BUG_DELETE
  popper.join();
#else
  while (auto value = stack.pop()) sum += *value;
  assert(sum == 3);
#endif
}
