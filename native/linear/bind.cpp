// What Python sees of this family: src/gnomon/native.pyi says what each takes and gives.
#include "../door/arrays.hpp"
#include "../families.hpp"
#include "logistic.hpp"
#include "sparse.hpp"

namespace gnomon {

namespace {

nb::tuple logistic_terms_of(Vector<double> scores, Vector<double> y, Vector<double> weight, int threads) {
    check_threads(threads);
    const int64_t n = length(scores.shape(0));
    check_length("y", length(y.shape(0)), n);
    check_length("weight", length(weight.shape(0)), n);
    auto slope = new_vector<double>(n), bend = new_vector<double>(n);
    double loss;
    {
        nb::gil_scoped_release free;
        loss = logistic_terms(scores.data(), y.data(), weight.data(), n, threads, slope.data(), bend.data());
    }
    return nb::make_tuple(loss, slope, bend);
}

NewMatrix<double> sparse_product_of(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin,
                                    Matrix<double> B, int threads) {
    check_threads(threads);
    const int64_t n = length(begin.shape(0)) - 1, size = length(values.shape(0));
    if (n < 0 || begin.data()[0] != 0 || begin.data()[n] != size) refuse("begin does not span the values");
    for (int64_t row = 0; row < n; row++)
        if (begin.data()[row] > begin.data()[row + 1]) refuse("begin falls at row " + std::to_string(row));
    check_length("columns", length(columns.shape(0)), size);
    check_codes("columns", columns.data(), size, length(B.shape(0)));
    auto out = new_matrix<double>(n, length(B.shape(1)));
    nb::gil_scoped_release free;
    sparse_product({values.data(), columns.data(), begin.data(), n}, B.data(), length(B.shape(1)), threads,
                   out.data());
    return out;
}

}  // namespace

void bind_linear(nb::module_& m) {
    using nb::arg;
    m.def("logistic_terms", &logistic_terms_of, arg("scores").noconvert(), arg("y").noconvert(),
          arg("weight").noconvert(), arg("threads"));
    m.def("sparse_product", &sparse_product_of, arg("values").noconvert(), arg("columns").noconvert(),
          arg("begin").noconvert(), arg("B").noconvert(), arg("threads"));
}

}  // namespace gnomon
