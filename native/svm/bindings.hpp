// Support vector machines: argument checks, allocation of the results, and the calls of the kernels.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "../blas.hpp"
#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "active_set.hpp"
#include "solve.hpp"

namespace gnomon {

using KernelFacts = std::tuple<std::string, double, double, int>;  // shape, gamma, coef0, degree
using Compressed = std::tuple<Vector<double>, Vector<int32_t>, Vector<int64_t>, int64_t>;  // ..., columns

inline Kernel kernel_of(const KernelFacts& facts) {
    static const std::map<std::string, Shape> shapes = {
        {"linear", Shape::linear}, {"polynomial", Shape::polynomial},   {"tanh", Shape::tanh},
        {"rbf", Shape::rbf},       {"exponential", Shape::exponential}, {"laplacian", Shape::laplacian}};
    const auto& [name, gamma, coef0, degree] = facts;
    const auto shape = shapes.find(name);
    if (shape == shapes.end()) refuse("no kernel has the shape '" + name + "'");
    if (!std::isfinite(gamma) || !std::isfinite(coef0)) refuse("gamma and coef0 must be finite");
    if (degree < 0 || degree > 1000) refuse("degree must be from 0 to 1000");
    Kernel kernel{shape->second, gamma, coef0, degree};
    if (kernel.shape == Shape::exponential) kernel.coef0 = 0, kernel.plus = -1;
    return kernel;
}

inline InputRows dense_rows(const Matrix<double>& x) {
    check_numbers("X", x.data(), length(x.size()), std::max<int64_t>(length(x.shape(1)), 1));
    return {length(x.shape(0)), length(x.shape(1)), x.data()};
}

inline InputRows sparse_rows(const Compressed& x) {
    const auto& [values, index, start, columns] = x;
    const int64_t n = length(start.shape(0)) - 1, size = length(values.shape(0));
    if (n < 0 || columns < 0) refuse("CSR rows need at least one start, and columns >= 0");
    check_length("index", length(index.shape(0)), size);
    check_numbers("X", values.data(), size, 1);
    if (start.data()[0] != 0 || start.data()[n] != size)
        refuse("starts must run from 0 to the number of values");
    for (int64_t i = 0; i < n; i++)
        if (start.data()[i + 1] < start.data()[i]) refuse("starts must not decrease");
    check_codes("index", index.data(), size, columns);
    return {n, columns, values.data(), index.data(), start.data()};
}

// The Python class of a Gram matrix.
class GramBinding {
public:
    GramBinding(const InputRows& input, const KernelFacts& facts, bool is_shifted, int64_t cache_bytes)
        : gram_(input, kernel_of(facts), is_shifted, cache_bytes) {
        load_blas();
    }
    GramBinding(Matrix<double> values, int64_t cache_bytes)
        : values_(values), gram_(values.data(), checked(values), cache_bytes) {}
    GramBinding(Buffer<double> values, int64_t n, int64_t cache_bytes)
        : owned_(std::move(values)), gram_(owned_->data(), n, cache_bytes) {}
    GramBinding(const GramBinding&) = delete;

    void cache_values(int threads) {
        check_threads(threads);
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        gram_.cache_values(threads);
    }

    // The submatrix of some rows, with a cache for all its rounded values.
    std::unique_ptr<GramBinding> part(Vector<int64_t> row) {
        const int64_t m = length(row.shape(0));
        check_codes("row", row.data(), m, gram_.n());
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        return std::make_unique<GramBinding>(gram_.part({row.data(), row.data() + m}), m, 8 * m * m);
    }

    nb::object solve(Vector<int64_t> row, Vector<double> linear, Vector<double> low, Vector<double> high,
                     Vector<double> start, std::optional<Vector<double>> gradient, std::optional<double> bias,
                     double tolerance, int64_t max_iter, int threads, std::optional<double> error,
                     const Stop* stop) {
        if (error && !(*error >= 0)) refuse("error is not a number of at least 0");
        check_threads(threads);
        const Arguments arguments{row, linear, low, high, start, gradient};
        check(arguments);
        const Problem problem{length(row.shape(0)),
                              row.data(),
                              linear.data(),
                              low.data(),
                              high.data(),
                              bias,
                              tolerance,
                              max_iter,
                              threads,
                              error};
        const Solution solution = run(gnomon::solve, problem, arguments, stop);
        return record("Solution", copied(solution.b), copied(solution.gradient), solution.gap, solution.steps,
                      table_of(solution.history), solution.error);
    }

