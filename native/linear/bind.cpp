// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../blas.hpp"
#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "cholesky.hpp"
#include "lasso.hpp"
#include "logistic.hpp"
#include "perceptron.hpp"
#include "quasi_newton.hpp"
#include "softmax.hpp"
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

nb::object softmax_minimum_of(Matrix<double> X, Vector<int64_t> codes, Vector<double> weight, double l2,
                              bool has_constant, Matrix<double> start, Vector<double> spread,
                              double tolerance, double rounding, int64_t max_iter) {
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
    return record("SoftmaxMinimum", copied(fit.theta, d + 1), copied(fit.history), fit.max_gradient,
                  fit.steps, fit.converged);
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
    check_length("columns", length(columns.shape(0)), size);
    check_sparse(begin.data(), n, columns.data(), size, length(B.shape(0)));
    auto out = new_matrix<double>(n, length(B.shape(1)));
    nb::gil_scoped_release free;
    sparse_product({values.data(), columns.data(), begin.data(), n}, B.data(), length(B.shape(1)), threads,
                   out.data());
    return out;
}

nb::tuple elastic_path_of(Matrix<double> gram, Vector<double> cross, double total,
                                 Matrix<double> penalties, Vector<double> start, bool positive,
                                 double tolerance, int64_t max_iter) {
    const int64_t p = length(cross.shape(0)), settings = length(penalties.shape(0));
    check_length("gram", length(gram.shape(0)), p);
    check_length("a row of gram", length(gram.shape(1)), p);
    check_length("start", length(start.shape(0)), p);
    check_length("a row of penalties", length(penalties.shape(1)), 2);
    check_numbers("gram", gram.data(), p * p, p);
    auto coefficients = new_matrix<double>(settings, p);
    auto gaps = new_vector<double>(settings);
    auto passes = new_vector<int64_t>(settings);
    {
        nb::gil_scoped_release free;
        std::vector<double> w(start.data(), start.data() + p), gradient(cross.data(), cross.data() + p);
        for (int64_t j = 0; j < p; j++)
            if (w[j] != 0)
                for (int64_t k = 0; k < p; k++) gradient[k] -= w[j] * gram.data()[j * p + k];
        for (int64_t s = 0; s < settings; s++) {
            const ElasticPenalty penalty{penalties.data()[2 * s], penalties.data()[2 * s + 1]};
            const Descent result = elastic_descent(gram.data(), cross.data(), total, p, penalty, positive,
                                                   tolerance, max_iter, w.data(), gradient.data());
            std::copy(w.begin(), w.end(), coefficients.data() + s * p);
            gaps.data()[s] = result.gap;
            passes.data()[s] = result.iterations;
        }
    }
    return nb::make_tuple(coefficients, gaps, passes);
}

nb::tuple softmax_loss_of(Matrix<double> scores, Vector<int64_t> codes, Vector<double> weight,
                                 int threads) {
    check_threads(threads);
    const int64_t n = length(scores.shape(0)), k = length(scores.shape(1));
    check_length("codes", length(codes.shape(0)), n);
    check_length("weight", length(weight.shape(0)), n);
    check_codes("codes", codes.data(), n, k);
    auto slope = new_matrix<double>(n, k);
    double loss;
    {
        nb::gil_scoped_release free;
        loss = softmax_loss(scores.data(), codes.data(), weight.data(), n, k, threads, slope.data());
    }
    return nb::make_tuple(loss, slope);
}

struct PerceptronArguments {
    Vector<double> side;
    Vector<int64_t> order;
    Vector<double> w;
    double b, square;
    PerceptronRule rule;
};

// The hyperplane after one epoch (w, b, |w|^2), and the step and amount of each mistake.
template <class Rows>
nb::object perceptron_result(const Rows& rows, int64_t n, int64_t columns,
                             const PerceptronArguments& arguments) {
    check_length("side", length(arguments.side.shape(0)), n);
    check_length("w", length(arguments.w.shape(0)), columns);
    check_codes("order", arguments.order.data(), length(arguments.order.shape(0)), n);
    auto w = new_vector<double>(columns);
    std::copy(arguments.w.data(), arguments.w.data() + columns, w.data());
    Plane plane{w.data(), arguments.b, arguments.square};
    Mistakes mistakes;
    {
        nb::gil_scoped_release free;
        mistakes = perceptron_pass(rows, arguments.side.data(), arguments.order.data(),
                                   length(arguments.order.shape(0)), arguments.rule, plane);
    }
    return record("PerceptronEpoch", w, plane.b, plane.square, copied(mistakes.visit),
                  copied(mistakes.amount));
}

