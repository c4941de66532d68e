// The innermost loops of support vector machines, compiled for each width of vectors.
#pragma once

#include "../level.hpp"
#include "shape.hpp"

namespace gnomon {

// A quadratic problem small enough for the cache: minimize 1/2 b'Kb - p'b, low <= b <= high, where
// pull = p - K b. All vectors have `size` places, a multiple of 16; places past the problem have low = high.
struct Block {
    int64_t size;
    const float* values;   // K, (size, size)
    const float* inverse;  // 1 / (K_ii + K_jj - 2 K_ij), or 1 / K_ii in each place where the sum is free
    const double* low;
    const double* high;
    double* pull;
    double* b;
    double* up;    // scratch: 0 where b may rise, else -barrier
    double* down;  // scratch: 0 where b may fall, else +barrier
};

constexpr double barrier = 1e300;
constexpr double least_rounded_curvature = 1e-10;  // of rounded values

// values[j] = the kernel of dot product values[j]; squares[j] and square are |z_j|^2 and |x|^2.
GNOMON_LEVELS(void kernel_of_floats(const Kernel& kernel, float* values, int64_t n, float square,
                                    const float* squares))
GNOMON_LEVELS(void kernel_of_doubles(const Kernel& kernel, double* values, int64_t n, double square,
                                     const double* squares))
// inverse[i][j] = 1 / max(K_ii + K_jj - 2 K_ij, least) for n rows of K, which have `stride` places, as the
// diagonal has.
GNOMON_LEVELS(void pair_inverses(const float* values, const float* diagonal, int64_t n, int64_t stride,
                                 float least, float* inverse))
// sum[j] += sum_r change[r] rows[r][j].
GNOMON_LEVELS(void add_rows(const float* const* rows, const float* change, int64_t r, int64_t n, double* sum))
// out[i] = sum_j rows[i][j] x[j], rows `stride` apart, a multiple of 16.
GNOMON_LEVELS(void row_products(const float* rows, int64_t n, int64_t stride, const float* x, float* out))
// The sum of b is kept: steps along b_i + t, b_j - t, with j of second order (Fan, Chen & Lin 2005), until
// max over b < high of pull less min over b > low of pull is at most `tolerance`. Returns the steps taken.
GNOMON_LEVELS(int64_t pair_steps(const Block& block, double tolerance, int64_t most))
// The bias is given (0, taken off pull): steps along single b_i, until no |pull| that can act exceeds it.
GNOMON_LEVELS(int64_t single_steps(const Block& block, double tolerance, int64_t most))

}  // namespace gnomon
