// Moments, Gaussian scores and contingency tables: argument checks, allocation of the results, and the calls
// of the kernels.
#pragma once

#include <vector>

#include "../class_moments.hpp"
#include "../contingency.hpp"
#include "../gaussian.hpp"
#include "arrays.hpp"

namespace gnomon {

template <class Real>
int64_t first_not_finite_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    nb::gil_scoped_release free;
    return first_not_finite(X.data(), length(X.size()), threads);
}

template <class Real>
nb::tuple moments_of(Matrix<Real> X, std::optional<Matrix<Real>> Y, Weight weight, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    const double* w = data_or_null("weight", weight, x.n);
    const Real* y = data_or_null("Y", Y, x.n);
    const int64_t t = Y ? length(Y->shape(1)) : 0;
    auto mean = new_vector<double>(x.d + t);
    auto scatter = new_matrix<double>(x.d + t, x.d + t);
    double total;
    {
        nb::gil_scoped_release free;
        total = moments(x, y, t, w, threads, mean.data(), scatter.data());
    }
    return nb::make_tuple(total, mean, scatter);
}

template <class Real, class Code>
nb::tuple class_moments_of(Matrix<Real> X, Vector<Code> codes, int64_t n_classes, Weight weight,
                           int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    if (n_classes < 0 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), x.n);
    check_codes("codes", codes.data(), x.n, n_classes);
    const double* w = data_or_null("weight", weight, x.n);
    auto total = new_vector<double>(n_classes);
    auto mean = new_matrix<double>(n_classes, x.d), scatter = new_matrix<double>(n_classes, x.d);
    {
        nb::gil_scoped_release free;
        std::vector<int32_t> narrow;
        const int32_t* code;
        if constexpr (sizeof(Code) == sizeof(int32_t)) {
            code = codes.data();
        } else {
            narrow.assign(codes.data(), codes.data() + x.n);
            code = narrow.data();
        }
        class_moments(x, code, n_classes, w, threads, total.data(), mean.data(), scatter.data());
    }
    return nb::make_tuple(total, mean, scatter);
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

template <class Code>
NewMatrix<double> contingency_of(Vector<Code> a, Vector<Code> b, int64_t n_a, int64_t n_b, Weight weight,
                                 int threads) {
    check_threads(threads);
    if (n_a < 0 || n_b < 0 || (n_b > 0 && n_a > (int64_t{1} << 32) / n_b))
        refuse("n_a times n_b is out of range");
    const int64_t n = length(a.shape(0));
    check_length("b", length(b.shape(0)), n);
    const double* w = data_or_null("weight", weight, n);
    auto count = new_matrix<double>(n_a, n_b);
    bool in_range;
    {
        nb::gil_scoped_release free;
        in_range = contingency(a.data(), b.data(), n, n_a, n_b, w, threads, count.data());
    }
    if (!in_range) refuse("a code is n_a (n_b) or more");
    return count;
}

}  // namespace gnomon
