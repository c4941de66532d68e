// score_ic = constant_c - 1/2 sum_j precision_cj (x_ij - mean_cj)^2, by direct differences: nothing cancels.
#include "gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "../buffer.hpp"
#include "../loops/loops.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t block_rows = 512;
constexpr double equal_scores = 1e-12;  // relative difference below which scores are equal

template <class Real>
void score_block(Rows<Real> x, const Gaussians& g, int64_t from, int64_t rows, double* score) {
    row_loops<Real>().gaussian(x.x + from * x.d, rows, x.d, g.mean, g.precision, g.constant, g.classes,
                               score);
}

}  // namespace

template <class Real>
void gaussian_scores(Rows<Real> x, const Gaussians& g, int threads, double* score) {
    parallel(threads, blocks_of(x.n, block_rows), [&](int64_t block) {
        const int64_t from = block * block_rows;
        score_block(x, g, from, std::min(block_rows, x.n - from), score + from * g.classes);
    });
}

template <class Real>
void gaussian_argmax(Rows<Real> x, const Gaussians& g, int threads, int32_t* code) {
    parallel(threads, blocks_of(x.n, block_rows), [&](int64_t block) {
        const int64_t from = block * block_rows, rows = std::min(block_rows, x.n - from);
        Buffer<double> score(rows * g.classes);
        score_block(x, g, from, rows, score.data());
        for (int64_t i = 0; i < rows; i++) {
            const double* row = score.data() + i * g.classes;
            const double best = *std::max_element(row, row + g.classes);
            const double equal = best - equal_scores * std::abs(best);
            const double* first = std::find_if(row, row + g.classes, [&](double s) { return s >= equal; });
            code[from + i] = std::isfinite(best) ? static_cast<int32_t>(first - row) : -1;
        }
    });
}

template void gaussian_scores<double>(Rows<double>, const Gaussians&, int, double*);
template void gaussian_scores<float>(Rows<float>, const Gaussians&, int, double*);
template void gaussian_argmax<double>(Rows<double>, const Gaussians&, int, int32_t*);
template void gaussian_argmax<float>(Rows<float>, const Gaussians&, int, int32_t*);

}  // namespace gnomon
