// The best split of a leaf of a boosted tree, over all columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../parallel.hpp"
#include "amounts.hpp"
#include "few_cells.hpp"
#include "leaf.hpp"

namespace gnomon::forest {

constexpr uint8_t no_value = missing<uint8_t>;
constexpr float unscreened = std::numeric_limits<float>::infinity();

class LeafSearch {
public:
    LeafSearch(const BoostTable& table, const uint8_t* is_allowed, const Boost& boost, int threads,
               const Amounts& amounts)
        : table_(table),
          is_allowed_(is_allowed),
          boost_(boost),
          threads_(threads),
          amounts_(amounts),
          best_cut_(GNOMON_CHOSEN(boost_best_cut)),
          raise_peaks_(GNOMON_CHOSEN(boost_peaks)),
          bins_(static_cast<int>(table.cell_bins)),
          peaks_(static_cast<size_t>(table.panels()) * panel_columns) {}

    // Whether a leaf is large enough for two that are not too small.
    bool may_split(const Leaf& leaf) const {
        const double curvature = static_cast<int32_t>(leaf.total);
        return leaf.depth < boost_.max_depth && leaf.end - leaf.from > 1 && curvature > 0 &&
               2 * std::ceil(least(leaf)) <= curvature;
    }

    // rows and amount: of the leaf, which may be split; read where it has no cells.
    void search(Leaf& leaf, const int32_t* rows, const int64_t* amount) {
        least_ = least(leaf);
        if (leaf.cells) {
            search_cells(leaf);
        } else {
            for (int64_t j = 0; j < table_.d; j++)
                if (is_allowed_[j]) try_few(leaf, j, rows, amount);
        }
        leaf.split.gain = (leaf.split.gain - part(leaf.total, leaf)) / 2;
        if (!(leaf.split.gain > std::max(boost_.min_gain, 0.0))) leaf.split = Split();
    }

    // What a leaf answers if these are the sums of its rows.
    double answer(int64_t sum, const Leaf& leaf) const {
        return std::clamp(-slope(sum) / resistance(sum), leaf.low, leaf.high);
    }

    // What squared answers cost to a set of a column's levels, on top of what all answers do.
    double category_price(int64_t column) const {
        return table_.bins[static_cast<size_t>(column)] > few_levels ? boost_.categories.price : 0.0;
    }

private:
    // The steps of curvature of a row of the leaf.
    static double of_a_row(const Leaf& leaf) { return static_cast<int32_t>(leaf.total) / leaf.count; }

    // The steps of curvature that each side of a split must have.
    double least(const Leaf& leaf) const {
        const double a_row = of_a_row(leaf);
        const double enough = std::max(1.0, boost_.min_curvature / amounts_.curvature_step);
        return boost_.min_leaf > 1 ? std::max(enough, (boost_.min_leaf - 0.5) * a_row) : enough;
    }

    double slope(int64_t sum) const { return amounts_.slope(sum); }
    double resistance(int64_t sum) const { return amounts_.curvature(sum) + boost_.price; }

    // What some rows of a leaf score if they are answered together.
    double part(int64_t sum, const Leaf& leaf, double price = 0.0) const {
        const double resisted = resistance(sum) + price;
        if (!boost_.direction) return slope(sum) * slope(sum) / resisted;
        const double v = std::clamp(-slope(sum) / resisted, leaf.low, leaf.high);
        return -(2 * slope(sum) + resisted * v) * v;
    }

    // Of the columns that are screened only those are searched whose peak is about the highest.
    void search_cells(Leaf& leaf) {
        const int threads = table_.d < 512 ? 1 : threads_;
        parallel(threads, table_.panels(), [&](int64_t p) { screen(leaf, p); });
        const float enough = worth_a_search(leaf);
        std::vector<Split> best(static_cast<size_t>(table_.panels()));
        parallel(threads, table_.panels(), [&](int64_t p) {
            for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++)
                if (is_allowed_[j] && peaks_[static_cast<size_t>(j)] >= enough)
                    try_column(leaf, j, best[static_cast<size_t>(p)]);
        });
        for (const Split& each : best)
            if (each.gain > leaf.split.gain) leaf.split = each;
    }

