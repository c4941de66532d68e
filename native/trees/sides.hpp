// The two sides of a threshold while it moves up a column: rows move from right to left one by one.
// gain() is the decrease of the node's impurity times weight (sums.hpp). With integer weights all sums are
// integers, so that repeated rows and weights agree bit for bit.
#pragma once

#include <type_traits>
#include <vector>

#include "../splits/class_counts.hpp"
#include "sums.hpp"

namespace gnomon::trees {

// Two classes, integer weights. Gini: 2 (l1 n - l n1)^2 / (n l r), for n rows, n1 of them ones, l and r on
// the sides.
template <Criterion criterion, bool unit>
struct TwoClasses {
    const View& view;
    const double parent;
    const int64_t n, ones;
    int64_t left = 0, left_ones = 0, rows = 0;

    TwoClasses(const View& view, const Sums& node)
        : view(view), parent(node.impurity), n(static_cast<int64_t>(node.weight)),
          ones(static_cast<int64_t>(node.value[1])) {}
    void move(Item item) {
        const int64_t amount = unit ? 1 : view.amount[item.row()];
        left += amount;
        left_ones += item.is_one() ? amount : 0;
        if (!unit) rows += view.times[item.row()];
    }
    int64_t left_rows() const { return unit ? left : rows; }
    double left_weight() const { return real(left); }
    double gain() const {
        const int64_t right = n - left, right_ones = ones - left_ones;
        if (criterion == Criterion::gini) {
            const double gap = real(left_ones * n - left * ones);
            return 2 * gap * gap / (real(n) * real(left) * real(right));
        }
        if (criterion == Criterion::entropy) {
            const double* logs = view.logs.data();
            return parent - (logs[left] - logs[left_ones] - logs[left - left_ones]) -
                   (logs[right] - logs[right_ones] - logs[right - right_ones]);
        }
        const int64_t left_wrong = std::min(left_ones, left - left_ones);
        return parent - real(left_wrong + std::min(right_ones, right - right_ones));
    }
    // gain() > limit; for Gini without a division.
    bool beats(double limit) const {
        if (criterion != Criterion::gini) return gain() > limit;
        const double gap = real(left_ones * n - left * ones);
        return 2 * gap * gap > limit * real(n) * real(left * (n - left));
    }
    double left_value() const { return real(left_ones) / real(left); }
    double right_value() const { return real(ones - left_ones) / real(n - left); }
};

template <Criterion criterion>
using CountsFor =
    std::conditional_t<criterion == Criterion::gini, SquaredCounts,
                       std::conditional_t<criterion == Criterion::entropy, LogCounts<double>, ClassCounts>>;

// Any number of classes, integer weights; the sums over classes change by one term per row.
template <Criterion criterion>
struct ManyClasses : CountsFor<criterion> {
    using Counts = CountsFor<criterion>;
    const View& view;
    const double parent;
    int64_t rows = 0;

    ManyClasses(const View& view, const Sums& node)
        : Counts(counts_of(view, node)), view(view), parent(node.impurity) {}
    void move(Item item) {
        const int32_t row = item.row();
        Counts::move(view.code[row], view.amount[row]);
        rows += view.times[row];
    }
    int64_t left_rows() const { return rows; }
    double left_weight() const { return real(this->n_left); }
    double gain() const {
        if constexpr (criterion == Criterion::entropy) return parent - this->entropy();
        const double all = real(this->n);
        if constexpr (criterion == Criterion::gini)
            return parent - all + this->left_purity() + this->right_purity();
        return parent - all + real(Counts::largest(this->left)) + real(Counts::largest(this->right));
    }
    double left_value() const { return value(this->left, this->n_left); }
    double right_value() const { return value(this->right, this->n_right()); }

   private:
    static Counts counts_of(const View& view, const Sums& node) {
        const auto n = static_cast<int64_t>(node.weight);
        if constexpr (criterion == Criterion::entropy) return {node.value, n, view.logs.data()};
        else return {node.value, n};
    }
    static double value(const std::vector<int64_t>& counts, int64_t n) {
        return counts.size() == 2 ? real(counts[1]) / real(n) : 0;
    }
};

// Classes with any weights.
template <Criterion criterion>
struct WeightedClasses {
    const View& view;
    const Sums& node;
    int64_t rows = 0;
    double left_all = 0;
    std::vector<double> left, right;

    WeightedClasses(const View& view, const Sums& node)
        : view(view), node(node), left(node.value.size(), 0.0), right(node.value) {}
    void move(Item item) {
        const int32_t row = item.row();
        const int32_t c = view.code[row];
        left[c] += view.weight[row];
        right[c] = std::max(node.value[c] - left[c], 0.0);
        left_all += view.weight[row];
        rows += view.times[row];
    }
    int64_t left_rows() const { return rows; }
    double left_weight() const { return left_all; }
    double gain() const {
        const int64_t classes = static_cast<int64_t>(left.size());
        return node.impurity - class_impurity(criterion, left.data(), classes) -
               class_impurity(criterion, right.data(), classes);
    }
    double left_value() const { return left.size() == 2 ? left[1] / left_all : 0; }
    double right_value() const { return left.size() == 2 ? right[1] / (right[0] + right[1]) : 0; }
};

// Squared error. With s = sum over the left side of w (y - mean of the node), gain = s^2 W / (W_l W_r).
template <bool unit>
struct Squares {
    const View& view;
    const double all, mean;
    int64_t rows = 0;
    double left = 0, sum = 0;

    Squares(const View& view, const Sums& node) : view(view), all(node.weight), mean(node.value[0]) {}
    void move(Item item) {
        const int32_t row = item.row();
        const double weight = unit ? 1.0 : view.weight[row];
        sum += weight * (view.y[row] - mean);
        left += weight;
        rows += unit ? 1 : view.times[row];
    }
    int64_t left_rows() const { return rows; }
    double left_weight() const { return left; }
    double gain() const { return sum * sum * all / (left * std::max(all - left, 1e-300)); }
    bool beats(double limit) const { return sum * sum * all > limit * left * (all - left); }
    double left_value() const { return mean + sum / left; }
    double right_value() const { return mean - sum / (all - left); }
};

}  // namespace gnomon::trees
