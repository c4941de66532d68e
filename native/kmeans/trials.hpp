// Greedy k-means++: the potential after adding each candidate center.
#pragma once

#include <cstdint>

#include "../rows.hpp"

namespace gnomon {

// potential[t] = sum_i w_i min(closest_i, |x_i - trial_t|^2) for up to 8 trials (t, d). If nearer is not
// null, nearer[i] = min(closest_i, |x_i - trial_0|^2). weight may be null.
template <class Real>
void try_centers(Rows<Real> data, const double* weight, const double* closest, const double* trial,
                 int64_t n_trials, int threads, double* potential, double* nearer);

}  // namespace gnomon
