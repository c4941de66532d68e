// Matrix products by SciPy's BLAS. Limit BLAS to one thread (gnomon.threads) if called from several threads,
// which would else oversubscribe the cores.
#pragma once

#include <cstdint>

namespace gnomon {

// Load the routines; called by the bindings, while the GIL is held, before any of the functions below.
void load_blas();

// c = alpha a b' + beta c, all row-major: a (m, k) with rows a_stride apart, b (n, k), c (m, n).
void multiply_transposed(int64_t m, int64_t n, int64_t k, double alpha, const double* a, int64_t a_stride,
                         const double* b, int64_t b_stride, double beta, double* c, int64_t c_stride);
void multiply_transposed(int64_t m, int64_t n, int64_t k, float alpha, const float* a, int64_t a_stride,
                         const float* b, int64_t b_stride, float beta, float* c, int64_t c_stride);

}  // namespace gnomon
