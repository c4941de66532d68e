// Dot products with dense rows, and the update of w by a multiple of a row.
#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

template <class Real>
static inline double dot(const Real* x, const double* w, int64_t n) {
    Doubles a = {}, b = {};
    int64_t j = 0;
    for (; j + 2 * n_doubles <= n; j += 2 * n_doubles) {
        a += load(x + j) * load(w + j);
        b += load(x + j + n_doubles) * load(w + j + n_doubles);
    }
    double rest = 0;
    for (; j < n; j++) rest += (double)x[j] * w[j];
    return total(a + b) + rest;
}

template <class Real>
static inline void add(const Real* x, double amount, double* w, int64_t n) {
    int64_t j = 0;
    for (; j + n_doubles <= n; j += n_doubles) store(w + j, load(w + j) + amount * load(x + j));
    for (; j < n; j++) w[j] += amount * (double)x[j];
}

double svm_dot(const double* x, const double* w, int64_t n) { return dot(x, w, n); }
double svm_dot_floats(const float* x, const double* w, int64_t n) { return dot(x, w, n); }

// out_i = x_i·w for n rows `stride` apart, a multiple of 8, four rows at a time.
void svm_dots(const double* x, int64_t n, int64_t stride, const double* w, double* out) {
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        const double* row = x + i * stride;
        Doubles sum[4] = {};
        for (int64_t j = 0; j < stride; j += n_doubles) {
            const Doubles along = load(w + j);
#pragma GCC unroll 4
            for (int k = 0; k < 4; k++) sum[k] += load(row + k * stride + j) * along;
        }
        for (int k = 0; k < 4; k++) out[i + k] = total(sum[k]);
    }
    for (; i < n; i++) {
        Doubles sum = {};
        for (int64_t j = 0; j < stride; j += n_doubles) sum += load(x + i * stride + j) * load(w + j);
        out[i] = total(sum);
    }
}

void svm_add(const double* x, double amount, double* w, int64_t n) { add(x, amount, w, n); }
void svm_add_floats(const float* x, double amount, double* w, int64_t n) { add(x, amount, w, n); }

}  // namespace gnomon::GNOMON_LEVEL