    nb::object solve_exactly(Vector<int64_t> row, Vector<double> linear, Vector<double> low,
                             Vector<double> high, Vector<double> start,
                             std::optional<Vector<double>> gradient, std::optional<double> bias,
                             double tolerance, int64_t max_iter, const Stop* stop) {
        const Arguments arguments{row, linear, low, high, start, gradient};
        check(arguments);
        const Problem problem{length(row.shape(0)),
                              row.data(),
                              linear.data(),
                              low.data(),
                              high.data(),
                              bias,
                              tolerance,
                              max_iter,
                              1,
                              std::nullopt};
        const auto [solution, free_bias] = run(gnomon::solve_exactly, problem, arguments, stop);
        return record("ExactSolution", copied(solution.b), copied(solution.gradient), free_bias, solution.gap,
                      solution.steps, table_of(solution.history), solution.error);
    }

private:
    struct Arguments {
        const Vector<int64_t>& row;
        const Vector<double>&linear, &low, &high, &start;
        const std::optional<Vector<double>>& gradient;
    };

    void check(const Arguments& arguments) const {
        const int64_t m = length(arguments.row.shape(0));
        check_codes("row", arguments.row.data(), m, gram_.n());
        const std::pair<const char*, const Vector<double>&> vectors[] = {{"linear", arguments.linear},
                                                                         {"low", arguments.low},
                                                                         {"high", arguments.high},
                                                                         {"start", arguments.start}};
        for (const auto& [name, values] : vectors) {
            check_length(name, length(values.shape(0)), m);
            check_numbers(name, values.data(), m, 1);
        }
        const double *start = arguments.start.data(), *low = arguments.low.data(),
                     *high = arguments.high.data();
        for (int64_t v = 0; v < m; v++)
            if (!(low[v] <= start[v] && start[v] <= high[v]))
                refuse("start is outside the bounds at index " + std::to_string(v));
        const double* gradient = data_or_null("gradient", arguments.gradient, m);
        if (gradient) check_numbers("gradient", gradient, m, 1);
    }

    template <class Result>
    Result run(Result (*method)(Gram&, const Problem&, std::vector<double>, std::vector<double>, Interrupt&),
               const Problem& problem, const Arguments& arguments, const Stop* stop) {
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        Interrupt interrupt(stop);
        const double* start = arguments.start.data();
        std::vector<double> gradient;
        if (arguments.gradient)
            gradient.assign(arguments.gradient->data(), arguments.gradient->data() + problem.m);
        return method(gram_, problem, {start, start + problem.m}, gradient, interrupt);
    }

    static int64_t checked(const Matrix<double>& values) {
        check_length("a row of the Gram matrix", length(values.shape(1)), length(values.shape(0)));
        check_numbers("the Gram matrix", values.data(), length(values.size()), length(values.shape(1)));
        return length(values.shape(0));
    }

    static NewMatrix<double> table_of(const std::vector<Record>& history) {
        auto out = new_matrix<double>(length(history.size()), 3);
        double* to = out.data();
        for (const Record& record : history) {
            *to++ = double(record.steps);
            *to++ = record.gap;
            *to++ = record.value;
        }
        return out;
    }

    std::optional<Matrix<double>> values_;
    std::optional<Buffer<double>> owned_;
    Gram gram_;
    std::mutex solving_;  // every solver changes the cache
};

// out[i][k] = sum_j coef[k][j] kernel(a_i, b_j).
inline NewMatrix<double> kernel_sums_of(const InputRows& a, const InputRows& b, Matrix<double> coef,
                                        const KernelFacts& facts, int threads) {
    constexpr int64_t work_at_once = 1 << 26;
    const int64_t sums = length(coef.shape(0));
    check_threads(threads);
    check_length("a row of B", b.d, a.d);
    check_length("a row of coef", length(coef.shape(1)), b.n);
    check_numbers("coef", coef.data(), length(coef.size()), std::max<int64_t>(b.n, 1));
    load_blas();
    const Kernel kernel = kernel_of(facts);
    auto out = new_matrix<double>(a.n, sums);
    nb::gil_scoped_release free;
    Interrupt interrupt;
    // Rows are centered at the mean of B, else distances far from the origin would suffer from cancellation.
    const std::vector<double> mean = mean_of(b);
    const double* center = kernel.reads_distances() ? mean.data() : nullptr;
    const Table<double> to(b, center, 1.0);
    const int64_t rows_at_once = std::max<int64_t>(work_at_once / (b.n + 1) / (1 + a.d / 32) / 64 * 64, 64);
    for (int64_t first = 0; first < a.n; first += rows_at_once) {
        const int64_t rows = std::min(rows_at_once, a.n - first);
        InputRows some{rows, a.d, a.values, a.index, a.start};
        if (a.start)
            some.start += first;
        else
            some.values += first * a.d;
        const Table<double> from(some, center, 1.0);
        kernel_sums(kernel, from, 0, rows, to, coef.data(), sums, out.data() + first * sums, threads);
        interrupt.check();
    }
    return out;
}

}  // namespace gnomon
