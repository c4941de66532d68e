// Support vector machines: arguments checked, memory made, kernels called.
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
#include "finish.hpp"
#include "solve.hpp"

namespace gnomon {

using KernelFacts = std::tuple<std::string, double, double, int>;  // shape, gamma, coef0, degree
using Compressed = std::tuple<Vector<double>, Vector<int32_t>, Vector<int64_t>, int64_t>;  // ..., columns

inline Kernel kernel_of(const KernelFacts& facts) {
    static const std::map<std::string, Shape> shapes = {
        {"linear", Shape::linear}, {"polynomial", Shape::polynomial},   {"tanh", Shape::tanh},
        {"rbf", Shape::rbf},       {"exponential", Shape::exponential}, {"laplacian", Shape::laplacian}};
    const auto& [name, gamma, coef0, degree] = facts;
    const auto found = shapes.find(name);
    if (found == shapes.end()) refuse("no kernel has the shape '" + name + "'");
    if (!std::isfinite(gamma) || !std::isfinite(coef0)) refuse("gamma and coef0 must be finite");
    if (degree < 0 || degree > 1000) refuse("degree must be from 0 to 1000");
    Kernel kernel{found->second, gamma, coef0, degree};
    if (kernel.shape == Shape::exponential) kernel.coef0 = 0, kernel.plus = -1;
    return kernel;
}

inline Given given_rows(const Matrix<double>& x) {
    check_numbers("X", x.data(), length(x.size()), std::max<int64_t>(length(x.shape(1)), 1));
    return {length(x.shape(0)), length(x.shape(1)), x.data()};
}

inline Given given_sparse(const Compressed& x) {
    const auto& [values, index, start, columns] = x;
    const int64_t n = length(start.shape(0)) - 1, size = length(values.shape(0));
    if (n < 0 || columns < 0) refuse("compressed rows need at least one start, and columns >= 0");
    check_length("index", length(index.shape(0)), size);
    check_numbers("X", values.data(), size, 1);
    if (start.data()[0] != 0 || start.data()[n] != size)
        refuse("starts must run from 0 to the number of values");
    for (int64_t i = 0; i < n; i++)
        if (start.data()[i + 1] < start.data()[i]) refuse("starts must not fall");
    check_codes("index", index.data(), size, columns);
    return {n, columns, values.data(), index.data(), start.data()};
}

// A Gram matrix as Python holds it.
class GramDoor {
public:
    GramDoor(const Given& given, const KernelFacts& facts, bool is_shifted, int64_t cache_bytes)
        : gram_(given, kernel_of(facts), is_shifted, cache_bytes) {
        load_blas();
    }
    GramDoor(Matrix<double> values, int64_t cache_bytes)
        : values_(values), gram_(values.data(), checked(values), cache_bytes) {}
    GramDoor(Buffer<double> values, int64_t n, int64_t cache_bytes)
        : owned_(std::move(values)), gram_(owned_->data(), n, cache_bytes) {}
    GramDoor(const GramDoor&) = delete;

    void keep_values(int threads) {
        check_threads(threads);
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        gram_.keep_values(threads);
    }

    // Some of the rows by themselves, with room for all their rounded values.
    std::unique_ptr<GramDoor> part(Vector<int64_t> row) {
        const int64_t m = length(row.shape(0));
        check_codes("row", row.data(), m, gram_.n());
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        return std::make_unique<GramDoor>(gram_.part({row.data(), row.data() + m}), m, 8 * m * m);
    }

    nb::tuple solve(Vector<int64_t> row, Vector<double> linear, Vector<double> low, Vector<double> high,
                    Vector<double> start, std::optional<Vector<double>> pull, std::optional<double> bias,
                    double tolerance, int64_t most, int threads, std::optional<double> error,
                    const Stop* stop) {
        if (error && !(*error >= 0)) refuse("error is not a number of at least 0");
        check_threads(threads);
        const Asked asked{row, linear, low, high, start, pull};
        check(asked);
        const Problem problem{length(row.shape(0)), row.data(), linear.data(), low.data(), high.data(),
                              bias, tolerance, most, threads, error};
        const Solution found = run(gnomon::solve, problem, asked, stop);
        return nb::make_tuple(copied(found.b), copied(found.pull), found.gap, found.steps,
                              table_of(found.history), found.error);
    }

