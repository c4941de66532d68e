// Small positive definite systems: sums of outer products of rows, factorized and solved on one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "../buffer.hpp"

namespace gnomon {

// A symmetric matrix of n columns, of which the upper triangle is used.
class Cholesky {
   public:
    explicit Cholesky(int64_t n)
        : n_(n), stride_((n + 7) / 8 * 8), values_(n * stride_, zeroed), factor_(n * stride_, zeroed),
          zeros_(stride_, zeroed), scale_(n, zeroed), right_(stride_, zeroed) {}

    int64_t n() const { return n_; }
    int64_t stride() const { return stride_; }
    double& at(int64_t row, int64_t column) { return values_[row * stride_ + column]; }
    void clear();
    // Add amount_k x_k x_k' for rows x_k of `stride` numbers, zero past n.
    void add(const std::vector<const double*>& rows, const std::vector<double>& amount);
    // The Cholesky factor of the matrix, scaled to a diagonal of 1 (by_column) or a largest diagonal element
    // of 1, plus `ridge` on the diagonal, which grows up to `largest_ridge` until the factorization succeeds;
    // false if it does not.
    bool factorize(double ridge, bool by_column = true, double largest_ridge = 1e3);
    // Replaces the right-hand side x by A^-1 x.
    void solve(double* x);

   private:
    bool try_factors(double ridge);
    bool eliminate(int64_t first, int64_t last);

    int64_t n_, stride_;
    Buffer<double> values_, factor_, zeros_, scale_, right_;
};

}  // namespace gnomon
