// Holte (1993): from the lowest value up, an interval takes in all rows of one value at a time. It is closed
// when its most common class has `least` weight or more and the next value's most common class is another;
// neighbors with the same most common class are then one. Of equally common classes the first is taken.
#include "one_rule.hpp"

#include <algorithm>

namespace gnomon {

namespace {

struct Stretch {
    int32_t first = -1, last = -1;  // rows
    std::vector<double> weight;
    int64_t most() const { return std::max_element(weight.begin(), weight.end()) - weight.begin(); }
    void take(const Stretch& next) {
        if (first < 0) first = next.first;
        last = next.last;
        for (size_t c = 0; c < weight.size(); c++) weight[c] += next.weight[c];
    }
};

// The rows of the next value that have weight; from is moved past them.
bool next_value(const int32_t* order, const uint8_t* rises, int64_t n, const int32_t* codes,
                const double* weight, int64_t& from, Stretch& value) {
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
                   const double* weight, int64_t classes, double least) {
    const Stretch empty{-1, -1, std::vector<double>(static_cast<size_t>(classes), 0.0)};
    std::vector<Stretch> found;
    Stretch open = empty, value = empty;
    for (int64_t from = 0; next_value(order, rises, n, codes, weight, from, value);) {
        const int64_t most = open.most();
        if (open.first >= 0 && open.weight[most] >= least && value.most() != most) {
            found.push_back(open);
            open = empty;
        }
        open.take(value);
    }
    if (open.first >= 0) found.push_back(open);
    Intervals result;
    Stretch joined = empty;
    const auto close = [&] {
        result.table.insert(result.table.end(), joined.weight.begin(), joined.weight.end());
    };
    for (const Stretch& each : found) {
        if (joined.first >= 0 && each.most() != joined.most()) {
            result.below.push_back(joined.last);
            result.above.push_back(each.first);
            close();
            joined = empty;
        }
        joined.take(each);
    }
    if (joined.first >= 0) close();
    return result;
}

}  // namespace gnomon
