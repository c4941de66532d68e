// A decision tree grown from the root by greedy recursive partitioning.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gnomon::trees {

enum class Criterion { gini, entropy, error, squared, absolute };

struct Counted;

// Columns in ascending order (values and rows, (d, n)); infinity is a missing value.
struct Sorted {
    const double* values;
    const int32_t* order;
    int64_t n, d;
    const uint8_t* categorical;        // (d) 1 where the values are codes of categories
    const Counted* counted = nullptr;  // the columns of few values, if there are any
};

// The targets: class codes, or numbers. times: how often each row is in view; weight may be null.
struct Targets {
    const int32_t* codes;
    int64_t classes;  // 0 for numbers
    const double* numbers;
    const int32_t* times;
    const double* weight;
};

struct Growth {
    Criterion criterion;
    bool by_ratio;       // gain ratio: gain / split information (Quinlan 1993)
    bool multiway;       // a branch for each level of a category, instead of the best two groups
    int64_t max_depth, min_split, min_leaf;
    double min_weight;   // of each branch
    double min_gain;     // decrease in impurity, weighted by the node's share of the total weight
    int64_t max_features;
    int64_t thresholds;  // how many to draw at random for a column; 0: all are tried
    uint64_t seed;
    const int8_t* monotone;  // (d) or null
};

struct Node {
    int32_t feature = -1, first_child = 0, n_children = 0, missing = -1, parent = -1, depth = 0;
    int64_t rows = 0;
    double threshold = 0, low = 0, high = 0, weight = 0, impurity = 0, gain = 0;
};

// Nodes, parents first; `outputs` values for each node; the levels of a node with their branches.
struct GrownTree {
    std::vector<Node> nodes;
    std::vector<double> values;
    std::vector<std::vector<std::pair<int32_t, int32_t>>> levels;
};

GrownTree grow_tree(const Sorted& columns, const Targets& targets, const Growth& growth, int threads);

}  // namespace gnomon::trees
