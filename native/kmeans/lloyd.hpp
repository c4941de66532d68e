// k-means by Lloyd's steps, from given centers.
#pragma once

#include <cstdint>
#include <vector>

#include "../moments.hpp"

namespace gnomon {

struct Steps {
    double tolerance;  // stop where the squared moves of all centers sum to no more than this
    int64_t most;      // steps; 0 to name the nearest centers and stop
    bool bounded;      // whether rows that provably keep their center are passed over
    int64_t fewest;    // a center with no more weight than this is an orphan; -1 for no such rule
    int threads;
};

// How a run of steps went: for each step the rows (of positive weight) that changed their center, the squared
// moves of all centers, and the rows whose distances to all centers were found.
struct Course {
    std::vector<int64_t> moved, scanned;
    std::vector<double> shift;
    bool settled = false;   // no row changed its center in the last step
    bool orphaned = false;  // a center was left an orphan by the last step, which was not finished
    double inertia = 0;
};

// Least sum_i w_i |x_i - center_label(i)|^2, by turns over label (the nearest center, the first of equals)
// and center (the mean of its rows). label holds what the first step compares with, -1 for none, and in the
// end the nearest of the centers (k, d) that come out. weight may be null.
template <class Real>
Course lloyd(Rows<Real> data, const double* weight, int64_t k, const Steps& steps, double* center,
             int32_t* label);

}  // namespace gnomon
