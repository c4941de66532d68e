// The rows and the centers in the layout of the assignment step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../buffer.hpp"
#include "../rows.hpp"
#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon::kmeans {

constexpr double unit_roundoff = 0x1p-24;  // of single precision
constexpr int64_t rows_per_block = 2048;

inline int64_t padded(int64_t n, int64_t multiple) { return blocks_of(n, multiple) * multiple; }

// Rows centered at a point among them, scaled by a power of two to a largest value of about 1, in single
// precision; `size` is the norm of each. What single precision leaves open is decided from the original rows.
template <class Real>
struct Table {
    Rows<Real> data;
    int64_t stride;
    std::vector<double> origin;
    double scale = 1;
    Buffer<float> x, size;

    Table(Rows<Real> rows, int threads)
        : data(rows), stride(padded(rows.d, single_lanes)), origin(static_cast<size_t>(rows.d)),
          x(rows.n * stride), size(rows.n) {
        center();
        parallel(threads, blocks_of(data.n, rows_per_block), [&](int64_t block) {
            const int64_t end = std::min(data.n, (block + 1) * rows_per_block);
            for (int64_t i = block * rows_per_block; i < end; i++) fill(i);
        });
    }

    // The origin: the median of some rows by column, which is robust to outliers.
    void center() {
        const int64_t step = blocks_of(data.n, 1024);
        std::vector<double> column;
        double largest = 0;
        for (int64_t j = 0; j < data.d; j++) {
            column.clear();
            for (int64_t i = 0; i < data.n; i += step) column.push_back(data.x[i * data.d + j]);
            const auto middle = column.begin() + static_cast<int64_t>(column.size() / 2);
            std::nth_element(column.begin(), middle, column.end());
            const double origin_j = *middle;
            for (const double value : column) largest = std::max(largest, std::abs(value - origin_j));
            origin[static_cast<size_t>(j)] = origin_j;
        }
        if (largest > 0) scale = std::exp2(-std::ilogb(largest));
    }

    void fill(int64_t i) {
        float* to = x.data() + i * stride;
        const Real* from = data.x + i * data.d;
        for (int64_t j = 0; j < data.d; j++)
            to[j] = static_cast<float>((from[j] - origin[static_cast<size_t>(j)]) * scale);
        for (int64_t j = data.d; j < stride; j++) to[j] = 0;
        double square[single_lanes] = {};
        for (int64_t j = 0; j < stride; j += single_lanes)
            for (int t = 0; t < single_lanes; t++) square[t] += static_cast<double>(to[j + t]) * to[j + t];
        size[i] = static_cast<float>(std::sqrt((square[0] + square[1]) + (square[2] + square[3])));
    }
};

// The centers in the forms that the loops read, and how far they have moved.
struct Centers {
    int64_t k, d, stride, k_single, k_exact;
    Buffer<float> single, half;
    // drift: the shift of each center; others: the largest shift of the others; gap: half the distance to the
    // nearest other center.
    Buffer<float> drift, others, gap;
    Buffer<double> exact;  // column by column, in the units of the data
    double longest = 0;

    Centers(int64_t k_, int64_t d_, int64_t stride_)
        : k(k_), d(d_), stride(stride_), k_single(padded(k_, center_group)),
          k_exact(padded(k_, center_lanes)), single(k_single * stride_, zeroed), half(k_single),
          drift(k_, zeroed), others(k_, zeroed), gap(k_, zeroed),
          exact(d_ * k_exact) {
        std::fill_n(half.data(), k_single, std::numeric_limits<float>::max() / 4);
        std::fill_n(exact.data(), d * k_exact, std::numeric_limits<double>::infinity());
    }

    template <class Real>
    void load(const double* center, const Table<Real>& table) {
        longest = 0;
        for (int64_t c = 0; c < k; c++) {
            double square = 0;
            for (int64_t j = 0; j < d; j++) {
                exact[j * k_exact + c] = center[c * d + j];
                const double value = (center[c * d + j] - table.origin[static_cast<size_t>(j)]) * table.scale;
                single[c * stride + j] = static_cast<float>(value);
                square += value * value;
            }
            half[c] = static_cast<float>(square / 2);
            longest = std::max(longest, std::sqrt(square));
        }
    }

    // Half the distance from each center to the nearest other one, reduced by the rounding error.
    void find_gaps(const double* center, double scale, int threads) {
        const auto distances = GNOMON_CHOSEN(squared_distances);
        const auto make_workspace = [&] { return Buffer<double>(k_exact); };
        parallel(threads, k, make_workspace, [&](int64_t c, Buffer<double>& squares) {
            distances(center + c * d, d, exact.data(), k_exact, squares.data());
            squares[c] = std::numeric_limits<double>::infinity();
            const double nearest = std::sqrt(*std::min_element(squares.data(), squares.data() + k));
            gap[c] = static_cast<float>(std::min(nearest * scale / 2 * (1 - 1e-6), 1e30));
        });
    }

    void find_drifts(const double* move, double scale) {
        float max_iter = 0, next = 0;
        int64_t fastest = -1;
        for (int64_t c = 0; c < k; c++) {
            drift[c] = static_cast<float>(move[c] * scale * (1 + 1e-6));
            if (drift[c] > max_iter) {
                next = max_iter, max_iter = drift[c], fastest = c;
            } else {
                next = std::max(next, drift[c]);
            }
        }
        for (int64_t c = 0; c < k; c++) others[c] = c == fastest ? next : max_iter;
    }
};

}  // namespace gnomon::kmeans