nb::object perceptron_of(Matrix<double> X, Vector<double> side, Vector<int64_t> order, Vector<double> w,
                         double b, double square, double rate, bool constant, bool strict,
                         bool by_distance) {
    const int64_t n = length(X.shape(0)), d = length(X.shape(1));
    return perceptron_result(DenseRows{X.data(), d}, n, d,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

nb::object sparse_perceptron_of(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin,
                                Vector<double> side, Vector<int64_t> order, Vector<double> w, double b,
                                double square, double rate, bool constant, bool strict,
                                bool by_distance) {
    const int64_t n = length(begin.shape(0)) - 1, d = length(w.shape(0)), size = length(values.shape(0));
    check_length("columns", length(columns.shape(0)), size);
    check_sparse(begin.data(), n, columns.data(), size, d);
    return perceptron_result(SparseRows{values.data(), columns.data(), begin.data()}, n, d,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

nb::object gram_perceptron_of(Matrix<double> gram, Vector<double> side, Vector<int64_t> order,
                              Vector<double> w, double b, double square, double rate, bool constant,
                              bool strict, bool by_distance) {
    const int64_t n = length(gram.shape(0));
    check_length("a row of gram", length(gram.shape(1)), n);
    return perceptron_result(GramRows{gram.data(), n}, n, n,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

void bind_perceptron(nb::module_& m) {
    using nb::arg;
    const auto side = arg("side").noconvert(), order = arg("order").noconvert(), w = arg("w").noconvert();
    m.def("perceptron", &perceptron_of, arg("X").noconvert(), side, order, w, arg("b"), arg("square"),
          arg("rate"), arg("constant"), arg("strict"), arg("by_distance"));
    m.def("sparse_perceptron", &sparse_perceptron_of, arg("values").noconvert(), arg("columns").noconvert(),
          arg("begin").noconvert(), side, order, w, arg("b"), arg("square"), arg("rate"), arg("constant"),
          arg("strict"), arg("by_distance"));
    m.def("gram_perceptron", &gram_perceptron_of, arg("gram").noconvert(), side, order, w, arg("b"),
          arg("square"), arg("rate"), arg("constant"), arg("strict"), arg("by_distance"));
}

}  // namespace

void bind_linear(nb::module_& m) {
    using nb::arg;
    add_record(m, "SoftmaxMinimum", "coefficients objectives max_gradient n_iter converged",
               "Multinomial logistic regression.");
    add_record(m, "PerceptronEpoch", "w b square visits amounts",
               "The hyperplane after an epoch, and its mistakes.");
    m.def("logistic_terms", &logistic_terms_of, arg("scores").noconvert(), arg("y").noconvert(),
          arg("weight").noconvert(), arg("threads"));
    m.def("solve_positive_definite", &solve_positive_definite_of, arg("system").noconvert(),
          arg("right").noconvert(), arg("ridge"));
    m.def("softmax_minimum", &softmax_minimum_of, arg("X").noconvert(), arg("codes").noconvert(),
          arg("weight").noconvert(), arg("l2"), arg("has_constant"), arg("start").noconvert(),
          arg("spread").noconvert(), arg("tolerance"), arg("rounding"), arg("max_iter"));
    m.def("sparse_product", &sparse_product_of, arg("values").noconvert(), arg("columns").noconvert(),
          arg("begin").noconvert(), arg("B").noconvert(), arg("threads"));
    m.def("elastic_path", &elastic_path_of, arg("gram").noconvert(), arg("cross").noconvert(), arg("total"),
          arg("penalties").noconvert(), arg("start").noconvert(), arg("positive"), arg("tolerance"),
          arg("max_iter"));
    m.def("softmax_loss", &softmax_loss_of, arg("scores").noconvert(), arg("codes").noconvert(),
          arg("weight").noconvert(), arg("threads"));
    bind_perceptron(m);
}

}  // namespace gnomon
