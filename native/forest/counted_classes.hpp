// The tally for several classes, integer weights and Gini, where columns have few bins: counts by bin and
// class. With l and t the counts of the left side and of the node,
//   sum_c (t_c - l_c)^2 = sum_c t_c^2 - 2 sum_c t_c l_c + sum_c l_c^2,
// all in integers: scores are those of ManyClasses bit for bit.
#pragma once

#include "grow.hpp"

namespace gnomon::forest {

constexpr int64_t max_counted_bins = 64;        // the bits of a word
constexpr int64_t max_counted_weight = 32'767;  // a count takes 16 bits, a sum of their squares 32
constexpr int64_t max_counted_classes = 32;

// Whether every sum is an integer that the counts can hold. Random thresholds are drawn feature by feature,
// which a tally of several features at a time would do in another order.
template <class Code>
bool can_count(const Table<Code>& table, const Targets& targets, const int32_t* times, const Growth& growth) {
    if (targets.criterion != Criterion::gini || targets.n_classes > max_counted_classes) return false;
    if (table.bins > max_counted_bins || growth.threshold_tests > 0) return false;
    for (int64_t c = 0; c < targets.n_classes; c++)
        if (targets.class_weight[c] != 1.0) return false;
    double whole = 0.0;
    for (int64_t i = 0; i < table.n; i++)
        whole += times ? times[i] : targets.weight ? targets.weight[i] : 1.0;
    return whole <= static_cast<double>(max_counted_weight);
}

// width: the padded number of classes.
template <int width>
class CountedClasses {
public:
    static constexpr int group = feature_batch;
    struct Row {
        uint32_t row;
        int16_t label, times;
    };

    CountedClasses(const Targets& targets, int64_t bins)
        : targets_(targets), bins_(bins), cells_(static_cast<size_t>(bins) * group * width, 0) {}

    Row record(int64_t row, double weight) const {
        return {static_cast<uint32_t>(row), static_cast<int16_t>(targets_.label[row]),
                static_cast<int16_t>(weight)};
    }
    void enter(const Row* rows, int64_t m) {
        std::fill(total_, total_ + width, int16_t{0});
        for (int64_t i = 0; i < m; i++) add(total_[rows[i].label], rows[i].times);
        count_ = sum_of(total_), squares_ = product(total_, total_);
    }
    // Pure: sum_c t_c^2 = (sum_c t_c)^2.
    bool pure() const { return squares_ == count_ * count_; }
    double count() const { return count_; }
    double weight() const { return count_; }
    double parent_score() const { return static_cast<double>(squares_) / count_; }
    double tolerance() const { return 0.0; }

    template <class Code>
    void fill(const Row* rows, int64_t m, const Code* codes, int64_t d, const uint32_t* feature, int n,
              Occupied* occupied) {
        uint64_t seen[group] = {};
        int16_t* table[group];
        for (int j = 0; j < n; j++) table[j] = cell(j, 0);
        for (int64_t i = 0; i < m; i++) {
            const Row row = rows[i];
            const Code* line = codes + static_cast<int64_t>(row.row) * d;
            for (int j = 0; j < n; j++) {
                const uint32_t bin = line[feature[j]];
                add(table[j][bin * width + static_cast<uint32_t>(row.label)], row.times);
                seen[j] |= uint64_t{1} << bin;
            }
        }
        for (int j = 0; j < n; j++) occupied[j].word[0] = seen[j], occupied[j].words = seen[j] != 0;
    }
    void wipe(int j, const uint16_t* bin, int n) {
        for (int k = 0; k < n; k++) std::fill(cell(j, bin[k]), cell(j, bin[k]) + width, int16_t{0});
    }
    void begin() { std::fill(left_, left_ + width, int16_t{0}), left_count_ = 0; }
    void move_left(int j, uint32_t bin) {
        const int16_t* counts = cell(j, bin);
        for (int c = 0; c < width; c++) add(left_[c], counts[c]);
        left_count_ = sum_of(left_);
    }
    double left_count() const { return left_count_; }
    double left_weight() const { return left_count_; }
    // Levels are sorted by their proportion of the node's most frequent class.
    double mean(int j, uint32_t bin) const {
        const int64_t common = std::max_element(total_, total_ + width) - total_;
        const int16_t* counts = cell(j, bin);
        return counts[common] / static_cast<double>(sum_of(counts));
    }
    double score() const {
        const int32_t left = product(left_, left_), right = squares_ - 2 * product(total_, left_) + left;
        return static_cast<double>(left) / left_count_ + static_cast<double>(right) / (count_ - left_count_);
    }
    int32_t append_leaf_value(Tree& tree) const {
        if (pure()) return static_cast<int32_t>(-1 - (std::max_element(total_, total_ + width) - total_));
        for (int64_t c = 0; c < targets_.n_classes; c++)
            tree.values.push_back(total_[c] / static_cast<double>(count_));
        return static_cast<int32_t>(static_cast<int64_t>(tree.values.size()) / targets_.n_classes) - 1;
    }

private:
    int16_t* cell(int j, uint32_t bin) { return cells_.data() + (j * bins_ + bin) * width; }
    const int16_t* cell(int j, uint32_t bin) const { return cells_.data() + (j * bins_ + bin) * width; }
    static void add(int16_t& sum, int16_t more) { sum = static_cast<int16_t>(sum + more); }
    static int32_t product(const int16_t* a, const int16_t* b) {
        int32_t sum = 0;
        for (int c = 0; c < width; c++) sum += a[c] * b[c];
        return sum;
    }
    static int32_t sum_of(const int16_t* counts) {
        int32_t sum = 0;
        for (int c = 0; c < width; c++) sum += counts[c];
        return sum;
    }

    Targets targets_;
    int64_t bins_;
    std::vector<int16_t> cells_;
    int16_t total_[width] = {}, left_[width] = {};
    int32_t count_ = 0, squares_ = 0, left_count_ = 0;
};

}  // namespace gnomon::forest
