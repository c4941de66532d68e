// The best single threshold (decision stump) for classification and for regression, for many settings in one
// scan.
#pragma once

#include <cstddef>
#include <vector>

#include "../splits/sorted_columns.hpp"

namespace gnomon::trees {

enum class Rule : int { error, error_above, error_below, gini, entropy };
constexpr int n_rules = 5;

struct Setting {
    Rule rule;
    int64_t min_leaf;
};

// Labels by row: codes in [0, classes) (checked by the caller); weight may be null.
struct Labels {
    const int32_t* codes;
    int64_t classes;
    const double* weight;
};

// One row for each setting: column (-1: no split allowed), low, high, impurity; left and right (settings,
// width).
struct Stumps {
    std::vector<int64_t> column;
    std::vector<double> low, high, impurity, left, right;
    Stumps(std::size_t settings, int64_t width)
        : column(settings),
          low(settings),
          high(settings),
          impurity(settings),
          left(settings * static_cast<std::size_t>(width)),
          right(left.size()) {}
};

template <class Real>
void stump_scan(const SortedColumns<Real>& columns, const Labels& labels,
                const std::vector<Setting>& settings, int threads, Stumps& out);

}  // namespace gnomon::trees
