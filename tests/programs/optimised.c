// What clang does with -O1 and more is not done to the program that is checked: it would read `data` although the flag is not
// set, and `capacity` although it has no value, and it would remove the errors below. Macros are those of the flag.
//
// -DBUG_NULL: a null pointer is read, but the value not used.
// -DBUG_UNINITIALIZED: a variable without a value decides which way to go; both do the same.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined __OPTIMIZE__ && defined __NO_INLINE__ || !defined __OPTIMIZE__ && !defined __NO_INLINE__
#error "these macros belong to different flags"
#endif
#if defined WANT_OPTIMIZE && !defined __OPTIMIZE__
#error "the macro of the flag is not defined"
#endif

static atomic_int flag;
static int data;

static void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

static void *reader(void *arg) {
  int seen = atomic_load_explicit(&flag, memory_order_acquire);
  int value = 1;
  if (seen)
    value = data;
  assert(value == 1);
  return arg;
}

struct text {
  _Bool is_short;
  long capacity;
};

__attribute__((noinline)) static long capacity(struct text *text) {
  return text->is_short ? 15 : text->capacity;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  struct text text;
  text.is_short = 1;
  assert(capacity(&text) == 15);
#ifdef BUG_NULL
  int *nothing = atomic_load(&flag) ? 0 : &data;
  int unused = *nothing;
  (void)unused;
#endif
#ifdef BUG_UNINITIALIZED
  int unknown;
  int *pointer = &unknown;
  if (*pointer)
    data = 2;
  else
    data = 2;
#endif
}
