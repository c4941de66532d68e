#include "boost.hpp"

#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "amounts.hpp"
#include "cells.hpp"
#include "few_cells.hpp"
#include "leaf.hpp"

namespace gnomon::forest {

namespace {

constexpr int64_t few_rows = 4096;  // below this a second thread costs more than it saves
constexpr uint8_t no_value = missing<uint8_t>;

class Booster {
public:
    Booster(const Panels& panels, const double* slope, const double* curvature, const double* weight,
            const uint8_t* is_allowed, const Boost& boost, int threads)
        : panels_(panels),
          slope_(slope),
          curvature_(curvature),
          weight_(weight),
          is_allowed_(is_allowed),
          boost_(boost),
          threads_(threads),
          add_rows_(GNOMON_CHOSEN(boost_add_rows)),
          best_cut_(GNOMON_CHOSEN(boost_best_cut)),
          few_(most_few()),
          width_(cells_a_column(panels)),
          pool_(panels, width_) {}

    Tree run(const int32_t* rows, int64_t m, double* step) {
        rows_.assign(rows, rows + m);
        spare_.resize(rows_.size());
        amounts_.quantise(rows_, panels_.n, slope_, curvature_, weight_);
        gathered_.resize(rows_.size());
        tree_.importance.assign(static_cast<size_t>(panels_.d), 0.0);
        add_nodes(1);
        Leaf root{0, 0, m, 0, 0.0, 0, Split(), pool_.take()};
        fill(root, root.cells->data());
        measure(root);
        search(root);
        open_.push_back(std::move(root));
        for (int64_t leaves = 1; leaves < boost_.max_leaves && grow(); leaves++) {
        }
        for (const Leaf& leaf : open_) close(leaf, step);
        answer_others(step);
        return std::move(tree_);
    }

private:
    // Leaves of so few rows leave most bins empty: these are summed column by column, without cells.
    int64_t most_few() const {
        int64_t bins = 0;
        for (int64_t j = 0; j < panels_.d; j++) {
            if (panels_.is_category[j] || panels_.direction) return 0;
            bins += panels_.bins[j];
        }
        return bins / std::max<int64_t>(2 * panels_.d, 1);
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

    // Add the leaf's rows to cells by bin, or take them off, a task a panel.
    void fill(const Leaf& leaf, int64_t* cells, int64_t sign = 1) {
        const int64_t m = leaf.end - leaf.from;
        gather(leaf, sign);
        parallel(m < few_rows ? 1 : threads_, panels_.panels(), [&](int64_t p) {
            const auto columns =
                static_cast<int>(std::min<int64_t>(panel_columns, panels_.d - p * panel_columns));
            add_rows_(panels_.panel(p), rows_.data() + leaf.from, gathered_.data(), m, columns, width_,
                      cells + p * panel_columns * width_);
        });
    }

    void measure(Leaf& leaf) {
        leaf.total = 0;
        leaf.count = 0.0;
        for (int64_t i = leaf.from; i < leaf.end; i++) {
            const int32_t row = rows_[static_cast<size_t>(i)];
            leaf.total += amounts_.of[static_cast<size_t>(row)];
            leaf.count += weight_ ? weight_[row] : 1.0;
        }
        tree_.weight[leaf.node] = leaf.count;
    }

    double slope(int64_t sum) const { return amounts_.slope(sum); }
    double resistance(int64_t sum) const { return amounts_.curvature(sum) + boost_.price; }

    double answer(int64_t sum, const Leaf& leaf) const {
        return std::clamp(-slope(sum) / resistance(sum), leaf.low, leaf.high);
    }

    // What some rows of a leaf score if they are answered together.
    double part(int64_t sum, const Leaf& leaf) const {
        if (!panels_.direction) return slope(sum) * slope(sum) / resistance(sum);
        const double v = answer(sum, leaf);
        return -(2 * slope(sum) + resistance(sum) * v) * v;
    }

    void search(Leaf& leaf) {
        leaf.split = Split();
        const double curvature = static_cast<int32_t>(leaf.total);
        if (leaf.depth >= boost_.max_depth || leaf.end - leaf.from < 2 || curvature <= 0) return;
        const double a_row = curvature / leaf.count;
        least_ = std::max(1.0, boost_.min_curvature / amounts_.curvature_step);
        if (boost_.min_leaf > 1) least_ = std::max(least_, (boost_.min_leaf - 0.5) * a_row);
        if (!leaf.cells) {
            gather(leaf, 1);
            for (int64_t j = 0; j < panels_.d; j++)
                if (is_allowed_[j]) try_few(leaf, j, leaf.split);
            return settle(leaf);
        }
        std::vector<Split> best(static_cast<size_t>(panels_.panels()));
        parallel(panels_.d < 512 ? 1 : threads_, panels_.panels(), [&](int64_t p) {
            for (int64_t j = p * panel_columns; j < std::min(panels_.d, (p + 1) * panel_columns); j++)
                if (is_allowed_[j]) try_column(leaf, j, best[static_cast<size_t>(p)]);
        });
        for (const Split& each : best)
            if (each.gain > leaf.split.gain) leaf.split = each;
        settle(leaf);
    }

    // From the score of the best split to its gain, if it gains enough.
    void settle(Leaf& leaf) const {
        leaf.split.gain = (leaf.split.gain - part(leaf.total, leaf)) / 2;
        if (!(leaf.split.gain > std::max(boost_.min_gain, 0.0))) leaf.split = Split();
    }

    void try_column(const Leaf& leaf, int64_t column, Split& best) const {
        const int64_t* cells = leaf.cells->data() + column * width_;
        if (panels_.is_category[column]) return try_categories(leaf, column, cells, best);
        const int n = panels_.bins[column];
        const int64_t unknown = width_ == panel_bins ? cells[no_value] : 0;
        const bool has_missing = unknown != 0;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            // The last bin against the missing ones is a split too.
            const int cuts = n - (has_missing && !missing_left ? 0 : 1);
            const int64_t before = missing_left ? unknown : 0;
            const int b = panels_.direction
                              ? bounded_cut(leaf, column, cuts, before, &score)
                              : free_cut(leaf, cells, cuts, before, &score);
            if (b < 0 || !(score > best.gain)) continue;
            best = Split();
            best.feature = column;
            best.gain = score;
            int next = b + 1;
            while (next < n - 1 && cells[next] == 0) next++;
            best.threshold = static_cast<uint32_t>(b == n - 1 ? b : (b + next) / 2);
            best.missing_left = has_missing ? missing_left : goes_heavy_left(leaf, cells, b);
        }
    }

