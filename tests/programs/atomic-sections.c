// Atomic sections as in SV-COMP: nobody sees the middle of one, whether inside a section or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

#ifdef PLAIN
typedef int word; // Under sc, plain accesses are as good.
#else
typedef atomic_int word;
#endif
word x, y, lock;

#if defined ACQUIRE
// A lock made of a section that takes a free one. The owner releases it outside of any section.
void __VERIFIER_atomic_acquire(void) {
	__VERIFIER_assume(lock == 0);
	lock = 1;
}

static void *worker(void *unused) {
	__VERIFIER_atomic_acquire();
	x++;
	lock = 0;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	__VERIFIER_atomic_acquire();
	x++;
	lock = 0;
	pthread_join(thread, 0);
	assert(x == 2);
}

#elif defined ORDERED
// What a thread writes outside, one after the other, cannot be seen in another order from within a section.
static void *worker(void *unused) {
	x = 1;
	y = 1;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	__VERIFIER_atomic_begin();
	int first = x, second = y;
	__VERIFIER_atomic_end();
	assert(first >= second);
	pthread_join(thread, 0);
}

#elif defined WAITS
// Nobody ends a wait inside of a section.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
	pthread_mutex_lock(&mutex);
	while (x == 0)
		;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	__VERIFIER_atomic_begin();
	x = 1;
#if defined JOINS
	pthread_join(thread, 0);
#elif defined SPINS
	while (y == 0)
		;
#elif defined RETRIES
	int seen = y; // A loop that only tries again does not wait.
	while (!atomic_compare_exchange_weak(&y, &seen, seen + 1))
		;
#else
	pthread_mutex_lock(&mutex);
#endif
	__VERIFIER_atomic_end();
}

#elif defined ENDS
// A thread that ends inside of a section would let nobody pass.
#include <stdlib.h>

static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	if (x == 1)
#if defined EXITS
		pthread_exit(unused);
#elif defined ENDS_ALL
		exit(0);
#else
		return unused;
#endif
	x = 2;
	__VERIFIER_atomic_end();
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	x = 1;
	pthread_join(thread, 0);
}

#elif defined FAILS
// An error inside a section is one, whatever the others do.
static void *worker(void *unused) {
	__VERIFIER_atomic_begin();
	x = 1;
	assert(y == 0);
	x = 2;
	__VERIFIER_atomic_end();
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	if (x == 0)
		y = 1;
	pthread_join(thread, 0);
}

#else
static void set(int value) {
#ifdef NESTED
	__VERIFIER_atomic_begin();
#endif
	x = value;
	y = value;
#ifdef NESTED
	__VERIFIER_atomic_end();
#endif
}

static void *worker(void *unused) {
#ifndef BUG_NO_SECTION
	__VERIFIER_atomic_begin();
#endif
	set(1);
	set(2);
#ifndef BUG_NO_SECTION
	__VERIFIER_atomic_end();
#endif
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, worker, 0);
	int first = x, second = y;
	assert(first != 1 && second != 1);
	assert(first <= second);
#ifdef BUG_TORN
	assert(first == second); // The section may come in between.
#endif
	pthread_join(thread, 0);
}
#endif
