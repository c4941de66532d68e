// Agglomerative merging of one column: neighboring runs joined, bottom up.
#pragma once

#include <vector>

#include "blocks.hpp"

namespace gnomon::discretize {

// When merging ends. by_distance: the score of a pair is the gap between its means, else chi2 of its classes.
// A pair is joined while its score is at most `stop`, or more than max_bins are left; never below min_bins.
// all_ties: pairs of equal lowest score are joined together, else the leftmost alone.
struct MergeRule {
    bool by_distance, all_ties;
    double stop;
    int64_t min_bins, max_bins;
};

// A merge in the order made: the threshold that went, and the score of the pair.
struct Merged {
    double threshold, score;
};

struct Merging {
    std::vector<Merged> merged;
    std::vector<double> cuts;
};

// The cuts that are left, and the merges made; by distance every block must be one value.
Merging merge(const Blocks& blocks, const MergeRule& rule);

}  // namespace gnomon::discretize
