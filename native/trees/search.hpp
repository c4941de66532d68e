// The best split of one column at one node, and the branch that it sends each row to.
#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "sums.hpp"

namespace gnomon::trees {

// A node that is not yet split: its rows are at [begin, end) of every column's items.
struct PendingNode {
    int64_t begin = 0, end = 0;
    int32_t id = 0, depth = 0;
    uint64_t key = 0;  // of its random numbers: from the seed and the path from the root alone
    // Bounds of its value, from the monotonic constraints of its ancestors.
    double lower = -std::numeric_limits<double>::infinity(), upper = -lower;
    Sums sums;
    std::shared_ptr<Buffer<int16_t>> counts;  // histograms of the columns of few values, if known
    int64_t size() const { return end - begin; }
};

enum class Kind { number, groups, subset, levels };

// A candidate split. number: ranks up to `low` go left. groups: levels in the order of their proportion of
// class `by` (or mean), up to position `low`. subset: the levels whose bit is set in `low`. levels: a branch
// each.
struct Candidate {
    double gain = -std::numeric_limits<double>::infinity();
    int64_t column = -1;
    Kind kind = Kind::number;
    uint32_t low = 0, high = 0;
    bool missing_left = false, had_missing = false;
    int64_t by = 1;
    double threshold = std::numeric_limits<double>::quiet_NaN();  // if drawn at random
    double left_weight = 0, left_value = 0, right_value = 0;
    double split_information = 0;  // entropy of the branches, in bits
};

// Buffers of one thread.
struct Workspace {
    std::vector<Item> items;
    std::vector<int32_t> place;
};

// Gains that differ by less than this share of the node's impurity are ties: the first split is taken.
constexpr double equal_gains = 1e-11;

Candidate search_column(const View& view, const PendingNode& node, int64_t column, Workspace& workspace);

// The branch of each row: `side` where a node has two branches (one byte per row stays in the cache), else
// `many`.
struct Branches {
    std::vector<uint8_t> side;
    std::vector<int32_t> many;
    void set(int32_t row, int32_t branch, bool two) {
        if (two) side[row] = static_cast<uint8_t>(branch);
        else many[row] = branch;
    }
};

// Assigns the branch of every item of the best column, and the branch of each level if it is categorical.
// Returns the number of branches.
int32_t assign_branches(const View& view, const PendingNode& node, const Candidate& best, Branches& branches,
                        std::vector<std::pair<int32_t, int32_t>>& levels);

// 64 random bits from two numbers (SplitMix64).
inline uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t z = a + 0x9E3779B97F4A7C15ull * (b + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

inline double between_0_and_1(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

}  // namespace gnomon::trees
