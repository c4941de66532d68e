// Numbers as small codes: integers as they are, others binned by cuts.
#pragma once

#include <cstdint>

#include "../rows.hpp"

namespace gnomon {

// code_ij = x_ij where that is a whole number from 0 to limit - 1; fits[j] = 1 if all of column j are.
template <class Value>
void small_codes(const Rows<Value>& x, int64_t limit, int threads, uint8_t* code, uint8_t* fits);

// code_ij = the number of cuts of column j below x_ij, missing[j] where x_ij is NaN.
// cuts (d, 2^steps - 1), ascending in each row, padded with infinity.
template <class Real>
void cut_codes(const Rows<Real>& x, const double* cuts, int steps, const uint8_t* missing, int threads,
               uint8_t* code);

}  // namespace gnomon
