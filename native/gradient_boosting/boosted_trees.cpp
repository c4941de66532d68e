#include "boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "histogram.hpp"
#include "leaf.hpp"
#include "leaf_search.hpp"
#include "quantized_gradients.hpp"
#include "roots.hpp"

namespace gnomon::gradient_boosting {

namespace {

using forest::goes_left;
using forest::holds;
using forest::inner;
using forest::Node;

constexpr int64_t min_parallel_rows = 4096;  // below this a second thread costs more than it saves

// Leaves of at most so many rows leave most bins empty: they are summed column by column into sparse
// histograms.
int64_t max_sparse_rows(const BinnedTable& table, const int8_t* direction) {
    int64_t bins = 0;
    for (size_t j = 0; j < table.bins.size(); j++) {
        if (table.is_category[j] || direction) return 0;
        bins += table.bins[j];
    }
    return bins / std::max<int64_t>(8 * table.d, 1);
}

class Booster {
public:
    Booster(const BinnedTable& table, const double* weight, const int32_t* rows, int64_t m,
            const uint8_t* is_allowed, const Boost& boost, int threads)
        : table_(table),
          weight_(weight),
          sample_(rows),
          m_(m),
          boost_(boost),
          threads_(threads),
          add_rows_(GNOMON_CHOSEN(boost_add_rows)),
          add_listed_(GNOMON_CHOSEN(boost_add_listed)),
          max_sparse_rows_(max_sparse_rows(table, boost.direction)),
          right_rows_(static_cast<size_t>(m)),
          gathered_(static_cast<size_t>(m)),
          pool_(table),
          search_(table, is_allowed, boost, threads, quantized_) {}

    // A tree for each row of gradient and hessian (n_trees, n). Where the histograms of the roots are filled
    // together, all trees are begun before the first is grown.
    std::vector<Tree> run(const double* gradient, const double* hessian, int64_t n_trees, double* step) {
        const bool is_shared = n_trees > 1 && !table_.cell_rows.empty() && table_.are_lists_faster(m_);
        const int64_t n = table_.n, batch = is_shared ? n_trees : 1;
        Interrupt interrupt;
        std::vector<Tree> trees;
        for (int64_t from = 0; from < n_trees; from += batch) {
            std::vector<Start> starts;
            for (int64_t k = from; k < from + batch; k++)
                starts.push_back(begin(gradient + k * n, hessian + k * n));
            if (is_shared) fill_roots(table_, sample_, m_, starts, pool_);
            for (Start& start : starts) {
                interrupt.check();
                trees.push_back(grow_tree(std::move(start), is_shared, step));
                step += n;
            }
        }
        return trees;
    }

private:
    Start begin(const double* gradient, const double* hessian) {
        Leaf root{0, 0, m_, 0, 0.0, 0, false, Split(), nullptr};
        rows_.assign(sample_, sample_ + m_);
        quantized_.quantize(rows_, table_.n, gradient, hessian, weight_);
        leaves_ = 1;
        root.total = sum(root);
        count_rows(root);
        if (needs_histogram(root)) root.histogram = pool_.take();
        return {gradient, hessian, std::move(quantized_), std::move(root)};
    }

    Tree grow_tree(Start start, bool is_filled, double* step) {
        gradient_ = start.gradient;
        hessian_ = start.hessian;
        quantized_ = std::move(start.quantized);
        rows_.assign(sample_, sample_ + m_);
        leaves_ = 1;
        tree_ = Tree();
        tree_.importance.assign(static_cast<size_t>(table_.d), 0.0);
        add_nodes(1);
        if (start.root.histogram && !is_filled) fill(start.root, start.root);
        open(std::move(start.root));
        while (leaves_ < boost_.max_leaves && grow()) {
        }
        for (Leaf& leaf : open_) close(leaf, step);
        open_.clear();
        predict_other_rows(step);
        return std::move(tree_);
    }

    void open(Leaf leaf) {
        tree_.weight[leaf.node] = leaf.count;
        search(leaf);
        open_.push_back(std::move(leaf));
    }

    void add_nodes(size_t n) {
        tree_.nodes.resize(tree_.nodes.size() + n);
        tree_.side.resize(tree_.nodes.size(), 0);
        tree_.weight.resize(tree_.nodes.size(), 0.0);
    }

    // The packed gradients and hessians of a leaf's rows, in their order, times sign.
    void gather(const Leaf& leaf, int64_t sign) {
        for (int64_t i = leaf.from; i < leaf.end; i++)
            gathered_[static_cast<size_t>(i - leaf.from)] =
                sign * quantized_.values[static_cast<size_t>(rows_[static_cast<size_t>(i)])];
    }

