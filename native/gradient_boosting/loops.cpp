#include "loops.hpp"

#include "../splits/search.hpp"

namespace gnomon::GNOMON_LEVEL {

void boost_quantize(const double* gradient, const double* hessian, int64_t n, double a, double c,
                    int64_t* __restrict packed) {
    // At 1.5 * 2^52 the spacing of doubles is 1: addition rounds to the nearest integer, ties to even, and
    // leaves it in the low half.
    const double unit_place = 0x1.8p52;
    for (int64_t i = 0; i < n; i++) {
        const double s = gradient[i] * a + unit_place, h = hessian[i] * c + unit_place;
        int64_t high, low;
        __builtin_memcpy(&high, &s, sizeof high);
        __builtin_memcpy(&low, &h, sizeof low);
        packed[i] = (int64_t)(((uint64_t)high << 32) + (uint64_t)(int64_t)(int32_t)low);
    }
}

void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* packed, int64_t n, int columns,
                    int64_t* histogram) {
    if (columns == panel_columns) {
        for (int64_t i = 0; i < n; i++) {
            const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
            __builtin_prefetch(panel + (int64_t)rows[i + 16 < n ? i + 16 : i] * panel_columns);
            const int64_t add = packed[i];
#pragma GCC unroll 16
            for (int j = 0; j < panel_columns; j++) histogram[bin[j] * panel_columns + j] += add;
        }
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
        const int64_t add = packed[i];
        for (int j = 0; j < columns; j++) histogram[bin[j] * panel_columns + j] += add;
    }
}

void boost_add_listed(const uint16_t* places, const int64_t* begin, const int32_t* rows,
                      const int64_t* packed, int64_t n, int64_t* histogram) {
    for (int64_t i = 0; i < n; i++) {
        __builtin_prefetch(places + begin[rows[i + 8 < n ? i + 8 : i]]);
        const uint16_t* place = places + begin[rows[i]];
        const uint16_t* end = places + begin[rows[i] + 1];
        const int64_t add = packed[i];
        for (; place < end; place += list_step) {
#pragma GCC unroll 16
            for (int k = 0; k < list_step; k++) histogram[place[k]] += add;
        }
    }
}

// Explicit vectors of the level's width: compilers would put eight sums into eight scalar registers.
#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
typedef int64_t Vector __attribute__((vector_size(vector_bytes), aligned(8), may_alias));

void boost_sum_listed(const uint16_t* rows, const int64_t* begin, int64_t n_cells, const int64_t* packed,
                      int64_t* __restrict sums) {
    constexpr int parts = tree_batch * 8 / vector_bytes;
    for (int64_t cell = 0; cell < n_cells; cell++) {
        Vector sum[parts] = {};
        for (int64_t i = begin[cell]; i < begin[cell + 1]; i++) {
            const Vector* more = (const Vector*)(packed + (int64_t)rows[i] * tree_batch);
#pragma GCC unroll 4
            for (int k = 0; k < parts; k++) sum[k] += more[k];
        }
        for (int k = 0; k < parts; k++) ((Vector*)(sums + cell * tree_batch))[k] = sum[k];
    }
}

void boost_subtract(const int64_t* gone, int64_t n, int64_t* __restrict from) {
    for (int64_t i = 0; i < n; i++) from[i] -= gone[i];
}

void boost_add_up(const int64_t* histogram, int64_t n, int64_t* __restrict sums) {
    for (int64_t from = 0; from < n; from += panel_columns)
        for (int j = 0; j < panel_columns; j++) sums[j] += histogram[from + j];
}

namespace {

// The sums on the left of the same cut of several columns.
struct PeakSides {
    int64_t left[panel_columns];
    void move(const int64_t* cells) {
        for (int j = 0; j < panel_columns; j++) left[j] += cells[j];
    }
};

}  // namespace

void boost_peaks(const int64_t* histogram, int n, const int64_t* left, double mean, int64_t total, double l2,
                 int32_t min_hessian, float* peak) {
    const auto all = (uint32_t)total;
    const double base = mean * l2;
    const auto short_l2 = (float)l2;
    PeakSides sides;
    float best[panel_columns];
    for (int j = 0; j < panel_columns; j++) sides.left[j] = left[j], best[j] = peak[j];
    const auto raise = [&](int64_t) {
        for (int j = 0; j < panel_columns; j++) {
            const auto gradient = (int32_t)(sides.left[j] >> 32), on_left = (int32_t)sides.left[j];
            const auto on_right = (int32_t)(all - (uint32_t)on_left);
            const auto apart = (float)((double)gradient - mean * (double)on_left - base);
            const float weight = ((float)on_left + short_l2) * ((float)on_right + short_l2);
            const bool is_allowed = (on_left >= min_hessian) & (on_right >= min_hessian);
            const float value = is_allowed ? apart * apart / weight : -1.0f;
            best[j] = value > best[j] ? value : best[j];
        }
    };
    search_histogram(sides, n, [&](int64_t bin) { return histogram + bin * panel_columns; }, raise);
    for (int j = 0; j < panel_columns; j++) peak[j] = best[j];
}

// A single column: its sums first, so that all of its cuts are then scored side by side, which a search that
// moves one bin at a time cannot do.
int boost_best_cut(const int64_t* histogram, int n, int64_t before, int64_t total, double a, double c,
                   double l2, double min_hessian, double* score) {
    int32_t gradient[panel_bins], hessian[panel_bins];
    double value[panel_bins];
    int64_t left = before;
    for (int b = 0; b < n; b++) {
        left += histogram[b];
        gradient[b] = (int32_t)(left >> 32);
        hessian[b] = (int32_t)left;
    }
    const double all_gradient = (double)(int32_t)(total >> 32), all_hessian = (double)(int32_t)total;
    for (int b = 0; b < n; b++) {
        const double sl = gradient[b], cl = hessian[b], sr = all_gradient - sl, cr = all_hessian - cl;
        const double wl = cl * c + l2, wr = cr * c + l2;
        const double both = (sl * sl * wr + sr * sr * wl) / (wl * wr) * (a * a);
        value[b] = (cl >= min_hessian) & (cr >= min_hessian) ? both : -1.0;
    }
    double best = -1.0;
    for (int b = 0; b < n; b++) best = value[b] > best ? value[b] : best;
    *score = best;
    if (best < 0) return -1;
    for (int b = 0; b < n; b++)
        if (value[b] == best) return b;
    return -1;
}

}  // namespace gnomon::GNOMON_LEVEL
