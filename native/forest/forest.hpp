// A forest: trees in one set of arrays.
#pragma once

#include "grow.hpp"

namespace gnomon::forest {

// begin (n_trees + 1): where the nodes of each tree stand; `left` of a node counts from the first tree's
// root.
struct Forest {
    std::vector<Node> nodes;
    std::vector<int32_t> side;
    std::vector<double> weight, values, importance;
    std::vector<Subset> subsets;
    std::vector<int64_t> begin{0};
};

// Puts a tree's arrays behind those of the trees before it.
void append(Forest& forest, const Tree& tree, int64_t n_outputs);

// Trees number first .. end - 1; those of an urn are each grown on a draw from it.
template <class Code>
Forest grow_forest(const Table<Code>& table, const Targets& targets, const Urn* urn, const Growth& growth,
                   bool whole_weights, int64_t first, int64_t end, int threads);

// How often tree number `tree` drew each row.
void drawn(const Urn& urn, uint64_t seed, int64_t tree, std::vector<int32_t>& times);

// What the forest is read from: views of the arrays above.
struct View {
    const Node* nodes;
    const int32_t* side;
    const double* values;
    const Subset* subsets;
    const int64_t* begin;
    int64_t n_outputs;
    bool plain;  // no node asks for categories, and no row has missing values
};

// leaf (n, end - first): the place of the leaf that each row falls in, for trees first .. end - 1.
template <class Code>
void find_leaves(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                 int threads, int32_t* leaf);

// Adds to sum (n, n_outputs) the answers of trees first .. end - 1, or, if `votes`, one for the first of its
// likeliest classes.
template <class Code>
void add_answers(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                 bool votes, int threads, double* sum);

// As above, but of each tree only for rows that it has not drawn; times (n) counts the trees that answered.
template <class Code>
void add_held_out_answers(const View& view, const Urn& urn, uint64_t seed, const Code* codes, int64_t n,
                          int64_t d, int64_t first, int64_t end, bool votes, int threads, double* sum,
                          int32_t* times);

}  // namespace gnomon::forest
