// The variables of a block are new whenever it is entered, also where the compiler does not say so: none is initialised twice.
#include <pthread.h>

static void use(pthread_mutex_t *mutex) {
	pthread_mutex_init(mutex, 0);
	pthread_mutex_lock(mutex);
	pthread_mutex_unlock(mutex);
}

int main(void) {
	int round = 0;
again:;
	{
		if (round == 7)
			goto inside;
		pthread_mutex_t mutex;
inside:
		use(&mutex);
	}
	if (++round < 3)
		goto again;
	for (int i = 0; i < 2; i++)
		switch (i) {
			pthread_mutex_t mutex;
		default:
			use(&mutex);
		}
	for (int i = 0; i < 2; i++) {
		struct both {
			int count;
			pthread_mutex_t mutex;
		} *both = &(struct both){0};
		use(&both->mutex);
	}
}
