// A relaxed load in a header of the library, or in a class of the program: the line that calls it must acquire.
#include <atomic>
#include <cassert>
#include <pthread.h>

struct Wide { int x, y; };
struct Guard { std::atomic<int> value{0}; };

static Guard flag;
static std::atomic<Wide> data;
struct Flag {
    static int get(const std::atomic<int> &flag) {
        return flag.load(std::memory_order_relaxed);
    }
};

static void *writer(void *arg) {
    data.store(Wide{1, 1}, std::memory_order_relaxed);
    flag.value.store(1, std::memory_order_release);
    return arg;
}

static void *reader(void *arg) {
#ifdef CLASS
    Flag::get(flag.value);
    int set = Flag::get(flag.value);
#elif defined FREE_FUNCTION
    int set = atomic_load_explicit(&flag.value, std::memory_order_relaxed);
#else
    int set = flag.value.load(std::memory_order_relaxed);
#endif
    assert(!set || data.load(std::memory_order_relaxed).x);
    return arg;
}

int main() {
    pthread_t w, r;
    pthread_create(&w, nullptr, writer, nullptr);
    pthread_create(&r, nullptr, reader, nullptr);
    pthread_join(w, nullptr);
    pthread_join(r, nullptr);
}
