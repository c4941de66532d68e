// rank_i = #{j: v_j < v_i} + (#{j: v_j = v_i} + 1) / 2;
// AUC = sum over pairs of a positive p and a negative q of w_p w_q ([s_p > s_q] + [s_p = s_q] / 2) / (W+ W-).
#include "ranks.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "radix.hpp"

namespace gnomon {

namespace {

template <class Real>
std::vector<Keyed> sorted_with_rows(const Real* value, int64_t n) {
    std::vector<Keyed> items(static_cast<size_t>(n)), spare;
    for (int64_t i = 0; i < n; i++)
        items[i] = {ordered_key(static_cast<double>(value[i])), static_cast<uint32_t>(i)};
    radix_sort(items, spare);
    return items;
}

// Without weights the keys of the two classes are sorted separately and merged; the counts are exact.
template <class Real>
double auc_by_counts(const Real* score, const uint8_t* positive, int64_t n) {
    std::vector<uint64_t> keys[2], spare;
    for (auto& each : keys) each.reserve(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; i++)
        keys[positive[i] != 0].push_back(ordered_key(static_cast<double>(score[i])));
    for (auto& each : keys) radix_sort(each, spare);
    const auto &low = keys[0], &high = keys[1];
    int64_t twice = 0;
    size_t below = 0, upto = 0;
    for (uint64_t key : high) {
        while (below < low.size() && low[below] < key) below++;
        while (upto < low.size() && low[upto] <= key) upto++;
        twice += static_cast<int64_t>(below + upto);
    }
    return static_cast<double>(twice) / 2 /
           (static_cast<double>(low.size()) * static_cast<double>(high.size()));
}

template <class Real>
double auc_by_weight(const Real* score, const uint8_t* positive, const double* weight, int64_t n) {
    const std::vector<Keyed> items = sorted_with_rows(score, n);
    double below = 0, area = 0, all[2] = {0, 0};
    for (size_t i = 0; i < items.size();) {
        double tied[2] = {0, 0};
        const uint64_t key = items[i].key;
        for (; i < items.size() && items[i].key == key; i++) {
            const uint32_t row = items[i].row;
            tied[positive[row] != 0] += weight[row];
        }
        area += tied[1] * (below + tied[0] / 2);
        below += tied[0];
        all[0] += tied[0];
        all[1] += tied[1];
    }
    return area / (all[0] * all[1]);
}

}  // namespace

template <class Real>
void midranks(const Real* value, int64_t n, double* rank) {
    const std::vector<Keyed> items = sorted_with_rows(value, n);
    for (size_t from = 0, end; from < items.size(); from = end) {
        for (end = from + 1; end < items.size() && items[end].key == items[from].key;) end++;
        for (size_t i = from; i < end; i++) rank[items[i].row] = static_cast<double>(from + end + 1) / 2;
    }
}

template <class Real>
double auc(const Real* score, const uint8_t* positive, const double* weight, int64_t n) {
    return weight ? auc_by_weight(score, positive, weight, n) : auc_by_counts(score, positive, n);
}

template void midranks<double>(const double*, int64_t, double*);
template void midranks<float>(const float*, int64_t, double*);
template double auc<double>(const double*, const uint8_t*, const double*, int64_t);
template double auc<float>(const float*, const uint8_t*, const double*, int64_t);

}  // namespace gnomon
