// The log loss (binary cross-entropy) at raw scores, and its gradient and hessian by row.
#pragma once

#include <cstdint>

namespace gnomon::gradient_boosting {

// With p = 1 / (1 + exp(-score)): gradient = w (p - y), hessian = w p (1 - p), y in {0, 1}; returns the sum
// of -w log(p if y else 1 - p). weight may be null.
double log_loss(const double* score, const uint8_t* y, const double* weight, int64_t n, int threads,
                double* gradient, double* hessian);

}  // namespace gnomon::gradient_boosting
