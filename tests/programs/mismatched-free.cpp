/* Memory that is freed in another way than it was allocated, one for each macro; without a macro their legal relatives. */
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct alignas(64) Line {
    int cells[16];
    ~Line() {}
};

struct Own {
    static void *operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void *own) { std::free(own); }
};

int main()
{
    delete new int;
    delete[] new int[4];
    delete new Line;
    delete[] new Line[2];
    delete new Own;
    delete static_cast<int *>(nullptr);
    ::operator delete(::operator new(4, std::nothrow));
    ::operator delete[](::operator new[](4), std::size_t(4));
    std::vector<int> numbers(4);
    std::string text(100, 'x');
    std::unique_ptr<int[]> cells(new int[3]);
    std::shared_ptr<int> shared = std::make_shared<int>(1);
#ifdef BUG_DELETE_ARRAY
    delete new int[4];
#endif
#ifdef BUG_ARRAY_DELETE
    delete[] new int;
#endif
#ifdef BUG_NEW_FREE
    std::free(new int);
#endif
#ifdef BUG_ARRAY_FREE
    std::free(new Line[2]);
#endif
#ifdef BUG_MALLOC_DELETE
    delete static_cast<int *>(std::malloc(4));
#endif
#ifdef BUG_CALLOC_DELETE_ARRAY
    delete[] static_cast<int *>(std::calloc(1, 4));
#endif
#ifdef BUG_SHARED_ARRAY
    std::shared_ptr<int> wrong(new int[4]);
#endif
}
