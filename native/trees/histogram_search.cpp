// The Gini gain of a threshold, for counts l and r of its sides and impurity I of the node's n rows, is
//   I - n + sum_c l_c^2 / l + sum_c r_c^2 / r,
// all in integers but for the divisions: bit for bit that of ManyClasses (sides.hpp).
#include "histogram_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gnomon::trees {

namespace {

constexpr int64_t max_cached_cells = 1 << 20;  // of the histogram of a pending node

// The minimum number of rows of each side; the weight of a row is how often it is in view.
int32_t min_rows_of(const Growth& growth, const Sums& sums) {
    const double by_weight = std::ceil(growth.min_weight - 1e-12 * sums.weight);
    const auto min_rows = std::max({static_cast<double>(growth.min_leaf), by_weight, 1.0});
    return static_cast<int32_t>(std::min(min_rows, sums.weight));
}

}  // namespace

HistogramSearch::HistogramSearch(const View& view)
    : view_(view),
      counted_(*view.counted),
      shape_{counted_.n_codes, view.targets.classes, counted_.width},
      cells_(shape_.codes * shape_.classes * shape_.columns),
      counts_(cells_),
      total_(static_cast<size_t>(view.targets.classes)),
      gain_(static_cast<size_t>(counted_.width)),
      code_(gain_.size()),
      left_(gain_.size()) {}

void HistogramSearch::search(const PendingNode& node, std::vector<Candidate>& candidates) {
    if (!node.counts) count_rows(node, counts_.data());
    std::copy(node.sums.value.begin(), node.sums.value.end(), total_.begin());
    const TreeCuts cuts{total_.data(), static_cast<int32_t>(node.sums.weight),
                        min_rows_of(view_.growth, node.sums), node.sums.impurity - node.sums.weight,
                        equal_gains * node.sums.impurity};
    GNOMON_CHOSEN(tree_best_cuts)
    (counts_of(node), shape_, cuts, {gain_.data(), code_.data(), left_.data()});
    for (size_t p = 0; p < counted_.columns.size(); p++) {
        if (code_[p] < 0) continue;
        Candidate& best = candidates[counted_.columns[p].number];
        best.gain = gain_[p], best.column = counted_.columns[p].number;
        best.low = counted_.columns[p].ranks[code_[p]];
        best.left_weight = left_[p];
    }
}

void HistogramSearch::place(const PendingNode& node, Candidate& best) const {
    const int64_t place = counted_.place[best.column];
    const auto occurs = [&](int64_t code) {
        const int16_t* count = counts_of(node) + code * shape_.classes * shape_.columns + place;
        int32_t sum = 0;
        for (int64_t c = 0; c < shape_.classes; c++) sum += count[c * shape_.columns];
        return sum > 0;
    };
    int64_t next = code_[place] + 1;
    while (!occurs(next)) next++;
    best.high = counted_.columns[place].ranks[next];
}

void HistogramSearch::pass_on(PendingNode& node, std::vector<PendingNode>& children,
                              const std::vector<bool>& wanted) {
    if (children.size() != 2 || cells_ > max_cached_cells) return;
    const size_t small = children[0].size() <= children[1].size() ? 0 : 1, large = 1 - small;
    // Subtraction costs a vectorized pass over the cells, besides the rows of the smaller child.
    const int64_t saved = children[large].size() - children[small].size();
    if (!wanted[large] || saved * 16 < shape_.codes * shape_.classes) return;
    const auto less = std::make_shared<Buffer<int16_t>>(cells_);
    count_rows(children[small], less->data());
    if (!node.counts) {
        node.counts = std::make_shared<Buffer<int16_t>>(cells_);
        std::memcpy(node.counts->data(), counts_.data(), static_cast<size_t>(cells_) * sizeof(int16_t));
    }
    GNOMON_CHOSEN(tree_subtract)(node.counts->data(), less->data(), cells_);
    children[large].counts = std::move(node.counts);
    if (wanted[small]) children[small].counts = less;
}

void HistogramSearch::count_rows(const PendingNode& node, int16_t* counts) {
    const Item* items = view_.items[view_.columns.d].data() + node.begin;
    rows_.clear();
    for (int64_t i = 0; i < node.size(); i++) {
        const int32_t row = items[i].row();
        rows_.push_back({view_.table_row[row], static_cast<int16_t>(view_.code[row]),
                         static_cast<int16_t>(view_.times[row])});
    }
    std::fill(counts, counts + cells_, int16_t{0});
    GNOMON_CHOSEN(tree_count_rows)(counted_.codes.data(), shape_, rows_.data(), node.size(), counts);
}

const int16_t* HistogramSearch::counts_of(const PendingNode& node) const {
    return node.counts ? node.counts->data() : counts_.data();
}

}  // namespace gnomon::trees
