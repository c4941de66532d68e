// The innermost loops: plain pointers in, plain pointers out, chosen for the machine's vectors.
#pragma once

#include <cstdint>

namespace gnomon {

enum class Metric : int { euclidean, manhattan, hamming, mixed };

constexpr int panel_rows = 32;  // rows of a panel of doubles, stored column by column: panel[column][row]

// Loops over rows of x, in either precision.
template <class Real>
struct RowLoops {
    // total[j] += sum_i w_i (x_ij - shift_j) (w_i = 1 if weight is null); rows are `stride` apart.
    void (*column_sums)(const Real* x, int64_t rows, int64_t columns, int64_t stride, const double* weight,
                        const double* shift, double* total);
    // Tiles of T columns: packed[(j / T)][i][j % T] = (x_ij - shift_j) - center_j for column j + first. Two
    // steps, as shift_j + center_j would be rounded to the size of the shift.
    void (*pack)(const Real* x, int64_t rows, int64_t columns, int64_t stride, const double* shift,
                 const double* center, int64_t first, int64_t packed_rows, double* packed);
    // For i with class c: sum[c][j] += w_i (x_ij - shift_cj); the rows of classes are `stride` apart.
    void (*class_sums)(const Real* x, int64_t rows, int64_t columns, const int32_t* codes,
                       const double* weight, const double* shift, int64_t stride, double* sum);
    // For i with class c: scatter[c][j] += w_i ((x_ij - shift_cj) - mean_cj)^2.
    void (*class_scatter)(const Real* x, int64_t rows, int64_t columns, const int32_t* codes,
                          const double* weight, const double* shift, const double* mean, int64_t stride,
                          double* scatter);
    // score[i][c] = constant_c - 1/2 sum_j precision_cj (x_ij - mean_cj)^2.
    void (*gaussian)(const Real* x, int64_t rows, int64_t columns, const double* mean,
                     const double* precision, const double* constant, int64_t classes, double* score);
    // distance[i] of the query to the rows at row[0..n): the same numbers as `distances`, row by row.
    void (*distances_to)(const Real* x, int64_t columns, const int64_t* row, int64_t n, const double* query,
                         double* distance);
};

struct Loops {
    int tile;            // columns of a tile of `syrk`
    int screen_rows;     // rows of a panel of `screen`
    int screen_queries;  // queries of a group of `screen`
    const char* name;
    // c += a' b over packed tiles [tile][row][T]: for i in [0, last], j in [first_j, last_j], tiles with i <=
    // j.
    void (*syrk)(const double* a, const double* b, int64_t rows, int64_t packed_rows, int64_t first_j,
                 int64_t last_j, double* c, int64_t c_stride);
    // to[i][j] = weight_i from[i][j] for a tile of T columns.
    void (*weigh)(const double* from, const double* weight, int64_t rows, double* to);
    // s_qr = half_r - sum_k panel[k][r] query[k][q]; bit r of hits[q] is set if s_qr <= cut_q. True if any
    // is.
    bool (*screen)(const float* panel, const float* half, const float* query, int64_t columns,
                   const float* cut, float* s, uint64_t* hits);
    // distance[r] of the query to each row of a panel of doubles, and the bits of those <= limit.
    uint32_t (*distances)(Metric metric, const double* panel, int64_t columns, const double* query,
                          const double* weight, const uint8_t* categorical, double limit, double* distance);
    // sum_k max(low_k - query_k, query_k - high_k, 0), squared unless manhattan.
    double (*box)(Metric metric, const double* low, const double* high, int64_t columns, const double* query);
    RowLoops<double> on_doubles;
    RowLoops<float> on_floats;
};

const Loops& loops();

template <class Real>
const RowLoops<Real>& row_loops();
template <>
inline const RowLoops<double>& row_loops<double>() {
    return loops().on_doubles;
}
template <>
inline const RowLoops<float>& row_loops<float>() {
    return loops().on_floats;
}

}  // namespace gnomon
