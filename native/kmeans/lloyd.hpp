// k-means by Lloyd iterations, from initial centers.
#pragma once

#include <cstdint>
#include <vector>

#include "../rows.hpp"

namespace gnomon {

struct LloydOptions {
    double tolerance;         // stop once the sum of squared shifts of the centers is at most this
    int64_t max_iter;         // 0: assign the nearest centers only
    bool bounded;             // whether to skip rows whose label provably stays the same
    int64_t empty_threshold;  // a cluster of at most this weight is empty; -1: none is
    int threads;
};

// For each iteration the number of rows (of positive weight) whose label changed, the sum of squared shifts
// of the centers, and the number of rows whose distances to all centers were computed.
struct LloydResult {
    std::vector<int64_t> moved, scanned;
    std::vector<double> shift;
    bool converged = false;  // no label changed in the last iteration
    bool has_empty = false;  // the last iteration left an empty cluster and did not update the centers
    double inertia = 0;
};

// Minimizes sum_i w_i |x_i - center_label(i)|^2, alternating between label (the nearest center, the first of
// ties) and center (the mean of its rows). label holds the previous labels on entry, -1 for none, and on
// return the nearest of the returned centers (k, d). weight may be null.
template <class Real>
LloydResult lloyd(Rows<Real> data, const double* weight, int64_t k, const LloydOptions& options,
                  double* center, int32_t* label);

}  // namespace gnomon
