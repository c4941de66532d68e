// The Python face of the kernels: src/gnomon/native.pyi says what each takes and gives.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "class_moments.hpp"
#include "contingency.hpp"
#include "door.hpp"
#include "gaussian.hpp"
#include "order.hpp"
#include "ranks.hpp"
#include "search.hpp"
#include "stump.hpp"
#include "tree.hpp"

namespace gnomon {

namespace {

template <class Real>
nb::tuple moments_of(Matrix<Real> X, std::optional<Matrix<Real>> Y, Weight weight, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    const double* w = data_or_null("weight", weight, x.n);
    const Real* y = data_or_null("Y", Y, x.n);
    const int64_t t = Y ? length(Y->shape(1)) : 0;
    auto mean = new_vector<double>(x.d + t);
    auto scatter = new_matrix<double>(x.d + t, x.d + t);
    double total;
    {
        nb::gil_scoped_release free;
        total = moments(x, y, t, w, threads, mean.data(), scatter.data());
    }
    return nb::make_tuple(total, mean, scatter);
}

template <class Real, class Code>
nb::tuple class_moments_of(Matrix<Real> X, Vector<Code> codes, int64_t n_classes, Weight weight, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    if (n_classes < 0 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), x.n);
    check_codes("codes", codes.data(), x.n, n_classes);
    const double* w = data_or_null("weight", weight, x.n);
    auto total = new_vector<double>(n_classes);
    auto mean = new_matrix<double>(n_classes, x.d), scatter = new_matrix<double>(n_classes, x.d);
    {
        nb::gil_scoped_release free;
        std::vector<int32_t> narrow;
        const int32_t* code;
        if constexpr (sizeof(Code) == sizeof(int32_t)) {
            code = codes.data();
        } else {
            narrow.assign(codes.data(), codes.data() + x.n);
            code = narrow.data();
        }
        class_moments(x, code, n_classes, w, threads, total.data(), mean.data(), scatter.data());
    }
    return nb::make_tuple(total, mean, scatter);
}

template <class Real>
Gaussians gaussians(const Rows<Real>& x, const Matrix<double>& mean, const Matrix<double>& precision,
                    const Vector<double>& constant, int threads) {
    check_threads(threads);
    const int64_t classes = length(constant.shape(0));
    check_length("mean", length(mean.shape(0)), classes);
    check_length("precision", length(precision.shape(0)), classes);
    check_length("a row of mean", length(mean.shape(1)), x.d);
    check_length("a row of precision", length(precision.shape(1)), x.d);
    return {mean.data(), precision.data(), constant.data(), classes};
}

template <class Real>
NewMatrix<double> gaussian_scores_of(Matrix<Real> X, Matrix<double> mean, Matrix<double> precision,
                                     Vector<double> constant, int threads) {
    const Rows<Real> x = rows(X);
    const Gaussians classes = gaussians(x, mean, precision, constant, threads);
    auto score = new_matrix<double>(x.n, classes.classes);
    nb::gil_scoped_release free;
    gaussian_scores(x, classes, threads, score.data());
    return score;
}

template <class Real>
NewVector<int32_t> gaussian_argmax_of(Matrix<Real> X, Matrix<double> mean, Matrix<double> precision,
                                      Vector<double> constant, int threads) {
    const Rows<Real> x = rows(X);
    const Gaussians classes = gaussians(x, mean, precision, constant, threads);
    if (classes.classes == 0) refuse("there must be at least one class");
    auto code = new_vector<int32_t>(x.n);
    nb::gil_scoped_release free;
    gaussian_argmax(x, classes, threads, code.data());
    return code;
}

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
        refuse("a tree knows the metrics euclidean and manhattan only");
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

// The answer to a search, and the checks that belong to it.
template <class Real>
struct Answer {
    NewMatrix<double> distance;
    NewMatrix<int64_t> index;
    Question<Real> question;

