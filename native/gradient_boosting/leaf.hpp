// A leaf of a boosted tree while it may still be split.
#pragma once

#include <cstdint>
#include <limits>

#include "../forest/search.hpp"
#include "histogram.hpp"

namespace gnomon::gradient_boosting {

using forest::Split;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Leaf {
    uint32_t node;
    int64_t from, end, depth;
    double count;   // rows by weight
    int64_t total;  // gradients and hessians, in steps
    bool may_split;
    Split split;
    Histogram histogram;  // none for a leaf of few rows, or one that stays a leaf
    double low = -infinity, high = infinity;  // bounds of the value, before the learning rate
    double extra_l2 = 0.0;                    // of a child of a categorical split
    bool operator<(const Leaf& other) const {
        return split.gain != other.split.gain ? split.gain < other.split.gain : node > other.node;
    }
};

}  // namespace gnomon::gradient_boosting
