// A square distance matrix whose rows are aligned to 64 bytes, and the panels of rows it is computed from.
#pragma once

#include <algorithm>
#include <limits>

#include "../buffer.hpp"
#include "../loops/loops.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gnomon {

inline int64_t whole_panels(int64_t n) { return (n + panel_rows - 1) / panel_rows * panel_rows; }

// Distant rows are read one after another: with small pages each access would miss the TLB.
inline void use_large_pages(double* values, int64_t n) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const auto begin = (reinterpret_cast<uintptr_t>(values) + 4095) / 4096 * 4096;
    const auto end = reinterpret_cast<uintptr_t>(values + n) / 4096 * 4096;
    if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
    static_cast<void>(values);
    static_cast<void>(n);
#endif
}

struct Square {
    int64_t n, stride;
    Buffer<double> cells;

    explicit Square(int64_t rows) : n(rows), stride(whole_panels(rows)), cells(rows * stride) {
        use_large_pages(cells.data(), rows * stride);
    }
    double* row(int64_t i) const { return cells.data() + i * stride; }
};

// Rows (n, d) in panels of 32, column by column; padded with infinity.
inline Buffer<double> panels_of(const double* x, int64_t n, int64_t d) {
    Buffer<double> panels(whole_panels(n) * std::max<int64_t>(d, 1));
    for (int64_t i = 0; i < whole_panels(n); i++)
        for (int64_t j = 0; j < d; j++)
            panels[(i / panel_rows * d + j) * panel_rows + i % panel_rows] =
                i < n ? x[i * d + j] : std::numeric_limits<double>::infinity();
    return panels;
}

}  // namespace gnomon
