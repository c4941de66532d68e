// Greedy growth: every node takes the split of greatest gain, the first column and the lowest threshold of
// equals, until it is pure, too small or too deep. Columns stay sorted: a split divides the items of each, in
// order, among the children. Large nodes share their columns among threads; smaller ones are grown whole, one
// thread each.
#include "grow.hpp"

#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "../interrupt.hpp"
#include "count_search.hpp"

namespace gnomon::trees {

namespace {

constexpr int64_t large_node = 1 << 18;  // items, over all columns

class Grower {
   public:
    Grower(const View& view, int threads, bool is_main)
        : view_(view), growth_(view.growth), threads_(threads), is_main_(is_main) {
        if (view.counted) counts_.emplace(view);
    }

    // Splits the node; returns the children that may be split further.
    std::vector<Spot> split(Spot& spot, Grown& tree, Branches& branch) {
        if (is_main_) interrupt_.check();
        Candidate best = best_of(spot, candidates(spot));
        if (best.column < 0 || best.gain / view_.total + 1e-15 < growth_.min_gain) return {};
        if (view_.is_counted(best.column)) counts_->place(spot, best);
        const int32_t branches = assign_branches(view_, spot, best, branch, tree.levels[spot.id]);
        const std::vector<bool> all(static_cast<size_t>(branches), true);
        const int64_t lead = counts_ ? view_.columns.d : best.column;
        const std::vector<int64_t> ends = divide(lead, spot, branch, branches, all, desk_.items);
        std::vector<Spot> children = children_of(spot, best, lead, ends, tree);
        write_split(spot, best, children, tree);
        std::vector<bool> wanted;
        for (const Spot& child : children) wanted.push_back(may_split(child));
        divide_others(lead, spot, branch, branches, wanted);
        if (counts_) counts_->pass_on(spot, children, wanted);
        std::vector<Spot> growing;
        for (size_t b = 0; b < children.size(); b++)
            if (wanted[b]) growing.push_back(std::move(children[b]));
        return growing;
    }

    bool may_split(const Spot& spot) const {
        const Sums& sums = spot.sums;
        const bool is_large = sums.rows >= growth_.min_split && sums.rows >= 2 * growth_.min_leaf &&
                              sums.weight >= 2 * growth_.min_weight;
        return is_large && spot.depth < growth_.max_depth && sums.impurity > 0;
    }

    int32_t write_node(const Spot& spot, int32_t parent, Grown& tree) const {
        Node node;
        node.parent = parent, node.depth = spot.depth;
        node.rows = spot.sums.rows, node.weight = spot.sums.weight;
        node.impurity = spot.sums.impurity / spot.sums.weight;
        tree.nodes.push_back(node);
        tree.levels.emplace_back();
        std::vector<double> value = spot.sums.value;
        if (value.size() == 2 && growth_.monotone) {
            value[1] = std::clamp(value[1] / spot.sums.weight, spot.lower, spot.upper) * spot.sums.weight;
            value[0] = spot.sums.weight - value[1];
        } else if (value.size() == 1) {
            value[0] = std::clamp(value[0], spot.lower, spot.upper);
        }
        tree.values.insert(tree.values.end(), value.begin(), value.end());
        return static_cast<int32_t>(tree.nodes.size()) - 1;
    }

   private:
    // The columns to try at a node: all, or as many as wanted of those with two values, drawn at random.
    std::vector<int64_t> columns_for(const Spot& spot) const {
        const int64_t d = view_.columns.d;
        std::vector<int64_t> all(static_cast<size_t>(d));
        std::iota(all.begin(), all.end(), int64_t{0});
        if (growth_.max_features >= d) return all;
        std::vector<int64_t> drawn;
        for (int64_t i = 0; i < d && static_cast<int64_t>(drawn.size()) < growth_.max_features; i++) {
            const uint64_t bits = mixed(mixed(spot.key, 0x5EEDull), static_cast<uint64_t>(i));
            std::swap(all[i], all[i + static_cast<int64_t>(bits % static_cast<uint64_t>(d - i))]);
            const Item* items = view_.items[all[i]].data();
            if (items[spot.begin].rank != items[spot.end - 1].rank) drawn.push_back(all[i]);
        }
        std::sort(drawn.begin(), drawn.end());
        return drawn;
    }

    std::vector<Candidate> candidates(const Spot& spot) {
        const std::vector<int64_t> columns = columns_for(spot);
        std::vector<Candidate> found(columns.size());
        const auto search = [&](int64_t i, Desk& desk) {
            if (!view_.is_counted(columns[i])) found[i] = search_column(view_, spot, columns[i], desk);
        };
        const int threads = spot.size() * view_.n_columns >= large_node ? threads_ : 1;
        if (threads == 1)
            for (size_t i = 0; i < columns.size(); i++) search(static_cast<int64_t>(i), desk_);
        else
            parallel(threads, static_cast<int64_t>(columns.size()), [] { return Desk(); }, search);
        if (counts_) counts_->search(spot, found);
        return found;
    }

