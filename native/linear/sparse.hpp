// A sparse matrix times a dense one.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// Rows of a sparse matrix, one after another: row i has values [begin_i, begin_i+1) in the given columns.
struct SparseMatrix {
    const double* value;
    const int32_t* column;
    const int32_t* begin;
    int64_t rows;
};

// out (rows, width) = S B for B (columns of S, width).
void sparse_product(const SparseMatrix& S, const double* B, int64_t width, int threads, double* out);

// out[c] = sum_i value_i rows[which_i][c].
GNOMON_LEVELS(void sum_of_rows(const double* value, const int32_t* which, int64_t n, const double* rows,
                               int64_t width, double* out))

}  // namespace gnomon
