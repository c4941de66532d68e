// Bootstrap samples: argument checks, allocation of the results, and the call of the kernel.
#pragma once

#include "../bootstrap.hpp"
#include "arrays.hpp"

namespace gnomon {

inline Draws draws_of(int64_t units, int64_t first, int64_t times, uint64_t seed) {
    check_row_count(units);
    if (first < 0 || times < 0) refuse("first and times must be 0 or more");
    if (units > 0 && times > (int64_t{1} << 40) / units) refuse("times is out of range for so many rows");
    return {units, first, times, seed};
}

inline NewMatrix<uint32_t> bootstrap_counts_of(int64_t units, int64_t first, int64_t times, uint64_t seed,
                                               int threads) {
    check_threads(threads);
    if (units < 0) refuse("units must be 0 or more");
    const Draws draws = draws_of(units, first, times, seed);
    auto count = new_matrix<uint32_t>(times, units);
    nb::gil_scoped_release free;
    bootstrap_counts(draws, threads, count.data());
    return count;
}

template <class Real, class Flag>
NewVector<double> bootstrap_auc_of(Vector<Real> score, Vector<Flag> positive, Weight weight,
                                   std::optional<Vector<int32_t>> unit, int64_t units, int64_t times,
                                   uint64_t seed, int threads) {
    check_threads(threads);
    const int64_t n = length(score.shape(0));
    check_row_count(n);
    check_length("positive", length(positive.shape(0)), n);
    check_no_nan("score", score.data(), n);
    const double* w = data_or_null("weight", weight, n);
    const int32_t* u = data_or_null("unit", unit, n);
    if (u)
        check_codes("unit", u, n, units);
    else if (units != n)
        refuse("units must be the number of rows where no unit is given");
    const Draws draws = draws_of(units, 0, times, seed);
    auto area = new_vector<double>(times);
    nb::gil_scoped_release free;
    bootstrap_auc(score.data(), reinterpret_cast<const uint8_t*>(positive.data()), w, u, n, draws, threads,
                  area.data());
    return area;
}

template <class Real>
NewMatrix<double> bootstrap_sums_of(Matrix<Real> values, int64_t times, uint64_t seed, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(values);
    const Draws draws = draws_of(x.n, 0, times, seed);
    auto sum = new_matrix<double>(times, x.d);
    nb::gil_scoped_release free;
    bootstrap_sums(x.x, x.d, draws, threads, sum.data());
    return sum;
}

}  // namespace gnomon
