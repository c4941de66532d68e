// The best split of one node, over features drawn at random.
#pragma once

#include <algorithm>
#include <numeric>

#include "../splits/search.hpp"
#include "grow.hpp"

namespace gnomon::forest {

struct Split {
    int64_t feature = -1;
    uint32_t threshold = 0;
    bool is_category = false, missing_left = false;
    Subset subset{};
    double gain = no_gain;
};

template <class Code, class Tally>
class Search {
public:
    using Row = typename Tally::Row;

    Search(const Table<Code>& table, const Growth& growth, Random& random, Tally& tally)
        : table_(table),
          growth_(growth),
          random_(random),
          tally_(tally),
          features_(static_cast<size_t>(table.d)),
          occupied_(Tally::group) {
        std::iota(features_.begin(), features_.end(), 0u);
        for (Occupied& each : occupied_) {
            std::fill(std::begin(each.word), std::end(each.word), uint64_t{0});
            each.words = 0;
        }
        // A tree with all features searches them in order, so that ties go to the first feature.
        if (growth.per_tree && growth.max_features < table.d)
            for (int64_t k = 0; k < growth.max_features; k++) shuffle(k);
    }

    // The tally has entered the node; whole: the weight of the root.
    Split best(const Row* rows, int64_t m, double whole) {
        min_weight_ = growth_.min_share * whole;
        best_ = Split();
        parent_ = tally_.parent_score();
        const int64_t d = growth_.per_tree ? growth_.max_features : table_.d;
        if (growth_.min_leaf > 1 && tally_.count() < 2 * growth_.min_leaf && !draws_tests())
            return draw_all(d);
        const int64_t wanted = growth_.max_features;
        uint32_t feature[feature_batch];
        // More features are drawn until one can be split (as in scikit-learn).
        for (int64_t tried = 0;
             tried < wanted || (best_.feature < 0 && tried < d && !growth_.with_replacement);) {
            const int64_t limit = tried < wanted ? wanted - tried : 1;
            const int n =
                static_cast<int>(std::min<int64_t>(limit, growth_.with_replacement ? 1 : Tally::group));
            for (int j = 0; j < n; j++) feature[j] = next_feature(tried + j);
            tally_.fill(rows, m, table_.codes, table_.d, feature, n, occupied_.data());
            for (int j = 0; j < n; j++) try_feature(j, feature[j]);
            tried += n;
        }
        return best_;
    }

private:
    bool draws_tests() const { return growth_.with_replacement || growth_.threshold_tests > 0; }

    // No split leaves enough on both sides. All features are drawn as if they were searched, so that the
    // random numbers of all other nodes stay the same.
    Split draw_all(int64_t d) {
        for (int64_t tried = 0; tried < d; tried++) next_feature(tried);
        return best_;
    }

    uint32_t next_feature(int64_t k) {
        if (growth_.with_replacement) return random_.below(static_cast<uint64_t>(table_.d));
        if (!growth_.per_tree) shuffle(k);
        return features_[static_cast<size_t>(k)];
    }

    void shuffle(int64_t k) {
        const auto other = static_cast<size_t>(k) + random_.below(static_cast<uint64_t>(table_.d - k));
        std::swap(features_[static_cast<size_t>(k)], features_[other]);
    }

    void try_feature(int j, uint32_t feature) {
        const int n = list_bins(occupied_[static_cast<size_t>(j)]);
        if (n > 1) {
            const bool has_missing = bins_[n - 1] == missing<Code>;
            const int present = n - has_missing;
            const bool is_category = table_.is_category[feature];
            if (growth_.threshold_tests > 0)
                try_at_random(j, feature, present, has_missing, is_category);
            else if (is_category)
                try_categories(j, feature, n);
            else
                try_thresholds(j, feature, present, has_missing);
        }
        tally_.wipe(j, bins_, n);
    }

    int list_bins(Occupied& occupied) {
        int n = 0;
        for (uint64_t words = occupied.words; words; words &= words - 1) {
            const int w = __builtin_ctzll(words);
            for (uint64_t bits = occupied.word[w]; bits; bits &= bits - 1)
                bins_[n++] = static_cast<uint16_t>(w * 64 + __builtin_ctzll(bits));
        }
        occupied.clear();
        return n_bins_ = n;
    }

    // The sides of a feature's cut.
    struct Sides {
        const Search& search;
        int j;
        void move(uint32_t bin) { search.tally_.move_left(j, bin); }
        double gain() const { return search.tally_.score() - search.parent_; }
    };

    bool is_allowed() const {
        const double left = tally_.left_count(), right = tally_.count() - left;
        if (growth_.min_leaf > 1 && (left < growth_.min_leaf || right < growth_.min_leaf)) return false;
        return !(min_weight_ > 0) || (tally_.left_weight() >= min_weight_ &&
                                      tally_.weight() - tally_.left_weight() >= min_weight_);
    }

