// Preconditioned L-BFGS (Nocedal & Wright 2006, chapter 7) for multinomial logistic regression on a small
// dense table.
#pragma once

#include "../interrupt.hpp"
#include "softmax_rows.hpp"

namespace gnomon {

struct SoftmaxFit {
    Values theta;    // (classes, d + 1), the intercepts last
    Values history;  // the objective after each step
    double max_gradient =
        0;  // largest partial derivative, divided by the column's spread and the total weight
    int64_t steps = 0;
    bool converged = false;
};

// spread: of each column. tolerance: of max_gradient. rounding: the max_gradient up to which a solver that
// makes no more progress counts as converged. max_iter: steps.
struct SoftmaxRule {
    const double* spread;
    double tolerance, rounding;
    int64_t max_iter;
};

SoftmaxFit softmax_quasi_newton(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule,
                                Interrupt& interrupt);

}  // namespace gnomon
