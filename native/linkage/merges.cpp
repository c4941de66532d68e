// Clusters are numbered by a disjoint-set forest with path halving (union-find).
#include "merges.hpp"

#include <algorithm>

namespace gnomon {

namespace {

class Forest {
   public:
    explicit Forest(int64_t rows) : parent_(static_cast<size_t>(2 * rows - 1)) {
        for (size_t i = 0; i < parent_.size(); i++) parent_[i] = static_cast<int64_t>(i);
    }
    int64_t root(int64_t node) {
        while (parent(node) != node) node = parent(node) = parent(parent(node));
        return node;
    }
    int64_t& parent(int64_t node) { return parent_[static_cast<size_t>(node)]; }

   private:
    std::vector<int64_t> parent_;
};

}  // namespace

void label_merges(std::vector<Merge>& merges, const double* size, int64_t n, bool by_height, double* out) {
    if (by_height)
        std::stable_sort(merges.begin(), merges.end(),
                         [](const Merge& one, const Merge& other) { return one.height < other.height; });
    Forest forest(n);
    std::vector<double> sizes(static_cast<size_t>(2 * n - 1), 1.0);
    if (size != nullptr) std::copy(size, size + n, sizes.begin());
    for (int64_t i = 0; i < n - 1; i++) {
        const Merge& merge = merges[static_cast<size_t>(i)];
        const int64_t a = forest.root(merge.a), b = forest.root(merge.b);
        double& total = sizes[static_cast<size_t>(n + i)];
        total = sizes[static_cast<size_t>(a)] + sizes[static_cast<size_t>(b)];
        forest.parent(a) = forest.parent(b) = n + i;
        double* row = out + 4 * i;
        row[0] = static_cast<double>(std::min(a, b));
        row[1] = static_cast<double>(std::max(a, b));
        row[2] = merge.height;
        row[3] = total;
    }
}

}  // namespace gnomon
