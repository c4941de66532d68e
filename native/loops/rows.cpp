// Loops that stream rows of x once: column sums, packing for `syrk`, class moments, Gaussian scores.
#include "lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

extern const int syrk_tile;

template <class Real>
void column_sums(const Real* x, int64_t rows, int64_t columns, int64_t stride, const double* weight,
                 const double* __restrict shift, double* __restrict total) {
    for (int64_t i = 0; i < rows; i++) {
        const Real* row = x + i * stride;
        const double w = weight ? weight[i] : 1.0;
        for (int64_t j = 0; j < columns; j++) total[j] += w * ((double)row[j] - shift[j]);
    }
}

template <class Real>
void pack(const Real* x, int64_t rows, int64_t columns, int64_t stride, const double* __restrict shift,
          const double* __restrict center, int64_t first, int64_t packed_rows, double* __restrict packed) {
    const int64_t tile = syrk_tile;
    for (int64_t j = 0; j < columns;) {
        const int64_t place = (first + j) % tile;
        const int64_t width = tile - place < columns - j ? tile - place : columns - j;
        double* to = packed + (first + j) / tile * packed_rows * tile + place;
        const Real* from = x + j;
        const double *s = shift + j, *c = center + j;
        if (width == tile && tile % n_doubles == 0) {
            for (int64_t i = 0; i < rows; i++, from += stride, to += tile)
                for (int64_t v = 0; v < tile; v += n_doubles)
                    store(to + v, (load(from + v) - load(s + v)) - load(c + v));
        } else {
            for (int64_t i = 0; i < rows; i++, from += stride, to += tile)
                for (int64_t t = 0; t < width; t++) to[t] = ((double)from[t] - s[t]) - c[t];
        }
        j += width;
    }
}

template <class Real>
void class_sums(const Real* x, int64_t rows, int64_t columns, const int32_t* codes, const double* weight,
                const double* shift, int64_t stride, double* sum) {
    for (int64_t i = 0; i < rows; i++) {
        const Real* row = x + i * columns;
        const double* origin = shift + codes[i] * stride;
        double* __restrict to = sum + codes[i] * stride;
        const double w = weight ? weight[i] : 1.0;
        int64_t j = 0;
        for (; j + n_doubles <= columns; j += n_doubles)
            store(to + j, load(to + j) + w * (load(row + j) - load(origin + j)));
        for (; j < columns; j++) to[j] += w * ((double)row[j] - origin[j]);
    }
}

template <class Real>
void class_scatter(const Real* x, int64_t rows, int64_t columns, const int32_t* codes, const double* weight,
                   const double* shift, const double* mean, int64_t stride, double* scatter) {
    for (int64_t i = 0; i < rows; i++) {
        const Real* row = x + i * columns;
        const double *start = shift + codes[i] * stride, *center = mean + codes[i] * stride;
        double* __restrict to = scatter + codes[i] * stride;
        const double w = weight ? weight[i] : 1.0;
        int64_t j = 0;
        for (; j + n_doubles <= columns; j += n_doubles) {
            const Doubles gap = (load(row + j) - load(start + j)) - load(center + j);
            store(to + j, load(to + j) + (w * gap) * gap);
        }
        for (; j < columns; j++) {
            const double gap = ((double)row[j] - start[j]) - center[j];
            to[j] += (w * gap) * gap;
        }
    }
}

// R rows at a time share the loads of mean and precision; the arithmetic of a row does not depend on R.
template <int R, class Real>
static inline void gaussian_rows(const Real* x, int64_t columns, const double* mean, const double* precision,
                                 const double* constant, int64_t classes, double* score) {
    for (int64_t c = 0; c < classes; c++) {
        const double *m = mean + c * columns, *p = precision + c * columns;
        Doubles sum[R] = {};
        double rest[R] = {};
        int64_t j = 0;
        for (; j + n_doubles <= columns; j += n_doubles) {
            const Doubles center = load(m + j), scale = load(p + j);
#pragma GCC unroll 4
            for (int r = 0; r < R; r++) {
                const Doubles gap = load(x + r * columns + j) - center;
                sum[r] += (scale * gap) * gap;
            }
        }
        for (; j < columns; j++)
#pragma GCC unroll 4
            for (int r = 0; r < R; r++) {
                const double gap = (double)x[r * columns + j] - m[j];
                rest[r] += (p[j] * gap) * gap;
            }
#pragma GCC unroll 4
        for (int r = 0; r < R; r++) score[r * classes + c] = constant[c] - 0.5 * (total(sum[r]) + rest[r]);
    }
}

template <class Real>
void gaussian(const Real* x, int64_t rows, int64_t columns, const double* mean, const double* precision,
              const double* constant, int64_t classes, double* score) {
    int64_t i = 0;
    for (; i + 4 <= rows; i += 4)
        gaussian_rows<4>(x + i * columns, columns, mean, precision, constant, classes, score + i * classes);
    for (; i < rows; i++)
        gaussian_rows<1>(x + i * columns, columns, mean, precision, constant, classes, score + i * classes);
}

#define GNOMON_FOR(Real)                                                                                     \
    template void column_sums<Real>(const Real*, int64_t, int64_t, int64_t, const double*, const double*,    \
                                    double*);                                                                \
    template void pack<Real>(const Real*, int64_t, int64_t, int64_t, const double*, const double*, int64_t,  \
                             int64_t, double*);                                                              \
    template void class_sums<Real>(const Real*, int64_t, int64_t, const int32_t*, const double*,             \
                                   const double*, int64_t, double*);                                         \
    template void class_scatter<Real>(const Real*, int64_t, int64_t, const int32_t*, const double*,          \
                                      const double*, const double*, int64_t, double*);                       \
    template void gaussian<Real>(const Real*, int64_t, int64_t, const double*, const double*, const double*, \
                                 int64_t, double*);
GNOMON_FOR(double)
GNOMON_FOR(float)

}  // namespace gnomon::GNOMON_LEVEL