    // By gain; or by gain over branching, among the columns whose gain is at least the mean of all.
    Candidate best_of(const Spot& spot, const std::vector<Candidate>& found) const {
        double mean = 0, count = 0;
        for (const Candidate& each : found)
            if (each.column >= 0) mean += each.gain, count++;
        mean /= std::max(count, 1.0);
        const double tie = equal_gains * spot.sums.impurity;
        Candidate best;
        double most = -std::numeric_limits<double>::infinity();
        for (const Candidate& each : found) {
            if (each.column < 0 || (growth_.by_ratio && each.gain < mean - tie)) continue;
            const double score = growth_.by_ratio ? each.gain / branching(spot, each) : each.gain;
            if (score > most + tie) most = score, best = each;
        }
        return best;
    }

    static double branching(const Spot& spot, const Candidate& each) {
        if (each.kind == Kind::levels) return each.branching;
        const double share = each.left_weight / spot.sums.weight;
        return -x_log_x(share) - x_log_x(1 - share);
    }

    // Without branching on the side, which nothing can foretell.
    static std::vector<int64_t> divide_in_two(Item* items, int64_t n, const uint8_t* side,
                                              const std::vector<bool>& wanted, std::vector<Item>& spare) {
        int64_t left = 0, right = 0;
        if (!wanted[1]) {
            for (int64_t i = 0; i < n; i++) items[left] = items[i], left += !side[items[i].row()];
            return {};
        }
        if (!wanted[0]) {
            for (int64_t i = n - 1, last = n - 1; i >= 0; i--)
                items[last] = items[i], last -= side[items[i].row()];
            return {};
        }
        if (static_cast<int64_t>(spare.size()) < n) spare.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; i++) {
            const Item item = items[i];
            const int64_t goes_right = side[item.row()];
            items[left] = item, spare[right] = item;
            left += 1 - goes_right, right += goes_right;
        }
        std::copy(spare.begin(), spare.begin() + right, items + left);
        return {left, n};
    }

    // Puts the items of a column in order of branch, those of the wanted branches at least; returns where
    // each ends, if all are wanted.
    std::vector<int64_t> divide(int64_t column, const Spot& spot, const Branches& branch, int32_t branches,
                                const std::vector<bool>& wanted, std::vector<Item>& spare) const {
        Item* items = view_.items[column].data() + spot.begin;
        const int64_t n = spot.size();
        if (branches == 2) return divide_in_two(items, n, branch.side.data(), wanted, spare);
        std::vector<int64_t> place(static_cast<size_t>(branches) + 1, 0);
        if (static_cast<int64_t>(spare.size()) < n) spare.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; i++) place[branch.many[items[i].row()] + 1]++;
        for (int32_t b = 0; b < branches; b++) place[b + 1] += place[b];
        for (int64_t i = 0; i < n; i++) spare[place[branch.many[items[i].row()]]++] = items[i];
        std::copy(spare.begin(), spare.begin() + n, items);
        place.pop_back();
        return place;
    }

    void divide_others(int64_t done, const Spot& spot, const Branches& branch, int32_t branches,
                       const std::vector<bool>& wanted) {
        if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return;
        const int threads = spot.size() * view_.n_columns >= large_node ? threads_ : 1;
        const auto work = [&](int64_t column, std::vector<Item>& spare) {
            if (column == done || view_.is_counted(column)) return;
            divide(column, spot, branch, branches, wanted, spare);
        };
        if (threads == 1)
            for (int64_t j = 0; j < view_.n_columns; j++) work(j, desk_.items);
        else
            parallel(threads, view_.n_columns, [] { return std::vector<Item>(); }, work);
    }

    // The children, written into the tree one after the other; divided: a column whose items are in order of
    // branch. A monotone column keeps their values apart.
    std::vector<Spot> children_of(const Spot& spot, const Candidate& best, int64_t divided,
                                  const std::vector<int64_t>& ends, Grown& tree) const {
        std::vector<Spot> children(ends.size());
        const double middle = (best.left_value + best.right_value) / 2;
        const int direction = growth_.monotone ? growth_.monotone[best.column] : 0;
        for (size_t b = 0; b < ends.size(); b++) {
            Spot& child = children[b];
            child.begin = spot.begin + (b > 0 ? ends[b - 1] : 0), child.end = spot.begin + ends[b];
            child.depth = spot.depth + 1, child.key = mixed(spot.key, b);
            child.lower = spot.lower, child.upper = spot.upper;
            if (direction != 0) (b == (direction > 0 ? 0u : 1u) ? child.upper : child.lower) = middle;
            child.sums = sums_of(view_, view_.items[divided].data() + child.begin, child.size());
            child.id = write_node(child, spot.id, tree);
        }
        return children;
    }

