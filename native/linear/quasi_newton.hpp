// Limited-memory BFGS about a preconditioner (Nocedal & Wright 2006, chapter 7), for the log loss of many
// classes over a small dense table.
#pragma once

#include "../interrupt.hpp"
#include "softmax_rows.hpp"

namespace gnomon {

struct SoftmaxFit {
    Values theta;     // (classes, d + 1), the constants last
    Values history;   // the objective after each step
    double pull = 0;  // the largest left on a coefficient, for each row and in units of its column's spread
    int64_t steps = 0;
    bool converged = false;
};

// spread: of each column. tolerance: of the pull. rounding: the pull below which a search that gets no
// further has come to its end. most: steps.
struct SoftmaxRule {
    const double* spread;
    double tolerance, rounding;
    int64_t most;
};

SoftmaxFit softmax_quasi_newton(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule,
                                Interrupt& interrupt);

}  // namespace gnomon
