// The innermost loops of gradient boosting.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

constexpr int panel_columns = 16;  // columns side by side in a panel: panel[row][column]
constexpr int panel_bins = 256;

// A sum of slopes (high half, signed) and curvatures (low half) in steps, so that one addition serves both.
// cells[column][bin] += amount[row] for the rows named, by the bins that the panel has for them. width: of a
// column's cells, 32, 64, 128 or 256; all bins are below it.
GNOMON_LEVELS(void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* amount, int64_t n,
                                  int columns, int width, int64_t* cells))

// The largest of some bytes; 0 of none.
GNOMON_LEVELS(int boost_largest(const uint8_t* bytes, int64_t n))

// With L the sum of cells 0..b and `before`, and R = total - L: the first b < n that makes
//     (slope_L a)^2 / (curvature_L c + price) + (slope_R a)^2 / (curvature_R c + price)
// largest, where both curvatures are at least `least` steps; -1 if there is none. score: that value.
GNOMON_LEVELS(int boost_best_cut(const int64_t* cells, int n, int64_t before, int64_t total, double a,
                                 double c, double price, double least, double* score))

}  // namespace gnomon
