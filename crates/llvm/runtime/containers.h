// The parts of containers in the library: lists, trees, and the sizes and hashes of tables.

#include <list>
#include <map>
#include <unordered_map>

// Templates that the headers leave to the library; std::string is in a file of its own.
template class std::allocator<char>;
template class std::allocator<wchar_t>;

namespace std {
namespace __detail {

void _List_node_base::_M_hook(_List_node_base* const next) noexcept {
  _M_next = next;
  _M_prev = next->_M_prev;
  _M_prev->_M_next = this;
  next->_M_prev = this;
}
void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}
// Moves the nodes from `first` up to, but not including, `last` in front of this one.
void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last || first == last) return;
  auto moved = last->_M_prev, before = first->_M_prev;
  before->_M_next = last;
  last->_M_prev = before;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  moved->_M_next = this;
  _M_prev = moved;
}
void _List_node_base::_M_reverse() noexcept {
  auto node = this;
  do {
    auto next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}
// Swaps two lists: each head then leads to the other's nodes.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  auto a_next = a._M_next, a_prev = a._M_prev, b_next = b._M_next, b_prev = b._M_prev;
  a._M_next = b_next == &b ? &a : b_next;
  a._M_prev = b_prev == &b ? &a : b_prev;
  b._M_next = a_next == &a ? &b : a_next;
  b._M_prev = a_prev == &a ? &b : a_prev;
  a._M_next->_M_prev = a._M_prev->_M_next = &a;
  b._M_next->_M_prev = b._M_prev->_M_next = &b;
}

// The least prime that is not below a number.
static size_t raddle_prime(size_t number) {
  for (;; ++number) {
    bool is_prime = number > 1;
    for (size_t divisor = 2; is_prime && divisor * divisor <= number; ++divisor) is_prime = number % divisor != 0;
    if (is_prime) return number;
  }
}
size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  size_t buckets = raddle_prime(wanted < 2 ? 2 : wanted);
  _M_next_resize = static_cast<size_t>(static_cast<float>(buckets) * _M_max_load_factor);
  return buckets;
}
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  if (elements + more <= _M_next_resize) return {false, 0};
  size_t least = elements + more;
  // The first table is a little larger.
  if (_M_next_resize == 0 && least < 11) least = 11;
  size_t wanted = static_cast<size_t>(static_cast<float>(least) / _M_max_load_factor) + 1;
  if (wanted <= buckets) {
    _M_next_resize = static_cast<size_t>(static_cast<float>(buckets) * _M_max_load_factor);
    return {false, 0};
  }
  return {true, _M_next_bkt(wanted < 2 * buckets ? 2 * buckets : wanted)};
}

} // namespace __detail

// Any function will do: FNV-1a.
size_t _Hash_bytes(const void* bytes, size_t length, size_t seed) {
  size_t hash = seed ^ 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; ++i) hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3u;
  return hash;
}
size_t _Fnv_hash_bytes(const void* bytes, size_t length, size_t seed) { return _Hash_bytes(bytes, length, seed); }

using raddle_node = _Rb_tree_node_base;

static raddle_node* raddle_after(raddle_node* node) {
  if (node->_M_right) {
    node = node->_M_right;
    while (node->_M_left) node = node->_M_left;
    return node;
  }
  auto above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  // The head's parent is the root, and the root's parent is the head.
  return node->_M_right == above ? node : above;
}
static raddle_node* raddle_before(raddle_node* node) {
  // The head is red, and the root is black.
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node) return node->_M_right;
  if (node->_M_left) {
    node = node->_M_left;
    while (node->_M_right) node = node->_M_right;
    return node;
  }
  auto above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}
raddle_node* _Rb_tree_increment(raddle_node* node) throw() { return raddle_after(node); }
const raddle_node* _Rb_tree_increment(const raddle_node* node) throw() {
  return raddle_after(const_cast<raddle_node*>(node));
}
raddle_node* _Rb_tree_decrement(raddle_node* node) throw() { return raddle_before(node); }
const raddle_node* _Rb_tree_decrement(const raddle_node* node) throw() {
  return raddle_before(const_cast<raddle_node*>(node));
}

