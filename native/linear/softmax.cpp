// The largest score of a row is subtracted first, so that no exponential overflows (log-sum-exp). Rows are
// summed in blocks of fixed size, so that the number of threads does not change a bit.
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t rows_a_block = 2048;

// The loss of one row of scores z, without its weight; out becomes exp(z) / sum, times the weight.
double row_loss(const double* z, int64_t k, int64_t code, double weight, double* out) {
    const double top = *std::max_element(z, z + k);
    double total = 0;
    for (int64_t c = 0; c < k; c++) total += out[c] = std::exp(z[c] - top);
    const double share = weight / total;
    for (int64_t c = 0; c < k; c++) out[c] *= share;
    out[code] -= weight;
    return std::log(total) + top - z[code];
}

}  // namespace

double softmax_loss(const double* scores, const int64_t* code, const double* weight, int64_t n, int64_t k,
                    int threads, double* slope) {
    std::vector<double> parts(static_cast<size_t>(blocks_of(n, rows_a_block)));
    parallel(threads, blocks_of(n, rows_a_block), [&](int64_t block) {
        double sum = 0;
        for (int64_t i = block * rows_a_block; i < std::min(n, (block + 1) * rows_a_block); i++)
            sum += weight[i] * row_loss(scores + i * k, k, code[i], weight[i], slope + i * k);
        parts[static_cast<size_t>(block)] = sum;
    });
    double loss = 0;
    for (const double part : parts) loss += part;
    return loss;
}

}  // namespace gnomon
