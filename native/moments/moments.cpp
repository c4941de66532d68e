// W = sum_i w_i,  m = sum_i w_i z_i / W,  S = sum_i w_i (z_i - m)(z_i - m)'  for the rows z_i of [X | Y].
//
// Blocks of rows are centered about their own mean and added up by Chan, Golub & LeVeque (1983):
//   S += S_block + W W_block / (W + W_block) g g',  g = m_block - m,
// where the last term is one more row of the block's product. Means are stored relative to a common shift,
// the first row, so that the difference of two means does not suffer from cancellation if the data are far
// from zero.
#include "moments.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../buffer.hpp"
#include "../loops/loops.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t block_rows = 256, packed_rows = block_rows + 1;
constexpr int64_t widest_in_chunks = 768;      // wider matrices are split by columns of S instead of rows
constexpr int64_t partial_values = 8'000'000;  // of all partial matrices together

template <class Real>
struct Source {
    Rows<Real> x;
    const Real* y;
    int64_t t;
    const double* weight;
    const double* shift;
    int64_t columns() const { return x.d + t; }
    const double* weight_at(int64_t row) const { return weight ? weight + row : nullptr; }
};

struct Center {
    double weight = 0;
    Buffer<double> mean;
    explicit Center(int64_t columns) : mean(columns, zeroed) {}
};

struct Part {
    Center center;
    Buffer<double> scatter;
    explicit Part(int64_t width) : center(width), scatter(width * width, zeroed) {}
};

// The workspace of one task: the block's mean and its centered rows, unweighted and weighted, in tiles of
// columns.
struct Workspace {
    Buffer<double> mean, centered, weighted;
    Workspace(int64_t width, bool has_weight)
        : mean(width, zeroed), centered(packed_rows * width, zeroed),
          weighted(has_weight ? packed_rows * width : 0, zeroed) {}
};

int64_t padded(int64_t columns) { return blocks_of(columns, loops().tile) * loops().tile; }

// Mean of the first `used` columns, less the shift; returns the block's weight.
template <class Real>
double block_mean(const Source<Real>& source, int64_t from, int64_t rows, int64_t used, double* mean) {
    const int64_t d = source.x.d, t = source.t;
    const double* weight = source.weight_at(from);
    std::fill(mean, mean + used, 0.0);
    row_loops<Real>().column_sums(source.x.x + from * d, rows, std::min(used, d), d, weight, source.shift,
                                  mean);
    if (used > d)
        row_loops<Real>().column_sums(source.y + from * t, rows, used - d, t, weight, source.shift + d,
                                      mean + d);
    double total = static_cast<double>(rows);
    if (weight) {
        total = 0;
        for (int64_t i = 0; i < rows; i++) total += weight[i];
    }
    if (total != 0)
        for (int64_t j = 0; j < used; j++) mean[j] /= total;
    return total;
}

template <class Real>
void pack_block(const Source<Real>& source, int64_t from, int64_t rows, int64_t used, Workspace& workspace) {
    const int64_t d = source.x.d, t = source.t;
    row_loops<Real>().pack(source.x.x + from * d, rows, std::min(used, d), d, source.shift,
                           workspace.mean.data(), 0, packed_rows, workspace.centered.data());
    if (used > d)
        row_loops<Real>().pack(source.y + from * t, rows, used - d, t, source.shift + d,
                               workspace.mean.data() + d, d, packed_rows, workspace.centered.data());
}

// Appends the row for the difference of the block's mean from the running mean, and updates the latter.
void add_gap_row(double total, int64_t used, int64_t row, Center& center, Workspace& workspace) {
    const int64_t tile = loops().tile;
    const double share = total / (center.weight + total), scale = std::sqrt(center.weight * share);
    for (int64_t j = 0; j < used; j++) {
        const double gap = workspace.mean[j] - center.mean[j];
        workspace.centered[(j / tile * packed_rows + row) * tile + j % tile] = scale * gap;
        center.mean[j] += share * gap;
    }
    center.weight += total;
}

// Weights the rows; the appended row is copied.
void weight_rows(const double* weight, int64_t rows, int64_t width, Workspace& workspace) {
    const int64_t tile = loops().tile;
    for (int64_t start = 0; start < width * packed_rows; start += tile * packed_rows) {
        const double* from = workspace.centered.data() + start;
        double* to = workspace.weighted.data() + start;
        loops().weigh(from, weight, rows, to);
        std::copy_n(from + rows * tile, tile, to + rows * tile);
    }
}

