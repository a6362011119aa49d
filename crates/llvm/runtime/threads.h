// Threads, condition variables, call_once, and futures, on top of pthread.h.

#include <condition_variable>
#include <mutex>
#include <thread>
#include <chrono>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A function of the checker: starts a thread that never throws.
extern "C" int __raddle_create(pthread_t*, void* (*)(void*), void*);

namespace std {

extern "C" void* raddle_run(void* given) noexcept asm("std::thread");
void* raddle_run(void* given) noexcept {
  thread::_State* state = static_cast<thread::_State*>(given);
  state->_M_run();
  delete state;
  return nullptr;
}

thread::_State::~_State() = default;
void thread::_M_start_thread(_State_ptr state, void (*)()) {
  auto given = state.release();
  __raddle_create(&_M_id._M_thread, raddle_run, given);
}
void thread::join() {
  int error = _M_id == id() ? EINVAL : pthread_join(_M_id._M_thread, nullptr);
  if (error) __throw_system_error(error);
  _M_id = id();
}
void thread::detach() {
  int error = _M_id == id() ? EINVAL : pthread_detach(_M_id._M_thread);
  if (error) __throw_system_error(error);
  _M_id = id();
}
// The standard allows 0 for an unknown number.
unsigned thread::hardware_concurrency() noexcept { return 0; }

namespace this_thread {
void __sleep_for(chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  timespec time = {static_cast<time_t>(seconds.count()), static_cast<long>(nanoseconds.count())};
  nanosleep(&time, nullptr);
}
} // namespace this_thread

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex>& lock) { pthread_cond_wait(native_handle(), lock.mutex()->native_handle()); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(native_handle()); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(native_handle()); }

__thread void* __once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

namespace chrono {
inline namespace _V2 {
static nanoseconds raddle_now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}
system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<duration>(raddle_now(CLOCK_REALTIME)));
}
steady_clock::time_point steady_clock::now() noexcept { return time_point(raddle_now(CLOCK_MONOTONIC)); }
} // namespace _V2
} // namespace chrono

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

// The destructors to run after a thread's thread-local objects are destroyed: the value of a key.
struct raddle_thread_end {
  pthread_key_t key;
  raddle_thread_end() { pthread_key_create(&key, run); }
  // The end of the process runs no destructors of the first thread's keys.
  ~raddle_thread_end() { run(pthread_getspecific(key)); }
  static void run(void* list) {
    for (auto next = static_cast<__at_thread_exit_elt*>(list); next;) {
      auto element = next;
      next = element->_M_next;
      element->_M_cb(element);
    }
  }
  static void add(__at_thread_exit_elt* element) {
    static raddle_thread_end end;
    element->_M_next = static_cast<__at_thread_exit_elt*>(pthread_getspecific(end.key));
    pthread_setspecific(end.key, element);
  }
};

void __future_base::_State_baseV2::_Make_ready::_S_run(void* given) {
  unique_ptr<_Make_ready> ready{static_cast<_Make_ready*>(given)};
  if (auto state = ready->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}
void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = &_Make_ready::_S_run;
  raddle_thread_end::add(this);
}

struct raddle_notifier final : __at_thread_exit_elt {
  condition_variable* condition;
  unique_lock<mutex> lock;
  raddle_notifier(condition_variable& condition, unique_lock<mutex>& lock) : condition(&condition), lock(std::move(lock)) {
    _M_cb = run;
    raddle_thread_end::add(this);
  }
  static void run(void* given) {
    auto notifier = static_cast<raddle_notifier*>(given);
    notifier->lock.unlock();
    notifier->condition->notify_all();
    delete notifier;
  }
};
void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  new raddle_notifier(condition, lock);
}

// Waits until the word differs from a value, or until a deadline.
static bool raddle_wait(unsigned* word, unsigned value, bool timed, int clock, chrono::seconds s, chrono::nanoseconds ns) {
  if (!timed) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nullptr);
    return true;
  }
  timespec deadline = {static_cast<time_t>(s.count()), static_cast<long>(ns.count())};
  long result = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE | clock, value, &deadline, nullptr, -1);
  return !(result == -1 && errno == ETIMEDOUT);
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value, bool timed, chrono::seconds s,
                                                       chrono::nanoseconds ns) {
  return raddle_wait(word, value, timed, FUTEX_CLOCK_REALTIME, s, ns);
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned value, bool timed,
                                                              chrono::seconds s, chrono::nanoseconds ns) {
  return raddle_wait(word, value, timed, 0, s, ns);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX);
}

} // namespace std

// std::atomic::wait and notify: the library counts the waiters, and wakes nobody if it reads zero. In the C++ memory
// model it may read zero although there is a waiter, which its target machines do not allow. The standard guarantees
// that no waiter is missed, so this says that there always is one. (Mangled names: these are members of a class of the
// headers.)
namespace raddle {
extern "C" void enter_wait(void*) noexcept asm("_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv");
void enter_wait(void*) noexcept {}
extern "C" void leave_wait(void*) noexcept asm("_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv");
void leave_wait(void*) noexcept {}
extern "C" bool is_waiting(const void*) noexcept asm("_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv");
bool is_waiting(const void*) noexcept { return true; }
} // namespace raddle
