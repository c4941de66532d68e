// v_k(x) = sum of alpha_t over the stumps t that predict class k.
#include "votes.hpp"

#include <cmath>

namespace gnomon {

void add_votes(const Thresholds& stumps, const double* x, int64_t n, int64_t d, int64_t classes,
               double* votes) {
    for (int64_t i = 0; i < n; i++)
        for (int64_t t = 0; t < stumps.n; t++) {
            const double value = x[i * d + stumps.feature[t]];
            const int32_t side = value > stumps.threshold[t] ? stumps.above[t] : stumps.below[t];
            votes[i * classes + (std::isnan(value) ? stumps.missing[t] : side)] += stumps.alpha[t];
        }
}

}  // namespace gnomon
