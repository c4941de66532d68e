#include "blas.hpp"

#include <nanobind/nanobind.h>

namespace gnomon {

namespace {

namespace nb = nanobind;

template <class Real>
using Gemm = void (*)(char*, char*, int*, int*, int*, Real*, Real*, int*, Real*, int*, Real*, Real*, int*);

Gemm<double> dgemm = nullptr;
Gemm<float> sgemm = nullptr;

void* routine(nb::handle table, const char* name) {
    const nb::object capsule = table[name];
    void* pointer = PyCapsule_GetPointer(capsule.ptr(), PyCapsule_GetName(capsule.ptr()));
    if (!pointer) throw nb::python_error();
    return pointer;
}

// Fortran arrays are column-major: c' = b a'.
template <class Real>
void multiply(Gemm<Real> gemm, int64_t m, int64_t n, int64_t k, Real alpha, const Real* a, int64_t a_stride,
              const Real* b, int64_t b_stride, Real beta, Real* c, int64_t c_stride) {
    char transposed = 'T', plain = 'N';
    int rows = static_cast<int>(n), columns = static_cast<int>(m), inner = static_cast<int>(k);
    int lda = static_cast<int>(b_stride), ldb = static_cast<int>(a_stride), ldc = static_cast<int>(c_stride);
    gemm(&transposed, &plain, &rows, &columns, &inner, &alpha, const_cast<Real*>(b), &lda,
         const_cast<Real*>(a), &ldb, &beta, c, &ldc);
}

}  // namespace

void load_blas() {
    if (dgemm) return;
    const nb::object table = nb::module_::import_("scipy.linalg.cython_blas").attr("__pyx_capi__");
    sgemm = reinterpret_cast<Gemm<float>>(routine(table, "sgemm"));
    dgemm = reinterpret_cast<Gemm<double>>(routine(table, "dgemm"));
}

void multiply_transposed(int64_t m, int64_t n, int64_t k, double alpha, const double* a, int64_t a_stride,
                         const double* b, int64_t b_stride, double beta, double* c, int64_t c_stride) {
    multiply(dgemm, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
}

void multiply_transposed(int64_t m, int64_t n, int64_t k, float alpha, const float* a, int64_t a_stride,
                         const float* b, int64_t b_stride, float beta, float* c, int64_t c_stride) {
    multiply(sgemm, m, n, k, alpha, a, a_stride, b, b_stride, beta, c, c_stride);
}

}  // namespace gnomon
