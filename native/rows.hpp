// A table of numbers, row by row.
#pragma once

#include <cstdint>

namespace gnomon {

template <class Real>
struct Rows {
    const Real* x;
    int64_t n, d;
};

}  // namespace gnomon
