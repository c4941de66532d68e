// score_ic = constant_c + sum_j value_c[level of x_ij in column j].
#include <algorithm>

#include "../parallel.hpp"
#include "levels.hpp"

namespace gnomon {

namespace {

constexpr int64_t block_rows = 512;

// A small number of classes is a compile-time constant (fixed > 0), so that their sums stay in registers.
template <int fixed, class Value, class LevelOf>
void score_block(Rows<Value> x, const LevelTable& table, int64_t from, int64_t end, double* score,
                 const LevelOf& level_of) {
    const int64_t K = fixed > 0 ? fixed : table.n_classes, d = x.d;
    for (int64_t i = from; i < end; i++) {
        double few[fixed > 0 ? fixed : 1];
        double* s = fixed > 0 ? few : score + i * K;
        std::copy_n(table.constant, K, s);
        for (int64_t j = 0; j < d; j++) {
            const int64_t first = table.begin[j];
            const int64_t level = level_of(x.x[i * d + j], table.begin[j + 1] - first);
            if (level < 0) continue;
            const double* value = table.value + (first + level) * K;
            for (int64_t c = 0; c < K; c++) s[c] += value[c];
        }
        if (fixed > 0) std::copy_n(few, fixed, score + i * K);
    }
}

// level_of(value, how many levels its column has): the level, or -1 for none.
template <class Value, class LevelOf>
void score_rows(Rows<Value> x, const LevelTable& table, int threads, double* score, const LevelOf& level_of) {
    parallel(threads, blocks_of(x.n, block_rows), [&](int64_t block) {
        const int64_t from = block * block_rows, end = std::min(x.n, from + block_rows);
        switch (table.n_classes) {
            case 2: return score_block<2>(x, table, from, end, score, level_of);
            case 3: return score_block<3>(x, table, from, end, score, level_of);
            case 4: return score_block<4>(x, table, from, end, score, level_of);
            default: return score_block<0>(x, table, from, end, score, level_of);
        }
    });
}

}  // namespace

template <class Value>
void level_scores(Rows<Value> x, const LevelTable& table, int threads, double* score) {
    score_rows(x, table, threads, score, [](Value v, int64_t n_levels) -> int64_t {
        if (!(v >= Value(0)) || !(static_cast<double>(v) < static_cast<double>(n_levels))) return -1;
        const int64_t level = static_cast<int64_t>(v);
        return static_cast<Value>(level) == v ? level : -1;
    });
}

void bernoulli_scores(Rows<double> x, double threshold, const LevelTable& table, int threads, double* score) {
    score_rows(x, table, threads, score, [threshold](double v, int64_t) -> int64_t {
        return v != v ? -1 : v > threshold;
    });
}

template void level_scores<double>(Rows<double>, const LevelTable&, int, double*);
template void level_scores<float>(Rows<float>, const LevelTable&, int, double*);
template void level_scores<int64_t>(Rows<int64_t>, const LevelTable&, int, double*);
template void level_scores<int32_t>(Rows<int32_t>, const LevelTable&, int, double*);
template void level_scores<uint8_t>(Rows<uint8_t>, const LevelTable&, int, double*);

}  // namespace gnomon
