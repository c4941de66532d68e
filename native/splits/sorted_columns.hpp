// The columns of a table in ascending order.
#pragma once

#include <cstdint>

namespace gnomon {

// values and rows (d, n), as returned by sort_columns; member may be null (all rows).
template <class Real>
struct SortedColumns {
    const Real* values;
    const int32_t* order;
    int64_t n, d;
    const uint8_t* member;
    bool has(int64_t row) const { return !member || member[row]; }
};

}  // namespace gnomon
