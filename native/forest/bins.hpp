// Binning of columns: the cuts between bins, and the bin of each value.
#pragma once

#include <cstdint>
#include <vector>

#include "../rows.hpp"

namespace gnomon::forest {

// Cuts of a column, ascending, and the largest value in each bin (one more; 0 if there is no value at all).
struct Cuts {
    std::vector<double> cuts, tops;
};

// The cuts of each column: value v is in bin #(cuts below v); v at a cut is in the lower bin.
// A column of at most `max_bins` distinct values has a cut midway between any two adjacent values; one of
// more has cuts at quantiles of the weight. NaN and rows without weight are ignored. weight: by row, or null.
std::vector<Cuts> cuts(Rows<double> x, const double* weight, int64_t max_bins, int threads);

// The bin of every value, row by row; NaN gets the code missing<Code>.
// begin (d + 1): where the cuts of each column begin.
template <class Code>
void codes(Rows<double> x, const double* cuts, const int64_t* begin, int threads, Code* out);

}  // namespace gnomon::forest
