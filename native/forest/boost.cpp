#include "boost.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "amounts.hpp"
#include "cells.hpp"
#include "leaf.hpp"
#include "leaf_search.hpp"
#include "roots.hpp"

namespace gnomon::forest {

namespace {

constexpr int64_t few_rows = 4096;  // below this a second thread costs more than it saves

// Leaves of so few rows leave most bins empty: these are summed column by column, without cells.
int64_t most_few(const BoostTable& table, const int8_t* direction) {
    int64_t bins = 0;
    for (size_t j = 0; j < table.bins.size(); j++) {
        if (table.is_category[j] || direction) return 0;
        bins += table.bins[j];
    }
    return bins / std::max<int64_t>(8 * table.d, 1);
}

class Booster {
public:
    Booster(const BoostTable& table, const double* weight, const int32_t* rows, int64_t m,
            const uint8_t* is_allowed, const Boost& boost, int threads)
        : table_(table),
          weight_(weight),
          learned_(rows),
          m_(m),
          boost_(boost),
          threads_(threads),
          add_rows_(GNOMON_CHOSEN(boost_add_rows)),
          add_listed_(GNOMON_CHOSEN(boost_add_listed)),
          few_(most_few(table, boost.direction)),
          spare_(static_cast<size_t>(m)),
          gathered_(static_cast<size_t>(m)),
          pool_(table),
          search_(table, is_allowed, boost, threads, amounts_) {}

    // A tree for each row of slope and curvature (n_trees, n). Where roots are filled together, all are begun
    // before the first is grown.
    std::vector<Tree> run(const double* slope, const double* curvature, int64_t n_trees, double* step) {
        const bool is_shared = n_trees > 1 && !table_.cell_rows.empty() && table_.lists_serve(m_);
        const int64_t n = table_.n, together = is_shared ? n_trees : 1;
        Interrupt interrupt;
        std::vector<Tree> trees;
        for (int64_t from = 0; from < n_trees; from += together) {
            std::vector<Start> starts;
            for (int64_t k = from; k < from + together; k++)
                starts.push_back(begin(slope + k * n, curvature + k * n));
            if (is_shared) fill_roots(table_, learned_, m_, starts, pool_);
            for (Start& start : starts) {
                interrupt.check();
                trees.push_back(grow_tree(std::move(start), is_shared, step));
                step += n;
            }
        }
        return trees;
    }

private:
    Start begin(const double* slope, const double* curvature) {
        Leaf root{0, 0, m_, 0, 0.0, 0, false, Split(), nullptr};
        rows_.assign(learned_, learned_ + m_);
        amounts_.quantize(rows_, table_.n, slope, curvature, weight_);
        leaves_ = 1;
        root.total = sum(root);
        weigh(root);
        if (needs_cells(root)) root.cells = pool_.take();
        return {slope, curvature, std::move(amounts_), std::move(root)};
    }

