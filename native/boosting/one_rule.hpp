// The intervals of one sorted column for Holte's one-rule classifier.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon {

// below, above: the two rows adjacent to each cut; table (intervals, classes): class weights.
struct Intervals {
    std::vector<int32_t> below, above;
    std::vector<double> table;
};

// order, rises: rows of the column in ascending order, none missing, and whether each is above the one
// before; codes in [0, classes) and weight by row; rows of weight 0 are ignored.
Intervals one_rule(const int32_t* order, const uint8_t* rises, int64_t n, const int32_t* codes,
                   const double* weight, int64_t classes, double min_weight);

}  // namespace gnomon
