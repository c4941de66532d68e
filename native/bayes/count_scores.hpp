// Scores of rows of counts.
#pragma once

#include "../rows.hpp"

namespace gnomon {

struct CountWeights {
    const double* weight;    // (d, K)
    const double* constant;  // (K)
    int64_t n_classes;
};

// score (n, K). Returns the smallest value, or 0 if none is negative.
double count_scores(Rows<double> x, const CountWeights& weights, int threads, double* score);

}  // namespace gnomon
