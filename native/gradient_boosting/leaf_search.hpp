// The best split of a leaf of a boosted tree, over all columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../parallel.hpp"
#include "../splits/search.hpp"
#include "leaf.hpp"
#include "quantized_gradients.hpp"
#include "sparse_histogram.hpp"

namespace gnomon::gradient_boosting {

using forest::include;
using forest::Subset;

constexpr uint8_t missing_code = forest::missing<uint8_t>;
constexpr float unscreened = std::numeric_limits<float>::infinity();

class LeafSearch {
public:
    LeafSearch(const BinnedTable& table, const uint8_t* is_allowed, const Boost& boost, int threads,
               const QuantizedGradients& quantized)
        : table_(table),
          is_allowed_(is_allowed),
          boost_(boost),
          threads_(threads),
          quantized_(quantized),
          best_cut_(GNOMON_CHOSEN(boost_best_cut)),
          raise_peaks_(GNOMON_CHOSEN(boost_peaks)),
          bins_(static_cast<int>(table.cell_bins)),
          peaks_(static_cast<size_t>(table.panels()) * panel_columns) {}

    // Whether a leaf is large enough to be split into two leaves of the minimum size.
    bool may_split(const Leaf& leaf) const {
        const double hessian = static_cast<int32_t>(leaf.total);
        return leaf.depth < boost_.max_depth && leaf.end - leaf.from > 1 && hessian > 0 &&
               2 * std::ceil(min_side_hessian(leaf)) <= hessian;
    }

    // rows, packed: the rows of the leaf and their gradients and hessians; used where it has no histogram.
    void search(Leaf& leaf, const int32_t* rows, const int64_t* packed) {
        min_side_hessian_ = min_side_hessian(leaf);
        if (leaf.histogram) {
            search_columns(leaf);
        } else {
            for (int64_t j = 0; j < table_.d; j++)
                if (is_allowed_[j]) try_column_sparse(leaf, j, rows, packed);
        }
        leaf.split.gain = (leaf.split.gain - leaf_score(leaf.total, leaf)) / 2;
        if (!(leaf.split.gain > std::max(boost_.min_gain, 0.0))) leaf.split = Split();
    }

    // The value of a leaf whose rows have these sums, before the learning rate.
    double leaf_value(int64_t sum, const Leaf& leaf) const {
        return std::clamp(-gradient(sum) / regularized_hessian(sum), leaf.low, leaf.high);
    }

    // The additional L2 regularization of the values of a categorical split.
    double category_l2(int64_t column) const {
        return table_.bins[static_cast<size_t>(column)] > few_levels ? boost_.categories.l2 : 0.0;
    }

private:
    // The mean hessian of a row of the leaf, in steps.
    static double mean_hessian(const Leaf& leaf) { return static_cast<int32_t>(leaf.total) / leaf.count; }

    // The minimum hessian of each side of a split, in steps.
    double min_side_hessian(const Leaf& leaf) const {
        const double a_row = mean_hessian(leaf);
        const double enough = std::max(1.0, boost_.min_hessian / quantized_.hessian_step);
        return boost_.min_leaf > 1 ? std::max(enough, (boost_.min_leaf - 0.5) * a_row) : enough;
    }

    double gradient(int64_t sum) const { return quantized_.gradient(sum); }
    double regularized_hessian(int64_t sum) const { return quantized_.hessian(sum) + boost_.l2; }

    // The score of rows of a leaf that get one value.
    double leaf_score(int64_t sum, const Leaf& leaf, double extra_l2 = 0.0) const {
        const double regularized = regularized_hessian(sum) + extra_l2;
        if (!boost_.direction) return gradient(sum) * gradient(sum) / regularized;
        const double v = std::clamp(-gradient(sum) / regularized, leaf.low, leaf.high);
        return -(2 * gradient(sum) + regularized * v) * v;
    }

    static Split split_on(int64_t column, double score) {
        Split split;
        split.feature = column;
        split.gain = score;
        return split;
    }

    // The sums of both sides of a cut, packed.
    struct Sides {
        const LeafSearch& search;
        const Leaf& leaf;
        double extra_l2;
        int64_t left = 0;

        void move(int64_t sum) { left += sum; }
        int64_t right() const { return leaf.total - left; }
        double on_left() const { return static_cast<int32_t>(left); }
        double on_right() const { return static_cast<double>(static_cast<int32_t>(leaf.total)) - on_left(); }
        double gain() const {
            return search.leaf_score(left, leaf, extra_l2) + search.leaf_score(right(), leaf, extra_l2);
        }
    };

    // Of the screened columns only those are searched whose approximate best score is close to the highest.
    void search_columns(Leaf& leaf) {
        const int threads = table_.d < 512 ? 1 : threads_;
        parallel(threads, table_.panels(), [&](int64_t p) { screen(leaf, p); });
        const float enough = min_searched_peak(leaf);
        std::vector<Split> best(static_cast<size_t>(table_.panels()));
        parallel(threads, table_.panels(), [&](int64_t p) {
            for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++)
                if (is_allowed_[j] && peaks_[static_cast<size_t>(j)] >= enough)
                    try_column(leaf, j, best[static_cast<size_t>(p)]);
        });
        for (const Split& each : best)
            if (each.gain > leaf.split.gain) leaf.split = each;
    }

