// Exceptions: their records, handlers, and uncaught exceptions.
//
// A thrown object (`Thrown`) is shared by all that refer to it; each throw has a record (`Exception`), whose address
// the checker passes from function to function.

#include <bits/cxxabi_forced.h>
#include <cstdlib>
#include <exception>
#include <new>

// The exception that cancels a thread: handlers name it, but cancellation is not modelled.
__cxxabiv1::__forced_unwind::~__forced_unwind() throw() {}

namespace raddle {

struct alignas(16) Thrown {
  const Type* type;
  void (*destroy)(void*);
  // The throw site, as numbered by the checker.
  unsigned long site;
  int references;

  void* object() { return this + 1; }
  static Thrown* of(void* object) { return static_cast<Thrown*>(object) - 1; }
  void refer() { __atomic_fetch_add(&references, 1, __ATOMIC_RELAXED); }
  void forget() {
    if (__atomic_fetch_sub(&references, 1, __ATOMIC_ACQ_REL) != 1) return;
    if (destroy) destroy(object());
    std::free(this);
  }
};

struct Exception {
  Thrown* thrown;
  // The address that the handler receives.
  void* seen;
  // The exception caught before, and the number of handlers that have caught this one; negative after a rethrow.
  Exception* previous;
  int handlers;
};

// This thread's caught exceptions, the last first, and the number of uncaught ones.
static __thread Exception* caught;
static __thread unsigned on_their_way;
static std::terminate_handler at_terminate;

} // namespace raddle

// Functions of the checker.
extern "C" void __raddle_unwind(raddle::Exception*);
extern "C" void __raddle_report_uncaught(unsigned long site);

namespace raddle {

[[noreturn]] inline void send(Exception* exception) {
  ++on_their_way;
  __raddle_unwind(exception);
  __builtin_unreachable();
}

[[noreturn]] inline void send(Thrown* thrown) {
  auto exception = static_cast<Exception*>(std::malloc(sizeof(Exception)));
  exception->thrown = thrown;
  exception->seen = thrown->object();
  exception->previous = nullptr;
  exception->handlers = 0;
  send(exception);
}

} // namespace raddle

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  return static_cast<raddle::Thrown*>(std::malloc(sizeof(raddle::Thrown) + size))->object();
}

void __cxa_free_exception(void* object) noexcept { std::free(raddle::Thrown::of(object)); }

// The headers declare it with other types.
raddle::Thrown* raddle_begin(void* object, raddle::Type* type, void (*destroy)(void*)) noexcept
    asm("__cxa_init_primary_exception");
raddle::Thrown* raddle_begin(void* object, raddle::Type* type, void (*destroy)(void*)) noexcept {
  auto thrown = raddle::Thrown::of(object);
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->site = 0;
  thrown->references = 0;
  return thrown;
}

// Calls have three arguments; the checker adds the throw site.
[[noreturn]] void __cxa_throw(void* object, raddle::Type* type, void (*destroy)(void*), unsigned long site) {
  auto thrown = raddle_begin(object, type, destroy);
  thrown->site = site;
  thrown->references = 1;
  raddle::send(thrown);
}

bool __raddle_catches(raddle::Exception* exception, const raddle::Type* handler) noexcept {
  void* seen;
  if (!raddle::catches(handler, exception->thrown->type, exception->thrown->object(), &seen)) return false;
  exception->seen = seen;
  return true;
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return static_cast<raddle::Exception*>(exception)->seen; }

void* __cxa_begin_catch(void* given) noexcept {
  auto exception = static_cast<raddle::Exception*>(given);
  int handlers = exception->handlers;
  exception->handlers = handlers < 0 ? 1 - handlers : handlers + 1;
  --raddle::on_their_way;
  if (exception != raddle::caught) {
    exception->previous = raddle::caught;
    raddle::caught = exception;
  }
  return exception->seen;
}

void __cxa_end_catch() {
  auto exception = raddle::caught;
  if (!exception) return;
  int handlers = exception->handlers;
  exception->handlers = handlers < 0 ? handlers + 1 : handlers - 1;
  if (exception->handlers != 0) return;
  raddle::caught = exception->previous;
  // A rethrown exception is uncaught.
  if (handlers < 0) return;
  auto thrown = exception->thrown;
  std::free(exception);
  thrown->forget();
}

[[noreturn]] void __cxa_rethrow() {
  auto exception = raddle::caught;
  if (!exception) std::terminate();
  exception->handlers = -exception->handlers;
  raddle::send(exception);
}

void __raddle_uncaught(raddle::Exception* exception) noexcept {
  __cxa_begin_catch(exception);
  std::terminate();
}

[[noreturn]] void __cxa_call_unexpected(void* exception) {
  __cxa_begin_catch(exception);
  std::terminate();
}

[[noreturn]] void __cxa_call_terminate(void* exception) noexcept {
  __cxa_begin_catch(exception);
  std::terminate();
}

const std::type_info* __cxa_current_exception_type() noexcept {
  return raddle::caught ? reinterpret_cast<const std::type_info*>(raddle::caught->thrown->type) : nullptr;
}

// Never called: functions only name it to say that their exceptions are handled as in C++.
int __gxx_personality_v0() { return 0; }

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}

namespace std {

void terminate() noexcept {
  if (raddle::at_terminate) raddle::at_terminate();
  __raddle_report_uncaught(raddle::caught ? raddle::caught->thrown->site : 0);
  __builtin_unreachable();
}
terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&raddle::at_terminate, handler, __ATOMIC_ACQ_REL);
}
terminate_handler get_terminate() noexcept { return __atomic_load_n(&raddle::at_terminate, __ATOMIC_ACQUIRE); }

int uncaught_exceptions() noexcept { return raddle::on_their_way; }
bool uncaught_exception() noexcept { return raddle::on_their_way != 0; }

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }

const nothrow_t nothrow = nothrow_t{};
static new_handler at_new;
new_handler set_new_handler(new_handler handler) noexcept {
  return __atomic_exchange_n(&at_new, handler, __ATOMIC_ACQ_REL);
}
new_handler get_new_handler() noexcept { return __atomic_load_n(&at_new, __ATOMIC_ACQUIRE); }

namespace __exception_ptr {
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object) raddle::Thrown::of(_M_exception_object)->refer();
}
void exception_ptr::_M_release() noexcept {
  if (!_M_exception_object) return;
  raddle::Thrown::of(_M_exception_object)->forget();
  _M_exception_object = nullptr;
}
void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }
exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }
const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return reinterpret_cast<const type_info*>(raddle::Thrown::of(_M_exception_object)->type);
}
} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  return raddle::caught ? exception_ptr(raddle::caught->thrown->object()) : exception_ptr();
}

// The pointer is a parameter: it refers to the exception until the caller returns.
void rethrow_exception(exception_ptr pointer) {
  auto thrown = raddle::Thrown::of(*reinterpret_cast<void**>(&pointer));
  thrown->refer();
  raddle::send(thrown);
}

} // namespace std
