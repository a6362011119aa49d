// What a program in C++ takes from libstdc++'s shared library, for Raddle: written against the installed headers,
// compiled by the same clang as the program, and linked to it. Nothing of it runs on the host either.
//
// Each file is one part of the library. Nothing here has places in the source: what happens in it belongs to the line
// of the program that asked for it.

#include "types.h"
#include "exceptions.h"
#include "errors.h"
#include "containers.h"
#include "threads.h"
#include "streams.h"
