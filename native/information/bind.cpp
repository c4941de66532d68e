// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include <vector>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "pair_counts.hpp"

namespace gnomon {

namespace {

using nb::arg;

constexpr int64_t max_counts = int64_t{1} << 31;

// Where the table of each pair begins, and the end of the last.
std::vector<int64_t> places(const Vector<int32_t>& levels, const ColumnPairs& pairs) {
    std::vector<int64_t> place{0};
    for (int64_t p = 0; p < pairs.n; p++) {
        const int64_t a = levels.data()[pairs.first[p]], b = levels.data()[pairs.second[p]];
        place.push_back(place.back() + a * b);
        if (a * b > max_counts / 8 || place.back() > max_counts)
            refuse("the tables of these pairs have too many cells; pass fewer pairs at a time");
    }
    return place;
}

template <class Code>
NewVector<double> pair_counts_of(const Matrix<Code>& codes, const Vector<int32_t>& levels,
                                 const Vector<int32_t>& first, const Vector<int32_t>& second,
                                 const Weight& weight, int threads) {
    check_threads(threads);
    const int64_t d = length(codes.shape(0)), n = length(codes.shape(1));
    check_length("levels", length(levels.shape(0)), d);
    check_codes("levels", levels.data(), d, 65536);
    const ColumnPairs pairs{first.data(), second.data(), length(first.shape(0))};
    check_length("second", length(second.shape(0)), pairs.n);
    check_codes("first", pairs.first, pairs.n, d);
    check_codes("second", pairs.second, pairs.n, d);
    const double* w = data_or_null("weight", weight, n);
    const std::vector<int64_t> place = places(levels, pairs);
    auto count = new_vector<double>(place.back());
    Interrupt interrupt;
    {
        nb::gil_scoped_release release;
        const CodedColumns<Code> table{codes.data(), n, d, levels.data()};
        pair_counts(table, w, pairs, place.data(), threads, interrupt, count.data());
    }
    return count;
}

template <class Code>
void bind_for(nb::module_& m) {
    m.def("pair_counts", &pair_counts_of<Code>, arg("codes").noconvert(), arg("levels").noconvert(),
          arg("first").noconvert(), arg("second").noconvert(), arg("weight").noconvert().none(),
          arg("threads"));
}

}  // namespace

void bind_information(nb::module_& m) {
    bind_for<uint8_t>(m);
    bind_for<uint16_t>(m);
}

}  // namespace gnomon
