// The weighted votes of decision stumps.
#pragma once

#include <cstdint>

namespace gnomon {

// below, above, missing: the class that each stump predicts, by the value of its column.
struct Thresholds {
    int64_t n;
    const int64_t* feature;
    const double* threshold;
    const int32_t *below, *above, *missing;
    const double* alpha;
};

// votes (n, classes) += alpha of each stump for the class it predicts, in the order of the stumps.
void add_votes(const Thresholds& stumps, const double* x, int64_t n, int64_t d, int64_t classes,
               double* votes);

}  // namespace gnomon
