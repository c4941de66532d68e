// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include "../families.hpp"
#include "bindings.hpp"

namespace gnomon {

void bind_svm(nb::module_& m) {
    using namespace nb::literals;
    add_record(m, "Solution", "b gradient gap n_steps history error", "The result of decomposition.");
    add_record(m, "ExactSolution", "b gradient bias gap n_steps history error",
               "The result of an active-set method.");
    nb::class_<Stop>(m, "Stop")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.is_set = true; })
        .def("is_set", [](const Stop& stop) { return stop.is_set.load(); });
    nb::class_<GramBinding>(m, "Gram")
        .def_static("of_rows",
                    [](Matrix<double> x, const KernelFacts& kernel, bool is_shifted, int64_t cache_bytes) {
                        return new GramBinding(dense_rows(x), kernel, is_shifted, cache_bytes);
                    })
        .def_static("of_sparse",
                    [](const Compressed& x, const KernelFacts& kernel, bool is_shifted, int64_t cache_bytes) {
                        return new GramBinding(sparse_rows(x), kernel, is_shifted, cache_bytes);
                    })
        .def_static("of_values", [](Matrix<double> values,
                                    int64_t cache_bytes) { return new GramBinding(values, cache_bytes); })
        .def("solve", &GramBinding::solve, "row"_a, "linear"_a, "low"_a, "high"_a, "start"_a,
             "gradient"_a.none(), "bias"_a.none(), "tolerance"_a, "max_iter"_a, "threads"_a,
             "error"_a.none() = nb::none(), "stop"_a.none() = nb::none())
        .def("solve_exactly", &GramBinding::solve_exactly, "row"_a, "linear"_a, "low"_a, "high"_a, "start"_a,
             "gradient"_a.none(), "bias"_a.none(), "tolerance"_a, "max_iter"_a, "stop"_a.none() = nb::none())
        .def("cache_values", &GramBinding::cache_values, "threads"_a)
        .def("part", &GramBinding::part, "row"_a);
    m.def("kernel_sums",
          [](Matrix<double> a, Matrix<double> b, Matrix<double> coef, const KernelFacts& kernel,
             int threads) { return kernel_sums_of(dense_rows(a), dense_rows(b), coef, kernel, threads); });
    m.def("kernel_sums_sparse",
          [](const Compressed& a, const Compressed& b, Matrix<double> coef, const KernelFacts& kernel,
             int threads) { return kernel_sums_of(sparse_rows(a), sparse_rows(b), coef, kernel, threads); });
}

}  // namespace gnomon
