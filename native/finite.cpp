// The smallest i for which values_i is infinite or NaN: 0 values_i is then NaN, else 0, so a block of numbers
// is finite if and only if the sum of 0 values_i over it is 0.
#include "finite.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t block = 1 << 16;

template <class Real>
bool is_finite(const Real* values, int64_t n) {
    // Sums side by side, so that the loop can be vectorized at any width.
    constexpr int lanes = 32;
    Real sum[lanes] = {};
    int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (int lane = 0; lane < lanes; lane++) sum[lane] += 0 * values[i + lane];
    for (; i < n; i++) sum[0] += 0 * values[i];
    Real total = 0;
    for (Real each : sum) total += each;
    return total == 0;
}

}  // namespace

template <class Real>
int64_t first_not_finite(const Real* values, int64_t n, int threads) {
    const int64_t blocks = blocks_of(n, block);
    std::atomic<int64_t> first{blocks};
    parallel(threads, blocks, [&](int64_t b) {
        if (b >= first || is_finite(values + b * block, std::min(block, n - b * block))) return;
        for (int64_t seen = first; b < seen && !first.compare_exchange_weak(seen, b);) {
        }
    });
    if (first == blocks) return -1;
    int64_t index = first * block;
    while (std::isfinite(values[index])) index++;
    return index;
}

template int64_t first_not_finite(const double*, int64_t, int);
template int64_t first_not_finite(const float*, int64_t, int);

}  // namespace gnomon
