/* A queue of C++'s library under a mutex; with BARE without one around removals. */
#include <mutex>
#include <queue>
#include <raddle.h>
#include <thread>

static std::queue<long> queue;
static std::mutex mutex;

RADDLE_OP1(enq, value)
{
    std::lock_guard<std::mutex> guard(mutex);
    queue.push(value);
    return RADDLE_VOID;
}

RADDLE_OP(deq)
{
#ifndef BARE
    std::lock_guard<std::mutex> guard(mutex);
#endif
    if (queue.empty())
        return RADDLE_EMPTY;
    long value = queue.front();
    queue.pop();
    return value;
}

int main()
{
    std::thread first([] { op_enq(1); op_deq(); });
    std::thread second([] { op_enq(2); op_deq(); });
    first.join();
    second.join();
}
