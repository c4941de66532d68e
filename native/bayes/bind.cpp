// Python bindings of naive Bayes; src/gnomon/native.pyi documents their arguments and results.
#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "count_scores.hpp"
#include "feature_sums.hpp"
#include "gaussian.hpp"
#include "levels.hpp"

namespace gnomon {

namespace {

using nb::arg;

ClassRows class_rows(const Vector<int64_t>& codes, int64_t n_classes, const Weight& weight, int64_t n,
                     int64_t d, int threads) {
    check_threads(threads);
    if (n_classes < 1 || n_classes > INT32_MAX || (d > 0 && n_classes > (int64_t{1} << 32) / d))
        refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), n);
    check_codes("codes", codes.data(), n, n_classes);
    return {codes.data(), data_or_null("weight", weight, n), n_classes};
}

template <class Value>
nb::object level_counts_of(Matrix<Value> X, Vector<int64_t> codes, int64_t n_classes, int64_t max_levels,
                           Weight weight, int threads) {
    const Rows<Value> x = rows(X);
    const ClassRows labels = class_rows(codes, n_classes, weight, x.n, x.d, threads);
    if (max_levels < 1 || max_levels > INT32_MAX || (max_levels & (max_levels - 1)) != 0)
        refuse("max_levels must be a power of 2 below 2**31");
    LevelCounts counts;
    {
        nb::gil_scoped_release free;
        counts = level_counts(x, labels.code, n_classes, labels.weight, max_levels, threads);
    }
    if (!counts.are_codes) return nb::none();
    return nb::make_tuple(copied(counts.begin), copied(counts.count, n_classes));
}

LevelTable level_table(int64_t d, const Vector<int64_t>& begin, const Matrix<double>& values,
                       const Vector<double>& constant, int threads) {
    check_threads(threads);
    check_length("begin", length(begin.shape(0)), d + 1);
    const int64_t* at = begin.data();
    if (at[0] != 0 || at[d] != length(values.shape(0))) refuse("begin does not span the levels");
    for (int64_t j = 0; j < d; j++)
        if (at[j] > at[j + 1]) refuse("begin falls at column " + std::to_string(j));
    check_length("a row of values", length(values.shape(1)), length(constant.shape(0)));
    return {at, values.data(), constant.data(), length(constant.shape(0))};
}

template <class Value>
NewMatrix<double> level_scores_of(Matrix<Value> X, Vector<int64_t> begin, Matrix<double> values,
                                  Vector<double> constant, int threads) {
    const Rows<Value> x = rows(X);
    const LevelTable table = level_table(x.d, begin, values, constant, threads);
    auto score = new_matrix<double>(x.n, table.n_classes);
    nb::gil_scoped_release free;
    level_scores(x, table, threads, score.data());
    return score;
}

NewMatrix<double> bernoulli_scores_of(Matrix<double> X, double threshold, Matrix<double> values,
                                      Vector<double> constant, int threads) {
    const Rows<double> x = rows(X);
    check_threads(threads);
    check_length("values", length(values.shape(0)), 2 * x.d);
    check_length("a row of values", length(values.shape(1)), length(constant.shape(0)));
    std::vector<int64_t> begin(static_cast<size_t>(x.d + 1));
    for (int64_t j = 0; j <= x.d; j++) begin[j] = 2 * j;
    const LevelTable table{begin.data(), values.data(), constant.data(), length(constant.shape(0))};
    auto score = new_matrix<double>(x.n, table.n_classes);
    nb::gil_scoped_release free;
    bernoulli_scores(x, threshold, table, threads, score.data());
    return score;
}

nb::tuple count_scores_of(Matrix<double> X, Matrix<double> weights, Vector<double> constant, int threads) {
    const Rows<double> x = rows(X);
    check_threads(threads);
    check_length("weights", length(weights.shape(0)), x.d);
    check_length("a row of weights", length(weights.shape(1)), length(constant.shape(0)));
    const CountWeights parameters{weights.data(), constant.data(), length(constant.shape(0))};
    auto score = new_matrix<double>(x.n, parameters.n_classes);
    double smallest;
    {
        nb::gil_scoped_release free;
        smallest = count_scores(x, parameters, threads, score.data());
    }
    return nb::make_tuple(score, smallest);
}

// With a threshold the sums of binarized values, else of the values.
template <class Table>
nb::tuple sums_of(const Table& x, const ClassRows& labels, std::optional<double> threshold, int threads) {
    auto sum = new_matrix<double>(labels.n_classes, x.d);
    double extreme;
    {
        nb::gil_scoped_release free;
        extreme = threshold ? binarized_sums(x, *threshold, labels, threads, sum.data())
                            : feature_sums(x, labels, threads, sum.data());
    }
    return nb::make_tuple(sum, extreme);
}