// Add rows [from, end) to the tiles [first, last] of columns of the scatter.
template <class Real>
void add_rows(const Source<Real>& source, int64_t from, int64_t end, int64_t first, int64_t last,
              Center& center, double* scatter) {
    const int64_t width = (last + 1) * loops().tile, used = std::min(source.columns(), width);
    Workspace workspace(width, source.weight != nullptr);
    for (int64_t row = from; row < end; row += block_rows) {
        const int64_t rows = std::min(block_rows, end - row);
        const double total = block_mean(source, row, rows, used, workspace.mean.data());
        if (total == 0) continue;
        pack_block(source, row, rows, used, workspace);
        add_gap_row(total, used, rows, center, workspace);
        const double* left = workspace.centered.data();
        if (source.weight) {
            weight_rows(source.weight_at(row), rows, width, workspace);
            left = workspace.weighted.data();
        }
        loops().syrk(left, workspace.centered.data(), rows + 1, packed_rows, first, last, scatter,
                     padded(source.columns()));
    }
}

void merge(Part& sum, const Part& part, int64_t columns) {
    if (part.center.weight == 0) return;
    const int64_t width = padded(columns);
    Center &into = sum.center, gap(columns);
    const double share = part.center.weight / (into.weight + part.center.weight), scale = into.weight * share;
    for (int64_t j = 0; j < columns; j++) gap.mean[j] = part.center.mean[j] - into.mean[j];
    for (int64_t i = 0; i < columns; i++) {
        const double left = scale * gap.mean[i];
        double* to = sum.scatter.data() + i * width;
        const double* from = part.scatter.data() + i * width;
        for (int64_t j = i; j < columns; j++) to[j] += from[j] + left * gap.mean[j];
    }
    for (int64_t j = 0; j < columns; j++) into.mean[j] += share * gap.mean[j];
    into.weight += part.center.weight;
}

// Rows split into chunks, each with its own matrix.
template <class Real>
void by_chunks(const Source<Real>& source, int threads, Part& sum) {
    const int64_t n = source.x.n, columns = source.columns(), width = padded(columns);
    const int64_t max_chunks = std::clamp<int64_t>(partial_values / (width * width), 1, 64);
    const int64_t chunk = blocks_of(blocks_of(n, max_chunks), block_rows) * block_rows,
                  chunks = blocks_of(n, chunk);
    std::vector<Part> parts;
    for (int64_t c = 0; c < chunks; c++) parts.emplace_back(width);
    parallel(threads, chunks, [&](int64_t c) {
        add_rows(source, c * chunk, std::min(n, (c + 1) * chunk), 0, width / loops().tile - 1,
                 parts[c].center, parts[c].scatter.data());
    });
    for (const Part& part : parts) merge(sum, part, columns);
}

// Columns of S split into strips, the longest first; each task reads all rows and fills its own strip.
template <class Real>
void by_strips(const Source<Real>& source, int threads, Part& sum) {
    const int64_t width = padded(source.columns()), tiles = width / loops().tile, wide = 96 / loops().tile;
    const int64_t strips = blocks_of(tiles, wide);
    parallel(threads, strips, [&](int64_t task) {
        const int64_t first = (strips - 1 - task) * wide, last = std::min(first + wide, tiles) - 1;
        Center center(width);
        add_rows(source, 0, source.x.n, first, last, center, sum.scatter.data());
        if (task == 0) std::swap(center.mean, sum.center.mean), sum.center.weight = center.weight;
    });
}

}  // namespace

template <class Real>
double moments(Rows<Real> x, const Real* y, int64_t t, const double* weight, int threads, double* mean,
               double* scatter) {
    const int64_t columns = x.d + t, width = padded(columns);
    Buffer<double> shift(columns, zeroed);
    // The first row of nonzero weight is the shift.
    int64_t first = 0;
    while (weight && first < x.n && weight[first] == 0) first++;
    for (int64_t j = 0; first < x.n && j < columns; j++)
        shift[j] = static_cast<double>(j < x.d ? x.x[first * x.d + j] : y[first * t + j - x.d]);
    const Source<Real> source{x, y, t, weight, shift.data()};
    Part sum(width);
    if (x.n > 0 && columns > 0) {
        if (columns <= widest_in_chunks)
            by_chunks(source, threads, sum);
        else
            by_strips(source, threads, sum);
    }
    for (int64_t i = 0; i < columns; i++) {
        mean[i] = sum.center.weight != 0 ? shift[i] + sum.center.mean[i] : 0.0;
        for (int64_t j = i; j < columns; j++)
            scatter[i * columns + j] = scatter[j * columns + i] = sum.scatter[i * width + j];
    }
    return sum.center.weight;
}

template double moments<double>(Rows<double>, const double*, int64_t, const double*, int, double*, double*);
template double moments<float>(Rows<float>, const float*, int64_t, const double*, int, double*, double*);

}  // namespace gnomon
