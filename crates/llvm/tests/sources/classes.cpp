// Virtual calls, exceptions, lambdas, templates, references, function-local statics, member pointers.
namespace shapes {
struct shape {
    virtual ~shape() {}
    virtual int area() const = 0;
};

struct square final : shape {
    int side;
    explicit square(int s) : side(s) {}
    int area() const override { return side * side; }
};

struct named : virtual shape {
    const char *name = "named";
    int area() const override { return 1; }
};
} // namespace shapes

struct failure {
    int code;
    failure(int c) : code(c) {}
    failure(const failure &other) : code(other.code) {}
    ~failure() {}
};

struct guard {
    int &depth;
    guard(int &d) : depth(d) { ++depth; }
    ~guard() { --depth; }
};

int depth;

int risky(int x) {
    guard g(depth);
    if (x > 3)
        throw failure(x);
    return x;
}

int handled(int x) {
    try {
        return risky(x);
    } catch (const failure &f) {
        return f.code;
    } catch (...) {
        throw;
    }
}

template <typename F> int twice(F f) { return f(1) + f(2); }

int lambdas(int base) {
    auto add = [base](int x) { return base + x; };
    auto count = [&](int x) mutable { return base += x; };
    return twice(add) + twice(count);
}

shapes::shape *make(bool big) {
    static shapes::square small(2);
    if (!big)
        return &small;
    return new shapes::named;
}

int main() {
    shapes::shape *s = make(true);
    int area = s->area();
    delete s;
    int (shapes::shape::*method)() const = &shapes::shape::area;
    thread_local int calls = area;
    return handled(5) + lambdas(3) + (make(false)->*method)() + ++calls;
}
