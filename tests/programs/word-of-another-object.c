// The block that is allocated has the same address in every execution, but not the same size: in some a word at its end is
// accessed whole and in parts, in others the block ends in the middle of that word.
//
// -DCOPY: bytes are copied, by memcpy.
// -DBUG_PAST: the byte after the end of the smaller block is written; with -DCOPY, by memcpy.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 32, SMALL = 34, LARGE = 40 };

#ifdef BUG_PAST
enum { LAST = SMALL };
#else
enum { LAST = SMALL - 1 };
#endif

static atomic_int chosen;

static void *choose(void *arg) {
  atomic_store(&chosen, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  int large = atomic_load(&chosen);
  char *block = malloc(large ? LARGE : SMALL);
  if (large) {
    atomic_int *word = (atomic_int *)(block + WORD);
    atomic_init(word, 0x01020304);
    assert(block[WORD] == 4 && block[WORD + 1] == 3);
    assert(atomic_fetch_add(word, 1) == 0x01020304);
  } else {
#ifdef COPY
    char text[] = "abc";
    memcpy(block + WORD, text, LAST - WORD + 1);
    memcpy(text, block + WORD, 2);
    assert(text[0] == 'a' && text[1] == 'b');
#else
    block[WORD] = 'a';
    block[LAST] = 'b';
    assert(block[WORD] == 'a' && block[LAST] == 'b');
#endif
  }
  pthread_join(thread, 0);
  free(block);
}
