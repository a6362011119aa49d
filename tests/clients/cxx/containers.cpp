// A cache behind a std::shared_mutex: std::map, std::string, std::vector, std::function, std::list, std::unordered_map.
//
// -DBUG_SHARED: the writer takes the lock for readers only (race).
// -DBUG_AT: an element that is not there (std::out_of_range is not caught).

#include <cassert>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

std::shared_mutex guard;
std::map<std::string, int> cache;

int find(const std::string& key) {
  std::shared_lock<std::shared_mutex> lock(guard);
  auto found = cache.find(key);
  return found == cache.end() ? -1 : found->second;
}

void insert(const std::string& key, int value) {
#ifdef BUG_SHARED
  std::shared_lock<std::shared_mutex> lock(guard);
#else
  std::unique_lock<std::shared_mutex> lock(guard);
#endif
  cache[key] = value;
}

void alone() {
  std::set<int> numbers;
  for (int i = 0; i < 10; ++i) numbers.insert(i * 7 % 10);
  int expected = 0;
  for (int number : numbers) assert(number == expected++);
  for (int i = 0; i < 10; i += 2) numbers.erase(i);
  assert(numbers.size() == 5 && *numbers.begin() == 1 && *numbers.rbegin() == 9);
  std::unordered_map<int, int> table;
  for (int i = 0; i < 20; ++i) table[i] = i * i;
  assert(table.size() == 20 && table.at(7) == 49);
  std::list<int> list{1, 2, 3};
  list.reverse();
  list.splice(list.end(), list, list.begin());
  assert(list.front() == 2 && list.back() == 3);
  std::vector<std::function<int(int)>> steps;
  for (int i = 1; i < 4; ++i) steps.push_back([i](int value) { return value * i; });
  int value = 1;
  for (auto& step : steps) value = step(value);
  assert(value == 6);
  std::string text = "a text that is too long for the small buffer";
  text += " of a string";
  assert(text.find("small") != std::string::npos);
#ifdef BUG_AT
  std::vector<int>{1, 2}.at(2);
#endif
}

int main() {
  std::thread writer([] { insert("two", 2); });
  int found = find("two");
  writer.join();
  assert(found == -1 || found == 2);
  assert(find("two") == 2);
  alone();
}
