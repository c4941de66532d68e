// See loops.hpp; compiled once for each width of vectors.
#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

#if GNOMON_BYTES == 64
constexpr int W = 4, narrow = 4;  // vectors of rows, and columns, of a register tile
#else
constexpr int W = 2, narrow = 2;
#endif
constexpr int wide = 4;
constexpr int64_t B = block_rows;

void shift_block(const double* block, const double* mean, int64_t columns, double* gap) {
    for (int64_t j = 0; j < columns; j++)
        for (int64_t r = 0; r < B; r += n_doubles) store(gap + j * B + r, load(block + j * B + r) - mean[j]);
}

void squares_full(const double* gap, const double* root, int64_t columns, int64_t stride, double* square) {
    for (int64_t r = 0; r < B; r += W * n_doubles) {
        Doubles total[W] = {};
        for (int64_t j = 0; j < columns; j += wide) {
            Doubles sum[wide][W] = {};
            const int64_t last = j + wide < columns ? j + wide : columns;
            for (int64_t i = 0; i < last; i++) {
                Doubles row[W];
#pragma GCC unroll 4
                for (int v = 0; v < W; v++) row[v] = load(gap + i * B + r + v * n_doubles);
#pragma GCC unroll 4
                for (int t = 0; t < wide; t++) {
                    const double p = root[i * stride + j + t];
#pragma GCC unroll 4
                    for (int v = 0; v < W; v++) sum[t][v] += p * row[v];
                }
            }
#pragma GCC unroll 4
            for (int t = 0; t < wide; t++)
#pragma GCC unroll 4
                for (int v = 0; v < W; v++) total[v] += sum[t][v] * sum[t][v];
        }
        for (int v = 0; v < W; v++) store(square + r + v * n_doubles, total[v]);
    }
}

void squares_diagonal(const double* gap, const double* root, int64_t columns, double* square) {
    for (int64_t r = 0; r < B; r += W * n_doubles) {
        Doubles total[W] = {};
        for (int64_t j = 0; j < columns; j++)
#pragma GCC unroll 4
            for (int v = 0; v < W; v++) {
                const Doubles white = load(gap + j * B + r + v * n_doubles) * root[j];
                total[v] += white * white;
            }
        for (int v = 0; v < W; v++) store(square + r + v * n_doubles, total[v]);
    }
}

// exp(x) for x <= 0: x = n ln 2 + r with |r| <= ln(2)/2, a Taylor series of exp(r), and 2^n through the
// exponent bits.
static inline Doubles exponential(Doubles x) {
    constexpr double magic = 0x1.8p52, ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
    const Doubles lowest = Doubles{} - 708.0;
    const auto tiny = x < lowest;
    x = tiny ? lowest : x;
    const Doubles shifted = x * 0x1.71547652b82fep0 + magic, n = shifted - magic;
    const Doubles r = (x - n * ln2_high) - n * ln2_low;
    Doubles sum = Doubles{} + 1.0 / 479001600;
    constexpr double reciprocal[] = {39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1};
#pragma GCC unroll 12
    for (int i = 0; i < 12; i++) sum = sum * r + 1.0 / reciprocal[i];
    const Longs power = ((Longs)shifted - (Longs)(Doubles{} + magic)) << 52;
    const Doubles result = (Doubles)((Longs)sum + power);
    return tiny ? Doubles{} : result;
}

void responsibilities(double* responsibility, int64_t components, double* top, double* sum) {
    for (int64_t r = 0; r < B; r += n_doubles) {
        Doubles largest = load(responsibility + r), total = Doubles{};
        for (int64_t k = 1; k < components; k++) {
            const Doubles other = load(responsibility + k * B + r);
            largest = other > largest ? other : largest;
        }
        for (int64_t k = 0; k < components; k++) {
            const Doubles part = exponential(load(responsibility + k * B + r) - largest);
            store(responsibility + k * B + r, part);
            total += part;
        }
        for (int64_t k = 0; k < components; k++)
            store(responsibility + k * B + r, load(responsibility + k * B + r) / total);
        store(top + r, largest);
        store(sum + r, total);
    }
}

static inline double sum_of(Doubles v) {
#if GNOMON_BYTES == 64
    return _mm512_reduce_add_pd((__m512d)v);
#else
    return total(v);
#endif
}

static double total_responsibility(const double* responsibility) {
    Doubles total = {};
    for (int64_t r = 0; r < B; r += n_doubles) total += load(responsibility + r);
    return sum_of(total);
}

// second[i + t][j + u] += sum_r a[t][r] b[u][r] for a tile.
static inline void tile(const double* a, const double* b, double* second, int64_t stride) {
    Doubles sum[wide][narrow] = {};
    for (int64_t r = 0; r < B; r += n_doubles) {
        Doubles right[narrow];
#pragma GCC unroll 4
        for (int u = 0; u < narrow; u++) right[u] = load(b + u * B + r);
#pragma GCC unroll 4
        for (int t = 0; t < wide; t++) {
            const Doubles left = load(a + t * B + r);
#pragma GCC unroll 4
            for (int u = 0; u < narrow; u++) sum[t][u] += left * right[u];
        }
    }
#pragma GCC unroll 4
    for (int t = 0; t < wide; t++)
#pragma GCC unroll 4
        for (int u = 0; u < narrow; u++) second[t * stride + u] += sum_of(sum[t][u]);
}

double sums_full(const double* gap, const double* responsibility, int64_t columns, int64_t stride,
                 double* weighted, double* first, double* second) {
    for (int64_t j = 0; j < columns; j++) {
        Doubles total = {};
        for (int64_t r = 0; r < B; r += n_doubles) {
            const Doubles part = load(responsibility + r) * load(gap + j * B + r);
            store(weighted + j * B + r, part);
            total += part;
        }
        first[j] += sum_of(total);
    }
    for (int64_t i = 0; i < stride; i += wide)
        for (int64_t j = 0; j < i + wide; j += narrow)
            tile(weighted + i * B, gap + j * B, second + i * stride + j, stride);
    return total_responsibility(responsibility);
}

double sums_diagonal(const double* gap, const double* responsibility, int64_t columns, double* first,
                     double* second) {
    for (int64_t j = 0; j < columns; j++) {
        Doubles one = {}, two = {};
        for (int64_t r = 0; r < B; r += n_doubles) {
            const Doubles value = load(gap + j * B + r), part = load(responsibility + r) * value;
            one += part;
            two += part * value;
        }
        first[j] += sum_of(one);
        second[j] += sum_of(two);
    }
    return total_responsibility(responsibility);
}

}  // namespace gnomon::GNOMON_LEVEL
