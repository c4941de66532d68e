#include "forest.hpp"

#include <thread>

#include "../interrupt.hpp"
#include "../parallel.hpp"

namespace gnomon::forest {

void append(Forest& forest, const Tree& tree, int64_t n_outputs) {
    const auto at = static_cast<uint32_t>(forest.nodes.size());
    const auto values = static_cast<int32_t>(static_cast<int64_t>(forest.values.size()) / n_outputs);
    const auto subsets = static_cast<int32_t>(forest.subsets.size());
    for (size_t i = 0; i < tree.nodes.size(); i++) {
        Node node = tree.nodes[i];
        const bool is_leaf = node.is_leaf(static_cast<uint32_t>(i));
        node.left += at;
        forest.nodes.push_back(node);
        const int32_t offset =
            is_leaf ? (tree.side[i] >= 0 ? values : 0) : (node.is_categorical() ? subsets : 0);
        forest.side.push_back(tree.side[i] + offset);
    }
    forest.weight.insert(forest.weight.end(), tree.weight.begin(), tree.weight.end());
    forest.values.insert(forest.values.end(), tree.values.begin(), tree.values.end());
    forest.subsets.insert(forest.subsets.end(), tree.subsets.begin(), tree.subsets.end());
    forest.importance.insert(forest.importance.end(), tree.importance.begin(), tree.importance.end());
    forest.begin.push_back(static_cast<int64_t>(forest.nodes.size()));
}

template <class Code>
Forest grow_forest(const Table<Code>& table, const Targets& targets, const Bootstrap* bootstrap,
                   const Growth& growth, bool whole_weights, uint64_t seed, int64_t first, int64_t end,
                   int threads) {
    std::vector<Tree> trees(static_cast<size_t>(end - first));
    const auto caller = std::this_thread::get_id();
    Interrupt interrupt;
    parallel(
        threads, end - first, [] { return std::vector<int32_t>(); },
        [&](int64_t k, std::vector<int32_t>& times) {
            if (std::this_thread::get_id() == caller) interrupt.check();
            Random random(seed_of_tree(seed, first + k));
            if (bootstrap) draw(*bootstrap, random, times);
            trees[static_cast<size_t>(k)] =
                grow(table, targets, bootstrap ? times.data() : nullptr, growth, whole_weights, random);
        });
    Forest forest;
    const int64_t n_outputs = targets.criterion == Criterion::squared ? 1 : targets.n_classes;
    for (Tree& tree : trees) {
        append(forest, tree, n_outputs);
        tree = Tree();
    }
    return forest;
}

void drawn(const Bootstrap& bootstrap, uint64_t seed, int64_t tree, std::vector<int32_t>& times) {
    Random random(seed_of_tree(seed, tree));
    draw(bootstrap, random, times);
}

template Forest grow_forest<uint8_t>(const Table<uint8_t>&, const Targets&, const Bootstrap*, const Growth&,
                                     bool, uint64_t, int64_t, int64_t, int);
template Forest grow_forest<uint16_t>(const Table<uint16_t>&, const Targets&, const Bootstrap*, const Growth&,
                                      bool, uint64_t, int64_t, int64_t, int);

}  // namespace gnomon::forest
