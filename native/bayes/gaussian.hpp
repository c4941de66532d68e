// Log densities of rows under Gaussians with diagonal covariance.
#pragma once

#include "../rows.hpp"

namespace gnomon {

struct Gaussians {
    const double *mean, *precision, *constant;  // (K, d), (K, d), (K)
    int64_t classes;
};

// score (n, K).
template <class Real>
void gaussian_scores(Rows<Real> x, const Gaussians& classes, int threads, double* score);

// The class with the largest score, the first of those equal but for rounding; -1 if it is not finite.
template <class Real>
void gaussian_argmax(Rows<Real> x, const Gaussians& classes, int threads, int32_t* code);

}  // namespace gnomon
