// The multinomial log loss (cross-entropy) of class scores, and its gradient.
#pragma once

#include <cstdint>

namespace gnomon {

// The sum over n rows of k scores of w_i [log sum_c exp(z_ic) - z_i,code(i)], and its derivative by each
// score, slope_ic = w_i (exp(z_ic) / sum_k exp(z_ik) - [c = code(i)]).
double softmax_loss(const double* scores, const int64_t* code, const double* weight, int64_t n, int64_t k,
                    int threads, double* slope);

}  // namespace gnomon
