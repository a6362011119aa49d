/* A program that does nothing: what is spent on reading it is not spent on exploring. */
#include <pthread.h>
#include <stdatomic.h>

int main(void)
{
    return 0;
}
