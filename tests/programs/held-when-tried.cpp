// Locks that another thread holds when their lives end, in programs that try locks, and locks of several readers.
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Account {
    std::mutex mutex;
    std::shared_mutex shared;
    std::timed_mutex timed;
    int balance = 0;
};

static void visit(Account *account)
{
    if (account->mutex.try_lock()) {
        account->balance++;
#ifdef BUG_TRIED
        return;
#endif
        account->mutex.unlock();
    }
    account->mutex.lock();
#ifndef BUG_BESIDE_TRIED
    account->mutex.unlock();
#endif
    account->shared.lock_shared();
#ifdef BUG_READER
    return;
#endif
    account->shared.unlock_shared();
#ifdef BUG_READER_TWICE
    account->shared.lock_shared();
    account->shared.lock_shared();
    account->shared.unlock_shared();
    return;
#endif
    account->shared.lock();
#ifndef BUG_WRITER
    account->shared.unlock();
#endif
    account->timed.lock();
#ifndef BUG_TIMED
    account->timed.unlock();
#endif
}

int main()
{
    auto account = std::make_unique<Account>();
    Account local;
#ifdef BUG_OWN
    local.shared.lock();
#endif
#ifdef BUG_LOCAL
    {
        Account inner;
        std::thread other([&] { inner.shared.lock_shared(); });
        other.join();
    }
#endif
#ifdef BUG_STRANGER
    local.shared.lock_shared();
    std::thread stranger([&] { local.shared.unlock_shared(); });
    stranger.join();
#endif
    std::thread other(visit, account.get());
    other.join();
    account.reset();
    return 0;
}
