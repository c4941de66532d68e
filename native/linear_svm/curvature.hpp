// Sparse rows as Newton's method for a plane asks for them: scores, what forces on rows make of w, and the
// curvature of squared losses along a direction. A constant column of value `bias` stands at the end.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon::linear_svm {

// Rows in CSR, read where they are.
struct CompressedRows {
    const double* value;
    const int32_t* column;
    const int32_t* begin;
    int64_t n, width;
    double bias;

    // out (n): x_i·v for v (width + 1).
    void scores(const double* v, int threads, double* out) const;
    // out (width + 1): sum of force_i x_i.
    void pull(const double* force, int threads, double* out) const;
    // out (width + 1): sum of weight_i (x_i·v) x_i, each row read once for both products.
    void curvature(const double* weight, const double* v, int threads, double* out) const;
    // out (width + 1): sum of weight_i x_ij^2 for every column j.
    void squares(const double* weight, int threads, double* out) const;

   private:
    double dot(int64_t row, const double* v) const;
    void add(int64_t row, double amount, double* w) const;
    // First rows of parts of about equally many values, and n. They follow from the rows alone, so that sums
    // come out the same on any number of threads.
    std::vector<int64_t> parts() const;
    template <class Visit>
    void sum(const double* weight, int threads, double* out, const Visit& visit) const;
};

}  // namespace gnomon::linear_svm
