// The sums behind the cluster means, updated by the rows whose label changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gnomon::kmeans {

// The change of the clusters' sums (about the table's origin) by one task: rows that were added, less those
// removed.
struct Change {
    std::vector<double> sum, weight;
    std::vector<int64_t> count;  // rows of positive weight
    std::vector<char> is_touched;
    int64_t moved = 0, scanned = 0;

    void clear(int64_t k, int64_t d) {
        sum.resize(static_cast<size_t>(k * d));
        weight.assign(static_cast<size_t>(k), 0.0);
        count.assign(static_cast<size_t>(k), 0);
        is_touched.assign(static_cast<size_t>(k), 0);
        moved = scanned = 0;
    }

    template <class Real>
    void add(int64_t c, const Real* x, const double* origin, int64_t d, double w) {
        double* to = sum.data() + c * d;
        if (!is_touched[static_cast<size_t>(c)]) std::fill_n(to, d, 0.0);
        is_touched[static_cast<size_t>(c)] = 1;
        weight[static_cast<size_t>(c)] += w;
        count[static_cast<size_t>(c)] += (w > 0) - (w < 0);
        for (int64_t j = 0; j < d; j++) to[j] += w * (x[j] - origin[j]);
    }
};

// The weighted sums of the clusters' rows about the table's origin.
struct Sums {
    int64_t k, d;
    std::vector<double> sum, weight;
    std::vector<int64_t> count;

    Sums(int64_t k_, int64_t d_) : k(k_), d(d_) { clear(); }

    void clear() {
        sum.assign(static_cast<size_t>(k * d), 0.0);
        weight.assign(static_cast<size_t>(k), 0.0);
        count.assign(static_cast<size_t>(k), 0);
    }

    void add(const Change& change) {
        for (int64_t c = 0; c < k; c++) {
            const size_t at = static_cast<size_t>(c);
            if (!change.is_touched[at]) continue;
            weight[at] += change.weight[at];
            count[at] += change.count[at];
            for (size_t j = at * static_cast<size_t>(d); j < (at + 1) * static_cast<size_t>(d); j++)
                sum[j] += change.sum[j];
        }
    }

    bool has_empty_cluster(int64_t empty_threshold) const {
        if (empty_threshold < 0) return false;
        for (size_t c = 0; c < count.size(); c++)
            if (count[c] == 0 || weight[c] <= static_cast<double>(empty_threshold)) return true;
        return false;
    }

    // Writes the mean of each cluster to `center`; the center of an empty cluster stays. Returns the shifts.
    std::vector<double> means(const std::vector<double>& origin, double* center) const {
        std::vector<double> move(static_cast<size_t>(k), 0.0);
        for (int64_t c = 0; c < k; c++) {
            const size_t at = static_cast<size_t>(c);
            if (count[at] == 0) continue;
            double square = 0;
            for (int64_t j = 0; j < d; j++) {
                const double mean =
                    origin[static_cast<size_t>(j)] + sum[static_cast<size_t>(c * d + j)] / weight[at];
                square += (mean - center[c * d + j]) * (mean - center[c * d + j]);
                center[c * d + j] = mean;
            }
            move[at] = std::sqrt(square);
        }
        return move;
    }
};

}  // namespace gnomon::kmeans
