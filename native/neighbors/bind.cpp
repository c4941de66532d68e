// Python bindings of k nearest neighbors; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "kd_tree.hpp"
#include "search.hpp"

namespace gnomon {

namespace {

using nb::arg;
using Exclude = std::optional<Vector<int64_t>>;

Metric metric_named(const std::string& name) {
    if (name == "euclidean") return Metric::euclidean;
    if (name == "manhattan") return Metric::manhattan;
    if (name == "hamming") return Metric::hamming;
    if (name == "mixed") return Metric::mixed;
    refuse("metric is '" + name + "'; it must be euclidean, manhattan, hamming or mixed");
}

void check_tree_metric(Metric metric) {
    if (metric != Metric::euclidean && metric != Metric::manhattan)
        refuse("a k-d tree supports the metrics euclidean and manhattan only");
}

Measure measure_of(const std::string& metric, const Weight& weight,
                          const std::optional<Vector<uint8_t>>& categorical, int64_t d) {
    Measure measure{metric_named(metric), data_or_null("weight", weight, d),
                    data_or_null("categorical", categorical, d)};
    const bool is_mixed = measure.metric == Metric::mixed;
    if (is_mixed && !(measure.weight && measure.categorical))
        refuse("the mixed metric needs weight and categorical, one value for each column");
    if (!is_mixed && (measure.weight || measure.categorical))
        refuse("weight and categorical belong to the mixed metric");
    for (int64_t j = 0; is_mixed && j < d; j++)
        if (!(measure.weight[j] >= 0) || std::isinf(measure.weight[j]))
            refuse("weight of column " + std::to_string(j) + " must be finite and 0 or more");
    return measure;
}

// The arrays of a search's result, and the checks of its arguments.
template <class Real>
struct SearchResult {
    NewMatrix<double> distance;
    NewMatrix<int64_t> index;
    Question<Real> question;

    SearchResult(int64_t n, int64_t d, const Matrix<Real>& queries, int64_t k, const Exclude& exclude,
                 int threads)
        : distance(new_matrix<double>(checked(n, d, queries, k, exclude, threads), k)),
          index(new_matrix<int64_t>(length(queries.shape(0)), k)),
          question{rows(queries),   k,           exclude ? exclude->data() : nullptr, threads,
                   distance.data(), index.data()} {}

    static int64_t checked(int64_t n, int64_t d, const Matrix<Real>& queries, int64_t k,
                           const Exclude& exclude, int threads) {
        const Rows<Real> q = rows(queries);
        check_threads(threads);
        check_length("a row of queries", q.d, d);
        check_numbers("queries", q.x, q.n * q.d, q.d);
        const int64_t* excluded = data_or_null("exclude", exclude, q.n);
        bool any = false;
        for (int64_t i = 0; excluded && i < q.n; i++) {
            if (excluded[i] < -1 || excluded[i] >= n)
                refuse("exclude has a value that is neither a row index nor -1");
            any |= excluded[i] >= 0;
        }
        if (k < 1 || k > n - any)
            refuse("k is " + std::to_string(k) + "; it must be from 1 to " + std::to_string(n - any) +
                   ", the number of rows that are not excluded");
        return q.n;
    }
};

template <class Real>
nb::tuple nearest_of(Matrix<Real> data, Matrix<Real> queries, int64_t k, const std::string& metric,
                     Exclude exclude, int threads, const std::string& method, Weight weight,
                     std::optional<Vector<uint8_t>> categorical, int64_t leaf_size) {
    const Rows<Real> x = rows(data);
    check_row_count(x.n);
    check_numbers("data", x.x, x.n * x.d, x.d);
    const Measure measure = measure_of(metric, weight, categorical, x.d);
    if (method != "brute" && method != "tree") refuse("method is '" + method + "'; it must be brute or tree");
    if (method == "tree") check_tree_metric(measure.metric);
    SearchResult<Real> result(x.n, x.d, queries, k, exclude, threads);
    {
        nb::gil_scoped_release free;
        search(x, measure, method == "tree", leaf_size, result.question);
    }
    return nb::make_tuple(result.distance, result.index);
}

template <class Real>
void make_tree(KdTree* place, Matrix<Real> data, int64_t leaf_size, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(data);
    check_numbers("data", x.x, x.n * x.d, x.d);
    nb::gil_scoped_release free;
    new (place) KdTree(x, leaf_size, threads);
}

template <class Real>
nb::tuple query_tree(const KdTree& tree, Matrix<Real> queries, int64_t k, const std::string& metric,
                     Exclude exclude, int threads) {
    const Measure measure{metric_named(metric)};
    check_tree_metric(measure.metric);
    SearchResult<Real> result(tree.n(), tree.d(), queries, k, exclude, threads);
    {
        nb::gil_scoped_release free;
        tree.search(measure, result.question);
    }
    return nb::make_tuple(result.distance, result.index);
}

template <class Real>
void bind_nearest(nb::module_& m, nb::class_<KdTree>& tree) {
    m.def("nearest", &nearest_of<Real>, arg("data").noconvert(), arg("queries").noconvert(), arg("k"),
          arg("metric"), arg("exclude").noconvert().none(), arg("threads"), nb::kw_only(),
          arg("method") = "brute", arg("weight").noconvert().none() = nb::none(),
          arg("categorical").noconvert().none() = nb::none(), arg("leaf_size") = 64);
    tree.def("__init__", &make_tree<Real>, arg("data").noconvert(), arg("leaf_size"), arg("threads"));
    tree.def("query", &query_tree<Real>, arg("queries").noconvert(), arg("k"), arg("metric"),
             arg("exclude").noconvert().none(), arg("threads"));
}

}  // namespace

void bind_neighbors(nb::module_& m) {
    nb::class_<KdTree> tree(m, "KdTree", "A k-d tree over the rows of a matrix.");
    bind_nearest<double>(m, tree);
    bind_nearest<float>(m, tree);
}

}  // namespace gnomon