    nb::tuple solve_to_the_end(Vector<int64_t> row, Vector<double> linear, Vector<double> low,
                               Vector<double> high, Vector<double> start, std::optional<Vector<double>> pull,
                               std::optional<double> bias, double tolerance, int64_t most, const Stop* stop) {
        const Asked asked{row, linear, low, high, start, pull};
        check(asked);
        const Problem problem{length(row.shape(0)), row.data(), linear.data(), low.data(), high.data(),
                              bias, tolerance, most, 1, std::nullopt};
        const auto [found, middle] = run(gnomon::solve_to_the_end, problem, asked, stop);
        return nb::make_tuple(copied(found.b), copied(found.pull), middle, found.gap, found.steps,
                              table_of(found.history), found.error);
    }

private:
    struct Asked {
        const Vector<int64_t>& row;
        const Vector<double>&linear, &low, &high, &start;
        const std::optional<Vector<double>>& pull;
    };

    void check(const Asked& asked) const {
        const int64_t m = length(asked.row.shape(0));
        check_codes("row", asked.row.data(), m, gram_.n());
        const std::pair<const char*, const Vector<double>&> given[] = {
            {"linear", asked.linear}, {"low", asked.low}, {"high", asked.high}, {"start", asked.start}};
        for (const auto& [name, values] : given) {
            check_length(name, length(values.shape(0)), m);
            check_numbers(name, values.data(), m, 1);
        }
        const double *start = asked.start.data(), *low = asked.low.data(), *high = asked.high.data();
        for (int64_t v = 0; v < m; v++)
            if (!(low[v] <= start[v] && start[v] <= high[v]))
                refuse("start leaves the bounds at place " + std::to_string(v));
        const double* known = data_or_null("pull", asked.pull, m);
        if (known) check_numbers("pull", known, m, 1);
    }

    template <class Found>
    Found run(Found (*method)(Gram&, const Problem&, std::vector<double>, std::vector<double>, Interrupt&),
              const Problem& problem, const Asked& asked, const Stop* stop) {
        nb::gil_scoped_release free;
        const std::lock_guard<std::mutex> alone(solving_);
        Interrupt interrupt(stop);
        const double* start = asked.start.data();
        std::vector<double> pulls;
        if (asked.pull) pulls.assign(asked.pull->data(), asked.pull->data() + problem.m);
        return method(gram_, problem, {start, start + problem.m}, pulls, interrupt);
    }

    static int64_t checked(const Matrix<double>& values) {
        check_length("a row of the Gram matrix", length(values.shape(1)), length(values.shape(0)));
        check_numbers("the Gram matrix", values.data(), length(values.size()), length(values.shape(1)));
        return length(values.shape(0));
    }

    static NewVector<double> copied(const std::vector<double>& values) {
        auto found = new_vector<double>(length(values.size()));
        std::copy(values.begin(), values.end(), found.data());
        return found;
    }

    static NewMatrix<double> table_of(const std::vector<Record>& history) {
        auto found = new_matrix<double>(length(history.size()), 3);
        double* to = found.data();
        for (const Record& record : history) {
            *to++ = double(record.steps);
            *to++ = record.gap;
            *to++ = record.value;
        }
        return found;
    }

    std::optional<Matrix<double>> values_;
    std::optional<Buffer<double>> owned_;
    Gram gram_;
    std::mutex solving_;  // the cache is changed by every solution
};

// out[i][k] = sum_j coef[k][j] kernel(a_i, b_j).
inline NewMatrix<double> kernel_sums_of(const Given& a, const Given& b, Matrix<double> coef,
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
    // Distances about the mean of B: far from the origin they would else cancel.
    const std::vector<double> mean = mean_of(b);
    const double* center = kernel.reads_distances() ? mean.data() : nullptr;
    const Table<double> to(b, center, 1.0);
    const int64_t rows_at_once = std::max<int64_t>(work_at_once / (b.n + 1) / (1 + a.d / 32) / 64 * 64, 64);
    for (int64_t first = 0; first < a.n; first += rows_at_once) {
        const int64_t rows = std::min(rows_at_once, a.n - first);
        Given some{rows, a.d, a.values, a.index, a.start};
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
