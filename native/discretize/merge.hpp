// Bottom-up discretization of one column by merging adjacent bins (ChiMerge; Kerber 1992).
#pragma once

#include <vector>

#include "blocks.hpp"

namespace gnomon::discretize {

// When merging ends. by_distance: the score of a pair is the gap between its means, else chi2 of its classes.
// A pair is merged while its score is at most `stop`, or more than max_bins remain; never below min_bins.
// all_ties: all pairs of equal lowest score are merged at once, else only the leftmost.
struct MergeRule {
    bool by_distance, all_ties;
    double stop;
    int64_t min_bins, max_bins;
};

// A merge, in the order made: the removed threshold and the score of the pair.
struct Merged {
    double threshold, score;
};

struct Merging {
    std::vector<Merged> merged;
    std::vector<double> cuts;
};

// The remaining cuts and the merges; by distance every block must be one value.
Merging merge(const Blocks& blocks, const MergeRule& rule);

}  // namespace gnomon::discretize