    int free_cut(const Leaf& leaf, const int64_t* cells, int cuts, int64_t before, double* score) const {
        return best_cut_(cells, cuts, before, leaf.total, amounts_.slope_step, amounts_.curvature_step,
                         boost_.price, least_, score);
    }

    // As try_column, for a leaf without cells.
    void try_few(const Leaf& leaf, int64_t column, Split& best) {
        const uint8_t* codes = panels_.panel(column / panel_columns) + column % panel_columns;
        few_cells_.fill(codes, rows_.data() + leaf.from, gathered_.data(), leaf.end - leaf.from);
        const int n = panels_.bins[column], size = few_cells_.size;
        const bool has_missing = few_cells_.missing != 0;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            const bool is_last_cut = has_missing && !missing_left;
            const int cuts = size > 0 && few_cells_.bin[size - 1] == n - 1 && !is_last_cut ? size - 1 : size;
            const int64_t before = missing_left ? few_cells_.missing : 0;
            const int k = free_cut(leaf, few_cells_.sum, cuts, before, &score);
            if (k < 0 || !(score > best.gain)) continue;
            const int b = few_cells_.bin[k], next = k + 1 < size ? few_cells_.bin[k + 1] : n - 1;
            best = Split();
            best.feature = column;
            best.gain = score;
            best.threshold = static_cast<uint32_t>(b == n - 1 ? b : (b + next) / 2);
            best.missing_left = has_missing ? missing_left : goes_heavy_left(leaf, few_cells_.sum, k);
        }
    }

    // As boost_best_cut, with answers within the leaf's bounds and in the order that the column asks for.
    int bounded_cut(const Leaf& leaf, int64_t column, int cuts, int64_t before, double* score) const {
        const int64_t* cells = leaf.cells->data() + column * width_;
        const double all = static_cast<int32_t>(leaf.total), direction = panels_.direction[column];
        int64_t left = before;
        int best = -1;
        *score = -infinity;
        for (int b = 0; b < cuts; b++) {
            left += cells[b];
            const int64_t right = leaf.total - left;
            const double on_left = static_cast<int32_t>(left);
            if (on_left < least_ || all - on_left < least_) continue;
            if (direction * (answer(right, leaf) - answer(left, leaf)) < 0) continue;
            const double value = part(left, leaf) + part(right, leaf);
            if (value > *score) *score = value, best = b;
        }
        return best;
    }

    static bool goes_heavy_left(const Leaf& leaf, const int64_t* cells, int b) {
        int64_t left = 0;
        for (int k = 0; k <= b; k++) left += cells[k];
        return 2.0 * static_cast<int32_t>(left) >= static_cast<double>(static_cast<int32_t>(leaf.total));
    }

