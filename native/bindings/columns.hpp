// Ranks, sorted columns and stumps: argument checks, allocation of the results, and the call of the kernel.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "../order.hpp"
#include "../ranks.hpp"
#include "../stump.hpp"
#include "arrays.hpp"

namespace gnomon {

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

inline Rule rule_named(const std::string& criterion, const std::string& polarity, int64_t classes) {
    if (polarity != "majority" && polarity != "above" && polarity != "below")
        refuse("polarity is '" + polarity + "'; it must be majority, above or below");
    if (polarity != "majority" && classes != 2) refuse("polarity " + polarity + " needs two classes");
    if (criterion == "gini") return Rule::gini;
    if (criterion == "entropy") return Rule::entropy;
    if (criterion != "error") refuse("criterion is '" + criterion + "'; it must be error, gini or entropy");
    return polarity == "above" ? Rule::error_above : polarity == "below" ? Rule::error_below : Rule::error;
}

// Each row of order must be a permutation of the row indices: the scans rely on it.
inline void check_permutations(const int32_t* order, int64_t d, int64_t n) {
    std::vector<uint8_t> seen(static_cast<size_t>(n));
    for (int64_t column = 0; column < d; column++, order += n) {
        std::fill(seen.begin(), seen.end(), uint8_t{0});
        for (int64_t i = 0; i < n; i++)
            if (order[i] < 0 || order[i] >= n || seen[order[i]]++)
                refuse("order of column " + std::to_string(column) + " does not name every row once");
    }
}

template <class Real>
SortedColumns<Real> sorted_columns(const Matrix<Real>& values, const Matrix<int32_t>& order,
                                   const std::optional<Vector<uint8_t>>& member, int threads) {
    check_threads(threads);
    const int64_t d = length(values.shape(0)), n = length(values.shape(1));
    check_row_count(n);
    if (length(order.shape(0)) != d || length(order.shape(1)) != n)
        refuse("values and order have different shapes");
    check_permutations(order.data(), d, n);
    return {values.data(), order.data(), n, d, data_or_null("member", member, n)};
}

// The six arrays of a result, one row per setting.
struct StumpArrays {
    NewVector<int64_t> column;
    NewVector<double> low, high, impurity;
    NewMatrix<double> left, right;
    StumpArrays(int64_t settings, int64_t width)
        : column(new_vector<int64_t>(settings)), low(new_vector<double>(settings)),
          high(new_vector<double>(settings)), impurity(new_vector<double>(settings)),
          left(new_matrix<double>(settings, width)), right(new_matrix<double>(settings, width)) {}
    Stumps stumps() {
        return {column.data(), low.data(), high.data(), impurity.data(), left.data(), right.data()};
    }
    nb::tuple tuple() const { return nb::make_tuple(column, low, high, impurity, left, right); }
};

using Settings = std::vector<std::tuple<std::string, std::string, int64_t>>;

template <class Real>
nb::tuple stump_scan_of(Matrix<Real> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                        Vector<int32_t> codes, int64_t n_classes, Weight weight, const Settings& settings,
                        int threads) {
    const SortedColumns<Real> columns = sorted_columns(values, order, member, threads);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), columns.n);
    check_codes("codes", codes.data(), columns.n, n_classes);
    const Labels labels{codes.data(), n_classes, data_or_null("weight", weight, columns.n)};
    std::vector<Setting> parsed;
    for (const auto& [criterion, polarity, min_leaf] : settings)
        parsed.push_back({rule_named(criterion, polarity, n_classes), min_leaf});
    StumpArrays result(length(settings.size()), n_classes);
    {
        nb::gil_scoped_release free;
        stump_scan(columns, labels, parsed, threads, result.stumps());
    }
    return result.tuple();
}

template <class Real>
nb::tuple squared_scan_of(Matrix<Real> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                          Vector<double> target, Weight weight, const std::vector<int64_t>& min_leaf,
                          int threads) {
    const SortedColumns<Real> columns = sorted_columns(values, order, member, threads);
    check_length("target", length(target.shape(0)), columns.n);
    const double* w = data_or_null("weight", weight, columns.n);
    StumpArrays result(length(min_leaf.size()), 2);
    {
        nb::gil_scoped_release free;
        squared_scan(columns, target.data(), w, min_leaf, threads, result.stumps());
    }
    return result.tuple();
}

}  // namespace gnomon
