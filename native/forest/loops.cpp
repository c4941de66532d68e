#include "loops.hpp"

namespace gnomon::GNOMON_LEVEL {

void boost_quantize(const double* slope, const double* curvature, int64_t n, double a, double c,
                    int64_t* __restrict amount) {
    // Beside 1.5 * 2^52 the last place of a double is 1: addition rounds to the nearest whole number, of two
    // equally near the even one, and leaves it in the low half.
    const double unit_place = 0x1.8p52;
    for (int64_t i = 0; i < n; i++) {
        const double s = slope[i] * a + unit_place, h = curvature[i] * c + unit_place;
        int64_t high, low;
        __builtin_memcpy(&high, &s, sizeof high);
        __builtin_memcpy(&low, &h, sizeof low);
        amount[i] = (int64_t)(((uint64_t)high << 32) + (uint64_t)(int64_t)(int32_t)low);
    }
}

void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* amount, int64_t n, int columns,
                    int64_t* cells) {
    if (columns == panel_columns) {
        for (int64_t i = 0; i < n; i++) {
            const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
            __builtin_prefetch(panel + (int64_t)rows[i + 16 < n ? i + 16 : i] * panel_columns);
            const int64_t add = amount[i];
#pragma GCC unroll 16
            for (int j = 0; j < panel_columns; j++) cells[bin[j] * panel_columns + j] += add;
        }
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
        const int64_t add = amount[i];
        for (int j = 0; j < columns; j++) cells[bin[j] * panel_columns + j] += add;
    }
}

void boost_add_listed(const uint16_t* places, const int64_t* begin, const int32_t* rows,
                      const int64_t* amount, int64_t n, int64_t* cells) {
    for (int64_t i = 0; i < n; i++) {
        __builtin_prefetch(places + begin[rows[i + 8 < n ? i + 8 : i]]);
        const uint16_t* place = places + begin[rows[i]];
        const uint16_t* end = places + begin[rows[i] + 1];
        const int64_t add = amount[i];
        for (; place < end; place += list_step) {
#pragma GCC unroll 16
            for (int k = 0; k < list_step; k++) cells[place[k]] += add;
        }
    }
}

// Vectors by name, as wide as the level has them: of eight sums compilers would make eight short registers.
#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
typedef int64_t Vector __attribute__((vector_size(vector_bytes), aligned(8), may_alias));

void boost_sum_listed(const uint16_t* rows, const int64_t* begin, int64_t n_cells, const int64_t* amounts,
                      int64_t* __restrict sums) {
    constexpr int parts = trees_together * 8 / vector_bytes;
    for (int64_t cell = 0; cell < n_cells; cell++) {
        Vector sum[parts] = {};
        for (int64_t i = begin[cell]; i < begin[cell + 1]; i++) {
            const Vector* amount = (const Vector*)(amounts + (int64_t)rows[i] * trees_together);
#pragma GCC unroll 4
            for (int k = 0; k < parts; k++) sum[k] += amount[k];
        }
        for (int k = 0; k < parts; k++) ((Vector*)(sums + cell * trees_together))[k] = sum[k];
    }
}

void boost_subtract(const int64_t* gone, int64_t n, int64_t* __restrict from) {
    for (int64_t i = 0; i < n; i++) from[i] -= gone[i];
}

void boost_add_up(const int64_t* cells, int64_t n, int64_t* __restrict sums) {
    for (int64_t from = 0; from < n; from += panel_columns)
        for (int j = 0; j < panel_columns; j++) sums[j] += cells[from + j];
}

void boost_peaks(const int64_t* cells, int n, int64_t* __restrict left, double mean, int64_t total,
                 double price, int32_t least, float* peak) {
    const auto all = (uint32_t)total;
    const double base = mean * price;
    const auto short_price = (float)price;
    float most[panel_columns];
    for (int j = 0; j < panel_columns; j++) most[j] = peak[j];
    for (; n > 0; n--, cells += panel_columns) {
        for (int j = 0; j < panel_columns; j++) {
            left[j] += cells[j];
            const auto slope = (int32_t)(left[j] >> 32), on_left = (int32_t)left[j];
            const auto on_right = (int32_t)(all - (uint32_t)on_left);
            const auto apart = (float)((double)slope - mean * (double)on_left - base);
            const float weight = ((float)on_left + short_price) * ((float)on_right + short_price);
            const float value = (on_left >= least) & (on_right >= least) ? apart * apart / weight : -1.0f;
            most[j] = value > most[j] ? value : most[j];
        }
    }
    for (int j = 0; j < panel_columns; j++) peak[j] = most[j];
}

int boost_best_cut(const int64_t* cells, int n, int64_t before, int64_t total, double a, double c,
                   double price, double least, double* score) {
    int32_t slope[panel_bins], curvature[panel_bins];
    double value[panel_bins];
    int64_t left = before;
    for (int b = 0; b < n; b++) {
        left += cells[b];
        slope[b] = (int32_t)(left >> 32);
        curvature[b] = (int32_t)left;
    }
    const double all_slope = (double)(int32_t)(total >> 32), all_curvature = (double)(int32_t)total;
    for (int b = 0; b < n; b++) {
        const double sl = slope[b], cl = curvature[b], sr = all_slope - sl, cr = all_curvature - cl;
        const double wl = cl * c + price, wr = cr * c + price;
        const double both = (sl * sl * wr + sr * sr * wl) / (wl * wr) * (a * a);
        value[b] = (cl >= least) & (cr >= least) ? both : -1.0;
    }
    double most = -1.0;
    for (int b = 0; b < n; b++) most = value[b] > most ? value[b] : most;
    *score = most;
    if (most < 0) return -1;
    for (int b = 0; b < n; b++)
        if (value[b] == most) return b;
    return -1;
}

}  // namespace gnomon::GNOMON_LEVEL
