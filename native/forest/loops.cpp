#include "loops.hpp"

namespace gnomon::GNOMON_LEVEL {

template <int width>
static void add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* amount, int64_t n, int columns,
                     int64_t* cells) {
    if (columns == panel_columns) {
        for (int64_t i = 0; i < n; i++) {
            const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
            __builtin_prefetch(panel + (int64_t)rows[i + 16 < n ? i + 16 : i] * panel_columns);
            const int64_t add = amount[i];
#pragma GCC unroll 16
            for (int j = 0; j < panel_columns; j++) cells[j * width + bin[j]] += add;
        }
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        const uint8_t* bin = panel + (int64_t)rows[i] * panel_columns;
        const int64_t add = amount[i];
        for (int j = 0; j < columns; j++) cells[j * width + bin[j]] += add;
    }
}

void boost_add_rows(const uint8_t* panel, const int32_t* rows, const int64_t* amount, int64_t n, int columns,
                    int width, int64_t* cells) {
    if (width == 32) return add_rows<32>(panel, rows, amount, n, columns, cells);
    if (width == 64) return add_rows<64>(panel, rows, amount, n, columns, cells);
    if (width == 128) return add_rows<128>(panel, rows, amount, n, columns, cells);
    add_rows<panel_bins>(panel, rows, amount, n, columns, cells);
}

int boost_largest(const uint8_t* bytes, int64_t n) {
    uint8_t most = 0;
    for (int64_t i = 0; i < n; i++) most = bytes[i] > most ? bytes[i] : most;
    return most;
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
