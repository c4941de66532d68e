// Products with sparse rows for Newton's method: scores, weighted sums of the rows, and Hessian-vector
// products of squared losses. The last column is a constant, `bias`.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon::linear_svm {

// CSR rows, not copied.
struct CompressedRows {
    const double* value;
    const int32_t* column;
    const int32_t* begin;
    int64_t n, width;
    double bias;

    // out (n): x_i·v for v (width + 1).
    void scores(const double* v, int threads, double* out) const;
    // out (width + 1): X' weight, the sum of weight_i x_i.
    void transposed(const double* weight, int threads, double* out) const;
    // out (width + 1): sum of weight_i (x_i·v) x_i, each row read once for both products.
    void curvature(const double* weight, const double* v, int threads, double* out) const;
    // out (width + 1): sum of weight_i x_ij^2 for every column j.
    void squares(const double* weight, int threads, double* out) const;

   private:
    double dot(int64_t row, const double* v) const;
    void add(int64_t row, double amount, double* w) const;
    // First rows of parts of about equally many values, and n. They depend on the rows alone, so that sums do
    // not depend on the number of threads.
    std::vector<int64_t> parts() const;
    template <class Visit>
    void sum(const double* weight, int threads, double* out, const Visit& visit) const;
};

}  // namespace gnomon::linear_svm
