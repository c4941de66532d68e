// Joint counts of pairs of coded columns.
#pragma once

#include <cstdint>

#include "../interrupt.hpp"

namespace gnomon {

// d columns of n codes, one column after the other; a code of levels[j] or more is a missing value.
template <class Code>
struct CodedColumns {
    const Code* codes;
    int64_t n, d;
    const int32_t* levels;
};

struct ColumnPairs {
    const int32_t *first, *second;
    int64_t n;
};

template <class Code>
void pair_counts(const CodedColumns<Code>& table, const double* weight, const ColumnPairs& pairs,
                 const int64_t* place, int threads, Interrupt& interrupt, double* count);

}  // namespace gnomon
