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

// A leaf asks x_0 > infinity and is its own first child, so rows that have arrived stay.
struct Question {
    double threshold;
    int32_t feature, first_child, missing;
};

// The branch of x at an inner node; -1 if it has none.
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
    const int32_t* found = std::lower_bound(from, end, level);
    return found != end && *found == level ? tree.branches[found - tree.levels] : -1;
}

int32_t walk(const TreeArrays& tree, int64_t d, const double* x) {
    int32_t node = 0;
    while (tree.n_children[node] > 0) {
        const int32_t branch = branch_of(tree, d, node, x);
        if (branch < 0) break;
        node = tree.first_child[node] + branch;
    }
    return node;
}

std::vector<Question> questions_of(const TreeArrays& tree) {
    std::vector<Question> questions(static_cast<size_t>(tree.nodes));
    for (int32_t i = 0; i < tree.nodes; i++)
        if (tree.n_children[i] > 0)
            questions[i] = {tree.threshold[i], tree.feature[i], tree.first_child[i], tree.missing[i]};
        else
            questions[i] = {INFINITY, 0, i, 0};
    return questions;
}

// Several rows side by side, so that their waits for memory overlap.
void walk_together(const std::vector<Question>& questions, const double* x, int64_t d, int32_t* node) {
    int32_t at[lanes] = {};
    for (bool moved = true; moved;) {
        moved = false;
        for (int lane = 0; lane < lanes; lane++) {
            const Question& asked = questions[at[lane]];
            const double value = x[lane * d + asked.feature];
            const int32_t branch = std::isnan(value) ? asked.missing : value > asked.threshold;
            const int32_t next = asked.first_child + branch;
            moved |= next != at[lane];
            at[lane] = next;
        }
    }
    std::copy(at, at + lanes, node);
}

}  // namespace

void tree_apply(const TreeArrays& tree, const double* x, int64_t n, int64_t d, int threads, int32_t* node) {
    const bool plain = tree.level_begin[tree.nodes] == 0 && !tree.directions && n >= lanes;
    const std::vector<Question> questions = plain ? questions_of(tree) : std::vector<Question>();
    parallel(threads, blocks_of(n, rows_at_once), [&](int64_t block) {
        int64_t i = block * rows_at_once;
        const int64_t end = std::min(n, i + rows_at_once);
        for (; plain && i + lanes <= end; i += lanes) walk_together(questions, x + i * d, d, node + i);
        for (; i < end; i++) node[i] = walk(tree, d, x + i * d);
    });
}

}  // namespace gnomon::trees
