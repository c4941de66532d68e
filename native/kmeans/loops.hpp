// The innermost loops of k-means.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

constexpr int panel_width = 64;   // rows of a panel, stored column by column: panel[column][row]
constexpr int center_group = 6;   // centers are padded to a multiple of this
constexpr int center_lanes = 32;  // and, for exact distances, to a multiple of this
constexpr int trial_lanes = 8;    // candidate centers evaluated together
constexpr int single_lanes = 4;   // columns of single precision are padded with zeros to this

// s_rc = half_c - sum_j panel[j][r] center[c][j] for each row r of a panel and the centers c < n (a multiple
// of center_group, `stride` apart): the smallest, the second smallest, and the first c of the smallest.
GNOMON_LEVELS(void two_nearest(const float* panel, int64_t columns, const float* center, int64_t stride,
                               const float* half, int64_t n, float* smallest, float* second,
                               int32_t* nearest))

// A panel of these rows: panel[j][r] = x[row_r][j], over columns padded to single_lanes.
GNOMON_LEVELS(void fill_rows(const float* x, int64_t stride, int64_t columns, const int64_t* row,
                             float* panel))

// Bounds on the distances of rows of norm `size` to their nearest and second nearest centers, upper >= and
// lower <=: |x - c|^2 = size^2 + 2 s, with a rounding error of at most slack (size + longest)^2. Bit r of the
// result is set if that error leaves open which center is the nearest.
GNOMON_LEVELS(uint64_t bound_distances(const float* size, const float* smallest, const float* second,
                                       float longest, float slack, float* upper, float* lower))

// Update of the bounds after the centers have moved: upper_i += drift and lower_i -= others of the row's
// center. is_open[i] if upper_i is now above both lower_i and the gap of its center.
GNOMON_LEVELS(void loosen_bounds(const int32_t* label, int64_t n, const float* drift, const float* others,
                                 const float* gap, float* upper, float* lower, uint8_t* is_open))

// sum_j (x_j - center_j)^2, over columns padded to single_lanes.
GNOMON_LEVELS(float squared_distance(const float* x, const float* center, int64_t columns))

// distance[c] = sum_j (x_j - center[j][c])^2 for the centers c < n, a multiple of center_lanes.
GNOMON_LEVELS(void squared_distances(const double* x, int64_t columns, const double* center, int64_t n,
                                     double* distance))

// m_it = min(closest_i, sum_j (x_ij - trial[j][t])^2) for n rows of x: potential[t] += w_i m_it (w_i = 1 if
// weight is null). If nearer is not null, nearer[i] = m_i0.
GNOMON_LEVELS(void try_centers(const double* x, int64_t n, int64_t columns, const double* trial,
                               const double* closest, const double* weight, double* potential,
                               double* nearer))

}  // namespace gnomon
