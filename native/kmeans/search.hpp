// Which center is nearest, for every row, passing over the rows that provably keep theirs.
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

constexpr int64_t most_tasks = 64, most_cells = int64_t{1} << 23;

template <class Real>
double gap_squared(const Real* x, const double* center, int64_t d) {
    double sum[4] = {};
    int64_t j = 0;
    for (; j + 4 <= d; j += 4)
        for (int t = 0; t < 4; t++) sum[t] += (x[j + t] - center[j + t]) * (x[j + t] - center[j + t]);
    for (; j < d; j++) sum[0] += (x[j] - center[j]) * (x[j] - center[j]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Squared distances no further apart, as a share of the least, differ by rounding: the first center is taken.
constexpr double equal_squares = 0x1p-32;

// One step's search for the nearest center of each row, with Hamerly's two bounds: upper_i on the distance to
// the row's own center, lower_i on that to any other. A row keeps its center while upper <= max(lower, gap).
template <class Real>
class Search {
public:
    Search(Rows<Real> data, const double* weight, int64_t k, const Steps& steps, int32_t* label)
        : table_(data, steps.threads), centers_(k, data.d, table_.stride), weight_(weight), steps_(steps),
          label_(label), upper_(data.n), lower_(data.n), n_tasks_(count_tasks(data, k)),
          rows_a_task_(blocks_of(data.n, n_tasks_)), changes_(static_cast<size_t>(n_tasks_)),
          tightens_(k * data.d > 1000) {}

    const Table<Real>& table() const { return table_; }

    void nearest(const double* center, bool is_first) {
        centers_.take(center, table_);
        const bool bounded = steps_.bounded && !is_first;
        if (bounded && k() * 8 <= table_.data.n) centers_.find_gaps(center, table_.scale, steps_.threads);
        parallel(
            steps_.threads, n_tasks_, [&] { return Desk(centers_); },
            [&](int64_t task, Desk& desk) {
                Change& change = changes_[static_cast<size_t>(task)];
                change.clear(k(), table_.data.d);
                desk.change = &change;
                desk.is_first = is_first;
                visit(task, bounded, desk);
            });
    }

    void moved_by(const double* move) { centers_.find_drifts(move, table_.scale); }

    // Put what has changed to the sums; how many rows moved, and were scanned.
    std::pair<int64_t, int64_t> collect(Sums& sums) const {
        std::pair<int64_t, int64_t> rows{0, 0};
        for (const Change& change : changes_) {
            sums.add(change);
            rows.first += change.moved;
            rows.second += change.scanned;
        }
        return rows;
    }

    // The sums of all rows as they stand, without what many changes have left by rounding.
    void sum_afresh(Sums& sums) {
        parallel(steps_.threads, n_tasks_, [&](int64_t task) {
            Change& change = changes_[static_cast<size_t>(task)];
            change.clear(k(), table_.data.d);
            const int64_t end = std::min(table_.data.n, (task + 1) * rows_a_task_);
            for (int64_t i = task * rows_a_task_; i < end; i++)
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
        parallel(steps_.threads, n_tasks_, [&](int64_t task) {
            double sum = 0;
            const int64_t end = std::min(table_.data.n, (task + 1) * rows_a_task_);
            for (int64_t i = task * rows_a_task_; i < end; i++)
                sum += weight_of(i) * gap_squared(table_.data.x + i * d, center + label_[i] * d, d);
            part[static_cast<size_t>(task)] = sum;
        });
        double total = 0;
        for (const double each : part) total += each;
        return total;
    }

private:
    struct Desk {
        explicit Desk(const Centers& centers)
            : panel(padded(centers.d, single_lanes) * panel_width), distance(centers.k_exact),
              row(centers.d) {}
        Buffer<float> panel;
        Buffer<double> distance, row;
        float size[panel_width], least[panel_width], next[panel_width];
        float upper[panel_width], lower[panel_width];
        int32_t which[panel_width];
        int64_t waiting[panel_width];
        uint8_t is_open[rows_a_block];
        int n_waiting = 0;
        Change* change = nullptr;
        bool is_first = false;
    };

    int64_t k() const { return centers_.k; }
    double weight_of(int64_t i) const { return weight_ ? weight_[i] : 1.0; }

    static int64_t count_tasks(Rows<Real> data, int64_t k) {
        const int64_t by_memory = std::max<int64_t>(4, most_cells / (k * data.d));
        return std::min({blocks_of(data.n, rows_a_block), most_tasks, by_memory});
    }

    void visit(int64_t task, bool bounded, Desk& desk) {
        const int64_t end = std::min(table_.data.n, (task + 1) * rows_a_task_);
        std::fill_n(desk.is_open, rows_a_block, uint8_t{1});
        for (int64_t begin = task * rows_a_task_; begin < end; begin += rows_a_block) {
            const int64_t n = std::min(rows_a_block, end - begin);
            if (bounded)
                loosen_bounds_(label_ + begin, n, centers_.drift.data(), centers_.others.data(),
                               centers_.gap.data(), upper_.data() + begin, lower_.data() + begin,
                               desk.is_open);
            for (int64_t i = 0; i < n; i++)
                if (desk.is_open[i] && !(bounded && tightens_ && keeps_its_center(begin + i)))
                    wait(begin + i, desk);
        }
        scan(desk);
    }

    void wait(int64_t i, Desk& desk) {
        desk.waiting[desk.n_waiting++] = i;
        if (desk.n_waiting == panel_width) scan(desk);
    }

    // Whether the distance to the row's own center, found anew, is small enough after all.
    bool keeps_its_center(int64_t i) {
        const int32_t own = label_[i];
        const float square = squared_distance_(table_.x.data() + i * table_.stride,
                                               centers_.single.data() + own * table_.stride, table_.stride);
        const double rounding = unit * (static_cast<double>(table_.size[i]) + centers_.longest);
        upper_[i] = static_cast<float>(std::sqrt(square) * (1 + (table_.stride + 4) * unit) + 2 * rounding);
        return upper_[i] <= std::max(lower_[i], centers_.gap[own]);
    }

    void scan(Desk& desk) {
        if (desk.n_waiting == 0) return;
        std::fill(desk.waiting + desk.n_waiting, desk.waiting + panel_width, desk.waiting[0]);
        fill_rows_(table_.x.data(), table_.stride, table_.data.d, desk.waiting, desk.panel.data());
        two_nearest_(desk.panel.data(), table_.data.d, centers_.single.data(), table_.stride,
                     centers_.half.data(), centers_.k_single, desk.least, desk.next, desk.which);
        for (int r = 0; r < panel_width; r++) desk.size[r] = table_.size[desk.waiting[r]];
        const float slack = static_cast<float>(static_cast<double>(table_.data.d + 16) * unit);
        const float longest = static_cast<float>(centers_.longest);
        const uint64_t open =
            bound_distances_(desk.size, desk.least, desk.next, longest, slack, desk.upper, desk.lower);
        for (int r = 0; r < desk.n_waiting; r++)
            if (label_[desk.waiting[r]] != desk.which[r]) fetch(desk.waiting[r]);
        for (int r = 0; r < desk.n_waiting; r++) settle(desk.waiting[r], r, (open >> r) & 1, desk);
        desk.change->scanned += desk.n_waiting;
        desk.n_waiting = 0;
    }

    // The sums will want the row as given, which is in no cache.
    void fetch(int64_t i) const {
        const Real* x = table_.data.x + i * table_.data.d;
        for (int64_t j = 0; j < table_.data.d; j += 64 / static_cast<int64_t>(sizeof(Real)))
            __builtin_prefetch(x + j);
    }

    void settle(int64_t i, int r, bool is_open, Desk& desk) {
        if (is_open) return settle_exactly(i, desk);
        if (steps_.bounded) {
            upper_[i] = desk.upper[r];
            lower_[i] = desk.lower[r];
        }
        join(i, desk.which[r], desk);
    }

    void settle_exactly(int64_t i, Desk& desk) {
        const int64_t d = table_.data.d;
        for (int64_t j = 0; j < d; j++) desk.row[j] = table_.data.x[i * d + j];
        double* distance = desk.distance.data();
        squared_distances_(desk.row.data(), d, centers_.exact.data(), centers_.k_exact, distance);
        const double equal = *std::min_element(distance, distance + k()) * (1 + equal_squares);
        const int64_t own =
            std::find_if(distance, distance + k(), [&](double square) { return square <= equal; }) - distance;
        const double least = distance[own];
        distance[own] = std::numeric_limits<double>::infinity();
        const double next = *std::min_element(distance, distance + k());
        upper_[i] = static_cast<float>(std::sqrt(least) * table_.scale * (1 + 4 * unit));
        lower_[i] = static_cast<float>(std::min(std::sqrt(next) * table_.scale * (1 - 4 * unit), 1e30));
        join(i, static_cast<int32_t>(own), desk);
    }

    void join(int64_t i, int32_t center, Desk& desk) {
        const int32_t old = label_[i];
        const double w = weight_of(i);
        label_[i] = center;
        if (w > 0 && old != center) desk.change->moved++;
        if (!desk.is_first && old == center) return;
        const Real* x = table_.data.x + i * table_.data.d;
        desk.change->add(center, x, table_.origin.data(), table_.data.d, w);
        if (!desk.is_first) desk.change->add(old, x, table_.origin.data(), table_.data.d, -w);
    }

    Table<Real> table_;
    Centers centers_;
    const double* weight_;
    const Steps& steps_;
    int32_t* label_;
    Buffer<float> upper_, lower_;
    int64_t n_tasks_, rows_a_task_;
    std::vector<Change> changes_;
    const bool tightens_;  // worth it where a scan of all centers costs much more than one distance
    const decltype(&plain::bound_distances) bound_distances_ = GNOMON_CHOSEN(bound_distances);
    const decltype(&plain::loosen_bounds) loosen_bounds_ = GNOMON_CHOSEN(loosen_bounds);
    const decltype(&plain::fill_rows) fill_rows_ = GNOMON_CHOSEN(fill_rows);
    const decltype(&plain::two_nearest) two_nearest_ = GNOMON_CHOSEN(two_nearest);
    const decltype(&plain::squared_distance) squared_distance_ = GNOMON_CHOSEN(squared_distance);
    const decltype(&plain::squared_distances) squared_distances_ = GNOMON_CHOSEN(squared_distances);
};

}  // namespace gnomon::kmeans
