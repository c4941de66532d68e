// Innermost loops over small tables, compiled for each width of vectors.
#pragma once

#include "../level.hpp"

namespace gnomon {

constexpr int64_t rows_per_product = 4;

// sum_ij += amount_0 x_0i x_0j + ... + amount_3 x_3i x_3j for first <= i < n and j >= i; the values left of
// the diagonal are not defined. Rows are `stride` apart, a multiple of 8, and zero past n.
GNOMON_LEVELS(void add_products(const double* const* rows, const double* amount, int64_t first, int64_t n,
                                int64_t stride, double* sum))

// The softmax of scores z (classes, stride): slope = weight times exp(z - top) / total, where top is the
// largest score of each row and total the sum of its exp(z - top). stride: a multiple of 8.
GNOMON_LEVELS(void softmax_columns(const double* z, const double* weight, int64_t classes, int64_t stride,
                                   double* slope, double* top, double* total))

}  // namespace gnomon
