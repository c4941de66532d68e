#include "gram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../linear_svm/loops.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t tile_rows = 64, tile_columns = 512, rows_per_allocation = 64;
constexpr int64_t min_slots = 64, min_floats = 1 << 20;
// Up to so many rows, all values are rounded at once.
constexpr int64_t max_rows_rounded = 1000;

// The rows first .. last of a list, of a table with n columns, at the columns of another list.
template <class Real>
void copy_rows(const Real* table, int64_t n, const std::vector<int64_t>& rows, int64_t first, int64_t last,
               const std::vector<int64_t>& columns, Real* to, int64_t stride) {
    // Consecutive columns are copied together.
    std::vector<size_t> ends;
    for (size_t j = 1; j <= columns.size(); j++)
        if (j == columns.size() || columns[j] != columns[j - 1] + 1) ends.push_back(j);
    for (int64_t i = first; i < last; i++, to += stride) {
        const Real* row = table + rows[static_cast<size_t>(i)] * n;
        size_t j = 0;
        for (const size_t end : ends) {
            std::copy(row + columns[j], row + columns[j] + (end - j), to + j);
            j = end;
        }
    }
}

double largest(const std::vector<double>& values) {
    double max_value = 0;
    for (const double value : values) max_value = std::max(max_value, value);
    return max_value;
}

double on_diagonal(const Kernel& kernel, double square) {
    switch (kernel.shape) {
        case Shape::linear: return square;
        case Shape::polynomial:
            return std::pow(std::abs(kernel.gamma * square + kernel.coef0), kernel.degree);
        case Shape::exponential: return std::exp(kernel.gamma * square);
        default: return 1;
    }
}

// The kernel of rows divided by `length`, its values divided by `size`.
Kernel rounded(Kernel kernel, double length, double size, bool is_shifted) {
    if (kernel.shape == Shape::laplacian)
        kernel.gamma *= length;
    else
        kernel.gamma *= length * length;
    switch (kernel.shape) {
        case Shape::linear: kernel.times = length * length / size; break;
        case Shape::polynomial: kernel.times = std::pow(size, -1.0 / std::max(kernel.degree, 1)); break;
        case Shape::tanh: break;
        case Shape::exponential:
            kernel.coef0 = -std::log(size);
            kernel.plus = is_shifted ? 0.0 : -1 / size;
            break;
        default: kernel.plus = is_shifted ? -1.0 : 0.0;
    }
    return kernel;
}

}  // namespace

Gram::Gram(const InputRows& input, const Kernel& kernel, bool is_shifted, int64_t cache_bytes)
    : n_(input.n), exact_(kernel) {
    const std::vector<double> mean = mean_of(input);
    doubles_ = Table<double>(input, kernel.reads_distances() ? mean.data() : nullptr, 1.0);
    // With a free bias, x.z and (x - m).(z - m) give the same decision function; the second has the smaller
    // rounding errors.
    const bool centered = kernel.reads_distances() || (kernel.shape == Shape::linear && is_shifted);
    const Table<double> moved(input, centered ? mean.data() : nullptr, 1.0);
    const double square = largest(moved.squares);
    size_ = on_diagonal(kernel, square);
    if (!(size_ > 0) || !std::isfinite(size_)) size_ = 1;
    const double length = square > 0 ? std::sqrt(square) : 1.0;
    floats_ = Table<float>(input, centered ? mean.data() : nullptr, length);
    rounded_ = rounded(kernel, length, size_, is_shifted);
    start_cache(cache_bytes);
}

Gram::Gram(const double* values, int64_t n, int64_t cache_bytes) : n_(n), precomputed_(values) {
    double max_value = 0;
    for (int64_t i = 0; i < n; i++) max_value = std::max(max_value, std::abs(values[i * n + i]));
    size_ = max_value > 0 ? max_value : 1.0;
    start_cache(cache_bytes);
}