    // Whether the current sides are a better split than the best so far, whose gain is then theirs.
    bool is_better(const Sides& sides) {
        return improves(sides, best_.gain + tally_.tolerance(), [&] { return is_allowed(); }, best_.gain);
    }

    void set_best(uint32_t feature, uint32_t threshold, bool has_missing, bool missing_left) {
        best_.feature = feature;
        best_.threshold = threshold;
        best_.is_category = false;
        best_.missing_left = has_missing ? missing_left : 2 * tally_.left_count() >= tally_.count();
    }

    // Every threshold; where values are missing, with these on the right and then on the left.
    void try_thresholds(int j, uint32_t feature, int present, bool has_missing) {
        Sides sides{*this, j};
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            tally_.begin();
            if (missing_left) sides.move(missing<Code>);
            const int cuts = present - (missing_left || !has_missing);
            search_histogram(sides, cuts, [&](int64_t k) { return bins_[k]; }, [&](int64_t k) {
                if (!is_better(sides)) return;
                const bool alone = k + 1 == present;  // all present values against the missing ones
                const uint32_t threshold = alone ? bins_[k] : (bins_[k] + bins_[k + 1]) / 2u;
                set_best(feature, threshold, has_missing, missing_left);
            });
        }
    }

    // Levels in the order of their mean target; missing values are one more level.
    void try_categories(int j, uint32_t feature, int n) {
        double mean[256];
        uint16_t order[256];
        for (int k = 0; k < n; k++) mean[category(bins_[k])] = tally_.mean(j, bins_[k]);
        std::copy(bins_, bins_ + n, order);
        std::sort(order, order + n, [&](uint16_t a, uint16_t b) {
            const double low = mean[category(a)], high = mean[category(b)];
            return low != high ? low < high : a < b;
        });
        Subset subset{};
        tally_.begin();
        Sides sides{*this, j};
        search_histogram(sides, n - 1, [&](int64_t k) { return order[k]; }, [&](int64_t k) {
            include(subset, order[k]);
            if (is_better(sides)) set_best_subset(feature, subset);
        });
    }

    // Codes that are absent from the node go to the heavier side.
    void set_best_subset(uint32_t feature, Subset subset) {
        const bool heavy_left = 2 * tally_.left_count() >= tally_.count();
        Subset seen{};
        for (int k = 0; k < n_bins_; k++) include(seen, bins_[k]);
        if (heavy_left)
            for (int w = 0; w < 4; w++) subset[w] |= ~seen[w];
        best_.feature = feature;
        best_.threshold = 0;
        best_.is_category = true;
        best_.missing_left = false;
        best_.subset = subset;
    }

    void try_at_random(int j, uint32_t feature, int present, bool has_missing, bool is_category) {
        if (!is_category) {
            if (present > 1) try_random_thresholds(j, feature, present, has_missing);
            return;
        }
        for (int64_t test = 0; test < growth_.threshold_tests; test++)
            try_random_subset(j, feature, present + has_missing);
    }

    // Thresholds drawn uniformly between the minimum and the maximum of the node, in one sweep.
    void try_random_thresholds(int j, uint32_t feature, int present, bool has_missing) {
        const double* top = table_.tops + table_.tops_begin[feature];
        const uint32_t low = bins_[0], high = bins_[present - 1];
        thresholds_.clear();
        for (int64_t test = 0; test < growth_.threshold_tests; test++) {
            const double at = top[low] + random_.unit() * (top[high] - top[low]);
            const auto above = static_cast<uint32_t>(std::upper_bound(top + low, top + high, at) - top);
            thresholds_.push_back(std::clamp(above, low + 1, high) - 1);
        }
        std::sort(thresholds_.begin(), thresholds_.end());
        const bool missing_left = has_missing && random_.below(2);
        tally_.begin();
        Sides sides{*this, j};
        if (missing_left) sides.move(missing<Code>);
        int k = 0;
        for (const uint32_t threshold : thresholds_) {
            for (; k < present && bins_[k] <= threshold; k++) sides.move(bins_[k]);
            if (is_better(sides)) set_best(feature, threshold, has_missing, missing_left);
        }
    }

    // Each level on either side with probability 1/2.
    void try_random_subset(int j, uint32_t feature, int n) {
        Subset subset{};
        Sides sides{*this, j};
        int on_left = 0;
        tally_.begin();
        for (int k = 0; k < n; k++) {
            if (!random_.below(2)) continue;
            include(subset, bins_[k]);
            sides.move(bins_[k]);
            on_left++;
        }
        if (on_left > 0 && on_left < n && is_better(sides)) set_best_subset(feature, subset);
    }

    Table<Code> table_;
    Growth growth_;
    Random& random_;
    Tally& tally_;
    std::vector<uint32_t> features_;
    std::vector<Occupied> occupied_;
    std::vector<uint32_t> thresholds_;
    uint16_t bins_[4096];
    int n_bins_ = 0;
    double parent_ = 0.0, min_weight_ = 0.0;
    Split best_;
};

}  // namespace gnomon::forest
