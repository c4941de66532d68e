// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../families.hpp"
#include "bins.hpp"
#include "arrays.hpp"

namespace gnomon {

using namespace forest;

namespace {

auto bind_cuts(const Matrix<double>& x, const Weight& weight, int64_t max_bins, int threads) {
    check_threads(threads);
    check_row_count(length(x.shape(0)));
    if (max_bins < 2 || max_bins > missing<uint16_t>)
        refuse("max_bins is " + std::to_string(max_bins) + "; it must be from 2 to 4095");
    const double* weights = data_or_null("weight", weight, length(x.shape(0)));
    std::vector<double> all, tops;
    std::vector<int64_t> begin{0};
    {
        nb::gil_scoped_release free;
        for (const auto& column : cuts(rows(x), weights, max_bins, threads)) {
            all.insert(all.end(), column.cuts.begin(), column.cuts.end());
            tops.insert(tops.end(), column.tops.begin(), column.tops.end());
            begin.push_back(length(all.size()));
        }
    }
    return std::make_tuple(copied(all), copied(begin), copied(tops));
}

template <class Code>
NewMatrix<Code> bind_codes(const Matrix<double>& x, const PerColumn& columns, int threads) {
    check_threads(threads);
    const auto& [all, begin] = columns;
    check_begin("begin", begin, length(x.shape(1)), length(all.shape(0)), missing<Code> - 1);
    auto out = new_matrix<Code>(length(x.shape(0)), length(x.shape(1)));
    nb::gil_scoped_release free;
    codes(rows(x), all.data(), begin.data(), threads, out.data());
    return out;
}

void make_growth(Growth* self, int64_t max_features, bool per_tree, int64_t threshold_tests,
                 bool with_replacement, int64_t max_depth, double min_split, double min_leaf,
                 double min_share, double min_decrease, double min_gain, int64_t max_leaves) {
    if (max_features < 1 || threshold_tests < 0 || max_depth < 0 || max_leaves < 0)
        refuse("a number of the growth is out of its range");
    new (self) Growth{max_features, per_tree,  threshold_tests, with_replacement, max_depth, min_split,
                      min_leaf,     min_share, min_decrease,    min_gain,         max_leaves};
}

template <class Code>
Table<Code> table_of(const Matrix<Code>& codes, const Vector<uint8_t>& is_category, const PerColumn& tops) {
    const int64_t n = length(codes.shape(0)), d = length(codes.shape(1));
    check_row_count(n);
    if (n < 1 || d < 1 || d >= feature_limit)
        refuse("a forest takes 1 to 262143 columns, and at least one row");
    check_length("is_category", length(is_category.shape(0)), d);
    const auto& [all, begin] = tops;
    check_begin("tops", begin, d, length(all.shape(0)), missing<Code>);
    std::vector<Code> bins(static_cast<size_t>(d));
    for (int64_t j = 0; j < d; j++) {
        const int64_t count = begin.data()[j + 1] - begin.data()[j];
        bins[static_cast<size_t>(j)] =
            static_cast<Code>(is_category.data()[j] ? std::min<int64_t>(count, 255) : count);
    }
    bool fine = true;
    Code largest = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < d; j++) {
            const Code code = codes.data()[i * d + j];
            fine &= (code < bins[static_cast<size_t>(j)]) | (code == missing<Code>);
            largest = std::max(largest, code);
        }
    if (!fine) refuse("codes has a value at or above the number of bins of its column");
    return {codes.data(), n, d, int64_t{largest} + 1, is_category.data(), all.data(), begin.data()};
}

Targets labels_of(const Vector<int32_t>& label, const Vector<double>& class_weight, const double* weight,
                  const std::string& criterion, int64_t n) {
    check_length("label", length(label.shape(0)), n);
    check_codes("label", label.data(), n, length(class_weight.shape(0)));
    if (criterion != "gini" && criterion != "entropy")
        refuse("criterion is " + criterion + "; gini or entropy");
    const auto chosen = criterion == "gini" ? Criterion::gini : Criterion::entropy;
    return {label.data(), class_weight.data(),           nullptr, 1, 0, 1,
            weight,       length(class_weight.shape(0)), chosen};
}

template <class Code>
nb::object grown(const Table<Code>& table, const Targets& targets,
                 const std::optional<BootstrapArrays>& bootstrap, const Growth& growth, uint64_t seed,
                 int64_t first, int64_t end, int threads) {
    check_threads(threads);
    if (first < 0 || end < first) refuse("trees are numbered from 0");
    if (growth.max_features > table.d && !growth.with_replacement)
        refuse("max_features is " + std::to_string(growth.max_features) + " of " + std::to_string(table.d) +
               " columns");
    Bootstrap sample{};
    if (bootstrap) sample = bootstrap_of(*bootstrap, table.n);
    bool whole = true;
    double sum = 0.0;
    for (int64_t i = 0; !bootstrap && targets.weight && i < table.n; i++) {
        whole = whole && targets.weight[i] == std::floor(targets.weight[i]);
        sum += targets.weight[i];
    }
    if (!bootstrap && targets.weight && !(sum > 0)) refuse("no row has any weight");
    whole = whole && sum < INT32_MAX;
    Forest forest;
    {
        nb::gil_scoped_release free;
        forest =
            grow_forest(table, targets, bootstrap ? &sample : nullptr, growth, whole, seed, first, end,
                        threads);
    }
    return arrays_of(forest, targets.criterion == Criterion::squared ? 1 : targets.n_classes, table.d);
}

template <class Code>
auto bind_grow_classes(const Matrix<Code>& codes, const Vector<uint8_t>& is_category, const PerColumn& tops,
                       const Vector<int32_t>& label, const Vector<double>& class_weight,
                       const std::string& criterion, const Weight& weight,
                       const std::optional<BootstrapArrays>& bootstrap, const Growth& growth,
                       uint64_t seed, int64_t first, int64_t end, int threads) {
    const auto table = table_of(codes, is_category, tops);
    const double* weights = data_or_null("weight", weight, table.n);
    const Targets targets = labels_of(label, class_weight, weights, criterion, table.n);
    return grown(table, targets, bootstrap, growth, seed, first, end, threads);
}

template <class Code>
auto bind_grow_numbers(const Matrix<Code>& codes, const Vector<uint8_t>& is_category, const PerColumn& tops,
                       const Vector<int64_t>& value, const std::tuple<double, double, double>& scale,
                       const Weight& weight, const std::optional<BootstrapArrays>& bootstrap,
                       const Growth& growth, uint64_t seed, int64_t first, int64_t end, int threads) {
    const auto table = table_of(codes, is_category, tops);
    check_length("value", length(value.shape(0)), table.n);
    const double* weights = data_or_null("weight", weight, table.n);
    const auto& [step, center, unit] = scale;
    const Targets targets{nullptr, nullptr, value.data(), step, center, unit, weights, 0, Criterion::squared};
    return grown(table, targets, bootstrap, growth, seed, first, end, threads);
}

template <class Code>
NewMatrix<int32_t> bind_leaves(const ForestArrays& arrays, const Matrix<Code>& codes, int64_t first,
                               int64_t end, int threads) {
    check_threads(threads);
    check_trees(arrays, first, end);
    const View view = view_of(arrays, codes);
    auto out = new_matrix<int32_t>(length(codes.shape(0)), end - first);
    nb::gil_scoped_release free;
    find_leaves(view, codes.data(), length(codes.shape(0)), length(codes.shape(1)), first, end, threads,
                out.data());
    return out;
}

template <class Code>
NewMatrix<double> bind_predictions(const ForestArrays& arrays, const Matrix<Code>& codes, int64_t first,
                               int64_t end, bool votes, int threads) {
    check_threads(threads);
    check_trees(arrays, first, end);
    const View view = view_of(arrays, codes);
    auto out = new_matrix<double>(length(codes.shape(0)), view.n_outputs);
    nb::gil_scoped_release free;
    std::fill(out.data(), out.data() + out.size(), 0.0);
    add_predictions(view, codes.data(), length(codes.shape(0)), length(codes.shape(1)), first, end, votes,
                threads, out.data());
    return out;
}

template <class Code>
auto bind_held_out(const ForestArrays& arrays, const BootstrapArrays& bootstrap, uint64_t seed,
                   const Matrix<Code>& codes, int64_t first, int64_t end, bool votes, int threads) {
    check_threads(threads);
    check_trees(arrays, first, end);
    const int64_t n = length(codes.shape(0));
    const View view = view_of(arrays, codes);
    const Bootstrap sample = bootstrap_of(bootstrap, n);
    auto sum = new_matrix<double>(n, view.n_outputs);
    auto times = new_vector<int32_t>(n);
    {
        nb::gil_scoped_release free;
        std::fill(sum.data(), sum.data() + sum.size(), 0.0);
        std::fill(times.data(), times.data() + n, 0);
        add_held_out_predictions(view, sample, seed, codes.data(), n, length(codes.shape(1)), first, end,
                             votes, threads, sum.data(), times.data());
    }
    return std::make_tuple(sum, times);
}

NewMatrix<int32_t> bind_draws(const BootstrapArrays& arrays, uint64_t seed, int64_t first, int64_t end) {
    const int64_t n = length(std::get<0>(arrays).shape(0));
    const Bootstrap bootstrap = bootstrap_of(arrays, n);
    if (first < 0 || end < first) refuse("trees are numbered from 0");
    auto out = new_matrix<int32_t>(end - first, n);
    nb::gil_scoped_release free;
    std::vector<int32_t> times;
    for (int64_t t = first; t < end; t++) {
        drawn(bootstrap, seed, t, times);
        std::copy(times.begin(), times.end(), out.data() + (t - first) * n);
    }
    return out;
}

template <class Code>
void bind_codes_of(nb::module_& m) {
    m.def("forest_classes", &bind_grow_classes<Code>, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg());
    m.def("forest_numbers", &bind_grow_numbers<Code>, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg().none(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg());
    m.def("forest_leaves", &bind_leaves<Code>);
    m.def("forest_predictions", &bind_predictions<Code>);
    m.def("forest_held_out", &bind_held_out<Code>);
}

}  // namespace

void bind_forest(nb::module_& m) {
    using nb::arg;
    add_record(m, "ForestTrees", "nodes side values subsets begin weight importance",
               "The trees of a forest.");
    add_record(m, "ForestNodes", "nodes side values subsets begin", "The arrays that predictions need.");
    nb::class_<Growth>(m, "ForestGrowth", "How the trees of a forest are grown.")
        .def("__init__", &make_growth, arg("max_features"), arg("per_tree"), arg("threshold_tests"),
             arg("with_replacement"), arg("max_depth"), arg("min_split"), arg("min_leaf"), arg("min_share"),
             arg("min_decrease"), arg("min_gain"), arg("max_leaves"));
    m.def("forest_cuts", &bind_cuts, nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
    m.def("forest_codes", &bind_codes<uint8_t>);
    m.def("forest_wide_codes", &bind_codes<uint16_t>);
    m.def("forest_draws", &bind_draws);
    bind_codes_of<uint8_t>(m);
    bind_codes_of<uint16_t>(m);
}

}  // namespace gnomon