    // The approximate best scores of a panel's columns; infinite for columns that cannot be screened.
    void screen(const Leaf& leaf, int64_t p) {
        float* peak = peaks_.data() + p * panel_columns;
        const double l2 = boost_.l2 / quantized_.hessian_step;
        const bool is_screened = !boost_.direction && l2 <= max_screened_l2;
        std::fill(peak, peak + panel_columns, is_screened ? -1.0f : unscreened);
        if (!is_screened) return;
        const int64_t* histogram = leaf.histogram->data() + p * bins_ * panel_columns;
        int64_t left[panel_columns] = {};
        const auto raise = [&] {
            raise_peaks_(histogram, table_.max_bins[static_cast<size_t>(p)], left, mean(leaf), leaf.total, l2,
                         static_cast<int32_t>(std::ceil(min_side_hessian_)), peak);
        };
        raise();
        if (bins_ == panel_bins) {
            std::copy_n(histogram + missing_code * panel_columns, panel_columns, left);
            if (std::any_of(left, left + panel_columns, [](int64_t sum) { return sum != 0; })) raise();
        }
        for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++)
            if (table_.is_category[static_cast<size_t>(j)]) peaks_[static_cast<size_t>(j)] = unscreened;
    }

    // A column whose peak is below this cannot have the highest score, even with the rounding of S^2 / W + W
    // peak.
    float min_searched_peak(const Leaf& leaf) const {
        double top = 0.0;
        for (size_t j = 0; j < static_cast<size_t>(table_.d); j++)
            if (is_allowed_[j] && peaks_[j] < unscreened) top = std::max<double>(top, peaks_[j]);
        const double score = mean(leaf) * mean(leaf) + top;
        return static_cast<float>(std::max(0.0, top * (1 - 0x1.0p-18) - score * 0x1.0p-34));
    }

    // S / W of boost_peaks.
    double mean(const Leaf& leaf) const {
        const double l2 = boost_.l2 / quantized_.hessian_step;
        return static_cast<double>(leaf.total >> 32) / (static_cast<int32_t>(leaf.total) + 2 * l2);
    }

    void try_column(const Leaf& leaf, int64_t column, Split& best) const {
        int64_t histogram[panel_bins];
        copy_column(leaf, column, histogram);
        if (table_.is_category[static_cast<size_t>(column)])
            return try_categories(leaf, column, histogram, best);
        const int64_t missing = bins_ == panel_bins ? histogram[missing_code] : 0;
        try_cuts(leaf, column, {histogram, table_.bins[static_cast<size_t>(column)], nullptr, missing}, best);
    }

    // The sums of a column by bin: of all bins, or of the occupied ones alone.
    struct Bins {
        const int64_t* sum;
        int size;
        const int* occupied;  // null: all
        int64_t missing;
        int bin(int k) const { return occupied ? occupied[k] : k; }
    };

    void try_cuts(const Leaf& leaf, int64_t column, const Bins& bins, Split& best) const {
        const int last = table_.bins[static_cast<size_t>(column)] - 1;
        const bool has_missing = bins.missing != 0;
        const bool has_last = bins.size > 0 && bins.bin(bins.size - 1) == last;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            // Splitting all values from the missing ones is a candidate too.
            const int cuts = bins.size - (has_last && !(has_missing && !missing_left));
            const int64_t before = missing_left ? bins.missing : 0;
            const int k = boost_.direction ? bounded_cut(leaf, column, bins.sum, cuts, before, &score)
                                           : free_cut(leaf, bins.sum, cuts, before, &score);
            if (k < 0 || !(score > best.gain)) continue;
            best = split_on(column, score);
            int next = k + 1;
            while (next + 1 < bins.size && bins.sum[next] == 0) next++;
            const int bin = bins.bin(k), above = next < bins.size ? bins.bin(next) : last;
            best.threshold = static_cast<uint32_t>((bin + above) / 2);
            best.missing_left = has_missing ? missing_left : goes_heavy_left(leaf, bins.sum, k);
        }
    }

    void copy_column(const Leaf& leaf, int64_t column, int64_t* histogram) const {
        const int64_t* from = leaf.histogram->data() + table_.cell(column, 0);
        for (int64_t b = 0; b < bins_; b++) histogram[b] = from[b * panel_columns];
    }

    int free_cut(const Leaf& leaf, const int64_t* histogram, int cuts, int64_t before, double* score) const {
        return best_cut_(histogram, cuts, before, leaf.total, quantized_.gradient_step,
                         quantized_.hessian_step, boost_.l2, min_side_hessian_, score);
    }

    // As try_column, for a leaf without a histogram.
    void try_column_sparse(Leaf& leaf, int64_t column, const int32_t* rows, const int64_t* packed) {
        const uint8_t* codes = table_.panel(column / panel_columns) + column % panel_columns;
        sparse_.fill(codes, rows, packed, leaf.end - leaf.from);
        try_cuts(leaf, column, {sparse_.sum, sparse_.size, sparse_.bin, sparse_.missing}, leaf.split);
    }

    // As boost_best_cut, with values clamped to the leaf's bounds and subject to the column's monotonic
    // constraint.
    int bounded_cut(const Leaf& leaf, int64_t column, const int64_t* histogram, int cuts, int64_t before,
                    double* score) const {
        const double direction = boost_.direction[column];
        Sides sides{*this, leaf, 0.0, before};
        const auto is_monotonic = [&] {
            return !(direction * (leaf_value(sides.right(), leaf) - leaf_value(sides.left, leaf)) < 0);
        };
        int best = -1;
        *score = -infinity;
        search_histogram(sides, cuts, [&](int64_t b) { return histogram[b]; }, [&](int64_t b) {
            if (sides.on_left() < min_side_hessian_ || sides.on_right() < min_side_hessian_) return;
            if (improves(sides, *score, is_monotonic, *score)) best = static_cast<int>(b);
        });
        return best;
    }

    static bool goes_heavy_left(const Leaf& leaf, const int64_t* histogram, int b) {
        int64_t left = 0;
        for (int k = 0; k <= b; k++) left += histogram[k];
        return 2.0 * static_cast<int32_t>(left) >= static_cast<double>(static_cast<int32_t>(leaf.total));
    }

    // Levels in the order of gradient / hessian; missing values are one more level.
    void try_categories(const Leaf& leaf, int64_t column, const int64_t* histogram, Split& best) const {
        const bool is_few = table_.bins[static_cast<size_t>(column)] <= few_levels;
        const CategorySplits& limits = boost_.categories;
        const double enough = is_few ? 0.0 : (limits.smoothing - 0.5) * mean_hessian(leaf);
        std::vector<std::pair<double, int>> order;
        for (int b = 0; b < bins_; b++)
            if (histogram[b] != 0 && static_cast<int32_t>(histogram[b]) >= enough) {
                const double hessian = quantized_.hessian(histogram[b]) + smoothing(is_few);
                order.push_back({gradient(histogram[b]) / hessian, b});
            }
        std::sort(order.begin(), order.end());
        const auto n = static_cast<int64_t>(order.size());
        if (is_few) return try_sets(leaf, column, histogram, order, n - 1, 0.0, best);
        const int64_t max_size = std::min(limits.max_levels, (n + 1) / 2);
        const double group = (limits.min_group - 0.5) * mean_hessian(leaf);
        try_sets(leaf, column, histogram, order, max_size, group, best);
        std::reverse(order.begin(), order.end());
        try_sets(leaf, column, histogram, order, max_size, group, best);
    }

    double smoothing(bool is_few) const { return is_few ? 10.0 : boost_.categories.smoothing; }

    // Each prefix of the ordered levels, up to max_size, against all others.
    void try_sets(const Leaf& leaf, int64_t column, const int64_t* histogram,
                  const std::vector<std::pair<double, int>>& order, int64_t max_size, double group,
                  Split& best) const {
        Sides sides{*this, leaf, category_l2(column)};
        Subset subset{};
        double gained = 0.0;
        const auto level = [&](int64_t k) { return order[static_cast<size_t>(k)].second; };
        search_histogram(sides, max_size, [&](int64_t k) { return histogram[level(k)]; }, [&](int64_t k) {
            gained += static_cast<int32_t>(histogram[level(k)]);
            include(subset, static_cast<uint32_t>(level(k)));
            const double on_left = sides.on_left(), on_right = sides.on_right();
            if (on_left < min_side_hessian_ || on_right < min_side_hessian_) return;
            if (gained < group || on_right < group) return;
            gained = 0.0;
            if (!improves(sides, best.gain)) return;
            best = split_on(column, best.gain);
            best.is_category = true;
            best.subset = subset;
            if (on_left >= on_right) include_absent(histogram, best.subset);
        });
    }

    // Add the levels that are absent from the leaf.
    void include_absent(const int64_t* histogram, Subset& subset) const {
        for (int b = 0; b < panel_bins; b++)
            if (b >= bins_ || histogram[b] == 0) include(subset, static_cast<uint32_t>(b));
    }

    const BinnedTable& table_;
    const uint8_t* is_allowed_;
    const Boost boost_;
    const int threads_;
    const QuantizedGradients& quantized_;
    decltype(GNOMON_CHOSEN(boost_best_cut)) best_cut_;
    decltype(GNOMON_CHOSEN(boost_peaks)) raise_peaks_;
    const int bins_;
    std::vector<float> peaks_;
    SparseHistogram sparse_;
    double min_side_hessian_ = 1.0;
};

}  // namespace gnomon::gradient_boosting
