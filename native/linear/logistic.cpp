// Rows are summed in blocks of a fixed length, so that the result does not depend on the number of threads.
#include "logistic.hpp"

#include <algorithm>
#include <vector>

#include "../parallel.hpp"

namespace gnomon {

constexpr int64_t rows_per_block = 4096;

double logistic_terms(const double* z, const double* y, const double* w, int64_t n, int threads,
                      double* slope, double* curvature) {
    const auto of_block = GNOMON_CHOSEN(logistic_block);
    const int64_t blocks = blocks_of(n, rows_per_block);
    std::vector<double> parts(static_cast<size_t>(blocks));
    // Starting a thread takes longer than a few blocks.
    const int useful = static_cast<int>(std::min<int64_t>(threads, blocks_of(blocks, 8)));
    parallel(useful, blocks, [&](int64_t block) {
        const int64_t first = block * rows_per_block, rows = std::min(n - first, rows_per_block);
        parts[static_cast<size_t>(block)] =
            of_block(z + first, y + first, w + first, rows, slope + first, curvature + first);
    });
    double loss = 0;
    for (const double part : parts) loss += part;
    return loss;
}

}  // namespace gnomon
