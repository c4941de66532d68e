// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "../families.hpp"
#include "curvature.hpp"
#include "dual.hpp"
#include "newton.hpp"

namespace gnomon {

namespace {

using namespace linear_svm;
using nb::arg;

template <class Real>
void check_sparse_rows(const Vector<Real>& values, const Vector<int32_t>& columns,
                       const Vector<int32_t>& begin, int64_t width) {
    const int64_t n = length(begin.shape(0)) - 1, size = length(values.shape(0));
    if (width < 0) refuse("width is negative");
    check_length("columns", length(columns.shape(0)), size);
    check_sparse(begin.data(), n, columns.data(), size, width);
    check_numbers("values", values.data(), size, 1);
}

template <class Table>
std::vector<DualRow> problem_rows(const Table& table, const Vector<double>& side,
                                  const Vector<double>& margin, const Vector<double>& C, bool squared,
                                  double bias) {
    std::vector<DualRow> rows(side.shape(0));
    for (size_t i = 0; i < rows.size(); i++) {
        const double diagonal = squared ? 0.5 / C.data()[i] : 0.0;
        const double upper_bound = squared ? std::numeric_limits<double>::infinity() : C.data()[i];
        const double square = table.square(static_cast<int64_t>(i));
        rows[i] = {0.0,         side.data()[i], margin.data()[i], square + bias * bias + diagonal,
                   upper_bound, diagonal};
    }
    return rows;
}

void check_problem(const Vector<double>& side, const Vector<double>& margin, const Vector<double>& C,
                   int64_t n) {
    check_length("side", length(side.shape(0)), n);
    check_length("margin", length(margin.shape(0)), n);
    check_numbers("margin", margin.data(), n, 1);
    check_length("C", length(C.shape(0)), n);
    check_numbers("side", side.data(), n, 1);
    check_numbers("C", C.data(), n, 1);
    for (int64_t i = 0; i < n; i++)
        if (C.data()[i] <= 0) refuse("C is not above 0 at row " + std::to_string(i));
}

// Multipliers, w, the constant's coefficient, the violation after each pass, and whether it converged.
nb::object result_of(const std::vector<DualRow>& rows, const DualFit& fit) {
    auto alpha = new_vector<double>(length(rows.size()));
    for (size_t i = 0; i < rows.size(); i++) alpha.data()[i] = rows[i].alpha;
    return record("DualPlane", alpha, copied(fit.w), fit.constant, copied(fit.history), fit.converged);
}

template <class Real>
nb::object dense_dual(Matrix<Real> X, Vector<double> side, Vector<double> margin, Vector<double> C,
                      bool squared, double bias, double tolerance, double gap, int64_t max_iter,
                      uint64_t seed) {
    const int64_t n = length(X.shape(0)), d = length(X.shape(1));
    check_problem(side, margin, C, n);
    check_numbers("X", X.data(), n * d, std::max<int64_t>(d, 1));
    XorShift random(seed);
    std::vector<DualRow> rows;
    DualFit fit;
    {
        nb::gil_scoped_release free;
        Interrupt interrupt;
        const DenseTable<Real> table(X.data(), d);
        rows = problem_rows(table, side, margin, C, squared, bias);
        fit = dual_descent(table, rows, d, {bias, tolerance, gap, max_iter}, random, interrupt);
    }
    return result_of(rows, fit);
}

template <class Real>
nb::object sparse_dual(Vector<Real> values, Vector<int32_t> columns, Vector<int32_t> begin, int64_t width,
                       Vector<double> side, Vector<double> margin, Vector<double> C, bool squared,
                       double bias, double tolerance, double gap, int64_t max_iter, uint64_t seed) {
    check_sparse_rows(values, columns, begin, width);
    const int64_t n = length(begin.shape(0)) - 1;
    check_problem(side, margin, C, n);
    XorShift random(seed);
    std::vector<DualRow> rows;
    DualFit fit;
    {
        nb::gil_scoped_release free;
        Interrupt interrupt;
        const SparseTable<Real> table(values.data(), columns.data(), begin.data(), n, width);
        rows = problem_rows(table, side, margin, C, squared, bias);
        fit = dual_descent(table, rows, width, {bias, tolerance, gap, max_iter}, random, interrupt);
    }
    return result_of(rows, fit);
}

// w with the constant's coefficient last, the objective after each step, the primal and the dual objective,
// and whether it converged.
nb::object result_of(const SquaredFit& fit) {
    return record("SquaredPlane", copied(fit.w), copied(fit.history), fit.primal, fit.dual, fit.converged);
}

nb::list squared_planes(Matrix<double> X, Matrix<double> target, Vector<double> C,
                        std::optional<double> width, double bias, Matrix<double> start, int64_t max_iter) {
    const int64_t n = length(X.shape(0)), d = length(X.shape(1)), planes = length(target.shape(0));
    check_length("a row of target", length(target.shape(1)), n);
    check_length("start", length(start.shape(0)), planes);
    check_length("a row of start", length(start.shape(1)), d + 1);
    check_problem(C, C, C, n);
    check_numbers("X", X.data(), n * d, std::max<int64_t>(d, 1));
    check_numbers("target", target.data(), planes * n, std::max<int64_t>(n, 1));
    check_numbers("start", start.data(), planes * (d + 1), d + 1);
    check_numbers("bias", &bias, 1, 1);
    if (width && !(*width >= 0)) refuse("width is not a number of at least 0");
    std::vector<SquaredFit> fits;
    {
        nb::gil_scoped_release free;
        Interrupt interrupt;
        const PaddedRows table(X.data(), n, d, bias);
        SquaredNewton newton(table);
        for (int64_t k = 0; k < planes; k++)
            fits.push_back(newton.minimize({target.data() + k * n, C.data(), width},
                                           start.data() + k * (d + 1), max_iter, interrupt));
    }
    nb::list results;
    for (const SquaredFit& fit : fits) results.append(result_of(fit));
    return results;
}

// Rows that are checked once and used many times; the arrays are not copied.
class SparseRowsBinding {
   public:
    SparseRowsBinding(Vector<double> values, Vector<int32_t> columns, Vector<int32_t> begin, int64_t width,
                      double bias)
        : values_(values), columns_(columns), begin_(begin) {
        check_sparse_rows(values, columns, begin, width);
        check_numbers("bias", &bias, 1, 1);
        rows_ = {values_.data(), columns_.data(), begin_.data(), length(begin_.shape(0)) - 1, width, bias};
    }

