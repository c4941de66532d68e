// Rows are summed in blocks of one length, so that the number of threads changes no bit.
#include "logistic.hpp"

#include <algorithm>
#include <vector>

#include "../parallel.hpp"

namespace gnomon {

constexpr int64_t rows_a_block = 4096;

double logistic_terms(const double* z, const double* y, const double* w, int64_t n, int threads, double* slope,
                      double* bend) {
    const auto of_block = GNOMON_CHOSEN(logistic_block);
    const int64_t blocks = blocks_of(n, rows_a_block);
    std::vector<double> parts(static_cast<size_t>(blocks));
    // A thread costs more to start than a few blocks take.
    const int useful = static_cast<int>(std::min<int64_t>(threads, blocks_of(blocks, 8)));
    parallel(useful, blocks, [&](int64_t block) {
        const int64_t first = block * rows_a_block, rows = std::min(n - first, rows_a_block);
        parts[static_cast<size_t>(block)] =
            of_block(z + first, y + first, w + first, rows, slope + first, bend + first);
    });
    double loss = 0;
    for (const double part : parts) loss += part;
    return loss;
}

}  // namespace gnomon
