// The innermost loops of gradient boosting.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

constexpr int panel_columns = 16;  // columns side by side in a panel: panel[row][column]
constexpr int panel_bins = 256;

// A sum of slopes (high half, signed) and curvatures (low half) in steps, so that one addition serves both.
// amount[i] = a slope[i] and c curvature[i], rounded to whole steps; those below 2^31 come out right.
GNOMON_LEVELS(void boost_quantize(const double* slope, const double* curvature, int64_t n, double a, double c,
                                  int64_t* amount))

// cells[bin][column] += amount[row] for the rows named, by the bins that the panel has for them.
GNOMON_LEVELS(void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* amount, int64_t n,
                                  int columns, int64_t* cells))

// cells[place] += amount[row] for the places listed of the rows named, in steps of list_step:
// places[begin[row]] .. places[begin[row + 1]].
constexpr int list_step = 4;
GNOMON_LEVELS(void boost_add_listed(const uint16_t* places, const int64_t* begin, const int32_t* rows,
                                    const int64_t* amount, int64_t n, int64_t* cells))

// sums[cell][k] = the sum of amounts[row][k] over rows[begin[cell]] .. rows[begin[cell + 1]], k below 8.
constexpr int trees_together = 8;
GNOMON_LEVELS(void boost_sum_listed(const uint16_t* rows, const int64_t* begin, int64_t n_cells,
                                    const int64_t* amounts, int64_t* sums))

// from[i] -= gone[i]
GNOMON_LEVELS(void boost_subtract(const int64_t* gone, int64_t n, int64_t* from))

// sums[column] += cells[bin][column], n cells in all.
GNOMON_LEVELS(void boost_add_up(const int64_t* cells, int64_t n, int64_t* sums))

// With L the sum of cells 0..b and `before`, and R = total - L: the first b < n that makes
//     (slope_L a)^2 / (curvature_L c + price) + (slope_R a)^2 / (curvature_R c + price)
// largest, where both curvatures are at least `least` steps; -1 if there is none. score: that value.
GNOMON_LEVELS(int boost_best_cut(const int64_t* cells, int n, int64_t before, int64_t total, double a,
                                 double c, double price, double least, double* score))

constexpr double largest_screened_price = 0x1.0p40;

// As w = curvature + price of each side, and W, S of both, the value above is, in steps,
//     S^2 / W + W (S_l - w_l S / W)^2 / (w_l w_r):
// about the largest last fraction of each of 16 columns, cells[bin][column]; peak is raised to it. Short
// numbers, right to some 2^-20 of themselves, tell which columns need the exact search. left (16): what comes
// before the first bin; it is changed. mean: S / W; price: in steps, at most largest_screened_price.
GNOMON_LEVELS(void boost_peaks(const int64_t* cells, int n, int64_t* left, double mean, int64_t total,
                               double price, int32_t least, float* peak))

}  // namespace gnomon
