// The error is in a header of the library, on behalf of a line of the program.
#include <algorithm>

static int *block;

static int *make() {
    return new int[2];
}

static void fill() {
    block = make();
    std::fill(block, block + 3, 7);
}

int main() {
    int unrelated = 1;
    (void)unrelated;
    fill();
    delete[] block;
}