// Replaces one node by another in its parent.
static void raddle_replace(raddle_node* node, raddle_node* by, raddle_node*& root) {
  if (root == node)
    root = by;
  else if (node->_M_parent->_M_left == node)
    node->_M_parent->_M_left = by;
  else
    node->_M_parent->_M_right = by;
  if (by) by->_M_parent = node->_M_parent;
}
// Rotates the edge between a node and one of its children.
static void raddle_rotate(raddle_node* node, bool left, raddle_node*& root) {
  auto& side = left ? node->_M_right : node->_M_left;
  auto child = side;
  auto& inner = left ? child->_M_left : child->_M_right;
  raddle_replace(node, child, root);
  side = inner;
  if (inner) inner->_M_parent = node;
  inner = node;
  node->_M_parent = child;
}

void _Rb_tree_insert_and_rebalance(const bool left, raddle_node* node, raddle_node* above, raddle_node& head) throw() {
  auto& root = head._M_parent;
  node->_M_parent = above;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    above->_M_left = node; // This is the leftmost one, too, if `above` is the head.
    if (above == &head) {
      head._M_parent = head._M_right = node;
    } else if (above == head._M_left) {
      head._M_left = node;
    }
  } else {
    above->_M_right = node;
    if (above == head._M_right) head._M_right = node;
  }
  while (node != root && node->_M_parent->_M_color == _S_red) {
    auto parent = node->_M_parent, grand = parent->_M_parent;
    bool is_left = parent == grand->_M_left;
    auto uncle = is_left ? grand->_M_right : grand->_M_left;
    if (uncle && uncle->_M_color == _S_red) {
      parent->_M_color = uncle->_M_color = _S_black;
      grand->_M_color = _S_red;
      node = grand;
      continue;
    }
    if (node == (is_left ? parent->_M_right : parent->_M_left)) {
      raddle_rotate(parent, is_left, root);
      parent = node;
    }
    parent->_M_color = _S_black;
    grand->_M_color = _S_red;
    raddle_rotate(grand, !is_left, root);
    break;
  }
  root->_M_color = _S_black;
}

raddle_node* _Rb_tree_rebalance_for_erase(raddle_node* const node, raddle_node& head) throw() {
  auto& root = head._M_parent;
  if (head._M_left == node) head._M_left = node->_M_right ? raddle_after(node) : node->_M_parent;
  if (head._M_right == node) head._M_right = node->_M_left ? raddle_before(node) : node->_M_parent;
  // The node that takes the free place, its parent there, and the color that is removed.
  raddle_node *child, *parent;
  auto lost = node->_M_color;
  if (node->_M_left && node->_M_right) {
    auto next = raddle_after(node);
    child = next->_M_right;
    lost = next->_M_color;
    if (next->_M_parent == node) {
      parent = next;
    } else {
      parent = next->_M_parent;
      parent->_M_left = child;
      if (child) child->_M_parent = parent;
      next->_M_right = node->_M_right;
      next->_M_right->_M_parent = next;
    }
    next->_M_left = node->_M_left;
    next->_M_left->_M_parent = next;
    raddle_replace(node, next, root);
    next->_M_color = node->_M_color;
  } else {
    child = node->_M_left ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    raddle_replace(node, child, root);
  }
  if (lost == _S_red) return node;
  while (child != root && (!child || child->_M_color == _S_black)) {
    bool is_left = child == parent->_M_left;
    auto& side = is_left ? parent->_M_right : parent->_M_left;
    auto sibling = side;
    if (sibling->_M_color == _S_red) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      raddle_rotate(parent, is_left, root);
      sibling = side;
    }
    auto near = is_left ? sibling->_M_left : sibling->_M_right;
    auto far = is_left ? sibling->_M_right : sibling->_M_left;
    bool near_red = near && near->_M_color == _S_red, far_red = far && far->_M_color == _S_red;
    if (!near_red && !far_red) {
      sibling->_M_color = _S_red;
      child = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!far_red) {
      near->_M_color = _S_black;
      sibling->_M_color = _S_red;
      raddle_rotate(sibling, !is_left, root);
      sibling = side;
      far = is_left ? sibling->_M_right : sibling->_M_left;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    if (far) far->_M_color = _S_black;
    raddle_rotate(parent, is_left, root);
    break;
  }
  if (child) child->_M_color = _S_black;
  return node;
}

} // namespace std
