// Python bindings of decision stumps; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "../bindings/columns.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "stump.hpp"

namespace gnomon {

namespace {

using namespace trees;
using nb::arg;

Rule rule_named(const std::string& criterion, const std::string& polarity, int64_t classes) {
    if (polarity != "majority" && polarity != "above" && polarity != "below")
        refuse("polarity is '" + polarity + "'; it must be majority, above or below");
    if (polarity != "majority" && classes != 2) refuse("polarity " + polarity + " needs two classes");
    if (criterion == "gini") return Rule::gini;
    if (criterion == "entropy") return Rule::entropy;
    if (criterion != "error") refuse("criterion is '" + criterion + "'; it must be error, gini or entropy");
    return polarity == "above" ? Rule::error_above : polarity == "below" ? Rule::error_below : Rule::error;
}

nb::object record_of(const Stumps& stumps, int64_t width) {
    return record("StumpSplits", copied(stumps.column), copied(stumps.low), copied(stumps.high),
                  copied(stumps.impurity), copied(stumps.left, width), copied(stumps.right, width));
}

using Settings = std::vector<std::tuple<std::string, std::string, int64_t>>;

template <class Real>
nb::object stump_scan_of(Matrix<Real> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                         Vector<int32_t> codes, int64_t n_classes, Weight weight, const Settings& settings,
                         int threads) {
    const SortedColumns<Real> columns = sorted_columns(values, order, member, threads);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), columns.n);
    check_codes("codes", codes.data(), columns.n, n_classes);
    const Labels labels{codes.data(), n_classes, data_or_null("weight", weight, columns.n)};
    std::vector<Setting> parsed;
    for (const auto& [criterion, polarity, min_leaf] : settings)
        parsed.push_back({rule_named(criterion, polarity, n_classes), min_leaf});
    Stumps stumps(settings.size(), n_classes);
    {
        nb::gil_scoped_release free;
        stump_scan(columns, labels, parsed, threads, stumps);
    }
    return record_of(stumps, n_classes);
}

template <class Real>
void bind_scans(nb::module_& m) {
    m.def("stump_scan", &stump_scan_of<Real>, arg("values").noconvert(), arg("order").noconvert(),
          arg("member").noconvert().none(), arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("settings"), arg("threads"));
}

}  // namespace

void bind_stumps(nb::module_& m) {
    add_record(m, "StumpSplits", "column low high impurity left right", "The best split for each setting.");
    bind_scans<double>(m);
    bind_scans<float>(m);
}

}  // namespace gnomon
