// Growing one tree of a forest on binned columns.
#pragma once

#include "draw.hpp"
#include "node.hpp"
#include "tallies.hpp"

namespace gnomon::forest {

template <class Code>
struct Table {
    const Code* codes;           // (n, d), row by row
    int64_t n, d, bins;          // bins: one more than the largest code
    const uint8_t* is_category;  // d
    const double* tops;          // the largest value of each bin, column after column
    const int64_t* tops_begin;   // d + 1
};

struct Growth {
    int64_t max_features;     // features tried at a split
    bool per_tree;            // one draw of features for all splits of a tree
    int64_t threshold_tests;  // 0: every threshold; else the number of random thresholds of each feature
    bool with_replacement;    // features are drawn with replacement
    int64_t max_depth;
    double min_split, min_leaf;
    double min_share;     // of all weight (classes weighted), in a leaf
    double min_decrease;  // of impurity, as a share of all weight
    double min_gain;      // of impurity, as a share of the node's weight
    int64_t max_leaves;   // 0: no limit, else the best split first
};

// Grows a tree on rows that count `times` each (null: by their weight alone).
//
// Every node takes the split of the drawn features that maximizes score() of tallies.hpp; ties: the first
// drawn feature, then the lowest threshold. The threshold is midway in the gap of bins that no row of the
// node occupies. Missing values go to the side of larger score; where the node has none, to the heavier side.
// Categorical features are split by the order of the mean target of their levels, which is optimal for two
// classes and for squared error (Fisher 1958; Breiman et al. 1984).
template <class Code>
Tree grow(const Table<Code>& table, const Targets& targets, const int32_t* times, const Growth& growth,
          bool whole_weights, Random& random);

}  // namespace gnomon::forest
