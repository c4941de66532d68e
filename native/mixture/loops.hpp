// The innermost loops of a mixture's E-step, compiled for each vector width. A block is `block_rows` rows
// stored column by column, block[column][row]; columns of a matrix are padded to a multiple of 4.
#pragma once

#include "../level.hpp"

namespace gnomon {

constexpr int64_t block_rows = 128;

// gap[j][r] = block[j][r] - mean[j].
GNOMON_LEVELS(void shift_block(const double* block, const double* mean, int64_t columns, double* gap))
// square[r] = |gap_r P|² for an upper triangular P (columns, stride).
GNOMON_LEVELS(void squares_full(const double* gap, const double* root, int64_t columns, int64_t stride,
                                double* square))
// square[r] = sum_j (gap[j][r] p_j)².
GNOMON_LEVELS(void squares_diagonal(const double* gap, const double* root, int64_t columns, double* square))
// Softmax: responsibility[k][r] becomes exp(responsibility[k][r] - top[r]) / sum[r], with top the largest
// over k and sum the sum over k.
GNOMON_LEVELS(void responsibilities(double* responsibility, int64_t components, double* top, double* sum))
// Adds the sums over r of p[r] (returned), p[r] gap[j][r], and p[r] gap[i][r] gap[j][r] for j <= i (or i = j
// only), p the responsibilities; weighted: workspace for a block.
GNOMON_LEVELS(double sums_full(const double* gap, const double* responsibility, int64_t columns,
                               int64_t stride, double* weighted, double* first, double* second))
GNOMON_LEVELS(double sums_diagonal(const double* gap, const double* responsibility, int64_t columns,
                                   double* first, double* second))

}  // namespace gnomon
