// node_0 = root; node_{k+1} = first_child(node_k) + branch(node_k, x), until a leaf, or a category that has
// no branch.
#include "apply.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../parallel.hpp"

namespace gnomon::trees {

namespace {

constexpr int64_t rows_at_once = 1024;
constexpr int lanes = 8;

// A leaf tests x_0 > infinity and is its own first child, so rows that have reached it stay.
struct SplitTest {
    double threshold;
    int32_t feature, first_child, missing;
};

// The branch of x current an inner node; -1 if it has none.
int32_t branch_of(const TreeArrays& tree, int64_t d, int32_t node, const double* x) {
    const int32_t feature = tree.feature[node];
    double value = 0;
    if (feature >= d)
        for (int64_t j = 0; j < d; j++) value += tree.directions[(feature - d) * d + j] * x[j];
    else
        value = x[feature];
    const int32_t* from = tree.levels + tree.level_begin[node];
    const int32_t* end = tree.levels + tree.level_begin[node + 1];
    if (from == end) return std::isnan(value) ? tree.missing[node] : value > tree.threshold[node];
    if (!std::isnan(value) && !(value >= 0 && value < missing_level)) return -1;
    const int32_t level = std::isnan(value) ? missing_level : static_cast<int32_t>(value);
    const int32_t* match = std::lower_bound(from, end, level);
    return match != end && *match == level ? tree.branches[match - tree.levels] : -1;
}

int32_t find_leaf(const TreeArrays& tree, int64_t d, const double* x) {
    int32_t node = 0;
    while (tree.n_children[node] > 0) {
        const int32_t branch = branch_of(tree, d, node, x);
        if (branch < 0) break;
        node = tree.first_child[node] + branch;
    }
    return node;
}

std::vector<SplitTest> split_tests_of(const TreeArrays& tree) {
    std::vector<SplitTest> tests(static_cast<size_t>(tree.nodes));
    for (int32_t i = 0; i < tree.nodes; i++)
        if (tree.n_children[i] > 0)
            tests[i] = {tree.threshold[i], tree.feature[i], tree.first_child[i], tree.missing[i]};
        else
            tests[i] = {INFINITY, 0, i, 0};
    return tests;
}

// Several rows side by side, so that their memory latencies overlap.
void find_leaves(const std::vector<SplitTest>& tests, const double* x, int64_t d, int32_t* node) {
    int32_t current[lanes] = {};
    for (bool moved = true; moved;) {
        moved = false;
        for (int lane = 0; lane < lanes; lane++) {
            const SplitTest& test = tests[current[lane]];
            const double value = x[lane * d + test.feature];
            const int32_t branch = std::isnan(value) ? test.missing : value > test.threshold;
            const int32_t next = test.first_child + branch;
            moved |= next != current[lane];
            current[lane] = next;
        }
    }
    std::copy(current, current + lanes, node);
}

}  // namespace

void tree_apply(const TreeArrays& tree, const double* x, int64_t n, int64_t d, int threads, int32_t* node) {
    const bool plain = tree.level_begin[tree.nodes] == 0 && !tree.directions && n >= lanes;
    const std::vector<SplitTest> tests = plain ? split_tests_of(tree) : std::vector<SplitTest>();
    parallel(threads, blocks_of(n, rows_at_once), [&](int64_t block) {
        int64_t i = block * rows_at_once;
        const int64_t end = std::min(n, i + rows_at_once);
        for (; plain && i + lanes <= end; i += lanes) find_leaves(tests, x + i * d, d, node + i);
        for (; i < end; i++) node[i] = find_leaf(tree, d, x + i * d);
    });
}

}  // namespace gnomon::trees
