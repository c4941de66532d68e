// Small problems solved exactly: an active-set Newton method from the approximate solution of SMO.
#pragma once

#include "solve.hpp"

namespace gnomon {

struct ExactSolution {
    Solution solution;
    double bias = 0;
};

// The maximum, independent of the initial b: its gap is at most the problem's tolerance and, if few
// coefficients are free, rounding error. If SMO does not converge, Newton's method is tried on its current
// point, and SMO continues from there.
ExactSolution solve_exactly(Gram& gram, const Problem& problem, std::vector<double> b,
                            std::vector<double> gradient, Interrupt& interrupt);

}  // namespace gnomon