nb::tuple feature_sums_of(Matrix<double> X, Vector<int64_t> codes, int64_t n_classes, Weight weight,
                          std::optional<double> threshold, int threads) {
    const Rows<double> x = rows(X);
    return sums_of(x, class_rows(codes, n_classes, weight, x.n, x.d, threads), threshold, threads);
}

nb::tuple sparse_feature_sums_of(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin,
                                 int64_t width, Vector<int64_t> codes, int64_t n_classes, Weight weight,
                                 std::optional<double> threshold, int threads) {
    const int64_t n = length(begin.shape(0)) - 1, size = length(values.shape(0));
    if (width < 0 || width > INT32_MAX) refuse("width is out of range");
    check_length("columns", length(columns.shape(0)), size);
    check_sparse(begin.data(), n, columns.data(), size, width);
    const SparseFeatures x{values.data(), columns.data(), begin.data(), n, width};
    return sums_of(x, class_rows(codes, n_classes, weight, n, width, threads), threshold, threads);
}

template <class Value>
void bind_levels(nb::module_& m) {
    m.def("level_counts", &level_counts_of<Value>, arg("X").noconvert(), arg("codes").noconvert(),
          arg("n_classes"), arg("max_levels"), arg("weight").noconvert().none(), arg("threads"));
    m.def("level_scores", &level_scores_of<Value>, arg("X").noconvert(), arg("begin").noconvert(),
          arg("values").noconvert(), arg("constant").noconvert(), arg("threads"));
}

template <class Real>
Gaussians gaussians(const Rows<Real>& x, const Matrix<double>& mean, const Matrix<double>& precision,
                    const Vector<double>& constant, int threads) {
    check_threads(threads);
    const int64_t classes = length(constant.shape(0));
    check_length("mean", length(mean.shape(0)), classes);
    check_length("precision", length(precision.shape(0)), classes);
    check_length("a row of mean", length(mean.shape(1)), x.d);
    check_length("a row of precision", length(precision.shape(1)), x.d);
    return {mean.data(), precision.data(), constant.data(), classes};
}

template <class Real>
NewMatrix<double> gaussian_scores_of(Matrix<Real> X, Matrix<double> mean, Matrix<double> precision,
                                     Vector<double> constant, int threads) {
    const Rows<Real> x = rows(X);
    const Gaussians classes = gaussians(x, mean, precision, constant, threads);
    auto score = new_matrix<double>(x.n, classes.classes);
    nb::gil_scoped_release free;
    gaussian_scores(x, classes, threads, score.data());
    return score;
}

template <class Real>
NewVector<int32_t> gaussian_argmax_of(Matrix<Real> X, Matrix<double> mean, Matrix<double> precision,
                                      Vector<double> constant, int threads) {
    const Rows<Real> x = rows(X);
    const Gaussians classes = gaussians(x, mean, precision, constant, threads);
    if (classes.classes == 0) refuse("there must be at least one class");
    auto code = new_vector<int32_t>(x.n);
    nb::gil_scoped_release free;
    gaussian_argmax(x, classes, threads, code.data());
    return code;
}

template <class Real>
void bind_gaussians(nb::module_& m) {
    const auto X = arg("X").noconvert();
    m.def("gaussian_scores", &gaussian_scores_of<Real>, X, arg("mean").noconvert(),
          arg("precision").noconvert(), arg("constant").noconvert(), arg("threads"));
    m.def("gaussian_argmax", &gaussian_argmax_of<Real>, X, arg("mean").noconvert(),
          arg("precision").noconvert(), arg("constant").noconvert(), arg("threads"));
}

}  // namespace

void bind_bayes(nb::module_& m) {
    bind_gaussians<double>(m);
    bind_gaussians<float>(m);
    bind_levels<double>(m);
    bind_levels<float>(m);
    bind_levels<int64_t>(m);
    bind_levels<int32_t>(m);
    bind_levels<uint8_t>(m);
    m.def("bernoulli_scores", &bernoulli_scores_of, arg("X").noconvert(), arg("threshold"),
          arg("values").noconvert(), arg("constant").noconvert(), arg("threads"));
    m.def("count_scores", &count_scores_of, arg("X").noconvert(), arg("weights").noconvert(),
          arg("constant").noconvert(), arg("threads"));
    m.def("feature_sums", &feature_sums_of, arg("X").noconvert(), arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threshold").none(), arg("threads"));
    m.def("sparse_feature_sums", &sparse_feature_sums_of, arg("values").noconvert(),
          arg("columns").noconvert(), arg("begin").noconvert(), arg("width"), arg("codes").noconvert(),
          arg("n_classes"), arg("weight").noconvert().none(), arg("threshold").none(), arg("threads"));
}

}  // namespace gnomon
