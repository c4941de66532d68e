// Sorted columns: checks of their arrays.
#pragma once

#include <vector>

#include "../splits/sorted_columns.hpp"
#include "arrays.hpp"

namespace gnomon {

// Each row of order must be a permutation of the row indices: the scans rely on it.
inline void check_permutations(const int32_t* order, int64_t d, int64_t n) {
    std::vector<uint8_t> seen(static_cast<size_t>(n));
    for (int64_t column = 0; column < d; column++, order += n) {
        std::fill(seen.begin(), seen.end(), uint8_t{0});
        for (int64_t i = 0; i < n; i++)
            if (order[i] < 0 || order[i] >= n || seen[order[i]]++)
                refuse("order of column " + std::to_string(column) + " does not name every row once");
    }
}

template <class Real>
SortedColumns<Real> sorted_columns(const Matrix<Real>& values, const Matrix<int32_t>& order,
                                   const std::optional<Vector<uint8_t>>& member, int threads) {
    check_threads(threads);
    const int64_t d = length(values.shape(0)), n = length(values.shape(1));
    check_row_count(n);
    if (length(order.shape(0)) != d || length(order.shape(1)) != n)
        refuse("values and order have different shapes");
    check_permutations(order.data(), d, n);
    return {values.data(), order.data(), n, d, data_or_null("member", member, n)};
}

}  // namespace gnomon
