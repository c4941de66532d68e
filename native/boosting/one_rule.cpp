// Holte (1993): from the lowest value up, an interval takes all rows of one value at a time. It is closed
// when its majority class has `min_weight` or more and the majority class of the next value is another;
// adjacent intervals with the same majority class are then merged. Of tied classes the first is the majority.
#include "one_rule.hpp"

#include <algorithm>

namespace gnomon {

namespace {

struct Interval {
    int32_t first = -1, last = -1;  // rows
    std::vector<double> weight;
    int64_t majority() const { return std::max_element(weight.begin(), weight.end()) - weight.begin(); }
    void add(const Interval& next) {
        if (first < 0) first = next.first;
        last = next.last;
        for (size_t c = 0; c < weight.size(); c++) weight[c] += next.weight[c];
    }
};

// The rows of the next value that have weight; from is moved past them.
bool next_value(const int32_t* order, const uint8_t* rises, int64_t n, const int32_t* codes,
                const double* weight, int64_t& from, Interval& value) {
    value.first = -1;
    std::fill(value.weight.begin(), value.weight.end(), 0.0);
    for (; from < n; from++) {
        if (rises[from] && value.first >= 0) return true;
        const int32_t row = order[from];
        if (!(weight[row] > 0)) continue;
        if (value.first < 0) value.first = row;
        value.last = row;
        value.weight[codes[row]] += weight[row];
    }
    return value.first >= 0;
}

}  // namespace

Intervals one_rule(const int32_t* order, const uint8_t* rises, int64_t n, const int32_t* codes,
                   const double* weight, int64_t classes, double min_weight) {
    const Interval empty{-1, -1, std::vector<double>(static_cast<size_t>(classes), 0.0)};
    std::vector<Interval> intervals;
    Interval open = empty, value = empty;
    for (int64_t from = 0; next_value(order, rises, n, codes, weight, from, value);) {
        const int64_t majority = open.majority();
        if (open.first >= 0 && open.weight[majority] >= min_weight && value.majority() != majority) {
            intervals.push_back(open);
            open = empty;
        }
        open.add(value);
    }
    if (open.first >= 0) intervals.push_back(open);
    Intervals result;
    Interval joined = empty;
    const auto close = [&] {
        result.table.insert(result.table.end(), joined.weight.begin(), joined.weight.end());
    };
    for (const Interval& each : intervals) {
        if (joined.first >= 0 && each.majority() != joined.majority()) {
            result.below.push_back(joined.last);
            result.above.push_back(each.first);
            close();
            joined = empty;
        }
        joined.add(each);
    }
    if (joined.first >= 0) close();
    return result;
}

}  // namespace gnomon
