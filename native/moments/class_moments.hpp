// Weight, mean and sums of squares about the mean, for each class and column.
#pragma once

#include "../rows.hpp"

namespace gnomon {

// codes in [0, classes) (checked by the caller); weight may be null. Shapes: total (K), mean (K, d), scatter
// (K, d).
template <class Real>
void class_moments(Rows<Real> x, const int32_t* codes, int64_t classes, const double* weight, int threads,
                   double* total, double* mean, double* scatter);

}  // namespace gnomon
