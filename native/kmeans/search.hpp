// The nearest center of every row, skipping rows whose label provably stays the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../parallel.hpp"
#include "lloyd.hpp"
#include "sums.hpp"
#include "table.hpp"

namespace gnomon::kmeans {

constexpr int64_t max_tasks = 64, max_cells = int64_t{1} << 23;

template <class Real>
double gap_squared(const Real* x, const double* center, int64_t d) {
    double sum[4] = {};
    int64_t j = 0;
    for (; j + 4 <= d; j += 4)
        for (int t = 0; t < 4; t++) sum[t] += (x[j + t] - center[j + t]) * (x[j + t] - center[j + t]);
    for (; j < d; j++) sum[0] += (x[j] - center[j]) * (x[j] - center[j]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Squared distances within this fraction of the smallest are ties up to rounding: the first center is taken.
constexpr double equal_squares = 0x1p-32;

// The assignment step with Hamerly's two bounds: upper_i on the distance to the row's own center, lower_i on
// that to any other. The label of a row stays the same while upper <= max(lower, gap).
template <class Real>
class Search {
public:
    Search(Rows<Real> data, const double* weight, int64_t k, const LloydOptions& options, int32_t* label)
        : table_(data, options.threads), centers_(k, data.d, table_.stride), weight_(weight),
          options_(options), label_(label), upper_(data.n), lower_(data.n), n_tasks_(count_tasks(data, k)),
          rows_per_task_(blocks_of(data.n, n_tasks_)), changes_(static_cast<size_t>(n_tasks_)),
          tightens_bounds_(k * data.d > 1000) {}

    const Table<Real>& table() const { return table_; }

    void nearest(const double* center, bool is_first) {
        centers_.load(center, table_);
        const bool bounded = options_.bounded && !is_first;
        if (bounded && k() * 8 <= table_.data.n) centers_.find_gaps(center, table_.scale, options_.threads);
        parallel(
            options_.threads, n_tasks_, [&] { return Workspace(centers_); },
            [&](int64_t task, Workspace& workspace) {
                Change& change = changes_[static_cast<size_t>(task)];
                change.clear(k(), table_.data.d);
                workspace.change = &change;
                workspace.is_first = is_first;
                visit(task, bounded, workspace);
            });
    }

    void store_moves(const double* move) { centers_.find_drifts(move, table_.scale); }

    // Adds the changes to the sums; the numbers of rows whose label changed, and that were scanned.
    std::pair<int64_t, int64_t> collect(Sums& sums) const {
        std::pair<int64_t, int64_t> rows{0, 0};
        for (const Change& change : changes_) {
            sums.add(change);
            rows.first += change.moved;
            rows.second += change.scanned;
        }
        return rows;
    }

    // The sums over all rows computed anew, without the accumulated rounding errors of the changes.
    void sum_all(Sums& sums) {
        parallel(options_.threads, n_tasks_, [&](int64_t task) {
            Change& change = changes_[static_cast<size_t>(task)];
            change.clear(k(), table_.data.d);
            const int64_t end = std::min(table_.data.n, (task + 1) * rows_per_task_);
            for (int64_t i = task * rows_per_task_; i < end; i++)
                change.add(label_[i], table_.data.x + i * table_.data.d, table_.origin.data(), table_.data.d,
                           weight_of(i));
        });
        sums.clear();
        collect(sums);
    }

    // sum_i w_i |x_i - center_label(i)|^2.
    double inertia(const double* center) const {
        std::vector<double> part(static_cast<size_t>(n_tasks_));
        const int64_t d = table_.data.d;
        parallel(options_.threads, n_tasks_, [&](int64_t task) {
            double sum = 0;
            const int64_t end = std::min(table_.data.n, (task + 1) * rows_per_task_);
            for (int64_t i = task * rows_per_task_; i < end; i++)
                sum += weight_of(i) * gap_squared(table_.data.x + i * d, center + label_[i] * d, d);
            part[static_cast<size_t>(task)] = sum;
        });
        double total = 0;
        for (const double each : part) total += each;
        return total;
    }

private:
    struct Workspace {
        explicit Workspace(const Centers& centers)
            : panel(padded(centers.d, single_lanes) * panel_width), distance(centers.k_exact),
              row(centers.d) {}
        Buffer<float> panel;
        Buffer<double> distance, row;
        float size[panel_width], smallest[panel_width], second[panel_width];
        float upper[panel_width], lower[panel_width];
        int32_t nearest[panel_width];
        int64_t queue[panel_width];
        uint8_t is_open[rows_per_block];
        int n_queued = 0;
        Change* change = nullptr;
        bool is_first = false;
    };

    int64_t k() const { return centers_.k; }
    double weight_of(int64_t i) const { return weight_ ? weight_[i] : 1.0; }

    static int64_t count_tasks(Rows<Real> data, int64_t k) {
        const int64_t by_memory = std::max<int64_t>(4, max_cells / (k * data.d));
        return std::min({blocks_of(data.n, rows_per_block), max_tasks, by_memory});
    }

    void visit(int64_t task, bool bounded, Workspace& workspace) {
        const int64_t end = std::min(table_.data.n, (task + 1) * rows_per_task_);
        std::fill_n(workspace.is_open, rows_per_block, uint8_t{1});
        for (int64_t begin = task * rows_per_task_; begin < end; begin += rows_per_block) {
            const int64_t n = std::min(rows_per_block, end - begin);
            if (bounded)
                loosen_bounds_(label_ + begin, n, centers_.drift.data(), centers_.others.data(),
                               centers_.gap.data(), upper_.data() + begin, lower_.data() + begin,
                               workspace.is_open);
            for (int64_t i = 0; i < n; i++)
                if (workspace.is_open[i] && !(bounded && tightens_bounds_ && label_is_certain(begin + i)))
                    enqueue(begin + i, workspace);
        }
        scan(workspace);
    }

    void enqueue(int64_t i, Workspace& workspace) {
        workspace.queue[workspace.n_queued++] = i;
        if (workspace.n_queued == panel_width) scan(workspace);
    }

    // Whether the recomputed distance to the own center, as the new upper bound, rules out a change.
    bool label_is_certain(int64_t i) {
        const int32_t own = label_[i];
        const float square = squared_distance_(table_.x.data() + i * table_.stride,
                                               centers_.single.data() + own * table_.stride, table_.stride);
        const double rounding = unit_roundoff * (static_cast<double>(table_.size[i]) + centers_.longest);
        upper_[i] =
            static_cast<float>(std::sqrt(square) * (1 + (table_.stride + 4) * unit_roundoff) + 2 * rounding);
        return upper_[i] <= std::max(lower_[i], centers_.gap[own]);
    }

    void scan(Workspace& workspace) {
        if (workspace.n_queued == 0) return;
        std::fill(workspace.queue + workspace.n_queued, workspace.queue + panel_width, workspace.queue[0]);
        fill_rows_(table_.x.data(), table_.stride, table_.data.d, workspace.queue, workspace.panel.data());
        two_nearest_(workspace.panel.data(), table_.data.d, centers_.single.data(), table_.stride,
                     centers_.half.data(), centers_.k_single, workspace.smallest, workspace.second,
                     workspace.nearest);
        for (int r = 0; r < panel_width; r++) workspace.size[r] = table_.size[workspace.queue[r]];
        const float slack = static_cast<float>(static_cast<double>(table_.data.d + 16) * unit_roundoff);
        const float longest = static_cast<float>(centers_.longest);
        const uint64_t open = bound_distances_(workspace.size, workspace.smallest, workspace.second, longest,
                                               slack, workspace.upper, workspace.lower);
        for (int r = 0; r < workspace.n_queued; r++)
            if (label_[workspace.queue[r]] != workspace.nearest[r]) prefetch_row(workspace.queue[r]);
        for (int r = 0; r < workspace.n_queued; r++)
            assign(workspace.queue[r], r, (open >> r) & 1, workspace);
        workspace.change->scanned += workspace.n_queued;
        workspace.n_queued = 0;
    }

    // The sums will need the original row, which is not in the cache.
    void prefetch_row(int64_t i) const {
        const Real* x = table_.data.x + i * table_.data.d;
        for (int64_t j = 0; j < table_.data.d; j += 64 / static_cast<int64_t>(sizeof(Real)))
            __builtin_prefetch(x + j);
    }

    void assign(int64_t i, int r, bool is_open, Workspace& workspace) {
        if (is_open) return assign_exactly(i, workspace);
        if (options_.bounded) {
            upper_[i] = workspace.upper[r];
            lower_[i] = workspace.lower[r];
        }
        set_label(i, workspace.nearest[r], workspace);
    }

    void assign_exactly(int64_t i, Workspace& workspace) {
        const int64_t d = table_.data.d;
        for (int64_t j = 0; j < d; j++) workspace.row[j] = table_.data.x[i * d + j];
        double* distance = workspace.distance.data();
        squared_distances_(workspace.row.data(), d, centers_.exact.data(), centers_.k_exact, distance);
        const double tied = *std::min_element(distance, distance + k()) * (1 + equal_squares);
        const int64_t own =
            std::find_if(distance, distance + k(), [&](double square) { return square <= tied; }) - distance;
        const double smallest = distance[own];
        distance[own] = std::numeric_limits<double>::infinity();
        const double second = *std::min_element(distance, distance + k());
        upper_[i] = static_cast<float>(std::sqrt(smallest) * table_.scale * (1 + 4 * unit_roundoff));
        lower_[i] =
            static_cast<float>(std::min(std::sqrt(second) * table_.scale * (1 - 4 * unit_roundoff), 1e30));
        set_label(i, static_cast<int32_t>(own), workspace);
    }

    void set_label(int64_t i, int32_t center, Workspace& workspace) {
        const int32_t old = label_[i];
        const double w = weight_of(i);
        label_[i] = center;
        if (w > 0 && old != center) workspace.change->moved++;
        if (!workspace.is_first && old == center) return;
        const Real* x = table_.data.x + i * table_.data.d;
        workspace.change->add(center, x, table_.origin.data(), table_.data.d, w);
        if (!workspace.is_first) workspace.change->add(old, x, table_.origin.data(), table_.data.d, -w);
    }

    Table<Real> table_;
    Centers centers_;
    const double* weight_;
    const LloydOptions& options_;
    int32_t* label_;
    Buffer<float> upper_, lower_;
    int64_t n_tasks_, rows_per_task_;
    std::vector<Change> changes_;
    const bool tightens_bounds_;  // worth it where a scan of all centers costs much more than one distance
    const decltype(&plain::bound_distances) bound_distances_ = GNOMON_CHOSEN(bound_distances);
    const decltype(&plain::loosen_bounds) loosen_bounds_ = GNOMON_CHOSEN(loosen_bounds);
    const decltype(&plain::fill_rows) fill_rows_ = GNOMON_CHOSEN(fill_rows);
    const decltype(&plain::two_nearest) two_nearest_ = GNOMON_CHOSEN(two_nearest);
    const decltype(&plain::squared_distance) squared_distance_ = GNOMON_CHOSEN(squared_distance);
    const decltype(&plain::squared_distances) squared_distances_ = GNOMON_CHOSEN(squared_distances);
};

}  // namespace gnomon::kmeans
