// Trees as arrays: a node in eight bytes, the answers of the leaves beside them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gnomon::forest {

// The code of a missing value; bins have the codes below it.
template <class Code>
constexpr Code missing = sizeof(Code) == 1 ? 255 : 4095;

constexpr uint32_t most_features = 1u << 18;
constexpr uint32_t most_thresholds = 4096;

// left: the left child's place; the right child follows it. A leaf is its own left child, and its threshold
// is above every code, so that a row that has arrived stays. ask: 18 bits for the feature, 12 for the
// threshold (codes up to it go left), then whether the node asks for a set of categories instead, then
// whether missing values go left.
struct Node {
    uint32_t left, ask;

    uint32_t feature() const { return ask >> 14; }
    uint32_t threshold() const { return ask >> 2 & (most_thresholds - 1); }
    bool asks_category() const { return ask & 2; }
    bool missing_left() const { return ask & 1; }
    bool is_leaf(uint32_t place) const { return left == place; }
};

inline Node leaf(uint32_t place) { return {place, (most_thresholds - 1) << 2}; }

inline Node inner(uint32_t left, uint32_t feature, uint32_t threshold, bool category, bool missing_left) {
    return {left, feature << 14 | threshold << 2 | uint32_t{category} << 1 | uint32_t{missing_left}};
}

// The categories that go left, as bits; bit 255 is for missing and unknown ones.
using Subset = std::array<uint64_t, 4>;

inline uint32_t category(uint32_t code) { return code < 255 ? code : 255; }
inline void include(Subset& subset, uint32_t code) {
    subset[category(code) >> 6] |= uint64_t{1} << (category(code) & 63);
}
inline bool holds(const Subset& subset, uint32_t code) {
    return subset[category(code) >> 6] >> (category(code) & 63) & 1;
}

// side, by node: of a leaf, -1 - c where it answers class c for sure, else the row of its answer in values;
// of a node that asks for categories, the number of its subset.
struct Tree {
    std::vector<Node> nodes;
    std::vector<int32_t> side;
    std::vector<double> weight;  // by node: the training weight that came by
    std::vector<double> values;  // n_outputs a row
    std::vector<Subset> subsets;
    std::vector<double> importance;  // by feature: what its splits took off the impurity
};

// Whether a row goes left at a node that asks for this code.
template <class Code>
bool goes_left(const Node& node, const Subset* subset, Code code) {
    if (node.asks_category()) return holds(*subset, code);
    return code == missing<Code> ? node.missing_left() : code <= node.threshold();
}

}  // namespace gnomon::forest