    Answer(int64_t n, int64_t d, const Matrix<Real>& queries, int64_t k, const Exclude& exclude, int threads)
        : distance(new_matrix<double>(checked(n, d, queries, k, exclude, threads), k)),
          index(new_matrix<int64_t>(length(queries.shape(0)), k)),
          question{rows(queries), k, exclude ? exclude->data() : nullptr, threads, distance.data(), index.data()} {}

    static int64_t checked(int64_t n, int64_t d, const Matrix<Real>& queries, int64_t k, const Exclude& exclude,
                           int threads) {
        const Rows<Real> q = rows(queries);
        check_threads(threads);
        check_length("a row of queries", q.d, d);
        check_numbers("queries", q.x, q.n * q.d, q.d);
        const int64_t* left_out = data_or_null("exclude", exclude, q.n);
        bool any = false;
        for (int64_t i = 0; left_out && i < q.n; i++) {
            if (left_out[i] < -1 || left_out[i] >= n) refuse("exclude has a value that is no row number and not -1");
            any |= left_out[i] >= 0;
        }
        if (k < 1 || k > n - any)
            refuse("k is " + std::to_string(k) + "; it must be from 1 to " + std::to_string(n - any) +
                   ", the rows there are to find");
        return q.n;
    }
};

template <class Real>
nb::tuple nearest_of(Matrix<Real> data, Matrix<Real> queries, int64_t k, const std::string& metric, Exclude exclude,
                     int threads, const std::string& method, Weight weight,
                     std::optional<Vector<uint8_t>> categorical, int64_t leaf_size) {
    const Rows<Real> x = rows(data);
    check_row_count(x.n);
    check_numbers("data", x.x, x.n * x.d, x.d);
    const Measure measure = measure_of(metric, weight, categorical, x.d);
    if (method != "brute" && method != "tree") refuse("method is '" + method + "'; it must be brute or tree");
    if (method == "tree") check_tree_metric(measure.metric);
    Answer<Real> answer(x.n, x.d, queries, k, exclude, threads);
    {
        nb::gil_scoped_release free;
        search(x, measure, method == "tree", leaf_size, answer.question);
    }
    return nb::make_tuple(answer.distance, answer.index);
}

template <class Real>
void make_tree(Tree* place, Matrix<Real> data, int64_t leaf_size, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(data);
    check_numbers("data", x.x, x.n * x.d, x.d);
    nb::gil_scoped_release free;
    new (place) Tree(x, leaf_size, threads);
}

template <class Real>
nb::tuple query_tree(const Tree& tree, Matrix<Real> queries, int64_t k, const std::string& metric, Exclude exclude,
                     int threads) {
    const Measure measure{metric_named(metric)};
    check_tree_metric(measure.metric);
    Answer<Real> answer(tree.n(), tree.d(), queries, k, exclude, threads);
    {
        nb::gil_scoped_release free;
        tree.search(measure, answer.question);
    }
    return nb::make_tuple(answer.distance, answer.index);
}

template <class Code>
NewMatrix<double> contingency_of(Vector<Code> a, Vector<Code> b, int64_t n_a, int64_t n_b, Weight weight,
                                 int threads) {
    check_threads(threads);
    if (n_a < 0 || n_b < 0 || (n_b > 0 && n_a > (int64_t{1} << 32) / n_b)) refuse("n_a times n_b is out of range");
    const int64_t n = length(a.shape(0));
    check_length("b", length(b.shape(0)), n);
    const double* w = data_or_null("weight", weight, n);
    auto count = new_matrix<double>(n_a, n_b);
    bool in_range;
    {
        nb::gil_scoped_release free;
        in_range = contingency(a.data(), b.data(), n, n_a, n_b, w, threads, count.data());
    }
    if (!in_range) refuse("a code is n_a (n_b) or more");
    return count;
}

template <class Real>
NewVector<double> midranks_of(Vector<Real> values) {
    const int64_t n = length(values.shape(0));
    check_row_count(n);
    check_no_nan("values", values.data(), n);
    auto rank = new_vector<double>(n);
    nb::gil_scoped_release free;
    midranks(values.data(), n, rank.data());
    return rank;
}

template <class Real, class Flag>
double auc_of(Vector<Real> score, Vector<Flag> positive, Weight weight) {
    const int64_t n = length(score.shape(0));
    check_row_count(n);
    check_length("positive", length(positive.shape(0)), n);
    check_no_nan("score", score.data(), n);
    const double* w = data_or_null("weight", weight, n);
    nb::gil_scoped_release free;
    return auc(score.data(), reinterpret_cast<const uint8_t*>(positive.data()), w, n);
}

template <class Real>
nb::tuple sort_columns_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    check_row_count(x.n);
    check_no_nan("X", x.x, x.n * x.d);
    auto values = new_matrix<Real>(x.d, x.n);
    auto order = new_matrix<int32_t>(x.d, x.n);
    {
        nb::gil_scoped_release free;
        sort_columns(x, threads, values.data(), order.data());
    }
    return nb::make_tuple(values, order);
}

