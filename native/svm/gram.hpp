// Kernel values between the rows of one table: rounded rows kept in a cache of given size, exact sums.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../buffer.hpp"
#include "table.hpp"

namespace gnomon {

class Gram {
public:
    // is_shifted: a constant may be taken off all values (the sum of coefficients is fixed).
    Gram(const Given& given, const Kernel& kernel, bool is_shifted, int64_t cache_bytes);
    // Values given as they are, (n, n); the memory must outlive this.
    Gram(const double* values, int64_t n, int64_t cache_bytes);
    Gram(const Gram&) = delete;

    // Compute all exact values, and keep them for parts.
    void keep_values(int threads);
    // The exact values of some rows, (m, m), looked up where they are kept.
    Buffer<double> part(const std::vector<int64_t>& rows) const;

    int64_t n() const { return n_; }
    int64_t columns() const { return given_ ? 1 : doubles_.d; }
    // The rounded values are the true ones divided by this (and perhaps shifted).
    double size() const { return size_; }
    int64_t slots() const { return slots_; }
    // The largest block of values that a search may hold beside the cache.
    int64_t most_floats() const { return most_floats_; }

    // All values at hand, row after row; null where they are not.
    const double* exact_values() const { return given_ ? given_ : kept_ ? kept_->data() : nullptr; }
    // Round all values at once where rows are few and the cache has room: whether it did.
    bool round_all(int threads);
    // What is then at hand: all rounded values, zero past the last column, and 1 / (K_ii + K_jj - 2 K_ij),
    // both in rows `stride` apart, a multiple of 16.
    struct Whole {
        int64_t stride;
        Buffer<float> values, inverse;
    };
    const Whole& whole() const { return *whole_; }

    // Rounded values between two lists of rows, `stride` apart.
    void between(const std::vector<int64_t>& a, const std::vector<int64_t>& b, float* out, int64_t stride,
                 int threads) const;
    // Exact values between the rows of a list.
    std::vector<double> exact_between(const std::vector<int64_t>& rows) const;
    // Exact values of some rows, each with all of a list: (rows, list).
    void exact_lines(const std::vector<int64_t>& rows, const std::vector<int64_t>& list, double* out) const;
    // Whole rounded rows, at most `slots` of them: from the cache, or computed into it.
    std::vector<const float*> rows(const std::vector<int64_t>& wanted, int threads);
    // sum[i] = sum_k coef[k] K(i, row[k]) in double for the tiles of `tile` rows i that are wanted.
    void exact_sums(const std::vector<int64_t>& row, const std::vector<double>& coef,
                    const std::vector<int64_t>& tiles, int64_t tile, double* sum, int threads) const;

private:
    void start_cache(int64_t cache_bytes);
    int64_t claim_slot(int64_t row);
    void touch(int64_t slot);
    void fill(const std::vector<int64_t>& missing, int threads);

    int64_t n_;
    double size_ = 1;
    const double* given_ = nullptr;
    Kernel exact_, rounded_;
    Table<double> doubles_;
    Table<float> floats_;
    int64_t most_floats_ = 0, slots_ = 0, used_ = 0, newest_ = -1, oldest_ = -1;
    std::vector<int64_t> slot_of_, row_of_, newer_, older_;
    std::vector<float*> memory_;
    std::vector<Buffer<float>> blocks_;
    std::optional<Buffer<double>> kept_;  // all exact values
    bool has_room_for_all_ = false;
    std::optional<Whole> whole_;
};

}  // namespace gnomon
