// Trees as arrays: nodes of eight bytes, and the values of the leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gnomon::forest {

// The code of a missing value; bins have the codes below it.
template <class Code>
constexpr Code missing = sizeof(Code) == 1 ? 255 : 4095;

constexpr uint32_t feature_limit = 1u << 18;
constexpr uint32_t threshold_limit = 4096;

// left: the index of the left child; the right child follows it. A leaf is its own left child, and its
// threshold is above every code, so that a row that has reached it stays. test: 18 bits for the feature, 12
// for the threshold (codes up to it go left), one bit for a categorical split (by a subset of levels
// instead), one bit for whether missing values go left.
struct Node {
    uint32_t left, test;

    uint32_t feature() const { return test >> 14; }
    uint32_t threshold() const { return test >> 2 & (threshold_limit - 1); }
    bool is_categorical() const { return test & 2; }
    bool missing_left() const { return test & 1; }
    bool is_leaf(uint32_t index) const { return left == index; }
};

inline Node leaf(uint32_t index) { return {index, (threshold_limit - 1) << 2}; }

inline Node inner(uint32_t left, uint32_t feature, uint32_t threshold, bool is_categorical,
                  bool missing_left) {
    return {left, feature << 14 | threshold << 2 | uint32_t{is_categorical} << 1 | uint32_t{missing_left}};
}

// The levels that go left, as bits; bit 255 is for missing and unknown values.
using Subset = std::array<uint64_t, 4>;

inline uint32_t category(uint32_t code) { return code < 255 ? code : 255; }
inline void include(Subset& subset, uint32_t code) {
    subset[category(code) >> 6] |= uint64_t{1} << (category(code) & 63);
}
inline bool holds(const Subset& subset, uint32_t code) {
    return subset[category(code) >> 6] >> (category(code) & 63) & 1;
}

// side, by node: of a leaf, -1 - c if it is pure of class c, else its row in values; of a categorical split,
// the index of its subset.
struct Tree {
    std::vector<Node> nodes;
    std::vector<int32_t> side;
    std::vector<double> weight;  // by node: the training weight
    std::vector<double> values;  // n_outputs a row
    std::vector<Subset> subsets;
    std::vector<double> importance;  // by feature: the decrease in impurity of its splits
};

// Whether a row with this code of the node's feature goes left.
template <class Code>
bool goes_left(const Node& node, const Subset* subset, Code code) {
    if (node.is_categorical()) return holds(*subset, code);
    return code == missing<Code> ? node.missing_left() : code <= node.threshold();
}

}  // namespace gnomon::forest
