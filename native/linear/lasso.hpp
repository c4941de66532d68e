// The elastic net from second moments: least squares with an L1 and an L2 penalty.
#pragma once

#include <cstdint>

namespace gnomon {

struct ElasticPenalty {
    double l1, l2;  // the coefficients of |w|_1 and of |w|^2 / 2
};

struct Descent {
    double gap;          // duality gap at the end
    int64_t iterations;  // passes over the coefficients
};

// Minimize 1/2 (total - 2 cross'w + w'gram w) + l1 |w|_1 + l2/2 |w|^2, from w on entry, until the duality gap
// is at most `tolerance`, or for `max_iter` passes. gradient = cross - gram w, the negative gradient of the
// least-squares part, is updated with w.
Descent elastic_descent(const double* gram, const double* cross, double total, int64_t p,
                        ElasticPenalty penalty, bool positive, double tolerance, int64_t max_iter, double* w,
                        double* gradient);

}  // namespace gnomon
