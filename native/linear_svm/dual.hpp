// Linear support vector machines by dual coordinate descent.
#pragma once

#include <cstdint>
#include <vector>

#include "../interrupt.hpp"
#include "rows.hpp"

namespace gnomon::linear_svm {

// A row of the problem. margin: the minimum of side times its score without loss. upper_bound: of the
// multiplier (infinite for the squared hinge). diagonal: what the squared hinge adds to the diagonal of the
// Hessian (0 for the hinge).
struct DualRow {
    double alpha, side, margin, curvature, upper_bound, diagonal;
};

struct DualOptions {
    double bias;       // the constant column's value, 0 for none
    double tolerance;  // of the largest less the smallest projected gradient, as in LIBLINEAR
    double gap;        // of the duality gap as a fraction of the objective: either criterion stops
    int64_t max_iter;  // passes over the rows
};

struct DualFit {
    std::vector<double> w;        // by column
    double constant = 0;          // the coefficient of the constant column
    std::vector<double> history;  // the largest less the smallest projected gradient of each pass
    bool converged = false;
};

// The generator xorshift64* (Marsaglia 2003, with a multiplier): a seed gives the same numbers everywhere.
class XorShift {
   public:
    explicit XorShift(uint64_t seed) : state_(seed * 2 + 1) {}
    // From 0 to n - 1.
    int64_t below(int64_t n);

   private:
    uint64_t state_;
};

// min over 0 <= a_i <= upper_bound_i of |sum a_i y_i x_i|^2 / 2 - sum a_i m_i + sum diagonal_i a_i^2 / 2, y
// the sides, m the margins, x with the constant column: each step minimizes over one a_i and updates w = sum
// a_i y_i x_i. Rows at a bound are shrunk, and checked again before the end (Hsieh, Chang, Lin, Keerthi &
// Sundararajan 2008). Every pass visits the rows in a new random order: a random order of blocks of rows
// takes many times as many passes.
template <class Table>
DualFit dual_descent(const Table& table, std::vector<DualRow>& rows, int64_t columns,
                     const DualOptions& options, XorShift& random, Interrupt& interrupt);

}  // namespace gnomon::linear_svm