bool Gram::round_all(int threads) {
    if (whole_ || n_ > max_rows_rounded || !all_fit_cache_) return whole_.has_value();
    const int64_t stride = blocks_of(n_, 16) * 16;
    Whole whole{stride, Buffer<float>(n_ * stride), Buffer<float>(n_ * stride)};
    std::vector<int64_t> all(static_cast<size_t>(n_));
    std::iota(all.begin(), all.end(), 0);
    between(all, all, whole.values.data(), stride, threads);
    for (int64_t i = 0; i < n_; i++)
        std::fill(whole.values.data() + i * stride + n_, whole.values.data() + (i + 1) * stride, 0.0f);
    std::vector<float> diagonal(static_cast<size_t>(stride), 0.0f);
    for (int64_t i = 0; i < n_; i++) diagonal[i] = whole.values[i * stride + i];
    GNOMON_CHOSEN(pair_inverses)(whole.values.data(), diagonal.data(), n_, stride,
                                 static_cast<float>(min_rounded_curvature), whole.inverse.data());
    whole_.emplace(std::move(whole));
    return true;
}

void Gram::cache_values(int threads) {
    if (precomputed_ || cached_) return;
    cached_.emplace(n_ * n_);
    double* all = cached_->data();
    parallel(threads, blocks_of(n_, tile_rows), [&](int64_t task) {
        const int64_t first = task * tile_rows, rows = std::min(tile_rows, n_ - first);
        for (int64_t j = first; j < n_; j += tile_columns) {
            const int64_t columns = std::min(tile_columns, n_ - j);
            kernel_block(exact_, doubles_, first, rows, doubles_, j, columns, all + first * n_ + j, n_);
        }
    });
    parallel(threads, blocks_of(n_, tile_rows), [&](int64_t task) {
        for (int64_t i = task * tile_rows; i < std::min(n_, (task + 1) * tile_rows); i++)
            for (int64_t j = 0; j < i; j++) all[i * n_ + j] = all[j * n_ + i];
    });
}

Buffer<double> Gram::part(const std::vector<int64_t>& rows) const {
    const int64_t m = static_cast<int64_t>(rows.size());
    Buffer<double> values(m * m);
    exact_rows(rows, rows, values.data());
    return values;
}

void Gram::start_cache(int64_t cache_bytes) {
    slots_ =
        std::clamp<int64_t>(cache_bytes / (4 * std::max<int64_t>(n_, 1)), min_slots, std::max(n_, min_slots));
    max_floats_ = std::max(cache_bytes / 8, min_floats);
    all_fit_cache_ = 8 * n_ * n_ <= cache_bytes;
    slot_of_.assign(static_cast<size_t>(n_), -1);
    for (auto* slots : {&row_of_, &newer_, &older_}) slots->assign(static_cast<size_t>(slots_), -1);
}

void Gram::touch(int64_t slot) {
    if (newest_ == slot) return;
    const int64_t newer = newer_[slot], older = older_[slot];
    if (newer >= 0) older_[newer] = older;
    if (older >= 0) newer_[older] = newer;
    if (oldest_ == slot && newer >= 0) oldest_ = newer;
    newer_[slot] = -1, older_[slot] = newest_;
    if (newest_ >= 0) newer_[newest_] = slot;
    newest_ = slot;
    if (oldest_ < 0) oldest_ = slot;
}

// An unused slot, else that of the least recently used row.
int64_t Gram::claim_slot(int64_t row) {
    int64_t slot = used_;
    if (used_ < slots_) {
        if (used_ % rows_per_allocation == 0) {
            blocks_.emplace_back(std::min(rows_per_allocation, slots_ - used_) * n_);
            for (int64_t k = 0; k < std::min(rows_per_allocation, slots_ - used_); k++)
                memory_.push_back(blocks_.back().data() + k * n_);
        }
        used_++;
    } else {
        slot = oldest_;
        slot_of_[row_of_[slot]] = -1;
    }
    row_of_[slot] = row, slot_of_[row] = slot;
    touch(slot);
    return slot;
}

std::vector<const float*> Gram::rows(const std::vector<int64_t>& requested, int threads) {
    std::vector<const float*> result;
    if (whole_) {
        for (const int64_t row : requested) result.push_back(whole_->values.data() + row * whole_->stride);
        return result;
    }
    std::vector<int64_t> missing;
    for (const int64_t row : requested)
        if (slot_of_[row] >= 0)
            touch(slot_of_[row]);
        else
            missing.push_back(row);
    for (const int64_t row : missing) claim_slot(row);
    if (!missing.empty()) fill(missing, threads);
    for (const int64_t row : requested) result.push_back(memory_[slot_of_[row]]);
    return result;
}

