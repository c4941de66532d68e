// The tally for any number of classes and any weights: rows sorted by bin and moved one by one, so that the
// cost of a split grows with its rows and not with its classes.
#pragma once

#include "tallies.hpp"

namespace gnomon::forest {

class ManyClasses {
public:
    static constexpr int group = 1;
    struct Row {
        uint32_t row;
        int32_t label;
        double times;
    };

    ManyClasses(const Targets& targets, int64_t bins)
        : targets_(targets),
          start_(static_cast<size_t>(bins), 0),
          size_(static_cast<size_t>(bins), 0),
          total_(static_cast<size_t>(targets.n_classes), 0.0),
          left_(static_cast<size_t>(targets.n_classes), 0.0) {}

    Row record(int64_t row, double weight) const {
        return {static_cast<uint32_t>(row), targets_.label[row], weight};
    }
    void enter(const Row* rows, int64_t m) {
        for (const int32_t c : present_) total_[static_cast<size_t>(c)] = left_[static_cast<size_t>(c)] = 0.0;
        present_.clear();
        count_ = weight_ = 0.0;
        for (int64_t i = 0; i < m; i++) {
            double& sum = total_[static_cast<size_t>(rows[i].label)];
            if (sum == 0.0) present_.push_back(rows[i].label);
            sum += weighed(rows[i]);
            count_ += rows[i].times;
            weight_ += weighed(rows[i]);
        }
        pieces_ = 0.0;
        for (const int32_t c : present_) pieces_ += piece(total_[static_cast<size_t>(c)]);
    }
    bool pure() const { return present_.size() <= 1; }
    double count() const { return count_; }
    double weight() const { return weight_; }
    double parent_score() const { return side_score(pieces_, weight_); }
    // Sums of logarithms depend on the order of the rows by rounding: ties between splits stay ties.
    double tolerance() const {
        return targets_.criterion == Criterion::gini ? 0.0 : 1e-12 * x_log_x(weight_ + 2);
    }

    template <class Code>
    void fill(const Row* rows, int64_t m, const Code* codes, int64_t d, const uint32_t* feature, int,
              Occupied* occupied) {
        if (static_cast<int64_t>(sorted_.size()) < m) sorted_.resize(static_cast<size_t>(m));
        for (int64_t i = 0; i < m; i++) {
            const uint32_t bin = codes[static_cast<int64_t>(rows[i].row) * d + feature[0]];
            size_[bin]++;
            occupied->add(bin);
        }
        int32_t next = 0;
        for (uint64_t words = occupied->words; words; words &= words - 1) {
            const int w = __builtin_ctzll(words);
            for (uint64_t bits = occupied->word[w]; bits; bits &= bits - 1) {
                const int bin = w * 64 + __builtin_ctzll(bits);
                start_[static_cast<size_t>(bin)] = next;
                next += size_[static_cast<size_t>(bin)];
                size_[static_cast<size_t>(bin)] = 0;
            }
        }
        for (int64_t i = 0; i < m; i++) {
            const uint32_t bin = codes[static_cast<int64_t>(rows[i].row) * d + feature[0]];
            sorted_[static_cast<size_t>(start_[bin] + size_[bin]++)] = {rows[i].label, rows[i].times};
        }
    }
    void wipe(int, const uint16_t* bin, int n) {
        for (int k = 0; k < n; k++) size_[bin[k]] = 0;
    }
    void begin() {
        for (const int32_t c : present_) left_[static_cast<size_t>(c)] = 0.0;
        left_count_ = left_weight_ = left_pieces_ = 0.0;
        right_pieces_ = pieces_;
    }
    void move_left(int, uint32_t bin) {
        for (int32_t k = start_[bin]; k < start_[bin] + size_[bin]; k++) {
            const auto& [label, times] = sorted_[static_cast<size_t>(k)];
            const double weight = times * targets_.class_weight[label];
            double& on_left = left_[static_cast<size_t>(label)];
            const double on_right = total_[static_cast<size_t>(label)] - on_left;
            left_pieces_ += piece(on_left + weight) - piece(on_left);
            right_pieces_ += piece(on_right - weight) - piece(on_right);
            on_left += weight;
            left_count_ += times;
            left_weight_ += weight;
        }
    }
    double left_count() const { return left_count_; }
    double left_weight() const { return left_weight_; }
    // Levels are sorted by their proportion of the node's most frequent class.
    double mean(int, uint32_t bin) const {
        int32_t common = present_[0];
        for (const int32_t c : present_)
            if (total_[static_cast<size_t>(c)] > total_[static_cast<size_t>(common)] ||
                (total_[static_cast<size_t>(c)] == total_[static_cast<size_t>(common)] && c < common))
                common = c;
        double of_common = 0.0, whole = 0.0;
        for (int32_t k = start_[bin]; k < start_[bin] + size_[bin]; k++) {
            const auto& [label, times] = sorted_[static_cast<size_t>(k)];
            const double weight = times * targets_.class_weight[label];
            of_common += label == common ? weight : 0.0;
            whole += weight;
        }
        return of_common / whole;
    }
    double score() const {
        return side_score(left_pieces_, left_weight_) + side_score(right_pieces_, weight_ - left_weight_);
    }
    int32_t append_leaf_value(Tree& tree) const {
        if (pure()) return -1 - present_[0];
        for (int64_t c = 0; c < targets_.n_classes; c++)
            tree.values.push_back(total_[static_cast<size_t>(c)] / weight_);
        return static_cast<int32_t>(static_cast<int64_t>(tree.values.size()) / targets_.n_classes) - 1;
    }

private:
    struct Labeled {
        int32_t label;
        double times;
    };
    double weighed(const Row& row) const { return row.times * targets_.class_weight[row.label]; }
    double piece(double w) const { return targets_.criterion == Criterion::gini ? w * w : x_log_x(w); }
    double side_score(double pieces, double weight) const {
        return targets_.criterion == Criterion::gini ? pieces / weight : pieces - x_log_x(weight);
    }

    Targets targets_;
    std::vector<int32_t> start_, size_;
    std::vector<double> total_, left_;
    std::vector<int32_t> present_;
    std::vector<Labeled> sorted_;
    double count_ = 0, weight_ = 0, pieces_ = 0;
    double left_count_ = 0, left_weight_ = 0, left_pieces_ = 0, right_pieces_ = 0;
};

}  // namespace gnomon::forest
