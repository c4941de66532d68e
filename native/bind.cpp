// The module gnomon.native: the bindings of each family stand in its folder.
#include <cstdlib>

#include "bindings/arrays.hpp"
#include "families.hpp"
#include "level.hpp"
#include "loops/loops.hpp"

namespace gnomon {

namespace {

template <class Real>
int64_t first_not_finite_of(Matrix<Real> X, int threads) {
    check_threads(threads);
    nb::gil_scoped_release free;
    return first_not_finite(X.data(), length(X.size()), threads);
}

}  // namespace

}  // namespace gnomon

NB_MODULE(native, m) {
    using namespace gnomon;
    // Threads of others may hold a kernel object until Python is gone, which is no fault of anybody's.
    nb::set_leak_warnings(std::getenv("GNOMON_LEAKS") != nullptr);
    m.doc() = "Compiled kernels: arrays and numbers in, arrays and numbers out.";
    m.attr("level") = loops().name;
    m.def("first_not_finite", &first_not_finite_of<double>, nb::arg("X").noconvert(), nb::arg("threads"));
    m.def("first_not_finite", &first_not_finite_of<float>, nb::arg("X").noconvert(), nb::arg("threads"));
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
    bind_moments(m);
    bind_neighbors(m);
    bind_network(m);
    bind_ranks(m);
    bind_relevance(m);
    bind_stumps(m);
    bind_structure(m);
    bind_svm(m);
    bind_trees(m);
}
