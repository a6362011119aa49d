// The library's code that starts a thread is not how the error was reached.
#include <cassert>
#include <thread>

static void check(int x) { assert(x == 2); }

int main() {
    std::thread thread([] { check(1); });
    thread.join();
}
