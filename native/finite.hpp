// Whether all numbers are finite.
#pragma once

#include <cstdint>

namespace gnomon {

// The index of the first value that is infinite or NaN; -1 if there is none.
template <class Real>
int64_t first_not_finite(const Real* values, int64_t n, int threads);

}  // namespace gnomon
