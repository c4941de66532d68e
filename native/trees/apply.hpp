// The leaf of each row in a tree.
#pragma once

#include <cstdint>

namespace gnomon::trees {

// The code of a missing category.
constexpr int32_t missing_level = INT32_MAX;

// The arrays of a tree (src/gnomon/learners/trees/tree.py documents them).
struct TreeArrays {
    int64_t nodes;
    const int32_t* feature;
    const double* threshold;
    const int32_t *first_child, *n_children, *missing;
    const int64_t* level_begin;
    const int32_t *levels, *branches;
    const double* directions;  // (any, d), oblique splits on features d, d + 1, ...; may be null
};

// The node that each of the n rows of x (n, d) ends in.
void tree_apply(const TreeArrays& tree, const double* x, int64_t n, int64_t d, int threads, int32_t* node);

}  // namespace gnomon::trees
