// Trees of gradient boosting, grown leaf by leaf on binned columns.
#pragma once

#include "../forest/node.hpp"
#include "binned_table.hpp"

namespace gnomon::gradient_boosting {

using forest::Tree;

// How categories of more than few_levels levels are split (LightGBM; Ke et al. 2017): levels of a leaf come
// in the order of gradient / (hessian + smoothing), and a prefix of this order from either end, of at most
// max_levels levels, is split from all others.
struct CategorySplits {
    double smoothing;    // also the minimum number of rows of a level (cat_smooth)
    double l2;           // additional L2 regularization of categorical splits (cat_l2)
    int64_t max_levels;  // of the set (max_cat_threshold)
    double min_group;    // minimum rows added from one set to the next, and outside it (min_data_per_group)
};

constexpr int32_t few_levels = 4;  // up to so many levels are ordered by their values alone

struct Limits {
    int64_t max_leaves, max_depth;
    double min_leaf;     // minimum rows of a leaf, counted by their share of the node's hessian
    double min_hessian;  // of a leaf
    double l2;           // L2 regularization of leaf values
    double min_gain;
    double learning_rate;
};

struct Boost : Limits {
    CategorySplits categories;
    const int8_t* direction;  // (d) monotonic constraints: increasing (1), decreasing (-1), none (0); or null
};

// From the gradients g_i and hessians h_i of the loss at the current scores (weights included) and the rows
// of the training sample. The value of a leaf is -learning_rate G / (H + l2), with G and H the sums over its
// rows; splits maximize
//     gain = (G_l^2 / (H_l + l2) + G_r^2 / (H_r + l2) - G^2 / (H + l2)) / 2,
// the leaf of largest gain first; ties: the first column, then the lowest threshold.
// With a monotonic constraint on a column, the two values of a split on it must satisfy it, and no value of a
// descendant may cross their midpoint: values are clamped to these bounds, and the score of a leaf is
// -(2 G v + (H + l2) v^2), with v its clamped value.
//
// One tree for each row of gradient and hessian (n_scores, n), all grown on the same m rows; weight may be
// null. step (n_scores, n): the predictions for every row, in the training sample or not.
std::vector<Tree> boost_trees(const BinnedTable& table, const double* gradient, const double* hessian,
                              int64_t n_scores, const double* weight, const int32_t* rows, int64_t m,
                              const uint8_t* is_allowed, const Boost& boost, int threads, double* step);

}  // namespace gnomon::gradient_boosting
