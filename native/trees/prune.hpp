// Minimal cost-complexity pruning.
#pragma once

#include <cstdint>

namespace gnomon::trees {

// alpha (nodes): the complexity parameter (cost of a leaf) at which each node's subtree is collapsed;
// infinity for leaves and for nodes that are removed with an ancestor first. fewer, more: by how many leaves
// the tree shrinks and by how much its risk grows then.
void collapse_alphas(int64_t nodes, const int32_t* parent, const int32_t* first_child,
                     const int32_t* n_children, const double* risk, double* alpha, double* fewer,
                     double* more);

// stop: the node in which the rows of each node end when the `closed` nodes are leaves. Parents come before
// children.
void find_stops(int64_t nodes, const int32_t* parent, const uint8_t* closed, int64_t* stop);

}  // namespace gnomon::trees
