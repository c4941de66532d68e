// The innermost loops of trees over columns of few values: counts by code and class, columns side by side.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

constexpr int64_t columns_at_once = 16;  // the number of columns is a multiple of it

// A row of a node: its number in the table, its class and how often it is in view.
struct TreeRow {
    int32_t row;
    int16_t label, times;
};

// Shape of the histograms: counts (codes, classes, columns).
struct TreeCounts {
    int64_t codes, classes, columns;
};

// A node's counts: total (classes); all: their sum; min_rows: of each side of a cut.
// gain = base + sum_c l_c^2 / l + sum_c r_c^2 / r for counts l and r of the sides; gains within `tie` are
// equal.
struct TreeCuts {
    const int16_t* total;
    int32_t all, min_rows;
    double base, tie;
};

// Of each column the first cut of largest gain: its gain, the highest code on the left (-1: no cut is
// allowed), the rows on the left.
struct BestCuts {
    double* gain;
    int32_t *code, *rows;
};

// counts[codes[row][j]][label][j] += times.
GNOMON_LEVELS(void tree_count_rows(const uint8_t* codes, TreeCounts shape, const TreeRow* rows, int64_t n,
                                   int16_t* counts))

GNOMON_LEVELS(void tree_best_cuts(const int16_t* counts, TreeCounts shape, TreeCuts cuts, BestCuts best))

// from -= less.
GNOMON_LEVELS(void tree_subtract(int16_t* from, const int16_t* less, int64_t n))

}  // namespace gnomon
