#include "lloyd.hpp"

#include <algorithm>

#include "../interrupt.hpp"
#include "search.hpp"

namespace gnomon {

namespace {

using kmeans::Search;
using kmeans::Sums;

// The centers from sums computed anew, without accumulated rounding errors, and the nearest center of each
// row.
template <class Real>
void finish(Search<Real>& search, Sums& sums, const std::vector<double>& searched, bool converged,
            double* center) {
    search.sum_all(sums);
    std::copy(searched.begin(), searched.end(), center);
    const std::vector<double> move = sums.means(search.table().origin, center);
    if (converged) return;
    search.store_moves(move.data());
    search.nearest(center, false);
}

}  // namespace

template <class Real>
LloydResult lloyd(Rows<Real> data, const double* weight, int64_t k, const LloydOptions& options,
                  double* center, int32_t* label) {
    LloydResult result;
    Interrupt interrupt;
    Search<Real> search(data, weight, k, options, label);
    Sums sums(k, data.d);
    std::vector<double> searched(center, center + k * data.d);
    for (int64_t step = 0; step < options.max_iter && !result.converged; step++) {
        interrupt.check();
        search.nearest(center, step == 0);
        const auto [moved, scanned] = search.collect(sums);
        result.has_empty = sums.has_empty_cluster(options.empty_threshold);
        if (result.has_empty) return result;
        std::copy(center, center + k * data.d, searched.begin());
        const std::vector<double> move = sums.means(search.table().origin, center);
        search.store_moves(move.data());
        double shift = 0;
        for (const double each : move) shift += each * each;
        result.moved.push_back(moved);
        result.scanned.push_back(scanned);
        result.shift.push_back(shift);
        result.converged = moved == 0;
        if (shift <= options.tolerance) break;
    }
    if (options.max_iter > 0)
        finish(search, sums, searched, result.converged, center);
    else
        search.nearest(center, true);
    result.inertia = search.inertia(center);
    return result;
}

template LloydResult lloyd<double>(Rows<double>, const double*, int64_t, const LloydOptions&, double*,
                                   int32_t*);
template LloydResult lloyd<float>(Rows<float>, const double*, int64_t, const LloydOptions&, double*,
                                  int32_t*);

}  // namespace gnomon
