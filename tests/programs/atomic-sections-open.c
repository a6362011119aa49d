// An assumption that fails inside a section stops everybody from there on. What happened before counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_bool(void);

atomic_int x, y;
int data, is_set;

static void *section(void *unused) {
	__VERIFIER_atomic_begin();
	x = 1;
	__VERIFIER_assume(y == 1);
	__VERIFIER_atomic_end();
	return unused;
}

// Goes on only behind the section, or out of its middle.
static void *woken(void *unused) {
	while (!x)
		;
#if defined WAKES
	y = 1;
#elif defined BEHIND
	assert(y == 1); // The section leaves no other value behind.
#endif
	return unused;
}

static void *racing(void *unused) {
	if (!is_set)
		data = 1;
	return unused;
}

int main(void) {
	pthread_t one, two, three;
	is_set = __VERIFIER_nondet_bool();
	y = is_set;
	pthread_create(&one, 0, section, 0);
	pthread_create(&two, 0, woken, 0);
#if defined BUG_RACE
	pthread_create(&three, 0, racing, 0);
	if (!is_set)
		data = 2;
	pthread_join(three, 0);
#elif defined BUG_FAILS
	assert(is_set);
#endif
	pthread_join(one, 0);
	pthread_join(two, 0);
}
