// The innermost loops of gradient boosting.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

constexpr int panel_columns = 16;  // columns side by side in a panel: panel[row][column]
constexpr int panel_bins = 256;

// Gradients (high half, signed) and hessians (low half), quantized and packed, so that one addition sums
// both. packed[i] = a gradient[i] and c hessian[i], rounded to integers; exact for those below 2^31.
GNOMON_LEVELS(void boost_quantize(const double* gradient, const double* hessian, int64_t n, double a,
                                  double c, int64_t* packed))

// histogram[bin][column] += packed[i] for each of the n rows and its bin in each column of the panel.
GNOMON_LEVELS(void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* packed, int64_t n,
                                  int columns, int64_t* histogram))

// histogram[place] += packed[i] for the listed places of each of the n rows, in steps of list_step:
// places[begin[row]] .. places[begin[row + 1]].
constexpr int list_step = 4;
GNOMON_LEVELS(void boost_add_listed(const uint16_t* places, const int64_t* begin, const int32_t* rows,
                                    const int64_t* packed, int64_t n, int64_t* histogram))

// sums[cell][k] = the sum of packed[row][k] over rows[begin[cell]] .. rows[begin[cell + 1]], k below 8.
constexpr int tree_batch = 8;
GNOMON_LEVELS(void boost_sum_listed(const uint16_t* rows, const int64_t* begin, int64_t n_cells,
                                    const int64_t* packed, int64_t* sums))

// from[i] -= gone[i]
GNOMON_LEVELS(void boost_subtract(const int64_t* gone, int64_t n, int64_t* from))

// sums[column] += histogram[bin][column], n cells in total.
GNOMON_LEVELS(void boost_add_up(const int64_t* histogram, int64_t n, int64_t* sums))

// With L the sum of cells 0..b and `before`, and R = total - L: the first b < n that maximizes
//     (gradient_L a)^2 / (hessian_L c + l2) + (gradient_R a)^2 / (hessian_R c + l2)
// where both hessians are at least `min_hessian` steps; -1 if there is none. score: the maximum.
GNOMON_LEVELS(int boost_best_cut(const int64_t* histogram, int n, int64_t before, int64_t total, double a,
                                 double c, double l2, double min_hessian, double* score))

constexpr double max_screened_l2 = 0x1.0p40;

// As w = hessian + l2 of each side, and W, S of both, the value above is, in steps,
//     S^2 / W + W (S_l - w_l S / W)^2 / (w_l w_r):
// the maximum of the last fraction for each of 16 columns, histogram[bin][column], in single precision
// (relative error about 2^-20), which selects the columns for the exact search; peak is raised to it. left
// (16): the sums before the first bin. mean: S / W; l2: in steps, at most max_screened_l2.
GNOMON_LEVELS(void boost_peaks(const int64_t* histogram, int n, const int64_t* left, double mean,
                               int64_t total, double l2, int32_t min_hessian, float* peak))

}  // namespace gnomon
