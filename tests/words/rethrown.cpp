// An exception that is caught, thrown again and never caught: what it is, and where it came from.
#include <exception>
#include <stdexcept>
#include <thread>

static void fail() { throw std::runtime_error("lost"); }

static void again() {
	try {
		fail();
	} catch (...) {
		throw;
	}
}

int main() {
#if defined(POINTER)
	std::exception_ptr kept;
	try {
		fail();
	} catch (...) {
		kept = std::current_exception();
	}
	std::rethrow_exception(kept);
#elif defined(THREAD)
	std::thread(again).join();
#elif defined(NOEXCEPT)
	[]() noexcept { again(); }();
#elif defined(TWICE)
	try {
		again();
	} catch (std::exception &) {
		throw;
	}
#else
	again();
#endif
}