    // Categories in the order of slope over curvature; missing is one more of them.
    void try_categories(const Leaf& leaf, int64_t column, const int64_t* cells, Split& best) const {
        std::vector<std::pair<double, int>> order;
        for (int b = 0; b < width_; b++)
            if (cells[b] != 0)
                order.push_back({slope(cells[b]) / (amounts_.curvature(cells[b]) + 10.0), b});
        std::sort(order.begin(), order.end());
        Subset subset{};
        int64_t left = 0;
        for (size_t k = 0; k + 1 < order.size(); k++) {
            left += cells[order[k].second];
            include(subset, static_cast<uint32_t>(order[k].second));
            const double on_left = static_cast<int32_t>(left), all = static_cast<int32_t>(leaf.total);
            if (on_left < least_ || all - on_left < least_) continue;
            const double score = part(left, leaf) + part(leaf.total - left, leaf);
            if (!(score > best.gain)) continue;
            best = Split();
            best.feature = column;
            best.gain = score;
            best.is_category = true;
            best.subset = subset;
            if (2 * on_left >= all)
                for (int b = 0; b < panel_bins; b++)
                    if (b >= width_ || cells[b] == 0) include(best.subset, static_cast<uint32_t>(b));
        }
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
        Leaf a{left, parent.from, middle, parent.depth + 1, 0.0, 0, Split(), nullptr};
        Leaf b{left + 1, middle, parent.end, parent.depth + 1, 0.0, 0, Split(), nullptr};
        measure(a);
        measure(b);
        bound(parent, a, b);
        share(parent, a, b);
        for (Leaf* leaf : {&a, &b}) {
            search(*leaf);
            if (leaf->split.feature < 0) pool_.give(std::move(leaf->cells));
        }
        open_.push_back(std::move(a));
        open_.push_back(std::move(b));
        return true;
    }

    // Children keep their parent's bounds; if the column has a direction, the middle of their answers parts
    // them.
    void bound(const Leaf& parent, Leaf& a, Leaf& b) const {
        a.low = b.low = parent.low;
        a.high = b.high = parent.high;
        const int direction = panels_.direction ? panels_.direction[parent.split.feature] : 0;
        if (direction == 0) return;
        const double middle = answer(a.total, parent) / 2 + answer(b.total, parent) / 2;
        (direction > 0 ? a : b).high = middle;
        (direction > 0 ? b : a).low = middle;
    }

    // The smaller child is summed from its rows; the other one is what remains of the parent. Children of few
    // rows need no cells.
    void share(Leaf& parent, Leaf& a, Leaf& b) {
        Leaf& small = a.end - a.from <= b.end - b.from ? a : b;
        Leaf& large = &small == &a ? b : a;
        if (large.end - large.from <= few_) {
            pool_.give(std::move(parent.cells));
            return;
        }
        large.cells = std::move(parent.cells);
        if (small.end - small.from <= few_) return fill(small, large.cells->data(), -1);
        small.cells = pool_.take();
        fill(small, small.cells->data());
        pool_.subtract(small.cells, large.cells);
    }

    int64_t divide(const Node& node, const Split& split, int64_t from, int64_t end) {
        int32_t* kept = rows_.data() + from;
        int32_t* moved = spare_.data();
        const uint8_t* column =
            panels_.panel(node.feature() / panel_columns) + node.feature() % panel_columns;
        for (int64_t i = from; i < end; i++) {
            const int32_t row = rows_[static_cast<size_t>(i)];
            const bool stays =
                goes_left(node, &split.subset, column[static_cast<int64_t>(row) * panel_columns]);
            *kept = *moved = row;
            kept += stays;
            moved += !stays;
        }
        std::copy(spare_.data(), moved, kept);
        return kept - rows_.data();
    }

    // The answer of a leaf, from the slopes and curvatures as they came.
    void close(const Leaf& leaf, double* step) {
        double slope = 0.0, curvature = boost_.price;
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
        if (static_cast<int64_t>(rows_.size()) == panels_.n) return;
        std::vector<uint8_t> is_done(static_cast<size_t>(panels_.n), 0);
        for (const int32_t row : rows_) is_done[static_cast<size_t>(row)] = 1;
        for (int64_t row = 0; row < panels_.n; row++) {
            if (is_done[static_cast<size_t>(row)]) continue;
            uint32_t place = 0;
            for (Node node = tree_.nodes[0]; !node.is_leaf(place); node = tree_.nodes[place]) {
                const Subset* subset =
                    node.asks_category() ? &tree_.subsets[static_cast<size_t>(tree_.side[place])] : nullptr;
                place = node.left + !goes_left(node, subset, panels_.code(row, node.feature()));
            }
            step[row] = tree_.values[static_cast<size_t>(tree_.side[place])];
        }
    }

    Panels panels_;
    const double* slope_;
    const double* curvature_;
    const double* weight_;
    const uint8_t* is_allowed_;
    Boost boost_;
    int threads_;
    decltype(GNOMON_CHOSEN(boost_add_rows)) add_rows_;
    decltype(GNOMON_CHOSEN(boost_best_cut)) best_cut_;
    int64_t few_;
    int width_;
    FewCells few_cells_;
    std::vector<int32_t> rows_, spare_;
    Amounts amounts_;
    std::vector<int64_t> gathered_;
    std::vector<Leaf> open_;
    CellsPool pool_;
    Tree tree_;
    double least_ = 1.0;
};

}  // namespace

Tree boost_tree(const Panels& panels, const double* slope, const double* curvature, const double* weight,
                const int32_t* rows, int64_t m, const uint8_t* is_allowed, const Boost& boost, int threads,
                double* step) {
    return Booster(panels, slope, curvature, weight, is_allowed, boost, threads).run(rows, m, step);
}

}  // namespace gnomon::forest
