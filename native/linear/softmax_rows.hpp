// The log loss of many classes over a small dense table, a class after another: scores, slopes, curvature.
#pragma once

#include <cstdint>
#include <vector>

#include "../buffer.hpp"
#include "positive.hpp"

namespace gnomon {

struct SoftmaxProblem {
    const double* x;  // (n, d)
    const int64_t* code;
    const double* weight;  // at least 0, not all 0
    int64_t n, d, classes;
    double square;  // the price of |w|^2 / 2
    bool has_constant;
};

using Values = std::vector<double>;

class SoftmaxRows {
   public:
    explicit SoftmaxRows(const SoftmaxProblem& problem);

    int64_t stride() const { return stride_; }
    // Coefficients are a class after another, the constant's last: (classes, d + 1).
    int64_t size() const { return problem_.classes * (problem_.d + 1); }
    // X w' + b, (classes, stride).
    void scores(const Values& theta, Values& z) const;
    // The loss and its derivative by each score.
    double loss(const Values& z, Values& slope);
    // The price of coefficients.
    double price(const Values& theta) const;
    // The derivative of loss and price by each coefficient.
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

// The Hessian, the block of each class by itself, its constant eliminated.
class SoftmaxBlocks {
   public:
    explicit SoftmaxBlocks(const SoftmaxRows& rows);
    // The blocks where the loss has this slope.
    void renew(const Values& slope);
    // From a gradient to nearly Newton's way back, its mean over the classes taken off.
    void precondition(Values& gradient);

   private:
    void renew_block(int64_t c, const double* slope);

    const SoftmaxRows& rows_;
    std::vector<Positive> blocks_;
    Buffer<double> centered_;  // rows about their mean `center_`, zeros at their end
    Buffer<double> mean_;     // of each block's rows about that
    Values center_, curvature_;  // curvature_: of each class, all rows together
};

}  // namespace gnomon
