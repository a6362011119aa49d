// Objects with a mutex that another thread holds, or in which another one waits, when their lives end.
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
    std::mutex mutex;
    std::condition_variable changed;
    int balance = 0;
};

static std::atomic<bool> locked;

static void visit(Account *account)
{
    account->mutex.lock();
    account->balance++;
#if !defined BUG_HEAP && !defined BUG_LOCAL
    account->mutex.unlock();
#endif
    locked.store(true);
}

static void wait(Account *account)
{
    std::unique_lock<std::mutex> guard(account->mutex);
    locked.store(true);
    account->changed.wait(guard, [&] { return account->balance > 1; });
}

static void local()
{
    Account account;
    std::thread other(visit, &account);
    other.join();
}

static void block()
{
    std::thread other;
    locked.store(false);
    {
        Account account;
        other = std::thread(visit, &account);
        while (!locked.load())
            ;
    }
    other.join();
}

int main()
{
    auto account = std::make_unique<Account>();
#ifdef BUG_HEAP
    std::thread other(visit, account.get());
    other.join();
    account.reset();
#elif defined BUG_AWAITED
    std::thread other(wait, account.get());
    while (!locked.load())
        ;
    { std::lock_guard<std::mutex> guard(account->mutex); }
    account.reset();
    other.join();
#else
    (void)wait;
    local();
    block();
    account.reset();
#endif
}
