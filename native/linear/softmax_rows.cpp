#include "softmax_rows.hpp"

#include <algorithm>
#include <cmath>

#include "../blas.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr double smallest = 1e-8;  // of a curvature, and of the ridge on a block's diagonal
// Of the largest curvature: rows below it change the inverse little, and are many if classes are well
// separated.
constexpr double min_curvature_share = 1e-3;

int64_t padded(int64_t n) { return (n + 7) / 8 * 8; }

}  // namespace

SoftmaxRows::SoftmaxRows(const SoftmaxProblem& problem)
    : problem_(problem), stride_(padded(problem.n)), columns_(problem.d * stride_, zeroed),
      weight_(stride_, 0.0), top_(stride_), sum_(stride_) {
    for (int64_t i = 0; i < problem.n; i++) {
        for (int64_t j = 0; j < problem.d; j++) columns_[j * stride_ + i] = problem.x[i * problem.d + j];
        total_ += weight_[i] = problem.weight[i];
    }
}

void SoftmaxRows::scores(const Values& theta, Values& z) const {
    const auto& [x, code, weight, n, d, classes, l2, has_constant] = problem_;
    for (int64_t c = 0; c < classes; c++)
        std::fill_n(z.begin() + c * stride_, n, theta[c * (d + 1) + d]);
    multiply_transposed(classes, n, d, 1.0, theta.data(), d + 1, x, d, 1.0, z.data(), stride_);
}

double SoftmaxRows::loss(const Values& z, Values& slope) {
    GNOMON_CHOSEN(softmax_columns)
    (z.data(), weight_.data(), problem_.classes, stride_, slope.data(), top_.data(), sum_.data());
    double sum = 0;
    for (int64_t i = 0; i < problem_.n; i++) {
        const int64_t own = problem_.code[i] * stride_ + i;
        slope[own] -= weight_[i];
        sum += weight_[i] * (std::log(sum_[i]) + top_[i] - z[own]);
    }
    return sum;
}

double SoftmaxRows::penalty(const Values& theta) const {
    double sum = 0;
    for (int64_t c = 0; c < problem_.classes; c++)
        for (int64_t j = 0; j < problem_.d; j++) {
            const double w = theta[c * (problem_.d + 1) + j];
            sum += w * w;
        }
    return problem_.l2 / 2 * sum;
}

Values SoftmaxRows::gradient(const Values& slope, const Values& theta) const {
    const int64_t d = problem_.d, classes = problem_.classes, width = d + 1;
    Values gradient = theta;
    for (int64_t c = 0; c < classes; c++) gradient[c * width + d] = 0;
    multiply_transposed(classes, d, stride_, 1.0, slope.data(), stride_, columns_.data(), stride_,
                        problem_.l2, gradient.data(), width);
    for (int64_t c = 0; problem_.has_constant && c < classes; c++)
        for (int64_t i = 0; i < stride_; i++) gradient[c * width + d] += slope[c * stride_ + i];
    return gradient;
}

SoftmaxBlocks::SoftmaxBlocks(const SoftmaxRows& rows)
    : rows_(rows), centered_(rows.problem_.n * padded(rows.problem_.d), zeroed),
      mean_(rows.problem_.classes * padded(rows.problem_.d), zeroed), column_mean_(rows.problem_.d, 0.0),
      curvature_(rows.problem_.classes) {
    const auto& [x, code, weight, n, d, classes, l2, has_constant] = rows.problem_;
    for (int64_t c = 0; c < classes; c++) blocks_.emplace_back(d);
    for (int64_t i = 0; has_constant && i < n; i++)
        for (int64_t j = 0; j < d; j++) column_mean_[j] += weight[i] / rows.total_ * x[i * d + j];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < d; j++) centered_[i * padded(d) + j] = x[i * d + j] - column_mean_[j];
}

void SoftmaxBlocks::update(const Values& slope) {
    for (int64_t c = 0; c < rows_.problem_.classes; c++) update_block(c, slope.data() + c * rows_.stride_);
}

void SoftmaxBlocks::update_block(int64_t c, const double* slope) {
    const auto& [x, code, weight, n, d, classes, l2, has_constant] = rows_.problem_;
    Values curvature(static_cast<size_t>(n));
    double largest = 0;
    for (int64_t i = 0; i < n; i++) {
        const double share = slope[i] + (code[i] == c ? weight[i] : 0.0);
        curvature[i] = weight[i] > 0 ? std::max(share * (1 - share / weight[i]), smallest * weight[i]) : 0.0;
        largest = std::max(largest, curvature[i]);
    }
    const int64_t stride = padded(d);
    double *mean = mean_.data() + c * stride, all = 0;
    std::fill_n(mean, d, 0.0);
    std::vector<const double*> active;
    Values amount;
    for (int64_t i = 0; i < n; i++) {
        if (!(curvature[i] > min_curvature_share * largest)) continue;
        active.push_back(centered_.data() + i * stride);
        amount.push_back(curvature[i]);
        all += curvature[i];
        for (int64_t j = 0; has_constant && j < d; j++) mean[j] += curvature[i] * active.back()[j];
    }
    for (int64_t j = 0; j < d; j++) mean[j] /= all;
    if (has_constant) active.push_back(mean), amount.push_back(-all);
    Cholesky& block = blocks_[c];
    block.clear();
    for (int64_t j = 0; j < d; j++) block.at(j, j) = l2;
    block.add(active, amount);
    block.factorize(smallest);
    curvature_[c] = all;
}

void SoftmaxBlocks::precondition(Values& gradient) {
    const int64_t d = rows_.problem_.d, classes = rows_.problem_.classes, stride = padded(d);
    Values class_mean(static_cast<size_t>(d + 1), 0.0);
    for (int64_t c = 0; c < classes; c++) {
        double *own = gradient.data() + c * (d + 1), by_constant = own[d];
        const double* mean = mean_.data() + c * stride;
        for (int64_t j = 0; j < d; j++) own[j] -= (column_mean_[j] + mean[j]) * by_constant;
        blocks_[c].solve(own);
        own[d] = 0;
        if (rows_.problem_.has_constant) {
            own[d] = by_constant / curvature_[c];
            for (int64_t j = 0; j < d; j++) own[d] -= (column_mean_[j] + mean[j]) * own[j];
        }
        for (int64_t j = 0; j <= d; j++) class_mean[j] += own[j] / double(classes);
    }
    for (int64_t c = 0; c < classes; c++)
        for (int64_t j = 0; j <= d; j++) gradient[c * (d + 1) + j] -= class_mean[j];
}

}  // namespace gnomon
