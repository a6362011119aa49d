/* Objects of C++ that are destroyed while somebody uses them. */
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
    std::mutex mutex;
    std::condition_variable changed;
    int balance = 0;
};

static void deposit(Account *account)
{
    std::lock_guard<std::mutex> guard(account->mutex);
    account->balance++;
    account->changed.notify_one();
}

static void session()
{
    Account account;
    std::thread other(deposit, &account);
    {
        std::unique_lock<std::mutex> guard(account.mutex);
        account.changed.wait(guard, [&] { return account.balance > 0; });
    }
    other.join();
#ifdef BUG_LOCKED_LOCAL
    account.mutex.lock();
#endif
}

int main()
{
    session();
    auto account = std::make_unique<Account>();
    deposit(account.get());
#ifdef BUG_LOCKED_HEAP
    account->mutex.lock();
#endif
    account.reset();
}
