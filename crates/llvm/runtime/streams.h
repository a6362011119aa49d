// Streams: output to std::cout and the like is treated as output by printf. The functions have mangled names, because
// the headers declare them in other ways, if at all.

#include <cstdio>
#include <cstdint>

namespace raddle {

struct Stream;

extern "C" char stream_cout[512] asm("_ZSt4cout"), stream_cerr[512] asm("_ZSt4cerr"), stream_clog[512] asm("_ZSt4clog");
char stream_cout[512], stream_cerr[512], stream_clog[512];

#define RADDLE_PRINT(number, mangled, type, format, shown)                                                             \
  extern "C" Stream* print_##number(Stream* stream, type value) asm(mangled);                                          \
  Stream* print_##number(Stream* stream, type value) {                                                                 \
    std::printf(format, shown);                                                                                        \
    return stream;                                                                                                     \
  }
RADDLE_PRINT(1, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", const char*, "%s", value)
RADDLE_PRINT(2, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", char, "%c", value)
RADDLE_PRINT(3, "_ZNSolsEi", int, "%d", value)
RADDLE_PRINT(4, "_ZNSolsEj", unsigned, "%u", value)
RADDLE_PRINT(5, "_ZNSolsEl", long, "%ld", value)
RADDLE_PRINT(6, "_ZNSolsEm", unsigned long, "%lu", value)
RADDLE_PRINT(7, "_ZNSolsEx", long long, "%lld", value)
RADDLE_PRINT(8, "_ZNSolsEy", unsigned long long, "%llu", value)
RADDLE_PRINT(9, "_ZNSolsEs", short, "%d", value)
RADDLE_PRINT(10, "_ZNSolsEt", unsigned short, "%d", value)
RADDLE_PRINT(11, "_ZNSolsEb", bool, "%d", value)
RADDLE_PRINT(12, "_ZNSolsEd", double, "%g", value)
RADDLE_PRINT(13, "_ZNSolsEf", float, "%g", double(value))
RADDLE_PRINT(14, "_ZNSolsEPKv", const void*, "%p", value)
#undef RADDLE_PRINT

extern "C" Stream* insert(Stream*, const char*, long)
    asm("_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l");
Stream* insert(Stream* stream, const char* text, long length) {
  std::printf("%.*s", static_cast<int>(length), text);
  return stream;
}
extern "C" Stream* end_line(Stream*) asm("_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");
Stream* end_line(Stream* stream) {
  std::printf("\n");
  return stream;
}
extern "C" Stream* flush(Stream*) asm("_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");
Stream* flush(Stream* stream) { return stream; }
extern "C" Stream* flush_member(Stream*) asm("_ZNSo5flushEv");
Stream* flush_member(Stream* stream) { return stream; }
extern "C" Stream* apply(Stream*, Stream* (*)(Stream*)) asm("_ZNSolsEPFRSoS_E");
Stream* apply(Stream* stream, Stream* (*manipulate)(Stream*)) { return manipulate(stream); }

extern "C" void begin_streams(void*) asm("_ZNSt8ios_base4InitC1Ev");
void begin_streams(void*) {}
extern "C" void end_streams(void*) asm("_ZNSt8ios_base4InitD1Ev");
void end_streams(void*) {}

} // namespace raddle