template <class Real>
NewMatrix<int32_t> argsort_columns_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    const Rows<Real> x = rows(X);
    check_row_count(x.n);
    check_no_nan("X", x.x, x.n * x.d);
    auto order = new_matrix<int32_t>(x.d, x.n);
    nb::gil_scoped_release free;
    sort_columns<Real>(x, threads, nullptr, order.data());
    return order;
}

Rule rule_named(const std::string& criterion, const std::string& polarity, int64_t classes) {
    if (polarity != "majority" && polarity != "above" && polarity != "below")
        refuse("polarity is '" + polarity + "'; it must be majority, above or below");
    if (polarity != "majority" && classes != 2) refuse("polarity " + polarity + " needs two classes");
    if (criterion == "gini") return Rule::gini;
    if (criterion == "entropy") return Rule::entropy;
    if (criterion != "error") refuse("criterion is '" + criterion + "'; it must be error, gini or entropy");
    return polarity == "above" ? Rule::error_above : polarity == "below" ? Rule::error_below : Rule::error;
}

template <class Real>
SortedColumns<Real> sorted_columns(const Matrix<Real>& values, const Matrix<int32_t>& order,
                                   const std::optional<Vector<uint8_t>>& member, int threads) {
    check_threads(threads);
    const int64_t d = length(values.shape(0)), n = length(values.shape(1));
    check_row_count(n);
    if (length(order.shape(0)) != d || length(order.shape(1)) != n) refuse("values and order have different shapes");
    check_codes("order", order.data(), d * n, n);
    return {values.data(), order.data(), n, d, data_or_null("member", member, n)};
}

// The six arrays of an answer, a row for each setting.
struct StumpArrays {
    NewVector<int64_t> column;
    NewVector<double> low, high, impurity;
    NewMatrix<double> left, right;
    StumpArrays(int64_t settings, int64_t width)
        : column(new_vector<int64_t>(settings)), low(new_vector<double>(settings)), high(new_vector<double>(settings)),
          impurity(new_vector<double>(settings)), left(new_matrix<double>(settings, width)),
          right(new_matrix<double>(settings, width)) {}
    Stumps stumps() { return {column.data(), low.data(), high.data(), impurity.data(), left.data(), right.data()}; }
    nb::tuple tuple() const { return nb::make_tuple(column, low, high, impurity, left, right); }
};

using Settings = std::vector<std::tuple<std::string, std::string, int64_t>>;

