// Python bindings of structure learning; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "families.hpp"

namespace gnomon {

namespace {

using namespace structure;

void make_families(Families* self, Matrix<int32_t> codes, Vector<int32_t> levels, Weight weight) {
    const int64_t d = length(codes.shape(0)), n = length(codes.shape(1));
    check_row_count(n);
    check_length("levels", length(levels.shape(0)), d);
    for (int64_t j = 0; j < d; j++) {
        const int32_t states = levels.data()[j];
        if (states < 1 || states > 65536) refuse("levels has a value outside 1..65536");
        bool in_range = true;
        for (int64_t i = j * n; i < (j + 1) * n; i++)
            in_range &= codes.data()[i] >= -1 && codes.data()[i] < states;
        if (!in_range)
            refuse("codes of column " + std::to_string(j) + " are outside -1.." + std::to_string(states - 1));
    }
    const double* w = data_or_null("weight", weight, n);
    if (w) {
        check_numbers("weight", w, n, 1);
        if (std::any_of(w, w + n, [](double each) { return each < 0; })) refuse("weight has a value below 0");
    }
    nb::gil_scoped_release free;
    new (self) Families(codes.data(), d, n, levels.data(), w);
}

Score score_named(const std::string& kind, double number) {
    if (kind == "likelihood" && number >= 0 && std::isfinite(number)) return {Kind::likelihood, number};
    if (kind == "bdeu" && number > 0 && std::isfinite(number)) return {Kind::bdeu, number};
    if (kind == "k2") return {Kind::k2, 1.0};
    refuse(
        "score must be likelihood with a penalty of 0 or more, bdeu with an equivalent sample size above 0, "
        "or k2");
}

// Column numbers in range, without duplicates and without `excluded`.
Indices indices(const char* name, const Vector<int64_t>& columns, int64_t d, int64_t excluded) {
    check_codes(name, columns.data(), length(columns.shape(0)), d);
    Indices result(columns.data(), columns.data() + columns.shape(0));
    Indices sorted(result);
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        refuse(std::string(name) + " names a column twice");
    if (std::binary_search(sorted.begin(), sorted.end(), excluded))
        refuse(std::string(name) + " has the child");
    return result;
}

NewVector<double> adding_of(const Families& self, int64_t child, Vector<int64_t> parents,
                            Vector<int64_t> candidates, const std::string& kind, double number, int threads) {
    check_threads(threads);
    const int64_t d = self.columns();
    if (child < 0 || child >= d) refuse("child is no column");
    const Score score = score_named(kind, number);
    const Indices by = indices("parents", parents, d, child);
    const Indices more = indices("candidates", candidates, d, child);
    std::vector<double> values;
    {
        nb::gil_scoped_release free;
        values = self.adding(child, by, more, score, threads);
    }
    return copied(values);
}

NewMatrix<double> pairs_of_columns(const Families& self, Vector<int64_t> conditioning,
                                   const std::string& kind, double number, int threads) {
    check_threads(threads);
    const int64_t d = self.columns();
    const Score score = score_named(kind, number);
    const Indices by = indices("conditioning", conditioning, d, -1);
    auto scores = new_matrix<double>(d, d);
    nb::gil_scoped_release free;
    self.pairs(by, score, threads, scores.data());
    return scores;
}

NewMatrix<double> information_of(const Families& self, Vector<int64_t> conditioning, int threads) {
    check_threads(threads);
    const int64_t d = self.columns();
    const Indices by = indices("conditioning", conditioning, d, -1);
    auto information = new_matrix<double>(d, d);
    nb::gil_scoped_release free;
    self.information(by, threads, information.data());
    return information;
}

NewMatrix<double> counts_of(const Families& self, int64_t child, Vector<int64_t> parents) {
    const int64_t d = self.columns();
    if (child < 0 || child >= d) refuse("child is no column");
    const Indices by = indices("parents", parents, d, child);
    const double q = self.configurations(by), r = self.configurations({child});
    if (q * r > 1e9) refuse("the table of this family has more than 1e9 cells");
    auto counts = new_matrix<double>(static_cast<int64_t>(q), static_cast<int64_t>(r));
    nb::gil_scoped_release free;
    self.counts(child, by, counts.data());
    return counts;
}

}  // namespace

void bind_structure(nb::module_& m) {
    using nb::arg;
    nb::class_<Families>(m, "Families")
        .def("__init__", &make_families, arg("codes").noconvert(), arg("levels").noconvert(),
             arg("weight").noconvert().none())
        .def("adding", &adding_of, arg("child"), arg("parents").noconvert(), arg("candidates").noconvert(),
             arg("kind"), arg("number"), arg("threads"))
        .def("pairs", &pairs_of_columns, arg("conditioning").noconvert(), arg("kind"), arg("number"),
             arg("threads"))
        .def("information", &information_of, arg("conditioning").noconvert(), arg("threads"))
        .def("counts", &counts_of, arg("child"), arg("parents").noconvert());
}

}  // namespace gnomon
