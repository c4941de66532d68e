// Half of a symmetric product, C += A'B, where B is A or A with weighted rows: register tiles over
// columns packed T at a time, so that a tile of C stays in registers over all rows of the block.
#include "lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

#if GNOMON_BYTES == 64
constexpr int T = 8, widest = 3;
#elif GNOMON_BYTES == 32
constexpr int T = 4, widest = 3;
#else
constexpr int T = 4, widest = 1;
#endif
constexpr int vectors = T / n_doubles;
extern const int syrk_tile = T;

// c[i][j] += sum_r a[r][i] b[r][j] for T columns i and G tiles of T columns j.
template <int G>
static void tile(const double* a, const double* b, int64_t rows, int64_t tile_stride, double* c,
                 int64_t c_stride) {
    Doubles sum[T][G * vectors] = {};
    for (int64_t r = 0; r < rows; r++) {
        Doubles right[G * vectors];
#pragma GCC unroll 3
        for (int g = 0; g < G; g++)
#pragma GCC unroll 2
            for (int v = 0; v < vectors; v++)
                right[g * vectors + v] = load(b + g * tile_stride + r * T + v * n_doubles);
#pragma GCC unroll 8
        for (int i = 0; i < T; i++) {
            const double left = a[r * T + i];
#pragma GCC unroll 6
            for (int v = 0; v < G * vectors; v++) sum[i][v] += left * right[v];
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < T; i++)
#pragma GCC unroll 6
        for (int v = 0; v < G * vectors; v++) {
            double* place = c + i * c_stride + v * n_doubles;
            store(place, load(place) + sum[i][v]);
        }
}

void weigh(const double* from, const double* weight, int64_t rows, double* to) {
    for (int64_t i = 0; i < rows; i++)
        for (int v = 0; v < T; v += n_doubles) store(to + i * T + v, weight[i] * load(from + i * T + v));
}

void syrk(const double* a, const double* b, int64_t rows, int64_t packed_rows, int64_t first_j,
          int64_t last_j, double* c, int64_t c_stride) {
    const int64_t tile_stride = packed_rows * T;
    for (int64_t j = first_j; j <= last_j; j += widest) {
        const int64_t width = last_j - j + 1 < widest ? last_j - j + 1 : widest;
        const double* right = b + j * tile_stride;
        for (int64_t i = 0; i < j + width; i++) {
            const double* left = a + i * tile_stride;
            const int64_t skip = i > j ? i - j : 0;  // tiles below the diagonal are not needed
            const double* from = right + skip * tile_stride;
            double* place = c + i * T * c_stride + (j + skip) * T;
            switch (width - skip) {
                case 1: tile<1>(left, from, rows, tile_stride, place, c_stride); break;
                case 2: tile<2>(left, from, rows, tile_stride, place, c_stride); break;
                default: tile<widest>(left, from, rows, tile_stride, place, c_stride); break;
            }
        }
    }
}

}  // namespace gnomon::GNOMON_LEVEL
