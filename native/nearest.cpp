// The brute search takes the screened way where it pays, and the direct one elsewhere.
#include "search.hpp"

#include "tree.hpp"

namespace gnomon {

namespace {

constexpr int64_t least_columns = 1, least_rows = 256;

}  // namespace

template <class Real>
void search(Rows<Real> data, const Measure& measure, bool by_tree, int64_t leaf_size,
            const Question<Real>& ask) {
    if (by_tree) {
        Tree tree(data, leaf_size, ask.threads);
        tree.search(measure, ask);
        return;
    }
    const bool may_screen =
        measure.metric == Metric::euclidean && data.d >= least_columns && data.n >= least_rows;
    if (!may_screen || !search_screened(data, ask)) search_directly(data, measure, ask);
}

template void search<double>(Rows<double>, const Measure&, bool, int64_t, const Question<double>&);
template void search<float>(Rows<float>, const Measure&, bool, int64_t, const Question<float>&);

}  // namespace gnomon
