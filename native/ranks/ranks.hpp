// Ranks with ties, and the area under the ROC curve.
#pragma once

#include <cstdint>

namespace gnomon {

// Callers ensure that no value is NaN and that n < 2^31.
template <class Real>
void midranks(const Real* value, int64_t n, double* rank);

// NaN if there is no positive or no negative weight.
template <class Real>
double auc(const Real* score, const uint8_t* positive, const double* weight, int64_t n);

}  // namespace gnomon
