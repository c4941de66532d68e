// Absolute error: the sum of distances to the median on both sides, as rows move from right to left. The
// targets of a node are numbered in ascending order; a Fenwick tree over the numbers holds cumulative weights
// and sums, so that moving a row and finding the median each take O(log n).
#pragma once

#include <bit>
#include <vector>

#include "sums.hpp"

namespace gnomon::trees {

// Weights and weighted targets by place in the order of targets.
class FenwickTree {
   public:
    explicit FenwickTree(int64_t n) : weight_(static_cast<size_t>(n) + 1, 0.0), sum_(weight_) {}
    void add(int64_t place, double weight, double y) {
        all_ += weight, total_ += weight * y;
        for (int64_t i = place + 1; i < static_cast<int64_t>(weight_.size()); i += i & -i)
            weight_[i] += weight, sum_[i] += weight * y;
    }
    double all() const { return all_; }
    // The first index with half of the weight at or below it.
    int64_t median_index() const {
        int64_t place = 0;
        double below = 0;
        const int64_t n = static_cast<int64_t>(weight_.size()) - 1;
        const double half = all_ / 2 * (1 - 1e-12);
        for (auto step = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(n))); step > 0; step /= 2)
            if (place + step <= n && below + weight_[place + step] < half)
                place += step, below += weight_[place];
        return std::min(place, n - 1);
    }
    // sum w |y - y_median|
    double distances(const std::vector<double>& y) const {
        const int64_t place = median_index();
        double below = 0, sum = 0;
        for (int64_t i = place + 1; i > 0; i -= i & -i) below += weight_[i], sum += sum_[i];
        return y[place] * below - sum + (total_ - sum) - y[place] * (all_ - below);
    }

   private:
    std::vector<double> weight_, sum_;
    double all_ = 0, total_ = 0;
};

struct Medians {
    const View& view;
    const Sums& node;
    std::vector<double> y;         // ascending, about the median of the node
    std::vector<int32_t>& place;   // of each row; a buffer as long as the view
    FenwickTree left, right;
    int64_t rows = 0;

    // targets: the rows of the node in ascending order of y.
    Medians(const View& view, const Sums& node, const Item* targets, int64_t n, std::vector<int32_t>& place)
        : view(view), node(node), place(place), left(n), right(n) {
        for (int64_t i = 0; i < n; i++) {
            const int32_t row = targets[i].row();
            place[row] = static_cast<int32_t>(i);
            y.push_back(view.y[row] - node.value[0]);
            right.add(i, view.weight[row], y.back());
        }
    }
    void move(Item item) {
        const int32_t row = item.row();
        const double weight = view.weight[row];
        left.add(place[row], weight, y[place[row]]);
        right.add(place[row], -weight, y[place[row]]);
        rows += view.times[row];
    }
    int64_t left_rows() const { return rows; }
    double left_weight() const { return left.all(); }
    double gain() const { return node.impurity - left.distances(y) - right.distances(y); }
    double left_value() const { return node.value[0] + y[left.median_index()]; }
    double right_value() const { return node.value[0] + y[right.median_index()]; }
};

}  // namespace gnomon::trees
