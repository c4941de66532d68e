// The two sides of a threshold while it moves up a column: rows move from right to left one by one.
// gain() is the decrease of the node's impurity times weight (sums.hpp). With integer weights all sums are
// integers, so that repeated rows and weights agree bit for bit.
#pragma once

#include <vector>

#include "sums.hpp"

namespace gnomon::trees {

inline double real(int64_t whole) { return static_cast<double>(whole); }

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

// Any number of classes, integer weights; the sums over classes change by one term per row.
template <Criterion criterion>
struct ManyClasses {
    const View& view;
    const double parent;
    int64_t rows = 0, left_all = 0, right_all;
    std::vector<int64_t> left, right;
    int64_t left_squares = 0, right_squares = 0;
    double logs = 0;

    ManyClasses(const View& view, const Sums& node)
        : view(view), parent(node.impurity), right_all(static_cast<int64_t>(node.weight)),
          left(node.value.size(), 0), right(node.value.begin(), node.value.end()) {
        for (int64_t count : right) {
            right_squares += count * count;
            if (criterion == Criterion::entropy) logs += view.logs[count];
        }
    }
    void move(Item item) {
        const int32_t row = item.row();
        const int64_t amount = view.amount[row];
        int64_t &l = left[view.code[row]], &r = right[view.code[row]];
        if (criterion == Criterion::gini) {
            left_squares += amount * (2 * l + amount);
            right_squares -= amount * (2 * r - amount);
        }
        if (criterion == Criterion::entropy)
            logs += view.logs[l + amount] - view.logs[l] - view.logs[r] + view.logs[r - amount];
        l += amount, r -= amount;
        left_all += amount, right_all -= amount;
        rows += view.times[row];
    }
    int64_t left_rows() const { return rows; }
    double left_weight() const { return real(left_all); }
    double gain() const {
        const double all = real(left_all + right_all);
        if (criterion == Criterion::gini)
            return parent - all + real(left_squares) / real(left_all) + real(right_squares) / real(right_all);
        if (criterion == Criterion::entropy)
            return parent - (view.logs[left_all] + view.logs[right_all] - logs);
        return parent - all + real(*std::max_element(left.begin(), left.end())) +
               real(*std::max_element(right.begin(), right.end()));
    }
    bool beats(double limit) const { return gain() > limit; }
    double left_value() const { return left.size() == 2 ? real(left[1]) / real(left_all) : 0; }
    double right_value() const { return left.size() == 2 ? real(right[1]) / real(right_all) : 0; }
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
    bool beats(double limit) const { return gain() > limit; }
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
