// Sums of the features of each class, of dense and of sparse rows.
#pragma once

#include <cstdint>

#include "../rows.hpp"

namespace gnomon {

// Rows of a sparse matrix, one after another: row i has values [begin_i, begin_i+1) in their columns.
struct SparseFeatures {
    const double* value;
    const int32_t* column;
    const int32_t* begin;
    int64_t n, d;
};

struct ClassRows {
    const int64_t* code;   // (n), in [0, K)
    const double* weight;  // (n), or null
    int64_t n_classes;
};

// sum_cj = sum of w_i x_ij over rows of class c, with NaN where one is. Returns the smallest value, or 0 if
// none is negative.
double feature_sums(Rows<double> x, const ClassRows& rows, int threads, double* sum);
double feature_sums(SparseFeatures x, const ClassRows& rows, int threads, double* sum);

// sum_cj = sum of w_i over rows of class c with x_ij > threshold. Returns NaN if there is one, else 0.
double binarized_sums(Rows<double> x, double threshold, const ClassRows& rows, int threads, double* sum);
double binarized_sums(SparseFeatures x, double threshold, const ClassRows& rows, int threads, double* sum);

}  // namespace gnomon
