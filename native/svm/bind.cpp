// What Python sees of this family: src/gnomon/native.pyi says what each takes and gives.
#include "../families.hpp"
#include "door.hpp"

namespace gnomon {

void bind_svm(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Stop>(m, "Stop")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.is_set = true; })
        .def("is_set", [](const Stop& stop) { return stop.is_set.load(); });
    nb::class_<GramDoor>(m, "Gram")
        .def_static("of_rows",
                    [](Matrix<double> x, const KernelFacts& kernel, bool is_shifted, int64_t cache_bytes) {
                        return new GramDoor(given_rows(x), kernel, is_shifted, cache_bytes);
                    })
        .def_static("of_sparse",
                    [](const Compressed& x, const KernelFacts& kernel, bool is_shifted, int64_t cache_bytes) {
                        return new GramDoor(given_sparse(x), kernel, is_shifted, cache_bytes);
                    })
        .def_static("of_values", [](Matrix<double> values, int64_t cache_bytes) {
            return new GramDoor(values, cache_bytes);
        })
        .def("solve", &GramDoor::solve, "row"_a, "linear"_a, "low"_a, "high"_a, "start"_a, "pull"_a.none(),
             "bias"_a.none(), "tolerance"_a, "most"_a, "threads"_a, "error"_a.none() = nb::none(),
             "stop"_a.none() = nb::none())
        .def("solve_to_the_end", &GramDoor::solve_to_the_end, "row"_a, "linear"_a, "low"_a, "high"_a,
             "start"_a, "pull"_a.none(), "bias"_a.none(), "tolerance"_a, "most"_a,
             "stop"_a.none() = nb::none())
        .def("keep_values", &GramDoor::keep_values, "threads"_a)
        .def("part", &GramDoor::part, "row"_a);
    m.def("kernel_sums", [](Matrix<double> a, Matrix<double> b, Matrix<double> coef,
                            const KernelFacts& kernel, int threads) {
        return kernel_sums_of(given_rows(a), given_rows(b), coef, kernel, threads);
    });
    m.def("kernel_sums_sparse", [](const Compressed& a, const Compressed& b, Matrix<double> coef,
                                   const KernelFacts& kernel, int threads) {
        return kernel_sums_of(given_sparse(a), given_sparse(b), coef, kernel, threads);
    });
}

}  // namespace gnomon
