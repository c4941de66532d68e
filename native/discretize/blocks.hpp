// A sorted column as runs of equal values, with the weight of each class in every run.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon::discretize {

// One column, ascending, missing values as +infinity at the end; member may be null (all rows), weight too.
struct SortedColumn {
    const double* values;
    const int32_t* order;
    int64_t n;
    const uint8_t* member;
    const int32_t* codes;
    const double* weight;
};

struct Entry {
    int32_t code;
    double weight;
};

// Block b holds the values from low[b] to high[b]; its entries, one for each class that has weight there, are
// those from begin[b] to begin[b + 1].
struct Blocks {
    std::vector<double> low, high;
    std::vector<int64_t> begin;
    std::vector<Entry> entries;
    int64_t count() const { return static_cast<int64_t>(low.size()); }
};

// A block for each distinct value that has weight. join_pure: adjacent blocks of a single and the same class
// are joined; the best cut of a convex score is never between them (Fayyad & Irani 1992).
Blocks blocks_of_column(const SortedColumn& column, int64_t n_classes, bool join_pure);

// Values at or above the cut belong to the upper bin: the midpoint of two adjacent values, or the higher
// where the midpoint rounds to the lower.
double cut_between(double low, double high);

}  // namespace gnomon::discretize
