// Which width of vectors this machine can run, and the function of that width.
// A family's innermost loops stand in its own `loops.cpp`, in the namespace gnomon::GNOMON_LEVEL; that file
// is compiled once for each level and includes no library templates. Its header says
//     GNOMON_LEVELS(void add(const double* a, double* b, int64_t n))
// and a caller takes `const auto add = GNOMON_CHOSEN(add);`.
#pragma once

#include <cstdint>

namespace gnomon {

enum class Level : int { plain, v3, v4 };

// The widest level that this machine supports; GNOMON_LEVEL in the environment selects a narrower one.
Level level();

}  // namespace gnomon

#ifdef GNOMON_X86_LEVELS
#define GNOMON_LEVELS(...)      \
    namespace plain {           \
    __VA_ARGS__;                \
    }                           \
    namespace v3 {              \
    __VA_ARGS__;                \
    }                           \
    namespace v4 {              \
    __VA_ARGS__;                \
    }
#define GNOMON_CHOSEN(name)                                               \
    (::gnomon::level() == ::gnomon::Level::v4   ? &::gnomon::v4::name     \
     : ::gnomon::level() == ::gnomon::Level::v3 ? &::gnomon::v3::name     \
                                                : &::gnomon::plain::name)
#else
#define GNOMON_LEVELS(...) \
    namespace plain {      \
    __VA_ARGS__;           \
    }
#define GNOMON_CHOSEN(name) (&::gnomon::plain::name)
#endif
