// The innermost loops of counting codes.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// count[u][j] += rows among row_0.. row_(n-1) with code[row][j] = u, for levels u < n_levels and columns
// j < width. Rows of codes are `stride` apart; rows of count are `width` apart.
GNOMON_LEVELS(void count_levels(const uint8_t* code, int64_t stride, const int32_t* row, int64_t n,
                                int64_t width, int64_t n_levels, uint32_t* count))

// code_j = value_j where that is a whole number from 0 to limit - 1; else 0, and fits_j is cleared.
GNOMON_LEVELS(template <class Value> void whole_codes(const Value* value, int64_t n, Value limit,
                                                      uint8_t* code, uint8_t* fits))

// total_j += scale |a - b_j| (of a category: scale if they differ), shared_j += 1, for b_j that are no NaN.
GNOMON_LEVELS(void add_gaps(double a, const double* b, int64_t n, double scale, bool is_category,
                            double* total, double* shared))

}  // namespace gnomon
