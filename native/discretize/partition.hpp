// Top-down discretization of one column by recursive partitioning.
#pragma once

#include <vector>

#include "blocks.hpp"

namespace gnomon::discretize {

enum class Score { entropy, gini, chi2 };

// When a cut is accepted. by_mdl: only by the minimum description length principle. critical: if not null,
// only if chi2 of the two sides is above critical[degrees of freedom]. In any case the score must be above
// min_gain.
struct CutRule {
    Score score;
    bool by_mdl;
    const double* critical;
    int64_t max_depth;
    double min_weight, min_gain;
};

// A cut, left parts before right ones. needed: the value that the score had to exceed.
struct Cut {
    double threshold, score, needed, below, above;
    int64_t depth;
};

// The cuts of the column whose runs these are.
std::vector<Cut> partition(const Blocks& blocks, int64_t n_classes, const CutRule& rule);

}  // namespace gnomon::discretize
