// The bootstrap sample of a tree as counts: how often each row is drawn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace gnomon::forest {

// Rows in an order that depends on their contents alone, with the cumulative weight of each (inclusive).
// So a row of weight 2 is drawn as two equal rows are, and the order of the rows does not matter.
// draws: the size of a sample.
struct Bootstrap {
    const int32_t* order;
    const double* up_to;
    int64_t n;
    int64_t draws;
    bool equal;  // every row weighs 1
};

inline void draw(const Bootstrap& bootstrap, Random& random, std::vector<int32_t>& times) {
    times.assign(static_cast<size_t>(bootstrap.n), 0);
    const double whole = bootstrap.up_to[bootstrap.n - 1];
    for (int64_t k = 0; k < bootstrap.draws; k++) {
        int64_t index;
        if (bootstrap.equal) {  // the same row as below: its number is the whole part of u
            index = random.below(static_cast<uint64_t>(bootstrap.n));
        } else {
            const double u = static_cast<double>(random.next() >> 32) * whole * 0x1.0p-32;
            index = std::upper_bound(bootstrap.up_to, bootstrap.up_to + bootstrap.n, u) - bootstrap.up_to;
        }
        times[bootstrap.order[std::min(index, bootstrap.n - 1)]]++;
    }
}

}  // namespace gnomon::forest
