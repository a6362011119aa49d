// The part of libstdc++'s shared library that C++ programs need, for Raddle: written against the installed headers,
// compiled by the same clang as the program, and linked to it. Nothing of it runs on the host.
//
// Each file is one part of the library. It is compiled without debug information: events in it are attributed to the
// line of the program that calls it.

#include "types.h"
#include "exceptions.h"
#include "errors.h"
#include "containers.h"
#include "threads.h"
#include "streams.h"
