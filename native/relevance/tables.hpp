// Contingency tables of each coded column and the label, for filter methods of feature selection.
#pragma once

#include <cstdint>

namespace gnomon {

// Rows of codes below n_levels, row after row; labels below n_labels; weight may be null (all ones).
struct CodedRows {
    const uint8_t* code;
    const uint16_t* label;
    const double* weight;
    int64_t n, d, n_levels, n_labels;
};

// count[j][u][v] = sum of w_i over rows with code_ij = u and label_i = v. False if a code is not a level.
bool label_tables(const CodedRows& rows, int threads, double* count);

}  // namespace gnomon
