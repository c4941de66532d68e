// Gower's distance between rows of numbers and categories, some of them missing.
#pragma once

#include <cstdint>

#include "../rows.hpp"

namespace gnomon {

// distance_ij = sum_k scale_k g_k(row_ik, donor_kj) / (number of terms), over the columns k that both have
// (no NaN); g is |a - b| for numbers and whether a != b for categories. 1 where they share no column.
// donor: (columns, n_donors). distance: (rows, n_donors).
void gower(const Rows<double>& row, const double* donor, int64_t n_donors, const double* scale,
           const uint8_t* is_category, int threads, double* distance);

}  // namespace gnomon
