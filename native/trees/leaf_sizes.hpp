// What the two stump scans share: the best split of each column for every minimum leaf size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../splits/search.hpp"

namespace gnomon::trees {

// Rows with value <= low go left, rows with value >= high go right.
struct Split {
    double gain = no_gain;
    int64_t column = -1;
    double low = 0, high = 0;
};

// Ties: the lowest column, then the lowest threshold.
inline bool is_better(const Split& a, const Split& b) {
    if (a.gain != b.gain) return a.gain > b.gain;
    if (b.column < 0) return false;
    return a.column != b.column ? a.column < b.column : a.low < b.low;
}

// Splits with [from, end) rows on the left belong to the same minimum leaf size, number `index`.
struct SizeRange {
    int64_t from, end, index;
};

// The distinct minimum leaf sizes, ascending. A split whose smaller side has `size` rows belongs to the
// largest of them that it satisfies, so one scan serves every minimum: its best split is the best of those
// that belong to it or to a larger one.
class LeafSizes {
public:
    explicit LeafSizes(std::vector<int64_t> min_leaf) : sizes_(std::move(min_leaf)) {
        for (int64_t& each : sizes_) each = std::max<int64_t>(each, 1);
        std::sort(sizes_.begin(), sizes_.end());
        sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
    }
    int64_t count() const { return static_cast<int64_t>(sizes_.size()); }
    int64_t index(int64_t min_leaf) const {
        const int64_t size = std::max<int64_t>(min_leaf, 1);
        return std::lower_bound(sizes_.begin(), sizes_.end(), size) - sizes_.begin();
    }
    // The numbers of rows on the left, 1..members - 1, divided where the index changes.
    std::vector<SizeRange> ranges(int64_t members) const {
        std::vector<SizeRange> result;
        for (int64_t left = 1; left < members;) {
            const int64_t index = index_of(std::min(left, members - left)), from = left;
            while (left < members && index_of(std::min(left, members - left)) == index)
                left = next_change(left, members);
            result.push_back({from, std::min(left, members), index});
        }
        return result;
    }

private:
    // The largest minimum leaf size that a side of `size` rows satisfies; -1 if there is none.
    int64_t index_of(int64_t size) const {
        return std::upper_bound(sizes_.begin(), sizes_.end(), size) - sizes_.begin() - 1;
    }
    // The first number of rows on the left, above this one, at which a minimum begins or ceases to be
    // satisfied.
    int64_t next_change(int64_t left, int64_t members) const {
        int64_t next = members;
        for (int64_t size : sizes_) {
            if (size > left) next = std::min(next, size);
            if (members - size + 1 > left) next = std::min(next, members - size + 1);
        }
        return next;
    }
    std::vector<int64_t> sizes_;
};

// The first of the best cuts of a sorted column for each minimum leaf size, of so many members: best[index].
template <class Sides, class Item>
void search_each_size(Sides& sides, const LeafSizes& sizes, int64_t members, const double* value,
                      int64_t column, const Item& item, Split* best) {
    for (const SizeRange& range : sizes.ranges(members)) {
        Split unwanted, &so_far = range.index < 0 ? unwanted : best[range.index];
        const auto rises = [&](int64_t i) { return value[i] > value[i - 1]; };
        search_sorted(sides, range.from, range.end, item, rises, [&](int64_t i) {
            if (improves(sides, so_far.gain)) so_far = {so_far.gain, column, value[i - 1], value[i]};
        });
    }
}

// The best over all columns of splits[column][rule][index], for a rule and a minimum leaf size.
inline Split best_of(const std::vector<std::vector<Split>>& splits, int64_t rule, int64_t sizes,
                     int64_t index) {
    Split best;
    for (const auto& column : splits)
        for (int64_t p = index; p < sizes; p++)
            if (is_better(column[rule * sizes + p], best)) best = column[rule * sizes + p];
    return best;
}

}  // namespace gnomon::trees
