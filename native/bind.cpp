// The Python bindings of all kernels except the families in folders of their own. src/gnomon/native.pyi
// documents their arguments and results; bindings/ checks them.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/columns.hpp"
#include "bindings/elastic.hpp"
#include "bindings/bootstrap.hpp"
#include "bindings/perceptron.hpp"
#include "bindings/nearest.hpp"
#include "bindings/softmax.hpp"
#include "bindings/sums.hpp"
#include "families.hpp"

namespace gnomon {

namespace {

using nb::arg;

template <class Real, class Flag>
void bind_bootstrap_auc(nb::module_& m) {
    m.def("bootstrap_auc", &bootstrap_auc_of<Real, Flag>, arg("score").noconvert(),
          arg("positive").noconvert(), arg("weight").noconvert().none(), arg("unit").noconvert().none(),
          arg("units"), arg("times"), arg("seed"), arg("threads"));
}

template <class Real>
void bind_for(nb::module_& m) {
    const auto X = arg("X").noconvert();
    m.def("first_not_finite", &first_not_finite_of<Real>, X, arg("threads"));
    m.def("moments", &moments_of<Real>, X, arg("Y").noconvert().none(), arg("weight").noconvert().none(),
          arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int32_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int64_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("gaussian_scores", &gaussian_scores_of<Real>, X, arg("mean").noconvert(),
          arg("precision").noconvert(), arg("constant").noconvert(), arg("threads"));
    m.def("gaussian_argmax", &gaussian_argmax_of<Real>, X, arg("mean").noconvert(),
          arg("precision").noconvert(), arg("constant").noconvert(), arg("threads"));
    m.def("nearest", &nearest_of<Real>, arg("data").noconvert(), arg("queries").noconvert(), arg("k"),
          arg("metric"), arg("exclude").noconvert().none(), arg("threads"), nb::kw_only(),
          arg("method") = "brute", arg("weight").noconvert().none() = nb::none(),
          arg("categorical").noconvert().none() = nb::none(), arg("leaf_size") = 64);
    m.def("midranks", &midranks_of<Real>, arg("values").noconvert());
    m.def("auc", &auc_of<Real, uint8_t>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
    m.def("auc", &auc_of<Real, bool>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
    bind_bootstrap_auc<Real, uint8_t>(m);
    bind_bootstrap_auc<Real, bool>(m);
    m.def("bootstrap_sums", &bootstrap_sums_of<Real>, arg("values").noconvert(), arg("times"), arg("seed"),
          arg("threads"));
    m.def("sort_columns", &sort_columns_of<Real>, X, arg("threads"));
    m.def("argsort_columns", &argsort_columns_of<Real>, X, arg("threads"));
    m.def("stump_scan", &stump_scan_of<Real>, arg("values").noconvert(), arg("order").noconvert(),
          arg("member").noconvert().none(), arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("settings"), arg("threads"));
    m.def("squared_scan", &squared_scan_of<Real>, arg("values").noconvert(), arg("order").noconvert(),
          arg("member").noconvert().none(), arg("target").noconvert(), arg("weight").noconvert().none(),
          arg("min_leaf"), arg("threads"));
}

template <class Code>
void bind_contingency(nb::module_& m) {
    m.def("contingency", &contingency_of<Code>, arg("a").noconvert(), arg("b").noconvert(), arg("n_a"),
          arg("n_b"), arg("weight").noconvert().none(), arg("threads"));
}

template <class Real>
void bind_tree(nb::class_<Tree>& tree) {
    tree.def("__init__", &make_tree<Real>, arg("data").noconvert(), arg("leaf_size"), arg("threads"));
    tree.def("query", &query_tree<Real>, arg("queries").noconvert(), arg("k"), arg("metric"),
             arg("exclude").noconvert().none(), arg("threads"));
}

void bind_perceptron(nb::module_& m) {
    const auto side = arg("side").noconvert(), order = arg("order").noconvert(), w = arg("w").noconvert();
    m.def("perceptron", &perceptron_of, arg("X").noconvert(), side, order, w, arg("b"), arg("square"),
          arg("rate"), arg("constant"), arg("strict"), arg("by_distance"));
    m.def("sparse_perceptron", &sparse_perceptron_of, arg("values").noconvert(), arg("columns").noconvert(),
          arg("begin").noconvert(), side, order, w, arg("b"), arg("square"), arg("rate"), arg("constant"),
          arg("strict"), arg("by_distance"));
    m.def("gram_perceptron", &gram_perceptron_of, arg("gram").noconvert(), side, order, w, arg("b"),
          arg("square"), arg("rate"), arg("constant"), arg("strict"), arg("by_distance"));
}

}  // namespace

}  // namespace gnomon

NB_MODULE(native, m) {
    using namespace gnomon;
    // A KdTree that a global variable still refers to when Python exits is not worth a leak warning.
    nb::set_leak_warnings(false);
    m.doc() = "Compiled kernels: arrays and numbers in, arrays and numbers out.";
    m.attr("level") = loops().name;
    bind_for<double>(m);
    bind_for<float>(m);
    bind_contingency<int32_t>(m);
    bind_contingency<int64_t>(m);
    m.def("bootstrap_counts", &bootstrap_counts_of, arg("units"), arg("first"), arg("times"), arg("seed"),
          arg("threads"));
    m.def("elastic_path", &elastic_path_of, arg("gram").noconvert(), arg("cross").noconvert(), arg("total"),
          arg("penalties").noconvert(), arg("start").noconvert(), arg("positive"), arg("tolerance"),
          arg("max_iter"));
    m.def("softmax_loss", &softmax_loss_of, arg("scores").noconvert(), arg("codes").noconvert(),
          arg("weight").noconvert(), arg("threads"));
    bind_perceptron(m);
    bind_bayes(m);
    bind_boosting(m);
    bind_discretize(m);
    bind_forest(m);
    bind_gradient_boosting(m);
    bind_information(m);
    bind_kmeans(m);
    bind_linear(m);
    bind_linear_svm(m);
    bind_linkage(m);
    bind_mixture(m);
    bind_network(m);
    bind_relevance(m);
    bind_structure(m);
    bind_svm(m);
    bind_trees(m);
    nb::class_<Tree> tree(m, "KdTree", "A k-d tree over the rows of a matrix.");
    bind_tree<double>(tree);
    bind_tree<float>(tree);
}
