// Columns cut into bins: where the cuts lie, and the bin that each value falls in.
#pragma once

#include <cstdint>
#include <vector>

#include "../moments.hpp"

namespace gnomon::forest {

// Cuts of a column, ascending, and the largest value in each bin (one more; 0 if there is no value at all).
struct Cuts {
    std::vector<double> cuts, tops;
};

// The cuts of each column: value v is in bin #(cuts below v); v at a cut is in the lower bin.
// A column of at most `most` distinct values has a cut midway between each two neighbors; one of more has
// cuts at quantiles of the weight. NaN has no say, and a row without weight neither. weight: by row, or null.
std::vector<Cuts> cuts(Rows<double> x, const double* weight, int64_t most, int threads);

// The bin of every value, row by row; NaN gets the code missing<Code>.
// begin (d + 1): where the cuts of each column stand.
template <class Code>
void codes(Rows<double> x, const double* cuts, const int64_t* begin, int threads, Code* out);

}  // namespace gnomon::forest
