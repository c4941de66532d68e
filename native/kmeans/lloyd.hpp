// k-means by Lloyd's steps, from given centres.
#pragma once

#include <cstdint>
#include <vector>

#include "../moments.hpp"

namespace gnomon {

struct Steps {
    double tolerance;  // stop where the squared moves of all centres sum to no more than this
    int64_t most;      // steps; 0 to name the nearest centres and stop
    bool bounded;      // whether rows that provably keep their centre are passed over
    int64_t fewest;    // a centre with no more weight than this is an orphan; -1 for no such rule
    int threads;
};

// How a run of steps went: for each step the rows (of positive weight) that changed their centre, the squared
// moves of all centres, and the rows whose distances to all centres were found.
struct Course {
    std::vector<int64_t> moved, scanned;
    std::vector<double> shift;
    bool settled = false;   // no row changed its centre in the last step
    bool orphaned = false;  // a centre was left an orphan by the last step, which was not finished
    double inertia = 0;
};

// Least sum_i w_i |x_i - centre_label(i)|^2, by turns over label (the nearest centre, the first of equals)
// and centre (the mean of its rows). label holds what the first step compares with, -1 for none, and in the
// end the nearest of the centres (k, d) that come out. weight may be null.
template <class Real>
Course lloyd(Rows<Real> data, const double* weight, int64_t k, const Steps& steps, double* centre,
             int32_t* label);

}  // namespace gnomon
