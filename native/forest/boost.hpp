// Trees of gradient boosting, grown leaf by leaf on binned columns.
#pragma once

#include "boost_table.hpp"
#include "node.hpp"

namespace gnomon::forest {

// How categories of more than few_levels levels are split (LightGBM; Ke et al. 2017): levels of a leaf come in
// the order of slope / (curvature + smooth), and those at one end, at most max_levels of them, part from all
// others.
struct CategorySplits {
    double smooth;       // also the rows that a level must have, to be told from the others
    double price;        // of squared answers to a set of levels, on top of that of all answers
    int64_t max_levels;  // of the set
    double min_group;    // rows that the set must gain between two sizes that are tried, and that must remain
};

constexpr int32_t few_levels = 4;  // no more than these are split in the order of their answers alone

struct Boost {
    int64_t max_leaves, max_depth;
    double min_leaf;       // rows that a leaf must have, counted by their share of the node's curvature
    double min_curvature;  // of a leaf
    double price;          // of a squared leaf value (l2)
    double min_gain;
    double rate;
    CategorySplits categories;
    const int8_t* direction;  // d: answers rise (1) or fall (-1) with a column, or may do either (0); or null
};

// The slopes g_i and curvatures h_i of the loss at the present scores (weights included), and the rows to
// learn from. A leaf answers -rate G / (H + price), with G and H the sums over its rows; splits are taken by
//     gain = (G_l^2 / (H_l + price) + G_r^2 / (H_r + price) - G^2 / (H + price)) / 2,
// the largest of all leaves first; of equals the first column, and of that the lowest threshold.
// Where a column has a direction, the two answers of a split on it must follow it, and no answer further
// down may cross the middle of the two: answers are clamped to the bounds that this leaves, and the score of
// a leaf is -(2 G v + (H + price) v^2), with v its clamped answer.
//
// One tree for each row of slope and curvature (n_scores, n), all learned from the same m rows; weight may be
// null. step (n_scores, n): the answers for every row, learned from or not.
std::vector<Tree> boost_trees(const BoostTable& table, const double* slope, const double* curvature,
                              int64_t n_scores, const double* weight, const int32_t* rows, int64_t m,
                              const uint8_t* is_allowed, const Boost& boost, int threads, double* step);

}  // namespace gnomon::forest
