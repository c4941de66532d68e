// Donors in blocks, whose sums stay in the L1 cache during the pass over the columns.
#include "gower.hpp"

#include <algorithm>
#include <array>

#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

void gower(const Rows<double>& row, const double* donor, int64_t n_donors, const double* scale,
           const uint8_t* is_category, int threads, double* distance) {
    constexpr int64_t block = 1024;
    const auto add_gaps = GNOMON_CHOSEN(add_gaps);
    parallel(threads, row.n, [&](int64_t i) {
        const double* own = row.x + i * row.d;
        std::array<double, block> shared;
        for (int64_t first = 0; first < n_donors; first += block) {
            const int64_t n = std::min(block, n_donors - first);
            double* total = distance + i * n_donors + first;
            std::fill_n(total, n, 0.0);
            std::fill_n(shared.data(), n, 0.0);
            for (int64_t k = 0; k < row.d; k++)
                if (own[k] == own[k])
                    add_gaps(own[k], donor + k * n_donors + first, n, scale[k], is_category[k] != 0, total,
                             shared.data());
            for (int64_t j = 0; j < n; j++) total[j] = shared[j] > 0 ? total[j] / shared[j] : 1.0;
        }
    });
}

}  // namespace gnomon
