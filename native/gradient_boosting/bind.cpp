// Python bindings of gradient boosting; src/gnomon/native.pyi documents their arguments and results.
#include "../families.hpp"
#include "../forest/arrays.hpp"
#include "boosted_trees.hpp"
#include "log_loss.hpp"

namespace gnomon {

using namespace gradient_boosting;
using forest::feature_limit;
using forest::Forest;
using forest::missing;

namespace {

void make_table(BinnedTable* self, const Matrix<uint8_t>& codes, const Vector<int32_t>& bins,
                const Vector<uint8_t>& is_category) {
    const int64_t n = length(codes.shape(0)), d = length(codes.shape(1));
    check_row_count(n);
    if (n < 1 || d < 1 || d >= feature_limit)
        refuse("a table takes 1 to 262143 columns, and at least one row");
    check_length("bins", length(bins.shape(0)), d);
    check_length("is_category", length(is_category.shape(0)), d);
    check_codes("bins", bins.data(), d, 256);
    bool fine = true;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < d; j++) {
            const uint8_t code = codes.data()[i * d + j];
            fine &= (code < bins.data()[j]) | (code == missing<uint8_t>);
        }
    if (!fine) refuse("codes has a value at or above the number of bins of its column");
    new (self) BinnedTable(codes.data(), n, d, bins.data(), is_category.data());
}

// The trees grown so far, a forest for each column of scores.
struct Boosting {
    const BinnedTable& table;
    std::vector<Forest> forests;
};

void make_boosting(Boosting* self, const BinnedTable& table, int64_t n_scores) {
    if (n_scores < 1) refuse("boosting needs a column of scores");
    new (self) Boosting{table, std::vector<Forest>(static_cast<size_t>(n_scores))};
}

NewMatrix<double> bind_round(Boosting& self, const Matrix<double>& gradient, const Matrix<double>& hessian,
                             const Weight& weight, const Vector<int32_t>& rows,
                             const Vector<uint8_t>& is_allowed,
                             const std::optional<Vector<int8_t>>& direction, const Limits& limits,
                             const CategorySplits& categories, int threads) {
    check_threads(threads);
    const BinnedTable& table = self.table;
    const int64_t n_scores = length(self.forests.size()), m = length(rows.shape(0));
    if (direction) check_length("direction", length(direction->shape(0)), table.d);
    check_length("is_allowed", length(is_allowed.shape(0)), table.d);
    for (const auto& [name, each] : {std::pair("gradient", &gradient), std::pair("hessian", &hessian)}) {
        check_length(name, length(each->shape(0)), n_scores);
        check_length(name, length(each->shape(1)), table.n);
        check_numbers(name, each->data(), n_scores * table.n, table.n);
    }
    double smallest_hessian = 0.0;
    for (size_t i = 0; i < hessian.size(); i++)
        smallest_hessian = std::min(smallest_hessian, hessian.data()[i]);
    if (smallest_hessian < 0) refuse("hessian has a value below 0");
    check_codes("rows", rows.data(), m, table.n);
    if (m == 0) refuse("a tree needs rows");
    const double* weights = data_or_null("weight", weight, table.n);
    const Boost boost{limits, categories, direction ? direction->data() : nullptr};
    auto step = new_matrix<double>(n_scores, table.n);
    std::vector<Tree> trees;
    {
        nb::gil_scoped_release free;
        trees = boost_trees(table, gradient.data(), hessian.data(), n_scores, weights, rows.data(), m,
                            is_allowed.data(), boost, threads, step.data());
    }
    for (size_t k = 0; k < trees.size(); k++) append(self.forests[k], trees[k], 1);
    return step;
}

nb::object bind_boosted_trees(const Boosting& self, int64_t score) {
    if (score < 0 || score >= length(self.forests.size())) refuse("no such column of scores");
    return arrays_of(self.forests[static_cast<size_t>(score)], 1, self.table.d);
}

auto bind_log_loss(const Vector<double>& score, const Vector<uint8_t>& y, const Weight& weight, int threads) {
    check_threads(threads);
    const int64_t n = length(score.shape(0));
    check_length("y", length(y.shape(0)), n);
    const double* weights = data_or_null("weight", weight, n);
    auto gradient = new_vector<double>(n);
    auto hessian = new_vector<double>(n);
    double loss;
    {
        nb::gil_scoped_release free;
        loss = log_loss(score.data(), y.data(), weights, n, threads, gradient.data(), hessian.data());
    }
    return std::make_tuple(loss, gradient, hessian);
}

}  // namespace

void bind_gradient_boosting(nb::module_& m) {
    m.def("boost_log_loss", &bind_log_loss, nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
    using nb::arg;
    nb::class_<Limits>(m, "BoostLimits", "The limits and penalties of a boosted tree.")
        .def(nb::init<int64_t, int64_t, double, double, double, double, double>(), arg("max_leaves"),
             arg("max_depth"), arg("min_leaf"), arg("min_hessian"), arg("l2"), arg("min_gain"),
             arg("learning_rate"));
    nb::class_<CategorySplits>(m, "CategorySplits", "How the levels of categories are smoothed and grouped.")
        .def(nb::init<double, double, int64_t, double>(), arg("smoothing"), arg("l2"), arg("max_levels"),
             arg("min_group"));
    nb::class_<BinnedTable>(m, "BinnedTable").def("__init__", &make_table);
    nb::class_<Boosting>(m, "Boosting")
        .def("__init__", &make_boosting, nb::keep_alive<1, 2>())
        .def("round", &bind_round, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
             nb::arg().none(), nb::arg(), nb::arg(), nb::arg())
        .def("trees", &bind_boosted_trees);
}

}  // namespace gnomon
