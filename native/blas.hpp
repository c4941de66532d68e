// Matrix products by the BLAS that SciPy carries. From our own threads, hold BLAS to one thread
// (gnomon.threads.limited), else the two fight over the cores.
#pragma once

#include <cstdint>

namespace gnomon {

// Load the routines; called by the bindings, while the GIL is held, before any of the functions below.
void load_blas();

// c = scale a b' + keep c, all row by row: a (m, k) rows a_stride apart, b (n, k), c (m, n).
void multiply_transposed(int64_t m, int64_t n, int64_t k, double scale, const double* a, int64_t a_stride,
                         const double* b, int64_t b_stride, double keep, double* c, int64_t c_stride);
void multiply_transposed(int64_t m, int64_t n, int64_t k, float scale, const float* a, int64_t a_stride,
                         const float* b, int64_t b_stride, float keep, float* c, int64_t c_stride);

}  // namespace gnomon