void Gram::fill(const std::vector<int64_t>& missing, int threads) {
    const int64_t m = static_cast<int64_t>(missing.size());
    if (precomputed_) {
        parallel(m * n_ < 1 << 18 ? 1 : threads, m, [&](int64_t i) {
            const double* from = precomputed_ + missing[i] * n_;
            float* to = memory_[slot_of_[missing[i]]];
            for (int64_t j = 0; j < n_; j++) to[j] = static_cast<float>(from[j] / size_);
        });
        return;
    }
    const Table<float> some = floats_.rows(missing.data(), m);
    const auto work = [&](int64_t task, Buffer<float>& values) {
        const int64_t first = task * tile_columns, columns = std::min(tile_columns, n_ - first);
        for (int64_t i = 0; i < m; i += tile_rows) {
            const int64_t rows = std::min(tile_rows, m - i);
            kernel_block(rounded_, some, i, rows, floats_, first, columns, values.data(), tile_columns);
            for (int64_t r = 0; r < rows; r++)
                std::copy_n(values.data() + r * tile_columns, columns,
                            memory_[slot_of_[missing[i + r]]] + first);
        }
    };
    parallel(m * n_ < 1 << 16 ? 1 : threads, blocks_of(n_, tile_columns),
             [] { return Buffer<float>(tile_rows * tile_columns); }, work);
}

void Gram::between(const std::vector<int64_t>& a, const std::vector<int64_t>& b, float* out, int64_t stride,
                   int threads) const {
    const int64_t m = static_cast<int64_t>(a.size()), n = static_cast<int64_t>(b.size());
    const bool is_known = precomputed_ || whole_;
    const Table<float> rows = is_known ? Table<float>() : floats_.rows(a.data(), m);
    const Table<float> columns = is_known ? Table<float>() : floats_.rows(b.data(), n);
    parallel(m * n < 1 << 17 ? 1 : threads, blocks_of(m, tile_rows), [&](int64_t task) {
        const int64_t first = task * tile_rows, last = std::min(m, first + tile_rows);
        float* to = out + first * stride;
        if (whole_) return copy_rows(whole_->values.data(), whole_->stride, a, first, last, b, to, stride);
        if (!precomputed_)
            return kernel_block(rounded_, rows, first, last - first, columns, 0, n, to, stride);
        for (int64_t i = first; i < last; i++)
            for (int64_t j = 0; j < n; j++)
                out[i * stride + j] = static_cast<float>(precomputed_[a[i] * n_ + b[j]] / size_);
    });
}

std::vector<double> Gram::exact_submatrix(const std::vector<int64_t>& rows) const {
    std::vector<double> values(rows.size() * rows.size());
    exact_rows(rows, rows, values.data());
    return values;
}

void Gram::exact_rows(const std::vector<int64_t>& rows, const std::vector<int64_t>& columns,
                      double* out) const {
    const int64_t m = static_cast<int64_t>(rows.size()), n = static_cast<int64_t>(columns.size());
    if (exact_values()) return copy_rows(exact_values(), n_, rows, 0, m, columns, out, n);
    const Table<double> some = doubles_.rows(rows.data(), m), others = doubles_.rows(columns.data(), n);
    kernel_block(exact_, some, 0, m, others, 0, n, out, n);
}

void Gram::exact_sums(const std::vector<int64_t>& row, const std::vector<double>& coef,
                      const std::vector<int64_t>& tiles, int64_t tile, double* sum, int threads) const {
    const int64_t m = static_cast<int64_t>(row.size());
    const Table<double> some = precomputed_ ? Table<double>() : doubles_.rows(row.data(), m);
    const auto add = GNOMON_CHOSEN(svm_add);
    parallel(threads, static_cast<int64_t>(tiles.size()), [&](int64_t task) {
        const int64_t first = tiles[task] * tile, last = std::min(n_, first + tile);
        if (!precomputed_)
            return kernel_sums(exact_, doubles_, first, last, some, coef.data(), 1, sum + first, 1);
        std::fill(sum + first, sum + last, 0.0);
        for (int64_t k = 0; k < m; k++)
            add(precomputed_ + row[k] * n_ + first, coef[k], sum + first, last - first);
    });
}

}  // namespace gnomon
