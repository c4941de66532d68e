// The quadratic problem behind every support vector machine, solved block by block.
//
//   minimize 1/2 b'Kb - p'b   over   low <= b <= high,   with sum(b) as at the start (the bias is free),
//                                                        or without that (the bias is given)
//
// pull = p - K b. With a free bias b is optimal when no place that may rise pulls harder than one that may
// fall; with a given bias when no place that may act pulls away from it. The gap is how far this fails.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../interrupt.hpp"
#include "gram.hpp"

namespace gnomon {

struct Problem {
    int64_t m;
    const int64_t* row;  // of the table, for each place of b; a row may stand for more than one place
    const double *linear, *low, *high;
    std::optional<double> bias;
    double tolerance;
    int64_t most;  // steps
    int threads;
    // How far the pulls given may be off; without it they are right, and those found are to be, too.
    std::optional<double> error;
};

struct Record {
    int64_t steps;
    double gap, value;  // value: p'b - 1/2 b'Kb
};

struct Solution {
    std::vector<double> b, pull;
    double gap = 0, error = 0;  // error: how far the pulls may be off
    int64_t steps = 0;
    std::vector<Record> history;
};

// From b at the start, and its pull where that is known (else empty).
Solution solve(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> pull,
               Interrupt& interrupt);

// The places that fail most, of those that pull up and may rise and those that pull down and may fall, and
// as many of the last block as there is room for.
std::vector<int64_t> next_block(std::vector<int64_t> rising, std::vector<int64_t> falling,
                                const std::vector<int64_t>& last, const std::vector<double>& pull,
                                int64_t size);

// A block in double, of n places: steps along pairs that keep the sum of b, or along single places, until the
// gap is at most `tolerance`. values: K, (n, n). Returns the steps taken.
int64_t exact_steps(const std::vector<double>& values, const std::vector<double>& low,
                    const std::vector<double>& high, bool keeps_sum, double tolerance, int64_t most,
                    std::vector<double>& pull, std::vector<double>& b);

// The change of the free places that conjugate gradients, projected back between the bounds, find best;
// empty if they find nothing. values: K between the free places, rows `stride` apart, zero past the end.
std::vector<double> conjugate_change(const float* values, int64_t stride, const std::vector<double>& pull,
                                     const std::vector<double>& low, const std::vector<double>& high,
                                     bool keeps_sum, int most, int threads);

}  // namespace gnomon
