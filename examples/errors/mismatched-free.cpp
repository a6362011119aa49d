/* An array from `new[]` is freed by `delete`, not by `delete[]`.
 *
 *     raddle check examples/errors/mismatched-free.cpp
 *     error[mismatched-free]: ...
 */
static int *cells;

int main()
{
    cells = new int[2];
    cells[0] = 1;
    delete cells;
}
