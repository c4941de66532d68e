#include "sparse.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace gnomon {

constexpr int64_t rows_per_block = 256;

void sparse_product(const SparseMatrix& S, const double* B, int64_t width, int threads, double* out) {
    const auto sum = GNOMON_CHOSEN(sum_of_rows);
    parallel(threads, blocks_of(S.rows, rows_per_block), [&](int64_t block) {
        for (int64_t i = block * rows_per_block; i < std::min(S.rows, (block + 1) * rows_per_block); i++) {
            const int64_t first = S.begin[i], n = S.begin[i + 1] - first;
            sum(S.value + first, S.column + first, n, B, width, out + i * width);
        }
    });
}

}  // namespace gnomon
