// Brute-force search: with screening in single precision if that is faster, else directly.
#include "search.hpp"

#include "kd_tree.hpp"

namespace gnomon {

namespace {

constexpr int64_t min_columns = 1, min_rows = 256;

}  // namespace

template <class Real>
void search(Rows<Real> data, const Measure& measure, bool by_tree, int64_t leaf_size,
            const Question<Real>& question) {
    if (by_tree) {
        KdTree tree(data, leaf_size, question.threads);
        tree.search(measure, question);
        return;
    }
    const bool may_screen =
        measure.metric == Metric::euclidean && data.d >= min_columns && data.n >= min_rows;
    if (!may_screen || !search_screened(data, question)) search_directly(data, measure, question);
}

template void search<double>(Rows<double>, const Measure&, bool, int64_t, const Question<double>&);
template void search<float>(Rows<float>, const Measure&, bool, int64_t, const Question<float>&);

}  // namespace gnomon
