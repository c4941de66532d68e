// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/tuple.h>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "codes.hpp"
#include "gower.hpp"
#include "tables.hpp"

namespace gnomon {

namespace {

using nb::arg;
using Tables = nb::ndarray<nb::numpy, double, nb::ndim<3>>;

constexpr int64_t max_cells = int64_t{1} << 31;

Tables label_tables_of(const Matrix<uint8_t>& codes, const Vector<uint16_t>& labels, int64_t n_levels,
                       int64_t n_labels, const Weight& weight, int threads) {
    const int64_t n = length(codes.shape(0)), d = length(codes.shape(1));
    check_threads(threads);
    check_length("labels", length(labels.shape(0)), n);
    if (n_levels < 1 || n_levels > 256 || n_labels < 1 || n_labels > 65536)
        refuse("there must be from 1 to 256 levels, and from 1 to 65536 labels");
    if (n > INT32_MAX || d * n_levels * n_labels > max_cells) refuse("too many rows, or too many cells");
    check_codes("labels", labels.data(), n, n_labels);
    const double* w = data_or_null("weight", weight, n);
    if (w) check_numbers("weight", w, n, 1);
    nb::capsule owner;
    double* count = allocate<double>(static_cast<size_t>(d * n_levels * n_labels), owner);
    bool in_range;
    {
        nb::gil_scoped_release release;
        in_range = label_tables({codes.data(), labels.data(), w, n, d, n_levels, n_labels}, threads, count);
    }
    if (!in_range) refuse("codes has a value outside 0.." + std::to_string(n_levels - 1));
    const auto size = [](int64_t n) { return static_cast<size_t>(n); };
    return Tables(count, {size(d), size(n_levels), size(n_labels)}, owner);
}

template <class Value>
nb::tuple small_codes_of(const Matrix<Value>& x, int64_t limit, int threads) {
    const Rows<Value> data = rows(x);
    check_threads(threads);
    if (limit < 1 || limit > 256) refuse("limit must be from 1 to 256");
    auto code = new_matrix<uint8_t>(data.n, data.d);
    auto fits = new_vector<uint8_t>(data.d);
    {
        nb::gil_scoped_release release;
        small_codes(data, limit, threads, code.data(), fits.data());
    }
    return nb::make_tuple(code, fits);
}

template <class Real>
NewMatrix<uint8_t> cut_codes_of(const Matrix<Real>& x, const Matrix<double>& cuts,
                                const Vector<uint8_t>& missing, int threads) {
    const Rows<Real> data = rows(x);
    const int64_t width = length(cuts.shape(1));
    check_threads(threads);
    check_length("cuts", length(cuts.shape(0)), data.d);
    check_length("missing", length(missing.shape(0)), data.d);
    int steps = 0;
    while ((int64_t{1} << steps) - 1 < width) steps++;
    if ((int64_t{1} << steps) - 1 != width || steps > 8) refuse("a column has 2^s - 1 cuts, s at most 8");
    auto code = new_matrix<uint8_t>(data.n, data.d);
    {
        nb::gil_scoped_release release;
        cut_codes(data, cuts.data(), steps, missing.data(), threads, code.data());
    }
    return code;
}

NewMatrix<double> gower_of(const Matrix<double>& x, const Matrix<double>& donors, const Vector<double>& scale,
                           const Vector<uint8_t>& is_category, int threads) {
    const Rows<double> data = rows(x);
    const int64_t n_donors = length(donors.shape(1));
    check_threads(threads);
    check_length("donors", length(donors.shape(0)), data.d);
    check_length("scale", length(scale.shape(0)), data.d);
    check_length("is_category", length(is_category.shape(0)), data.d);
    if (n_donors > 0 && data.n > max_cells / n_donors) refuse("too many distances; pass fewer rows at once");
    auto distance = new_matrix<double>(data.n, n_donors);
    {
        nb::gil_scoped_release release;
        gower(data, donors.data(), n_donors, scale.data(), is_category.data(), threads, distance.data());
    }
    return distance;
}

template <class Value>
void bind_small(nb::module_& m) {
    m.def("small_codes", &small_codes_of<Value>, arg("X").noconvert(), arg("limit"), arg("threads"));
}

template <class Real>
void bind_cuts(nb::module_& m) {
    m.def("cut_codes", &cut_codes_of<Real>, arg("X").noconvert(), arg("cuts").noconvert(),
          arg("missing").noconvert(), arg("threads"));
}

}  // namespace

void bind_relevance(nb::module_& m) {
    m.def("label_tables", &label_tables_of, arg("codes").noconvert(), arg("labels").noconvert(),
          arg("n_levels"), arg("n_labels"), arg("weight").none(), arg("threads"));
    m.def("gower", &gower_of, arg("X").noconvert(), arg("donors").noconvert(), arg("scale").noconvert(),
          arg("is_category").noconvert(), arg("threads"));
    bind_small<double>(m);
    bind_small<float>(m);
    bind_small<int64_t>(m);
    bind_small<int32_t>(m);
    bind_cuts<double>(m);
    bind_cuts<float>(m);
}

}  // namespace gnomon
