// The exceptions of the standard library, the functions with which its headers throw them, and error codes.

#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
#if __has_include(<variant>)
#include <variant>
#endif

namespace std {

#if _GLIBCXX_USE_DUAL_ABI && _GLIBCXX_USE_CXX11_ABI
// The text of an exception. Each has a copy of its own; allocation never fails here.
static const char* raddle_copy(const char* text, size_t length) {
  auto copy = static_cast<char*>(malloc(length + 1));
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}
__cow_string::__cow_string() : _M_p(raddle_copy("", 0)) {}
__cow_string::__cow_string(const string& text) : _M_p(raddle_copy(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(raddle_copy(text, length)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(raddle_copy(other._M_p, strlen(other._M_p))) {}
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  auto copy = raddle_copy(other._M_p, strlen(other._M_p));
  free(const_cast<char*>(_M_p));
  _M_p = copy;
  return *this;
}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = nullptr; }
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  auto mine = _M_p;
  _M_p = other._M_p;
  other._M_p = mine;
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char*>(_M_p)); }
#define RADDLE_TEXT(member) (member._M_p ? member._M_p : "")
#define RADDLE_GIVEN(text) text, strlen(text)
#else
#define RADDLE_TEXT(member) member.c_str()
#define RADDLE_GIVEN(text) text
#endif

#define RADDLE_ROOT(name)                                                                                              \
  name::name(const string& text) : _M_msg(text) {}                                                                     \
  name::name(const char* text) : _M_msg(RADDLE_GIVEN(text)) {}                                                         \
  name::name(name&& other) noexcept = default;                                                                         \
  name& name::operator=(name&& other) noexcept = default;                                                              \
  name::name(const name& other) noexcept = default;                                                                    \
  name& name::operator=(const name& other) noexcept = default;                                                         \
  name::~name() noexcept {}                                                                                            \
  const char* name::what() const noexcept { return RADDLE_TEXT(_M_msg); }
#define RADDLE_ERROR(name, base)                                                                                       \
  name::name(const string& text) : base(text) {}                                                                       \
  name::name(const char* text) : base(text) {}                                                                         \
  name::~name() noexcept {}
RADDLE_ROOT(logic_error)
RADDLE_ERROR(domain_error, logic_error)
RADDLE_ERROR(invalid_argument, logic_error)
RADDLE_ERROR(length_error, logic_error)
RADDLE_ERROR(out_of_range, logic_error)
RADDLE_ROOT(runtime_error)
RADDLE_ERROR(range_error, runtime_error)
RADDLE_ERROR(overflow_error, runtime_error)
RADDLE_ERROR(underflow_error, runtime_error)
#undef RADDLE_ROOT
#undef RADDLE_ERROR

bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
// The text is the format; its arguments are not filled in.
void __throw_out_of_range_fmt(const char* text, ...) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }
void __throw_bad_function_call() { throw bad_function_call(); }

error_category::~error_category() {}
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}
#if _GLIBCXX_USE_DUAL_ABI && _GLIBCXX_USE_CXX11_ABI
__cow_string error_category::_M_message(int value) const { return __cow_string(message(value)); }
#endif
error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}

namespace {
struct raddle_generic_category final : error_category {
  const char* name() const noexcept override { return "generic"; }
  string message(int value) const override {
    switch (value) {
    case 1: return "Operation not permitted";
    case 11: return "Resource temporarily unavailable";
    case 12: return "Cannot allocate memory";
    case 16: return "Device or resource busy";
    case 22: return "Invalid argument";
    case 35: return "Resource deadlock avoided";
    case 110: return "Connection timed out";
    default: return "Unknown error";
    }
  }
};
struct raddle_system_category final : error_category {
  const char* name() const noexcept override { return "system"; }
  string message(int value) const override { return generic_category().message(value); }
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition(value, generic_category());
  }
};
struct raddle_future_category final : error_category {
  const char* name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (future_errc(value)) {
    case future_errc::promise_already_satisfied: return "Promise already satisfied";
    case future_errc::future_already_retrieved: return "Future already retrieved";
    case future_errc::no_state: return "No associated state";
    case future_errc::broken_promise: return "Broken promise";
    default: return "Unknown error";
    }
  }
};
// They exist before the program begins, and until its end.
template <typename Category> union raddle_always {
  Category category;
  constexpr raddle_always() : category() {}
  ~raddle_always() {}
};
constinit raddle_always<raddle_generic_category> raddle_generic;
constinit raddle_always<raddle_system_category> raddle_system;
constinit raddle_always<raddle_future_category> raddle_future;
} // namespace

const error_category& _V2::generic_category() noexcept { return raddle_generic.category; }
const error_category& _V2::system_category() noexcept { return raddle_system.category; }
const error_category& future_category() noexcept { return raddle_future.category; }
void __throw_system_error(int value) { throw system_error(error_code(value, generic_category())); }
future_error::~future_error() noexcept {}
const char* future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int value) { throw future_error(make_error_code(future_errc(value))); }

} // namespace std
