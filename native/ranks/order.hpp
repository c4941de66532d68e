// Columns in sorted order.
#pragma once

#include "../rows.hpp"

namespace gnomon {

// For each column: its values in ascending order (if values is not null) and the rows they come from, (d, n)
// each; equal values keep the order of their rows (a stable sort). Callers ensure that no value is
// NaN and that n < 2^31.
template <class Real>
void sort_columns(Rows<Real> x, int threads, Real* values, int32_t* order);

}  // namespace gnomon
