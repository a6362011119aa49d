// Correct code of one thread: a call that may throw, in a loop, reads a local variable through a reference.
struct Guard {
    ~Guard() {}
};

static bool is_set(const int &value) { return value; }

#if defined(NOEXCEPT)
struct Pointer {
    int *target;
};

static int global;
static Pointer load() { return Pointer{&global}; }
static bool differ(const Pointer &a, const Pointer &b) { return a.target != b.target; }

static void compare() noexcept {
    Pointer now = load();
    Pointer held = now;
    for (int i = 0; i < 2; i++)
        if (differ(now, held))
            __builtin_abort();
}

int main() { compare(); }
#elif defined(TRY)
int main() {
    int value = 1;
    try {
        while (is_set(value))
            value = 0;
    } catch (...) {
        return 1;
    }
}
#elif defined(SHARED_PAD)
int main() {
    Guard guard;
    int first = 1, second = 2;
    while (is_set(first) && is_set(second))
        first = 0;
}
#else
int main() {
    Guard guard;
    int value = 1;
    while (is_set(value))
        value = 0;
}
#endif
