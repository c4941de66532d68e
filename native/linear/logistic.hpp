// The binary log loss.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// For score z, target y in {0, 1} and weight w of each row, with p = 1 / (1 + e^-z):
// the sum of w (log(1 + e^z) - y z), slope = w (p - y) and curvature = w p (1 - p).
double logistic_terms(const double* z, const double* y, const double* w, int64_t n, int threads,
                      double* slope, double* curvature);

GNOMON_LEVELS(double logistic_block(const double* z, const double* y, const double* w, int64_t n,
                                    double* slope, double* curvature))

}  // namespace gnomon
