// The innermost loops of a mixture's pass over the rows, at every width of vectors. A block is `block_rows`
// rows stored column by column, block[column][row]; columns of a matrix are padded to a multiple of 4.
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
// share[k][r] becomes exp(share[k][r] - top[r]) / their sum, with top the largest and sum the sum over k.
GNOMON_LEVELS(void shares(double* share, int64_t components, double* top, double* sum))
// Sums over r of share[r], share[r] gap[j][r], and share[r] gap[i][r] gap[j][r] for j <= i (or i = j alone),
// added to what is there; weighed: room for a block.
GNOMON_LEVELS(double sums_full(const double* gap, const double* share, int64_t columns, int64_t stride,
                               double* weighed, double* first, double* second))
GNOMON_LEVELS(double sums_diagonal(const double* gap, const double* share, int64_t columns, double* first,
                                   double* second))

}  // namespace gnomon
