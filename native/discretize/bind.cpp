// Python bindings of discretization; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>

#include <thread>

#include "../bindings/columns.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "merge.hpp"
#include "partition.hpp"

namespace gnomon {

namespace {

using namespace discretize;

// Sorted columns, targets and weights, checked.
struct Columns {
    SortedColumns<double> sorted;
    const int32_t* codes;
    const double* weight;
    int64_t n_classes;
    SortedColumn column(int64_t j) const {
        const int64_t start = j * sorted.n;
        return {sorted.values + start, sorted.order + start, sorted.n, sorted.member, codes, weight};
    }
};

void check_ascending(const SortedColumns<double>& sorted) {
    for (int64_t j = 0; j < sorted.d; j++)
        for (int64_t i = 0; i < sorted.n; i++) {
            const double value = sorted.values[j * sorted.n + i];
            if (value != value || (i > 0 && value < sorted.values[j * sorted.n + i - 1]))
                refuse("the values of column " + std::to_string(j) + " do not ascend");
        }
}

Columns columns_of(const Matrix<double>& values, const Matrix<int32_t>& order,
                   const std::optional<Vector<uint8_t>>& member, const Vector<int32_t>& codes,
                   int64_t n_classes, const Weight& weight, int threads) {
    const SortedColumns<double> sorted = sorted_columns(values, order, member, threads);
    check_length("codes", length(codes.shape(0)), sorted.n);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_codes("codes", codes.data(), sorted.n, n_classes);
    const double* weights = data_or_null("weight", weight, sorted.n);
    if (weights) check_weights(weights, sorted.n);
    check_ascending(sorted);
    return {sorted, codes.data(), weights, n_classes};
}

// Each column by itself; the calling thread checks for Ctrl-C between two of them.
template <class Result, class Work>
std::vector<Result> for_each_column(int64_t d, int threads, const Work& work) {
    std::vector<Result> results(static_cast<size_t>(d));
    Interrupt interrupt;
    const auto main = std::this_thread::get_id();
    nb::gil_scoped_release free;
    parallel(threads, d, [&](int64_t j) {
        if (std::this_thread::get_id() == main) interrupt.check();
        results[static_cast<size_t>(j)] = work(j);
    });
    return results;
}

Score score_of(const std::string& name) {
    if (name == "entropy") return Score::entropy;
    if (name == "gini") return Score::gini;
    if (name != "chi2") refuse("criterion must be entropy, gini or chi2");
    return Score::chi2;
}

nb::tuple partition_columns(Matrix<double> values, Matrix<int32_t> order,
                            std::optional<Vector<uint8_t>> member, Vector<int32_t> codes, int64_t n_classes,
                            Weight weight, const std::string& criterion, bool by_mdl,
                            std::optional<Vector<double>> critical, int64_t max_depth, double min_weight,
                            double min_gain, int threads) {
    const Columns columns = columns_of(values, order, member, codes, n_classes, weight, threads);
    if (max_depth < 0 || !(min_weight >= 0) || !(min_gain >= 0))
        refuse("a limit of growth is below 0 or NaN");
    const CutRule rule{score_of(criterion), by_mdl, data_or_null("critical", critical, n_classes), max_depth,
                       min_weight, min_gain};
    // A minimum weight of a bin may exclude the cuts at the ends of a pure run.
    const bool join_pure = min_weight <= 1 && !weight;
    const auto results = for_each_column<std::vector<Cut>>(columns.sorted.d, threads, [&](int64_t j) {
        return partition(blocks_of_column(columns.column(j), n_classes, join_pure), n_classes, rule);
    });
    std::vector<int64_t> begin{0};
    std::vector<double> table;
    for (const auto& each : results) {
        for (const Cut& cut : each)
            table.insert(table.end(), {cut.threshold, cut.score, cut.needed, cut.below, cut.above,
                                       static_cast<double>(cut.depth)});
        begin.push_back(length(table.size()) / 6);
    }
    return nb::make_tuple(copied(begin), copied(table, 6));
}

nb::object merge_columns(Matrix<double> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                         Vector<int32_t> codes, int64_t n_classes, Weight weight, bool by_distance,
                         bool join_pure, bool all_ties, double stop, int64_t min_bins, int64_t max_bins,
                         int threads) {
    const Columns columns = columns_of(values, order, member, codes, n_classes, weight, threads);
    if (stop != stop || min_bins < 1 || max_bins < min_bins) refuse("a limit of merging is out of range");
    const MergeRule rule{by_distance, all_ties, stop, min_bins, max_bins};
    const auto results = for_each_column<Merging>(columns.sorted.d, threads, [&](int64_t j) {
        return merge(blocks_of_column(columns.column(j), n_classes, join_pure && !by_distance), rule);
    });
    std::vector<int64_t> cut_begin{0}, merge_begin{0};
    std::vector<double> cuts, merges;
    for (const auto& each : results) {
        cuts.insert(cuts.end(), each.cuts.begin(), each.cuts.end());
        for (const Merged& one : each.merged) merges.insert(merges.end(), {one.threshold, one.score});
        cut_begin.push_back(length(cuts.size()));
        merge_begin.push_back(length(merges.size()) / 2);
    }
    return record("Merges", copied(cut_begin), copied(cuts), copied(merge_begin), copied(merges, 2));
}

}  // namespace

void bind_discretize(nb::module_& m) {
    using nb::arg;
    add_record(m, "Merges", "cut_begin cuts merge_begin merges", "The cuts and the merges of each column.");
    m.def("partition_columns", &partition_columns, arg("values").noconvert(), arg("order").noconvert(),
          arg("member").noconvert().none(), arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("criterion"), arg("by_mdl"),
          arg("critical").noconvert().none(), arg("max_depth"), arg("min_weight"), arg("min_gain"),
          arg("threads"));
    m.def("merge_columns", &merge_columns, arg("values").noconvert(), arg("order").noconvert(),
          arg("member").noconvert().none(), arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("by_distance"), arg("join_pure"), arg("all_ties"),
          arg("stop"), arg("min_bins"), arg("max_bins"), arg("threads"));
}

}  // namespace gnomon
