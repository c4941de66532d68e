#include "grow.hpp"

#include <numeric>

#include "counted_classes.hpp"
#include "many_classes.hpp"
#include "search.hpp"

namespace gnomon::forest {

namespace {

template <class Code, class Tally>
class Grower {
public:
    using Row = typename Tally::Row;

    Grower(const Table<Code>& table, const Targets& targets, const Growth& growth, Random& random)
        : table_(table),
          growth_(growth),
          tally_(targets, table.bins),
          search_(table, growth, random, tally_) {
        tree_.importance.assign(static_cast<size_t>(table.d), 0.0);
    }

    Tree run(const Targets& targets, const int32_t* times) {
        for (int64_t i = 0; i < table_.n; i++) {
            const double weight = (targets.weight ? targets.weight[i] : 1.0) * (times ? times[i] : 1);
            if (times ? times[i] > 0 : weight > 0)
                rows_.push_back(tally_.record(i, times ? times[i] : weight));
        }
        right_rows_.resize(rows_.size());
        add_nodes(1);
        visit(0, 0, static_cast<int64_t>(rows_.size()), 0);
        int64_t leaves = 1;
        while (!open_.empty() && (growth_.max_leaves == 0 || leaves < growth_.max_leaves)) {
            if (growth_.max_leaves > 0) std::pop_heap(open_.begin(), open_.end());
            const PendingNode pending = open_.back();
            open_.pop_back();
            apply(pending);
            leaves++;
        }
        for (const PendingNode& pending : open_) close(pending);
        return std::move(tree_);
    }

private:
    struct PendingNode {
        uint32_t node;
        int64_t from, end, depth;
        Split split;
        // Best first: the largest gain; ties: the earliest node.
        bool operator<(const PendingNode& other) const {
            return split.gain != other.split.gain ? split.gain < other.split.gain : node > other.node;
        }
    };

    void add_nodes(size_t n) {
        tree_.nodes.resize(tree_.nodes.size() + n);
        tree_.side.resize(tree_.nodes.size(), 0);
        tree_.weight.resize(tree_.nodes.size(), 0.0);
    }

    // Find the best split of a node, or make it a leaf.
    void visit(uint32_t node, int64_t from, int64_t end, int64_t depth) {
        const Row* rows = rows_.data() + from;
        tally_.enter(rows, end - from);
        tree_.weight[node] = tally_.weight();
        if (node == 0) whole_ = tally_.weight();
        const bool may_split = !tally_.pure() && depth < growth_.max_depth && end - from > 1 &&
                               (growth_.min_split <= 2 || tally_.count() >= growth_.min_split);
        Split split;
        if (may_split) split = search_.best(rows, end - from, whole_);
        if (split.feature < 0 || gains_too_little(split)) {
            tree_.nodes[node] = leaf(node);
            tree_.side[node] = tally_.append_leaf_value(tree_);
            return;
        }
        open_.push_back({node, from, end, depth, split});
        if (growth_.max_leaves > 0) std::push_heap(open_.begin(), open_.end());
    }

    bool gains_too_little(const Split& split) const {
        return (growth_.min_decrease > 0 && split.gain < growth_.min_decrease * whole_) ||
               (growth_.min_gain > 0 && split.gain < growth_.min_gain * tally_.weight());
    }

    // A node left unsplit at the maximum number of leaves.
    void close(const PendingNode& pending) {
        tally_.enter(rows_.data() + pending.from, pending.end - pending.from);
        tree_.nodes[pending.node] = leaf(pending.node);
        tree_.side[pending.node] = tally_.append_leaf_value(tree_);
    }

    void apply(const PendingNode& pending) {
        const Split& split = pending.split;
        const auto left = static_cast<uint32_t>(tree_.nodes.size());
        const auto feature = static_cast<uint32_t>(split.feature);
        const Node node = inner(left, feature, split.threshold, split.is_category, split.missing_left);
        add_nodes(2);
        tree_.nodes[pending.node] = node;
        if (split.is_category) {
            tree_.side[pending.node] = static_cast<int32_t>(tree_.subsets.size());
            tree_.subsets.push_back(split.subset);
        }
        tree_.importance[feature] += split.gain / whole_;
        const int64_t middle = divide(node, split, pending.from, pending.end);
        visit(left, pending.from, middle, pending.depth + 1);
        visit(left + 1, middle, pending.end, pending.depth + 1);
    }

    // Partitions rows stably, those that go left first; returns where the right side begins.
    int64_t divide(const Node& node, const Split& split, int64_t from, int64_t end) {
        Row* left_end = rows_.data() + from;
        Row* right_end = right_rows_.data();
        const Code* column = table_.codes + node.feature();
        for (int64_t i = from; i < end; i++) {
            const Row row = rows_[static_cast<size_t>(i)];
            const Code code = column[static_cast<int64_t>(row.row) * table_.d];
            const bool is_left_row = goes_left(node, &split.subset, code);
            *left_end = row;
            *right_end = row;
            left_end += is_left_row;
            right_end += !is_left_row;
        }
        std::copy(right_rows_.data(), right_end, left_end);
        return left_end - rows_.data();
    }

    Table<Code> table_;
    Growth growth_;
    Tally tally_;
    Search<Code, Tally> search_;
    std::vector<Row> rows_, right_rows_;
    std::vector<PendingNode> open_;
    Tree tree_;
    double whole_ = 0.0;
};

template <class Tally, class Code>
Tree grown(const Table<Code>& table, const Targets& targets, const int32_t* times, const Growth& growth,
           Random& random) {
    return Grower<Code, Tally>(table, targets, growth, random).run(targets, times);
}

}  // namespace

template <class Code>
Tree grow(const Table<Code>& table, const Targets& targets, const int32_t* times, const Growth& growth,
          bool whole_weights, Random& random) {
    if (targets.criterion == Criterion::squared) return grown<Numbers>(table, targets, times, growth, random);
    if (targets.n_classes == 2 && whole_weights)
        return grown<TwoClasses>(table, targets, times, growth, random);
    if (whole_weights && can_count(table, targets, times, growth)) {
        if (targets.n_classes <= 8)
            return grown<CountedClasses<8>>(table, targets, times, growth, random);
        if (targets.n_classes <= 16)
            return grown<CountedClasses<16>>(table, targets, times, growth, random);
        return grown<CountedClasses<max_counted_classes>>(table, targets, times, growth, random);
    }
    return grown<ManyClasses>(table, targets, times, growth, random);
}

template Tree grow<uint8_t>(const Table<uint8_t>&, const Targets&, const int32_t*, const Growth&, bool,
                            Random&);
template Tree grow<uint16_t>(const Table<uint16_t>&, const Targets&, const int32_t*, const Growth&, bool,
                             Random&);

}  // namespace gnomon::forest
