// Python bindings of inference in Bayesian networks; src/gnomon/native.pyi documents their arguments and
// results.
#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "tree.hpp"

namespace gnomon {

namespace {

using nb::arg;
using Longs = Vector<int64_t>;
using Ints = Vector<int32_t>;
using Arrays = nb::tuple;

// Starts of `count` consecutive ranges: ascending from 0, each of at least min_size.
void check_starts(const char* name, const Longs& starts, int64_t count, int64_t min_size) {
    check_length(name, length(starts.shape(0)), count + 1);
    bool good = starts.data()[0] == 0;
    for (int64_t i = 0; i < count; i++) good &= starts.data()[i + 1] - starts.data()[i] >= min_size;
    if (!good) refuse(std::string(name) + " must begin with 0 and ascend");
}

// Every entry of a child, and of its parent, must map to an entry of the separator between them.
void check_messages(const CliqueTree& tree, int64_t down_length) {
    for (int64_t c = 0; c < tree.cliques; c++) {
        if (tree.size(c) > tree.entries(c)) refuse("a separator has more entries than its clique");
        if (c == tree.root()) break;
        const int64_t p = tree.parent[c];
        if (p <= c || p >= tree.cliques) refuse("the parent of a clique must come after it");
        if (tree.below[c] + tree.entries(p) > down_length) refuse("down is too short");
        check_codes("up", tree.up + tree.start[c], tree.entries(c), tree.size(c));
        check_codes("down", tree.down + tree.below[c], tree.entries(p), tree.size(c));
    }
}

void check_homes(const CliqueTree& tree) {
    for (int64_t v = 0; v < tree.nodes; v++) {
        const int64_t c = tree.home[v], stride = tree.stride[v], levels = tree.levels[v];
        if (c < 0 || c >= tree.cliques) refuse("the home of a node is no clique");
        const int64_t entries = tree.entries(c);
        if (stride < 1 || levels < 1 || stride > entries || levels > entries / stride ||
            entries % (stride * levels) != 0)
            refuse("the strides and levels of a node do not fit its home");
    }
}

// A tree is the tuple (potential, start, parent, separator, up, below, down, home, stride, levels).
CliqueTree tree_of(const Arrays& arrays) {
    if (arrays.size() != 10) refuse("a tree has ten arrays");
    const auto potential = nb::cast<Vector<double>>(arrays[0], false);
    const auto start = nb::cast<Longs>(arrays[1], false), separator = nb::cast<Longs>(arrays[3], false),
               below = nb::cast<Longs>(arrays[5], false), stride = nb::cast<Longs>(arrays[8], false);
    const auto parent = nb::cast<Ints>(arrays[2], false), up = nb::cast<Ints>(arrays[4], false),
               down = nb::cast<Ints>(arrays[6], false), home = nb::cast<Ints>(arrays[7], false),
               levels = nb::cast<Ints>(arrays[9], false);
    const int64_t cliques = length(parent.shape(0)), nodes = length(home.shape(0));
    if (cliques < 1 || nodes < 1) refuse("a tree needs a clique and a node");
    check_starts("start", start, cliques, 1);
    check_starts("separator", separator, cliques, 1);
    check_starts("below", below, cliques, 0);
    const int64_t entries = start.data()[cliques];
    check_length("potential", length(potential.shape(0)), entries);
    check_length("up", length(up.shape(0)), entries);
    check_length("stride", length(stride.shape(0)), nodes);
    check_length("levels", length(levels.shape(0)), nodes);
    check_numbers("potential", potential.data(), entries, 1);
    const CliqueTree tree{
        cliques,   nodes,        potential.data(), start.data(), parent.data(), separator.data(),
        up.data(), below.data(), down.data(),      home.data(),  stride.data(), levels.data(),
    };
    check_messages(tree, length(down.shape(0)));
    check_homes(tree);
    return tree;
}

Observed rows_of(const CliqueTree& tree, const Matrix<int32_t>& codes) {
    const Observed rows{codes.data(), length(codes.shape(0))};
    check_length("a row of codes", length(codes.shape(1)), tree.nodes);
    bool good = true;
    for (int64_t i = 0; i < rows.n; i++)
        for (int64_t v = 0; v < tree.nodes; v++) {
            const int32_t code = rows.codes[i * tree.nodes + v];
            good &= code >= -1 && code < tree.levels[v];
        }
    if (!good) refuse("codes has a level that its node does not have");
    return rows;
}

nb::tuple query(Arrays arrays, Matrix<int32_t> codes, Ints output, int64_t outputs, int threads) {
    check_threads(threads);
    const CliqueTree tree = tree_of(arrays);
    const Observed rows = rows_of(tree, codes);
    check_length("output", length(output.shape(0)), tree.entries(tree.root()));
    check_codes("output", output.data(), length(output.shape(0)), outputs);
    auto share = new_matrix<double>(rows.n, outputs);
    auto logs = new_vector<double>(rows.n);
    {
        nb::gil_scoped_release free;
        tree_query(tree, rows, output.data(), outputs, threads, share.data(), logs.data());
    }
    return nb::make_tuple(share, logs);
}

nb::tuple marginals(Arrays arrays, Matrix<int32_t> codes, int threads) {
    check_threads(threads);
    const CliqueTree tree = tree_of(arrays);
    const Observed rows = rows_of(tree, codes);
    int64_t width = 0;
    for (int64_t v = 0; v < tree.nodes; v++) width += tree.levels[v];
    auto share = new_matrix<double>(rows.n, width);
    auto logs = new_vector<double>(rows.n);
    {
        nb::gil_scoped_release free;
        tree_marginals(tree, rows, threads, share.data(), logs.data());
    }
    return nb::make_tuple(share, logs);
}

nb::tuple counts(Arrays arrays, Matrix<int32_t> codes, Weight weight, int threads) {
    check_threads(threads);
    const CliqueTree tree = tree_of(arrays);
    const Observed rows = rows_of(tree, codes);
    const double* weights = data_or_null("weight", weight, rows.n);
    if (weights != nullptr) check_numbers("weight", weights, rows.n, 1);
    auto total = new_vector<double>(tree.start[tree.cliques]);
    auto logs = new_vector<double>(rows.n);
    {
        nb::gil_scoped_release free;
        tree_counts(tree, rows, weights, threads, total.data(), logs.data());
    }
    return nb::make_tuple(total, logs);
}

nb::tuple explain(Arrays arrays, Matrix<int32_t> codes, int threads) {
    check_threads(threads);
    const CliqueTree tree = tree_of(arrays);
    const Observed rows = rows_of(tree, codes);
    auto best = new_matrix<int32_t>(rows.n, tree.nodes);
    auto logs = new_vector<double>(rows.n);
    {
        nb::gil_scoped_release free;
        tree_explain(tree, rows, threads, best.data(), logs.data());
    }
    return nb::make_tuple(best, logs);
}

}  // namespace

void bind_network(nb::module_& m) {
    const auto tree = arg("tree").noconvert(), codes = arg("codes").noconvert();
    m.def("tree_query", &query, tree, codes, arg("output").noconvert(), arg("outputs"), arg("threads"));
    m.def("tree_marginals", &marginals, tree, codes, arg("threads"));
    m.def("tree_counts", &counts, tree, codes, arg("weight").noconvert().none(), arg("threads"));
    m.def("tree_explain", &explain, tree, codes, arg("threads"));
}

}  // namespace gnomon
