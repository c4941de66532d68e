// Recursive partitioning of one column: where to cut, top down.
#pragma once

#include <vector>

#include "blocks.hpp"

namespace gnomon::discretize {

enum class Score { entropy, gini, chi2 };

// When a cut is made. by_mdl: only if it pays for its description. critical: if not null, only if chi2 of the
// two sides is above critical[degrees of freedom]. In any case the score must be above min_gain.
struct CutRule {
    Score score;
    bool by_mdl;
    const double* critical;
    int64_t max_depth;
    double min_weight, min_gain;
};

// A cut in the order found: left parts before right ones. needed: what the score had to beat.
struct Cut {
    double threshold, score, needed, below, above;
    int64_t depth;
};

// The cuts of the column whose runs these are.
std::vector<Cut> partition(const Blocks& blocks, int64_t n_classes, const CutRule& rule);

}  // namespace gnomon::discretize
