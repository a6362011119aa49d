// A message by volatile variables: right on x86, wrong elsewhere.
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

#ifdef ASSEMBLY
static void publish(void) {
	int one = 1;
	__asm__ volatile("xchgl %0, %1" : "+r"(one), "+m"(flag) : : "memory");
}
#else
static void publish(void) { flag = 1; }
#endif

static void *writer(void *unused) {
#ifdef BUG_ORDER // Wrong on x86, too.
	publish();
	data = 1;
#else
	data = 1;
	publish();
#endif
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, 0, writer, 0);
	if (flag)
		assert(data == 1);
	pthread_join(thread, 0);
}
