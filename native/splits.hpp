// What the two stump scans share: the sorted columns, and the best split for every least size of a leaf.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace gnomon {

// Columns in ascending order: values and rows (d, n), as sort_columns gives them; member may be null (all
// rows).
template <class Real>
struct SortedColumns {
    const Real* values;
    const int32_t* order;
    int64_t n, d;
    const uint8_t* member;
    bool has(int64_t row) const { return !member || member[row]; }
};

// Rows with value <= low go left, rows with value >= high go right.
struct Split {
    double cost = std::numeric_limits<double>::infinity();
    int64_t column = -1;
    double low = 0, high = 0;
};

// Of equally good splits the lowest column is taken, then the lowest threshold.
inline bool is_better(const Split& a, const Split& b) {
    if (a.cost != b.cost) return a.cost < b.cost;
    if (b.column < 0) return false;
    return a.column != b.column ? a.column < b.column : a.low < b.low;
}

// Splits with [from, end) rows on the left belong to the same least size.
struct Stretch {
    int64_t from, end, place;
};

// The distinct least sizes of a leaf, ascending. A split whose smaller side has `size` rows belongs to the
// largest of them that it satisfies, so one scan serves every least size: the best of its own class and of
// those above.
class LeafSizes {
public:
    explicit LeafSizes(std::vector<int64_t> least) : least_(std::move(least)) {
        for (int64_t& each : least_) each = std::max<int64_t>(each, 1);
        std::sort(least_.begin(), least_.end());
        least_.erase(std::unique(least_.begin(), least_.end()), least_.end());
    }
    int64_t count() const { return static_cast<int64_t>(least_.size()); }
    int64_t place(int64_t least) const {
        return std::lower_bound(least_.begin(), least_.end(), std::max<int64_t>(least, 1)) - least_.begin();
    }
    // The numbers of rows on the left, 1..members - 1, cut where the place changes.
    std::vector<Stretch> stretches(int64_t members) const {
        std::vector<Stretch> found;
        for (int64_t left = 1; left < members;) {
            const int64_t place = place_of(std::min(left, members - left)), from = left;
            while (left < members && place_of(std::min(left, members - left)) == place)
                left = next_change(left, members);
            found.push_back({from, std::min(left, members), place});
        }
        return found;
    }

private:
    // The largest least size that a side of `size` rows satisfies; -1 if there is none.
    int64_t place_of(int64_t size) const {
        return std::upper_bound(least_.begin(), least_.end(), size) - least_.begin() - 1;
    }
    // The first number of rows on the left, above this one, at which a least size begins or ceases to hold.
    int64_t next_change(int64_t left, int64_t members) const {
        int64_t next = members;
        for (int64_t least : least_) {
            if (least > left) next = std::min(next, least);
            if (members - least + 1 > left) next = std::min(next, members - least + 1);
        }
        return next;
    }
    std::vector<int64_t> least_;
};

// found[column][rule][place]: the best split for a rule and a least size over all columns.
inline Split best_of(const std::vector<std::vector<Split>>& found, int64_t rule, int64_t sizes,
                     int64_t place) {
    Split best;
    for (const auto& column : found)
        for (int64_t p = place; p < sizes; p++)
            if (is_better(column[rule * sizes + p], best)) best = column[rule * sizes + p];
    return best;
}

}  // namespace gnomon
