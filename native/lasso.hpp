// Least squares with a price on the size and on the square of coefficients, from second moments.
#pragma once

#include <cstdint>

namespace gnomon {

struct ElasticPrices {
    double size, square;  // of |w|_1, and of |w|^2 / 2
};

struct Descent {
    double gap;          // primal less dual value when it stopped
    int64_t iterations;  // passes over the coefficients
};

// Minimize 1/2 (total - 2 cross'w + w'gram w) + size |w|_1 + square/2 |w|^2, from w on entry; stops once the
// duality gap is at most `tolerance`, or after `most` passes. slope = cross - gram w, kept up to date.
Descent elastic_descent(const double* gram, const double* cross, double total, int64_t p, ElasticPrices prices,
                        bool positive, double tolerance, int64_t most, double* w, double* slope);

}  // namespace gnomon
