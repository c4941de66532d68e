// Minimal cost-complexity pruning.
#pragma once

#include <cstdint>

namespace gnomon::trees {

// alpha (nodes): the price of a leaf at which each node's subtree is closed; infinity for leaves and for
// nodes that go with one above them first. fewer, more: by how many leaves, and how much risk, the tree
// changes then.
void collapse_alphas(int64_t nodes, const int32_t* parent, const int32_t* first_child,
                     const int32_t* n_children, const double* risk, double* alpha, double* fewer,
                     double* more);

// stop: the node in which the rows of each node end when these are closed. Parents come before children.
void find_stops(int64_t nodes, const int32_t* parent, const uint8_t* closed, int64_t* stop);

}  // namespace gnomon::trees