    // Add a leaf's rows to its own or another's histogram, or subtract them.
    void fill(const Leaf& leaf, const Leaf& into, int64_t sign = 1) {
        int64_t* histogram = into.histogram->data();
        const int64_t m = leaf.end - leaf.from;
        const int32_t* rows = rows_.data() + leaf.from;
        const int threads = m < min_parallel_rows ? 1 : threads_;
        gather(leaf, sign);
        if (threads == 1 && table_.are_lists_faster(m)) {
            add_listed_(table_.places.data(), table_.begin.data(), rows, gathered_.data(), m, histogram);
            return pool_.complete(into.histogram, into.total);
        }
        parallel(threads, table_.panels(), [&](int64_t p) {
            const auto columns =
                static_cast<int>(std::min<int64_t>(panel_columns, table_.d - p * panel_columns));
            add_rows_(table_.panel(p), rows, gathered_.data(), m, columns,
                      histogram + table_.cell(p * panel_columns, 0));
        });
    }

    int64_t sum(const Leaf& leaf) const {
        int64_t total = 0;
        for (int64_t i = leaf.from; i < leaf.end; i++)
            total += quantized_.values[static_cast<size_t>(rows_[static_cast<size_t>(i)])];
        return total;
    }

    // Count the leaf's rows by weight; its total is known.
    void count_rows(Leaf& leaf) {
        leaf.count = weight_ ? 0.0 : static_cast<double>(leaf.end - leaf.from);
        for (int64_t i = leaf.from; weight_ && i < leaf.end; i++)
            leaf.count += weight_[rows_[static_cast<size_t>(i)]];
        leaf.may_split = leaves_ < boost_.max_leaves && search_.may_split(leaf);
    }

    void search(Leaf& leaf) {
        if (!leaf.may_split) return;
        if (!leaf.histogram) gather(leaf, 1);
        search_.search(leaf, rows_.data() + leaf.from, gathered_.data());
        if (leaf.split.feature < 0) pool_.give(std::move(leaf.histogram));
    }

    // Split the leaf of largest gain (best-first); false if no split has a gain.
    bool grow() {
        const auto best = std::max_element(open_.begin(), open_.end());
        if (best->split.feature < 0) return false;
        Leaf parent = std::move(*best);
        open_.erase(best);
        const Split& split = parent.split;
        const auto left = static_cast<uint32_t>(tree_.nodes.size());
        const auto feature = static_cast<uint32_t>(split.feature);
        const Node node = inner(left, feature, split.threshold, split.is_category, split.missing_left);
        add_nodes(2);
        tree_.nodes[parent.node] = node;
        tree_.importance[feature] += split.gain;
        if (split.is_category) {
            tree_.side[parent.node] = static_cast<int32_t>(tree_.subsets.size());
            tree_.subsets.push_back(split.subset);
        }
        const int64_t middle = divide(node, split, parent.from, parent.end);
        Leaf a{left, parent.from, middle, parent.depth + 1, 0.0, 0, false, Split(), nullptr};
        Leaf b{left + 1, middle, parent.end, parent.depth + 1, 0.0, 0, false, Split(), nullptr};
        if (split.is_category) a.extra_l2 = b.extra_l2 = search_.category_l2(split.feature);
        leaves_++;
        share(parent, a, b);
        open(std::move(a));
        open(std::move(b));
        return true;
    }

    // Children inherit their parent's bounds; a monotonic constraint on the column also bounds them by the
    // midpoint of their values.
    void bound(const Leaf& parent, Leaf& a, Leaf& b) const {
        a.low = b.low = parent.low;
        a.high = b.high = parent.high;
        const int direction = boost_.direction ? boost_.direction[parent.split.feature] : 0;
        if (direction == 0) return;
        const double middle =
            search_.leaf_value(a.total, parent) / 2 + search_.leaf_value(b.total, parent) / 2;
        (direction > 0 ? a : b).high = middle;
        (direction > 0 ? b : a).low = middle;
    }

    // The histogram of the smaller child is summed from its rows; that of the other is the parent's less it.
    void share(Leaf& parent, Leaf& a, Leaf& b) {
        Leaf& small = a.end - a.from <= b.end - b.from ? a : b;
        Leaf& large = &small == &a ? b : a;
        small.total = sum(small);
        large.total = parent.total - small.total;
        count_rows(small);
        count_rows(large);
        bound(parent, a, b);
        if (needs_histogram(large)) {
            large.histogram = std::move(parent.histogram);
            if (!needs_histogram(small)) return fill(small, large, -1);
        }
        pool_.give(std::move(parent.histogram));
        if (!needs_histogram(small)) return;
        small.histogram = pool_.take();
        fill(small, small);
        if (large.histogram) pool_.subtract(small.histogram, large.histogram);
    }

