#include "lloyd.hpp"

#include <algorithm>

#include "../interrupt.hpp"
#include "search.hpp"

namespace gnomon {

namespace {

using kmeans::Search;
using kmeans::Sums;

// The centers of the last sums, free of what changes have left, and labels that name the nearest of them.
template <class Real>
void finish(Search<Real>& search, Sums& sums, const std::vector<double>& searched, bool settled,
            double* center) {
    search.sum_afresh(sums);
    std::copy(searched.begin(), searched.end(), center);
    const std::vector<double> move = sums.means(search.table().origin, center);
    if (settled) return;
    search.moved_by(move.data());
    search.nearest(center, false);
}

}  // namespace

template <class Real>
Course lloyd(Rows<Real> data, const double* weight, int64_t k, const Steps& steps, double* center,
             int32_t* label) {
    Course course;
    Interrupt interrupt;
    Search<Real> search(data, weight, k, steps, label);
    Sums sums(k, data.d);
    std::vector<double> searched(center, center + k * data.d);
    for (int64_t step = 0; step < steps.most && !course.settled; step++) {
        interrupt.check();
        search.nearest(center, step == 0);
        const auto [moved, scanned] = search.collect(sums);
        course.orphaned = sums.leave_an_orphan(steps.fewest);
        if (course.orphaned) return course;
        std::copy(center, center + k * data.d, searched.begin());
        const std::vector<double> move = sums.means(search.table().origin, center);
        search.moved_by(move.data());
        double shift = 0;
        for (const double each : move) shift += each * each;
        course.moved.push_back(moved);
        course.scanned.push_back(scanned);
        course.shift.push_back(shift);
        course.settled = moved == 0;
        if (shift <= steps.tolerance) break;
    }
    if (steps.most > 0)
        finish(search, sums, searched, course.settled, center);
    else
        search.nearest(center, true);
    course.inertia = search.inertia(center);
    return course;
}

template Course lloyd<double>(Rows<double>, const double*, int64_t, const Steps&, double*, int32_t*);
template Course lloyd<float>(Rows<float>, const double*, int64_t, const Steps&, double*, int32_t*);

}  // namespace gnomon
