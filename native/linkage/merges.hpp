// A dendrogram as the list of its merges.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon {

// The clusters that contain rows a and b merge at this height.
struct Merge {
    int64_t a, b;
    double height;
};

// SciPy's linkage matrix, (n - 1, 4): the two clusters, lower number first, height, size. Rows are clusters
// 0..n-1; merge i forms cluster n + i. by_height: sort the merges first (for the methods without inversions).
void label_merges(std::vector<Merge>& merges, const double* size, int64_t n, bool by_height, double* out);

}  // namespace gnomon
