// The bootstrap as weights: how often each row is drawn into a tree's sample.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace gnomon::forest {

// Rows in an order that depends on their contents alone, with the weight up to and including each.
// So a row of weight 2 is drawn as two equal rows are, and the order of the rows does not matter.
// draws: how many draws a sample has.
struct Urn {
    const int32_t* order;
    const double* up_to;
    int64_t n;
    int64_t draws;
    bool equal;  // every row weighs 1
};

inline void draw(const Urn& urn, Random& random, std::vector<int32_t>& times) {
    times.assign(static_cast<size_t>(urn.n), 0);
    const double whole = urn.up_to[urn.n - 1];
    for (int64_t k = 0; k < urn.draws; k++) {
        int64_t place;
        if (urn.equal) {  // the same row as below: its number is the whole part of u
            place = random.below(static_cast<uint64_t>(urn.n));
        } else {
            const double u = static_cast<double>(random.next() >> 32) * whole * 0x1.0p-32;
            place = std::upper_bound(urn.up_to, urn.up_to + urn.n, u) - urn.up_to;
        }
        times[urn.order[std::min(place, urn.n - 1)]]++;
    }
}

}  // namespace gnomon::forest
