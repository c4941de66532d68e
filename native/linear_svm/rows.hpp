// Rows as coordinate descent uses them: one at a time, for a dot product with w or an update of w.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loops.hpp"

namespace gnomon::linear_svm {

// Dense rows (n, columns), not copied.
template <class Real>
struct DenseTable {
    const Real* x;
    int64_t columns;
    double (*dot_loop)(const Real*, const double*, int64_t);
    void (*add_loop)(const Real*, double, double*, int64_t);

    DenseTable(const Real* x, int64_t columns);

    double dot(int64_t row, const double* w) const { return dot_loop(x + row * columns, w, columns); }
    void add(int64_t row, double amount, double* w) const {
        add_loop(x + row * columns, amount, w, columns);
    }
    double square(int64_t row) const;
    void prefetch(int64_t row) const {
        const char* line = reinterpret_cast<const char*>(x + row * columns);
        const int64_t bytes = columns * static_cast<int64_t>(sizeof(Real));
        for (int64_t at = 0; at < bytes && at < 512; at += 64) __builtin_prefetch(line + at);
    }
    void prefetch_offset(int64_t) const {}
};

// Sparse rows: each column index is stored beside its value, so that a row is contiguous in memory. Duplicate
// entries are summed.
template <class Real>
struct SparseTable {
    struct Entry {
        int32_t column;
        Real value;
    };
    std::vector<int64_t> begin;
    std::vector<Entry> entries;

    SparseTable(const Real* values, const int32_t* columns, const int32_t* from, int64_t rows, int64_t width);

    double dot(int64_t row, const double* w) const;
    void add(int64_t row, double amount, double* w) const;
    double square(int64_t row) const;
    void prefetch(int64_t row) const {
        const char* line = reinterpret_cast<const char*>(entries.data() + begin[row]);
        const char* end = reinterpret_cast<const char*>(entries.data() + begin[row + 1]);
        for (int at = 0; line < end && at < 8; at++, line += 64) __builtin_prefetch(line);
    }
    void prefetch_offset(int64_t row) const { __builtin_prefetch(&begin[row]); }
};

}  // namespace gnomon::linear_svm
