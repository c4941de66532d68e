// What Python sees of this family: src/gnomon/native.pyi says what each takes and gives.
#include <nanobind/stl/tuple.h>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "lloyd.hpp"
#include "loops.hpp"
#include "trials.hpp"

namespace gnomon {

namespace {

using nb::arg;

void check_centers(int64_t k, int64_t found, int64_t wanted) {
    check_length("a row of centers", found, wanted);
    if (k < 1 || wanted < 1) refuse("there must be one center or more, and one column or more");
    if (k > INT32_MAX - 64) refuse("too many centers; this kernel numbers them with 32 bits");
}

template <class Value>
NewVector<Value> as_array(const std::vector<Value>& values) {
    auto made = new_vector<Value>(length(values.size()));
    std::copy(values.begin(), values.end(), made.data());
    return made;
}

template <class Real>
nb::tuple lloyd_of(const Matrix<Real>& x, const Matrix<double>& centers, const Weight& weight,
                   const std::optional<Vector<int32_t>>& before, double tolerance, int64_t most, bool bounded,
                   int64_t fewest, int threads) {
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
    Course course;
    if (data.n > 0) {
        nb::gil_scoped_release release;
        const Steps steps{tolerance, most, bounded, fewest, threads};
        course = lloyd(data, w, k, steps, center.data(), label.data());
    }
    return nb::make_tuple(label, center, course.inertia, course.settled, course.orphaned,
                          as_array(course.moved), as_array(course.shift), as_array(course.scanned));
}

template <class Real>
nb::tuple try_centers_of(const Matrix<Real>& x, const Matrix<double>& trials, const Vector<double>& closest,
                         const Weight& weight, bool keep, int threads) {
    const Rows<Real> data = rows(x);
    const int64_t n_trials = length(trials.shape(0));
    check_threads(threads);
    check_centers(n_trials, length(trials.shape(1)), data.d);
    if (n_trials > trial_lanes) refuse("more than 8 trials; try them in turns");
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
          arg("weight").noconvert().none(), arg("before").noconvert().none(), arg("tolerance"), arg("most"),
          arg("bounded"), arg("fewest"), arg("threads"));
    m.def("try_centers", &try_centers_of<Real>, arg("X").noconvert(), arg("trials").noconvert(),
          arg("closest").noconvert(), arg("weight").noconvert().none(), arg("keep"), arg("threads"));
}

}  // namespace

void bind_kmeans(nb::module_& m) {
    bind_for<double>(m);
    bind_for<float>(m);
}

}  // namespace gnomon
