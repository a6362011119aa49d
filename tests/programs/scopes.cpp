// Temporaries and variables of blocks in C++, also when exceptions leave the blocks; one use after that for each macro.
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct Counter {
    int value;
    explicit Counter(int v) : value(v) {}
    ~Counter() { value = -1; }
    const Counter &self() const { return *this; }
};

static const Counter *kept;
static const int *number;
static std::mutex mutex;

static const Counter &keep(const Counter &counter)
{
    kept = &counter;
    return counter;
}

static Counter make(int v) { return Counter(v); }

static void thrower(int n)
{
    Counter inner(n);

    keep(inner);
    if (n > 1)
        throw n;
    int after = kept->value;
    number = &after;
    if (n > 0)
        throw std::make_pair(n, *number);
}

static int caught(int n)
{
    int sum = 0;

    try {
        std::lock_guard<std::mutex> guard(mutex);
        Counter outer(n);

        keep(outer);
        sum += kept->value;
        thrower(n);
    } catch (int e) {
        number = &e;
        sum += *number;
    } catch (std::pair<int, int> &e) {
        number = &e.second;
        sum += *number;
    }
#ifdef BUG_AFTER_CATCH
    sum += *number;
#endif
#ifdef BUG_AFTER_TRY
    sum += kept->value;
#endif
    return sum;
}

static int temporaries(bool b)
{
    int sum = keep(make(1)).value;
    const Counter &extended = make(2);

    keep(extended);
    sum += kept->value;
    sum += (b ? make(3) : Counter(4)).self().value;
    sum += keep(b ? make(3) : Counter(4)).value;
    for (int v : std::vector<int>{ 1, 2 }) {
        number = &v;
        sum += *number;
    }
#ifdef BUG_TEMPORARY
    const Counter &gone = keep(make(5));
    sum += gone.value;
#endif
#ifdef BUG_RANGE
    sum += *number;
#endif
    if (Counter c(6); keep(c).value > 5)
        sum += kept->value;
    while (std::unique_ptr<Counter> p = std::make_unique<Counter>(sum)) {
        keep(*p);
        if (kept->value > 0)
            break;
    }
    return sum;
}

int main()
{
    int total = caught(0) + caught(1) + caught(2) + temporaries(true) + temporaries(false);
    std::thread t;
    {
        int local = 1;
        t = std::thread([&local] { std::lock_guard<std::mutex> guard(mutex); local++; });
#ifndef BUG_LAMBDA
        t.join();
        assert(local == 2);
#endif
    }
#ifdef BUG_LAMBDA
    t.join();
#endif
    assert(total > 0);
    std::string text = "a";
    for (int i = 0; i < 2; i++) {
        std::string more = text + "b";
        text = more;
    }
    return text == "abb" ? 0 : 1;
}
