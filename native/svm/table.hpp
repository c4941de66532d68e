// Dense or sparse rows in single or double precision, and the kernel between the rows of two tables.
#pragma once

#include <cstdint>
#include <vector>

#include "../buffer.hpp"
#include "loops.hpp"

namespace gnomon {

// The rows as Python passes them: dense values (n, d), or CSR rows (start, index, values).
struct InputRows {
    int64_t n, d;
    const double* values;
    const int32_t* index = nullptr;
    const int64_t* start = nullptr;  // null for dense rows
};

template <class Real>
struct Table {
    int64_t n = 0, d = 0;
    bool is_sparse = false;
    std::vector<Real> values;
    std::vector<int32_t> index;
    std::vector<int64_t> start;
    std::vector<Real> squares;  // |x_i|^2

    Table() = default;
    // (x - center) / length; sparse rows are not centered.
    Table(const InputRows& input, const double* center, double length);

    Table rows(const int64_t* row, int64_t m) const;
};

// The mean of each column.
std::vector<double> mean_of(const InputRows& input);

// out[i][j] = kernel(row first_a + i of a, row first_b + j of b), rows `stride` apart.
template <class Real>
void kernel_block(const Kernel& kernel, const Table<Real>& a, int64_t first_a, int64_t m,
                  const Table<Real>& b, int64_t first_b, int64_t n, Real* out, int64_t stride);

// out[i][k] = sum_j coef[k][j] kernel(a_i, b_j) for the rows first .. last of a, in double throughout.
void kernel_sums(const Kernel& kernel, const Table<double>& a, int64_t first, int64_t last,
                 const Table<double>& b, const double* coef, int64_t sums, double* out, int threads);

}  // namespace gnomon
