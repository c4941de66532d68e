// Python bindings of moments and contingency tables; src/gnomon/native.pyi documents their arguments and
// results.
#include <vector>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "class_moments.hpp"
#include "contingency.hpp"
#include "moments.hpp"

namespace gnomon {

namespace {

using nb::arg;

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
nb::tuple class_moments_of(Matrix<Real> X, Vector<Code> codes, int64_t n_classes, Weight weight,
                           int threads) {
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

template <class Code>
NewMatrix<double> contingency_of(Vector<Code> a, Vector<Code> b, int64_t n_a, int64_t n_b, Weight weight,
                                 int threads) {
    check_threads(threads);
    if (n_a < 0 || n_b < 0 || (n_b > 0 && n_a > (int64_t{1} << 32) / n_b))
        refuse("n_a times n_b is out of range");
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
void bind_of(nb::module_& m) {
    const auto X = arg("X").noconvert();
    m.def("moments", &moments_of<Real>, X, arg("Y").noconvert().none(), arg("weight").noconvert().none(),
          arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int32_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("class_moments", &class_moments_of<Real, int64_t>, X, arg("codes").noconvert(), arg("n_classes"),
          arg("weight").noconvert().none(), arg("threads"));
}

template <class Code>
void bind_contingency(nb::module_& m) {
    m.def("contingency", &contingency_of<Code>, arg("a").noconvert(), arg("b").noconvert(), arg("n_a"),
          arg("n_b"), arg("weight").noconvert().none(), arg("threads"));
}

}  // namespace

void bind_moments(nb::module_& m) {
    bind_of<double>(m);
    bind_of<float>(m);
    bind_contingency<int32_t>(m);
    bind_contingency<int64_t>(m);
}

}  // namespace gnomon
