// The k nearest rows by brute force or by a tree.
#pragma once

#include "nearest.hpp"

namespace gnomon {

template <class Real>
void search(Rows<Real> data, const Measure& measure, bool by_tree, int64_t leaf_size,
            const Question<Real>& question);

}  // namespace gnomon
