// Weighted mean and centered scatter matrix of the columns of [X | Y].
#pragma once

#include "../rows.hpp"

namespace gnomon {

// weight and y may be null; mean has d + t entries, scatter (d + t)^2. Returns the total weight.
template <class Real>
double moments(Rows<Real> x, const Real* y, int64_t t, const double* weight, int threads, double* mean,
               double* scatter);

}  // namespace gnomon
