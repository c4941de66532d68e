// The log loss of two classes at a score, and its slope and curvature.
#pragma once

#include <cstdint>

namespace gnomon::forest {

// With p = 1 / (1 + exp(-score)): slope = w (p - y), curvature = w p (1 - p), y in {0, 1}; returns the sum of
// -w log(p if y else 1 - p). weight may be null.
double log_loss(const double* score, const uint8_t* y, const double* weight, int64_t n, int threads,
                double* slope, double* curvature);

}  // namespace gnomon::forest
