// Histograms of the targets for the search of a split, one class for each kind of target.
// A tally reads the rows' targets, sums them by bin for a few features at a time, and then moves bins from
// the right side to the left. score(): the purity of the two sides, in units of weight; larger is better.
//   gini     sum over sides of (sum_c w_c²) / w        (w times one minus the Gini impurity)
//   entropy  sum over sides of sum_c w_c ln w_c - w ln w
//   squared  sum over sides of (sum w y)² / w
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "node.hpp"

namespace gnomon::forest {

enum class Criterion : int { gini, entropy, squared };

constexpr int64_t logs_known = 1024;

inline const std::vector<double> known_logs = [] {
    std::vector<double> logs(logs_known, 0.0);
    for (size_t i = 1; i < logs.size(); i++)
        logs[i] = static_cast<double>(i) * std::log(static_cast<double>(i));
    return logs;
}();

inline double x_log_x(double x) {
    if (!(x > 0)) return 0.0;
    const auto whole = static_cast<int64_t>(std::min<double>(x, logs_known));
    return whole < logs_known && static_cast<double>(whole) == x ? known_logs[static_cast<size_t>(whole)]
                                                                 : x * std::log(x);
}

// Features whose histograms are summed in one pass over the rows; they fit in the L1 cache.
constexpr int feature_batch = 8;

// Occupied bins of one feature, as bits.
struct Occupied {
    uint64_t word[64];
    uint64_t words;  // which words have a bit
    void clear() {
        for (uint64_t left = words; left; left &= left - 1) word[__builtin_ctzll(left)] = 0;
        words = 0;
    }
    void add(uint32_t bin) {
        word[bin >> 6] |= uint64_t{1} << (bin & 63);
        words |= uint64_t{1} << (bin >> 6);
    }
};

struct Targets {
    const int32_t* label;        // classification: the class of each row
    const double* class_weight;  // n_classes
    const int64_t* value;        // regression: the target as a whole number of steps
    double step, center, unit;   // y = center + step * value; scores measure y in units of step / unit
    const double* weight;        // by row, or null; integers if rows are drawn by weight
    int64_t n_classes;
    Criterion criterion;
};

// Two classes, integer weights: both counts in one integer, the weight of class 1 in the high half.
class TwoClasses {
public:
    static constexpr int group = feature_batch;
    struct Row {
        uint32_t row, mark;  // mark: the weight, and the class in the highest bit
    };

    TwoClasses(const Targets& targets, int64_t bins)
        : targets_(targets), bins_(bins), cells_(static_cast<size_t>(bins) * group, 0) {}

    Row record(int64_t row, double weight) const {
        const auto times = static_cast<uint32_t>(weight);
        return {static_cast<uint32_t>(row), times | static_cast<uint32_t>(targets_.label[row]) << 31};
    }
    void enter(const Row* rows, int64_t m) {
        total_ = 0;
        for (int64_t i = 0; i < m; i++) total_ += load(rows[i]);
    }
    bool pure() const { return high(total_) == 0 || high(total_) == low(total_); }
    double count() const { return low(total_); }
    double weight() const { return weighed(total_); }
    double parent_score() const {
        return targets_.criterion == Criterion::gini ? gini(total_) : entropy(total_);
    }
    double tolerance() const { return 0.0; }

    template <class Code>
    void fill(const Row* rows, int64_t m, const Code* codes, int64_t d, const uint32_t* feature, int n,
              Occupied* occupied) {
        // Many rows leave few bins empty: the occupied ones are then found at the end.
        const bool marks = m < 2 * bins_;
        if (marks)
            add_rows<true>(rows, m, codes, d, feature, n, occupied);
        else
            add_rows<false>(rows, m, codes, d, feature, n, occupied);
        for (int j = 0; j < n && !marks; j++)
            for (uint32_t bin = 0; bin < bins_; bin++)
                if (cells_[static_cast<size_t>(j * bins_ + bin)]) occupied[j].add(bin);
    }
    void wipe(int j, const uint16_t* bin, int n) {
        for (int k = 0; k < n; k++) cells_[static_cast<size_t>(j * bins_ + bin[k])] = 0;
    }
    void begin() { left_ = 0; }
    void move_left(int j, uint32_t bin) { left_ += cells_[static_cast<size_t>(j * bins_ + bin)]; }
    double left_count() const { return low(left_); }
    double left_weight() const { return weighed(left_); }
    double mean(int j, uint32_t bin) const {
        const uint64_t cell = cells_[static_cast<size_t>(j * bins_ + bin)];
        return high(cell) / low(cell);
    }
    double score() const {
        const uint64_t right = total_ - left_;
        if (targets_.criterion != Criterion::gini) return entropy(left_) + entropy(right);
        const double a = zeros(left_), b = ones(left_), c = zeros(right), d = ones(right);
        const double on_left = a + b, on_right = c + d;  // one division for both sides
        return ((a * a + b * b) * on_right + (c * c + d * d) * on_left) / (on_left * on_right);
    }
    int32_t append_leaf_value(Tree& tree) const {
        if (pure()) return high(total_) > 0 ? -2 : -1;
        const double one = high(total_) * targets_.class_weight[1], whole = weight();
        tree.values.push_back(1.0 - one / whole);
        tree.values.push_back(one / whole);
        return static_cast<int32_t>(tree.values.size() / 2) - 1;
    }

private:
    template <bool marks, class Code>
    void add_rows(const Row* rows, int64_t m, const Code* codes, int64_t d, const uint32_t* feature, int n,
                  Occupied* occupied) {
        constexpr int64_t ahead = 16;
        uint64_t* cell[group];
        for (int j = 0; j < n; j++) cell[j] = cells_.data() + j * bins_;
        for (int64_t i = 0; i < m; i++) {
            const Code* line = codes + static_cast<int64_t>(rows[i].row) * d;
            __builtin_prefetch(codes + static_cast<int64_t>(rows[std::min(i + ahead, m - 1)].row) * d);
            const uint64_t amount = load(rows[i]);
#pragma GCC unroll 8
            for (int j = 0; j < n; j++) {
                const uint32_t bin = line[feature[j]];
                cell[j][bin] += amount;
                if (marks) occupied[j].add(bin);
            }
        }
    }
    static uint64_t load(const Row& row) {
        const uint64_t times = row.mark & 0x7FFFFFFFu;
        return times | (row.mark >> 31 ? times << 32 : 0);
    }
    static double low(uint64_t cell) { return static_cast<double>(static_cast<uint32_t>(cell)); }
    static double high(uint64_t cell) { return static_cast<double>(static_cast<uint32_t>(cell >> 32)); }
    double zeros(uint64_t cell) const { return (low(cell) - high(cell)) * targets_.class_weight[0]; }
    double ones(uint64_t cell) const { return high(cell) * targets_.class_weight[1]; }
    double weighed(uint64_t cell) const { return zeros(cell) + ones(cell); }
    double gini(uint64_t cell) const {
        const double a = zeros(cell), b = ones(cell);
        return (a * a + b * b) / (a + b);
    }
    double entropy(uint64_t cell) const {
        const double a = zeros(cell), b = ones(cell);
        return x_log_x(a) + x_log_x(b) - x_log_x(a + b);
    }

