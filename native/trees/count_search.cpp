// The gain of a cut by Gini, for counts l and r of its sides and the impurity I of the node's n rows, is
//   I - n + sum_c l_c^2 / l + sum_c r_c^2 / r,
// all in whole numbers but for the divisions: it is that of ManyClasses (sides.hpp) to the last bit.
#include "count_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gnomon::trees {

namespace {

constexpr int64_t most_kept = 1 << 20;  // cells of a node that waits

// Rows on each side at least; the weight of a row is how often it is in view.
int32_t least_of(const Growth& growth, const Sums& sums) {
    const double by_weight = std::ceil(growth.min_weight - 1e-12 * sums.weight);
    const auto least = std::max({static_cast<double>(growth.min_leaf), by_weight, 1.0});
    return static_cast<int32_t>(std::min(least, sums.weight));
}

}  // namespace

CountSearch::CountSearch(const View& view)
    : view_(view),
      counted_(*view.counted),
      shape_{counted_.most, view.aim.classes, counted_.width},
      cells_(shape_.codes * shape_.classes * shape_.columns),
      counts_(cells_),
      total_(static_cast<size_t>(view.aim.classes)),
      gain_(static_cast<size_t>(counted_.width)),
      code_(gain_.size()),
      left_(gain_.size()) {}

void CountSearch::search(const Spot& spot, std::vector<Candidate>& found) {
    if (!spot.counts) count_rows(spot, counts_.data());
    std::copy(spot.sums.value.begin(), spot.sums.value.end(), total_.begin());
    const TreeCuts cuts{total_.data(), static_cast<int32_t>(spot.sums.weight),
                        least_of(view_.growth, spot.sums), spot.sums.impurity - spot.sums.weight,
                        equal_gains * spot.sums.impurity};
    GNOMON_CHOSEN(tree_best_cuts)
    (counts_of(spot), shape_, cuts, {gain_.data(), code_.data(), left_.data()});
    for (size_t p = 0; p < counted_.columns.size(); p++) {
        if (code_[p] < 0) continue;
        Candidate& best = found[counted_.columns[p].number];
        best.gain = gain_[p], best.column = counted_.columns[p].number;
        best.low = counted_.columns[p].ranks[code_[p]];
        best.left_weight = left_[p];
    }
}

void CountSearch::place(const Spot& spot, Candidate& best) const {
    const int64_t place = counted_.place[best.column];
    const auto occurs = [&](int64_t code) {
        const int16_t* count = counts_of(spot) + code * shape_.classes * shape_.columns + place;
        int32_t sum = 0;
        for (int64_t c = 0; c < shape_.classes; c++) sum += count[c * shape_.columns];
        return sum > 0;
    };
    int64_t next = code_[place] + 1;
    while (!occurs(next)) next++;
    best.high = counted_.columns[place].ranks[next];
}

void CountSearch::pass_on(Spot& spot, std::vector<Spot>& children, const std::vector<bool>& wanted) {
    if (children.size() != 2 || cells_ > most_kept) return;
    const size_t small = children[0].size() <= children[1].size() ? 0 : 1, large = 1 - small;
    // Taking off costs a pass over the cells, some at a time, besides the rows of the smaller child.
    const int64_t saved = children[large].size() - children[small].size();
    if (!wanted[large] || saved * 16 < shape_.codes * shape_.classes) return;
    const auto less = std::make_shared<Buffer<int16_t>>(cells_);
    count_rows(children[small], less->data());
    if (!spot.counts) {
        spot.counts = std::make_shared<Buffer<int16_t>>(cells_);
        std::memcpy(spot.counts->data(), counts_.data(), static_cast<size_t>(cells_) * sizeof(int16_t));
    }
    GNOMON_CHOSEN(tree_subtract)(spot.counts->data(), less->data(), cells_);
    children[large].counts = std::move(spot.counts);
    if (wanted[small]) children[small].counts = less;
}

void CountSearch::count_rows(const Spot& spot, int16_t* counts) {
    const Item* items = view_.items[view_.columns.d].data() + spot.begin;
    rows_.clear();
    for (int64_t i = 0; i < spot.size(); i++) {
        const int32_t row = items[i].row();
        rows_.push_back({view_.table_row[row], static_cast<int16_t>(view_.code[row]),
                         static_cast<int16_t>(view_.times[row])});
    }
    std::fill(counts, counts + cells_, int16_t{0});
    GNOMON_CHOSEN(tree_count_rows)(counted_.codes.data(), shape_, rows_.data(), spot.size(), counts);
}

const int16_t* CountSearch::counts_of(const Spot& spot) const {
    return spot.counts ? spot.counts->data() : counts_.data();
}

}  // namespace gnomon::trees
