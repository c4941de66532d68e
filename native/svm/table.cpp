#include "table.hpp"

#include <algorithm>

#include "../blas.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t tile_rows = 64, tile_columns = 512;

template <class Real>
Real square_of(const Real* x, int64_t n) {
    Real sum = 0;
    for (int64_t j = 0; j < n; j++) sum += x[j] * x[j];
    return sum;
}

// Dot products of sparse rows: each row of a is scattered into a dense vector, then gathered at the entries
// of the rows of b.
template <class Real>
void sparse_products(const Table<Real>& a, int64_t first_a, int64_t m, const Table<Real>& b, int64_t first_b,
                     int64_t n, Real* out, int64_t stride) {
    thread_local std::vector<Real> full;
    full.assign(static_cast<size_t>(a.d), Real(0));
    for (int64_t i = 0; i < m; i++) {
        const int64_t from = a.start[first_a + i], to = a.start[first_a + i + 1];
        for (int64_t k = from; k < to; k++) full[a.index[k]] += a.values[k];
        for (int64_t j = 0; j < n; j++) {
            Real sum = 0;
            for (int64_t k = b.start[first_b + j]; k < b.start[first_b + j + 1]; k++)
                sum += b.values[k] * full[b.index[k]];
            out[i * stride + j] = sum;
        }
        for (int64_t k = from; k < to; k++) full[a.index[k]] = 0;
    }
}

void apply(const Kernel& kernel, float* values, int64_t n, float square, const float* squares) {
    GNOMON_CHOSEN(kernel_of_floats)(kernel, values, n, square, squares);
}

void apply(const Kernel& kernel, double* values, int64_t n, double square, const double* squares) {
    GNOMON_CHOSEN(kernel_of_doubles)(kernel, values, n, square, squares);
}

}  // namespace

template <class Real>
Table<Real>::Table(const InputRows& input, const double* center, double length)
    : n(input.n), d(input.d), is_sparse(input.start != nullptr) {
    const int64_t size = is_sparse ? input.start[n] : n * d;
    values.resize(static_cast<size_t>(size));
    const bool is_centered = center && !is_sparse;
    if (is_centered)
        for (int64_t i = 0, k = 0; i < n; i++)
            for (int64_t j = 0; j < d; j++, k++)
                values[k] = static_cast<Real>((input.values[k] - center[j]) / length);
    else
        for (int64_t k = 0; k < size; k++) values[k] = static_cast<Real>(input.values[k] / length);
    if (is_sparse) {
        index.assign(input.index, input.index + size);
        start.assign(input.start, input.start + n + 1);
    }
    squares.resize(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; i++) {
        const int64_t from = is_sparse ? start[i] : i * d, to = is_sparse ? start[i + 1] : (i + 1) * d;
        squares[i] = square_of(values.data() + from, to - from);
    }
}

template <class Real>
Table<Real> Table<Real>::rows(const int64_t* row, int64_t m) const {
    Table some;
    some.n = m, some.d = d, some.is_sparse = is_sparse;
    if (is_sparse) some.start.push_back(0);
    for (int64_t i = 0; i < m; i++) {
        const int64_t from = is_sparse ? start[row[i]] : row[i] * d;
        const int64_t to = is_sparse ? start[row[i] + 1] : from + d;
        some.values.insert(some.values.end(), values.begin() + from, values.begin() + to);
        if (is_sparse) {
            some.index.insert(some.index.end(), index.begin() + from, index.begin() + to);
            some.start.push_back(static_cast<int64_t>(some.values.size()));
        }
        some.squares.push_back(squares[row[i]]);
    }
    return some;
}

std::vector<double> mean_of(const InputRows& input) {
    std::vector<double> mean(static_cast<size_t>(input.d), 0.0);
    if (input.start || input.n == 0) return mean;
    for (int64_t i = 0; i < input.n; i++)
        for (int64_t j = 0; j < input.d; j++) mean[j] += input.values[i * input.d + j] / double(input.n);
    return mean;
}

template <class Real>
void kernel_block(const Kernel& kernel, const Table<Real>& a, int64_t first_a, int64_t m,
                  const Table<Real>& b, int64_t first_b, int64_t n, Real* out, int64_t stride) {
    if (a.is_sparse)
        sparse_products(a, first_a, m, b, first_b, n, out, stride);
    else
        multiply_transposed(m, n, a.d, Real(1), a.values.data() + first_a * a.d, a.d,
                            b.values.data() + first_b * b.d, b.d, Real(0), out, stride);
    for (int64_t i = 0; i < m; i++)
        apply(kernel, out + i * stride, n, a.squares[first_a + i], b.squares.data() + first_b);
}

void kernel_sums(const Kernel& kernel, const Table<double>& a, int64_t first, int64_t last,
                 const Table<double>& b, const double* coef, int64_t sums, double* out, int threads) {
    const auto work = [&](int64_t task, Buffer<double>& values) {
        const int64_t row = first + task * tile_rows, m = std::min(tile_rows, last - row);
        double* to = out + (row - first) * sums;
        std::fill(to, to + m * sums, 0.0);
        for (int64_t j = 0; j < b.n; j += tile_columns) {
            const int64_t n = std::min(tile_columns, b.n - j);
            kernel_block(kernel, a, row, m, b, j, n, values.data(), tile_columns);
            multiply_transposed(m, sums, n, 1.0, values.data(), tile_columns, coef + j, b.n, 1.0, to, sums);
        }
    };
    const auto make_workspace = [] { return Buffer<double>(tile_rows * tile_columns); };
    parallel(threads, blocks_of(last - first, tile_rows), make_workspace, work);
}

template struct Table<float>;
template struct Table<double>;
template void kernel_block(const Kernel&, const Table<float>&, int64_t, int64_t, const Table<float>&, int64_t,
                           int64_t, float*, int64_t);
template void kernel_block(const Kernel&, const Table<double>&, int64_t, int64_t, const Table<double>&,
                           int64_t, int64_t, double*, int64_t);

}  // namespace gnomon
