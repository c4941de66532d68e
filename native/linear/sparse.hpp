// The product of a sparse and a dense matrix.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// A CSR matrix: row i has the values [begin_i, begin_i+1) in their columns.
struct SparseMatrix {
    const double* value;
    const int32_t* column;
    const int32_t* begin;
    int64_t rows;
};

// out (rows, width) = S B for B (columns of S, width).
void sparse_product(const SparseMatrix& S, const double* B, int64_t width, int threads, double* out);

// out[c] = sum_i value_i rows[index_i][c].
GNOMON_LEVELS(void sum_of_rows(const double* value, const int32_t* index, int64_t n, const double* rows,
                               int64_t width, double* out))

}  // namespace gnomon
