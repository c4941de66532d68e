// Kernel values between the rows of one table: single-precision rows in a cache of limited size, sums in
// double precision.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../buffer.hpp"
#include "table.hpp"

namespace gnomon {

class Gram {
public:
    // is_shifted: a constant may be subtracted from all values (the sum of coefficients is fixed).
    Gram(const InputRows& input, const Kernel& kernel, bool is_shifted, int64_t cache_bytes);
    // A precomputed kernel matrix, (n, n); the memory must outlive this object.
    Gram(const double* values, int64_t n, int64_t cache_bytes);
    Gram(const Gram&) = delete;

    // Compute all values in double precision and cache them for submatrices.
    void cache_values(int threads);
    // The double-precision values between some rows, (m, m), from the cache if they are there.
    Buffer<double> part(const std::vector<int64_t>& rows) const;

    int64_t n() const { return n_; }
    int64_t columns() const { return precomputed_ ? 1 : doubles_.d; }
    // The scale: rounded (single-precision) values are the true ones divided by this, and possibly shifted.
    double size() const { return size_; }
    int64_t slots() const { return slots_; }
    // The largest submatrix that a solver may allocate in addition to the cache, in values.
    int64_t max_floats() const { return max_floats_; }

    // All double-precision values in row-major order; null if they are neither precomputed nor cached.
    const double* exact_values() const {
        return precomputed_ ? precomputed_ : cached_ ? cached_->data() : nullptr;
    }
    // Compute all rounded values at once if there are few rows and they fit the cache; whether it did.
    bool round_all(int threads);
    // All rounded values, zero-padded, and 1 / (K_ii + K_jj - 2 K_ij), both in rows `stride` apart, a
    // multiple of 16.
    struct Whole {
        int64_t stride;
        Buffer<float> values, inverse;
    };
    const Whole& whole() const { return *whole_; }

    // Rounded values between two lists of rows, `stride` apart.
    void between(const std::vector<int64_t>& a, const std::vector<int64_t>& b, float* out, int64_t stride,
                 int threads) const;
    // Double-precision values between some rows.
    std::vector<double> exact_submatrix(const std::vector<int64_t>& rows) const;
    // Double-precision values between two lists of rows: (rows, columns).
    void exact_rows(const std::vector<int64_t>& rows, const std::vector<int64_t>& columns, double* out) const;
    // Rounded rows of K, at most `slots` of them: from the cache, or computed and cached.
    std::vector<const float*> rows(const std::vector<int64_t>& requested, int threads);
    // sum[i] = sum_k coef[k] K(i, row[k]) in double precision for the rows i in these tiles of `tile` rows.
    void exact_sums(const std::vector<int64_t>& row, const std::vector<double>& coef,
                    const std::vector<int64_t>& tiles, int64_t tile, double* sum, int threads) const;

private:
    void start_cache(int64_t cache_bytes);
    int64_t claim_slot(int64_t row);
    void touch(int64_t slot);
    void fill(const std::vector<int64_t>& missing, int threads);

    int64_t n_;
    double size_ = 1;
    const double* precomputed_ = nullptr;
    Kernel exact_, rounded_;
    Table<double> doubles_;
    Table<float> floats_;
    int64_t max_floats_ = 0, slots_ = 0, used_ = 0, newest_ = -1, oldest_ = -1;
    std::vector<int64_t> slot_of_, row_of_, newer_, older_;
    std::vector<float*> memory_;
    std::vector<Buffer<float>> blocks_;
    std::optional<Buffer<double>> cached_;  // all values in double precision
    bool all_fit_cache_ = false;
    std::optional<Whole> whole_;
};

}  // namespace gnomon
