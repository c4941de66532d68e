#include "boost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "../buffer.hpp"
#include "../parallel.hpp"
#include "search.hpp"

namespace gnomon::forest {

namespace {

constexpr int64_t few_rows = 4096;  // below this a second thread costs more than it saves
constexpr uint8_t no_value = missing<uint8_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Leaf {
    uint32_t node;
    int64_t from, end, depth;
    double count;   // rows by weight
    int64_t total;  // slopes and curvatures, in steps
    Split split;
    std::shared_ptr<Buffer<int64_t>> cells;  // (d, panel_bins)
    double low = -infinity, high = infinity;  // bounds of the answer, before the rate
    bool operator<(const Leaf& other) const {
        return split.gain != other.split.gain ? split.gain < other.split.gain : node > other.node;
    }
};

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
          best_cut_(GNOMON_CHOSEN(boost_best_cut)) {}

    Tree run(const int32_t* rows, int64_t m, double* step) {
        rows_.assign(rows, rows + m);
        spare_.resize(rows_.size());
        quantise(m);
        tree_.importance.assign(static_cast<size_t>(panels_.d), 0.0);
        add_nodes(1);
        Leaf root{0, 0, m, 0, 0.0, 0, Split(), new_cells()};
        fill(root);
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
    std::shared_ptr<Buffer<int64_t>> new_cells() const {
        return std::make_shared<Buffer<int64_t>>(panels_.panels() * panel_columns * panel_bins, zeroed);
    }

    void add_nodes(size_t n) {
        tree_.nodes.resize(tree_.nodes.size() + n);
        tree_.side.resize(tree_.nodes.size(), 0);
        tree_.weight.resize(tree_.nodes.size(), 0.0);
    }

    // Steps are powers of two, as fine as 31 bits allow for the sum of all rows. A row of weight w is rounded
    // as one of weight 1 and then multiplied: so many equal rows add up to the same, and ties stay ties.
    void quantise(int64_t m) {
        double slopes = 0.0, curvatures = 0.0, count = 0.0;
        for (const int32_t row : rows_) {
            slopes += std::abs(slope_[row]), curvatures += curvature_[row];
            count += weight_ ? weight_[row] : 1.0;
        }
        // Rounding adds (1 + w) / 2 steps a row at most.
        const bool by_unit = weight_ && count < 0x1.0p29;
        const double room = 0x1.0p31 - 1 - std::max(by_unit ? count : 0.0, static_cast<double>(m));
        slope_step_ = std::exp2(std::ceil(std::log2(std::max(slopes, 1e-290) / room)));
        curvature_step_ = std::exp2(std::ceil(std::log2(std::max(curvatures, 1e-290) / room)));
        const double slopes_a_step = 1 / slope_step_, curvatures_a_step = 1 / curvature_step_;
        amount_.resize(static_cast<size_t>(panels_.n));
        for (const int32_t row : rows_) {
            const double w = by_unit ? weight_[row] : 1.0;
            const auto s = static_cast<int64_t>(in_steps(slope_[row] * slopes_a_step, w));
            const auto c = static_cast<int64_t>(in_steps(curvature_[row] * curvatures_a_step, w));
            amount_[static_cast<size_t>(row)] = s * (int64_t{1} << 32) + c;
        }
        gathered_.resize(static_cast<size_t>(m));
    }

    static double in_steps(double sum, double weight) {
        if (weight == 1.0) return std::nearbyint(sum);
        return std::nearbyint(std::nearbyint(sum / weight) * weight);
    }

    // Sum the leaf's rows by bin, a task a panel.
    void fill(const Leaf& leaf) {
        const int64_t m = leaf.end - leaf.from;
        const int32_t* rows = rows_.data() + leaf.from;
        for (int64_t i = 0; i < m; i++)
            gathered_[static_cast<size_t>(i)] = amount_[static_cast<size_t>(rows[i])];
        parallel(m < few_rows ? 1 : threads_, panels_.panels(), [&](int64_t p) {
            const auto columns =
                static_cast<int>(std::min<int64_t>(panel_columns, panels_.d - p * panel_columns));
            add_rows_(panels_.panel(p), rows, gathered_.data(), m, columns,
                      leaf.cells->data() + p * panel_columns * panel_bins);
        });
    }

    void measure(Leaf& leaf) {
        leaf.total = 0;
        leaf.count = 0.0;
        for (int64_t i = leaf.from; i < leaf.end; i++) {
            const int32_t row = rows_[static_cast<size_t>(i)];
            leaf.total += amount_[static_cast<size_t>(row)];
            leaf.count += weight_ ? weight_[row] : 1.0;
        }
        tree_.weight[leaf.node] = leaf.count;
    }

    double slope(int64_t sum) const { return static_cast<double>(sum >> 32) * slope_step_; }

    double resistance(int64_t sum) const {
        return static_cast<double>(static_cast<int32_t>(sum)) * curvature_step_ + boost_.price;
    }

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
        least_ = std::max(1.0, boost_.min_curvature / curvature_step_);
        if (boost_.min_leaf > 1) least_ = std::max(least_, (boost_.min_leaf - 0.5) * a_row);
        std::vector<Split> best(static_cast<size_t>(panels_.panels()));
        parallel(panels_.d < 512 ? 1 : threads_, panels_.panels(), [&](int64_t p) {
            for (int64_t j = p * panel_columns; j < std::min(panels_.d, (p + 1) * panel_columns); j++)
                if (is_allowed_[j]) try_column(leaf, j, best[static_cast<size_t>(p)]);
        });
        for (const Split& each : best)
            if (each.gain > leaf.split.gain) leaf.split = each;
        leaf.split.gain = (leaf.split.gain - part(leaf.total, leaf)) / 2;
        if (!(leaf.split.gain > std::max(boost_.min_gain, 0.0))) leaf.split = Split();
    }

