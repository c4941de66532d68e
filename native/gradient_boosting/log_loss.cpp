#include "log_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../parallel.hpp"

namespace gnomon::gradient_boosting {

double log_loss(const double* score, const uint8_t* y, const double* weight, int64_t n, int threads,
                double* gradient, double* hessian) {
    constexpr int64_t block = 4096;
    std::vector<double> sums(static_cast<size_t>(blocks_of(n, block)), 0.0);
    parallel(threads, blocks_of(n, block), [&](int64_t task) {
        const int64_t from = task * block, end = std::min(n, from + block);
        double sum = 0.0, product = 1.0;
        for (int64_t i = from; i < end; i++) {
            // e = exp(-|score|) cannot overflow; the probability of the more likely class is 1 / (1 + e).
            const double e = std::exp(-std::abs(score[i])), larger = 1.0 / (1.0 + e);
            const double w = weight ? weight[i] : 1.0;
            const double p = score[i] >= 0 ? larger : e * larger;
            const double wrong = (score[i] >= 0) == (y[i] != 0) ? 0.0 : std::abs(score[i]);
            gradient[i] = w * (p - y[i]);
            hessian[i] = w * (e * larger * larger);
            // -log p(y) = wrong + log(1 + e); one logarithm of a product of eight where weights are equal.
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

}  // namespace gnomon::gradient_boosting
