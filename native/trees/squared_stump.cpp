// Over columns j and thresholds t the minimum of sum_i w_i (y_i - m_side(i))^2 / W, with m the mean of y on
// each side of t. With y centered this is the maximum of S_l^2 / W_l + S_r^2 / W_r, S the weighted sums of
// the sides.
#include <cmath>

#include "../parallel.hpp"
#include "leaf_sizes.hpp"
#include "stump.hpp"

namespace gnomon::trees {

namespace {

struct Target {
    std::vector<double> centered;  // w (y - mean), by row
    std::vector<double> weight;   // 0 for rows that are not members
    double total = 0, rest = 0;   // rest: the sum of `centered`, all but zero
    int64_t members = 0;
};

template <class Real>
Target center(const SortedColumns<Real>& columns, const double* y, const double* weight) {
    Target target;
    const auto n = static_cast<size_t>(columns.n);
    target.centered.assign(n, 0.0);
    target.weight.assign(n, 0.0);
    double mean = 0;
    for (int64_t i = 0; i < columns.n; i++) {
        if (!columns.has(i)) continue;
        const double w = target.weight[i] = weight ? weight[i] : 1.0;
        target.total += w;
        target.members++;
        if (w > 0) mean += w / target.total * (y[i] - mean);
    }
    for (int64_t i = 0; i < columns.n; i++)
        if (target.weight[i] > 0) target.rest += target.centered[i] = target.weight[i] * (y[i] - mean);
    return target;
}

// The member rows of a column in ascending order: values, w (y - mean), and w.
struct Column {
    std::vector<double> value, part, weight;
};

Column make_column(int64_t n) {
    const auto capacity = static_cast<size_t>(n) + 1;
    return {std::vector<double>(capacity), std::vector<double>(capacity), std::vector<double>(capacity)};
}

template <class Real>
void read_members(const SortedColumns<Real>& columns, int64_t column, const Target& target, Column& members) {
    for (int64_t i = 0, m = 0; i < columns.n; i++) {
        const int32_t row = columns.order[column * columns.n + i];
        members.value[m] = static_cast<double>(columns.values[column * columns.n + i]);
        members.part[m] = target.centered[row];
        members.weight[m] = target.weight[row];
        m += columns.has(row);
    }
}

struct Part {
    double part, weight;
};

// The sides' sums; a side without weight is no side.
struct CenteredSides {
    const Target& target;
    double sum = 0, weight = 0;

    void move(Part row) { sum += row.part, weight += row.weight; }
    double gain() const {
        const double other = target.total - weight, rest = target.rest - sum;
        return weight > 0 && other > 0 ? sum * sum / weight + rest * rest / other : no_gain;
    }
};

template <class Real>
std::vector<Split> scan_column(const SortedColumns<Real>& columns, int64_t column, const Target& target,
                               const LeafSizes& sizes, Column& members) {
    read_members(columns, column, target, members);
    std::vector<Split> best(static_cast<size_t>(sizes.count()));
    CenteredSides sides{target};
    const auto item = [&](int64_t i) { return Part{members.part[i], members.weight[i]}; };
    search_each_size(sides, sizes, target.members, members.value.data(), column, item, best.data());
    return best;
}

// Weight, mean and sum of squares of the sides of the best split, recomputed about their own means.
template <class Real>
void report(const SortedColumns<Real>& columns, const double* y, const Target& target, const Split& split,
            int64_t s, Stumps& out) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    out.column[s] = split.column;
    out.low[s] = split.column < 0 ? nan : split.low;
    out.high[s] = split.column < 0 ? nan : split.high;
    double weight[2] = {0, 0}, mean[2] = {0, 0}, squares = 0;
    const int64_t start = std::max<int64_t>(split.column, 0) * columns.n;
    for (int64_t i = start; split.column >= 0 && i < start + columns.n; i++) {
        const int32_t row = columns.order[i];
        const double w = target.weight[row];
        if (!(w > 0)) continue;
        const int side = static_cast<double>(columns.values[i]) > split.low;
        const double gap = y[row] - mean[side];
        weight[side] += w;
        mean[side] += w / weight[side] * gap;
        squares += w * gap * (y[row] - mean[side]);
    }
    out.impurity[s] = split.column < 0 ? nan : squares / target.total;
    out.left[2 * s] = weight[0], out.left[2 * s + 1] = mean[0];
    out.right[2 * s] = weight[1], out.right[2 * s + 1] = mean[1];
}

}  // namespace

template <class Real>
void squared_scan(const SortedColumns<Real>& columns, const double* y, const double* weight,
                  const std::vector<int64_t>& min_leaf, int threads, Stumps& out) {
    const Target target = center(columns, y, weight);
    const LeafSizes sizes(min_leaf);
    std::vector<std::vector<Split>> best_splits(static_cast<size_t>(columns.d));
    parallel(
        threads, columns.d, [&] { return make_column(columns.n); },
        [&](int64_t j, Column& members) {
            best_splits[j] = scan_column(columns, j, target, sizes, members);
        });
    parallel(threads, static_cast<int64_t>(min_leaf.size()), [&](int64_t s) {
        report(columns, y, target, best_of(best_splits, 0, sizes.count(), sizes.index(min_leaf[s])), s, out);
    });
}

template void squared_scan<double>(const SortedColumns<double>&, const double*, const double*,
                                   const std::vector<int64_t>&, int, Stumps&);
template void squared_scan<float>(const SortedColumns<float>&, const double*, const double*,
                                  const std::vector<int64_t>&, int, Stumps&);

}  // namespace gnomon::trees
