// score_ic = constant_c + sum_j x_ij weight_jc, in one pass that also finds the smallest value.
#include "count_scores.hpp"

#include <algorithm>
#include <vector>

#include "../buffer.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t block_rows = 512;

// A small number of classes is a compile-time constant (fixed > 0), so that their sums stay in registers.
template <int fixed>
void score_block(Rows<double> x, const CountWeights& w, int64_t from, int64_t end, double* score,
                 double* low) {
    const int64_t K = fixed > 0 ? fixed : w.n_classes, d = x.d;
    for (int64_t i = from; i < end; i++) {
        const double* row = x.x + i * d;
        double few[fixed > 0 ? fixed : 1];
        double* s = fixed > 0 ? few : score + i * K;
        std::copy_n(w.constant, K, s);
        for (int64_t j = 0; j < d; j++)
            for (int64_t c = 0; c < K; c++) s[c] += row[j] * w.weight[j * K + c];
        for (int64_t j = 0; j < d; j++) low[j] = row[j] < low[j] ? row[j] : low[j];
        if (fixed > 0) std::copy_n(few, fixed, score + i * K);
    }
}

}  // namespace

double count_scores(Rows<double> x, const CountWeights& weights, int threads, double* score) {
    const int64_t blocks = blocks_of(x.n, block_rows);
    std::vector<double> lows(static_cast<size_t>(blocks), 0.0);
    parallel(
        threads, blocks, [&] { return Buffer<double>(x.d); },
        [&](int64_t block, const Buffer<double>& low) {
            const int64_t from = block * block_rows, end = std::min(x.n, from + block_rows);
            std::fill_n(low.data(), x.d, 0.0);
            switch (weights.n_classes) {
                case 2: score_block<2>(x, weights, from, end, score, low.data()); break;
                case 3: score_block<3>(x, weights, from, end, score, low.data()); break;
                case 4: score_block<4>(x, weights, from, end, score, low.data()); break;
                default: score_block<0>(x, weights, from, end, score, low.data());
            }
            for (int64_t j = 0; j < x.d; j++) lows[block] = std::min(lows[block], low[j]);
        });
    return blocks == 0 ? 0.0 : *std::min_element(lows.begin(), lows.end());
}

}  // namespace gnomon
