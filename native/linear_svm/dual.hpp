// Linear support vector machines in the dual, a row at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "../interrupt.hpp"
#include "rows.hpp"

namespace gnomon::linear_svm {

// A row of the problem. margin: what side times its score should come to. most: the largest multiplier
// (infinite for the squared hinge). soft: what its square adds to the curvature (0 for the hinge).
struct DualRow {
    double alpha, side, margin, curvature, most, soft;
};

struct DualRule {
    double bias;       // the constant column's value, 0 for none
    double tolerance;  // of the widest pull left, as liblinear measures it
    double gap;        // of the duality gap as a share of the objective: either is enough
    int64_t most;      // passes
};

struct DualFit {
    std::vector<double> w;        // by column
    double constant = 0;          // the coefficient of the constant column
    std::vector<double> history;  // the widest pull of each pass
    bool converged = false;
};

// A small generator of its own, so that a seed means the same everywhere (Marsaglia 2003, with a multiplier).
class Dice {
   public:
    explicit Dice(uint64_t seed) : state_(seed * 2 + 1) {}
    // From 0 to n - 1.
    int64_t below(int64_t n);

   private:
    uint64_t state_;
};

// min over 0 <= a_i <= most_i of |sum a_i y_i x_i|^2 / 2 - sum a_i m_i + sum soft_i a_i^2 / 2, y the sides,
// m the margins, x with the constant column: each visit solves for one a_i and moves w = sum a_i y_i x_i.
// Rows at a bound that pull outwards are set aside and looked at again before the end (Hsieh, Chang, Lin,
// Keerthi & Sundararajan 2008). Every pass visits all rows in a new random order: rows kept together in
// blocks take many times as many passes.
template <class Table>
DualFit dual_descent(const Table& table, std::vector<DualRow>& rows, int64_t columns, const DualRule& rule,
                     Dice& dice, Interrupt& interrupt);

}  // namespace gnomon::linear_svm
