// Python bindings of ranks, sorted columns and bootstrap samples; src/gnomon/native.pyi documents their
// arguments and results.
#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "bootstrap.hpp"
#include "order.hpp"
#include "ranks.hpp"

namespace gnomon {

namespace {

using nb::arg;

template <class Real>
NewVector<double> midranks_of(Vector<Real> values) {
    const int64_t n = length(values.shape(0));
    check_row_count(n);
    check_no_nan("values", values.data(), n);
    auto rank = new_vector<double>(n);
    nb::gil_scoped_release free;
    midranks(values.data(), n, rank.data());
    return rank;
}

template <class Real, class Flag>
double auc_of(Vector<Real> score, Vector<Flag> positive, Weight weight) {
    const int64_t n = length(score.shape(0));
    check_row_count(n);
    check_length("positive", length(positive.shape(0)), n);
    check_no_nan("score", score.data(), n);
    const double* w = data_or_null("weight", weight, n);
    nb::gil_scoped_release free;
    return auc(score.data(), reinterpret_cast<const uint8_t*>(positive.data()), w, n);
}

template <class Real>
nb::tuple sort_columns_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    check_row_count(x.n);
    check_no_nan("X", x.x, x.n * x.d);
    auto values = new_matrix<Real>(x.d, x.n);
    auto order = new_matrix<int32_t>(x.d, x.n);
    {
        nb::gil_scoped_release free;
        sort_columns(x, threads, values.data(), order.data());
    }
    return nb::make_tuple(values, order);
}

template <class Real>
NewMatrix<int32_t> argsort_columns_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    check_row_count(x.n);
    check_no_nan("X", x.x, x.n * x.d);
    auto order = new_matrix<int32_t>(x.d, x.n);
    nb::gil_scoped_release free;
    sort_columns<Real>(x, threads, nullptr, order.data());
    return order;
}

Draws draws_of(int64_t units, int64_t first, int64_t times, uint64_t seed) {
    check_row_count(units);
    if (first < 0 || times < 0) refuse("first and times must be 0 or more");
    if (units > 0 && times > (int64_t{1} << 40) / units) refuse("times is out of range for so many rows");
    return {units, first, times, seed};
}

NewMatrix<uint32_t> bootstrap_counts_of(int64_t units, int64_t first, int64_t times, uint64_t seed,
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

template <class Real, class Flag>
void bind_bootstrap_auc(nb::module_& m) {
    m.def("bootstrap_auc", &bootstrap_auc_of<Real, Flag>, arg("score").noconvert(),
          arg("positive").noconvert(), arg("weight").noconvert().none(), arg("unit").noconvert().none(),
          arg("units"), arg("times"), arg("seed"), arg("threads"));
}

template <class Real>
void bind_of(nb::module_& m) {
    const auto X = arg("X").noconvert();
    m.def("midranks", &midranks_of<Real>, arg("values").noconvert());
    m.def("auc", &auc_of<Real, uint8_t>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
    m.def("auc", &auc_of<Real, bool>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
    bind_bootstrap_auc<Real, uint8_t>(m);
    bind_bootstrap_auc<Real, bool>(m);
    m.def("bootstrap_sums", &bootstrap_sums_of<Real>, arg("values").noconvert(), arg("times"), arg("seed"),
          arg("threads"));
    m.def("sort_columns", &sort_columns_of<Real>, X, arg("threads"));
    m.def("argsort_columns", &argsort_columns_of<Real>, X, arg("threads"));
}

}  // namespace

void bind_ranks(nb::module_& m) {
    bind_of<double>(m);
    bind_of<float>(m);
    m.def("bootstrap_counts", &bootstrap_counts_of, arg("units"), arg("first"), arg("times"), arg("seed"),
          arg("threads"));
}

}  // namespace gnomon
