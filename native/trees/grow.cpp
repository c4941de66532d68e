// Greedy growth: every node takes the split of largest gain (ties: the first column, then the lowest
// threshold) until it is pure, too small or too deep. Columns stay sorted: a split divides the items of each,
// in order, among the children. The columns of a large node are divided among threads; the subtree of a
// smaller node is grown by a single thread.
#include "grow.hpp"

#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "../interrupt.hpp"
#include "histogram_search.hpp"

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
    std::vector<PendingNode> split(PendingNode& node, GrownTree& tree, Branches& branch) {
        if (is_main_) interrupt_.check();
        Candidate best = best_of(node, search_columns(node));
        if (best.column < 0 || best.gain / view_.total + 1e-15 < growth_.min_gain) return {};
        if (view_.is_counted(best.column)) counts_->place(node, best);
        const int32_t branches = assign_branches(view_, node, best, branch, tree.levels[node.id]);
        const std::vector<bool> all(static_cast<size_t>(branches), true);
        const int64_t lead = counts_ ? view_.columns.d : best.column;
        const std::vector<int64_t> ends = divide(lead, node, branch, branches, all, workspace_.items);
        std::vector<PendingNode> children = children_of(node, best, lead, ends, tree);
        write_split(node, best, children, tree);
        std::vector<bool> wanted;
        for (const PendingNode& child : children) wanted.push_back(may_split(child));
        divide_others(lead, node, branch, branches, wanted);
        if (counts_) counts_->pass_on(node, children, wanted);
        std::vector<PendingNode> growing;
        for (size_t b = 0; b < children.size(); b++)
            if (wanted[b]) growing.push_back(std::move(children[b]));
        return growing;
    }

    bool may_split(const PendingNode& node) const {
        const Sums& sums = node.sums;
        const bool is_large = sums.rows >= growth_.min_split && sums.rows >= 2 * growth_.min_leaf &&
                              sums.weight >= 2 * growth_.min_weight;
        return is_large && node.depth < growth_.max_depth && sums.impurity > 0;
    }

    int32_t write_node(const PendingNode& node, int32_t parent, GrownTree& tree) const {
        Node record;
        record.parent = parent, record.depth = node.depth;
        record.rows = node.sums.rows, record.weight = node.sums.weight;
        record.impurity = node.sums.impurity / node.sums.weight;
        tree.nodes.push_back(record);
        tree.levels.emplace_back();
        std::vector<double> value = node.sums.value;
        if (value.size() == 2 && growth_.monotone) {
            value[1] = std::clamp(value[1] / node.sums.weight, node.lower, node.upper) * node.sums.weight;
            value[0] = node.sums.weight - value[1];
        } else if (value.size() == 1) {
            value[0] = std::clamp(value[0], node.lower, node.upper);
        }
        tree.values.insert(tree.values.end(), value.begin(), value.end());
        return static_cast<int32_t>(tree.nodes.size()) - 1;
    }

   private:
    // The columns to search at a node: all, or max_features of those that are not constant, drawn at random.
    std::vector<int64_t> columns_for(const PendingNode& node) const {
        const int64_t d = view_.columns.d;
        std::vector<int64_t> all(static_cast<size_t>(d));
        std::iota(all.begin(), all.end(), int64_t{0});
        if (growth_.max_features >= d) return all;
        std::vector<int64_t> drawn;
        for (int64_t i = 0; i < d && static_cast<int64_t>(drawn.size()) < growth_.max_features; i++) {
            const uint64_t bits = mixed(mixed(node.key, 0x5EEDull), static_cast<uint64_t>(i));
            std::swap(all[i], all[i + static_cast<int64_t>(bits % static_cast<uint64_t>(d - i))]);
            const Item* items = view_.items[all[i]].data();
            if (items[node.begin].rank != items[node.end - 1].rank) drawn.push_back(all[i]);
        }
        std::sort(drawn.begin(), drawn.end());
        return drawn;
    }

    std::vector<Candidate> search_columns(const PendingNode& node) {
        const std::vector<int64_t> columns = columns_for(node);
        std::vector<Candidate> candidates(columns.size());
        const auto search = [&](int64_t i, Workspace& workspace) {
            if (!view_.is_counted(columns[i]))
                candidates[i] = search_column(view_, node, columns[i], workspace);
        };
        const int threads = node.size() * view_.n_columns >= large_node ? threads_ : 1;
        if (threads == 1)
            for (size_t i = 0; i < columns.size(); i++) search(static_cast<int64_t>(i), workspace_);
        else
            parallel(threads, static_cast<int64_t>(columns.size()), [] { return Workspace(); }, search);
        if (counts_) counts_->search(node, candidates);
        return candidates;
    }

    // By gain; or by gain ratio, among the columns whose gain is at least the mean (Quinlan 1993).
    Candidate best_of(const PendingNode& node, const std::vector<Candidate>& candidates) const {
        double mean = 0, count = 0;
        for (const Candidate& each : candidates)
            if (each.column >= 0) mean += each.gain, count++;
        mean /= std::max(count, 1.0);
        const double tie = equal_gains * node.sums.impurity;
        Candidate best;
        double best_score = -std::numeric_limits<double>::infinity();
        for (const Candidate& each : candidates) {
            if (each.column < 0 || (growth_.by_ratio && each.gain < mean - tie)) continue;
            const double score = growth_.by_ratio ? each.gain / split_information(node, each) : each.gain;
            if (score > best_score + tie) best_score = score, best = each;
        }
        return best;
    }

    static double split_information(const PendingNode& node, const Candidate& each) {
        if (each.kind == Kind::levels) return each.split_information;
        const double share = each.left_weight / node.sums.weight;
        return -x_log_x(share) - x_log_x(1 - share);
    }

    // Without a branch instruction on the side, which no branch predictor could predict.
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

    // Partitions the items of a column by branch, at least those of the wanted branches; returns the end of
    // each branch if all are wanted.
    std::vector<int64_t> divide(int64_t column, const PendingNode& node, const Branches& branch,
                                int32_t branches, const std::vector<bool>& wanted,
                                std::vector<Item>& spare) const {
        Item* items = view_.items[column].data() + node.begin;
        const int64_t n = node.size();
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

    void divide_others(int64_t done, const PendingNode& node, const Branches& branch, int32_t branches,
                       const std::vector<bool>& wanted) {
        if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return;
        const int threads = node.size() * view_.n_columns >= large_node ? threads_ : 1;
        const auto work = [&](int64_t column, std::vector<Item>& spare) {
            if (column == done || view_.is_counted(column)) return;
            divide(column, node, branch, branches, wanted, spare);
        };
        if (threads == 1)
            for (int64_t j = 0; j < view_.n_columns; j++) work(j, workspace_.items);
        else
            parallel(threads, view_.n_columns, [] { return std::vector<Item>(); }, work);
    }

    // The children, written into the tree one after the other; divided: a column whose items are partitioned
    // by branch. A monotonic constraint bounds their values by the midpoint of the two.
    std::vector<PendingNode> children_of(const PendingNode& node, const Candidate& best, int64_t divided,
                                         const std::vector<int64_t>& ends, GrownTree& tree) const {
        std::vector<PendingNode> children(ends.size());
        const double middle = (best.left_value + best.right_value) / 2;
        const int direction = growth_.monotone ? growth_.monotone[best.column] : 0;
        for (size_t b = 0; b < ends.size(); b++) {
            PendingNode& child = children[b];
            child.begin = node.begin + (b > 0 ? ends[b - 1] : 0), child.end = node.begin + ends[b];
            child.depth = node.depth + 1, child.key = mixed(node.key, b);
            child.lower = node.lower, child.upper = node.upper;
            if (direction != 0) (b == (direction > 0 ? 0u : 1u) ? child.upper : child.lower) = middle;
            child.sums = sums_of(view_, view_.items[divided].data() + child.begin, child.size());
            child.id = write_node(child, node.id, tree);
        }
        return children;
    }

    void write_split(const PendingNode& node, const Candidate& best, const std::vector<PendingNode>& children,
                     GrownTree& tree) const {
        Node& record = tree.nodes[node.id];
        record.feature = static_cast<int32_t>(best.column);
        record.first_child = children[0].id;
        record.n_children = static_cast<int32_t>(children.size());
        record.gain = std::max(best.gain, 0.0) / view_.total;
        if (best.kind != Kind::number) return;
        record.missing =
            best.had_missing ? !best.missing_left : children[0].sums.weight <= children[1].sums.weight;
        record.low = view_.value(best.column, best.low);
        record.high = best.high == missing_rank ? INFINITY : view_.value(best.column, best.high);
        record.threshold = std::isnan(best.threshold) ? midpoint(record.low, record.high) : best.threshold;
    }

    // The lower value where the midpoint rounds to the higher; infinity if only missing values lie above.
    static double midpoint(double low, double high) {
        const double middle = low / 2 + high / 2;
        return middle < high || std::isinf(high) ? middle : low;
    }

    const View& view_;
    const Growth& growth_;
    int threads_;
    bool is_main_;
    Interrupt interrupt_;
    Workspace workspace_;
    std::optional<HistogramSearch> counts_;
};