    Tree grow_tree(Start start, bool is_filled, double* step) {
        slope_ = start.slope;
        curvature_ = start.curvature;
        amounts_ = std::move(start.amounts);
        rows_.assign(learned_, learned_ + m_);
        leaves_ = 1;
        tree_ = Tree();
        tree_.importance.assign(static_cast<size_t>(table_.d), 0.0);
        add_nodes(1);
        if (start.root.cells && !is_filled) fill(start.root, start.root);
        open(std::move(start.root));
        while (leaves_ < boost_.max_leaves && grow()) {
        }
        for (Leaf& leaf : open_) close(leaf, step);
        open_.clear();
        answer_others(step);
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

    // The amounts of a leaf's rows, in their order, with this sign.
    void gather(const Leaf& leaf, int64_t sign) {
        for (int64_t i = leaf.from; i < leaf.end; i++)
            gathered_[static_cast<size_t>(i - leaf.from)] =
                sign * amounts_.of[static_cast<size_t>(rows_[static_cast<size_t>(i)])];
    }

    // Add a leaf's rows to cells by bin, its own or another's, or take them off.
    void fill(const Leaf& leaf, const Leaf& into, int64_t sign = 1) {
        int64_t* cells = into.cells->data();
        const int64_t m = leaf.end - leaf.from;
        const int32_t* rows = rows_.data() + leaf.from;
        const int threads = m < few_rows ? 1 : threads_;
        gather(leaf, sign);
        if (threads == 1 && table_.lists_serve(m)) {
            add_listed_(table_.places.data(), table_.begin.data(), rows, gathered_.data(), m, cells);
            return pool_.complete(into.cells, into.total);
        }
        parallel(threads, table_.panels(), [&](int64_t p) {
            const auto columns =
                static_cast<int>(std::min<int64_t>(panel_columns, table_.d - p * panel_columns));
            add_rows_(table_.panel(p), rows, gathered_.data(), m, columns,
                      cells + table_.cell(p * panel_columns, 0));
        });
    }

    int64_t sum(const Leaf& leaf) const {
        int64_t total = 0;
        for (int64_t i = leaf.from; i < leaf.end; i++)
            total += amounts_.of[static_cast<size_t>(rows_[static_cast<size_t>(i)])];
        return total;
    }

    // Count the leaf's rows by weight; its total is known.
    void weigh(Leaf& leaf) {
        leaf.count = weight_ ? 0.0 : static_cast<double>(leaf.end - leaf.from);
        for (int64_t i = leaf.from; weight_ && i < leaf.end; i++)
            leaf.count += weight_[rows_[static_cast<size_t>(i)]];
        leaf.may_split = leaves_ < boost_.max_leaves && search_.may_split(leaf);
    }

    void search(Leaf& leaf) {
        if (!leaf.may_split) return;
        if (!leaf.cells) gather(leaf, 1);
        search_.search(leaf, rows_.data() + leaf.from, gathered_.data());
        if (leaf.split.feature < 0) pool_.give(std::move(leaf.cells));
    }

    // Split the leaf of largest gain; false if none gains.
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
        if (split.is_category) a.price = b.price = search_.category_price(split.feature);
        leaves_++;
        share(parent, a, b);
        open(std::move(a));
        open(std::move(b));
        return true;
    }

    // Children keep their parent's bounds; if the column has a direction, the middle of their answers parts
    // them.
    void bound(const Leaf& parent, Leaf& a, Leaf& b) const {
        a.low = b.low = parent.low;
        a.high = b.high = parent.high;
        const int direction = boost_.direction ? boost_.direction[parent.split.feature] : 0;
        if (direction == 0) return;
        const double middle = search_.answer(a.total, parent) / 2 + search_.answer(b.total, parent) / 2;
        (direction > 0 ? a : b).high = middle;
        (direction > 0 ? b : a).low = middle;
    }

    // The smaller child is summed from its rows; the other one is what remains of the parent.
    void share(Leaf& parent, Leaf& a, Leaf& b) {
        Leaf& small = a.end - a.from <= b.end - b.from ? a : b;
        Leaf& large = &small == &a ? b : a;
        small.total = sum(small);
        large.total = parent.total - small.total;
        weigh(small);
        weigh(large);
        bound(parent, a, b);
        if (needs_cells(large)) {
            large.cells = std::move(parent.cells);
            if (!needs_cells(small)) return fill(small, large, -1);
        }
        pool_.give(std::move(parent.cells));
        if (!needs_cells(small)) return;
        small.cells = pool_.take();
        fill(small, small);
        if (large.cells) pool_.subtract(small.cells, large.cells);
    }

    // Leaves of few rows are searched without.
    bool needs_cells(const Leaf& leaf) const { return leaf.may_split && leaf.end - leaf.from > few_; }

    // Of each code whether it goes left.
    static std::array<bool, panel_bins> sides(const Node& node, const Split& split) {
        std::array<bool, panel_bins> is_left{};
        if (node.asks_category()) {
            for (uint32_t code = 0; code < panel_bins; code++) is_left[code] = holds(split.subset, code);
        } else {
            std::fill_n(is_left.begin(), node.threshold() + 1, true);
            is_left[no_value] = node.missing_left();
        }
        return is_left;
    }

