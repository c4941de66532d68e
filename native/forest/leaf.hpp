// A leaf of a boosted tree while it may still be split.
#pragma once

#include <cstdint>
#include <limits>

#include "cells.hpp"
#include "search.hpp"

namespace gnomon::forest {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Leaf {
    uint32_t node;
    int64_t from, end, depth;
    double count;   // rows by weight
    int64_t total;  // slopes and curvatures, in steps
    bool may_split;
    Split split;
    Cells cells;  // none for a leaf of few rows, or one that stays
    double low = -infinity, high = infinity;  // bounds of the answer, before the rate
    double price = 0.0;                       // of the squared answer to a set of levels
    bool operator<(const Leaf& other) const {
        return split.gain != other.split.gain ? split.gain < other.split.gain : node > other.node;
    }
};

}  // namespace gnomon::forest
