// count_uv = sum of w_i over rows with a_i = u and b_i = v; rows with a negative code are left out.
#include "contingency.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t min_chunk = 65536, partial_values = 8'000'000;

}  // namespace

template <class Code>
bool contingency(const Code* a, const Code* b, int64_t n, int64_t n_a, int64_t n_b, const double* weight,
                 int threads, double* count) {
    const int64_t cells = n_a * n_b, max_chunks = std::clamp<int64_t>(partial_values / (cells + 1), 1, 64);
    const int64_t chunk = std::max(min_chunk, blocks_of(n, max_chunks)), chunks = blocks_of(n, chunk);
    std::vector<std::vector<double>> parts(static_cast<size_t>(chunks));
    std::atomic<bool> in_range{true};
    parallel(threads, chunks, [&](int64_t c) {
        std::vector<double>& part = parts[c];
        part.assign(static_cast<size_t>(cells), 0.0);
        for (int64_t i = c * chunk; i < std::min(n, (c + 1) * chunk); i++) {
            if (a[i] >= n_a || b[i] >= n_b) {
                in_range = false;
                return;
            }
            if (a[i] >= 0 && b[i] >= 0) part[a[i] * n_b + b[i]] += weight ? weight[i] : 1.0;
        }
    });
    std::fill(count, count + cells, 0.0);
    for (const auto& part : parts)
        if (in_range)
            for (int64_t cell = 0; cell < cells; cell++) count[cell] += part[cell];
    return in_range;
}

template bool contingency<int32_t>(const int32_t*, const int32_t*, int64_t, int64_t, int64_t, const double*,
                                   int, double*);
template bool contingency<int64_t>(const int64_t*, const int64_t*, int64_t, int64_t, int64_t, const double*,
                                   int, double*);

}  // namespace gnomon