template <class Real>
nb::tuple stump_scan_of(Matrix<Real> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                        Vector<int32_t> codes, int64_t n_classes, Weight weight, const Settings& settings,
                        int threads) {
    const SortedColumns<Real> columns = sorted_columns(values, order, member, threads);
    if (n_classes < 1 || n_classes > INT32_MAX) refuse("n_classes is out of range");
    check_length("codes", length(codes.shape(0)), columns.n);
    check_codes("codes", codes.data(), columns.n, n_classes);
    const Labels labels{codes.data(), n_classes, data_or_null("weight", weight, columns.n)};
    std::vector<Setting> plain;
    for (const auto& [criterion, polarity, min_leaf] : settings)
        plain.push_back({rule_named(criterion, polarity, n_classes), min_leaf});
    StumpArrays answer(length(settings.size()), n_classes);
    {
        nb::gil_scoped_release free;
        stump_scan(columns, labels, plain, threads, answer.stumps());
    }
    return answer.tuple();
}

template <class Real>
nb::tuple squared_scan_of(Matrix<Real> values, Matrix<int32_t> order, std::optional<Vector<uint8_t>> member,
                          Vector<double> target, Weight weight, const std::vector<int64_t>& min_leaf, int threads) {
    const SortedColumns<Real> columns = sorted_columns(values, order, member, threads);
    check_length("target", length(target.shape(0)), columns.n);
    const double* w = data_or_null("weight", weight, columns.n);
    StumpArrays answer(length(min_leaf.size()), 2);
    {
        nb::gil_scoped_release free;
        squared_scan(columns, target.data(), w, min_leaf, threads, answer.stumps());
    }
    return answer.tuple();
}

using nb::arg;

template <class Real>
void bind_for(nb::module_& m) {
    const auto X = arg("X").noconvert();
    m.def("moments", &moments_of<Real>, X, arg("Y").noconvert().none(), arg("weight").noconvert().none(),
          arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int32_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int64_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("gaussian_scores", &gaussian_scores_of<Real>, X, arg("mean").noconvert(), arg("precision").noconvert(),
          arg("constant").noconvert(), arg("threads"));
    m.def("gaussian_argmax", &gaussian_argmax_of<Real>, X, arg("mean").noconvert(), arg("precision").noconvert(),
          arg("constant").noconvert(), arg("threads"));
    m.def("nearest", &nearest_of<Real>, arg("data").noconvert(), arg("queries").noconvert(), arg("k"), arg("metric"),
          arg("exclude").noconvert().none(), arg("threads"), nb::kw_only(), arg("method") = "brute",
          arg("weight").noconvert().none() = nb::none(), arg("categorical").noconvert().none() = nb::none(),
          arg("leaf_size") = 64);
    m.def("midranks", &midranks_of<Real>, arg("values").noconvert());
    m.def("auc", &auc_of<Real, uint8_t>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
    m.def("auc", &auc_of<Real, bool>, arg("score").noconvert(), arg("positive").noconvert(),
          arg("weight").noconvert().none());
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
    m.def("contingency", &contingency_of<Code>, arg("a").noconvert(), arg("b").noconvert(), arg("n_a"), arg("n_b"),
          arg("weight").noconvert().none(), arg("threads"));
}

template <class Real>
void bind_tree(nb::class_<Tree>& tree) {
    tree.def("__init__", &make_tree<Real>, arg("data").noconvert(), arg("leaf_size"), arg("threads"));
    tree.def("query", &query_tree<Real>, arg("queries").noconvert(), arg("k"), arg("metric"),
             arg("exclude").noconvert().none(), arg("threads"));
}

}  // namespace

}  // namespace gnomon

NB_MODULE(native, m) {
    using namespace gnomon;
    m.doc() = "Compiled kernels: arrays and numbers in, arrays and numbers out.";
    m.attr("level") = loops().name;
    bind_for<double>(m);
    bind_for<float>(m);
    bind_contingency<int32_t>(m);
    bind_contingency<int64_t>(m);
    nb::class_<Tree> tree(m, "KdTree", "A k-d tree over the rows of a matrix.");
    bind_tree<double>(tree);
    bind_tree<float>(tree);
}