// Attaches a subtree whose root is a node of the tree: its other nodes are appended to the tree's.
void attach(const GrownTree& part, int32_t root, int64_t outputs, GrownTree& tree) {
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
GrownTree grow_subtree(PendingNode root, Grower& grower, Branches& branch) {
    GrownTree part;
    root.id = grower.write_node(root, -1, part);
    std::vector<PendingNode> pending{std::move(root)};
    while (!pending.empty()) {
        PendingNode node = std::move(pending.back());
        pending.pop_back();
        for (PendingNode& child : grower.split(node, part, branch)) pending.push_back(std::move(child));
    }
    return part;
}

// Splits nodes as long as they are large; returns the smaller ones that are pending.
std::vector<PendingNode> grow_large(PendingNode root, Grower& grower, const View& view, GrownTree& tree,
                                    Branches& branch) {
    std::vector<PendingNode> large, small;
    const auto enqueue = [&](PendingNode&& node) {
        (node.size() * view.n_columns >= large_node ? large : small).push_back(std::move(node));
    };
    if (grower.may_split(root)) enqueue(std::move(root));
    while (!large.empty()) {
        PendingNode node = std::move(large.back());
        large.pop_back();
        for (PendingNode& child : grower.split(node, tree, branch)) enqueue(std::move(child));
    }
    return small;
}

}  // namespace

