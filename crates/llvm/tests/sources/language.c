// The corners of C: bit-fields, unions, varargs, function pointers, switch, computed goto, VLAs, floats, i128.
#include <stdarg.h>

struct bits {
    unsigned a : 3, b : 13;
    signed char c;
    long d : 40;
} __attribute__((aligned(16)));

union both {
    float f;
    unsigned u;
    unsigned char bytes[4];
};

struct __attribute__((packed)) packet {
    char tag;
    long length;
    union both payload[2];
};

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }

const operation table[] = {add, mul, 0};
struct bits global_bits = {5, 100, -1, 1L << 30};
struct packet packet = {'x', -2, {{1.5f}, {.u = 7}}};
char text[] = "tab\there \"quoted\" \\ \x01";
char *middle = text + 4;
long distance = (long)&packet.length;
long double precise = 0.1L;
double small = 0.1;
float half = 0.5f;
__int128 huge = ((__int128)1 << 100) + 3;
int matrix[3][4] = {{1}, {2, 3}};
extern int elsewhere __attribute__((weak));
static int hidden __attribute__((section("special"), used));
int alias_target(void) { return elsewhere ? 1 : 0; }
int alias_name(void) __attribute__((alias("alias_target")));

int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int dispatch(int op, int x) {
    switch (op) {
    case -1: return x;
    case 0: x++; // falls through
    case 1 ... 3: return x * 2;
    default: return table[op & 1](x, op);
    }
}

int computed(const unsigned char *code) {
    static void *const labels[] = {&&stop, &&inc, &&dec};
    int value = 0;
    goto *labels[*code++];
inc:
    value++;
    goto *labels[*code++];
dec:
    value--;
    goto *labels[*code++];
stop:
    return value;
}

long variable(int n) {
    long array[n];
    for (int i = 0; i < n; i++)
        array[i] = (long)i << 2;
    return array[n - 1] + sizeof(array);
}

struct bits fields(struct bits in) {
    in.b = in.a ^ 5u;
    in.d -= 1;
    return in;
}

double floats(float a, double b, long double c, int n) {
    if (a < b && c != b)
        return -a * n + (double)c / 3.0;
    return (unsigned)b ? (int)a : 1e300;
}

__int128 wide(__int128 a, unsigned long b) { return a * b >> 7 ^ ~a; }

_Bool logic(int a, int *p) { return a && p && !*p; }

void assembly(int *p, int value) {
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*p) : : "memory", "cc");
    char ok;
    __asm__ volatile("cmpxchg %3, %1\n\tsete %0" : "=q"(ok), "+m"(*p), "+a"(value) : "r"(ok) : "memory");
}

typedef int vec __attribute__((vector_size(16)));
vec vectors(vec a, int x) {
    a[1] = x;
    return __builtin_shufflevector(a, a, 3, 2, 1, 0) + (vec){1, 1, 1, 1} * (a > 0);
}
