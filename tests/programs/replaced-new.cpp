// A program may replace `operator new` and `operator delete`; the forms that it leaves call those that it replaces.
#include <cstdlib>
#include <new>

void *operator new(std::size_t size) { return std::malloc(size ? size : 1); }
void operator delete(void *block) noexcept { std::free(block); }

int main() {
  int *plain = new int(1), *quiet = new (std::nothrow) int(2), *many = new int[3];
  delete plain;
  delete quiet;
  delete[] many;
}