    void write_split(const Spot& spot, const Candidate& best, const std::vector<Spot>& children,
                     Grown& tree) const {
        Node& node = tree.nodes[spot.id];
        node.feature = static_cast<int32_t>(best.column);
        node.first_child = children[0].id, node.n_children = static_cast<int32_t>(children.size());
        node.gain = std::max(best.gain, 0.0) / view_.total;
        if (best.kind != Kind::number) return;
        node.missing =
            best.had_missing ? !best.missing_left : children[0].sums.weight <= children[1].sums.weight;
        node.low = view_.value(best.column, best.low);
        node.high = best.high == missing_rank ? INFINITY : view_.value(best.column, best.high);
        node.threshold = std::isnan(best.threshold) ? middle_of(node.low, node.high) : best.threshold;
    }

    // The lower value where the middle rounds to the higher; infinity if only missing values lie above.
    static double middle_of(double low, double high) {
        const double middle = low / 2 + high / 2;
        return middle < high || std::isinf(high) ? middle : low;
    }

    const View& view_;
    const Growth& growth_;
    int threads_;
    bool is_main_;
    Interrupt interrupt_;
    Desk desk_;
    std::optional<CountSearch> counts_;
};

// A subtree whose root is a node of the tree: the others are put after the tree's own.
void attach(const Grown& part, int32_t root, int64_t outputs, Grown& tree) {
    const int32_t shift = static_cast<int32_t>(tree.nodes.size()) - 1;
    const auto number = [&](int32_t id) { return id == 0 ? root : id + shift; };
    for (size_t i = 0; i < part.nodes.size(); i++) {
        Node node = part.nodes[i];
        if (node.n_children > 0) node.first_child = number(node.first_child);
        node.parent = i == 0 ? tree.nodes[root].parent : number(node.parent);
        if (i == 0) {
            tree.nodes[root] = node, tree.levels[root] = part.levels[0];
            continue;
        }
        tree.nodes.push_back(node), tree.levels.push_back(part.levels[i]);
        const double* value = part.values.data() + static_cast<int64_t>(i) * outputs;
        tree.values.insert(tree.values.end(), value, value + outputs);
    }
}

// The subtree below a node, grown by one thread.
Grown grow_alone(Spot root, Grower& grower, Branches& branch) {
    Grown part;
    root.id = grower.write_node(root, -1, part);
    std::vector<Spot> waiting{std::move(root)};
    while (!waiting.empty()) {
        Spot spot = std::move(waiting.back());
        waiting.pop_back();
        for (Spot& child : grower.split(spot, part, branch)) waiting.push_back(std::move(child));
    }
    return part;
}

// Splits nodes as long as they are large; returns the smaller ones that wait.
std::vector<Spot> grow_large(Spot root, Grower& grower, const View& view, Grown& tree, Branches& branch) {
    std::vector<Spot> large, small;
    const auto sort_out = [&](Spot&& spot) {
        (spot.size() * view.n_columns >= large_node ? large : small).push_back(std::move(spot));
    };
    if (grower.may_split(root)) sort_out(std::move(root));
    while (!large.empty()) {
        Spot spot = std::move(large.back());
        large.pop_back();
        for (Spot& child : grower.split(spot, tree, branch)) sort_out(std::move(child));
    }
    return small;
}

}  // namespace

Grown grow_tree(const Sorted& columns, const Aim& aim, const Growth& growth, int threads) {
    const View view(columns, aim, growth, threads);
    Branches branch{std::vector<uint8_t>(static_cast<size_t>(view.n)),
                    std::vector<int32_t>(static_cast<size_t>(growth.multiway ? view.n : 0))};
    Grown tree;
    Grower grower(view, threads, true);
    Spot root;
    root.end = view.n, root.key = growth.seed;
    root.sums = sums_of(view, view.items[view.counted ? columns.d : 0].data(), view.n);
    grower.write_node(root, -1, tree);
    const std::vector<Spot> waiting = grow_large(root, grower, view, tree, branch);
    std::vector<Grown> parts(waiting.size());
    const std::thread::id main = std::this_thread::get_id();
    parallel(
        threads, static_cast<int64_t>(waiting.size()),
        [&] { return std::make_unique<Grower>(view, 1, std::this_thread::get_id() == main); },
        [&](int64_t i, std::unique_ptr<Grower>& alone) {
            parts[i] = grow_alone(waiting[i], *alone, branch);
        });
    for (size_t i = 0; i < parts.size(); i++) attach(parts[i], waiting[i].id, view.outputs(), tree);
    return tree;
}

}  // namespace gnomon::trees
