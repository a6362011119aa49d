// Type information: inheritance, matching of handlers, and dynamic casts.

#include <cstddef>
#include <cstring>
#include <typeinfo>

// The classes of type information objects. The compiler refers to their vtables, which distinguish the kinds; their
// functions are never called here. With that of fundamental types it also emits the type information of those.
std::type_info::~type_info() {}
bool std::type_info::__is_pointer_p() const { return false; }
bool std::type_info::__is_function_p() const { return false; }
bool std::type_info::__do_catch(const type_info*, void**, unsigned) const { return false; }
bool std::type_info::__do_upcast(const __cxxabiv1::__class_type_info*, void**) const { return false; }

namespace __cxxabiv1 {
#define RADDLE_KIND(name)                                                                                              \
  class name : public std::type_info {                                                                                 \
  public:                                                                                                              \
    virtual ~name();                                                                                                   \
  };                                                                                                                   \
  name::~name() {}
RADDLE_KIND(__fundamental_type_info)
RADDLE_KIND(__array_type_info)
RADDLE_KIND(__function_type_info)
RADDLE_KIND(__enum_type_info)
RADDLE_KIND(__pointer_type_info)
RADDLE_KIND(__pointer_to_member_type_info)
RADDLE_KIND(__class_type_info)
RADDLE_KIND(__si_class_type_info)
RADDLE_KIND(__vmi_class_type_info)
#undef RADDLE_KIND
} // namespace __cxxabiv1

namespace raddle {

// The layout of type information in the Itanium C++ ABI.
struct Type {
  const void* kind;
  const char* name;
};
struct SingleBase : Type {
  const Type* base;
};
struct Bases : Type {
  unsigned flags, count;
  struct {
    const Type* type;
    long offset_and_flags;
  } list[1];
};
struct Pointer : Type {
  unsigned flags;
  const Type* to;
};
struct MemberPointer : Pointer {
  const Type* of;
};

struct Plain {};
struct Derived : Plain {};
struct Virtual : virtual Plain {};
enum Enumeration {};

inline const Type* type_of(const std::type_info& info) { return reinterpret_cast<const Type*>(&info); }
inline bool is_like(const Type* type, const std::type_info& info) { return type->kind == type_of(info)->kind; }
inline bool has_bases(const Type* type) { return is_like(type, typeid(Virtual)); }
inline bool has_base(const Type* type) { return is_like(type, typeid(Derived)); }
inline bool is_class(const Type* type) { return is_like(type, typeid(Plain)) || has_base(type) || has_bases(type); }
inline bool is_pointer(const Type* type) { return is_like(type, typeid(int*)); }
inline bool is_member_pointer(const Type* type) { return is_like(type, typeid(int Plain::*)); }
inline bool is_function(const Type* type) { return is_like(type, typeid(void())); }

inline bool same(const Type* a, const Type* b) {
  if (a == b || a->name == b->name) return true;
  // A name with this prefix belongs to a type that is local to its file.
  return a->name[0] != '*' && std::strcmp(a->name, b->name) == 0;
}

// A search for the base subobjects of a type.
struct Search {
  const Type* wanted;
  // If given, only a subobject at this address counts.
  const void* at;
  // The number of different ones, the first, and whether the path to one is public.
  int count;
  const void* found;
  bool is_public;
};

inline void look(Search& search, const Type* type, const void* object, bool is_public) {
  if (same(type, search.wanted)) {
    if (search.at && search.at != object) return;
    if (search.count == 0 || search.found != object) {
      ++search.count;
      search.found = object;
      search.is_public = is_public;
    } else {
      search.is_public |= is_public;
    }
    return;
  }
  if (has_base(type)) {
    look(search, static_cast<const SingleBase*>(type)->base, object, is_public);
  } else if (has_bases(type)) {
    auto bases = static_cast<const Bases*>(type);
    for (unsigned i = 0; i < bases->count; ++i) {
      long word = bases->list[i].offset_and_flags;
      long offset = word >> 8;
      // The object holds the offset of a virtual base; without an object there is none.
      if (word & 1) offset = object ? *reinterpret_cast<const long*>(*static_cast<const char* const*>(object) + offset) : 0;
      const void* part = object ? static_cast<const char*>(object) + offset : nullptr;
      look(search, bases->list[i].type, part, is_public && (word & 2));
    }
  }
}

inline Search parts(const Type* type, const void* object, const Type* wanted, const void* at = nullptr) {
  Search search{wanted, at, 0, nullptr, false};
  look(search, type, object, true);
  return search;
}

// Whether a handler for one pointer type catches another; adjusts the pointer to what the handler receives.
inline bool catches_pointer(const Pointer* handler, const Pointer* thrown, void** pointer, bool outer_const, int depth) {
  enum { qualifiers = 7, no_except = 64, is_const = 1 };
  if (thrown->flags & ~handler->flags & qualifiers) return false;
  if (handler->flags & ~thrown->flags & no_except) return false;
  if (depth > 0 && !outer_const && (handler->flags & qualifiers) != (thrown->flags & qualifiers)) return false;
  const Type *to = handler->to, *from = thrown->to;
  if (same(to, from)) return true;
  outer_const = (depth == 0 || outer_const) && (handler->flags & is_const);
  if (is_pointer(to) && is_pointer(from))
    return catches_pointer(static_cast<const Pointer*>(to), static_cast<const Pointer*>(from), pointer, outer_const, depth + 1);
  if (depth > 0) return false;
  if (same(to, type_of(typeid(void)))) return !is_function(from);
  if (!is_class(to) || !is_class(from)) return false;
  Search base = parts(from, *pointer, to);
  if (base.count != 1 || !base.is_public) return false;
  *pointer = const_cast<void*>(base.found);
  return true;
}

// Whether a handler for one type catches an exception of another; `seen` becomes what the handler receives.
inline bool catches(const Type* handler, const Type* thrown, void* object, void** seen) {
  *seen = object;
  if (is_pointer(thrown)) *seen = *static_cast<void**>(object);
  if (same(handler, thrown)) return true;
  if (is_class(handler) && is_class(thrown)) {
    Search base = parts(thrown, object, handler);
    if (base.count != 1 || !base.is_public) return false;
    *seen = const_cast<void*>(base.found);
    return true;
  }
  if (same(thrown, type_of(typeid(decltype(nullptr))))) {
    *seen = nullptr;
    return is_pointer(handler);
  }
  if (is_pointer(handler) && is_pointer(thrown))
    return catches_pointer(static_cast<const Pointer*>(handler), static_cast<const Pointer*>(thrown), seen, true, 0);
  return false;
}

} // namespace raddle

