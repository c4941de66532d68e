// Counts of pairs of codes.
#pragma once

#include <cstdint>

namespace gnomon {

// count (n_a, n_b); weight may be null. False if a code is n_a (n_b) or more.
template <class Code>
bool contingency(const Code* a, const Code* b, int64_t n, int64_t n_a, int64_t n_b, const double* weight,
                 int threads, double* count);

}  // namespace gnomon
