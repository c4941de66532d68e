// Counts of the levels of coded columns in each class, and scores of rows from tables of levels.
#pragma once

#include <cstdint>
#include <vector>

#include "../rows.hpp"

namespace gnomon {

// Column j has levels 0 .. begin_j+1 - begin_j - 1; count (begin_d, K) has a row for each of them.
struct LevelCounts {
    std::vector<int64_t> begin;
    std::vector<double> count;
    bool are_codes = true;
};

// Values are codes if they are whole numbers from 0 below max_levels, a power of 2; NaN is missing and not
// counted.
// If some value is not a code, are_codes is false and the counts are undefined. classes in [0, K) (checked by
// the caller); weight may be null.
template <class Value>
LevelCounts level_counts(Rows<Value> x, const int64_t* classes, int64_t n_classes, const double* weight,
                         int64_t max_levels, int threads);

struct LevelTable {
    const int64_t* begin;    // (d + 1), rising
    const double* value;     // (begin_d, K)
    const double* constant;  // (K)
    int64_t n_classes;
};

// score (n, K). A value that is no level of its column, or is missing, adds nothing.
template <class Value>
void level_scores(Rows<Value> x, const LevelTable& table, int threads, double* score);

// As level_scores, with level 1 for values above a threshold and level 0 for the others; two levels a column.
void bernoulli_scores(Rows<double> x, double threshold, const LevelTable& table, int threads, double* score);

}  // namespace gnomon
