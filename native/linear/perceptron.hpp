// One pass of the perceptron over rows: a row on the wrong side of the plane w.x + b = 0 moves it.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon {

// How a mistake updates the hyperplane, and what counts as one.
struct PerceptronRule {
    double rate;       // the step of a mistake
    bool constant;     // whether b moves too
    bool strict;       // whether a row of the negative side must be below the plane, not on it
    bool by_distance;  // whether the step is in proportion to the row's distance from the plane
};

// w of the rows' length, or, for rows of a Gram matrix, the scores w.x of all rows; square = |w|^2.
struct Plane {
    double* w;
    double b, square;
};

// The mistakes of a pass: the visit (from 0) at which each was made, and the multiple of the row added to w.
struct Mistakes {
    std::vector<int64_t> visit;
    std::vector<double> amount;
};

struct DenseRows {
    const double* x;
    int64_t columns;
    double dot(int64_t row, const double* w) const;
    double square(int64_t row) const;
    void add(int64_t row, double amount, double* w) const;
};

struct SparseRows {
    const double* values;
    const int32_t* columns;
    const int32_t* begin;  // of each row, and the end of the last
    double dot(int64_t row, const double* w) const;
    double square(int64_t row) const;
    void add(int64_t row, double amount, double* w) const;
};

// Rows known by their dot products alone: w stands for the score of every row.
struct GramRows {
    const double* gram;
    int64_t n;
    double dot(int64_t row, const double* w) const { return w[row]; }
    double square(int64_t row) const { return gram[row * n + row]; }
    void add(int64_t row, double amount, double* w) const;
};

// Visit the rows in `order`; side is +1 or -1 by row. For each mistake w += amount x, b += amount, with
// amount = side rate, or side rate |w.x + b| / |w| where by_distance and that is not 0 / 0 or 0.
template <class Rows>
Mistakes perceptron_pass(const Rows& rows, const double* side, const int64_t* order, int64_t visits,
                         PerceptronRule rule, Plane& plane);

}  // namespace gnomon
