// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>

#include <cstring>

#include "../bindings/columns.hpp"
#include "../families.hpp"
#include "../parallel.hpp"
#include "apply.hpp"
#include "grow.hpp"
#include "prune.hpp"
#include "table.hpp"

namespace gnomon {

namespace {

using namespace trees;

void check_node(const TreeArrays& tree, int64_t i, int64_t width, bool has_levels) {
    if (tree.n_children[i] < 0 || tree.first_child[i] < 0 ||
        static_cast<int64_t>(tree.first_child[i]) + tree.n_children[i] > tree.nodes)
        refuse("node " + std::to_string(i) + " has children outside the tree");
    if (tree.n_children[i] == 0) return;
    if (tree.first_child[i] <= i) refuse("node " + std::to_string(i) + " comes after its children");
    if (tree.feature[i] < 0 || tree.feature[i] >= width)
        refuse("node " + std::to_string(i) + " tests column " + std::to_string(tree.feature[i]) +
               " of " + std::to_string(width));
    const bool has_missing_branch = tree.missing[i] >= 0 && tree.missing[i] < tree.n_children[i];
    if (!has_levels && (tree.n_children[i] < 2 || !has_missing_branch))
        refuse("node " + std::to_string(i) + " has no branch for missing numbers");
}

void check_tree(const TreeArrays& tree, int64_t width, int64_t levels) {
    for (int64_t i = 0; i < tree.nodes; i++) {
        const int64_t from = tree.level_begin[i], end = tree.level_begin[i + 1];
        if (from < 0 || end < from || end > levels) refuse("level_begin does not ascend within levels");
        check_node(tree, i, width, end > from);
        for (int64_t k = from; k < end; k++)
            if (tree.branches[k] < 0 || tree.branches[k] >= tree.n_children[i])
                refuse("node " + std::to_string(i) + " sends a level to a branch that it does not have");
    }
    if (tree.level_begin[0] != 0) refuse("level_begin does not begin with 0");
}

NewVector<int32_t> tree_apply_of(Matrix<double> X, Vector<int32_t> feature, Vector<double> threshold,
                                 Vector<int32_t> first_child, Vector<int32_t> n_children,
                                 Vector<int32_t> missing, Vector<int64_t> level_begin, Vector<int32_t> levels,
                                 Vector<int32_t> branches, std::optional<Matrix<double>> directions,
                                 int threads) {
    check_threads(threads);
    const Rows<double> x = rows(X);
    const int64_t nodes = length(feature.shape(0));
    if (nodes < 1 || nodes > INT32_MAX) refuse("a tree needs from 1 to 2147483647 nodes");
    check_length("threshold", length(threshold.shape(0)), nodes);
    check_length("first_child", length(first_child.shape(0)), nodes);
    check_length("n_children", length(n_children.shape(0)), nodes);
    check_length("missing", length(missing.shape(0)), nodes);
    check_length("level_begin", length(level_begin.shape(0)), nodes + 1);
    check_length("branches", length(branches.shape(0)), length(levels.shape(0)));
    if (directions) check_length("a direction", length(directions->shape(1)), x.d);
    const int64_t width = x.d + (directions ? length(directions->shape(0)) : 0);
    const TreeArrays tree{nodes,          feature.data(),     threshold.data(), first_child.data(),
                          n_children.data(), missing.data(), level_begin.data(), levels.data(),
                          branches.data(), directions ? directions->data() : nullptr};
    check_tree(tree, width, length(levels.shape(0)));
    auto node = new_vector<int32_t>(x.n);
    nb::gil_scoped_release free;
    tree_apply(tree, x.x, x.n, x.d, threads, node.data());
    return node;
}

Criterion criterion_named(const std::string& name, bool classes) {
    if (classes && name == "gini") return Criterion::gini;
    if (classes && name == "entropy") return Criterion::entropy;
    if (classes && name == "error") return Criterion::error;
    if (!classes && name == "squared") return Criterion::squared;
    if (!classes && name == "absolute") return Criterion::absolute;
    refuse("criterion is '" + name +
           "'; it must be gini, entropy or error for classes, squared or absolute for numbers");
}

template <class Get>
auto column_of(const GrownTree& tree, const Get& get) {
    using Value = decltype(get(tree.nodes[0]));
    auto values = new_vector<Value>(length(tree.nodes.size()));
    for (size_t i = 0; i < tree.nodes.size(); i++) values.data()[i] = get(tree.nodes[i]);
    return values;
}

nb::dict arrays_of(const GrownTree& tree, int64_t outputs) {
    nb::dict arrays;
    arrays["feature"] = column_of(tree, [](const Node& node) { return node.feature; });
    arrays["threshold"] = column_of(tree, [](const Node& node) { return node.threshold; });
    arrays["first_child"] = column_of(tree, [](const Node& node) { return node.first_child; });
    arrays["n_children"] = column_of(tree, [](const Node& node) { return node.n_children; });
    arrays["missing"] = column_of(tree, [](const Node& node) { return node.missing; });
    arrays["weight"] = column_of(tree, [](const Node& node) { return node.weight; });
    arrays["n_rows"] = column_of(tree, [](const Node& node) { return node.rows; });
    arrays["impurity"] = column_of(tree, [](const Node& node) { return node.impurity; });
    arrays["gain"] = column_of(tree, [](const Node& node) { return node.gain; });
    arrays["low"] = column_of(tree, [](const Node& node) { return node.low; });
    arrays["high"] = column_of(tree, [](const Node& node) { return node.high; });
    arrays["parent"] = column_of(tree, [](const Node& node) { return node.parent; });
    arrays["depth"] = column_of(tree, [](const Node& node) { return node.depth; });
    const int64_t nodes = length(tree.nodes.size());
    auto value = new_matrix<double>(nodes, outputs);
    std::copy(tree.values.begin(), tree.values.end(), value.data());
    auto begin = new_vector<int64_t>(nodes + 1);
    begin.data()[0] = 0;
    for (int64_t i = 0; i < nodes; i++)
        begin.data()[i + 1] = begin.data()[i] + length(tree.levels[i].size());
    const int64_t known = begin.data()[nodes];
    auto levels = new_vector<int32_t>(known), branches = new_vector<int32_t>(known);
    for (int64_t i = 0, k = 0; i < nodes; i++)
        for (const auto& [level, branch] : tree.levels[i])
            levels.data()[k] = level, branches.data()[k++] = branch;
    arrays["value"] = value, arrays["level_begin"] = begin;
    arrays["levels"] = levels, arrays["branches"] = branches;
    return arrays;
}

// Category codes must be integers that fit in 32 bits.
bool is_code(double value) { return value >= 0 && value < missing_level && value == std::floor(value); }

void make_table(TreeTable* self, Matrix<double> X, Vector<uint8_t> categorical, int threads) {
    check_threads(threads);
    const Rows<double> x = rows(X);
    check_row_count(x.n);
    if (x.d < 1) refuse("there is no column to split on");
    check_length("categorical", length(categorical.shape(0)), x.d);
    check_no_nan("X", x.x, x.n * x.d);
    for (int64_t i = 0; i < x.n; i++)
        for (int64_t j = 0; j < x.d; j++) {
            const double value = x.x[i * x.d + j];
            if (categorical.data()[j] && !std::isinf(value) && !is_code(value))
                refuse("column " + std::to_string(j) +
                       " has a category code that is no whole number from 0 to 2147483646");
        }
    nb::gil_scoped_release free;
    new (self) TreeTable(x, categorical.data(), threads);
}

void check_targets(const Targets& targets, int64_t n) {
    bool in_view = false;
    for (int64_t i = 0; i < n; i++) {
        if (targets.times[i] < 0) refuse("times has a value below 0");
        if (targets.weight && !(targets.weight[i] >= 0 && targets.weight[i] < INFINITY))
            refuse("weight has a value below 0 or not finite");
        in_view |= targets.times[i] > 0 && (!targets.weight || targets.weight[i] > 0);
    }
    if (!in_view) refuse("no row is in view");
    if (targets.codes) check_codes("codes", targets.codes, n, targets.classes);
    else check_numbers("numbers", targets.numbers, n, 1);
}

nb::dict grow_tree_of(const TreeTable& table, Vector<int32_t> times, Weight weight,
                      std::optional<Vector<int32_t>> codes, std::optional<Vector<double>> numbers,
                      int64_t n_classes, const std::string& criterion, bool by_ratio, bool multiway,
                      int64_t max_depth, int64_t min_split, int64_t min_leaf, double min_weight,
                      double min_gain, int64_t max_features, int64_t thresholds, uint64_t seed,
                      std::optional<Vector<int8_t>> monotone, int threads) {
    check_threads(threads);
    const Sorted columns = table.columns();
    const int64_t d = columns.d, n = columns.n;
    if (max_features < 1) refuse("there is no column to split on");
    check_length("times", length(times.shape(0)), n);
    if (codes.has_value() == numbers.has_value()) refuse("give either codes or numbers");
    if (codes && (n_classes < 1 || n_classes > INT32_MAX)) refuse("n_classes is out of range");
    const Targets targets{data_or_null("codes", codes, n), codes ? n_classes : 0,
                          data_or_null("numbers", numbers, n), times.data(),
                          data_or_null("weight", weight, n)};
    check_targets(targets, n);
    const Growth growth{criterion_named(criterion, codes.has_value()),
                        by_ratio,
                        multiway,
                        max_depth,
                        min_split,
                        std::max<int64_t>(min_leaf, 1),
                        min_weight,
                        min_gain,
                        max_features,
                        thresholds,
                        seed,
                        data_or_null("monotone", monotone, d)};
    GrownTree tree;
    {
        nb::gil_scoped_release free;
        tree = grow_tree(columns, targets, growth, threads);
    }
    return arrays_of(tree, codes ? n_classes : 1);
}

nb::tuple collapse_alphas_of(Vector<int32_t> parent, Vector<int32_t> first_child,
                             Vector<int32_t> n_children, Vector<double> risk) {
    const int64_t nodes = length(parent.shape(0));
    check_length("first_child", length(first_child.shape(0)), nodes);
    check_length("n_children", length(n_children.shape(0)), nodes);
    check_length("risk", length(risk.shape(0)), nodes);
    check_no_nan("risk", risk.data(), nodes);
    for (int64_t i = 0; i < nodes; i++) {
        const int64_t first = first_child.data()[i], count = n_children.data()[i];
        if (parent.data()[i] < -1 || parent.data()[i] >= i) refuse("a node comes before its parent");
        if (count < 0 || count == 1 || (count > 0 && (first <= i || first + count > nodes)))
            refuse("node " + std::to_string(i) + " has children outside the tree, or a single one");
        for (int64_t c = first; c < first + count; c++)
            if (parent.data()[c] != i) refuse("node " + std::to_string(c) + " names another parent");
    }
    auto alpha = new_vector<double>(nodes);
    auto fewer = new_vector<double>(nodes), more = new_vector<double>(nodes);
    {
        nb::gil_scoped_release free;
        collapse_alphas(nodes, parent.data(), first_child.data(), n_children.data(), risk.data(),
                        alpha.data(), fewer.data(), more.data());
    }
    return nb::make_tuple(alpha, fewer, more);
}

NewVector<int64_t> tree_stops_of(Vector<int32_t> parent, Vector<bool> closed) {
    const int64_t nodes = length(parent.shape(0));
    check_length("closed", length(closed.shape(0)), nodes);
    for (int64_t i = 0; i < nodes; i++)
        if (parent.data()[i] < -1 || parent.data()[i] >= i) refuse("a node comes before its parent");
    auto stop = new_vector<int64_t>(nodes);
    find_stops(nodes, parent.data(), reinterpret_cast<const uint8_t*>(closed.data()), stop.data());
    return stop;
}

}  // namespace

void bind_trees(nb::module_& m) {
    using nb::arg;
    m.def("tree_apply", &tree_apply_of, arg("X").noconvert(), arg("feature").noconvert(),
          arg("threshold").noconvert(), arg("first_child").noconvert(), arg("n_children").noconvert(),
          arg("missing").noconvert(), arg("level_begin").noconvert(), arg("levels").noconvert(),
          arg("branches").noconvert(), arg("directions").noconvert().none(), arg("threads"));
    m.def("collapse_alphas", &collapse_alphas_of, arg("parent").noconvert(), arg("first_child").noconvert(),
          arg("n_children").noconvert(), arg("risk").noconvert());
    m.def("tree_stops", &tree_stops_of, arg("parent").noconvert(), arg("closed").noconvert());
    nb::class_<TreeTable>(m, "TreeTable", "The columns of a table in sorted order, for any number of trees.")
        .def("__init__", &make_table, arg("X").noconvert(), arg("categorical").noconvert(), arg("threads"));
    m.def("grow_tree", &grow_tree_of, arg("table"), arg("times").noconvert(),
          arg("weight").noconvert().none(),
          arg("codes").noconvert().none(), arg("numbers").noconvert().none(), arg("n_classes"),
          arg("criterion"), arg("by_ratio"), arg("multiway"), arg("max_depth"), arg("min_split"),
          arg("min_leaf"), arg("min_weight"), arg("min_gain"), arg("max_features"), arg("thresholds"),
          arg("seed"), arg("monotone").noconvert().none(), arg("threads"));
}

}  // namespace gnomon
