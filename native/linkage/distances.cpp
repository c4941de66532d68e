// The distance matrix, panel by panel: a panel stays in the L1 cache for a block of rows.
#include "../parallel.hpp"
#include "linkage.hpp"

namespace gnomon {

namespace {
constexpr int64_t rows_per_block = 32;
constexpr int64_t blocks_per_check = 64;
}  // namespace

Square squared_distances(const double* x, int64_t n, int64_t d, int threads, Interrupt& interrupt) {
    Square table(n);
    const Buffer<double> panels = panels_of(x, n, d);
    const auto fill_block = [&](int64_t block) {
        const int64_t first = block * rows_per_block, last = std::min(n, first + rows_per_block);
        for (int64_t p = 0; p < table.stride / panel_rows; p++)
            for (int64_t i = first; i < last; i++) {
                const double* panel = panels.data() + p * panel_rows * d;
                loops().distances(Metric::euclidean, panel, d, x + i * d, nullptr, nullptr, 0.0,
                                  table.row(i) + p * panel_rows);
            }
    };
    const int64_t blocks = blocks_of(n, rows_per_block);
    for (int64_t begin = 0; begin < blocks; begin += blocks_per_check) {
        interrupt.check();
        parallel(threads, std::min(blocks_per_check, blocks - begin),
                 [&](int64_t block) { fill_block(begin + block); });
    }
    return table;
}

}  // namespace gnomon