    void try_column(const Leaf& leaf, int64_t column, Split& best) const {
        const int64_t* cells = leaf.cells->data() + column * panel_bins;
        if (panels_.is_category[column]) return try_categories(leaf, column, cells, best);
        const int n = panels_.bins[column];
        const bool has_missing = cells[no_value] != 0;
        for (int missing_left = 0; missing_left <= has_missing; missing_left++) {
            double score;
            // The last bin against the missing ones is a split too.
            const int cuts = n - (has_missing && !missing_left ? 0 : 1);
            const int64_t before = missing_left ? cells[no_value] : 0;
            const int b = panels_.direction
                              ? bounded_cut(leaf, column, cuts, before, &score)
                              : best_cut_(cells, cuts, before, leaf.total, slope_step_, curvature_step_,
                                          boost_.price, least_, &score);
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

    // As boost_best_cut, with answers within the leaf's bounds and in the order that the column asks for.
    int bounded_cut(const Leaf& leaf, int64_t column, int cuts, int64_t before, double* score) const {
        const int64_t* cells = leaf.cells->data() + column * panel_bins;
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
        for (int b = 0; b < panel_bins; b++)
            if (cells[b] != 0) {
                const double curvature = static_cast<int32_t>(cells[b]) * curvature_step_;
                order.push_back({static_cast<double>(cells[b] >> 32) * slope_step_ / (curvature + 10.0), b});
            }
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
                    if (cells[b] == 0) include(best.subset, static_cast<uint32_t>(b));
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
        search(a);
        search(b);
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

    // The smaller child is summed from its rows; the other one is what remains of the parent.
    void share(Leaf& parent, Leaf& a, Leaf& b) {
        Leaf& small = a.end - a.from <= b.end - b.from ? a : b;
        Leaf& large = &small == &a ? b : a;
        small.cells = new_cells();
        fill(small);
        large.cells = std::move(parent.cells);
        int64_t* left = large.cells->data();
        const int64_t* gone = small.cells->data();
        const int64_t size = panels_.panels() * panel_columns * panel_bins;
        for (int64_t i = 0; i < size; i++) left[i] -= gone[i];
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
    std::vector<int32_t> rows_, spare_;
    std::vector<int64_t> amount_, gathered_;
    std::vector<Leaf> open_;
    Tree tree_;
    double slope_step_ = 1.0, curvature_step_ = 1.0, least_ = 1.0;
};

}  // namespace

Tree boost_tree(const Panels& panels, const double* slope, const double* curvature, const double* weight,
                const int32_t* rows, int64_t m, const uint8_t* is_allowed, const Boost& boost, int threads,
                double* step) {
    return Booster(panels, slope, curvature, weight, is_allowed, boost, threads).run(rows, m, step);
}

}  // namespace gnomon::forest
