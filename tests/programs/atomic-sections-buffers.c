// Atomic sections beside store buffers (tso): what a thread reads of its own writes does not order them; what empties its buffer does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#define RELAXED memory_order_relaxed
#define LOAD(object) atomic_load_explicit(&object, RELAXED)
#define STORE(object, value) atomic_store_explicit(&object, value, RELAXED)

atomic_int x, y, other;
int from_x, from_y;

#if defined FORWARDED
// Each thread reads its own write before the other sees it.
static void *first(void *unused) {
	STORE(x, 1);
	if (LOAD(x) == 1)
		from_y = LOAD(y);
	return unused;
}

static void *second(void *unused) {
	STORE(y, 1);
	if (LOAD(y) == 1)
		from_x = LOAD(x);
	return unused;
}

int main(void) {
	pthread_t one, two;
	if (other) { // Never.
		__VERIFIER_atomic_begin();
		other = 2;
		__VERIFIER_atomic_end();
	}
	pthread_create(&one, 0, first, 0);
	pthread_create(&two, 0, second, 0);
	pthread_join(one, 0);
	pthread_join(two, 0);
	assert(from_x == 1 || from_y == 1);
}

#else
// The section is before or after the write to x, and so is the read of y behind that.
static void *section(void *unused) {
	__VERIFIER_atomic_begin();
	from_x = LOAD(x);
	STORE(y, 1);
	__VERIFIER_atomic_end();
	return unused;
}

static void *reader(void *unused) {
#if defined STARTS
	STORE(other, 1);
#elif defined JOINS
	STORE(x, 1);
	LOAD(other);
	return unused;
#elif defined SEQ_CST
	atomic_store(&x, 1);
#else
	STORE(x, 1);
#endif
#if defined MFENCE
	__asm__ volatile("mfence" ::: "memory");
#elif defined FENCE
	atomic_thread_fence(memory_order_seq_cst);
#elif defined UPDATE
	atomic_fetch_add_explicit(&other, 1, RELAXED);
#elif defined FAILED_UPDATE
	int expected = 5;
	atomic_compare_exchange_strong(&other, &expected, 1);
#endif
	from_y = LOAD(y);
	return unused;
}

int main(void) {
	pthread_t one, two;
	pthread_create(&one, 0, section, 0);
#if defined STARTS
	STORE(x, 1);
#endif
	pthread_create(&two, 0, reader, 0);
	pthread_join(two, 0);
#if defined JOINS
	from_y = LOAD(y);
#endif
	pthread_join(one, 0);
	assert(from_x == 1 || from_y == 1);
}
#endif