GrownTree grow_tree(const Sorted& columns, const Targets& targets, const Growth& growth, int threads) {
    const View view(columns, targets, growth, threads);
    Branches branch{std::vector<uint8_t>(static_cast<size_t>(view.n)),
                    std::vector<int32_t>(static_cast<size_t>(growth.multiway ? view.n : 0))};
    GrownTree tree;
    Grower grower(view, threads, true);
    PendingNode root;
    root.end = view.n, root.key = growth.seed;
    root.sums = sums_of(view, view.items[view.counted ? columns.d : 0].data(), view.n);
    grower.write_node(root, -1, tree);
    const std::vector<PendingNode> pending = grow_large(root, grower, view, tree, branch);
    std::vector<GrownTree> parts(pending.size());
    const std::thread::id main = std::this_thread::get_id();
    parallel(
        threads, static_cast<int64_t>(pending.size()),
        [&] { return std::make_unique<Grower>(view, 1, std::this_thread::get_id() == main); },
        [&](int64_t i, std::unique_ptr<Grower>& worker) {
            parts[i] = grow_subtree(pending[i], *worker, branch);
        });
    for (size_t i = 0; i < parts.size(); i++) attach(parts[i], pending[i].id, view.outputs(), tree);
    return tree;
}

}  // namespace gnomon::trees
