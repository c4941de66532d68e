// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../bindings/columns.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "one_rule.hpp"
#include "stump_search.hpp"
#include "votes.hpp"

#include <nanobind/stl/string.h>

namespace gnomon {

namespace {

void make_search(StumpSearch* self, Matrix<int32_t> order, Matrix<uint8_t> rises, Vector<int64_t> present,
                 Vector<uint8_t> categorical, std::optional<Vector<uint8_t>> member, int threads) {
    check_threads(threads);
    const int64_t d = length(order.shape(0)), n = length(order.shape(1));
    check_row_count(n);
    if (length(rises.shape(0)) != d || length(rises.shape(1)) != n)
        refuse("order and rises have different shapes");
    check_length("present", length(present.shape(0)), d);
    check_length("categorical", length(categorical.shape(0)), d);
    for (int64_t j = 0; j < d; j++)
        if (present.data()[j] < 0 || present.data()[j] > n) refuse("present has a count out of range");
    const uint8_t* members = data_or_null("member", member, n);
    nb::gil_scoped_release free;
    check_permutations(order.data(), d, n);
    new (self) StumpSearch(order.data(), rises.data(), present.data(), categorical.data(), members, d, n,
                           threads);
}

nb::object best_stump(const StumpSearch& self, Vector<double> weight, Vector<int32_t> codes,
                      int64_t n_classes, const std::string& criterion, int threads) {
    check_threads(threads);
    const int64_t n = self.n_rows();
    check_length("weight", length(weight.shape(0)), n);
    check_length("codes", length(codes.shape(0)), n);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_codes("codes", codes.data(), n, n_classes);
    check_weights(weight.data(), n);
    if (criterion != "error" && criterion != "gini") refuse("criterion must be error or gini");
    const StumpScore score = criterion == "gini" ? StumpScore::gini : StumpScore::error;
    BestStump best;
    {
        nb::gil_scoped_release free;
        best = self.best({weight.data(), codes.data(), n_classes, score}, threads);
    }
    return record("BestStump", best.column, best.score, copied(best.heads), copied(best.table, n_classes),
                  copied(best.sides));
}

nb::tuple one_rule_of(Vector<int32_t> order, Vector<uint8_t> rises, Vector<int32_t> codes,
                      Vector<double> weight, int64_t n_classes, double min_weight) {
    const int64_t n = length(order.shape(0)), rows = length(codes.shape(0));
    check_row_count(rows);
    check_length("rises", length(rises.shape(0)), n);
    check_length("weight", length(weight.shape(0)), rows);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_codes("codes", codes.data(), rows, n_classes);
    check_codes("order", order.data(), n, rows);
    Intervals intervals;
    {
        nb::gil_scoped_release free;
        intervals =
            one_rule(order.data(), rises.data(), n, codes.data(), weight.data(), n_classes, min_weight);
    }
    return nb::make_tuple(copied(intervals.below), copied(intervals.above),
                          copied(intervals.table, n_classes));
}

NewMatrix<double> stump_votes_of(Matrix<double> X, Vector<int64_t> feature, Vector<double> threshold,
                                 Matrix<int32_t> ways, Vector<double> alpha, int64_t n_classes) {
    const Rows<double> x = rows(X);
    const int64_t stumps = length(feature.shape(0));
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("threshold", length(threshold.shape(0)), stumps);
    check_length("alpha", length(alpha.shape(0)), stumps);
    check_length("ways", length(ways.shape(0)), 3);
    check_length("a way", length(ways.shape(1)), stumps);
    check_codes("ways", ways.data(), 3 * stumps, n_classes);
    for (int64_t t = 0; t < stumps; t++)
        if (feature.data()[t] < 0 || feature.data()[t] >= x.d)
            refuse("feature names a column that is not there");
    auto votes = new_matrix<double>(x.n, n_classes);
    std::fill(votes.data(), votes.data() + x.n * n_classes, 0.0);
    const int32_t* way = ways.data();
    const Thresholds all{stumps, feature.data(), threshold.data(), way, way + stumps, way + 2 * stumps,
                         alpha.data()};
    nb::gil_scoped_release free;
    add_votes(all, x.x, x.n, x.d, n_classes, votes.data());
    return votes;
}

}  // namespace

void bind_boosting(nb::module_& m) {
    using nb::arg;
    add_record(m, "BestStump", "column score heads table sides", "The best stump of a table.");
    m.def("one_rule", &one_rule_of, arg("order").noconvert(), arg("rises").noconvert(),
          arg("codes").noconvert(), arg("weight").noconvert(), arg("n_classes"), arg("min_weight"));
    m.def("stump_votes", &stump_votes_of, arg("X").noconvert(), arg("feature").noconvert(),
          arg("threshold").noconvert(), arg("ways").noconvert(), arg("alpha").noconvert(), arg("n_classes"));
    nb::class_<StumpSearch>(m, "StumpSearch", "The best stump of a table under any weights.")
        .def("__init__", &make_search, arg("order").noconvert(), arg("rises").noconvert(),
             arg("present").noconvert(), arg("categorical").noconvert(), arg("member").noconvert().none(),
             arg("threads"))
        .def("best", &best_stump, arg("weight").noconvert(), arg("codes").noconvert(), arg("n_classes"),
             arg("criterion"), arg("threads"));
}

}  // namespace gnomon
