#include "trials.hpp"

#include <algorithm>
#include <vector>

#include "../buffer.hpp"
#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t rows_per_task = 16384, rows_at_once = 128;

// Rows in double precision: the original ones, or a copy.
const double* as_doubles(const double* x, int64_t, double*) { return x; }
const double* as_doubles(const float* x, int64_t n, double* copy) {
    std::copy(x, x + n, copy);
    return copy;
}

}  // namespace

template <class Real>
void try_centers(Rows<Real> data, const double* weight, const double* closest, const double* trial,
                 int64_t n_trials, int threads, double* potential, double* nearer) {
    Buffer<double> transposed(data.d * trial_lanes, zeroed);
    for (int64_t t = 0; t < n_trials; t++)
        for (int64_t j = 0; j < data.d; j++) transposed[j * trial_lanes + t] = trial[t * data.d + j];
    const int64_t n_tasks = blocks_of(data.n, rows_per_task);
    std::vector<double> part(static_cast<size_t>(n_tasks * trial_lanes), 0.0);
    const auto pass = GNOMON_CHOSEN(try_centers);
    const auto make_workspace = [&] { return Buffer<double>(rows_at_once * data.d); };
    parallel(threads, n_tasks, make_workspace, [&](int64_t task, Buffer<double>& copy) {
        const int64_t end = std::min(data.n, (task + 1) * rows_per_task);
        for (int64_t i = task * rows_per_task; i < end; i += rows_at_once) {
            const int64_t n = std::min(rows_at_once, end - i);
            const double* x = as_doubles(data.x + i * data.d, n * data.d, copy.data());
            pass(x, n, data.d, transposed.data(), closest + i, weight ? weight + i : nullptr,
                 part.data() + task * trial_lanes, nearer ? nearer + i : nullptr);
        }
    });
    std::fill_n(potential, n_trials, 0.0);
    for (int64_t task = 0; task < n_tasks; task++)
        for (int64_t t = 0; t < n_trials; t++)
            potential[t] += part[static_cast<size_t>(task * trial_lanes + t)];
}

template void try_centers<double>(Rows<double>, const double*, const double*, const double*, int64_t, int,
                                  double*, double*);
template void try_centers<float>(Rows<float>, const double*, const double*, const double*, int64_t, int,
                                 double*, double*);

}  // namespace gnomon