    // The peaks of a panel's columns; infinite for those that cannot be screened.
    void screen(const Leaf& leaf, int64_t p) {
        float* peak = peaks_.data() + p * panel_columns;
        const double price = boost_.price / amounts_.curvature_step;
        const bool is_screened = !boost_.direction && price <= largest_screened_price;
        std::fill(peak, peak + panel_columns, is_screened ? -1.0f : unscreened);
        if (!is_screened) return;
        const int64_t* cells = leaf.cells->data() + p * bins_ * panel_columns;
        int64_t left[panel_columns] = {};
        const auto raise = [&] {
            raise_peaks_(cells, table_.most_bins[static_cast<size_t>(p)], left, mean(leaf), leaf.total, price,
                         static_cast<int32_t>(std::ceil(least_)), peak);
        };
        raise();
        if (bins_ == panel_bins) {
            std::copy_n(cells + no_value * panel_columns, panel_columns, left);
            if (std::any_of(left, left + panel_columns, [](int64_t sum) { return sum != 0; })) raise();
        }
        for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++)
            if (table_.is_category[static_cast<size_t>(j)]) peaks_[static_cast<size_t>(j)] = unscreened;
    }

    // A peak below this cannot be the highest, nor seem so after the rounding of scores: S^2 / W + W peak.
    float worth_a_search(const Leaf& leaf) const {
        double top = 0.0;
        for (size_t j = 0; j < static_cast<size_t>(table_.d); j++)
            if (is_allowed_[j] && peaks_[j] < unscreened) top = std::max<double>(top, peaks_[j]);
        const double score = mean(leaf) * mean(leaf) + top;
        return static_cast<float>(std::max(0.0, top * (1 - 0x1.0p-18) - score * 0x1.0p-34));
    }

    // S / W of boost_peaks.
    double mean(const Leaf& leaf) const {
        const double price = boost_.price / amounts_.curvature_step;
        return static_cast<double>(leaf.total >> 32) / (static_cast<int32_t>(leaf.total) + 2 * price);
    }

    void try_column(const Leaf& leaf, int64_t column, Split& best) const {
        int64_t cells[panel_bins];
        copy_column(leaf, column, cells);
        if (table_.is_category[static_cast<size_t>(column)]) return try_categories(leaf, column, cells, best);
        const int n = table_.bins[static_cast<size_t>(column)];
        const int64_t unknown = bins_ == panel_bins ? cells[no_value] : 0;
        const bool has_missing = unknown != 0;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            // The last bin against the missing ones is a split too.
            const int cuts = n - (has_missing && !missing_left ? 0 : 1);
            const int64_t before = missing_left ? unknown : 0;
            const int b = boost_.direction
                              ? bounded_cut(leaf, column, cells, cuts, before, &score)
                              : free_cut(leaf, cells, cuts, before, &score);
            if (b < 0 || !(score > best.gain)) continue;
            best = Split();
            best.feature = column;
            best.gain = score;
            int next = b + 1;
            while (next < n - 1 && cells[next] == 0) next++;
            best.threshold = static_cast<uint32_t>(b == n - 1 ? b : (b + next) / 2);
            best.missing_left = has_missing ? missing_left : goes_heavy_left(leaf, cells, b);
        }
    }

    void copy_column(const Leaf& leaf, int64_t column, int64_t* cells) const {
        const int64_t* from = leaf.cells->data() + table_.cell(column, 0);
        for (int64_t b = 0; b < bins_; b++) cells[b] = from[b * panel_columns];
    }

    int free_cut(const Leaf& leaf, const int64_t* cells, int cuts, int64_t before, double* score) const {
        return best_cut_(cells, cuts, before, leaf.total, amounts_.slope_step, amounts_.curvature_step,
                         boost_.price, least_, score);
    }

    // As try_column, for a leaf without cells.
    void try_few(Leaf& leaf, int64_t column, const int32_t* rows, const int64_t* amount) {
        const uint8_t* codes = table_.panel(column / panel_columns) + column % panel_columns;
        Split& best = leaf.split;
        few_cells_.fill(codes, rows, amount, leaf.end - leaf.from);
        const int n = table_.bins[static_cast<size_t>(column)], size = few_cells_.size;
        const bool has_missing = few_cells_.missing != 0;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            const bool is_last_cut = has_missing && !missing_left;
            const int cuts = size > 0 && few_cells_.bin[size - 1] == n - 1 && !is_last_cut ? size - 1 : size;
            const int64_t before = missing_left ? few_cells_.missing : 0;
            const int k = free_cut(leaf, few_cells_.sum, cuts, before, &score);
            if (k < 0 || !(score > best.gain)) continue;
            const int b = few_cells_.bin[k], next = k + 1 < size ? few_cells_.bin[k + 1] : n - 1;
            best = Split();
            best.feature = column;
            best.gain = score;
            best.threshold = static_cast<uint32_t>(b == n - 1 ? b : (b + next) / 2);
            best.missing_left = has_missing ? missing_left : goes_heavy_left(leaf, few_cells_.sum, k);
        }
    }

    // As boost_best_cut, with answers within the leaf's bounds and in the order that the column asks for.
    int bounded_cut(const Leaf& leaf, int64_t column, const int64_t* cells, int cuts, int64_t before,
                    double* score) const {
        const double all = static_cast<int32_t>(leaf.total), direction = boost_.direction[column];
        int64_t left = before;
        int best = -1;
        *score = -infinity;
        for (int b = 0; b < cuts; b++) {
            left += cells[b];
            const int64_t right = leaf.total - left;
            const double on_left = static_cast<int32_t>(left);
            if (on_left < least_ || all - on_left < least_) continue;
            if (direction * (answer(right, leaf) - answer(left, leaf)) < 0) continue;
            const double value = part(left, leaf) + part(right, leaf);
            if (value > *score) *score = value, best = b;
        }
        return best;
    }

    static bool goes_heavy_left(const Leaf& leaf, const int64_t* cells, int b) {
        int64_t left = 0;
        for (int k = 0; k <= b; k++) left += cells[k];
        return 2.0 * static_cast<int32_t>(left) >= static_cast<double>(static_cast<int32_t>(leaf.total));
    }

    // Categories in the order of slope over curvature; missing is one more of them.
    void try_categories(const Leaf& leaf, int64_t column, const int64_t* cells, Split& best) const {
        const bool is_few = table_.bins[static_cast<size_t>(column)] <= few_levels;
        const CategorySplits& limits = boost_.categories;
        const double enough = is_few ? 0.0 : (limits.smooth - 0.5) * of_a_row(leaf);
        std::vector<std::pair<double, int>> order;
        for (int b = 0; b < bins_; b++)
            if (cells[b] != 0 && static_cast<int32_t>(cells[b]) >= enough)
                order.push_back({slope(cells[b]) / (amounts_.curvature(cells[b]) + smoothing(is_few)), b});
        std::sort(order.begin(), order.end());
        const auto n = static_cast<int64_t>(order.size());
        if (is_few) return try_sets(leaf, column, cells, order, n - 1, 0.0, best);
        const int64_t most = std::min(limits.max_levels, (n + 1) / 2);
        const double group = (limits.min_group - 0.5) * of_a_row(leaf);
        try_sets(leaf, column, cells, order, most, group, best);
        std::reverse(order.begin(), order.end());
        try_sets(leaf, column, cells, order, most, group, best);
    }

    double smoothing(bool is_few) const { return is_few ? 10.0 : boost_.categories.smooth; }

    // The first of these categories against all others, for each number of them up to the most.
    void try_sets(const Leaf& leaf, int64_t column, const int64_t* cells,
                  const std::vector<std::pair<double, int>>& order, int64_t most, double group,
                  Split& best) const {
        const double all = static_cast<int32_t>(leaf.total), price = category_price(column);
        Subset subset{};
        int64_t left = 0;
        double gained = 0.0;
        for (int64_t k = 0; k < most; k++) {
            const int b = order[static_cast<size_t>(k)].second;
            left += cells[b];
            gained += static_cast<int32_t>(cells[b]);
            include(subset, static_cast<uint32_t>(b));
            const double on_left = static_cast<int32_t>(left), on_right = all - on_left;
            if (on_right < least_ || on_right < group) return;
            if (on_left < least_ || gained < group) continue;
            gained = 0.0;
            const double score = part(left, leaf, price) + part(leaf.total - left, leaf, price);
            if (!(score > best.gain)) continue;
            best = Split();
            best.feature = column;
            best.gain = score;
            best.is_category = true;
            best.subset = subset;
            if (on_left >= on_right) include_absent(cells, best.subset);
        }
    }

    // Levels that the leaf has no rows of.
    void include_absent(const int64_t* cells, Subset& subset) const {
        for (int b = 0; b < panel_bins; b++)
            if (b >= bins_ || cells[b] == 0) include(subset, static_cast<uint32_t>(b));
    }

    const BoostTable& table_;
    const uint8_t* is_allowed_;
    const Boost boost_;
    const int threads_;
    const Amounts& amounts_;
    decltype(GNOMON_CHOSEN(boost_best_cut)) best_cut_;
    decltype(GNOMON_CHOSEN(boost_peaks)) raise_peaks_;
    const int bins_;
    std::vector<float> peaks_;
    FewCells few_cells_;
    double least_ = 1.0;
};

}  // namespace gnomon::forest
