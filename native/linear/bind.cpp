// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../blas.hpp"
#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "logistic.hpp"
#include "cholesky.hpp"
#include "quasi_newton.hpp"
#include "sparse.hpp"

namespace gnomon {

namespace {

nb::tuple logistic_terms_of(Vector<double> scores, Vector<double> y, Vector<double> weight, int threads) {
    check_threads(threads);
    const int64_t n = length(scores.shape(0));
    check_length("y", length(y.shape(0)), n);
    check_length("weight", length(weight.shape(0)), n);
    auto slope = new_vector<double>(n), curvature = new_vector<double>(n);
    double loss;
    {
        nb::gil_scoped_release free;
        loss = logistic_terms(scores.data(), y.data(), weight.data(), n, threads, slope.data(),
                              curvature.data());
    }
    return nb::make_tuple(loss, slope, curvature);
}

nb::tuple softmax_minimum_of(Matrix<double> X, Vector<int64_t> codes, Vector<double> weight, double l2,
                             bool has_constant, Matrix<double> start, Vector<double> spread, double tolerance,
                             double rounding, int64_t max_iter) {
    const int64_t n = length(X.shape(0)), d = length(X.shape(1)), classes = length(start.shape(0));
    if (n < 1 || d < 1 || classes < 2) refuse("there must be a row, a column and two classes at least");
    check_length("codes", length(codes.shape(0)), n);
    check_codes("codes", codes.data(), n, classes);
    check_length("weight", length(weight.shape(0)), n);
    check_length("a row of start", length(start.shape(1)), d + 1);
    check_length("spread", length(spread.shape(0)), d);
    check_numbers("X", X.data(), n * d, d);
    check_numbers("weight", weight.data(), n, 1);
    check_numbers("start", start.data(), classes * (d + 1), d + 1);
    if (!(*std::min_element(weight.data(), weight.data() + n) >= 0)) refuse("a weight is below 0");
    if (!(*std::max_element(weight.data(), weight.data() + n) > 0)) refuse("all weights are 0");
    if (!(*std::min_element(spread.data(), spread.data() + d) > 0)) refuse("a spread is not above 0");
    if (!(l2 >= 0 && std::isfinite(l2))) refuse("l2 is not a number of at least 0");
    load_blas();
    SoftmaxFit fit;
    {
        nb::gil_scoped_release free;
        Interrupt interrupt;
        const SoftmaxProblem problem{X.data(), codes.data(), weight.data(), n, d, classes, l2, has_constant};
        fit = softmax_quasi_newton(problem, {start.data(), start.data() + classes * (d + 1)},
                                   {spread.data(), tolerance, rounding, max_iter}, interrupt);
    }
    auto theta = new_matrix<double>(classes, d + 1);
    auto history = new_vector<double>(length(fit.history.size()));
    std::copy(fit.theta.begin(), fit.theta.end(), theta.data());
    std::copy(fit.history.begin(), fit.history.end(), history.data());
    return nb::make_tuple(theta, history, fit.max_gradient, fit.steps, fit.converged);
}

std::optional<NewVector<double>> solve_positive_definite_of(Matrix<double> system, Vector<double> right,
                                                            double ridge) {
    const int64_t n = length(right.shape(0));
    check_length("system", length(system.shape(0)), n);
    check_length("a row of system", length(system.shape(1)), n);
    if (!(ridge >= 0)) refuse("ridge is not a number of at least 0");
    auto solution = new_vector<double>(n);
    std::copy_n(right.data(), n, solution.data());
    Cholesky cholesky(n);
    for (int64_t i = 0; i < n; i++) std::copy_n(system.data() + i * n + i, n - i, &cholesky.at(i, i));
    if (!cholesky.factorize(ridge, true, ridge)) return std::nullopt;
    cholesky.solve(solution.data());
    return solution;
}

NewMatrix<double> sparse_product_of(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin,
                                    Matrix<double> B, int threads) {
    check_threads(threads);
    const int64_t n = length(begin.shape(0)) - 1, size = length(values.shape(0));
    if (n < 0 || begin.data()[0] != 0 || begin.data()[n] != size) refuse("begin does not span the values");
    for (int64_t row = 0; row < n; row++)
        if (begin.data()[row] > begin.data()[row + 1])
            refuse("begin decreases at row " + std::to_string(row));
    check_length("columns", length(columns.shape(0)), size);
    check_codes("columns", columns.data(), size, length(B.shape(0)));
    auto out = new_matrix<double>(n, length(B.shape(1)));
    nb::gil_scoped_release free;
    sparse_product({values.data(), columns.data(), begin.data(), n}, B.data(), length(B.shape(1)), threads,
                   out.data());
    return out;
}

}  // namespace

void bind_linear(nb::module_& m) {
    using nb::arg;
    m.def("logistic_terms", &logistic_terms_of, arg("scores").noconvert(), arg("y").noconvert(),
          arg("weight").noconvert(), arg("threads"));
    m.def("solve_positive_definite", &solve_positive_definite_of, arg("system").noconvert(),
          arg("right").noconvert(), arg("ridge"));
    m.def("softmax_minimum", &softmax_minimum_of, arg("X").noconvert(), arg("codes").noconvert(),
          arg("weight").noconvert(), arg("l2"), arg("has_constant"), arg("start").noconvert(),
          arg("spread").noconvert(), arg("tolerance"), arg("rounding"), arg("max_iter"));
    m.def("sparse_product", &sparse_product_of, arg("values").noconvert(), arg("columns").noconvert(),
          arg("begin").noconvert(), arg("B").noconvert(), arg("threads"));
}

}  // namespace gnomon
