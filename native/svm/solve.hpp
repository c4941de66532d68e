// The quadratic program (QP) of support vector machines, solved by decomposition into working sets.
//
//   maximize p'b - 1/2 b'Kb   over   low <= b <= high,   with sum(b) fixed (the bias is free),
//                                                        or without this constraint (the bias is fixed)
//
// gradient = p - K b. Karush-Kuhn-Tucker conditions: with a free bias, no coefficient below its upper bound
// has a larger gradient than one above its lower bound; with a fixed bias, the former are at most the bias
// and the latter at least. The gap is the largest violation of these conditions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../interrupt.hpp"
#include "gram.hpp"

namespace gnomon {

struct Problem {
    int64_t m;
    const int64_t* row;  // of the table, for each coefficient of b; several coefficients may share a row
    const double *linear, *low, *high;
    std::optional<double> bias;  // none: free
    double tolerance;
    int64_t max_iter;  // maximum number of steps
    int threads;
    // Bound of the error of the initial gradient, and permission for an inexact final one; none: the initial
    // gradient is exact, and the final one is computed in double precision.
    std::optional<double> error;
};

struct Record {
    int64_t steps;
    double gap, value;  // value: p'b - 1/2 b'Kb
};

struct Solution {
    std::vector<double> b, gradient;
    double gap = 0, error = 0;  // error: bound of the error of the gradient
    int64_t steps = 0;
    std::vector<Record> history;
};

// From an initial b, and its gradient if known (else empty).
Solution solve(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> gradient,
               Interrupt& interrupt);

// Working set selection: the largest violators among the coefficients to increase and those to decrease, and
// as many of the previous working set as fit.
std::vector<int64_t> select_working_set(std::vector<int64_t> increasing, std::vector<int64_t> decreasing,
                                        const std::vector<int64_t>& previous,
                                        const std::vector<double>& gradient, int64_t size);

// A working set of n coefficients in double precision: steps along pairs, which preserve the sum of b, or
// along single coefficients, until the gap is at most `tolerance`. values: K, (n, n). Returns the number of
// steps.
int64_t exact_steps(const std::vector<double>& values, const std::vector<double>& low,
                    const std::vector<double>& high, bool sum_is_fixed, double tolerance, int64_t max_iter,
                    std::vector<double>& gradient, std::vector<double>& b);

// The change of the free coefficients by conjugate gradients, projected onto the bounds; empty if it would
// not increase the objective. values: K between the free coefficients, rows `stride` apart, zero-padded.
std::vector<double> conjugate_gradient_step(const float* values, int64_t stride,
                                            const std::vector<double>& gradient,
                                            const std::vector<double>& low, const std::vector<double>& high,
                                            bool sum_is_fixed, int max_iter, int threads);

}  // namespace gnomon
