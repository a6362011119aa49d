// The members of std::string, for programs whose headers leave them to the library: those before C++20.

#include <string>

template class std::basic_string<char>;
