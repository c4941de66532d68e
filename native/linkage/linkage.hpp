// Agglomerative clustering: start from n clusters of one row and merge the two nearest until one is left.
#pragma once

#include <vector>

#include "../interrupt.hpp"
#include "loops.hpp"
#include "merges.hpp"
#include "square.hpp"

namespace gnomon {

// Nearest-neighbor chain (Benzecri 1982, Murtagh 1983) for the linkages that are reducible: complete,
// average, weighted and ward. Follow nearest neighbors until two are reciprocal, merge these, and continue
// with the rest of the chain. From rows x (n, d), or from the distances (n, n) between them. Time: O(n²)
// distances; memory: one row of n for each active cluster of more than one row. size: weights of the rows, or
// null. Heights of ward are squared.
std::vector<Merge> chain_of_rows(const double* x, const double* size, int64_t n, int64_t d, Metric metric,
                                 Linkage linkage, int threads, Interrupt& interrupt);
std::vector<Merge> chain_of_table(const double* table, const double* size, int64_t n, Linkage linkage,
                                  int threads, Interrupt& interrupt);

// The same for ward, from rows, with clusters represented by their means: O(n d) memory. Heights are half the
// squares.
std::vector<Merge> chain_of_means(const double* x, const double* size, int64_t n, int64_t d, int threads,
                                  Interrupt& interrupt);

// Any linkage, here centroid and median, which may have inversions: the smallest distance of each row is
// cached as a lower bound, and recomputed only when the row is the minimum (Muellner 2011). Squared
// distances, which are overwritten.
Square squared_distances(const double* x, int64_t n, int64_t d, int threads, Interrupt& interrupt);
std::vector<Merge> joined_in_order(Square& table, const double* size, Linkage linkage, Interrupt& interrupt);

// Single linkage is the minimum spanning tree (Gower & Ross 1969), grown from row 0 by Prim's rule: O(n d)
// memory, O(n² d) time. Heights are squared distances unless manhattan.
std::vector<Merge> spanning_tree(const double* x, int64_t n, int64_t d, bool squared, int threads,
                                 Interrupt& interrupt);
std::vector<Merge> spanning_tree_of_table(const double* table, int64_t n, Interrupt& interrupt);

}  // namespace gnomon
