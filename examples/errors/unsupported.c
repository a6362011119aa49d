/* Calls a function that is neither defined here nor known to the checker. This is no verdict on the program: the exit
 * status is 2.
 *
 *     raddle check examples/errors/unsupported.c
 *     error[unsupported]: ...
 */
int read_sensor(int channel);

int main(void)
{
    return read_sensor(0) < 0;
}
