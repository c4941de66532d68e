// The innermost loops of support vector machines, compiled for each width of vectors.
#pragma once

#include "../level.hpp"
#include "shape.hpp"

namespace gnomon {

// The subproblem of a working set, small enough for the cache: maximize p'b - 1/2 b'Kb, low <= b <= high,
// with gradient = p - K b. All vectors have `size` elements, a multiple of 16; the padding has low = high.
struct Subproblem {
    int64_t size;
    const float* values;   // K, (size, size)
    const float* inverse;  // 1 / (K_ii + K_jj - 2 K_ij), or 1 / K_ii if the sum of b is not fixed
    const double* low;
    const double* high;
    double* gradient;
    double* b;
    double* up;    // workspace: 0 where b < high, else -barrier
    double* down;  // workspace: 0 where b > low, else +barrier
};

constexpr double barrier = 1e300;
constexpr double min_rounded_curvature = 1e-10;  // of rounded values

// values[j] = the kernel of dot product values[j]; squares[j] and square are |z_j|^2 and |x|^2.
GNOMON_LEVELS(void kernel_of_floats(const Kernel& kernel, float* values, int64_t n, float square,
                                    const float* squares))
GNOMON_LEVELS(void kernel_of_doubles(const Kernel& kernel, double* values, int64_t n, double square,
                                     const double* squares))
// inverse[i][j] = 1 / max(K_ii + K_jj - 2 K_ij, min_curvature) for n rows of K; rows and diagonal have
// `stride` elements.
GNOMON_LEVELS(void pair_inverses(const float* values, const float* diagonal, int64_t n, int64_t stride,
                                 float min_curvature, float* inverse))
// sum[j] += sum_r change[r] rows[r][j].
GNOMON_LEVELS(void add_rows(const float* const* rows, const float* change, int64_t r, int64_t n, double* sum))
// out[i] = sum_j rows[i][j] x[j], rows `stride` apart, a multiple of 16.
GNOMON_LEVELS(void row_products(const float* rows, int64_t n, int64_t stride, const float* x, float* out))
// Sequential minimal optimization (SMO): steps along b_i + t, b_j - t, which preserve the sum of b, with j
// selected by second-order information (Fan, Chen & Lin 2005), until max gradient over b < high less min
// gradient over b > low is at most `tolerance`. Returns the number of steps.
GNOMON_LEVELS(int64_t pair_steps(const Subproblem& block, double tolerance, int64_t max_iter))
// The bias is fixed (at 0, subtracted from the gradient): steps along single b_i, until the projected
// gradient is at most `tolerance`.
GNOMON_LEVELS(int64_t single_steps(const Subproblem& block, double tolerance, int64_t max_iter))

}  // namespace gnomon
