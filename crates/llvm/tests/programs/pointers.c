/* Pointers to everything, in tables and lists, static and dynamic. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct list {
    int value;
    struct list *next;
};

static struct list third = {3, 0}, second = {2, &third}, first = {1, &second};
static const char *names[] = {"zero", "one", "two", 0};
static const char *middle = "hello" + 2;
static long numbers[4] = {10, 20, 30, 40};
static long *inside = &numbers[2];
static const intptr_t distance = sizeof numbers / sizeof *numbers;

static int add(int a, int b)
{
    return a + b;
}

static int multiply(int a, int b)
{
    return a * b;
}

static int (*const operations[])(int, int) = {add, multiply};

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void fill(int *to, int count)
{
    while (count-- > 0)
        *to++ = count;
}

static struct list *push(struct list *head, int value)
{
    struct list *node = malloc(sizeof *node);

    node->value = value;
    node->next = head;
    return node;
}

static void tagged(void)
{
    int x = 5;
    uintptr_t word = (uintptr_t)&x | 1;
    int *back = (int *)(word & ~(uintptr_t)1);

    *back = 6;
    assert(x == 6 && (word & 1));
}

static void text(void)
{
    char buffer[32];
    int k = 0;

    while (names[k])
        k++;
    assert(k == 3 && strcmp(names[2], "two") == 0 && strlen(names[0]) == 4 && middle[0] == 'l' && middle[2] == 'o');
    strcpy(buffer, "abc");
    strcat(buffer, "def");
    assert(!strcmp(buffer, "abcdef"));
    memset(buffer, 'z', 3);
    memmove(buffer + 1, buffer, 7);
    assert(!strncmp(buffer, "zzzzdef", 8));
}

int main(void)
{
    int x = 3, *px = &x, **ppx = &px, matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}, sum = 0, small[4];
    int *heap = malloc(5 * sizeof *heap), *zeros = calloc(4, sizeof *zeros);
    struct list *head = 0;

    **ppx = 9;
    assert(x == 9 && *inside == 30 && inside - numbers == 2 && distance == 4);
    for (struct list *it = &first; it; it = it->next)
        sum = sum * 10 + it->value;
    assert(sum == 123 && operations[0](3, 4) == 7 && operations[1](3, 4) == 12);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            sum += matrix[i][j];
    assert(sum == 144);
    for (int i = 0; i < 5; i++)
        heap[i] = (i * 7) % 5;
    qsort(heap, 5, sizeof *heap, compare);
    for (int i = 0; i < 5; i++)
        assert(heap[i] == i);
    fill(small, 4);
    assert(small[0] == 3 && small[3] == 0 && zeros[3] == 0);
    for (int i = 0; i < 3; i++)
        head = push(head, i);
    assert(head->value == 2 && head->next->next->value == 0);
    while (head) {
        struct list *next = head->next;

        free(head);
        head = next;
    }
    free(heap);
    free(zeros);
    tagged();
    text();
    return 0;
}
