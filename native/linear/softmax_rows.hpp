// The multinomial log loss on a small dense table, class by class: scores, gradient, Hessian blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "../buffer.hpp"
#include "cholesky.hpp"

namespace gnomon {

struct SoftmaxProblem {
    const double* x;  // (n, d)
    const int64_t* code;
    const double* weight;  // at least 0, not all 0
    int64_t n, d, classes;
    double l2;  // L2 penalty: the coefficient of |w|^2 / 2
    bool has_constant;
};

using Values = std::vector<double>;

class SoftmaxRows {
   public:
    explicit SoftmaxRows(const SoftmaxProblem& problem);

    int64_t stride() const { return stride_; }
    // Coefficients are stored class by class, the intercept last: (classes, d + 1).
    int64_t size() const { return problem_.classes * (problem_.d + 1); }
    // X w' + b, (classes, stride).
    void scores(const Values& theta, Values& z) const;
    // The loss and its derivative by each score.
    double loss(const Values& z, Values& slope);
    // The L2 penalty.
    double penalty(const Values& theta) const;
    // The gradient of loss and penalty by the coefficients.
    Values gradient(const Values& slope, const Values& theta) const;
    double total_weight() const { return total_; }

   private:
    friend class SoftmaxBlocks;

    SoftmaxProblem problem_;
    int64_t stride_;
    Buffer<double> columns_;  // X transposed, (d, stride)
    Values weight_, top_, sum_;
    double total_ = 0;
};

// The diagonal blocks of the Hessian, one per class, with the intercept eliminated.
class SoftmaxBlocks {
   public:
    explicit SoftmaxBlocks(const SoftmaxRows& rows);
    // The blocks at the point where the loss has this slope.
    void update(const Values& slope);
    // Replaces a gradient by an approximate Newton step, centered over the classes.
    void precondition(Values& gradient);

   private:
    void update_block(int64_t c, const double* slope);

    const SoftmaxRows& rows_;
    std::vector<Cholesky> blocks_;
    Buffer<double> centered_;         // rows centered at `column_mean_`, zero-padded
    Buffer<double> mean_;             // of each block's centered rows, weighted
    Values column_mean_, curvature_;  // curvature_: the sum over the rows for each class
};

}  // namespace gnomon
