// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "mixture.hpp"

namespace gnomon {

namespace {

using nb::arg;
using Roots = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

// A root (k, d, d) is of full covariance matrices, (k, d) of diagonal ones.
Normals checked(Rows<double> x, const Matrix<double>& mean, const Roots& root,
                const Vector<double>& constant) {
    const int64_t k = length(mean.shape(0)), d = x.d;
    if (k < 1 || d < 1) refuse("there is no component or no column");
    check_length("a mean", length(mean.shape(1)), d);
    check_length("constant", length(constant.shape(0)), k);
    const bool full = root.ndim() == 3;
    if (!full && root.ndim() != 2) refuse("root must be (k, d, d) or (k, d)");
    check_length("root", length(root.shape(0)), k);
    check_length("a row of root", length(root.shape(1)), d);
    if (full) check_length("a column of root", length(root.shape(2)), d);
    check_numbers("X", x.x, x.n * d, d);
    check_numbers("mean", mean.data(), k * d, d);
    check_numbers("root", root.data(), k * d * (full ? d : 1), d);
    check_no_nan("constant", constant.data(), k);
    return {k, d, full, mean.data(), root.data(), constant.data()};
}

NewMatrix<double> scores_of(Matrix<double> X, Matrix<double> mean, Roots root, Vector<double> constant,
                            int threads) {
    check_threads(threads);
    const Normals normals = checked(rows(X), mean, root, constant);
    auto scores = new_matrix<double>(length(X.shape(0)), normals.k);
    {
        nb::gil_scoped_release free;
        mixture_scores(rows(X), normals, threads, scores.data());
    }
    return scores;
}

nb::object pass_of(Matrix<double> X, Matrix<double> mean, Roots root, Vector<double> constant, Weight weight,
                   std::optional<Vector<int64_t>> known, int threads) {
    check_threads(threads);
    const int64_t n = length(X.shape(0));
    const Normals normals = checked(rows(X), mean, root, constant);
    const double* weights = data_or_null("weight", weight, n);
    if (weights != nullptr) check_numbers("weight", weights, n, 1);
    const int64_t* component = data_or_null("known", known, n);
    for (int64_t i = 0; component != nullptr && i < n; i++)
        if (component[i] >= normals.k) refuse("known has a component that does not exist");
    const int64_t k = normals.k, d = normals.d;
    auto count = new_vector<double>(k);
    auto first = new_matrix<double>(k, d);
    auto second = new_matrix<double>(k * d, normals.full ? d : 1);
    double likelihood;
    {
        nb::gil_scoped_release free;
        likelihood = mixture_pass(rows(X), normals, weights, component, threads, count.data(), first.data(),
                                  second.data());
    }
    return record("MixtureSums", likelihood, count, first, second);
}

}  // namespace

void bind_mixture(nb::module_& m) {
    add_record(m, "MixtureSums", "log_likelihood weight first second", "The sums of an E-step.");
    const auto X = arg("X").noconvert(), mean = arg("mean").noconvert(), root = arg("root").noconvert(),
               constant = arg("constant").noconvert();
    m.def("mixture_scores", &scores_of, X, mean, root, constant, arg("threads"));
    m.def("mixture_pass", &pass_of, X, mean, root, constant, arg("weight").noconvert().none(),
          arg("known").noconvert().none(), arg("threads"));
}

}  // namespace gnomon
