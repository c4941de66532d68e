// Problems of few places, solved to the last digit: Newton's method on what the search has found.
#pragma once

#include "solve.hpp"

namespace gnomon {

struct Finished {
    Solution solution;
    double bias = 0;
};

// The maximum, wherever the search came from: its gap is at most the problem's tolerance and, where few
// places are off their bounds, rounding. Where a search does not come to rest, Newton's method is tried on
// what it found so far, and the search goes on from there.
Finished solve_to_the_end(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> pull,
                          Interrupt& interrupt);

}  // namespace gnomon
