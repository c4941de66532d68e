// Statistics of a set of rows: their number, weight, and impurity times weight,
//   gini      W (1 - sum_c p_c^2)          squared   sum w (y - mean)^2
//   entropy   W (- sum_c p_c log2 p_c)     absolute  sum w |y - median|
//   error     W (1 - max_c p_c)
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "view.hpp"

namespace gnomon::trees {

inline double class_impurity(Criterion criterion, const double* weight, int64_t classes) {
    if (criterion == Criterion::entropy) {
        const ClassSums<true> sums(weight, classes);
        return sums.present > 1 ? sums.entropy() : 0;
    }
    const ClassSums<false> sums(weight, classes);
    if (sums.present < 2) return 0;
    return criterion == Criterion::gini ? sums.gini() : sums.error();
}

struct Sums {
    int64_t rows = 0;
    double weight = 0, impurity = 0;
    std::vector<double> value;  // weight of each class; or the mean or median
};

inline void sum_classes(const View& view, const Item* items, int64_t n, Sums& sums) {
    sums.value.assign(static_cast<size_t>(view.targets.classes), 0.0);
    for (int64_t i = 0; i < n; i++) sums.value[view.code[items[i].row()]] += view.weight[items[i].row()];
    sums.impurity = class_impurity(view.growth.criterion, sums.value.data(), view.targets.classes);
}

inline void sum_squares(const View& view, const Item* items, int64_t n, Sums& sums) {
    double low = view.y[items[0].row()], high = low, mean = 0, squares = 0;
    const double origin = low;
    for (int64_t i = 0; i < n; i++) {
        const double y = view.y[items[i].row()];
        mean += view.weight[items[i].row()] * (y - origin);
        low = std::min(low, y), high = std::max(high, y);
    }
    mean = low == high ? low : origin + mean / sums.weight;
    for (int64_t i = 0; i < n && low < high; i++) {
        const double gap = view.y[items[i].row()] - mean;
        squares += view.weight[items[i].row()] * gap * gap;
    }
    sums.value.assign(1, mean);
    sums.impurity = squares;
}

// The weighted median: the midpoint of the lowest y with half of the weight at or below it and the highest y
// with half of it at or above.
inline void sum_distances(const View& view, const Item* items, int64_t n, Sums& sums) {
    std::vector<std::pair<double, double>> pairs;
    for (int64_t i = 0; i < n; i++) pairs.emplace_back(view.y[items[i].row()], view.weight[items[i].row()]);
    std::sort(pairs.begin(), pairs.end());
    double below = 0, median = pairs.back().first;
    for (size_t i = 0; i < pairs.size(); i++) {
        below += pairs[i].second;
        if (below < sums.weight / 2) continue;
        median = pairs[i].first;
        if (below == sums.weight / 2 && i + 1 < pairs.size()) median = median / 2 + pairs[i + 1].first / 2;
        break;
    }
    for (const auto& [y, w] : pairs) sums.impurity += w * std::abs(y - median);
    sums.value.assign(1, median);
}

inline Sums sums_of(const View& view, const Item* items, int64_t n) {
    Sums sums;
    for (int64_t i = 0; i < n; i++) {
        sums.rows += view.times[items[i].row()];
        sums.weight += view.weight[items[i].row()];
    }
    if (n == 0) return sums;
    if (view.targets.classes) sum_classes(view, items, n, sums);
    else if (view.growth.criterion == Criterion::squared) sum_squares(view, items, n, sums);
    else sum_distances(view, items, n, sums);
    return sums;
}

}  // namespace gnomon::trees