    // Leaves of few rows are searched by sparse histograms.
    bool needs_histogram(const Leaf& leaf) const {
        return leaf.may_split && leaf.end - leaf.from > max_sparse_rows_;
    }

    // Whether each code goes left.
    static std::array<bool, panel_bins> sides(const Node& node, const Split& split) {
        std::array<bool, panel_bins> is_left{};
        if (node.is_categorical()) {
            for (uint32_t code = 0; code < panel_bins; code++) is_left[code] = holds(split.subset, code);
        } else {
            std::fill_n(is_left.begin(), node.threshold() + 1, true);
            is_left[missing_code] = node.missing_left();
        }
        return is_left;
    }

    // Partitions rows stably, those that go left first; returns where the right side begins.
    int64_t divide(const Node& node, const Split& split, int64_t from, int64_t end) {
        int32_t* left_end = rows_.data() + from;
        int32_t* right_end = right_rows_.data();
        const uint8_t* column =
            table_.panel(node.feature() / panel_columns) + node.feature() % panel_columns;
        const auto is_left = sides(node, split);
        for (int64_t i = from; i < end; i++) {
            const int32_t row = rows_[static_cast<size_t>(i)];
            const bool is_left_row = is_left[column[static_cast<int64_t>(row) * panel_columns]];
            *left_end = *right_end = row;
            left_end += is_left_row;
            right_end += !is_left_row;
        }
        std::copy(right_rows_.data(), right_end, left_end);
        return left_end - rows_.data();
    }

    // The value of a leaf, from the gradients and hessians before quantization.
    void close(Leaf& leaf, double* step) {
        pool_.give(std::move(leaf.histogram));
        double gradient = 0.0, hessian = boost_.l2 + leaf.extra_l2;
        for (int64_t i = leaf.from; i < leaf.end; i++) {
            gradient += gradient_[rows_[static_cast<size_t>(i)]];
            hessian += hessian_[rows_[static_cast<size_t>(i)]];
        }
        const double newton_step = hessian > 0 ? -gradient / hessian : 0.0;
        const double value = boost_.learning_rate * std::clamp(newton_step, leaf.low, leaf.high);
        tree_.nodes[leaf.node] = forest::leaf(leaf.node);
        tree_.side[leaf.node] = static_cast<int32_t>(tree_.values.size());
        tree_.values.push_back(value);
        for (int64_t i = leaf.from; i < leaf.end; i++) step[rows_[static_cast<size_t>(i)]] = value;
    }

    // Predict the rows outside the training sample.
    void predict_other_rows(double* step) const {
        if (static_cast<int64_t>(rows_.size()) == table_.n) return;
        std::vector<uint8_t> is_done(static_cast<size_t>(table_.n), 0);
        for (const int32_t row : rows_) is_done[static_cast<size_t>(row)] = 1;
        for (int64_t row = 0; row < table_.n; row++) {
            if (is_done[static_cast<size_t>(row)]) continue;
            uint32_t place = 0;
            for (Node node = tree_.nodes[0]; !node.is_leaf(place); node = tree_.nodes[place]) {
                const Subset* subset =
                    node.is_categorical() ? &tree_.subsets[static_cast<size_t>(tree_.side[place])] : nullptr;
                place = node.left + !goes_left(node, subset, table_.code(row, node.feature()));
            }
            step[row] = tree_.values[static_cast<size_t>(tree_.side[place])];
        }
    }

    const BinnedTable& table_;
    const double* weight_;
    const int32_t* sample_;
    const int64_t m_;
    const Boost boost_;
    const int threads_;
    decltype(GNOMON_CHOSEN(boost_add_rows)) add_rows_;
    decltype(GNOMON_CHOSEN(boost_add_listed)) add_listed_;
    const int64_t max_sparse_rows_;
    const double* gradient_ = nullptr;
    const double* hessian_ = nullptr;
    std::vector<int32_t> rows_, right_rows_;
    std::vector<int64_t> gathered_;
    QuantizedGradients quantized_;
    std::vector<Leaf> open_;
    HistogramPool pool_;
    LeafSearch search_;
    Tree tree_;
    int64_t leaves_ = 1;
};

}  // namespace

std::vector<Tree> boost_trees(const BinnedTable& table, const double* gradient, const double* hessian,
                              int64_t n_scores, const double* weight, const int32_t* rows, int64_t m,
                              const uint8_t* is_allowed, const Boost& boost, int threads, double* step) {
    return Booster(table, weight, rows, m, is_allowed, boost, threads).run(gradient, hessian, n_scores, step);
}

}  // namespace gnomon::gradient_boosting