    // Rows that go left first, both sides in their old order; where the right side begins.
    int64_t divide(const Node& node, const Split& split, int64_t from, int64_t end) {
        int32_t* kept = rows_.data() + from;
        int32_t* moved = spare_.data();
        const uint8_t* column =
            table_.panel(node.feature() / panel_columns) + node.feature() % panel_columns;
        const auto is_left = sides(node, split);
        for (int64_t i = from; i < end; i++) {
            const int32_t row = rows_[static_cast<size_t>(i)];
            const bool stays = is_left[column[static_cast<int64_t>(row) * panel_columns]];
            *kept = *moved = row;
            kept += stays;
            moved += !stays;
        }
        std::copy(spare_.data(), moved, kept);
        return kept - rows_.data();
    }

    // The answer of a leaf, from the slopes and curvatures as they came.
    void close(Leaf& leaf, double* step) {
        pool_.give(std::move(leaf.cells));
        double slope = 0.0, curvature = boost_.price + leaf.price;
        for (int64_t i = leaf.from; i < leaf.end; i++) {
            slope += slope_[rows_[static_cast<size_t>(i)]];
            curvature += curvature_[rows_[static_cast<size_t>(i)]];
        }
        const double step_down = curvature > 0 ? -slope / curvature : 0.0;
        const double value = boost_.rate * std::clamp(step_down, leaf.low, leaf.high);
        tree_.nodes[leaf.node] = forest::leaf(leaf.node);
        tree_.side[leaf.node] = static_cast<int32_t>(tree_.values.size());
        tree_.values.push_back(value);
        for (int64_t i = leaf.from; i < leaf.end; i++) step[rows_[static_cast<size_t>(i)]] = value;
    }

    void answer_others(double* step) const {
        if (static_cast<int64_t>(rows_.size()) == table_.n) return;
        std::vector<uint8_t> is_done(static_cast<size_t>(table_.n), 0);
        for (const int32_t row : rows_) is_done[static_cast<size_t>(row)] = 1;
        for (int64_t row = 0; row < table_.n; row++) {
            if (is_done[static_cast<size_t>(row)]) continue;
            uint32_t place = 0;
            for (Node node = tree_.nodes[0]; !node.is_leaf(place); node = tree_.nodes[place]) {
                const Subset* subset =
                    node.asks_category() ? &tree_.subsets[static_cast<size_t>(tree_.side[place])] : nullptr;
                place = node.left + !goes_left(node, subset, table_.code(row, node.feature()));
            }
            step[row] = tree_.values[static_cast<size_t>(tree_.side[place])];
        }
    }

    const BoostTable& table_;
    const double* weight_;
    const int32_t* learned_;
    const int64_t m_;
    const Boost boost_;
    const int threads_;
    decltype(GNOMON_CHOSEN(boost_add_rows)) add_rows_;
    decltype(GNOMON_CHOSEN(boost_add_listed)) add_listed_;
    const int64_t few_;
    const double* slope_ = nullptr;
    const double* curvature_ = nullptr;
    std::vector<int32_t> rows_, spare_;
    std::vector<int64_t> gathered_;
    Amounts amounts_;
    std::vector<Leaf> open_;
    CellsPool pool_;
    LeafSearch search_;
    Tree tree_;
    int64_t leaves_ = 1;
};

}  // namespace

std::vector<Tree> boost_trees(const BoostTable& table, const double* slope, const double* curvature,
                              int64_t n_scores, const double* weight, const int32_t* rows, int64_t m,
                              const uint8_t* is_allowed, const Boost& boost, int threads, double* step) {
    return Booster(table, weight, rows, m, is_allowed, boost, threads).run(slope, curvature, n_scores, step);
}

}  // namespace gnomon::forest
