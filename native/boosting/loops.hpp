// The innermost loops of the search for stumps, over columns of few values side by side.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// cells[place] += weight[member] for the listed members; places (members, width) has one place per column.
GNOMON_LEVELS(void stump_add_rows(const uint16_t* places, int64_t width, const int32_t* members, int64_t n,
                                  const double* weight, double* cells))

// cells (classes, bins + 1, width): the weight of each class in each bin of each column, missing values last.
// scores (bins, width): the sum, over the group of the bins below this one, the group of the others and the
// group of missing values, of the weight of the group's majority class. sums: a buffer, (classes + 2, width).
GNOMON_LEVELS(void stump_error_scores(const double* cells, int64_t classes, int64_t bins, int64_t width,
                                      double* sums, double* scores))

}  // namespace gnomon
