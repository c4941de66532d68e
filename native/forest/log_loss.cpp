#include "log_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../parallel.hpp"

namespace gnomon::forest {

double log_loss(const double* score, const uint8_t* y, const double* weight, int64_t n, int threads,
                double* slope, double* curvature) {
    constexpr int64_t block = 4096;
    std::vector<double> sums(static_cast<size_t>(blocks_of(n, block)), 0.0);
    parallel(threads, blocks_of(n, block), [&](int64_t task) {
        const int64_t from = task * block, end = std::min(n, from + block);
        double sum = 0.0, product = 1.0;
        for (int64_t i = from; i < end; i++) {
            // e = exp(-|score|) cannot overflow; p of the likelier side is 1 / (1 + e).
            const double e = std::exp(-std::abs(score[i])), likelier = 1.0 / (1.0 + e);
            const double w = weight ? weight[i] : 1.0;
            const double p = score[i] >= 0 ? likelier : e * likelier;
            const double wrong = (score[i] >= 0) == (y[i] != 0) ? 0.0 : std::abs(score[i]);
            slope[i] = w * (p - y[i]);
            curvature[i] = w * (e * likelier * likelier);
            // -log p(truth) = wrong + log(1 + e); eight logarithms in one where weights are equal.
            sum += w * wrong;
            if (weight) {
                sum += w * std::log1p(e);
            } else {
                product *= 1.0 + e;
                if ((i & 7) == 7) sum += std::log(product), product = 1.0;
            }
        }
        sums[static_cast<size_t>(task)] = sum + std::log(product);
    });
    double total = 0.0;
    for (const double sum : sums) total += sum;
    return total;
}

}  // namespace gnomon::forest