extern "C" void* __dynamic_cast(const void* part, const raddle::Type* from, const raddle::Type* to, std::ptrdiff_t) {
  using namespace raddle;
  auto table = *static_cast<const void* const* const*>(part);
  auto whole = static_cast<const char*>(part) + reinterpret_cast<std::ptrdiff_t>(table[-2]);
  auto type = static_cast<const Type*>(table[-1]);
  // Down: the subobjects of the wanted type that contain the given one.
  if (same(type, to)) {
    Search inside = parts(type, whole, from, part);
    if (inside.count && inside.is_public) return const_cast<char*>(whole);
    return nullptr;
  }
  Search wanted = parts(type, whole, to);
  if (wanted.count == 1) {
    Search inside = parts(to, wanted.found, from, part);
    if (inside.count && inside.is_public) return const_cast<void*>(wanted.found);
    // Across: both are public bases of the complete object.
    Search given = parts(type, whole, from, part);
    if (given.count && given.is_public && wanted.is_public) return const_cast<void*>(wanted.found);
    return nullptr;
  }
  // Several: one of them may contain the given subobject.
  struct Containing {
    static const void* find(const Type* type, const void* object, const Type* to, const Type* from, const void* part) {
      if (same(type, to)) {
        Search inside = parts(type, object, from, part);
        return inside.count && inside.is_public ? object : nullptr;
      }
      if (has_base(type)) return find(static_cast<const SingleBase*>(type)->base, object, to, from, part);
      if (!has_bases(type)) return nullptr;
      auto bases = static_cast<const Bases*>(type);
      const void* found = nullptr;
      for (unsigned i = 0; i < bases->count; ++i) {
        long word = bases->list[i].offset_and_flags;
        long offset = word >> 8;
        if (word & 1) offset = *reinterpret_cast<const long*>(*static_cast<const char* const*>(object) + offset);
        auto next = find(bases->list[i].type, static_cast<const char*>(object) + offset, to, from, part);
        if (next && found && next != found) return nullptr;
        if (next) found = next;
      }
      return found;
    }
  };
  return const_cast<void*>(Containing::find(type, whole, to, from, part));
}