    Targets targets_;
    int64_t bins_;
    std::vector<uint64_t> cells_;
    uint64_t total_ = 0, left_ = 0;
};

// Regression: sums of integers are the same in any order, so that ties between splits are exact.
class Numbers {
public:
    static constexpr int group = feature_batch;
    struct Row {
        uint32_t row;
        double weight;
        int64_t sum;
    };
    struct Cell {
        double weight;
        int64_t sum;
    };

    Numbers(const Targets& targets, int64_t bins)
        : targets_(targets), bins_(bins), cells_(static_cast<size_t>(bins) * group, Cell{0, 0}) {}

    Row record(int64_t row, double weight) const {
        const int64_t value = targets_.value[row], times = static_cast<int64_t>(weight);
        const bool whole = static_cast<double>(times) == weight;
        const int64_t sum = whole ? times * value : std::llround(weight * static_cast<double>(value));
        return {static_cast<uint32_t>(row), weight, sum};
    }
    void enter(const Row* rows, int64_t m) {
        total_ = {0, 0};
        min_value_ = INT64_MAX, max_value_ = INT64_MIN;
        for (int64_t i = 0; i < m; i++) {
            total_.weight += rows[i].weight;
            total_.sum += rows[i].sum;
            min_value_ = std::min(min_value_, targets_.value[rows[i].row]);
            max_value_ = std::max(max_value_, targets_.value[rows[i].row]);
        }
    }
    bool pure() const { return min_value_ == max_value_; }
    double count() const { return total_.weight; }
    double weight() const { return total_.weight; }
    double parent_score() const { return square(total_); }
    double tolerance() const { return 0.0; }

    template <class Code>
    void fill(const Row* rows, int64_t m, const Code* codes, int64_t d, const uint32_t* feature, int n,
              Occupied* occupied) {
        for (int64_t i = 0; i < m; i++) {
            const Row& row = rows[i];
            const Code* line = codes + static_cast<int64_t>(row.row) * d;
            for (int j = 0; j < n; j++) {
                const uint32_t bin = line[feature[j]];
                Cell& cell = cells_[static_cast<size_t>(j * bins_ + bin)];
                cell.weight += row.weight;
                cell.sum += row.sum;
                occupied[j].add(bin);
            }
        }
    }
    void wipe(int j, const uint16_t* bin, int n) {
        for (int k = 0; k < n; k++) cells_[static_cast<size_t>(j * bins_ + bin[k])] = {0, 0};
    }
    void begin() { left_ = {0, 0}; }
    void move_left(int j, uint32_t bin) {
        const Cell& cell = cells_[static_cast<size_t>(j * bins_ + bin)];
        left_.weight += cell.weight;
        left_.sum += cell.sum;
    }
    double left_count() const { return left_.weight; }
    double left_weight() const { return left_.weight; }
    double mean(int j, uint32_t bin) const {
        const Cell& cell = cells_[static_cast<size_t>(j * bins_ + bin)];
        return static_cast<double>(cell.sum) / cell.weight;
    }
    double score() const {
        return square(left_) + square({total_.weight - left_.weight, total_.sum - left_.sum});
    }
    int32_t append_leaf_value(Tree& tree) const {
        const double mean = static_cast<double>(total_.sum) / total_.weight;
        tree.values.push_back(targets_.center + targets_.step * mean);
        return static_cast<int32_t>(tree.values.size()) - 1;
    }

private:
    double square(const Cell& cell) const {
        const double sum = static_cast<double>(cell.sum) * targets_.unit;
        return sum * sum / cell.weight;
    }

    Targets targets_;
    int64_t bins_;
    std::vector<Cell> cells_;
    Cell total_{0, 0}, left_{0, 0};
    int64_t min_value_ = 0, max_value_ = 0;
};

}  // namespace gnomon::forest
