// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/tuple.h>

#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "lloyd.hpp"
#include "loops.hpp"
#include "trials.hpp"

namespace gnomon {

namespace {

using nb::arg;

void check_centers(int64_t k, int64_t columns, int64_t expected) {
    check_length("a row of centers", columns, expected);
    if (k < 1 || expected < 1) refuse("there must be one center or more, and one column or more");
    if (k > INT32_MAX - 64) refuse("too many centers; this kernel has 32-bit labels");
}

template <class Real>
nb::object lloyd_of(const Matrix<Real>& x, const Matrix<double>& centers, const Weight& weight,
                    const std::optional<Vector<int32_t>>& before, double tolerance, int64_t max_iter,
                    bool bounded, int64_t empty_threshold, int threads) {
    const Rows<Real> data = rows(x);
    const int64_t k = length(centers.shape(0));
    check_threads(threads);
    check_centers(k, length(centers.shape(1)), data.d);
    check_numbers("X", data.x, data.n * data.d, data.d);
    check_numbers("centers", centers.data(), k * data.d, data.d);
    const double* w = data_or_null("weight", weight, data.n);
    const int32_t* old = data_or_null("before", before, data.n);
    auto center = new_matrix<double>(k, data.d);
    auto label = new_vector<int32_t>(data.n);
    std::copy_n(centers.data(), k * data.d, center.data());
    if (old)
        std::copy_n(old, data.n, label.data());
    else
        std::fill_n(label.data(), data.n, -1);
    LloydResult result;
    if (data.n > 0) {
        nb::gil_scoped_release release;
        const LloydOptions options{tolerance, max_iter, bounded, empty_threshold, threads};
        result = lloyd(data, w, k, options, center.data(), label.data());
    }
    return record("Lloyd", label, center, result.inertia, result.converged, result.has_empty,
                  copied(result.moved), copied(result.shift), copied(result.scanned));
}

template <class Real>
nb::tuple try_centers_of(const Matrix<Real>& x, const Matrix<double>& trials, const Vector<double>& closest,
                         const Weight& weight, bool keep, int threads) {
    const Rows<Real> data = rows(x);
    const int64_t n_trials = length(trials.shape(0));
    check_threads(threads);
    check_centers(n_trials, length(trials.shape(1)), data.d);
    if (n_trials > trial_lanes) refuse("more than 8 trials; pass at most 8 at a time");
    check_length("closest", length(closest.shape(0)), data.n);
    const double* w = data_or_null("weight", weight, data.n);
    auto potential = new_vector<double>(n_trials);
    auto nearer = new_vector<double>(keep ? data.n : 0);
    {
        nb::gil_scoped_release release;
        try_centers(data, w, closest.data(), trials.data(), n_trials, threads, potential.data(),
                    keep ? nearer.data() : nullptr);
    }
    return nb::make_tuple(potential, nearer);
}

template <class Real>
void bind_for(nb::module_& m) {
    m.def("lloyd", &lloyd_of<Real>, arg("X").noconvert(), arg("centers").noconvert(),
          arg("weight").noconvert().none(), arg("before").noconvert().none(), arg("tolerance"),
          arg("max_iter"), arg("bounded"), arg("empty_threshold"), arg("threads"));
    m.def("try_centers", &try_centers_of<Real>, arg("X").noconvert(), arg("trials").noconvert(),
          arg("closest").noconvert(), arg("weight").noconvert().none(), arg("keep"), arg("threads"));
}

}  // namespace

void bind_kmeans(nb::module_& m) {
    add_record(m, "Lloyd", "labels centers inertia converged has_empty changed shifts computed",
               "The result of Lloyd iterations.");
    bind_for<double>(m);
    bind_for<float>(m);
}

}  // namespace gnomon
