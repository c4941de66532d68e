// Exponentials and logarithms of whole vectors for the logistic loss; sums of rows and of their products.
#include "loops.hpp"

#include "../loops/lanes.hpp"
#include "logistic.hpp"
#include "sparse.hpp"

namespace gnomon::GNOMON_LEVEL {

namespace {

inline Doubles broadcast(double value) { return Doubles{} + value; }

// e^-a for a >= 0, to a relative error of 1e-15: a = m log 2 + r with |r| <= log(2) / 2, e^-r by its Taylor
// series, and 2^-m through the exponent's bits. Values below e^-708 are set to e^-708.
inline Doubles exponential_of_minus(Doubles a) {
    const Doubles maximum = broadcast(708.0);
    a = a < maximum ? a : maximum;
    const Doubles shift = broadcast(6755399441055744.0);  // 1.5 * 2^52: adding it rounds to an integer
    const Doubles rounded = a * 1.4426950408889634 + shift;
    const Doubles m = rounded - shift;
    const Doubles r = (a - m * 0.693147180369123816490) - m * 1.90821492927058770002e-10;
    Doubles sum = broadcast(1.0 / 6227020800.0);
    constexpr double inverse_factorial[] = {1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
                                            1.0 / 40320,     1.0 / 5040,     1.0 / 720,     1.0 / 120,
                                            1.0 / 24,        1.0 / 6,        1.0 / 2,       1.0,
                                            1.0};
#pragma GCC unroll 13
    for (int k = 0; k < 13; k++) sum = inverse_factorial[k] - sum * r;
    // The low bits of `rounded` hold the integer m.
    const Longs power = (Longs)rounded - (Longs)shift;
    return (Doubles)((Longs)sum - (power << 52));
}

// log(1 + t) for 0 <= t <= 1: 2 artanh(s), s = t / (2 + t) <= 1/3, by its series in s^2.
inline Doubles log_of_one_and(Doubles t) {
    const Doubles s = t / (2.0 + t), square = s * s;
    Doubles sum = broadcast(1.0 / 33);
#pragma GCC unroll 16
    for (int k = 31; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2.0 * s * sum;
}

// For one vector of rows; returns the loss of each.
inline Doubles terms(Doubles z, Doubles y, Doubles w, Doubles& slope, Doubles& curvature) {
    const Doubles zero{}, size = z < zero ? -z : z;
    const Doubles t = exponential_of_minus(size);
    const Doubles small = t / (1.0 + t);  // the probability of the less probable class
    const Doubles p = z < zero ? small : 1.0 - small;
    slope = w * (p - y);
    curvature = w * (small * (1.0 - small));
    return w * ((z < zero ? zero : z) + log_of_one_and(t) - y * z);
}

// V vectors of columns from `first` on. The last one ends with the row, and may overlap the one before.
template <int V>
inline void sum_panel(const double* value, const int32_t* index, int64_t n, const double* rows, int64_t width,
                      int64_t first, double* out) {
    int64_t column[V];
    for (int v = 0; v < V; v++) column[v] = first + v * n_doubles;
    if (column[V - 1] > width - n_doubles) column[V - 1] = width - n_doubles;
    Doubles sum[V] = {};
    for (int64_t i = 0; i < n; i++) {
        const double* row = rows + index[i] * width;
#pragma GCC unroll 4
        for (int v = 0; v < V; v++) sum[v] += value[i] * load(row + column[v]);
    }
    for (int v = 0; v < V; v++) store(out + column[v], sum[v]);
}

inline void sum_narrow(const double* value, const int32_t* index, int64_t n, const double* rows,
                       int64_t width, double* out) {
    double sum[n_doubles] = {};
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c < width; c++) sum[c] += value[i] * rows[index[i] * width + c];
    for (int64_t c = 0; c < width; c++) out[c] = sum[c];
}

// Rows i and i + 1 of the sum, which begin at the same vector.
inline void add_two(const double* const* rows, const double* amount, int64_t i, int64_t stride, double* sum) {
    double left[2][rows_per_product];
    for (int k = 0; k < rows_per_product; k++)
        left[0][k] = amount[k] * rows[k][i], left[1][k] = amount[k] * rows[k][i + 1];
    double *first = sum + i * stride, *second = first + stride;
    for (int64_t j = i / n_doubles * n_doubles; j < stride; j += n_doubles) {
        Doubles one = load(first + j), two = load(second + j);
#pragma GCC unroll 4
        for (int k = 0; k < rows_per_product; k++) {
            const Doubles x = load(rows[k] + j);
            one += left[0][k] * x;
            two += left[1][k] * x;
        }
        store(first + j, one);
        store(second + j, two);
    }
}

inline void add_one(const double* const* rows, const double* amount, int64_t i, int64_t stride, double* sum) {
    for (int64_t j = i / n_doubles * n_doubles; j < stride; j += n_doubles) {
        Doubles one = load(sum + i * stride + j);
        for (int k = 0; k < rows_per_product; k++) one += amount[k] * rows[k][i] * load(rows[k] + j);
        store(sum + i * stride + j, one);
    }
}

}  // namespace

void add_products(const double* const* rows, const double* amount, int64_t first, int64_t n, int64_t stride,
                  double* sum) {
    int64_t i = first;
    if (i < n && i % 2 == 1) add_one(rows, amount, i++, stride, sum);
    for (; i + 2 <= n; i += 2) add_two(rows, amount, i, stride, sum);
    if (i < n) add_one(rows, amount, i, stride, sum);
}

double logistic_block(const double* z, const double* y, const double* w, int64_t n, double* slope,
                      double* curvature) {
    Doubles sum{}, by_score, curved;
    int64_t i = 0;
    for (; i + n_doubles <= n; i += n_doubles) {
        sum += terms(load(z + i), load(y + i), load(w + i), by_score, curved);
        store(slope + i, by_score);
        store(curvature + i, curved);
    }
    if (i == n) return total(sum);
    double rest[5][n_doubles] = {};
    for (int64_t k = i; k < n; k++) rest[0][k - i] = z[k], rest[1][k - i] = y[k], rest[2][k - i] = w[k];
    sum += terms(load(rest[0]), load(rest[1]), load(rest[2]), by_score, curved);
    store(rest[3], by_score);
    store(rest[4], curved);
    for (int64_t k = i; k < n; k++) slope[k] = rest[3][k - i], curvature[k] = rest[4][k - i];
    return total(sum);
}

void softmax_columns(const double* z, const double* weight, int64_t classes, int64_t stride, double* slope,
                     double* top, double* total) {
    for (int64_t i = 0; i < stride; i += n_doubles) {
        Doubles maximum = load(z + i), sum{};
        for (int64_t c = 1; c < classes; c++) {
            const Doubles score = load(z + c * stride + i);
            maximum = score > maximum ? score : maximum;
        }
        for (int64_t c = 0; c < classes; c++) {
            const Doubles power = exponential_of_minus(maximum - load(z + c * stride + i));
            sum += power;
            store(slope + c * stride + i, power);
        }
        const Doubles share = load(weight + i) / sum;
        for (int64_t c = 0; c < classes; c++)
            store(slope + c * stride + i, share * load(slope + c * stride + i));
        store(top + i, maximum);
        store(total + i, sum);
    }
}

void sum_of_rows(const double* value, const int32_t* index, int64_t n, const double* rows, int64_t width,
                 double* out) {
    if (width < n_doubles) return sum_narrow(value, index, n, rows, width, out);
    for (int64_t first = 0; first < width; first += 4 * n_doubles) {
        const int64_t left = width - first;
        if (left > 3 * n_doubles)
            sum_panel<4>(value, index, n, rows, width, first, out);
        else if (left > 2 * n_doubles)
            sum_panel<3>(value, index, n, rows, width, first, out);
        else if (left > n_doubles)
            sum_panel<2>(value, index, n, rows, width, first, out);
        else
            sum_panel<1>(value, index, n, rows, width, first, out);
    }
}

}  // namespace gnomon::GNOMON_LEVEL
