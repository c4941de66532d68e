// A forest: trees in one set of arrays.
#pragma once

#include "grow.hpp"

namespace gnomon::forest {

// begin (n_trees + 1): where the nodes of each tree begin; `left` of a node counts from the root of the first
// tree.
struct Forest {
    std::vector<Node> nodes;
    std::vector<int32_t> side;
    std::vector<double> weight, values, importance;
    std::vector<Subset> subsets;
    std::vector<int64_t> begin{0};
};

// Appends the arrays of a tree.
void append(Forest& forest, const Tree& tree, int64_t n_outputs);

// Trees number first .. end - 1, each on its own bootstrap sample unless `bootstrap` is null.
template <class Code>
Forest grow_forest(const Table<Code>& table, const Targets& targets, const Bootstrap* bootstrap,
                   const Growth& growth, bool whole_weights, uint64_t seed, int64_t first, int64_t end,
                   int threads);

// How often each row is in the bootstrap sample of tree number `tree`.
void drawn(const Bootstrap& bootstrap, uint64_t seed, int64_t tree, std::vector<int32_t>& times);

// A forest to predict from: views of the arrays above.
struct View {
    const Node* nodes;
    const int32_t* side;
    const double* values;
    const Subset* subsets;
    const int64_t* begin;
    int64_t n_outputs;
    bool plain;  // no split is categorical, and no row has missing values
};

// leaf (n, end - first): the index of the leaf of each row, for trees first .. end - 1.
template <class Code>
void find_leaves(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                 int threads, int32_t* leaf);

// Adds to sum (n, n_outputs) the predictions of trees first .. end - 1, or, if `votes`, a vote for the first
// of the most probable classes.
template <class Code>
void add_predictions(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                     bool votes, int threads, double* sum);

// As above, but of each tree only for its out-of-bag rows; times (n) counts the trees that predicted.
template <class Code>
void add_held_out_predictions(const View& view, const Bootstrap& bootstrap, uint64_t seed, const Code* codes,
                              int64_t n, int64_t d, int64_t first, int64_t end, bool votes, int threads,
                              double* sum, int32_t* times);

}  // namespace gnomon::forest
