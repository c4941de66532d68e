// Conjugate gradients on the free coefficients: if there are many (large C), they change all of them at once,
// and SMO need only find the active bounds.
#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "solve.hpp"

namespace gnomon {

namespace {

constexpr int64_t rows_per_task = 128;
constexpr double max_share_outside = 0.02, min_residual = 1e-8;

using Values = std::vector<double>;

double dot(const Values& a, const Values& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++) sum += a[i] * b[i];
    return sum;
}

void center(Values& a) {
    double mean = 0;
    for (const double value : a) mean += value / double(a.size());
    for (double& value : a) value -= mean;
}

class Products {
public:
    Products(const float* values, int64_t stride, size_t n, int threads)
        : values_(values), stride_(stride), n_(int64_t(n)), threads_(threads), in_(stride, zeroed),
          out_(stride) {}

    Values of(const Values& x) const {
        for (int64_t i = 0; i < n_; i++) in_[i] = static_cast<float>(x[size_t(i)]);
        parallel(threads_, blocks_of(n_, rows_per_task), [&](int64_t task) {
            const int64_t first = task * rows_per_task, rows = std::min(rows_per_task, n_ - first);
            const float* from = values_ + first * stride_;
            GNOMON_CHOSEN(row_products)(from, rows, stride_, in_.data(), out_.data() + first);
        });
        return Values(out_.data(), out_.data() + n_);
    }

private:
    const float* values_;
    int64_t stride_, n_;
    int threads_;
    Buffer<float> in_, out_;
};

double share_outside(const Values& x, const Values& low, const Values& high) {
    size_t outside = 0;
    for (size_t i = 0; i < x.size(); i++) outside += x[i] < low[i] || x[i] > high[i];
    return double(outside) / double(x.size());
}

// The projection onto the bounds; if the sum is fixed, after a common shift.
Values projected(Values x, const Values& low, const Values& high, bool sum_is_fixed) {
    const auto clipped = [&](size_t i, double shift) { return std::clamp(x[i] - shift, low[i], high[i]); };
    double from = 0, to = 0;
    if (sum_is_fixed) {
        for (size_t i = 0; i < x.size(); i++) {
            from = std::min(from, x[i] - high[i]);
            to = std::max(to, x[i] - low[i]);
        }
        for (int round = 0; round < 60; round++) {
            const double middle = 0.5 * (from + to);
            double sum = 0;
            for (size_t i = 0; i < x.size(); i++) sum += clipped(i, middle);
            (sum > 0 ? from : to) = middle;
        }
    }
    for (size_t i = 0; i < x.size(); i++) x[i] = clipped(i, 0.5 * (from + to));
    return x;
}

// An approximate solution of K x = residual by at most `max_iter` products, stopped early if many
// coefficients leave their bounds.
Values unbounded(const Products& products, Values residual, const Values& low, const Values& high,
                 bool sum_is_fixed, int max_iter) {
    if (sum_is_fixed) center(residual);
    Values x(residual.size(), 0.0), direction = residual;
    double square = dot(residual, residual);
    const double enough = min_residual * square;
    for (int step = 0; step < max_iter && square > enough; step++) {
        Values product = products.of(direction);
        if (sum_is_fixed) center(product);
        const double curvature = dot(direction, product);
        if (!(curvature > 0)) break;
        const double length = square / curvature, before = square;
        for (size_t i = 0; i < x.size(); i++) {
            x[i] += length * direction[i];
            residual[i] -= length * product[i];
        }
        square = dot(residual, residual);
        for (size_t i = 0; i < x.size(); i++) direction[i] = residual[i] + square / before * direction[i];
        if (sum_is_fixed) center(direction);
        if (share_outside(x, low, high) > max_share_outside) break;
    }
    return x;
}

}  // namespace

std::vector<double> conjugate_gradient_step(const float* values, int64_t stride,
                                            const std::vector<double>& gradient,
                                            const std::vector<double>& low, const std::vector<double>& high,
                                            bool sum_is_fixed, int max_iter, int threads) {
    const Products products(values, stride, gradient.size(), threads);
    const Values x = unbounded(products, gradient, low, high, sum_is_fixed, max_iter);
    double length = 1;
    for (int attempt = 0; attempt < 8; attempt++, length *= 0.4) {
        Values change = x;
        for (double& value : change) value *= length;
        change = projected(change, low, high, sum_is_fixed);
        const double gain = dot(gradient, change), curvature = dot(change, products.of(change));
        if (gain - 0.5 * curvature <= 0 || !(gain > 0)) continue;
        const double step = curvature > gain ? gain / curvature : 1.0;
        for (double& value : change) value *= step;
        return change;
    }
    return {};
}

}  // namespace gnomon