    NewVector<double> scores(const Vector<double>& v, int threads) const {
        check_length("v", length(v.shape(0)), rows_.width + 1);
        return computed(rows_.n, threads, [&](double* out) { rows_.scores(v.data(), threads, out); });
    }
    NewVector<double> transposed(const Vector<double>& weight, int threads) const {
        check_length("weight", length(weight.shape(0)), rows_.n);
        return computed(rows_.width + 1, threads,
                        [&](double* out) { rows_.transposed(weight.data(), threads, out); });
    }
    NewVector<double> curvature(const Vector<double>& weight, const Vector<double>& v, int threads) const {
        check_length("weight", length(weight.shape(0)), rows_.n);
        check_length("v", length(v.shape(0)), rows_.width + 1);
        return computed(rows_.width + 1, threads,
                        [&](double* out) { rows_.curvature(weight.data(), v.data(), threads, out); });
    }
    NewVector<double> squares(const Vector<double>& weight, int threads) const {
        check_length("weight", length(weight.shape(0)), rows_.n);
        return computed(rows_.width + 1, threads,
                        [&](double* out) { rows_.squares(weight.data(), threads, out); });
    }

   private:
    template <class Fill>
    static NewVector<double> computed(int64_t size, int threads, const Fill& fill) {
        check_threads(threads);
        auto out = new_vector<double>(size);
        nb::gil_scoped_release free;
        fill(out.data());
        return out;
    }

    Vector<double> values_;
    Vector<int32_t> columns_, begin_;
    CompressedRows rows_;
};

}  // namespace

void bind_linear_svm(nb::module_& m) {
    add_record(m, "DualPlane", "alpha w constant violations converged",
               "The result of dual coordinate descent.");
    add_record(m, "SquaredPlane", "w objectives primal dual converged", "The result of Newton iterations.");
    m.def("svm_dual", &dense_dual<double>, arg("X").noconvert(), arg("side"), arg("margin"), arg("C"),
          arg("squared"), arg("bias"), arg("tolerance"), arg("gap"), arg("max_iter"), arg("seed"));
    m.def("svm_dual", &dense_dual<float>, arg("X").noconvert(), arg("side"), arg("margin"), arg("C"),
          arg("squared"), arg("bias"), arg("tolerance"), arg("gap"), arg("max_iter"), arg("seed"));
    m.def("sparse_svm_dual", &sparse_dual<double>, arg("values").noconvert(), arg("columns"), arg("begin"),
          arg("width"), arg("side"), arg("margin"), arg("C"), arg("squared"), arg("bias"), arg("tolerance"),
          arg("gap"), arg("max_iter"), arg("seed"));
    m.def("sparse_svm_dual", &sparse_dual<float>, arg("values").noconvert(), arg("columns"), arg("begin"),
          arg("width"), arg("side"), arg("margin"), arg("C"), arg("squared"), arg("bias"), arg("tolerance"),
          arg("gap"), arg("max_iter"), arg("seed"));
    m.def("squared_planes", &squared_planes, arg("X").noconvert(), arg("target").noconvert(),
          arg("C").noconvert(), arg("width").none(), arg("bias"), arg("start").noconvert(), arg("max_iter"));
    nb::class_<SparseRowsBinding>(m, "SparseRows")
        .def(nb::init<Vector<double>, Vector<int32_t>, Vector<int32_t>, int64_t, double>(),
             arg("values").noconvert(), arg("columns").noconvert(), arg("begin").noconvert(), arg("width"),
             arg("bias"))
        .def("scores", &SparseRowsBinding::scores, arg("v").noconvert(), arg("threads"))
        .def("transposed", &SparseRowsBinding::transposed, arg("weight").noconvert(), arg("threads"))
        .def("curvature", &SparseRowsBinding::curvature, arg("weight").noconvert(), arg("v").noconvert(),
             arg("threads"))
        .def("squares", &SparseRowsBinding::squares, arg("weight").noconvert(), arg("threads"));
}

}  // namespace gnomon
