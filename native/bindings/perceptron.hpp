// One epoch of the perceptron: argument checks, allocation of the results, and the call of the kernel.
#pragma once

#include "../perceptron.hpp"
#include "arrays.hpp"

namespace gnomon {

struct PerceptronArguments {
    Vector<double> side;
    Vector<int64_t> order;
    Vector<double> w;
    double b, square;
    PerceptronRule rule;
};

// The hyperplane after one epoch (w, b, |w|^2), and the step and amount of each mistake.
template <class Rows>
nb::tuple perceptron_result(const Rows& rows, int64_t n, int64_t columns,
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
    auto visit = new_vector<int64_t>(length(mistakes.visit.size()));
    auto amount = new_vector<double>(length(mistakes.amount.size()));
    std::copy(mistakes.visit.begin(), mistakes.visit.end(), visit.data());
    std::copy(mistakes.amount.begin(), mistakes.amount.end(), amount.data());
    return nb::make_tuple(w, plane.b, plane.square, visit, amount);
}

inline nb::tuple perceptron_of(Matrix<double> X, Vector<double> side, Vector<int64_t> order, Vector<double> w,
                               double b, double square, double rate, bool constant, bool strict,
                               bool by_distance) {
    const int64_t n = length(X.shape(0)), d = length(X.shape(1));
    return perceptron_result(DenseRows{X.data(), d}, n, d,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

inline nb::tuple sparse_perceptron_of(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin,
                                      Vector<double> side, Vector<int64_t> order, Vector<double> w, double b,
                                      double square, double rate, bool constant, bool strict,
                                      bool by_distance) {
    const int64_t n = length(begin.shape(0)) - 1, d = length(w.shape(0)), size = length(values.shape(0));
    if (n < 0 || begin.data()[0] != 0 || begin.data()[n] != size) refuse("begin does not span the values");
    for (int64_t row = 0; row < n; row++)
        if (begin.data()[row] > begin.data()[row + 1])
            refuse("begin decreases at row " + std::to_string(row));
    check_length("columns", length(columns.shape(0)), size);
    check_codes("columns", columns.data(), size, d);
    return perceptron_result(SparseRows{values.data(), columns.data(), begin.data()}, n, d,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

inline nb::tuple gram_perceptron_of(Matrix<double> gram, Vector<double> side, Vector<int64_t> order,
                                    Vector<double> w, double b, double square, double rate, bool constant,
                                    bool strict, bool by_distance) {
    const int64_t n = length(gram.shape(0));
    check_length("a row of gram", length(gram.shape(1)), n);
    return perceptron_result(GramRows{gram.data(), n}, n, n,
                             {side, order, w, b, square, {rate, constant, strict, by_distance}});
}

}  // namespace gnomon
